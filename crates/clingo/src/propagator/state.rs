//! What is kept of a propagator between the engine's calls.

use groundplan::program::Literal;
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
    /// A copy that needs no lock: the positive literals by their numbers less 1, and the numbers by variable; 0 for none.
    known_literals: Vec<SolverLiteral>,
    known_numbers: Vec<i32>,
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
    /// Whether the last `check` was on a total assignment.
    pub is_checked: bool,
    /// The literals that were added in the searches of this solver call.
    pub added: Vec<SolverLiteral>,
    /// For variables that the last `init` has asked for, a literal of the program that the positive literal stands for.
    pub of_program: FxHashMap<i32, Literal>,
    /// The literals that `init` has fixed, in this order: some clause has no other literal that is not false.
    fixed: IndexSet<i32, FxBuildHasher>,
    /// Whether all literals of such a clause are false.
    is_refuted: bool,
    /// The other clauses of the last `init`, the places of those that have the complement of a literal, and the number of fixed literals
    /// whose clauses were looked at.
    clauses: Vec<Vec<SolverLiteral>>,
    occurrences: FxHashMap<SolverLiteral, Vec<usize>>,
    propagated: usize,
    /// The solver call of the last initialization, with the numbers of atoms and of rules at that time.
    pub set_up: Option<(u64, usize, usize)>,
}

impl PropagatorState {
    /// Returns the state of a new propagator, which is called on total assignments.
    pub fn new() -> Self {
        PropagatorState { check_mode: 1, ..PropagatorState::default() }
    }

    /// Forgets what is of use only in one solver call.
    pub fn begin(&mut self) {
        self.added.clear();
        self.of_program.clear();
        self.clauses.clear();
        self.occurrences.clear();
        self.propagated = self.fixed.len();
    }

    /// Takes the numbers of the search.
    pub fn take_numbers(&mut self, numbers: &LiteralNumbers) {
        if !self.numbers.is_same(numbers) {
            self.known_literals.clear();
            self.known_numbers.clear();
        }
        self.numbers = numbers.clone();
    }

    /// Reads the numbers that are new.
    fn read_numbers(&mut self) {
        for literal in self.numbers.literals_from(self.known_literals.len()) {
            self.known_literals.push(literal);
            let variable = literal.vidx();
            if self.known_numbers.len() <= variable {
                self.known_numbers.resize(variable + 1, 0);
            }
            self.known_numbers[variable] = self.known_literals.len() as i32;
        }
    }

    /// Returns the solver's literal with a number.
    pub fn literal(&mut self, number: i32) -> Result<SolverLiteral> {
        let place = (number.unsigned_abs() as usize).checked_sub(1).ok_or_else(|| no_literal(number))?;
        if place >= self.known_literals.len() {
            self.read_numbers();
        }
        let literal = *self.known_literals.get(place).ok_or_else(|| no_literal(number))?;
        Ok(if number < 0 { !literal } else { literal })
    }

    /// Returns the number of a literal, if a propagator has obtained it.
    pub fn known_number(&mut self, literal: SolverLiteral) -> Option<i32> {
        let variable = literal.vidx();
        if self.known_numbers.get(variable).is_none_or(|&number| number == 0) {
            self.read_numbers();
        }
        let number = self.known_numbers.get(variable).copied().filter(|&number| number != 0)?;
        Some(if literal.is_neg() { -number } else { number })
    }

    /// Returns the number of a literal that the propagator has obtained.
    pub fn number(&self, literal: SolverLiteral) -> i32 {
        self.numbers.number(literal).expect("it was obtained from the engine")
    }

    /// Returns the numbers of those literals that are watched.
    pub fn watched_among(&mut self, literals: &[SolverLiteral]) -> Vec<i32> {
        let mut watched = Vec::with_capacity(literals.len());
        for &literal in literals {
            watched.extend(self.known_number(literal).filter(|number| self.watched.contains(number)));
        }
        watched
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

    /// Records the literal that a clause fixes, if any, and otherwise the clause. Returns false if all literals of some clause are
    /// false.
    pub fn fix(&mut self, setup: &Setup<'_>, clause: &[SolverLiteral]) -> bool {
        if self.fix_unit(setup, clause) > 1 {
            for &literal in clause {
                self.occurrences.entry(!literal).or_default().push(self.clauses.len());
            }
            self.clauses.push(clause.to_vec());
        }
        !self.is_refuted
    }

    /// Records the literal that a clause fixes, if any. Returns the number of its literals that are not false.
    fn fix_unit(&mut self, setup: &Setup<'_>, clause: &[SolverLiteral]) -> usize {
        let mut open: Vec<SolverLiteral> =
            clause.iter().copied().filter(|&literal| !self.is_fixed(setup, !literal)).collect();
        open.dedup();
        if let [unit] = open.as_slice() {
            if !self.is_fixed(setup, *unit) {
                self.fixed.insert(self.number(*unit));
            }
        }
        self.is_refuted |= open.is_empty();
        open.len()
    }

    /// Records what the clauses of this `init` fix together. Returns false if all literals of one are false.
    pub fn propagate(&mut self, setup: &Setup<'_>) -> bool {
        while let Some(&number) = self.fixed.get_index(self.propagated) {
            self.propagated += 1;
            let Some(literal) = self.numbers.literal(number) else { continue };
            for place in self.occurrences.remove(&literal).unwrap_or_default() {
                let clause = std::mem::take(&mut self.clauses[place]);
                self.fix_unit(setup, &clause);
                self.clauses[place] = clause;
            }
        }
        !self.is_refuted
    }

    /// Returns the literals with these numbers.
    pub fn clause(&mut self, literals: &[i32]) -> Result<Vec<SolverLiteral>> {
        literals.iter().map(|&literal| self.literal(literal)).collect()
    }
}
