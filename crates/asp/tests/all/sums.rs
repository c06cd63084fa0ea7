//! Sums of every size and use, under every assignment of their elements.
//!
//! The random programs are too small for the encodings of long sums: here are counters of every kind, used in one
//! direction, in the other, and in both.

use groundplan::program::{AtomId, Body, HeadKind, Literal, Program};
use groundplan::solve::SearchConfig;
use groundplan::translate::{Clauses, Meaning, Method, Sums, Translation};
use groundplan_sat::Backend;
use rustsat::types::{Lit, TernaryVal, Var};

use crate::support::engines::{query, with_program};
use crate::support::modes;

struct Sum {
    bound: i64,
    elements: Vec<(Literal, i64)>,
    program: Program,
    reached: AtomId,
    /// If true, the sum must not reach its bound; if the second is true, it must.
    forbids: AtomId,
    demands: AtomId,
}

/// Clauses for all sums, and every way to deal with them where there is a choice.
fn configs() -> Vec<SearchConfig> {
    let mut configs = vec![SearchConfig::new(Backend::Varisat, Method::default())];
    for backend in modes::backends().iter().filter(|backend| backend.takes_propagators()) {
        configs.extend(Sums::ALL.iter().map(|&sums| {
            let mut config = modes::of(backend, Method::default());
            config.sums = sums;
            config
        }));
    }
    configs
}

/// `{x1; ...}. reached :- sum. {forbids; demands}. :- forbids, reached. :- demands, not reached.`
fn sum(bound: i64, weights: &[i64]) -> Sum {
    let mut program = Program::new();
    let inputs: Vec<AtomId> = weights.iter().map(|_| program.new_atom()).collect();
    let elements: Vec<(Literal, i64)> =
        inputs.iter().zip(weights).map(|(a, &w)| (Literal::new(*a, a.0 % 4 == 3), w)).collect();
    let [reached, forbids, demands] = [(); 3].map(|()| program.new_atom());
    let rules = &mut program.rules;
    rules.push(HeadKind::Choice, &inputs, Body::Conjunction(&[]));
    rules.push(HeadKind::Choice, &[forbids, demands], Body::Conjunction(&[]));
    rules.push(HeadKind::Disjunction, &[reached], Body::Sum { bound, elements: &elements });
    rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[forbids.positive(), reached.positive()]));
    rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[demands.positive(), reached.negative()]));
    Sum { bound, elements, program, reached, forbids, demands }
}

impl Sum {
    fn assignment(&self, set: usize) -> Vec<Literal> {
        (0..self.elements.len()).map(|i| Literal::new(AtomId(i as u32), set >> i & 1 == 0)).collect()
    }

    fn is_reached(&self, set: usize) -> bool {
        let holds = |l: Literal| (set >> l.atom().0 & 1 == 1) != l.is_negative();
        self.elements.iter().filter(|e| holds(e.0)).map(|e| i128::from(e.1)).sum::<i128>()
            >= i128::from(self.bound)
    }

    fn check(&self, assume_reached: bool) {
        for config in configs() {
            self.check_by(&config, assume_reached);
        }
        self.check_readings();
    }

    fn check_by(&self, config: &SearchConfig, assume_reached: bool) {
        let mut engine = with_program(config, &self.program);
        for set in 0..1 << self.elements.len() {
            let expected = self.is_reached(set);
            let mut satisfiable = |literal: Literal| {
                let mut assumptions = self.assignment(set);
                assumptions.push(literal);
                let found = query(&mut engine, &assumptions).first().unwrap();
                found.is_some_and(|model| {
                    assert_eq!(model.holds(self.reached), expected);
                    true
                })
            };
            assert_eq!(satisfiable(self.demands.positive()), expected, "bound {}, {set:b}", self.bound);
            assert_eq!(satisfiable(self.forbids.positive()), !expected, "bound {}, {set:b}", self.bound);
            if assume_reached {
                assert_eq!(satisfiable(self.reached.positive()), expected, "bound {}, {set:b}", self.bound);
                assert_eq!(satisfiable(self.reached.negative()), !expected, "bound {}, {set:b}", self.bound);
            }
        }
    }

    /// Under the sets of at most two elements that hold (that do not, if so demanded), all clauses hold under their
    /// meanings exactly if the sum is as demanded; and the solver agrees. Returns how many sets are.
    fn check_near_readings(&self, demanded: bool) -> usize {
        let mut translation = Translation::new(Method::default());
        translation.extend(&self.program).unwrap();
        let clauses: Clauses = translation.take_clauses();
        let mut engine = with_program(&SearchConfig::new(Backend::Varisat, Method::default()), &self.program);
        let length = self.elements.len();
        let pairs = (0..length).flat_map(|a| (a..length).map(move |b| 1_usize << a | 1 << b));
        let mut allowed = 0;
        for pair in pairs.chain([0]) {
            // The atoms of negative elements hold where the elements do not.
            let held = if demanded { !pair } else { pair };
            let set = (0..length)
                .filter(|&i| (held >> i & 1 == 1) != self.elements[i].0.is_negative())
                .fold(0, |set, i| set | 1 << i);
            let atoms: Vec<usize> = (0..length).filter(|i| set >> i & 1 == 1).collect();
            let mut atoms: fixedbitset::FixedBitSet = atoms.into_iter().collect();
            atoms.grow(self.program.atom_count());
            let expected = self.is_reached(set) == demanded;
            atoms.set(self.reached.index(), demanded);
            atoms.set(if demanded { self.demands } else { self.forbids }.index(), true);
            let assignment = translation.model_of(&atoms);
            let holds = |&literal: &Lit| assignment.lit_value(literal) == TernaryVal::True;
            assert_eq!(clauses.iter().all(|clause| clause.iter().any(holds)), expected, "{set:b}");
            let found = query(&mut engine, &self.assignment(set)).first().unwrap();
            assert_eq!(found.is_some(), expected, "{set:b}");
            allowed += usize::from(expected);
        }
        allowed
    }

