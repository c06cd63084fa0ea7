//! Components with head cycles: a solver for each that looks for an unfounded set in every candidate for an answer set.

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::TernaryVal;

use super::SolveError;
use crate::translate::loops::{ComponentId, Unfounded};
use crate::translate::{Translation, Valuation};

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

/// Looks for unfounded sets of a candidate, and refutes it by what is found in the first component that has one. `limits` is
/// the solver whose deadline and alarm hold here, too.
pub(super) fn refute_unstable(
    checkers: &mut [Checker],
    translation: &mut Translation,
    values: &Valuation,
    limits: &Solver,
) -> Result<Stable, SolveError> {
    for Checker { component, unfounded, solver } in checkers {
        solver.set_deadline(limits.deadline());
        solver.set_alarm(limits.alarm().cloned());
        let result = solver.solve_assumps(&unfounded.assumptions(values));
        match result.map_err(SolveError::solver)? {
            SolverResult::Unsat => continue,
            SolverResult::Interrupted => return Ok(Stable::Interrupted),
            SolverResult::Sat => {}
        }
        let set = unfounded.set(|literal| matches!(solver.lit_val(literal), Ok(TernaryVal::True)));
        translation.refute(*component, &set, values);
        return Ok(Stable::No);
    }
    Ok(Stable::Yes)
}
