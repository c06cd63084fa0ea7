//! Which member of a portfolio has its turn, and what the others know of its models.

use std::collections::BTreeSet;

use groundplan_sat::{Backend, Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal, Var};

use crate::formulas::{brute_force, pigeons, Random};

/// Returns how many members have had a turn after so many excluded models, none of which costs a conflict. `notes` says whether
/// they count as refuted.
fn members_at_work(excluded: usize, notes: bool) -> usize {
    let mut solver = Solver::with_config(Config::new(Backend::Portfolio)).expect("it is built in");
    let literals: Vec<Lit> = (0..16).map(Lit::positive).collect();
    solver.add_clause_ref(Cl::new(&literals)).expect("it fits");
    for _ in 0..excluded {
        assert_eq!(solver.solve_assumps(&[]).expect("no error"), SolverResult::Sat);
        let values = literals.iter().map(|&lit| solver.lit_val(lit).expect("a model"));
        let holds: Vec<bool> = values.map(|value| value == TernaryVal::True).collect();
        let differs: Vec<Lit> =
            literals.iter().zip(&holds).map(|(&lit, &holds)| if holds { !lit } else { lit }).collect();
        solver.add_clause_ref(Cl::new(&differs)).expect("it fits");
        if notes {
            solver.note_refutation().expect("the solver lives");
        }
    }
    solver.solve_assumps(&[]).expect("no error");
    solver.counts().iter().filter(|counts| counts.calls > 0).count()
}

#[test]
fn refuted_models_end_a_turn() {
    assert_eq!(members_at_work(50, true), 1, "the first turn is longer");
    assert_eq!(members_at_work(300, false), 1, "these are answers, not refuted");
    assert_eq!(members_at_work(300, true), 3, "each member has had its turn");
}

/// Enumerates the models of random formulas on some of the variables, with turns of a few conflicts. The enumeration ends early in
/// some rounds, and the next begins anew.
#[test]
fn each_model_is_found_once_whoever_finds_it() {
    const VARIABLES: u32 = 11;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut clauses: Vec<Vec<Lit>> = (0..random.below(60)).map(|_| random.clause(VARIABLES)).collect();
        let backend = match random.below(8) {
            0 => Backend::Cadical,
            1 | 2 => Backend::Cdnl,
            _ => Backend::Portfolio,
        };
        let mut config = Config::new(backend);
        config.tuning.first_slice = 1 + random.below(3) as u64;
        config.cdnl.enumeration_budget = 1 + random.below(3) as u64;
        let mut solver = Solver::with_config(config).expect("it is built in");
        clauses.iter().for_each(|clause| solver.add_clause_ref(Cl::new(clause)).expect("it fits"));
        for round in 0..3 {
            let shown: Vec<u32> = (0..VARIABLES).filter(|_| random.below(4) > 0).collect();
            let switch = Lit::positive(VARIABLES + round);
            // The number of models after which the solver learns on which variables they differ: before one is excluded, or never.
            let named = [0, 1, usize::MAX][random.below(3)];
            let end = [usize::MAX, random.below(20)][random.below(2)];
            let mut found = BTreeSet::new();
            let is_projection = random.below(2) == 0;
            let name = |solver: &mut Solver| {
                let relevant = shown.iter().map(|&index| Var::new(index)).collect();
                solver.enumerate_on(relevant, is_projection).expect("the solver lives");
            };
            if named == 0 {
                name(&mut solver);
            }
            while found.len() < end && solver.solve_assumps(&[switch]).expect("no error") == SolverResult::Sat
            {
                let holds = |lit: Lit| solver.lit_val(lit).expect("a model") == TernaryVal::True;
                let model: Vec<Lit> =
                    (0..VARIABLES).map(|index| Lit::new(index, !holds(Lit::positive(index)))).collect();
                assert!(clauses.iter().all(|clause| clause.iter().any(|lit| model.contains(lit))), "{seed}");
                let differs: Vec<Lit> = shown.iter().map(|&index| !model[index as usize]).collect();
                assert!(found.insert(differs.clone()), "{seed}: {model:?} comes again");
                // The solver may have left the model.
                if random.below(8) == 0 {
                    solver.unwind().expect("the solver lives");
                }
                if found.len() == named {
                    name(&mut solver);
                }
                let is_known = named < found.len() && random.below(3) > 0;
                let unnamed = if is_known { &[] } else { &differs[..] };
                solver.exclude_model([unnamed, &[!switch]].concat()).expect("the solver lives");
            }
            if found.len() < end {
                let left = [&clauses[..], &found.into_iter().collect::<Vec<_>>()[..]].concat();
                assert!(brute_force(VARIABLES, &left).is_none(), "{seed}: models are missing");
            }
            solver.enumerate_on(Vec::new(), false).expect("the solver lives");
            clauses.push(random.clause(VARIABLES));
            let last = clauses.last().expect("it was pushed");
            solver.add_clause_ref(Cl::new(last)).expect("it fits");
            solver.add_clause_ref(Cl::new(&[!switch])).expect("it fits");
        }
    }
}

/// A search that begins in the caller's thread and goes on in the solver's has one limit.
#[test]
fn a_limit_of_conflicts_is_that_of_the_whole_search() {
    for backend in [Backend::Cdnl, Backend::Portfolio] {
        let mut solver = Solver::with_config(Config::new(backend.clone())).expect("it is built in");
        pigeons(10, 9, None)
            .iter()
            .for_each(|clause| solver.add_clause_ref(Cl::new(clause)).expect("it fits"));
        // The thread has made its solver from here on.
        solver.set_conflict_limit(Some(1));
        solver.solve_assumps(&[]).expect("no error");
        solver.set_conflict_limit(Some(100));
        let counted = |solver: &Solver| solver.search_stats().expect("it counts").conflicts;
        let before = counted(&solver);
        assert_eq!(solver.solve_assumps(&[]).expect("no error"), SolverResult::Interrupted);
        let spent = counted(&solver) - before;
        assert!((100..110).contains(&spent), "{backend}: {spent}");
    }
}

#[test]
fn members_that_rest_do_not_search() {
    let mut config = Config::new(Backend::Portfolio);
    (config.tuning.first_slice, config.tuning.slice_growth) = (10, 1);
    let mut solver = Solver::with_config(config).expect("it is built in");
    pigeons(10, 9, None).iter().for_each(|clause| solver.add_clause_ref(Cl::new(clause)).expect("it fits"));
    let members = Backend::Portfolio.members();
    let calls = |solver: &Solver| -> Vec<u64> { solver.counts().iter().map(|counts| counts.calls).collect() };
    // A round takes 25 conflicts.
    solver.set_conflict_limit(Some(100));
    solver.solve_assumps(&[]).expect("no error");
    assert_eq!(calls(&solver).len(), members.len(), "each has had a turn");
    for subset in 0..1 << members.len() {
        let rests = |number: usize| subset >> number & 1 == 1;
        let resting = (0..members.len()).filter(|&number| rests(number)).map(|number| members[number]);
        solver.rest(resting.collect()).expect("the solver lives");
        let before = calls(&solver);
        assert_eq!(solver.solve_assumps(&[]).expect("no error"), SolverResult::Interrupted);
        for (number, (before, after)) in before.iter().zip(calls(&solver)).enumerate() {
            let expected = !rests(number) || subset + 1 == 1 << members.len();
            assert_eq!(after > *before, expected, "member {number} of {subset:03b}");
        }
    }
}
