//! Proofs about random programs beside brute force: the verdict is right, and VeriPB accepts every proof.

use groundplan_prove::Outcome;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::support::random::{programs, Program, Style};
use crate::support::{check, outcome, veripb};

/// What a claim about a program comes to.
fn judge(program: &Program, claim: &str, most: Option<i64>, veripb: Option<&str>) -> bool {
    let aspif = program.aspif();
    let within = |&set: &u32| most.is_none_or(|most| program.cost(set) <= most);
    let expected: Vec<u32> = program.answer_sets().into_iter().filter(within).collect();
    match outcome(&aspif, claim) {
        Outcome::Model(atoms) => {
            let set: u32 = atoms.iter().map(|&atom| 1 << (atom - 1)).sum();
            assert!(expected.contains(&set), "{atoms:?} is no answer set of\n{aspif}{claim}");
            false
        }
        Outcome::Refuted(proof) => {
            assert!(expected.is_empty(), "{expected:?} are answer sets of\n{aspif}{claim}");
            if let Some(veripb) = veripb {
                check(veripb, &aspif, claim, &proof).unwrap_or_else(|error| panic!("{error}"));
            }
            true
        }
        Outcome::Unknown => panic!("there was no limit"),
    }
}

/// Draws programs until so many were refuted.
fn refute(style: Style, atoms: u32, refutations: usize) {
    let veripb = veripb();
    let mut runner = TestRunner::deterministic();
    let strategy = programs(style, atoms);
    let mut refuted = 0;
    while refuted < refutations {
        let program = strategy.new_tree(&mut runner).expect("a program").current();
        refuted += usize::from(judge(&program, "", None, veripb.as_deref()));
        // One less than the least cost is too little, and the least cost is not.
        let least = program.answer_sets().into_iter().map(|set| program.cost(set)).min();
        if let Some(least) = least {
            let bound = |bound: i64| format!("cost 0 {bound}\n");
            refuted += usize::from(judge(&program, &bound(least - 1), Some(least - 1), veripb.as_deref()));
            assert!(!judge(&program, &bound(least), Some(least), None));
        }
    }
}

#[test]
fn programs_without_disjunctions() {
    refute(Style::Normal, 8, 500);
}

#[test]
fn programs_with_disjunctions() {
    refute(Style::Disjunctive, 8, 500);
}

#[test]
fn programs_with_sums() {
    refute(Style::Sums, 10, 300);
}
