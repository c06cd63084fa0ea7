//! The solver during the search.

use groundplan::propagator::{Control as Solver, LiteralNumbers, SolverLiteral};
use rustc_hash::FxHashSet;

use super::assignment::{Assignment, TrueLiterals};
use super::state::PropagatorState;
use crate::error::{Error, Result};

/// The solver during the search: what a propagator's other methods are given.
///
/// The solver gets the clauses that a method adds when it returns. As in clingo, a literal that such a clause makes true has that
/// value at once, but its consequences are found later.
pub struct Searching<'s, 'a> {
    solver: &'s mut Solver<'a>,
    state: &'s mut PropagatorState,
    /// The literals that clauses of this call make true, and that the solver does not know to be true.
    forced: FxHashSet<SolverLiteral>,
    /// Whether all literals of such a clause are false.
    is_refuted: bool,
}

impl<'s, 'a> Searching<'s, 'a> {
    pub(super) fn new(solver: &'s mut Solver<'a>, state: &'s mut PropagatorState) -> Self {
        Searching { solver, state, forced: FxHashSet::default(), is_refuted: false }
    }

    /// Whether no clause of this call makes a literal true or is violated, so that there is nothing to propagate.
    pub(super) fn is_settled(&self) -> bool {
        self.forced.is_empty() && !self.is_refuted
    }

    /// Has the engine report the literals that clauses of this call make true.
    pub(super) fn report_forced(&mut self) {
        for &literal in &self.forced {
            self.state.report_now(self.solver, literal);
        }
    }

    /// Whether the assignment violates no clause that was added in this call.
    pub fn is_consistent(&self) -> bool {
        !self.is_refuted
    }

    fn known_value(&self, literal: SolverLiteral) -> Option<bool> {
        let known = self.solver.value(literal);
        if known.is_some() || self.forced.is_empty() {
            return known;
        }
        let is_forced = self.forced.contains(&literal);
        is_forced.then_some(true).or_else(|| self.forced.contains(&!literal).then_some(false))
    }

    /// Notes what an added clause makes true. Returns false if all of its literals are false.
    fn note(&mut self, clause: &[SolverLiteral]) -> bool {
        let mut open = None;
        for &literal in clause {
            match self.known_value(literal) {
                Some(true) => return true,
                Some(false) => {}
                None if open.is_some_and(|other| other != literal) => return true,
                None => open = Some(literal),
            }
        }
        self.forced.extend(open);
        self.is_refuted |= open.is_none();
        open.is_some()
    }

    /// Adds a clause, for good or, without `is_kept`, for as long as the solver likes. Returns false if the current assignment
    /// violates it: then the method returns at once.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if a number is that of no literal.
    pub fn add_clause(&mut self, literals: &[i32], is_kept: bool) -> Result<bool> {
        let clause = self.state.clause(literals)?;
        if is_kept {
            self.solver.add_clause(&clause);
        } else {
            self.solver.add_lemma(&clause);
        }
        Ok(self.note(&clause))
    }

    /// Adds a clause until the end of the search; see [`Searching::add_clause`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if a number is that of no literal, and [`Error::Missing`] if clauses of this search stay.
    pub fn add_clause_for_now(&mut self, literals: &[i32], is_kept: bool) -> Result<bool> {
        let clause = self.state.clause(literals)?;
        if !self.solver.add_clause_for_now(&clause, !is_kept) {
            return Err(Error::Missing("clauses that are added now stay in later searches".to_owned()));
        }
        Ok(self.note(&clause))
    }

    /// Adds a new solver literal that does not occur in the program.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Missing`] if the solver makes no literals while it searches.
    pub fn add_literal(&mut self) -> Result<i32> {
        let literal = self.solver.new_literal().ok_or_else(|| {
            let sentence =
                "this solver makes no literals while it searches: make them before, by `add_literal` in `init`";
            Error::Missing(sentence.to_owned())
        })?;
        self.solver.count(literal);
        self.state.added.push(literal);
        Ok(self.state.report_now(self.solver, literal))
    }

    /// Makes the host hear when a solver literal becomes true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    pub fn add_watch(&mut self, literal: i32) -> Result<()> {
        let solver = self.state.literal(literal)?;
        self.state.report_now(self.solver, solver);
        self.state.watched.insert(literal);
        Ok(())
    }

    /// Whether the host hears of a solver literal.
    pub fn has_watch(&self, literal: i32) -> bool {
        self.state.watched.contains(&literal)
    }

    /// Ends the watch on a solver literal.
    pub fn remove_watch(&mut self, literal: i32) {
        self.state.watched.remove(&literal);
    }
}

impl Assignment for Searching<'_, '_> {
    fn len(&mut self) -> usize {
        self.solver.name_decisions();
        self.state.numbers.len()
    }

    fn value(&mut self, literal: i32) -> Result<Option<bool>> {
        let literal = self.state.literal(literal)?;
        Ok(self.known_value(literal))
    }

    fn level(&mut self, literal: i32) -> Result<Option<usize>> {
        let literal = self.state.literal(literal)?;
        let known = self.solver.level(literal);
        Ok(known.or_else(|| self.known_value(literal).map(|_| self.solver.levels().len())))
    }

    fn trail(&mut self) -> TrueLiterals {
        self.solver.name_decisions();
        let literals = self.solver.trail().iter();
        let literals = literals.filter_map(|&literal| self.state.known_number(literal)).collect();
        TrueLiterals { literals, starts: self.solver.levels().to_vec() }
    }

    fn trail_len(&mut self) -> usize {
        self.solver.trail().len()
    }

    fn trail_at(&mut self, index: usize) -> Option<i32> {
        let literal = *self.solver.trail().get(index)?;
        self.state.known_number(literal).or_else(|| {
            self.solver.name_decisions();
            self.state.known_number(literal)
        })
    }

    fn trail_begin(&mut self, level: usize) -> Option<usize> {
        level.checked_sub(1).map_or(Some(0), |above| self.solver.levels().get(above).copied())
    }

    fn decision(&mut self, level: usize) -> Result<i32> {
        if level == 0 {
            return Ok(LiteralNumbers::TRUE);
        }
        match self.solver.decision(level) {
            Some(decision) => Ok(self.state.number(decision)),
            None if level > self.solver.levels().len() => {
                Err(Error::Runtime(format!("invalid decision level: there is no level {level}")))
            }
            None => Err(Error::Missing(
                "this solver does not say what it decides: make clauses of the literals that are watched"
                    .to_owned(),
            )),
        }
    }

    fn is_total(&mut self) -> bool {
        if self.forced.is_empty() {
            return self.solver.is_total();
        }
        self.state.numbers.literals_from(0).into_iter().all(|literal| self.known_value(literal).is_some())
    }

    fn decision_level(&mut self) -> usize {
        self.solver.levels().len()
    }
}
