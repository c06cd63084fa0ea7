//! Export of a program in DIMACS format, with a map of the shown atoms in comments.
//!
//! `c atom V NAME` says that the atom is true where literal `V` is, and `c fact NAME` that it is always true. `c cost
//! W@P V` says that literal `V` costs `W` at priority `P`, and `c cost W@P` that this cost is always paid.

use std::fmt::Write;

use rustsat::types::Lit;

use crate::translate::{KnownLiteral, Method, Translation, TranslationError};
use groundplan_ground::program::{AtomId, ExternalValue, GroundProgram, Literal};

/// Returns the clauses of a ground program in DIMACS format. Loops are handled by `method`, which must write all its
/// clauses at once.
///
/// # Errors
///
/// When the program cannot be translated.
pub fn dimacs(ground: GroundProgram, method: Method) -> Result<String, TranslationError> {
    let program = ground.program;
    let mut translation = Translation::new(method);
    translation.extend(program)?;
    let mut map = String::new();
    // Writing to a string cannot fail.
    for index in 0..program.atom_count() {
        let atom = AtomId(index as u32);
        let Some(name) = ground.shown_atom(atom).map(|atom| atom.to_string()) else { continue };
        describe(&mut map, "atom", &name, exact(&mut translation, ground, atom.positive()));
    }
    for shown in &program.shown {
        let name = ground.symbols.display(shown.term).to_string();
        let known = match shown.condition {
            None => KnownLiteral::Constant(true),
            Some(literal) => exact(&mut translation, ground, literal),
        };
        describe(&mut map, "term", &name, known);
    }
    for objective in program.objectives() {
        for &(literal, weight) in &objective.elements {
            let cost = format!("{weight}@{}", objective.priority);
            match exact(&mut translation, ground, literal) {
                KnownLiteral::Constant(true) => {
                    let _ = writeln!(map, "c cost {cost}");
                }
                KnownLiteral::Constant(false) => {}
                KnownLiteral::Literal(literal) => {
                    let _ = writeln!(map, "c cost {cost} {}", literal.to_ipasir());
                }
            }
        }
    }
    let given: Vec<Literal> = translation
        .externals()
        .filter_map(|(atom, value)| match value {
            ExternalValue::True => Some(atom.positive()),
            ExternalValue::False | ExternalValue::Released => Some(atom.negative()),
            ExternalValue::Free => None,
        })
        .chain(program.assumptions.iter().copied())
        .collect();
    let mut units: Vec<Vec<Lit>> = Vec::new();
    for literal in given {
        match translation.assumption(program, literal) {
            KnownLiteral::Constant(true) => {}
            KnownLiteral::Constant(false) => units.push(Vec::new()),
            KnownLiteral::Literal(literal) => units.push(vec![literal]),
        }
    }
    let clauses = translation.take_clauses();
    let mut out = map;
    let _ = writeln!(out, "p cnf {} {}", translation.variable_count(), clauses.len() + units.len());
    for clause in clauses.iter().map(AsRef::as_ref).chain(units.iter().map(Vec::as_slice)) {
        for literal in clause {
            let _ = write!(out, "{} ", literal.to_ipasir());
        }
        out.push_str("0\n");
    }
    Ok(out)
}

/// Returns a literal with the same value in a model as the program's literal: its variable is defined in both
/// directions.
fn exact(translation: &mut Translation, ground: GroundProgram, literal: Literal) -> KnownLiteral {
    translation.assumption(ground.program, literal.complement());
    translation.assumption(ground.program, literal)
}

fn describe(map: &mut String, kind: &str, name: &str, known: KnownLiteral) {
    let _ = match known {
        KnownLiteral::Constant(true) => writeln!(map, "c fact {name}"),
        KnownLiteral::Constant(false) => Ok(()),
        KnownLiteral::Literal(literal) => writeln!(map, "c {kind} {} {name}", literal.to_ipasir()),
    };
}
