use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use rustsat::{lit, var};

use super::*;

const VARIABLES: u32 = 9;

fn literal() -> impl Strategy<Value = Lit> {
    (0..VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
}

fn clauses(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<Lit>>> {
    prop::collection::vec(prop::collection::vec(literal(), 1..5), count)
}

fn is_satisfied(clause: &[Lit], set: u32) -> bool {
    clause.iter().any(|l| (set >> l.vidx32() & 1 == 1) == l.is_pos())
}

/// Computes the projections of all models by trying all assignments.
fn expected(clauses: &[Vec<Lit>], matters: u32) -> BTreeSet<u32> {
    let models = (0..1 << VARIABLES).filter(|&set| clauses.iter().all(|clause| is_satisfied(clause, set)));
    models.map(|set| set & matters).collect()
}

fn walk(clauses: &[Vec<Lit>], matters: u32) -> Walk {
    let mut walk = Walk::new();
    clauses.iter().for_each(|clause| walk.add_clause(clause));
    (0..VARIABLES).filter(|index| matters >> index & 1 == 1).for_each(|index| walk.matters(var![index]));
    walk
}

fn set(walk: &Walk) -> u32 {
    (0..VARIABLES).filter(|&index| walk.value(lit![index]) == TernaryVal::True).map(|index| 1 << index).sum()
}

/// A propagator for clauses that propagates only every other clause, and rejects models by the rest.
struct Lazy {
    clauses: Vec<Vec<Lit>>,
    values: Vec<Lit>,
    levels: Vec<usize>,
}

impl Propagator for Lazy {
    fn assign(&mut self, lits: &[Lit]) {
        for lit in lits {
            assert!(!self.values.contains(&!*lit), "told otherwise before: {lit}");
            if self.values.contains(lit) {
                assert!(self.levels.is_empty(), "told twice: {lit}");
            } else {
                self.values.push(*lit);
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.values.len());
    }

    fn backtrack(&mut self, level: usize) {
        self.values.truncate(self.levels[level]);
        self.levels.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        self.clauses.iter().step_by(2).find_map(|clause| {
            let mut open = clause.iter().filter(|lit| !self.values.contains(&!**lit));
            match (open.next(), open.next()) {
                (None, _) => Some(clause[0]),
                (Some(&only), None) if !self.values.contains(&only) => Some(only),
                _ => None,
            }
        })
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        // A clause with this literal whose other literals became false before it.
        let before = self.values.iter().position(|&value| value == lit).unwrap_or(self.values.len());
        let is_reason = |clause: &&Vec<Lit>| {
            let others = || clause.iter().filter(|&&other| other != lit);
            clause.contains(&lit) && others().all(|&other| self.values[..before].contains(&!other))
        };
        clause.extend(self.clauses.iter().find(is_reason).expect("it said so"));
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        let is_false = |clause: &&Vec<Lit>| clause.iter().all(|lit| model.contains(&!*lit));
        self.clauses.iter().filter(is_false).cloned().collect()
    }
}

/// Removes repeated literals from a clause; `None` if it is a tautology.
fn without_repetition(clause: &[Lit]) -> Option<Vec<Lit>> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    (!clause.windows(2).any(|pair| pair[0] == !pair[1])).then_some(clause)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Covers clauses added between steps, some of them propagated, exhausted budgets, and restarts from level 0.
    #[test]
    fn all_models_are_found_once(
        first in clauses(0..30),
        propagated in clauses(0..8),
        late in prop::collection::vec(
            (0..20_usize, prop::collection::vec(literal(), 1..5), any::<bool>()), 0..5),
        anew in prop::collection::vec(0..20_usize, 0..4),
        matters in prop_oneof![Just((1 << VARIABLES) - 1), 0..1_u32 << VARIABLES],
        budget in prop_oneof![Just(u64::MAX), 1..4_u64],
    ) {
        let propagated: Vec<Vec<Lit>> = propagated.iter().filter_map(|clause| without_repetition(clause)).collect();
        let mut walk = walk(&first, matters);
        propagated.iter().flatten().for_each(|lit| walk.observe(lit.var()));
        let lazy = Lazy { clauses: propagated.clone(), values: Vec::new(), levels: Vec::new() };
        let propagator = Arc::new(Mutex::new(lazy));
        walk.connect(Box::new(propagator.clone()));
        let mut all = [first, propagated].concat();
        let mut found = Vec::new();
        for step in 0.. {
            match walk.step(budget, &mut || false) {
                Step::Model => {
                    let model = set(&walk);
                    prop_assert!(all.iter().all(|clause| is_satisfied(clause, model)));
                    let now = || late.iter().filter(|(at, ..)| *at == step);
                    all.extend(now().map(|(_, clause, _)| clause.clone()));
                    if now().all(|(_, clause, _)| is_satisfied(clause, model)) {
                        found.push(model & matters);
                    } else {
                        walk.refuse();
                    }
                    for (_, clause, is_propagated) in now() {
                        match without_repetition(clause).filter(|_| *is_propagated) {
                            None => walk.add_clause(clause),
                            Some(clause) => {
                                clause.iter().for_each(|lit| walk.observe(lit.var()));
                                propagator.lock().unwrap().clauses.push(clause);
                            }
                        }
                    }
                }
                Step::Exhausted => break,
                Step::OverBudget => {}
                Step::Stopped => unreachable!("nobody stops it"),
            }
            if anew.contains(&step) {
                walk.begin_anew();
            }
        }
        let once: BTreeSet<u32> = found.iter().copied().collect();
        prop_assert_eq!(once.len(), found.len(), "none is found twice");
        let expected = expected(&all, matters);
        prop_assert!(once.is_superset(&expected), "none is missed: {:?} {:?}", once, expected);
        // A model that a later clause excludes may have been found before.
        if late.is_empty() {
            prop_assert_eq!(once, expected);
        }
    }

    /// The clauses of `found` exclude exactly the models that were found.
    #[test]
    fn what_was_found_can_be_said_by_clauses(first in clauses(0..20), count in 1..40_usize) {
        let mut walk = walk(&first, (1 << VARIABLES) - 1);
        let all = expected(&first, (1 << VARIABLES) - 1);
        let mut found = BTreeSet::new();
        while found.len() < count && walk.step(u64::MAX, &mut || false) == Step::Model {
            found.insert(set(&walk));
        }
        walk.flip();
        if !walk.is_exhausted {
            let level_0: Vec<Vec<Lit>> =
                walk.trail[..walk.starts.first().copied().unwrap_or(walk.trail.len())].iter().map(|&l| vec![l]).collect();
            let left = expected(&[first, walk.found(), level_0].concat(), (1 << VARIABLES) - 1);
            prop_assert_eq!(left, &all - &found);
        }
    }
}

/// An unsatisfiable pigeonhole formula with one extra choice: exercises learning, restarts and reduction of the learned clauses.
#[test]
fn what_is_hard_between_models_is_searched_with_learning() {
    const HOLES: u32 = 7;
    let at = |pigeon: u32, hole: u32| lit![pigeon * HOLES + hole];
    let mut walk = Walk::new();
    let extra = lit![HOLES * (HOLES + 1)];
    for pigeon in 0..=HOLES {
        let mut clause: Vec<Lit> = (0..HOLES).map(|hole| at(pigeon, hole)).collect();
        clause.push(extra);
        walk.add_clause(&clause);
        for other in 0..pigeon {
            (0..HOLES).for_each(|hole| walk.add_clause(&[!at(pigeon, hole), !at(other, hole)]));
        }
    }
    walk.matters(extra.var());
    assert_eq!(walk.step(u64::MAX, &mut || false), Step::Model);
    assert_eq!(walk.value(extra), TernaryVal::True);
    assert_eq!(walk.step(u64::MAX, &mut || false), Step::Exhausted);
    assert!(walk.search_stats().conflicts > 100);
}

#[test]
fn it_stops_when_asked() {
    let mut walk = Walk::new();
    walk.add_clause(&[lit![0], lit![1]]);
    assert_eq!(walk.step(u64::MAX, &mut || true), Step::Stopped);
    assert_eq!(walk.step(u64::MAX, &mut || false), Step::Model);
}

#[test]
fn luby_s_sequence() {
    assert_eq!((0..15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
