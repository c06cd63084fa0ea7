//! What is kept of a propagator between the engine's calls.

use groundplan::propagator::{Control as Solver, LiteralNumbers, Setup, SolverLiteral};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::no_literal;
use crate::error::Result;

/// The state of a propagator.
#[derive(Default)]
pub struct PropagatorState {
    /// The numbers of the solver's literals.
    pub numbers: LiteralNumbers,
    /// The variables that the engine reports.
    reported: FxHashSet<i32>,
    pub watched: FxHashSet<i32>,
    /// The literals reported as true, each with the decision level of the report.
    pub told: Vec<(i32, usize)>,
    /// Whether `undo` is also called for levels on which only `check` was called, and these levels (above 0).
    pub always_undoes: bool,
    pub checked: Vec<usize>,
    /// When `check` is called, as in clingo: 0 never, 1 on total assignments, 2 after propagation, 3 both.
    pub check_mode: u8,
    /// The literals equivalent to conjunctions, by the numbers of the conjunctions.
    pub conjunctions: FxHashMap<i64, i32>,
    /// The literals that `init` has fixed, in this order: some clause has no other literal that is not false.
    fixed: IndexSet<i32, FxBuildHasher>,
    /// Whether all literals of such a clause are false.
    is_refuted: bool,
    /// The solver call of the last initialization, with the numbers of atoms and of rules at that time.
    pub set_up: Option<(u64, usize, usize)>,
}

impl PropagatorState {
    /// Returns the state of a new propagator, which is called on total assignments.
    pub fn new() -> Self {
        PropagatorState { check_mode: 1, ..PropagatorState::default() }
    }

    /// Returns the solver's literal with a number.
    pub fn literal(&self, number: i32) -> Result<SolverLiteral> {
        self.numbers.literal(number).ok_or_else(|| no_literal(number))
    }

    /// Returns the number of a literal that the propagator has obtained.
    pub fn number(&self, literal: SolverLiteral) -> i32 {
        self.numbers.number(literal).expect("it was obtained from the engine")
    }

    /// Returns the numbers of those literals that are watched.
    pub fn watched_among(&self, literals: &[SolverLiteral]) -> impl Iterator<Item = i32> {
        let numbers = literals.iter().filter_map(|&literal| self.numbers.number(literal));
        numbers.filter(|number| self.watched.contains(number)).collect::<Vec<_>>().into_iter()
    }

    /// Has the engine report both values of a literal from now on, so that watches may change. Returns its number.
    pub fn report(&mut self, setup: &mut Setup<'_>, literal: SolverLiteral) -> i32 {
        let number = self.number(literal);
        if self.reported.insert(number.abs()) {
            setup.watch(literal);
            setup.watch(!literal);
        }
        number
    }

    /// Does so during the search.
    pub fn report_now(&mut self, solver: &mut Solver<'_>, literal: SolverLiteral) -> i32 {
        let number = self.number(literal);
        if self.reported.insert(number.abs()) {
            solver.watch(literal);
            solver.watch(!literal);
        }
        number
    }

    /// Returns the literals that are known to be true before the search.
    pub fn trail_before_search(&self, setup: &Setup<'_>) -> Vec<i32> {
        let trail = setup.trail().iter().filter_map(|&literal| self.numbers.number(literal));
        let mut trail: IndexSet<i32, FxBuildHasher> = trail.collect();
        trail.extend(&self.fixed);
        trail.into_iter().collect()
    }

    /// Whether unit clauses fix a literal before the search.
    pub fn is_fixed(&self, setup: &Setup<'_>, literal: SolverLiteral) -> bool {
        setup.value(literal) == Some(true) || self.fixed.contains(&self.number(literal))
    }

    /// Records the literal that a clause fixes, if any. Returns false if all literals of the clause are false.
    pub fn fix(&mut self, setup: &Setup<'_>, clause: &[SolverLiteral]) -> bool {
        let mut open: Vec<SolverLiteral> =
            clause.iter().copied().filter(|&literal| !self.is_fixed(setup, !literal)).collect();
        open.dedup();
        if let [unit] = open.as_slice() {
            if !self.is_fixed(setup, *unit) {
                self.fixed.insert(self.number(*unit));
            }
        }
        self.is_refuted |= open.is_empty();
        !self.is_refuted
    }

    /// Returns the literals with these numbers.
    pub fn clause(&self, literals: &[i32]) -> Result<Vec<SolverLiteral>> {
        literals.iter().map(|&literal| self.literal(literal)).collect()
    }
}
