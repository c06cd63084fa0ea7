//! All that the solver says, against all assignments: models, cores, every clause that it learns, and enumerations.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use groundplan_cdnl::{Aspect, Modification, Options, Propagator, Solver};
use proptest::prelude::*;
use rustsat::solvers::SolverResult;
use rustsat::types::{Lit, Var};

const VARIABLES: u32 = 11;

/// No more than so many of these literals hold.
#[derive(Clone, Debug)]
struct AtMost {
    lits: Vec<Lit>,
    most: usize,
}

/// A propagator of such constraints, which asks the true literals for their order.
#[derive(Default)]
struct Counting {
    constraints: Vec<AtMost>,
    trail: Vec<Lit>,
    starts: Vec<usize>,
    /// What was implied, by which constraint.
    implied: Vec<(Lit, usize)>,
}

impl Counting {
    fn is_true(&self, lit: Lit) -> bool {
        self.trail.contains(&lit)
    }
}

impl Propagator for Counting {
    fn assign(&mut self, lits: &[Lit]) {
        for &lit in lits {
            assert!(!self.is_true(!lit), "{lit} is false");
            self.trail.push(lit);
        }
    }

    fn new_level(&mut self) {
        self.starts.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        self.trail.truncate(self.starts[level]);
        self.starts.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        for (number, AtMost { lits, most }) in self.constraints.iter().enumerate() {
            let held = lits.iter().filter(|&&lit| self.is_true(lit)).count();
            let next = match held.cmp(most) {
                std::cmp::Ordering::Less => None,
                std::cmp::Ordering::Equal => {
                    lits.iter().find(|&&lit| !self.is_true(lit) && !self.is_true(!lit))
                }
                // The one that became true last is one too many.
                std::cmp::Ordering::Greater => self.trail.iter().rev().find(|lit| lits.contains(lit)),
            };
            if let Some(&lit) = next {
                self.implied.retain(|&(other, _)| other != !lit);
                self.implied.push((!lit, number));
                return Some(!lit);
            }
        }
        None
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let &(_, number) = self.implied.iter().find(|&&(implied, _)| implied == lit).expect("it was implied");
        let AtMost { lits, most } = &self.constraints[number];
        let before = self.trail.iter().filter(|&&held| lits.contains(&held) && held != !lit).take(*most);
        clause.push(lit);
        clause.extend(before.map(|&held| !held));
        assert_eq!(clause.len(), most + 1);
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        for AtMost { lits, most } in &self.constraints {
            assert!(lits.iter().filter(|lit| model.contains(lit)).count() <= *most);
        }
        Vec::new()
    }

    fn checks_models(&self) -> bool {
        true
    }
}

