//! The axioms of random programs and the answer sets of these, by definition: every axiom holds in every answer set,
//! whatever the sets are, and the axioms of all sets together hold in nothing else.

use std::collections::BTreeMap;

use crate::support::brute_force::{Oracle, Set};
use crate::support::random::{program, Random};
use groundplan_certificate::{Axioms, Claim, Constraint, Origin, Program};

/// How many random programs there are, and the first seed.
fn count() -> (u64, u64) {
    let number = |name: &str, otherwise| {
        std::env::var(name).map_or(otherwise, |value| value.parse().expect("a number"))
    };
    (number("GROUNDPLAN_RANDOM", 20_000), number("GROUNDPLAN_RANDOM_FIRST", 1))
}

/// The values of the variables: those of the atoms, and of others what defines them.
struct Values {
    values: BTreeMap<u32, bool>,
}

impl Values {
    fn new(oracle: &Oracle<'_>, set: Set) -> Self {
        Values { values: oracle.atoms.iter().map(|&atom| (atom, oracle.has(set, atom))).collect() }
    }

    /// What the weights of the true literals of known variables add up to.
    fn sum(&self, constraint: &Constraint) -> u64 {
        let holds = |variable: u32, negative: bool| {
            self.values.get(&variable).is_some_and(|&value| value != negative)
        };
        let terms = constraint.terms.iter();
        terms
            .filter(|(_, literal)| holds(literal.variable(), literal.is_negative()))
            .map(|(weight, _)| weight)
            .sum()
    }

    fn holds(&self, constraint: &Constraint) -> bool {
        self.sum(constraint) >= constraint.at_least
    }

    /// The indices of the axioms that do not hold. Of the two that define a variable, the first says its value, and the
    /// second has to agree that there is no other.
    fn violated(&mut self, axioms: &Axioms) -> Vec<usize> {
        let mut violated = Vec::new();
        for (index, constraint) in axioms.constraints().iter().enumerate() {
            if let Origin::Body { variable } = axioms.origin(index) {
                if !self.values.contains_key(&variable) {
                    let holds = self.holds(constraint);
                    self.values.insert(variable, holds);
                } else {
                    // The converse refutes the other value.
                    let value = self.values[&variable];
                    self.values.insert(variable, !value);
                    let pair = [&axioms.constraints()[index - 1], constraint];
                    assert!(pair.iter().any(|part| !self.holds(part)), "x{variable} may have both values");
                    self.values.insert(variable, value);
                }
            }
            if !self.holds(constraint) {
                violated.push(index);
            }
        }
        violated
    }
}

#[derive(Default, Debug)]
struct Counts {
    programs: usize,
    with_answer_sets: usize,
    with_several: usize,
    /// Where single atoms are not enough, so that sets say more.
    with_unfounded_sets: usize,
    with_bounds: usize,
}

#[test]
fn axioms_hold_in_every_answer_set_and_all_of_them_in_nothing_else() {
    let (count, first) = count();
    let mut counts = Counts::default();
    for seed in first..first + count {
        one(seed, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.with_answer_sets * 10 >= counts.programs * 3, "{counts:?}");
    assert!(counts.with_several * 10 >= counts.programs, "{counts:?}");
    assert!(counts.with_unfounded_sets * 4 >= counts.programs, "{counts:?}");
    assert!(counts.with_bounds * 10 >= counts.programs, "{counts:?}");
}

fn one(seed: u64, counts: &mut Counts) {
    let mut random = Random::new(seed);
    let text = program(&mut random, 5);
    let program = Program::parse(&text).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{text}"));
    let mut claim = Claim::default();
    for &priority in program.objectives.keys() {
        if random.chance(40) {
            claim.costs.push((priority, random.below(20) as i128 - 3));
        }
    }
    let oracle = Oracle::new(&program);
    let mut axioms = Axioms::new(program.clone(), &claim).expect("small numbers");
    let singles = axioms.constraints().len();
    let mut own = Vec::new();
    for set in oracle.sets().skip(1) {
        let before = axioms.constraints().len();
        let range = axioms.add_set(&oracle.list(set)).expect("atoms of the program");
        assert_eq!(range, before..axioms.constraints().len());
        own.push((set, range.last()));
    }
    let expected = |set| oracle.is_answer_set(set) && oracle.is_assumed(set) && oracle.is_cheap(set, &claim);
    let mut answer_sets = 0;
    let mut more = false;
    for set in oracle.sets() {
        let violated = Values::new(&oracle, set).violated(&axioms);
        let origins: Vec<Origin> = violated.iter().map(|&index| axioms.origin(index)).collect();
        assert_eq!(
            violated.is_empty(),
            expected(set),
            "seed {seed}, {:?}: {origins:?}\n{text}",
            oracle.list(set)
        );
        // What each set's axiom says by itself, where it has one.
        for (number, &(atoms, last)) in own.iter().enumerate() {
            let holds = atoms & set == 0 || oracle.is_supported(atoms, set);
            let last = last.filter(|&last| axioms.origin(last) == Origin::Set(number));
            let found = last.is_none_or(|last| !violated.contains(&last));
            assert_eq!(
                found,
                holds,
                "seed {seed}, {:?} of {:?}\n{text}",
                oracle.list(atoms),
                oracle.list(set)
            );
        }
        answer_sets += usize::from(violated.is_empty());
        more |= violated.first().is_some_and(|&first| first >= singles);
    }
    counts.programs += 1;
    counts.with_answer_sets += usize::from(answer_sets > 0);
    counts.with_several += usize::from(answer_sets > 1);
    counts.with_unfounded_sets += usize::from(more);
    counts.with_bounds += usize::from(!claim.costs.is_empty());
}
