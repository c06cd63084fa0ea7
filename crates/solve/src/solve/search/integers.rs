//! The integer variables of a search.

use std::sync::Arc;

use groundplan_sat::integers::{IntegerVariable, View};
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit};

use super::{Search, SolveError};
use crate::theory::{self, CostLevel, IntegerLogic};
use groundplan_ground::program::Program;

impl Search {
    /// Returns what is minimized, by falling priority, if integer variables are among it.
    pub(in crate::solve) fn cost_levels(&mut self, program: &Program) -> Result<Vec<CostLevel>, SolveError> {
        self.unwind()?;
        let integers = self.integers.as_mut().expect("there are integer variables");
        let (levels, clauses) = integers.cost_levels(program, &mut self.translation);
        clauses.iter().try_for_each(|clause| self.add_clause(clause))?;
        self.hand_over()?;
        Ok(levels)
    }

    /// Bounds the cost of a level from above while a literal is true, which is returned. The bound of a level only falls.
    pub(in crate::solve) fn bound_costs(
        &mut self,
        level: &mut CostLevel,
        most: i64,
    ) -> Result<Lit, SolveError> {
        self.unwind()?;
        let Search { integers, translation, .. } = self;
        let integers = integers.as_ref().expect("there are integer variables");
        let literal = integers.bound(level, || translation.activation_literal(), most);
        self.hand_over()?;
        Ok(literal)
    }

    /// Returns the terms of what is minimized, with positive weights and least values, and their least sum. To be called on level 0.
    pub(in crate::solve) fn soft_terms(&self, level: &CostLevel) -> (Vec<(i64, View, i64)>, i64) {
        self.integers.as_ref().expect("there are integer variables").soft_terms(level)
    }

    /// Returns for each view and value the literal that says that the view is at most the value, or the value that this has for good.
    pub(in crate::solve) fn at_most(
        &mut self,
        bounds: impl Iterator<Item = (View, i64)>,
    ) -> Result<Vec<Result<Lit, bool>>, SolveError> {
        self.unwind()?;
        let Search { integers, translation, .. } = self;
        let mut store = integers.as_ref().expect("there are integer variables").store();
        let literal = |(view, value)| store.at_most(view, value, || translation.activation_literal().var());
        let literals = bounds.map(literal).collect();
        drop(store);
        self.hand_over()?;
        Ok(literals)
    }

    /// Returns a new integer variable that is equal to the sum of views.
    pub(in crate::solve) fn sum_of(&mut self, views: &[View]) -> Result<IntegerVariable, SolveError> {
        self.unwind()?;
        let integers = self.integers.as_mut().expect("there are integer variables");
        let (sum, clauses) = integers.sum_of(views, &mut self.translation);
        clauses.iter().try_for_each(|clause| self.add_clause(clause))?;
        self.hand_over()?;
        Ok(sum)
    }

    /// Reads the integer constraints that are new.
    pub(super) fn read_integers(&mut self, program: &Program) -> Result<(), SolveError> {
        if program.theory.integers.is_empty() {
            return Ok(());
        }
        if !theory::costs_fit(program) {
            return Err(SolveError::CostsTooLarge);
        }
        if self.integers.is_none() {
            if !self.connects_late() {
                return Err(SolveError::NoIntegers { backend: self.config.solver.backend.clone() });
            }
            self.retire_others()?;
            self.is_alone = true;
            self.integers = Some(IntegerLogic::new(Arc::clone(&self.variables)));
        }
        let integers = self.integers.as_mut().expect("there are some");
        for clause in integers.read(program, &mut self.translation) {
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        Ok(())
    }
}
