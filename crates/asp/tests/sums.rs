//! Sums of every size and use, under every assignment of their elements.
//!
//! The random programs are too small for the encodings of long sums: here are counters of every kind, used in one
//! direction, in the other, and in both.

mod support;

use groundplan::program::{AtomId, Body, HeadKind, Literal, Program};
use groundplan::solve::SearchConfig;
use groundplan::translate::{Clauses, Method, Reading, Translation};
use groundplan_sat::Backend;
use rustsat::types::{Lit, TernaryVal};
use support::engines::{query, with_program};

struct Sum {
    bound: i64,
    elements: Vec<(Literal, i64)>,
    program: Program,
    reached: AtomId,
    /// If true, the sum must not reach its bound; if the second is true, it must.
    forbids: AtomId,
    demands: AtomId,
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
        self.elements.iter().filter(|e| holds(e.0)).map(|e| e.1).sum::<i64>() >= self.bound
    }

    fn check(&self, assume_reached: bool) {
        let config = SearchConfig::new(Backend::Varisat, Method::default());
        let mut engine = with_program(&config, &self.program);
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
        self.check_readings();
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
            let assignment = translation.read(&atoms);
            let holds = |&literal: &Lit| assignment.lit_value(literal) == TernaryVal::True;
            for clause in clauses.iter() {
                assert!(clause.iter().any(holds), "{clause} under {set:b}");
            }
        }
        let readings = (0..translation.variable_count() as u32)
            .map(|v| translation.reading(rustsat::types::Var::new(v)).expect("every variable has a reading"));
        readings.filter(|reading| matches!(reading, Reading::Counter(_))).count()
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
    assert!(sum(2, &[1; 11]).check_readings() > 0, "a ladder");
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
    assert!(sum(20, &weights).check_readings() > 0, "a generalized totalizer");
}

#[test]
fn large_weights() {
    let weights = [1013, 2027, 4051, 8111, 16223, 3301, 5501, 7703, 9907, 1109];
    for bound in [20_000, 29_000] {
        sum(bound, &weights).check(bound == 29_000);
        assert_eq!(sum(bound, &weights).check_readings(), 0, "an adder");
    }
}
