//! A ground program in aspif, the intermediate format between gringo and clasp (Gebser, Kaminski, Kaufmann, Ostrowski,
//! Schaub & Wanko: Theory Solving Made Easy with Clingo 5, ICLP 2016, appendix A).

use std::fmt::Write;

use crate::engine::Vocabulary;
use crate::program::{AtomId, Body, ExternalValue, HeadKind, Literal};

/// The ground program in aspif.
#[must_use]
pub fn aspif(vocabulary: Vocabulary) -> String {
    let program = vocabulary.program;
    let mut out = String::from("asp 1 0 0\n");
    // Writing to a string cannot fail.
    for index in 0..program.atom_count() {
        if program.is_fact(AtomId(index as u32)) {
            let _ = writeln!(out, "1 0 1 {} 0 0", index + 1);
        }
    }
    for rule in program.rules.iter() {
        let _ = write!(out, "1 {} {}", u8::from(rule.kind == HeadKind::Choice), rule.head.len());
        for head in rule.head {
            let _ = write!(out, " {}", head.0 + 1);
        }
        match rule.body {
            Body::Conjunction(literals) => {
                out.push_str(" 0");
                list(&mut out, literals);
            }
            Body::Sum { bound, elements } => {
                let _ = write!(out, " 1 {bound}");
                weighted(&mut out, elements);
            }
        }
        out.push('\n');
    }
    for objective in program.objectives() {
        let _ = write!(out, "2 {}", objective.priority);
        weighted(&mut out, &objective.elements);
        out.push('\n');
    }
    for index in 0..program.atom_count() {
        let atom = AtomId(index as u32);
        if let Some((signature, arguments)) = vocabulary.shown_atom(atom) {
            let condition = if program.is_fact(atom) { vec![] } else { vec![atom.positive()] };
            output(&mut out, &vocabulary.display_atom(signature, arguments), &condition);
        }
    }
    for shown in &program.shown {
        let term = vocabulary.symbols.display(shown.term).to_string();
        output(&mut out, &term, shown.condition.as_slice());
    }
    for &(atom, value) in &program.externals {
        let value = match value {
            ExternalValue::Free => 0,
            ExternalValue::True => 1,
            ExternalValue::False => 2,
        };
        let _ = writeln!(out, "5 {} {value}", atom.0 + 1);
    }
    if !program.assumptions.is_empty() {
        out.push('6');
        list(&mut out, &program.assumptions);
        out.push('\n');
    }
    out.push_str("0\n");
    out
}

fn output(out: &mut String, text: &str, condition: &[Literal]) {
    let _ = write!(out, "4 {} {text}", text.len());
    list(out, condition);
    out.push('\n');
}

fn list(out: &mut String, literals: &[Literal]) {
    let _ = write!(out, " {}", literals.len());
    for &literal in literals {
        let _ = write!(out, " {}", number(literal));
    }
}

fn weighted(out: &mut String, elements: &[(Literal, i64)]) {
    let _ = write!(out, " {}", elements.len());
    for &(literal, weight) in elements {
        let _ = write!(out, " {} {weight}", number(literal));
    }
}

fn number(literal: Literal) -> i64 {
    let atom = i64::from(literal.atom().0) + 1;
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}
