//! Enumeration of answer sets, each once; optionally distinct on a projection, or on the atoms that `#heuristic`
//! prefers.
//!
//! The solver finds the first answer sets. Each is excluded by a clause with an activation literal, so that later
//! questions find it again. Further answer sets are found by [backtracking enumeration](super::backtracking).

use std::time::Instant;

use fixedbitset::FixedBitSet;
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Lit, Var};

use super::backtracking::{Backtracking, NextAnswerSet};
use super::domain::Decider;
use super::search::ModelOutcome;
use super::{bound, Bound, End, Pause, Question, Search, SolveError, Step};
use crate::translate::KnownLiteral;
use groundplan_ground::program::{Literal, Program};
use groundplan_ground::{Pass, Report};

/// Which answer sets count as the same.
#[derive(Debug)]
pub enum Distinct {
    /// All answer sets are distinct.
    All,
    /// Answer sets that agree on all of these literals are the same.
    On(Vec<Literal>),
    /// An answer set excludes those that differ from it only on variables to which it gives the value that the
    /// heuristic prefers. This is clasp's domain recording. Only for a search with such variables.
    Domain,
}

/// A question for several answer sets.
#[derive(Debug)]
pub struct Enumeration {
    /// The assumptions, including the activation literal.
    literals: Vec<Lit>,
    activation: Option<Lit>,
    assumptions: Vec<Literal>,
    distinct: Distinct,
    bound: Option<Bound>,
    /// The clause that excludes the last answer set, until it is added.
    blocked: Option<Vec<Lit>>,
    /// The first answer sets, until backtracking enumeration starts.
    known: Vec<FixedBitSet>,
    mode: Mode,
    end: Option<End>,
}

/// How the next answer set is found.
#[derive(Debug)]
enum Mode {
    /// By a call of the solver, until backtracking enumeration is due.
    Solver,
    /// By backtracking enumeration.
    Backtracking(Box<Backtracking>),
    /// By calls of the solver only, because backtracking enumeration is not applicable.
    SolverOnly,
}

impl Enumeration {
    /// Creates an enumeration of the answer sets that satisfy the assumptions and meet the bound.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        distinct: Distinct,
        bound: Option<Bound>,
    ) -> Result<Self, SolveError> {
        if matches!(distinct, Distinct::Domain) {
            search.unwind()?;
            search.decider.iter().for_each(Decider::keep_signs);
        }
        let (literals, activation, end) =
            match bound::assumptions_with_activation(search, program, assumptions, bound.as_ref())? {
                Some((literals, activation)) => (literals, Some(activation), None),
                None => (Vec::new(), None, Some(End::Exhausted)),
            };
        Ok(Enumeration {
            literals,
            activation,
            assumptions: assumptions.to_vec(),
            distinct,
            bound,
            blocked: None,
            known: Vec::new(),
            mode: Mode::Solver,
            end,
        })
    }

    /// Switches to backtracking enumeration when the solver has found its number of answer sets.
    fn start_backtracking(&mut self, search: &mut Search, program: &Program) -> Result<(), SolveError> {
        // Backtracking enumeration supports neither conflict limits nor symmetry breaking.
        let backtracks = !search.has_conflict_limit()
            && search.breaking.is_off()
            && search.config.passes.has(Pass::BacktrackingEnumeration);
        let is_due = self.known.len() == search.config.tuning.solver_models;
        if !matches!(self.mode, Mode::Solver) || !is_due || !backtracks {
            return Ok(());
        }
        let known = std::mem::take(&mut self.known);
        let projection = match &self.distinct {
            Distinct::On(projection) => Some(projection.as_slice()),
            Distinct::All | Distinct::Domain => None,
        };
        let bound = self.bound.as_ref();
        let backtracking = Backtracking::new(search, program, &self.assumptions, projection, bound, &known)?;
        search.statistics.passes.add(Pass::BacktrackingEnumeration, Report::of(backtracking.is_some()));
        self.mode =
            backtracking.map_or(Mode::SolverOnly, |backtracking| Mode::Backtracking(Box::new(backtracking)));
        Ok(())
    }

    /// Searches for the next answer set by backtracking. When that exceeds its budget, a call of the solver decides
    /// where it restarts, or that there are no more answer sets.
    fn backtrack(
        &mut self,
        search: &mut Search,
        program: &Program,
        activation: Lit,
    ) -> Result<Step<FixedBitSet>, SolveError> {
        loop {
            let Mode::Backtracking(backtracking) = &mut self.mode else { unreachable!("it backtracks") };
            let start = Instant::now();
            let next = backtracking.next_answer_set(search, program);
            let time = start.elapsed();
            search.statistics.search += time;
            let report = Report { time, ..Report::default() };
            search.statistics.passes.add(Pass::BacktrackingEnumeration, report);
            match next? {
                NextAnswerSet::AnswerSet(atoms) => return Ok(Step::Answer(atoms)),
                NextAnswerSet::Exhausted => return self.conclude(search, End::Exhausted),
                NextAnswerSet::Interrupted => return self.conclude(search, End::Interrupted),
                NextAnswerSet::OverBudget => {}
            }
            for clause in backtracking.excluding_clauses() {
                add_conditional_clause(search, program, &clause, activation)?;
            }
            match search.find(&self.literals)? {
                ModelOutcome::Model(values) => {
                    backtracking.restart_near(&search.answer_set(program, &values)?);
                }
                ModelOutcome::None => return self.conclude(search, End::Exhausted),
                ModelOutcome::Paused(_) => return self.conclude(search, End::Interrupted),
            }
        }
    }

    /// Returns whether propagation and a few conflicts show that there are no more answer sets.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn is_through(&mut self, search: &mut Search) -> Result<bool, SolveError> {
        /// The first conflict may refute the assumptions; the solver notices that only at its next decision.
        const CONFLICTS: u64 = 2;
        let (None, Some(activation)) = (self.end, self.activation) else {
            return Ok(self.end == Some(End::Exhausted));
        };
        let Some(mut clause) = self.blocked.take() else { return Ok(false) };
        let mut is_through = clause.is_empty();
        clause.push(!activation);
        search.add_clause(&clause)?;
        // Propagators of an embedding program must not see assignments for which no answer was requested.
        if !is_through && search.hosts.is_empty() && search.solver.counts_conflicts() {
            search.solver.set_conflict_limit(Some(CONFLICTS));
            let result = search.solver.solve_assumps(&self.literals).map_err(SolveError::solver)?;
            is_through = result == SolverResult::Unsat;
        }
        if is_through {
            self.end(search, End::Exhausted)?;
        }
        Ok(is_through)
    }

    /// Adds a clause that all further answer sets must satisfy. Backtracking enumeration cannot take new clauses, so
    /// the solver continues from then on.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn restrict(
        &mut self,
        search: &mut Search,
        program: &Program,
        clause: &[Literal],
    ) -> Result<(), SolveError> {
        let (None, Some(activation)) = (self.end, self.activation) else { return Ok(()) };
        if let Mode::Backtracking(backtracking) = std::mem::replace(&mut self.mode, Mode::SolverOnly) {
            search.backtracking_counts.add(backtracking.counts());
            for found in backtracking.excluding_clauses() {
                add_conditional_clause(search, program, &found, activation)?;
            }
        }
        add_conditional_clause(search, program, clause, activation)
    }
}

