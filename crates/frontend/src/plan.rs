//! The query that a set of options asks for.

use std::time::Instant;

use groundplan::program::Literal;
use groundplan::solve::Reasoning;
use groundplan::{Engine, Error, Outcome, Projection, Query};

use crate::arguments::SolveArguments;
use crate::values::{Aim, EnumMode, Project, SolveLimit, Symmetry};

/// The parameters of a search, as selected by options.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Assumptions as text.
    pub assumed: Vec<String>,
    /// Assumptions as literals, in addition to those given as text.
    pub assumptions: Vec<Literal>,
    /// Whether some assumption can never hold, since its atom does not occur in the program.
    pub is_impossible: bool,
    /// The maximum number of answer sets; `None` for clingo's default, and 0 for all.
    pub models: Option<u64>,
    /// The treatment of the objective.
    pub aim: Aim,
    /// The upper bound on costs, by decreasing priority. It is empty if there is none.
    pub bound: Vec<i64>,
    /// The costs at which the search stops, by decreasing priority. It is empty if there are none.
    pub stop: Vec<i64>,
    /// The kind of consequences to compute instead of answer sets.
    pub reasoning: Option<Reasoning>,
    /// The atoms on which answer sets must differ, or which consequences are about.
    pub projection: Option<Projection>,
    /// Whether enumeration uses domain recording.
    pub records: bool,
    /// The variable of difference constraints that is minimized.
    pub variable: Option<String>,
    /// Whether the search may leave out answer sets that are symmetric to others, if one is enough.
    pub up_to_symmetry: bool,
    /// The time at which the search ends.
    pub deadline: Option<Instant>,
    /// The least and the greatest value of integer variables.
    pub integer_bounds: (i64, i64),
    /// The number of conflicts after which the search ends.
    pub conflicts: Option<u64>,
    /// Whether there is no search, because the ground program goes to another consumer.
    pub is_idle: bool,
    /// Whether, after the last requested answer, to check by propagation that no more answers exist.
    pub seeks_end: bool,
}

impl SolveArguments {
    /// Returns the search that these options select. For a program that grows by steps, symmetry breaking costs too much, and
    /// is off unless the options ask for it.
    ///
    /// # Errors
    ///
    /// Returns a message if the options contradict each other, or do not fit the program.
    pub fn plan(&self, engine: &Engine, by_steps: bool) -> Result<Plan, PlanError> {
        let has_objective = engine.has_objective();
        let reasoning = match self.enum_mode {
            Some(EnumMode::Brave) => Some(Reasoning::Brave),
            Some(EnumMode::Cautious) => Some(Reasoning::Cautious),
            Some(EnumMode::DomainRecording) | None => None,
        };
        let records = self.enum_mode == Some(EnumMode::DomainRecording);
        let aim = match self.opt_mode.aim {
            // Consequences of optimal answer sets depend on all of them.
            Aim::Best if reasoning.is_some() => Aim::AllBest,
            aim => aim,
        };
        if has_objective && records {
            return Err(PlanError::Program(
                "domain recording looks for answer sets, not for the best one: leave out what the program minimises",
            ));
        }
        if has_objective && self.minimize_variable.is_some() {
            return Err(PlanError::Program(
                "a program with an objective has no variable to minimize beside it: leave out one of the two",
            ));
        }
        if self.min_int > self.max_int {
            return Err(PlanError::Options("`--min-int` is above `--max-int`"));
        }
        let finds_one = match aim {
            Aim::Best if has_objective => true,
            Aim::AllBest if has_objective => false,
            // All answer sets are best ones; then no symmetry is broken.
            Aim::Best if engine.states_objective() => true,
            _ => self.models.unwrap_or(1) == 1,
        };
        let is_one = finds_one && self.enum_mode.is_none() && self.project == Project::No;
        if self.symmetry == Symmetry::Yes && !is_one {
            return Err(PlanError::Options(
                "`--symmetry` leaves answer sets out: it is for one answer set, or for a best one",
            ));
        }
        Ok(Plan {
            assumed: self.assume.clone(),
            assumptions: Vec::new(),
            is_impossible: false,
            models: self.models,
            aim,
            bound: self.opt_mode.bound.clone(),
            stop: self.opt_stop.as_ref().map(|costs| costs.0.clone()).unwrap_or_default(),
            reasoning,
            projection: match self.project {
                Project::No => None,
                Project::Auto => Some(Projection::Auto),
                Project::Shown => Some(Projection::Shown),
                Project::Named => Some(Projection::Named),
            },
            records,
            variable: self.minimize_variable.clone(),
            integer_bounds: (self.min_int, self.max_int),
            up_to_symmetry: match self.symmetry {
                Symmetry::Auto => !by_steps,
                Symmetry::Yes => true,
                Symmetry::No => false,
            },
            deadline: None,
            conflicts: self.solve_limit.and_then(|SolveLimit(conflicts)| conflicts),
            is_idle: false,
            seeks_end: false,
        })
    }
}

/// The reason why no search can be started.
#[derive(Clone, Copy, Debug)]
pub enum PlanError {
    /// The options contradict each other.
    Options(&'static str),
    /// The options do not fit the program.
    Program(&'static str),
}

impl Plan {
    /// Returns a query with the assumptions and limits of the plan, and with its cost bound if the objective counts.
    ///
    /// # Errors
    ///
    /// Returns an error if an assumption cannot be parsed.
    pub fn query<'e>(&self, engine: &'e mut Engine) -> Result<Query<'e>, Error> {
        let optimizes = self.optimizes(engine);
        engine.set_integer_bounds(self.integer_bounds.0, self.integer_bounds.1);
        let mut query = engine.query();
        for text in &self.assumed {
            query = query.assume_text(text)?;
        }
        for &literal in &self.assumptions {
            query = query.assume_literal(literal);
        }
        if let Some(deadline) = self.deadline {
            query = query.deadline(deadline);
        }
        if let Some(conflicts) = self.conflicts {
            query = query.conflict_limit(conflicts);
        }
        if optimizes && !self.bound.is_empty() {
            query = query.no_worse_than(self.bound.clone());
        }
        Ok(query)
    }

    /// Returns the assumptions, of those given as text, that exclude all answer sets, after a search found none. The solver
    /// still has what it learned, so solving again is cheap.
    ///
    /// # Errors
    ///
    /// Returns an error if the solver fails.
    pub fn core(&self, engine: &mut Engine) -> Result<Option<Vec<String>>, Error> {
        Ok(match self.query(engine)?.solve()? {
            Outcome::Unsatisfiable(core) => Some(core.iter().map(str::to_owned).collect()),
            Outcome::Satisfiable(_) | Outcome::Interrupted => None,
        })
    }

    /// Whether the program has an objective that is not ignored.
    pub fn optimizes(&self, engine: &Engine) -> bool {
        engine.has_objective() && self.aim != Aim::Ignore
    }
}
