//! Components with head cycles: a solver that looks for an unfounded set in every candidate for an answer set.
//!
//! It is one solver for all components, for there may be ten thousands. Their questions have no variable in common, and one
//! call asks them all: a model is an unfounded set of some of them, and no set at all of the others.

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::SolveError;
use crate::translate::loops::{ComponentId, Unfounded};
use crate::translate::{Translation, Valuation};

/// The question for an unfounded set of a component, with its variables from the first one on.
#[derive(Debug)]
struct Part {
    component: ComponentId,
    unfounded: Unfounded,
    first: u32,
}

/// A solver with the questions for unfounded sets.
#[derive(Default, Debug)]
pub(super) struct Checker {
    parts: Vec<Part>,
    /// Made for the first question.
    solver: Option<Solver>,
    variables: u32,
    /// If it holds, one of the components has an atom in its set.
    asks: Option<Lit>,
}

/// Whether a candidate is an answer set.
pub(super) enum Stable {
    Yes,
    /// It is not, and clauses that say so are written.
    No,
    Interrupted,
}

impl Part {
    fn literal(&self, literal: Lit) -> Lit {
        Lit::new(literal.vidx32() + self.first, literal.is_neg())
    }
}

impl Checker {
    /// Takes the questions that were translated since the last time.
    ///
    /// # Errors
    ///
    /// If the solver cannot be started, or broke down.
    pub fn take(&mut self, translation: &mut Translation, config: &Config) -> Result<(), SolveError> {
        let new = translation.take_unfounded();
        if new.is_empty() {
            return Ok(());
        }
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::with_config(config.clone())?),
        };
        let mut some: Vec<Lit> = self.asks.into_iter().collect();
        for (component, mut unfounded) in new {
            let clauses = unfounded.take_clauses();
            let part = Part { component, unfounded, first: self.variables };
            self.variables += part.unfounded.variables();
            for clause in clauses.iter() {
                let clause: Vec<Lit> = clause.iter().map(|&literal| part.literal(literal)).collect();
                solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
            }
            some.extend(part.unfounded.members().map(|literal| part.literal(literal)));
            self.parts.push(part);
        }
        let asks = Lit::positive(self.variables);
        self.variables += 1;
        some.push(!asks);
        solver.add_clause_ref(Cl::new(&some)).map_err(SolveError::solver)?;
        self.asks = Some(asks);
        Ok(())
    }

    /// Looks for unfounded sets of a candidate, and refutes it by those that are found. `limits` is the solver whose deadline
    /// and alarm hold here, too.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn refute(
        &mut self,
        translation: &mut Translation,
        values: &Valuation,
        limits: &Solver,
    ) -> Result<Stable, SolveError> {
        let Checker { parts, solver: Some(solver), asks, .. } = self else { return Ok(Stable::Yes) };
        solver.set_deadline(limits.deadline());
        solver.set_alarm(limits.alarm().cloned());
        let mut assumptions: Vec<Lit> = asks.iter().copied().collect();
        for part in parts.iter() {
            assumptions.extend(part.unfounded.given(values).map(|literal| part.literal(literal)));
        }
        match solver.solve_assumps(&assumptions).map_err(SolveError::solver)? {
            SolverResult::Unsat => return Ok(Stable::Yes),
            SolverResult::Interrupted => return Ok(Stable::Interrupted),
            SolverResult::Sat => {}
        }
        for part in parts.iter() {
            let holds = |literal: Lit| matches!(solver.lit_val(part.literal(literal)), Ok(TernaryVal::True));
            let set = part.unfounded.set(holds);
            if set.iter().any(|&chosen| chosen) {
                translation.refute(part.component, &set, values);
            }
        }
        Ok(Stable::No)
    }
}