impl Question for Enumeration {
    type Answer = FixedBitSet;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<FixedBitSet>, SolveError> {
        let (None, Some(activation)) = (self.end, self.activation) else { return Ok(Step::Exhausted) };
        self.start_backtracking(search, program)?;
        if let Some(mut clause) = self.blocked.take() {
            clause.push(!activation);
            // Without hosts, backtracking enumeration soon continues. With symmetry breaking, its activation literal
            // may be assumed later.
            match !search.hosts.is_empty() && search.breaking.is_off() {
                true => search.solver.exclude_model(&clause)?,
                false => search.add_clause(&clause)?,
            }
        }
        if matches!(self.mode, Mode::Backtracking(_)) {
            return self.backtrack(search, program, activation);
        }
        let values = match search.find(&self.literals)? {
            ModelOutcome::Model(values) => values,
            ModelOutcome::None => return self.conclude(search, End::Exhausted),
            ModelOutcome::Paused(Pause::Symmetries) => return Ok(Step::Paused(Pause::Symmetries)),
            ModelOutcome::Paused(_) => return self.conclude(search, End::Interrupted),
        };
        let mut clause = match (&self.distinct, &search.decider) {
            (Distinct::On(projection), _) => {
                search.translation.projected_blocking_clause(&values, projection)
            }
            (Distinct::Domain, Some(decider)) => decider.recorded_clause(|literal| search.holds(literal)),
            _ => search.translation.blocking_clause(&values),
        };
        if matches!(self.distinct, Distinct::All) {
            let counted = search.numbers.counted().into_iter().map(Var::pos_lit);
            clause.extend(counted.map(|literal| if search.holds(literal) { !literal } else { literal }));
        }
        search.hand_over()?;
        self.blocked = Some(clause);
        let atoms = search.answer_set(program, &values)?;
        if matches!(self.mode, Mode::Solver) {
            self.known.push(atoms.clone());
        }
        Ok(Step::Answer(atoms))
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        if self.end.is_none() {
            self.end = Some(end);
            if let Mode::Backtracking(backtracking) = std::mem::replace(&mut self.mode, Mode::SolverOnly) {
                search.backtracking_counts.add(backtracking.counts());
            }
            if let Some(activation) = self.activation.take() {
                search.add_clause(&[!activation])?;
            }
        }
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}

/// Adds a clause over literals of the program that is active while the activation literal is true.
pub(super) fn add_conditional_clause(
    search: &mut Search,
    program: &Program,
    literals: &[Literal],
    activation: Lit,
) -> Result<(), SolveError> {
    let mut clause = vec![!activation];
    for &literal in literals {
        match search.translation.assumption(program, literal) {
            KnownLiteral::Constant(true) => return Ok(()),
            KnownLiteral::Constant(false) => {}
            KnownLiteral::Literal(lit) => clause.push(lit),
        }
    }
    search.hand_over()?;
    search.add_clause(&clause)
}
