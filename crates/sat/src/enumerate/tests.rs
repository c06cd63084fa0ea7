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

fn enumerator(clauses: &[Vec<Lit>], matters: u32) -> BacktrackingEnumerator {
    let mut enumerator = BacktrackingEnumerator::new();
    clauses.iter().for_each(|clause| enumerator.add_clause(clause));
    (0..VARIABLES)
        .filter(|index| matters >> index & 1 == 1)
        .for_each(|index| enumerator.mark_relevant(var![index]));
    enumerator
}

fn set(enumerator: &BacktrackingEnumerator) -> u32 {
    (0..VARIABLES)
        .filter(|&index| enumerator.value(lit![index]) == TernaryVal::True)
        .map(|index| 1 << index)
        .sum()
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
            assert!(!self.values.contains(&!*lit), "reported otherwise before: {lit}");
            if self.values.contains(lit) {
                assert!(self.levels.is_empty(), "reported twice: {lit}");
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
        let mut enumerator = enumerator(&first, matters);
        propagated.iter().flatten().for_each(|lit| enumerator.observe(lit.var()));
        let lazy = Lazy { clauses: propagated.clone(), values: Vec::new(), levels: Vec::new() };
        let propagator = Arc::new(Mutex::new(lazy));
        enumerator.connect(Box::new(propagator.clone()));
        let mut all = [first, propagated].concat();
        let mut found = Vec::new();
        for step in 0.. {
            match enumerator.next_model(budget, &mut || false) {
                EnumerationOutcome::Model => {
                    let model = set(&enumerator);
                    prop_assert!(all.iter().all(|clause| is_satisfied(clause, model)));
                    let now = || late.iter().filter(|(at, ..)| *at == step);
                    all.extend(now().map(|(_, clause, _)| clause.clone()));
                    if now().all(|(_, clause, _)| is_satisfied(clause, model)) {
                        found.push(model & matters);
                    } else {
                        enumerator.reject_model();
                    }
                    for (_, clause, is_propagated) in now() {
                        match without_repetition(clause).filter(|_| *is_propagated) {
                            None => enumerator.add_clause(clause),
                            Some(clause) => {
                                clause.iter().for_each(|lit| enumerator.observe(lit.var()));
                                propagator.lock().unwrap().clauses.push(clause);
                            }
                        }
                    }
                }
                EnumerationOutcome::Exhausted => break,
                EnumerationOutcome::OverBudget => {}
                EnumerationOutcome::Stopped => unreachable!("nobody stops it"),
            }
            if anew.contains(&step) {
                enumerator.restart_from_root();
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
        let mut enumerator = enumerator(&first, (1 << VARIABLES) - 1);
        let all = expected(&first, (1 << VARIABLES) - 1);
        let mut found = BTreeSet::new();
        while found.len() < count && enumerator.next_model(u64::MAX, &mut || false) == EnumerationOutcome::Model {
            found.insert(set(&enumerator));
        }
        enumerator.flip();
        if !enumerator.is_exhausted {
            let level_0: Vec<Vec<Lit>> =
                enumerator.trail[..enumerator.starts.first().copied().unwrap_or(enumerator.trail.len())].iter().map(|&l| vec![l]).collect();
            let left = expected(&[first, enumerator.excluding_clauses(), level_0].concat(), (1 << VARIABLES) - 1);
            prop_assert_eq!(left, &all - &found);
        }
    }
}

/// An unsatisfiable pigeonhole formula with one extra choice: exercises learning, restarts and reduction of the learned clauses.
#[test]
fn what_is_hard_between_models_is_searched_with_learning() {
    const HOLES: u32 = 7;
    let at = |pigeon: u32, hole: u32| lit![pigeon * HOLES + hole];
    let mut enumerator = BacktrackingEnumerator::new();
    let extra = lit![HOLES * (HOLES + 1)];
    for pigeon in 0..=HOLES {
        let mut clause: Vec<Lit> = (0..HOLES).map(|hole| at(pigeon, hole)).collect();
        clause.push(extra);
        enumerator.add_clause(&clause);
        for other in 0..pigeon {
            (0..HOLES).for_each(|hole| enumerator.add_clause(&[!at(pigeon, hole), !at(other, hole)]));
        }
    }
    enumerator.mark_relevant(extra.var());
    assert_eq!(enumerator.next_model(u64::MAX, &mut || false), EnumerationOutcome::Model);
    assert_eq!(enumerator.value(extra), TernaryVal::True);
    assert_eq!(enumerator.next_model(u64::MAX, &mut || false), EnumerationOutcome::Exhausted);
    assert!(enumerator.search_stats().conflicts > 100);
}

#[test]
fn it_stops_when_asked() {
    let mut enumerator = BacktrackingEnumerator::new();
    enumerator.add_clause(&[lit![0], lit![1]]);
    assert_eq!(enumerator.next_model(u64::MAX, &mut || true), EnumerationOutcome::Stopped);
    assert_eq!(enumerator.next_model(u64::MAX, &mut || false), EnumerationOutcome::Model);
}

#[test]
fn luby_s_sequence() {
    assert_eq!((0..15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
