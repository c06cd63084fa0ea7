//! Justifications of atoms of random programs of the whole language. Each is checked before it is returned; here also that
//! there is one for each atom, and that its order is right.

use std::collections::BTreeSet;

use groundplan::Engine;
use groundplan_explain::{justify, DerivedAtom, Detail, Reason, Support, Verdict};

use crate::random::Generator;

/// Explains all atoms of an answer set, and some that are false; returns how many.
fn explain_all(text: &str) -> usize {
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    if engine.add_text("program.lp", text).is_err() || engine.ground(["base"]).is_err() {
        return 0;
    }
    let Some(model) = engine.query().first().expect("it can be solved") else { return 0 };
    let ground = model.ground_program();
    let mut atoms: BTreeSet<(String, bool)> = BTreeSet::new();
    for (_, domain) in ground.base.domains() {
        for atom in domain.atoms() {
            let text = ground.atom(atom).expect("it has a name").to_string();
            if !text.starts_with('#') {
                atoms.insert((text, model.holds(atom)));
            }
        }
    }
    for absent in ["p(7)", "q(a)", "s(0,7)", "l(-1)", "nothing"] {
        atoms.insert((absent.to_owned(), atoms.contains(&(absent.to_owned(), true))));
    }
    let answer_set = model.into_answer_set();
    for (atom, holds) in &atoms {
        let found = justify(&mut engine, &answer_set, atom, Detail::Full);
        let found = found.unwrap_or_else(|error| panic!("{atom}: {error}\n{text}"));
        match found.verdict {
            Verdict::True(derivation) => {
                assert!(holds, "{atom}\n{text}");
                assert!(is_ordered(&derivation), "{atom}: {derivation:#?}\n{text}");
            }
            Verdict::False(_) => assert!(!holds, "{atom}\n{text}"),
        }
    }
    atoms.len()
}

/// Whether each atom follows from others before it, unless cases are distinguished.
fn is_ordered(atoms: &[DerivedAtom]) -> bool {
    let mut derived: BTreeSet<usize> = (0..atoms.len()).filter(|&index| atoms[index].by_cases).collect();
    loop {
        let follows = |support: &Support| {
            support.body.iter().all(|reason| match reason {
                Reason::Atom(index) => derived.contains(index),
                Reason::Literal { .. } => true,
                Reason::Compound { elements, .. } => {
                    elements.iter().flat_map(|element| &element.atoms).all(|atom| derived.contains(atom))
                }
            })
        };
        let open = (0..atoms.len()).filter(|index| !derived.contains(index));
        let next: Vec<usize> = open.filter(|&index| atoms[index].supports.iter().all(follows)).collect();
        if next.is_empty() {
            return derived.len() == atoms.len();
        }
        derived.extend(next);
    }
}

#[test]
fn every_atom_of_the_whole_language_has_one() {
    let asked: usize = (0..60).map(|seed| explain_all(&Generator::new(seed).whole_language())).sum();
    assert!(asked > 900, "{asked}");
}

#[test]
fn every_atom_of_heads_and_bounds_has_one() {
    let programs = (0..40).flat_map(|seed| {
        let draw = || Generator::new(seed);
        [draw().heads(), draw().bounds(), draw().undefined(), draw().program()]
    });
    let asked: usize = programs.map(|text| explain_all(&text)).sum();
    assert!(asked > 1000, "{asked}");
}
