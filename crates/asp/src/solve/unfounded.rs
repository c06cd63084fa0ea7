//! Components with head cycles: a solver for each that looks for an unfounded set in every candidate for an answer set.

use std::time::Instant;

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::TernaryVal;

use super::{Search, SolveError};
use crate::translate::loops::{ComponentId, Unfounded};
use crate::translate::Valuation;

/// A solver with the question for an unfounded set of one component.
#[derive(Debug)]
pub(super) struct Checker {
    component: ComponentId,
    unfounded: Unfounded,
    solver: Solver,
}

/// Whether a candidate is an answer set.
pub(super) enum Stable {
    Yes,
    /// It is not, and clauses that say so are written.
    No,
    Interrupted,
}

impl Checker {
    /// A checker of one component. Its solver is interrupted with the one that `config` belongs to.
    pub(super) fn new(
        component: ComponentId,
        mut unfounded: Unfounded,
        config: &Config,
    ) -> Result<Checker, SolveError> {
        let mut solver = Solver::with_config(config.clone())?;
        for clause in unfounded.take_clauses().iter() {
            solver.add_clause_ref(clause).map_err(SolveError::solver)?;
        }
        Ok(Checker { component, unfounded, solver })
    }
}

impl Search {
    /// Looks for unfounded sets of a candidate, and refutes it by what is found in the first component that has one.
    pub(super) fn refute_unstable(&mut self, values: &Valuation) -> Result<Stable, SolveError> {
        for checker in &mut self.checkers {
            let Checker { component, unfounded, solver } = checker;
            solver.set_deadline(self.solver.deadline());
            solver.set_alarm(self.solver.alarm().cloned());
            let start = Instant::now();
            let result = solver.solve_assumps(&unfounded.assumptions(values));
            self.statistics.search += start.elapsed();
            match result.map_err(SolveError::solver)? {
                SolverResult::Unsat => continue,
                SolverResult::Interrupted => return Ok(Stable::Interrupted),
                SolverResult::Sat => {}
            }
            let set = unfounded.set(|literal| matches!(solver.lit_val(literal), Ok(TernaryVal::True)));
            self.translation.refute(*component, &set, values);
            return Ok(Stable::No);
        }
        Ok(Stable::Yes)
    }
}
