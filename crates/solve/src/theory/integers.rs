//! The integer constraints of a program, for the solver's store of integers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fixedbitset::FixedBitSet;
use groundplan_sat::integers::{ConstraintId, IntegerVariable, Integers, View};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use super::related::RelatedSums;
use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::integers::{self, Disjoint, Distinct, LinearExpression};
use groundplan_ground::program::{Literal, Program};

/// The integer variables of a search.
#[derive(Debug)]
pub(crate) struct IntegerLogic {
    store: Arc<Mutex<Integers>>,
    /// The variables of the program.
    variables: Vec<IntegerVariable>,
    /// A literal that is always true, once one was needed.
    truth: Option<Lit>,
    /// How many of each kind were read: inequalities, domains, distinct sums, disjoint intervals and products.
    read: [usize; 5],
    /// The clauses that constraints need beside those of the store.
    clauses: Vec<Vec<Lit>>,
    related: RelatedSums,
    /// The variables that are 1 where a variable of the solver is true, and 0 otherwise.
    booleans: FxHashMap<Var, IntegerVariable>,
    pub is_connected: bool,
}

/// What is minimized at one priority, and its bound.
#[derive(Debug)]
pub(crate) struct CostLevel {
    terms: Vec<(i64, IntegerVariable)>,
    constant: i64,
    /// The literal under which the bound holds, and the bound's constraint.
    pub bound: Option<(Lit, ConstraintId)>,
}

/// The absolute value of no sum in the store exceeds this.
const MOST: i64 = 1 << 62;

/// Returns whether all costs of a program that minimizes integer variables are sums that the store can have.
pub(crate) fn costs_fit(program: &Program) -> bool {
    let all = &program.theory.integers;
    let mut most: BTreeMap<i64, u128> = BTreeMap::new();
    for objective in &program.minimize {
        let weights = objective.elements.iter().map(|(_, weight)| u128::from(weight.unsigned_abs()));
        *most.entry(objective.priority).or_default() += weights.sum::<u128>();
    }
    for objective in all.objectives() {
        let of_term = |&(factor, variable): &(i64, integers::IntegerVariable)| {
            let (least, greatest) = all.limits(variable);
            u128::from(factor.unsigned_abs()) * u128::from(least.unsigned_abs().max(greatest.unsigned_abs()))
        };
        let constant = u128::from(objective.sum.constant.unsigned_abs());
        *most.entry(objective.priority).or_default() +=
            objective.sum.terms.iter().map(of_term).sum::<u128>() + constant;
    }
    all.objectives().is_empty() || most.into_values().all(|most| most < u128::from(MOST.unsigned_abs()))
}

/// Returns the costs of an answer set by falling priority: those of its atoms, and those of the values of the integer variables.
#[must_use]
pub fn costs(program: &Program, atoms: &FixedBitSet, values: &[i64]) -> Vec<i64> {
    let mut costs: BTreeMap<Reverse<i64>, i64> = BTreeMap::new();
    for objective in program.objectives() {
        *costs.entry(Reverse(objective.priority)).or_default() += objective.cost(atoms);
    }
    for objective in program.theory.integers.objectives() {
        let cost = objective.sum.value(|variable| values[variable.0 as usize]);
        *costs.entry(Reverse(objective.priority)).or_default() += cost;
    }
    costs.into_values().collect()
}

impl IntegerLogic {
    /// Creates a store. New variables of the solver get numbers from `next_variable` on.
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        IntegerLogic {
            store: Arc::new(Mutex::new(Integers::new(next_variable))),
            variables: Vec::new(),
            truth: None,
            read: [0; 5],
            clauses: Vec::new(),
            related: RelatedSums::default(),
            booleans: FxHashMap::default(),
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
        self.variables.iter().map(|&variable| store.range(variable).0).collect()
    }

    /// The solver's variables by which assignments differ.
    pub fn counted(&self) -> Vec<Var> {
        self.store().literals()
    }

