//! Components with head cycles: a solver that looks for an unfounded set in every candidate for an answer set.
//!
//! Components are put together, many to a solver: there may be ten thousands of them. Their questions have no variable in
//! common, and one call asks all of a solver: a model is an unfounded set of some of them, and no set at all of the others.

use groundplan_sat::{Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::SolveError;
use crate::translate::loops::{ComponentId, StabilityCheck};
use crate::translate::{Translation, Valuation};

/// The question for an unfounded set of a component, with its variables from the first one on.
#[derive(Debug)]
struct Part {
    component: ComponentId,
    unfounded: StabilityCheck,
    first: u32,
}

/// The solvers with the questions for unfounded sets.
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
        // In this one or in one before: one clause with the members of all would be looked through again for each.
        let asks = Lit::positive(self.variables);
        self.variables += 1;
        let mut some: Vec<Lit> = self.asks.replace(asks).into_iter().chain([!asks]).collect();
        some.extend(part.unfounded.members().map(|literal| part.literal(literal)));
        self.solver.add_clause_ref(Cl::new(&some)).map_err(SolveError::solver)?;
        self.parts.push(part);
        Ok(())
    }

    /// See [`Checker::refute`].
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
    /// Takes the questions that were translated since the last time, so many components to a solver.
    ///
    /// # Errors
    ///
    /// If a solver cannot be started, or broke down.
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
