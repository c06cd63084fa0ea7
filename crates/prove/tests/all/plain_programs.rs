//! Programs whose verdict is plain, and the shape of what is proven about them.

use crate::support::{check, outcome, veripb};
use groundplan_certificate::{Axioms, Claim, Program};
use groundplan_prove::{prove, Limits, Outcome};
use groundplan_sat::Interrupter;

/// Each without an answer set, in aspif without header and end.
const REFUTED: [&str; 8] = [
    // A constraint without a body, and one on a fact.
    "1 0 0 0 0",
    "1 0 1 1 0 0\n1 0 0 0 1 1",
    // Nothing derives the atom.
    "1 0 0 0 1 -1",
    // It derives itself only; by itself, by another, by a sum, by a disjunction.
    "1 0 1 1 0 1 1\n1 0 0 0 1 -1",
    "1 0 1 1 0 1 2\n1 0 1 2 0 1 1\n1 0 0 0 1 -1",
    "1 0 1 1 1 2 3 2 1 3 1 -4 1\n1 0 1 2 0 1 1\n1 0 1 3 0 1 2\n1 0 0 0 1 -1",
    "1 0 2 1 2 0 1 3\n1 0 1 3 0 1 1\n1 0 1 3 0 1 2\n1 0 0 0 1 -3",
    // An odd loop.
    "1 0 1 1 0 1 -1",
];

#[test]
fn plain_refutations_are_accepted() {
    let veripb = veripb();
    for rules in REFUTED {
        let aspif = format!("asp 1 0 0\n{rules}\n0\n");
        match (outcome(&aspif, ""), &veripb) {
            (Outcome::Refuted(proof), Some(veripb)) => {
                check(veripb, &aspif, "", &proof).unwrap_or_else(|error| panic!("{error}"));
            }
            (Outcome::Refuted(_), None) => {}
            (other, _) => panic!("{other:?}\n{aspif}"),
        }
    }
}

/// A walk on a grid: a column of walls leaves no way from one side to the other. Many sets are unfounded in the search; the
/// proof names few of them.
#[test]
fn large_loops_are_found_while_the_search_goes_on() {
    const SIDE: u32 = 16;
    let (reached, open) =
        (|x: u32, y: u32| x * SIDE + y + 1, |x: u32, y: u32| SIDE * SIDE + x * SIDE + y + 1);
    let mut text = String::new();
    for x in 0..SIDE {
        for y in 0..SIDE {
            text += &format!("1 1 1 {} 0 0\n", open(x, y));
            let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for (a, b) in beside.into_iter().filter(|&(a, b)| a < SIDE && b < SIDE) {
                text += &format!("1 0 1 {} 0 2 {} {}\n", reached(x, y), reached(a, b), open(x, y));
            }
        }
    }
    text += &format!("1 0 1 {} 0 0\n1 0 0 0 1 -{}\n", reached(0, 0), reached(SIDE - 1, SIDE - 1));
    // In the middle somewhere two columns beside each other have no cells open that touch.
    for y in 0..SIDE {
        text += &format!("1 0 0 0 2 {} {}\n", open(SIDE / 2, y), open(SIDE / 2 + 1, y));
    }
    let aspif = format!("asp 1 0 0\n{text}0\n");
    let Outcome::Refuted(proof) = outcome(&aspif, "") else { panic!("there is no way") };
    assert!(!proof.sets().is_empty());
    if let Some(veripb) = veripb() {
        check(&veripb, &aspif, "", &proof)
            .unwrap_or_else(|error| panic!("{}", &error[..2000.min(error.len())]));
    }
}

#[test]
fn an_interrupted_search_proves_nothing() {
    let interrupter = Interrupter::new();
    interrupter.interrupt();
    let program = Program::parse("asp 1 0 0\n1 0 1 1 0 1 -1\n0\n").expect("a program");
    let axioms = Axioms::new(program, &Claim::default()).expect("axioms");
    let limits = Limits { interrupter, ..Limits::default() };
    assert!(matches!(prove(axioms, &limits), Ok(Outcome::Unknown)));
}