    /// Reads the constraints that are new in a program. Returns clauses that the solver needs. The solver is on level 0.
    pub fn read(&mut self, program: &Program, translation: &mut Translation) -> Vec<Vec<Lit>> {
        let all = &program.theory.integers;
        let [inequalities, domains, distinct, disjoint, products] = self.read;
        for index in self.variables.len()..all.variables().len() {
            let (least, greatest) = all.limits(integers::IntegerVariable(index as u32));
            let has_value = least <= greatest;
            let limits = if has_value { (least, greatest) } else { (least, least) };
            let variable = self.store().add_variable(limits.0, limits.1);
            self.variables.push(variable);
            if !has_value {
                self.clauses.push(Vec::new());
            }
        }
        for product in &all.products()[products..] {
            let truth = self.truth(translation);
            let factors = product.factors.map(|factor| self.variable(factor));
            self.store().add_product(truth, self.variable(product.result), factors);
        }
        let mut bounds: Vec<(Lit, View, i64)> = Vec::new();
        for domain in &all.domains()[domains..] {
            let literal = self.literal(program, translation, domain.literal);
            let variable = self.variable(domain.variable);
            match domain.ranges[..] {
                [(least, greatest)] if self.truth != Some(literal) => {
                    let view = variable.view();
                    bounds.extend([(literal, view, greatest), (literal, view.negated(), -least)]);
                }
                _ => self.store().add_domain(literal, variable, domain.ranges.clone()),
            }
        }
        for inequality in &all.inequalities()[inequalities..] {
            let literal = self.literal(program, translation, inequality.literal);
            match inequality.terms[..] {
                [(factor, variable)] if self.truth != Some(literal) => {
                    let view = self.variable(variable).times(factor);
                    bounds.push((literal, view, inequality.most.div_euclid(factor.abs())));
                }
                _ => self.add_linear(literal, &inequality.terms, inequality.most),
            }
        }
        self.add_bounds(&bounds, translation);
        for constraint in &all.distinct()[distinct..] {
            self.add_distinct(program, translation, constraint);
        }
        for constraint in &all.disjoint()[disjoint..] {
            self.add_disjoint(program, translation, constraint);
        }
        self.related.clauses(&mut self.clauses);
        self.read = [
            all.inequalities().len(),
            all.domains().len(),
            all.distinct().len(),
            all.disjoint().len(),
            all.products().len(),
        ];
        std::mem::take(&mut self.clauses)
    }

    fn variable(&self, variable: integers::IntegerVariable) -> IntegerVariable {
        self.variables[variable.0 as usize]
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

    /// Adds constraints of single variables: where the literal is true, the view is at most the value. They are clauses, and literals
    /// that are true exactly there say so themselves.
    fn add_bounds(&mut self, bounds: &[(Lit, View, i64)], translation: &mut Translation) {
        let all: FxHashSet<(Lit, View, i64)> = bounds.iter().copied().collect();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        for &(literal, view, value) in bounds {
            // More than the value is at most its opposite, less one, of the negation.
            if all.contains(&(!literal, view.negated(), -value - 1)) {
                store.name(view, value, literal);
            }
        }
        for &(literal, view, value) in bounds {
            match store.at_most(view, value, || translation.activation_literal().var()) {
                Ok(said) if said == literal => {}
                Ok(said) => self.clauses.push(vec![!literal, said]),
                Err(true) => {}
                Err(false) => self.clauses.push(vec![!literal]),
            }
        }
    }

    fn add_linear(&mut self, literal: Lit, terms: &[(i64, integers::IntegerVariable)], most: i64) {
        let terms: Vec<_> =
            terms.iter().map(|&(factor, variable)| (factor, self.variable(variable))).collect();
        self.store().add_linear(literal, &terms, most);
        self.related.add(literal, terms, most);
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
            let variable = single.unwrap_or_else(|| {
                let terms = terms.iter().map(|&(factor, variable)| (factor, self.variable(variable)));
                let terms: Vec<_> = terms.collect();
                self.sum(&terms, truth)
            });
            shifted.push((variable, *constant));
        }
        self.store().add_distinct(literal, shifted);
    }

    /// Returns a new variable that is equal to a sum.
    fn sum(&mut self, terms: &[(i64, IntegerVariable)], truth: Lit) -> IntegerVariable {
        let mut store = self.store();
        let ends = terms.iter().map(|&(factor, variable)| {
            let (least, greatest) = store.range(variable);
            let ends = (factor * least, factor * greatest);
            (ends.0.min(ends.1), ends.0.max(ends.1))
        });
        let range = ends.fold((0, 0), |sum, ends| (sum.0 + ends.0, sum.1 + ends.1));
        let sum = store.add_variable(range.0, range.1);
        for sign in [1, -1] {
            let parts = terms.iter().map(|&(factor, variable)| (sign * factor, variable));
            let parts: Vec<_> = parts.chain([(-sign, sum)]).collect();
            store.add_linear(truth, &parts, 0);
        }
        sum
    }

