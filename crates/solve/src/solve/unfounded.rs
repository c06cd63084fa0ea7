//! Search for unfounded sets in components with head cycles, by a SAT solver.
//!
//! Many components share a solver, because a program may have ten thousands of them. Their clauses have no variable in
//! common, and one call checks all components of a solver. A model is an unfounded set of at least one component,
//! and empty for the others.

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::SolveError;
use crate::translate::loops::{ComponentId, StabilityCheck};
use crate::translate::{Translation, Valuation};

/// The test of one component, whose variables start at `first` in the solver.
#[derive(Debug)]
struct ComponentCheck {
    component: ComponentId,
    unfounded: StabilityCheck,
    first: u32,
}

/// The solvers that test candidates for unfounded sets.
#[derive(Default, Debug)]
pub(super) struct Checker {
    groups: Vec<CheckGroup>,
}

/// Components that share a solver.
#[derive(Debug)]
struct CheckGroup {
    checks: Vec<ComponentCheck>,
    solver: Solver,
    variables: u32,
    /// A literal that implies that the set of at least one component is not empty.
    nonempty: Option<Lit>,
}

/// The result of testing a candidate.
pub(super) enum Stable {
    Yes,
    /// The candidate is no answer set; clauses that exclude it have been written.
    No,
    Interrupted,
}

impl ComponentCheck {
    fn literal(&self, literal: Lit) -> Lit {
        Lit::new(literal.vidx32() + self.first, literal.is_neg())
    }
}

impl CheckGroup {
    fn new(config: &Config) -> Result<Self, SolveError> {
        let solver = Solver::with_config(config.clone())?;
        Ok(CheckGroup { checks: Vec::new(), solver, variables: 0, nonempty: None })
    }

    fn add(&mut self, component: ComponentId, mut unfounded: StabilityCheck) -> Result<(), SolveError> {
        let clauses = unfounded.take_clauses();
        let check = ComponentCheck { component, unfounded, first: self.variables };
        self.variables += check.unfounded.variables();
        for clause in clauses.iter() {
            let clause: Vec<Lit> = clause.iter().map(|&literal| check.literal(literal)).collect();
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        // The set is not empty in this component or in an earlier one. The chain avoids one clause with the members of
        // all components, which would be scanned again for each.
        let nonempty = Lit::positive(self.variables);
        self.variables += 1;
        let mut some: Vec<Lit> = self.nonempty.replace(nonempty).into_iter().chain([!nonempty]).collect();
        some.extend(check.unfounded.members().map(|literal| check.literal(literal)));
        self.solver.add_clause_ref(Cl::new(&some)).map_err(SolveError::solver)?;
        self.checks.push(check);
        Ok(())
    }

    /// Tests the components of this group: see [`Checker::refute`].
    fn refute(
        &mut self,
        translation: &mut Translation,
        values: &Valuation,
        limits: &Solver,
    ) -> Result<Stable, SolveError> {
        let CheckGroup { checks, solver, nonempty, .. } = self;
        solver.set_deadline(limits.deadline());
        solver.set_alarm(limits.alarm().cloned());
        let mut assumptions: Vec<Lit> = nonempty.iter().copied().collect();
        for check in checks.iter() {
            assumptions.extend(check.unfounded.assumptions(values).map(|literal| check.literal(literal)));
        }
        match solver.solve_assumps(&assumptions).map_err(SolveError::solver)? {
            SolverResult::Unsat => return Ok(Stable::Yes),
            SolverResult::Interrupted => return Ok(Stable::Interrupted),
            SolverResult::Sat => {}
        }
        for check in checks.iter() {
            let holds = |literal: Lit| matches!(solver.lit_val(check.literal(literal)), Ok(TernaryVal::True));
            let set = check.unfounded.set(holds);
            if set.iter().any(|&chosen| chosen) {
                translation.refute(check.component, &set, values);
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
            if self.groups.last().is_none_or(|group| group.checks.len() >= most) {
                self.groups.push(CheckGroup::new(config)?);
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
