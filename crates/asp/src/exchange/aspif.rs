//! A ground program in aspif, the intermediate format between gringo and clasp (Gebser, Kaminski, Kaufmann, Ostrowski,
//! Schaub & Wanko: Theory Solving Made Easy with Clingo 5, ICLP 2016, appendix A).

use std::fmt::{Result, Write};

use crate::program::{AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal};

/// The ground program in aspif.
#[must_use]
pub fn aspif(ground: GroundProgram) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_aspif(ground, &mut text);
    text
}

/// Writes the ground program in aspif, piece by piece: as text it may be larger than the program itself.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_aspif(ground: GroundProgram, out: &mut impl Write) -> Result {
    let program = ground.program;
    out.write_str("asp 1 0 0\n")?;
    for index in 0..program.atom_count() {
        if program.is_fact(AtomId(index as u32)) {
            writeln!(out, "1 0 1 {} 0 0", index + 1)?;
        }
    }
    for rule in program.rules.iter() {
        write!(out, "1 {} {}", u8::from(rule.kind == HeadKind::Choice), rule.head.len())?;
        for head in rule.head {
            write!(out, " {}", head.0 + 1)?;
        }
        match rule.body {
            Body::Conjunction(literals) => {
                out.write_str(" 0")?;
                list(out, literals)?;
            }
            Body::Sum { bound, elements } => {
                write!(out, " 1 {bound}")?;
                weighted(out, elements)?;
            }
        }
        out.write_char('\n')?;
    }
    for objective in program.objectives() {
        write!(out, "2 {}", objective.priority)?;
        weighted(out, &objective.elements)?;
        out.write_char('\n')?;
    }
    if !program.projection.is_empty() {
        write!(out, "3 {}", program.projection.len())?;
        for atom in &program.projection {
            write!(out, " {}", atom.0 + 1)?;
        }
        out.write_char('\n')?;
    }
    for index in 0..program.atom_count() {
        let atom = AtomId(index as u32);
        if let Some(named) = ground.shown_atom(atom) {
            let condition = if program.is_fact(atom) { vec![] } else { vec![atom.positive()] };
            output(out, &named.to_string(), &condition)?;
        }
    }
    for shown in &program.shown {
        let term = ground.symbols.display(shown.term).to_string();
        output(out, &term, shown.condition.as_slice())?;
    }
    for &(atom, value) in &program.externals {
        let value = match value {
            ExternalValue::Free => 0,
            ExternalValue::True => 1,
            ExternalValue::False => 2,
        };
        writeln!(out, "5 {} {value}", atom.0 + 1)?;
    }
    if !program.assumptions.is_empty() {
        out.write_char('6')?;
        list(out, &program.assumptions)?;
        out.write_char('\n')?;
    }
    out.write_str("0\n")
}

fn output(out: &mut impl Write, text: &str, condition: &[Literal]) -> Result {
    write!(out, "4 {} {text}", text.len())?;
    list(out, condition)?;
    out.write_char('\n')
}

fn list(out: &mut impl Write, literals: &[Literal]) -> Result {
    write!(out, " {}", literals.len())?;
    for &literal in literals {
        write!(out, " {}", number(literal))?;
    }
    Ok(())
}

fn weighted(out: &mut impl Write, elements: &[(Literal, i64)]) -> Result {
    write!(out, " {}", elements.len())?;
    for &(literal, weight) in elements {
        write!(out, " {} {weight}", number(literal))?;
    }
    Ok(())
}

fn number(literal: Literal) -> i64 {
    let atom = i64::from(literal.atom().0) + 1;
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}
