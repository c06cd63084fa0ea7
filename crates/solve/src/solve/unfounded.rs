//! Search for unfounded sets in components with head cycles, by a SAT solver.
//!
//! A program may have ten thousands of such components, so many of them share a solver. Their clauses have no variable
//! in common, and one call checks all components of a solver. A model is an unfounded set of at least one component,
//! and empty for the others.

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::SolveError;
use crate::translate::loops::{ComponentId, StabilityCheck};
use crate::translate::{Translation, Valuation};

/// The test of one component, whose variables start at `first` in the solver.
#[derive(Debug)]
struct Part {
    component: ComponentId,
    unfounded: StabilityCheck,
    first: u32,
}

/// The solvers that test candidates for unfounded sets.
#[derive(Default, Debug)]
pub(super) struct Checker {
    groups: Vec<Group>,
}

/// Components that share a solver.
#[derive(Debug)]
struct Group {
    parts: Vec<Part>,
    solver: Solver,
    variables: u32,
    /// A literal that implies that the set of at least one component is not empty.
    asks: Option<Lit>,
}

/// The result of testing a candidate.
pub(super) enum Stable {
    Yes,
    /// The candidate is no answer set; clauses that exclude it have been written.
    No,
    Interrupted,
}

impl Part {
    fn literal(&self, literal: Lit) -> Lit {
        Lit::new(literal.vidx32() + self.first, literal.is_neg())
    }
}

impl Group {
    fn new(config: &Config) -> Result<Self, SolveError> {
        let solver = Solver::with_config(config.clone())?;
        Ok(Group { parts: Vec::new(), solver, variables: 0, asks: None })
    }

    fn add(&mut self, component: ComponentId, mut unfounded: StabilityCheck) -> Result<(), SolveError> {
        let clauses = unfounded.take_clauses();
        let part = Part { component, unfounded, first: self.variables };
        self.variables += part.unfounded.variables();
        for clause in clauses.iter() {
            let clause: Vec<Lit> = clause.iter().map(|&literal| part.literal(literal)).collect();
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        // The set is not empty in this component or in an earlier one. The chain avoids one clause with the members of
        // all components, which would be scanned again for each.
        let asks = Lit::positive(self.variables);
        self.variables += 1;
        let mut some: Vec<Lit> = self.asks.replace(asks).into_iter().chain([!asks]).collect();
        some.extend(part.unfounded.members().map(|literal| part.literal(literal)));
        self.solver.add_clause_ref(Cl::new(&some)).map_err(SolveError::solver)?;
        self.parts.push(part);
        Ok(())
    }

    /// Tests the components of this group: see [`Checker::refute`].
    fn refute(
        &mut self,
        translation: &mut Translation,
        values: &Valuation,
        limits: &Solver,
    ) -> Result<Stable, SolveError> {
        let Group { parts, solver, asks, .. } = self;
        solver.set_deadline(limits.deadline());
        solver.set_alarm(limits.alarm().cloned());
        let mut assumptions: Vec<Lit> = asks.iter().copied().collect();
        for part in parts.iter() {
            assumptions.extend(part.unfounded.assumptions(values).map(|literal| part.literal(literal)));
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

impl Checker {
    /// Adds the components that were translated since the last call, at most `most` to a solver.
    ///
    /// # Errors
    ///
    /// If a solver cannot be started, or failed.
    pub fn take(
        &mut self,
        translation: &mut Translation,
        config: &Config,
        most: usize,
    ) -> Result<(), SolveError> {
        for (component, unfounded) in translation.take_stability_checks() {
            if self.groups.last().is_none_or(|group| group.parts.len() >= most) {
                self.groups.push(Group::new(config)?);
            }
            self.groups.last_mut().expect("one with room").add(component, unfounded)?;
        }
        Ok(())
    }

    /// Searches for unfounded sets of a candidate, and writes loop formulas for those found. `limits` is the solver
    /// whose deadline and alarm apply here as well.
    ///
    /// # Errors
    ///
    /// If a solver failed.
    pub fn refute(
        &mut self,
        translation: &mut Translation,
        values: &Valuation,
        limits: &Solver,
    ) -> Result<Stable, SolveError> {
        let mut stable = Stable::Yes;
        for group in &mut self.groups {
            match group.refute(translation, values, limits)? {
                Stable::Yes => {}
                Stable::No => stable = Stable::No,
                Stable::Interrupted => return Ok(Stable::Interrupted),
            }
        }
        Ok(stable)
    }
}