    /// Returns a new variable that is equal to the sum of views, and clauses that this needs. The solver is on level 0.
    pub fn sum_of(
        &mut self,
        views: &[View],
        translation: &mut Translation,
    ) -> (IntegerVariable, Vec<Vec<Lit>>) {
        let truth = self.truth(translation);
        let terms: Vec<_> = views.iter().map(|view| (view.factor(), view.variable())).collect();
        (self.sum(&terms, truth), std::mem::take(&mut self.clauses))
    }

    /// Returns the terms of what is minimized, with positive weights and least values, and their least sum. The solver is on level 0.
    pub fn soft_terms(&self, level: &CostLevel) -> (Vec<(i64, View, i64)>, i64) {
        let store = self.store();
        let soft = |&(factor, variable): &(i64, IntegerVariable)| {
            let view = variable.times(factor);
            (factor.abs(), view, store.lower(view))
        };
        let terms: Vec<(i64, View, i64)> = level.terms.iter().map(soft).collect();
        let lower = level.constant + terms.iter().map(|&(weight, _, least)| weight * least).sum::<i64>();
        (terms, lower)
    }

    /// Returns what is minimized, by falling priority, and the clauses that this needs. The solver is on level 0.
    pub fn cost_levels(
        &mut self,
        program: &Program,
        translation: &mut Translation,
    ) -> (Vec<CostLevel>, Vec<Vec<Lit>>) {
        let mut levels: BTreeMap<Reverse<i64>, CostLevel> = BTreeMap::new();
        let empty = || CostLevel { terms: Vec::new(), constant: 0, bound: None };
        for objective in program.objectives() {
            let level = levels.entry(Reverse(objective.priority)).or_insert_with(empty);
            for &(literal, weight) in &objective.elements {
                let literal = self.literal(program, translation, literal);
                let variable = self.boolean(literal.var(), translation);
                if literal.is_pos() {
                    level.terms.push((weight, variable));
                } else {
                    level.constant += weight;
                    level.terms.push((-weight, variable));
                }
            }
        }
        for objective in program.theory.integers.objectives() {
            let level = levels.entry(Reverse(objective.priority)).or_insert_with(empty);
            let terms = objective.sum.terms.iter();
            level.terms.extend(terms.map(|&(factor, variable)| (factor, self.variable(variable))));
            level.constant += objective.sum.constant;
        }
        for level in levels.values_mut() {
            // Each variable once, as the store wants it.
            let mut sums: BTreeMap<IntegerVariable, i64> = BTreeMap::new();
            for (factor, variable) in level.terms.drain(..) {
                *sums.entry(variable).or_default() += factor;
            }
            let terms = sums.into_iter().filter(|&(_, factor)| factor != 0);
            level.terms.extend(terms.map(|(variable, factor)| (factor, variable)));
        }
        for &(factor, variable) in levels.values().rev().flat_map(|level| &level.terms) {
            self.store().minimize(variable.times(factor));
        }
        (levels.into_values().collect(), std::mem::take(&mut self.clauses))
    }

    /// Returns the variable that is 1 where a variable of the solver is true, and 0 otherwise.
    fn boolean(&mut self, variable: Var, translation: &mut Translation) -> IntegerVariable {
        let IntegerLogic { store, booleans, clauses, .. } = self;
        *booleans.entry(variable).or_insert_with(|| {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            let boolean = store.add_variable(0, 1);
            if !store.name(boolean.view(), 0, variable.neg_lit()) {
                let new = || translation.activation_literal().var();
                let is_false = store.at_most(boolean.view(), 0, new).expect("it has two values");
                clauses.extend([vec![variable.pos_lit(), is_false], vec![variable.neg_lit(), !is_false]]);
            }
            boolean
        })
    }

    /// Bounds the cost of a level from above, where the literal of its bound is true. If it has none, that is `literal`. The bound only
    /// falls. The solver is on level 0.
    pub fn bound(&self, level: &mut CostLevel, literal: impl FnOnce() -> Lit, most: i64) -> Lit {
        // Beyond what a sum can be, it says the same.
        let most = most.saturating_sub(level.constant).clamp(-MOST, MOST);
        let mut store = self.store();
        if let Some((literal, constraint)) = level.bound {
            store.bound(constraint, most);
            return literal;
        }
        let literal = literal();
        level.bound = Some((literal, store.add_linear(literal, &level.terms, most)));
        literal
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
                self.add_linear(before, &[(1, first), (-1, second)], -first_length);
                self.add_linear(after, &[(1, second), (-1, first)], -second_length);
            }
        }
    }
}
