//! A program in aspif is read, and written as a program that reads as the same.

#![no_main]

use groundplan::exchange::{aspif, text};
use groundplan::program::{AtomId, Body, HeadKind, Rule};
use groundplan::{Engine, Error};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let Some(engine) = read(input) else { return };
    let written = aspif(engine.ground_program());
    let again = read(&written).unwrap_or_else(|| panic!("does not read:\n{written}"));
    assert_eq!(contents(&again), contents(&engine), "{written}");
    let _ = text(engine.ground_program());
});

/// An engine with the program, if nothing is wrong with it.
fn read(input: &str) -> Option<Engine> {
    let mut engine = Engine::new();
    match engine.add_aspif("text", input) {
        Ok(()) => Some(engine),
        Err(Error::Program(diagnostics)) => {
            // Every place that a message names can be shown.
            let _ = diagnostics.to_string();
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// What there is of each kind, and what is shown. A reader may number atoms anew, and make more of them for facts.
fn contents(engine: &Engine) -> ([usize; 4], Vec<String>) {
    let ground = engine.ground_program();
    let program = ground.program;
    let atoms = (0..program.atom_count()).filter_map(|index| ground.shown_atom(AtomId(index as u32)));
    let mut shown: Vec<String> = atoms.map(|atom| atom.to_string()).collect();
    shown.extend(program.shown.iter().map(|shown| ground.symbols.display(shown.term).to_string()));
    shown.sort_unstable();
    // A rule without a body may come back as a fact.
    let is_fact = |rule: &Rule| rule.head.len() == 1 && matches!(rule.body, Body::Conjunction([]));
    let rules = program.rules.iter().filter(|rule| rule.kind == HeadKind::Choice || !is_fact(rule)).count();
    let objectives = program.objectives().len();
    ([rules, objectives, program.externals.len(), program.assumptions.len()], shown)
}