fn literal() -> impl Strategy<Value = Lit> {
    (0..VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
}

fn clause() -> impl Strategy<Value = Vec<Lit>> {
    prop::collection::vec(literal(), 2..5)
}

fn at_most() -> impl Strategy<Value = AtMost> {
    prop::collection::btree_map(0..VARIABLES, any::<bool>(), 3..7).prop_flat_map(|signs| {
        let lits: Vec<Lit> =
            signs.into_iter().map(|(variable, negated)| Lit::new(variable, negated)).collect();
        (1..lits.len()).prop_map(move |most| AtMost { lits: lits.clone(), most })
    })
}

/// A few literals, or more than there are variables, most of them consistent.
fn assumptions() -> impl Strategy<Value = Vec<Lit>> {
    let odd = prop::bool::weighted(0.03);
    let many = (any::<u32>(), prop::collection::vec((0..VARIABLES, odd), 0..2 * VARIABLES as usize));
    let many = many.prop_map(|(set, drawn)| {
        let lit = |(variable, is_odd): (u32, bool)| Lit::new(variable, (set >> variable & 1 == 1) == is_odd);
        drawn.into_iter().map(lit).collect()
    });
    prop_oneof![2 => prop::collection::vec(literal(), 0..3), 1 => many]
}

fn holds(lit: Lit, set: u32) -> bool {
    (set >> lit.vidx32() & 1 == 1) == lit.is_pos()
}

fn is_satisfied(clause: &[Lit], set: u32) -> bool {
    clause.iter().any(|&lit| holds(lit, set))
}

/// Restarts and deletions come so often that small programs reach them.
fn eager() -> Options {
    let mut options = Options::default();
    options.restart_unit = 1;
    options.reduce_first = 4;
    options.reduce_more = 1;
    options
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_that_is_said_is_so(
        constraints in prop::collection::vec(at_most(), 0..4),
        steps in prop::collection::vec(
            (prop::collection::vec(clause(), 3..14), assumptions(), any::<u64>()), 1..6),
    ) {
        let fits = |constraint: &AtMost, set: u32| {
            constraint.lits.iter().filter(|&&lit| holds(lit, set)).count() <= constraint.most
        };
        let mut models: Vec<u32> =
            (0..1 << VARIABLES).filter(|&set| constraints.iter().all(|it| fits(it, set))).collect();
        let mut solver = Solver::new(eager());
        solver.share_up_to(usize::MAX);
        if !constraints.is_empty() {
            let vars: Vec<Var> = constraints.iter().flat_map(|it| &it.lits).map(|lit| lit.var()).collect();
            solver.connect(Box::new(Counting { constraints, ..Counting::default() }));
            vars.into_iter().for_each(|var| solver.observe(var));
        }
        for (clauses, assumptions, budget) in steps {
            for clause in &clauses {
                solver.add_clause(clause);
                models.retain(|&set| is_satisfied(clause, set));
            }
            // What is preferred changes the order of decisions, and nothing that is said.
            if budget % 3 == 0 {
                solver.prefer(&clauses[0]);
            }
            if budget % 4 == 1 {
                let aspect = [Aspect::Level, Aspect::Sign, Aspect::Factor, Aspect::Score][budget as usize / 4 % 4];
                let (bias, priority) = ((budget / 16 % 7) as i64 - 3, budget / 128 % 2);
                let condition = clauses[2][..clauses[2].len() / 2].to_vec();
                let (lit, atom) = (clauses[1][0], clauses[1][0].lidx());
                solver.modify(&Modification { lit, atom, aspect, bias, priority, condition });
            }
            // Some searches end before their time, and the next one goes on.
            let outcome = match solver.solve(&assumptions, budget % 5, &mut |_| false).unwrap() {
                SolverResult::Interrupted => solver.solve(&assumptions, u64::MAX, &mut |_| false).unwrap(),
                outcome => outcome,
            };
            match outcome {
                SolverResult::Sat => {
                    let is_true = |index: u32| solver.value(Lit::new(index, false)) == Some(true);
                    let set = (0..VARIABLES).filter(|&index| is_true(index)).map(|index| 1 << index).sum();
                    prop_assert!(models.contains(&set));
                    prop_assert!(assumptions.iter().all(|&lit| holds(lit, set)));
                }
                SolverResult::Unsat => {
                    let core = solver.core();
                    prop_assert!(core.iter().all(|lit| assumptions.contains(lit)));
                    prop_assert_eq!(core.iter().collect::<BTreeSet<_>>().len(), core.len());
                    prop_assert!(!models.iter().any(|&set| core.iter().all(|&lit| holds(lit, set))));
                }
                SolverResult::Interrupted => prop_assert!(false, "nobody stopped it"),
            }
            for learned in solver.take_shared() {
                prop_assert!(models.iter().all(|&set| is_satisfied(&learned, set)), "{:?}", learned);
            }
            // Whether they are propagated before the next search or not, nothing else changes.
            if budget % 2 == 0 {
                let is_consistent = solver.propagate_assumptions(&assumptions).unwrap();
                let left = models.iter().filter(|&&set| assumptions.iter().all(|&lit| holds(lit, set)));
                let mut left = left.peekable();
                prop_assert!(is_consistent || left.peek().is_none());
                for index in (0..VARIABLES).filter(|_| is_consistent) {
                    if let Some(value) = solver.value(Lit::new(index, false)) {
                        prop_assert!(left.clone().all(|&set| holds(Lit::new(index, !value), set)));
                    }
                }
            }
            for index in 0..VARIABLES {
                if let Some(value) = solver.fixed(Lit::new(index, false)) {
                    prop_assert!(models.iter().all(|&set| holds(Lit::new(index, !value), set)));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// One enumeration after the other, each under a switch of its own and with clauses that come on its way.
    #[test]
    fn each_model_is_found_once(
        constraints in prop::collection::vec(at_most(), 0..4),
        clauses in prop::collection::vec(clause(), 0..10),
        enumerations in prop::collection::vec(
            (prop::collection::btree_set(0..VARIABLES, 1..=VARIABLES as usize), any::<bool>(),
             assumptions(), prop::option::of((clause(), 0..20_usize)), any::<u64>()), 1..4),
        gates in prop::collection::vec((literal(), literal(), literal()), 0..4),
        levels in prop::collection::vec((literal(), -2..3_i64), 0..4),
        is_eager in any::<bool>(),
    ) {
        let fits = |constraint: &AtMost, set: u32| {
            constraint.lits.iter().filter(|&&lit| holds(lit, set)).count() <= constraint.most
        };
        let all = (0..1 << VARIABLES).filter(|&set| constraints.iter().all(|it| fits(it, set)));
        let mut models: Vec<u32> = all.filter(|&set| clauses.iter().all(|it| is_satisfied(it, set))).collect();
        let mut options = if is_eager { eager() } else { Options::default() };
        options.enumeration_budget = if is_eager { 2 } else { 1000 };
        let mut solver = Solver::new(options);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        // `gate or third`, where the gate implies the other two: whatever values these have, one of the gate's fits.
        let gate = |number: usize| Lit::new(20 + number as u32, false);
        for (number, &(one, other, third)) in gates.iter().enumerate() {
            let gate = gate(number);
            [[!gate, one], [!gate, other], [gate, third]].iter().for_each(|clause| solver.add_clause(clause));
            models.retain(|&set| holds(third, set) || holds(one, set) && holds(other, set));
        }
        let gates: Vec<Var> = (0..gates.len()).map(|number| gate(number).var()).collect();
        solver.define(&gates);
        for (lit, level) in levels {
            let (atom, aspect, bias) = (lit.lidx(), Aspect::Level, level);
            solver.modify(&Modification { lit, atom, aspect, bias, priority: 0, condition: Vec::new() });
        }
        if !constraints.is_empty() {
            let vars: Vec<Var> = constraints.iter().flat_map(|it| &it.lits).map(|lit| lit.var()).collect();
            solver.connect(Box::new(Counting { constraints, ..Counting::default() }));
            vars.into_iter().for_each(|var| solver.observe(var));
        }
        for (number, (shown, shows_all, assumptions, late, budget)) in enumerations.into_iter().enumerate() {
            let shown: Vec<u32> = if shows_all { (0..VARIABLES).collect() } else { shown.into_iter().collect() };
            let mask: u32 = shown.iter().map(|index| 1 << index).sum();
            let switch = Lit::new(VARIABLES + number as u32, false);
            let assumed: Vec<Lit> = assumptions.iter().copied().chain([switch]).collect();
            let mut found = BTreeSet::new();
            let is_named = budget % 7 < 5;
            if is_named {
                let shown: Vec<Var> = shown.iter().map(|&index| Var::new(index)).collect();
                solver.enumerate_on(&shown, budget / 140 % 2 == 0);
            }
            solver.take_exclusions();
            loop {
                if found.len() as u64 == budget / 7 % 20 {
                    let exclusions = solver.take_exclusions();
                    let is_excluded = |set: u32| {
                        let holds = |&lit: &Lit| lit == switch || lit != !switch && holds(lit, set);
                        exclusions.iter().any(|clause| !clause.iter().any(holds))
                    };
                    for &set in models.iter().filter(|&&set| assumptions.iter().all(|&lit| holds(lit, set))) {
                        prop_assert_eq!(is_excluded(set), found.contains(&(set & mask)), "{:b}", set);
                    }
                }
                if let Some((clause, _)) = late.as_ref().filter(|(_, when)| *when == found.len()) {
                    solver.add_clause(clause);
                    models.retain(|&set| is_satisfied(clause, set));
                }
                // Some searches end before their time, and some begin anew.
                if budget % 5 == 0 {
                    solver.reset();
                }
                let outcome = match solver.solve(&assumed, budget % 3, &mut |_| false).unwrap() {
                    SolverResult::Interrupted => solver.solve(&assumed, u64::MAX, &mut |_| false).unwrap(),
                    outcome => outcome,
                };
                if outcome == SolverResult::Unsat {
                    break;
                }
                prop_assert_eq!(outcome, SolverResult::Sat);
                let is_true = |index: u32| solver.value(Lit::new(index, false)) == Some(true);
                let set: u32 = (0..VARIABLES).filter(|&index| is_true(index)).map(|index| 1 << index).sum();
                prop_assert!(models.contains(&set));
                prop_assert!(assumptions.iter().all(|&lit| holds(lit, set)));
                prop_assert!(found.insert(set & mask), "{:b} comes again", set & mask);
                // The solver may have left the model.
                if budget % 11 == 0 {
                    solver.reset();
                }
                let differing = shown.iter().map(|&index| Lit::new(index, set >> index & 1 == 1));
                let unnamed = differing.filter(|_| !is_named || budget % 3 == 0);
                solver.exclude_model(&unnamed.chain([!switch]).collect::<Vec<_>>());
            }
            let left = models.iter().filter(|&&set| assumptions.iter().all(|&lit| holds(lit, set)));
            let left: BTreeSet<u32> = left.map(|set| set & mask).collect();
            prop_assert!(left.is_subset(&found), "{:?} are missing", left.difference(&found));
            solver.enumerate_on(&[], false);
            solver.add_clause(&[!switch]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where every variable has a level and a sign, the first model is the first in the order that they give, whatever is learned.
    #[test]
    fn levels_and_signs_determine_the_first_model(
        clauses in prop::collection::vec(clause(), 0..40),
        order in Just((0..VARIABLES).collect::<Vec<_>>()).prop_shuffle(),
        signs in any::<u32>(),
    ) {
        let mut solver = Solver::new(eager());
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let order: Vec<Lit> = order.iter().map(|&index| Lit::new(index, signs >> index & 1 == 1)).collect();
        for (place, &lit) in order.iter().enumerate() {
            for (aspect, bias) in [(Aspect::Level, 5 - place as i64), (Aspect::Sign, 1)] {
                solver.modify(&Modification { lit, atom: place, aspect, bias, priority: 0, condition: Vec::new() });
            }
        }
        let models = (0..1_u32 << VARIABLES).filter(|&set| clauses.iter().all(|clause| is_satisfied(clause, set)));
        let first = models.max_by_key(|&set| order.iter().map(|&lit| holds(lit, set)).collect::<Vec<_>>());
        let outcome = solver.solve(&[], u64::MAX, &mut |_| false).unwrap();
        prop_assert_eq!(outcome == SolverResult::Sat, first.is_some());
        if let Some(first) = first {
            prop_assert!(order.iter().all(|&lit| solver.value(lit) == Some(holds(lit, first))));
        }
    }
}

#[test]
fn preferred_literals_hold_where_they_may() {
    let lits: Vec<Lit> = (0..8).map(|index| Lit::new(index, index % 2 == 0)).collect();
    for positive in [false, true] {
        let mut options = Options::default();
        options.initial_phase = positive;
        let mut solver = Solver::new(options);
        solver.add_clause(&[lits[0], lits[1], !lits[2]]);
        solver.add_clause(&[!lits[6], !lits[7]]);
        solver.prefer(&lits);
        assert_eq!(solver.solve(&[], u64::MAX, &mut |_| false), Ok(SolverResult::Sat));
        assert!(lits[..6].iter().all(|&lit| solver.value(lit) == Some(true)));
        let last = lits[6..].iter().filter(|&&lit| solver.value(lit) == Some(true));
        assert_eq!(last.count(), 1);
    }
}

/// Makes one variable during the search.
struct Growing(Option<Var>);

impl Propagator for Growing {
    fn assign(&mut self, _lits: &[Lit]) {}

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _level: usize) {}

    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    fn reason(&mut self, _lit: Lit, _clause: &mut Vec<Lit>) {}

    fn gives_clauses(&self) -> bool {
        true
    }

    fn take_observed(&mut self) -> Vec<Var> {
        self.0.take().into_iter().collect()
    }
}

/// Only defined variables may be open in a model, and the propagator's never.
#[test]
fn variables_made_during_the_search_are_assigned() {
    let [defined, input, made] = [0, 1, 2].map(|index| Lit::new(index, false));
    let mut solver = Solver::new(Options::default());
    solver.add_clause(&[!defined, input]);
    solver.add_clause(&[input]);
    solver.define(&[defined.var()]);
    solver.connect(Box::new(Growing(Some(made.var()))));
    assert_eq!(solver.solve(&[], u64::MAX, &mut |_| false), Ok(SolverResult::Sat));
    assert!(solver.value(made).is_some());
}

/// No two pigeons in one hole: many conflicts, restarts and deletions.
#[test]
fn pigeons_have_too_few_holes() {
    let (pigeons, holes) = (8, 7);
    let sits = |pigeon: u32, hole: u32| Lit::new(pigeon * holes + hole, false);
    let mut solver = Solver::new(eager());
    for pigeon in 0..pigeons {
        solver.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            solver.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]);
        }
    }
    let asked = Rc::new(Cell::new(0));
    let outcome = solver.solve(&[], u64::MAX, &mut |_| {
        asked.set(asked.get() + 1);
        false
    });
    assert_eq!(outcome, Ok(SolverResult::Unsat));
    let stats = solver.stats();
    assert!(stats.restarts > 10 && stats.reductions > 10 && asked.get() > 1, "{stats:?} {}", asked.get());
}

/// The same calls give the same results, to the last count.
#[test]
fn nothing_depends_on_anything_but_the_calls() {
    let run = || {
        let mut solver = Solver::new(Options::default());
        let mut state = 7_u32;
        let mut draw = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound
        };
        for _ in 0..640 {
            let clause: Vec<Lit> = (0..3).map(|_| Lit::new(draw(150), draw(2) == 0)).collect();
            solver.add_clause(&clause);
        }
        (solver.solve(&[], u64::MAX, &mut |_| false), solver.stats())
    };
    assert_eq!(run(), run());
}
