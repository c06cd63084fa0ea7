//! The solver during the search.

use groundplan::propagator::{Control as Solver, LiteralNumbers};

use super::assignment::{Assignment, TrueLiterals};
use super::state::PropagatorState;
use crate::error::{Error, Result};

/// The solver during the search: what a propagator's other methods are given.
pub struct Searching<'s, 'a> {
    solver: &'s mut Solver<'a>,
    state: &'s mut PropagatorState,
}

impl<'s, 'a> Searching<'s, 'a> {
    pub(super) fn new(solver: &'s mut Solver<'a>, state: &'s mut PropagatorState) -> Self {
        Searching { solver, state }
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
        Ok(!clause.iter().all(|&literal| self.solver.value(literal) == Some(false)))
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
        Ok(!clause.iter().all(|&literal| self.solver.value(literal) == Some(false)))
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
        Ok(self.solver.value(self.state.literal(literal)?))
    }

    fn level(&mut self, literal: i32) -> Result<Option<usize>> {
        Ok(self.solver.level(self.state.literal(literal)?))
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
        self.solver.is_total()
    }

    fn decision_level(&mut self) -> usize {
        self.solver.levels().len()
    }
}