    /// Returns how many variables are inside counters.
    fn check_readings(&self) -> usize {
        let mut translation = Translation::new(Method::default());
        translation.extend(&self.program).unwrap();
        let clauses: Clauses = translation.take_clauses();
        assert_eq!(clauses.len(), translation.clause_count());
        assert_eq!(clauses.len(), clauses.iter().count());
        assert!(!clauses.is_empty() && translation.take_clauses().is_empty());
        for set in 0..1 << self.elements.len() {
            let reached = self.is_reached(set);
            let mut atoms: fixedbitset::FixedBitSet =
                (0..self.elements.len()).filter(|i| set >> i & 1 == 1).collect();
            atoms.grow(self.program.atom_count());
            atoms.set(self.reached.index(), reached);
            atoms.set(self.forbids.index(), !reached);
            atoms.set(self.demands.index(), reached);
            let assignment = translation.model_of(&atoms);
            let holds = |&literal: &Lit| assignment.lit_value(literal) == TernaryVal::True;
            for clause in clauses.iter() {
                assert!(clause.iter().any(holds), "{clause} under {set:b}");
            }
        }
        let meanings = (0..translation.variable_count() as u32)
            .map(|v| translation.meaning(Var::new(v)).expect("every variable has a reading"));
        meanings.filter(|meaning| matches!(meaning, Meaning::Counter(_))).count()
    }
}

#[test]
fn short_sums() {
    for bound in 1..=5 {
        sum(bound, &[1; 5]).check(true);
        sum(bound, &[1, 2, 3, 1, 2]).check(true);
    }
}

#[test]
fn at_most_one() {
    sum(2, &[1; 11]).check(false);
    sum(10, &[1; 11]).check(false);
    assert!(sum(2, &[1; 11]).check_readings() > 0, "groups");
}

/// Groups of every shape, and groups of groups.
#[test]
fn at_most_one_of_many() {
    for length in 7..=40 {
        // `:- not sum.`: at least all but one must hold, which is at most one of the complements; in turns, `:- sum.`
        for demanded in [false, true] {
            let bound = if demanded { length as i64 - 1 } else { 2 };
            let mut sum = sum(bound, &vec![1; length]);
            let literal = if demanded { sum.reached.negative() } else { sum.reached.positive() };
            sum.program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[literal]));
            let allowed = sum.check_near_readings(demanded);
            assert_eq!(allowed, length + 1);
        }
    }
}

#[test]
fn cardinalities() {
    for bound in [2, 4, 5, 9] {
        sum(bound, &[1; 10]).check(bound == 5);
    }
    assert!(sum(5, &[1; 10]).check_readings() > 0, "a totalizer");
}

#[test]
fn weights() {
    let weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 3];
    for bound in [9, 20, 24, 40] {
        sum(bound, &weights).check(bound == 20);
    }
    assert!(sum(20, &weights).check_readings() > 0, "a diagram");
}

/// A bound between two multiples of what divides all weights.
#[test]
fn weights_with_a_common_divisor() {
    for bound in [5, 7, 10] {
        sum(bound, &[3, 6, 3, 3, 6, 3, 9]).check(bound == 7);
    }
}

#[test]
fn large_weights() {
    let weights = [5003, 5501, 6007, 6607, 7109, 7703, 8111, 8803, 9209, 9907];
    for bound in [29_000, 36_000] {
        sum(bound, &weights).check(bound == 36_000);
        assert!(sum(bound, &weights).check_readings() > 0, "a diagram");
    }
}

/// Sums that are reached by many sets and missed by many, too large for a diagram.
#[test]
fn very_large_weights() {
    let weights: Vec<i64> = (0..40).map(|i| 1_000_003 + 7_919 * i * i * i + 31 * i * i).collect();
    let large = sum(weights.iter().sum::<i64>() / 2, &weights);
    let mut translation = Translation::new(Method::default());
    translation.extend(&large.program).unwrap();
    let inside = |v: u32| matches!(translation.meaning(Var::new(v)), Some(Meaning::Counter(_)));
    assert_eq!((0..translation.variable_count() as u32).filter(|&v| inside(v)).count(), 0, "an adder");
    for config in configs() {
        let mut engine = with_program(&config, &large.program);
        for seed in 1..60_u64 {
            let set = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24) as usize;
            let mut assumptions = large.assignment(set);
            assumptions.push(large.demands.positive());
            let found = query(&mut engine, &assumptions).first().unwrap();
            assert_eq!(found.is_some(), large.is_reached(set), "{config:?}: {set:b}");
        }
    }
}

/// Weights that together are more than a number can be.
#[test]
fn weights_without_measure() {
    for bound in [i64::MAX / 3, i64::MAX / 2 + 1, i64::MAX - 1] {
        sum(bound, &[i64::MAX / 2, i64::MAX / 3, i64::MAX / 4, i64::MAX / 4 - 7, i64::MAX / 5]).check(true);
    }
    // Together these are just a number, but twice as much is not.
    for bound in [i64::MAX / 3, i64::MAX / 2 + 1] {
        sum(bound, &[i64::MAX / 4, i64::MAX / 5, i64::MAX / 6, i64::MAX / 7]).check(true);
    }
}
