//! The integer constraints of a program, for the solver's store of integers.

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan_sat::integers::{IntegerVariable, Integers};
use rustsat::types::{Lit, Var};

use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::integers::{self, Disjoint, Distinct, LinearExpression};
use groundplan_ground::program::{Literal, Program};

/// The integer variables of a search.
#[derive(Debug)]
pub(crate) struct IntegerLogic {
    store: Arc<Mutex<Integers>>,
    /// The variables of the program, and their ranges on level 0 as far as facts say them.
    variables: Vec<(IntegerVariable, (i64, i64))>,
    /// A literal that is always true, once one was needed.
    truth: Option<Lit>,
    /// How many of each kind were read: inequalities, domains, distinct sums and disjoint intervals.
    read: [usize; 4],
    /// The clauses that constraints need beside those of the store.
    clauses: Vec<Vec<Lit>>,
    pub is_connected: bool,
}

impl IntegerLogic {
    /// Creates a store. New variables of the solver get numbers from `next_variable` on.
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        IntegerLogic {
            store: Arc::new(Mutex::new(Integers::new(next_variable))),
            variables: Vec::new(),
            truth: None,
            read: [0; 4],
            clauses: Vec::new(),
            is_connected: false,
        }
    }

    /// The store. It panicked if its lock is poisoned, and then the solver is not used any more.
    pub fn store(&self) -> MutexGuard<'_, Integers> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the store as a propagator.
    pub fn connect(&mut self) -> Arc<Mutex<Integers>> {
        self.is_connected = true;
        Arc::clone(&self.store)
    }

    /// Returns the values of the variables, each of which has one.
    pub fn values(&self) -> Vec<i64> {
        let store = self.store();
        self.variables.iter().map(|&(variable, _)| store.range(variable).0).collect()
    }

    /// The solver's variables by which assignments differ.
    pub fn counted(&self) -> Vec<Var> {
        self.store().literals().to_vec()
    }

    /// Reads the constraints that are new in a program. Returns clauses that the solver needs. The solver is on level 0.
    pub fn read(&mut self, program: &Program, translation: &mut Translation) -> Vec<Vec<Lit>> {
        let all = &program.theory.integers;
        let [inequalities, domains, distinct, disjoint] = self.read;
        let mut hulls = vec![all.bounds; all.variables().len() - self.variables.len()];
        for domain in &all.domains()[domains..] {
            let place = (domain.variable.0 as usize).checked_sub(self.variables.len());
            let (Some(place), true) = (place, program.is_fact_literal(domain.literal)) else { continue };
            let hull = &mut hulls[place];
            // If there is no value, the constraint says so.
            if let (Some(&(least, _)), Some(&(_, greatest))) = (domain.ranges.first(), domain.ranges.last()) {
                let narrower = (hull.0.max(least), hull.1.min(greatest));
                *hull = if narrower.0 <= narrower.1 { narrower } else { *hull };
            }
        }
        for hull in hulls {
            let variable = self.store().add_variable(hull.0, hull.1);
            self.variables.push((variable, hull));
        }
        for domain in &all.domains()[domains..] {
            let literal = self.literal(program, translation, domain.literal);
            let variable = self.variable(domain.variable);
            self.store().add_domain(literal, variable, domain.ranges.clone());
        }
        for inequality in &all.inequalities()[inequalities..] {
            let literal = self.literal(program, translation, inequality.literal);
            self.add_linear(literal, &inequality.terms, inequality.most);
        }
        for constraint in &all.distinct()[distinct..] {
            self.add_distinct(program, translation, constraint);
        }
        for constraint in &all.disjoint()[disjoint..] {
            self.add_disjoint(program, translation, constraint);
        }
        self.read = [
            all.inequalities().len(),
            all.domains().len(),
            all.distinct().len(),
            all.disjoint().len(),
        ];
        std::mem::take(&mut self.clauses)
    }

    fn variable(&self, variable: integers::IntegerVariable) -> IntegerVariable {
        self.variables[variable.0 as usize].0
    }

    fn truth(&mut self, translation: &mut Translation) -> Lit {
        *self.truth.get_or_insert_with(|| {
            let truth = translation.activation_literal();
            self.clauses.push(vec![truth]);
            truth
        })
    }

    /// Returns the solver's literal that is equivalent to a literal of the program.
    fn literal(&mut self, program: &Program, translation: &mut Translation, literal: Literal) -> Lit {
        // The translation writes only the directions that are requested; equivalence needs both.
        translation.assumption(program, literal.complement());
        match translation.assumption(program, literal) {
            KnownLiteral::Literal(literal) => literal,
            KnownLiteral::Constant(true) => self.truth(translation),
            KnownLiteral::Constant(false) => !self.truth(translation),
        }
    }

    fn add_linear(&self, literal: Lit, terms: &[(i64, integers::IntegerVariable)], most: i64) {
        let terms: Vec<_> = terms.iter().map(|&(factor, variable)| (factor, self.variable(variable))).collect();
        self.store().add_linear(literal, &terms, most);
    }

    fn add_distinct(&mut self, program: &Program, translation: &mut Translation, distinct: &Distinct) {
        let literal = self.literal(program, translation, distinct.literal);
        let truth = self.truth(translation);
        let mut shifted: Vec<(IntegerVariable, i64)> = Vec::new();
        for LinearExpression { terms, constant } in &distinct.sums {
            let single = match terms[..] {
                [(1, variable)] => Some(self.variable(variable)),
                _ => None,
            };
            let single = single.filter(|variable| shifted.iter().all(|(other, _)| other != variable));
            let variable = single.unwrap_or_else(|| self.sum(terms, truth));
            shifted.push((variable, *constant));
        }
        self.store().add_distinct(literal, shifted);
    }

    /// Returns a new variable that is equal to a sum.
    fn sum(&mut self, terms: &[(i64, integers::IntegerVariable)], truth: Lit) -> IntegerVariable {
        let ends = terms.iter().map(|&(factor, variable)| {
            let (least, greatest) = self.variables[variable.0 as usize].1;
            let ends = (factor * least, factor * greatest);
            (ends.0.min(ends.1), ends.0.max(ends.1))
        });
        let range = ends.fold((0, 0), |sum, ends| (sum.0 + ends.0, sum.1 + ends.1));
        let mut store = self.store();
        let sum = store.add_variable(range.0, range.1);
        for sign in [1, -1] {
            let parts = terms.iter().map(|&(factor, variable)| (sign * factor, self.variable(variable)));
            let parts: Vec<_> = parts.chain([(-sign, sum)]).collect();
            store.add_linear(truth, &parts, 0);
        }
        sum
    }

    /// Adds disjoint intervals: of two, one ends before the other begins.
    fn add_disjoint(&mut self, program: &Program, translation: &mut Translation, disjoint: &Disjoint) {
        let literal = self.literal(program, translation, disjoint.literal);
        let is_certain = self.truth == Some(literal);
        for (place, &(first, first_length)) in disjoint.intervals.iter().enumerate() {
            for &(second, second_length) in &disjoint.intervals[place + 1..] {
                let before = translation.activation_literal();
                let after = if is_certain { !before } else { translation.activation_literal() };
                if !is_certain {
                    self.clauses.push(vec![!literal, before, after]);
                }
                if first == second {
                    // An interval overlaps itself.
                    self.clauses.push(vec![!literal]);
                    continue;
                }
                self.add_linear(before, &[(1, first), (-1, second)], -first_length);
                self.add_linear(after, &[(1, second), (-1, first)], -second_length);
            }
        }
    }
}
