//! What a search is asked by options.

use std::time::Instant;

use groundplan::program::Literal;
use groundplan::solve::Reasoning;
use groundplan::{Engine, Error, Outcome, Projection, Query};

use crate::arguments::SolveArguments;
use crate::values::{Aim, EnumMode, Project, SolveLimit, Symmetry};

/// What a search is asked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What has to hold, as text.
    pub assumed: Vec<String>,
    /// What has to hold besides.
    pub assumptions: Vec<Literal>,
    /// Whether something has to hold that never does: of an atom that the program does not have.
    pub is_impossible: bool,
    /// How many answer sets at most; `None` for as many as clingo finds by default.
    pub models: Option<u64>,
    /// What is done about an objective.
    pub aim: Aim,
    /// What answer sets may cost at most.
    pub bound: Vec<i64>,
    /// Costs with which the search ends.
    pub stop: Vec<i64>,
    /// What is found instead of answer sets.
    pub reasoning: Option<Reasoning>,
    /// What answer sets have to differ on, and what consequences are about.
    pub projection: Option<Projection>,
    /// Whether the domain is recorded.
    pub records: bool,
    /// The variable of difference constraints that is minimized.
    pub variable: Option<String>,
    /// Whether answer sets may be left out that are symmetric to others, where one is wanted.
    pub up_to_symmetry: bool,
    /// When the search ends.
    pub deadline: Option<Instant>,
    /// After how many conflicts it ends.
    pub conflicts: Option<u64>,
    /// Whether nothing is looked for, since the ground program is somebody else's.
    pub is_idle: bool,
    /// Whether one who has had enough wants to know whether that was all, as far as propagation shows.
    pub seeks_end: bool,
}

impl SolveArguments {
    /// What a search is asked by these options. Where the program grows step by step, it would cost too much to look for
    /// symmetries unless somebody wants that.
    ///
    /// # Errors
    ///
    /// A sentence, when the options do not go together.
    pub fn plan(&self, has_objective: bool, by_steps: bool) -> Result<Plan, PlanError> {
        let reasoning = match self.enum_mode {
            Some(EnumMode::Brave) => Some(Reasoning::Brave),
            Some(EnumMode::Cautious) => Some(Reasoning::Cautious),
            Some(EnumMode::DomainRecording) | None => None,
        };
        let records = self.enum_mode == Some(EnumMode::DomainRecording);
        let aim = match self.opt_mode.aim {
            // What best answer sets have in common is a matter of all of them.
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
        let finds_one = match aim {
            Aim::Best if has_objective => true,
            Aim::AllBest if has_objective => false,
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

/// Why nothing can be asked.
#[derive(Clone, Copy, Debug)]
pub enum PlanError {
    /// The options do not go together.
    Options(&'static str),
    /// They do not go together with the program.
    Program(&'static str),
}

impl Plan {
    /// A question under the assumptions and limits of the plan, and within its bound where the objective counts.
    ///
    /// # Errors
    ///
    /// When an assumption cannot be read.
    pub fn query<'e>(&self, engine: &'e mut Engine) -> Result<Query<'e>, Error> {
        let optimizes = self.optimizes(engine);
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

    /// Which of the assumptions given as text exclude all answer sets, where a search has found out that there is none: the solver
    /// has kept what it learnt.
    ///
    /// # Errors
    ///
    /// When the solver fails.
    pub fn core(&self, engine: &mut Engine) -> Result<Option<Vec<String>>, Error> {
        Ok(match self.query(engine)?.solve()? {
            Outcome::Unsatisfiable(core) => Some(core.iter().map(str::to_owned).collect()),
            Outcome::Satisfiable(_) | Outcome::Interrupted => None,
        })
    }

    /// Whether answer sets have costs that count.
    pub fn optimizes(&self, engine: &Engine) -> bool {
        engine.has_objective() && self.aim != Aim::Ignore
    }
}
