//! Proofs about sums that take more than clauses over their literals: thresholds and adders.

use std::fmt::Write;

use groundplan_prove::{Outcome, Proof};
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::support::{check, outcome, veripb};

/// Free atoms, and bodies that must all hold: weights and a bound each; a negative weight is one of the negation.
fn program(atoms: usize, sums: &[(Vec<i64>, i64)]) -> String {
    let mut text = "asp 1 0 0\n".to_owned();
    write!(text, "1 1 {atoms}").unwrap();
    (1..=atoms).for_each(|atom| write!(text, " {atom}").unwrap());
    text += " 0 0\n";
    for (number, (weights, bound)) in sums.iter().enumerate() {
        let head = atoms + 1 + number;
        write!(text, "1 0 1 {head} 1 {bound} {}", weights.len()).unwrap();
        for (atom, &weight) in (1_i64..).zip(weights) {
            write!(text, " {} {}", atom * weight.signum(), weight.abs()).unwrap();
        }
        writeln!(text, "\n1 0 0 0 1 -{head}").unwrap();
    }
    text + "0\n"
}

fn refuted(aspif: &str) -> Proof {
    match outcome(aspif, "") {
        Outcome::Refuted(proof) => *proof,
        other => panic!("{other:?}\n{aspif}"),
    }
}

fn text(proof: &Proof) -> String {
    let mut text = Vec::new();
    proof.write(&mut text).expect("it is written");
    String::from_utf8(text).expect("text")
}

/// A sum that is to be at least a bound, and less: by the same weights of the negated literals.
fn contradict(largest: i64, atoms: usize, rounds: usize) -> String {
    let veripb = veripb();
    let mut runner = TestRunner::deterministic();
    let mut all = String::new();
    for _ in 0..rounds {
        let (weights, share) =
            (vec(1..=largest, atoms), 0.2..0.8).new_tree(&mut runner).expect("it is drawn").current();
        let total: i64 = weights.iter().sum();
        let bound = (total as f64 * share) as i64;
        let negated: Vec<i64> = weights.iter().map(|weight| -weight).collect();
        let (more, less) = ((weights, bound), (negated, total - bound + 1));
        let aspif = program(atoms, &[more.clone(), less.clone()]);
        let proof = refuted(&aspif);
        if let Some(veripb) = &veripb {
            check(veripb, &aspif, "", &proof).unwrap_or_else(|error| panic!("{error}"));
        }
        all += &text(&proof);
        let satisfiable = program(atoms, &[(more.0, 1), less]);
        assert!(matches!(outcome(&satisfiable, ""), Outcome::Model(_)), "{satisfiable}");
    }
    all
}

#[test]
fn counts() {
    let text = contradict(1, 11, 12);
    assert!(text.contains("red ") && text.contains("pol "), "{text}");
}

#[test]
fn light_weights() {
    let text = contradict(9, 9, 12);
    assert!(text.contains("red ") && text.contains("pol "), "{text}");
}

/// So few literals weigh too little, whichever they are. There are too many sums for thresholds: adders add them up.
#[test]
fn heavy_weights() {
    let veripb = veripb();
    let mut runner = TestRunner::deterministic();
    for atoms in [25, 30, 40] {
        let weights =
            vec(1..=100_000_000_000_000_i64, atoms).new_tree(&mut runner).expect("it is drawn").current();
        let mut heaviest = weights.clone();
        heaviest.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
        let most: i64 = heaviest[..3].iter().sum();
        let few = (vec![-1; atoms], atoms as i64 - 3);
        let aspif = program(atoms, &[(weights.clone(), most + 1), few.clone()]);
        let proof = refuted(&aspif);
        if let Some(veripb) = &veripb {
            check(veripb, &aspif, "", &proof).unwrap_or_else(|error| panic!("{error}"));
        }
        let text = text(&proof);
        assert!(text.contains(" 3 d ;") && text.contains(" 2 d ;"), "{text}");
        let satisfiable = program(atoms, &[(weights, most), few]);
        assert!(matches!(outcome(&satisfiable, ""), Outcome::Model(_)), "{satisfiable}");
    }
}
