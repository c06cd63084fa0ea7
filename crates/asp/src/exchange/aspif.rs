//! A ground program in aspif, the intermediate format between gringo and clasp (Gebser, Kaminski, Kaufmann, Ostrowski,
//! Schaub & Wanko: Theory Solving Made Easy with Clingo 5, ICLP 2016, appendix A).

use std::fmt::{Error, Result, Write};

use super::aspif_theory::write_theory;
use crate::program::{Atom, AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal, Modifier};
use crate::symbol::Symbols;

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
    let out = &mut Lines { text: Vec::with_capacity(2 * PIECE), out };
    out.words("asp 1 0 0");
    out.end()?;
    for index in 0..program.atom_count() {
        if program.is_fact(AtomId(index as u32)) {
            out.words("1 0 1");
            out.number(index as i64 + 1);
            out.words(" 0 0");
            out.end()?;
        }
    }
    for rule in program.rules.iter() {
        out.words(if rule.kind == HeadKind::Choice { "1 1" } else { "1 0" });
        out.number(rule.head.len() as i64);
        rule.head.iter().for_each(|&head| out.atom(head));
        match rule.body {
            Body::Conjunction(literals) => {
                out.words(" 0");
                out.literals(literals);
            }
            Body::Sum { bound, elements } => {
                out.words(" 1");
                out.number(bound);
                out.weighted(elements);
            }
        }
        out.end()?;
    }
    write_theory(ground, out)?;
    for objective in program.objectives() {
        out.words("2");
        out.number(objective.priority);
        out.weighted(&objective.elements);
        out.end()?;
    }
    if !program.projection.is_empty() {
        out.words("3");
        out.number(program.projection.len() as i64);
        program.projection.iter().for_each(|&atom| out.atom(atom));
        out.end()?;
    }
    let mut name = Vec::new();
    for index in 0..program.atom_count() {
        let atom = AtomId(index as u32);
        if let Some(named) = ground.shown_atom(atom) {
            name.clear();
            push_name(&mut name, &named, ground.symbols);
            let condition = [atom.positive()];
            out.output(&name, if program.is_fact(atom) { &[] } else { &condition })?;
        }
    }
    for shown in &program.shown {
        let term = ground.symbols.display(shown.term).to_string();
        out.output(term.as_bytes(), shown.condition.as_slice())?;
    }
    for &(atom, value) in &program.externals {
        out.words("5");
        out.atom(atom);
        out.words(match value {
            ExternalValue::Free => " 0",
            ExternalValue::True => " 1",
            ExternalValue::False => " 2",
            ExternalValue::Released => " 3",
        });
        out.end()?;
    }
    if !program.assumptions.is_empty() {
        out.words("6");
        out.literals(&program.assumptions);
        out.end()?;
    }
    for heuristic in &program.heuristics {
        out.words("7");
        let modifier = Modifier::ALL.iter().position(|&modifier| modifier == heuristic.modifier);
        out.number(modifier.map_or(0, |number| number as i64));
        out.atom(heuristic.atom);
        out.number(heuristic.bias);
        out.number(i64::try_from(heuristic.priority).unwrap_or(i64::MAX));
        out.literals(&heuristic.condition);
        out.end()?;
    }
    out.words("0");
    out.end()?;
    out.flush()
}

/// So many bytes are handed on at a time.
const PIECE: usize = 1 << 15;

/// Lines that are gathered before they are handed on: there are many, and most of them are a few numbers. Everything but the
/// first word of a line follows a blank.
pub(super) struct Lines<'o, W> {
    text: Vec<u8>,
    out: &'o mut W,
}

impl<W: Write> Lines<'_, W> {
    pub(super) fn words(&mut self, words: &str) {
        self.text.extend_from_slice(words.as_bytes());
    }

    pub(super) fn number(&mut self, number: i64) {
        self.text.push(b' ');
        push_number(&mut self.text, number);
    }

    fn atom(&mut self, atom: AtomId) {
        self.number(i64::from(atom.0) + 1);
    }

    fn literal(&mut self, literal: Literal) {
        let atom = i64::from(literal.atom().0) + 1;
        self.number(if literal.is_negative() { -atom } else { atom });
    }

    pub(super) fn literals(&mut self, literals: &[Literal]) {
        self.number(literals.len() as i64);
        literals.iter().for_each(|&literal| self.literal(literal));
    }

    fn weighted(&mut self, elements: &[(Literal, i64)]) {
        self.number(elements.len() as i64);
        for &(literal, weight) in elements {
            self.literal(literal);
            self.number(weight);
        }
    }

    /// A text behind the number of its bytes.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len() as i64);
        self.text.push(b' ');
        self.text.extend_from_slice(text);
    }

    fn output(&mut self, name: &[u8], condition: &[Literal]) -> Result {
        self.words("4");
        self.text(name);
        self.literals(condition);
        self.end()
    }

    /// Ends a line.
    pub(super) fn end(&mut self) -> Result {
        self.text.push(b'\n');
        if self.text.len() < PIECE {
            return Ok(());
        }
        self.flush()
    }

    fn flush(&mut self) -> Result {
        self.out.write_str(std::str::from_utf8(&self.text).map_err(|_| Error)?)?;
        self.text.clear();
        Ok(())
    }
}

/// Adds a number in decimal.
fn push_number(text: &mut Vec<u8>, number: i64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[start..]);
}

/// Adds an atom as it prints; integers, most of what there is, in a shorter way.
fn push_name(text: &mut Vec<u8>, atom: &Atom, symbols: &Symbols) {
    text.extend_from_slice(if atom.is_negative() { b"-" } else { b"" });
    text.extend_from_slice(atom.name().as_bytes());
    for (index, &argument) in atom.arguments().iter().enumerate() {
        text.push(if index == 0 { b'(' } else { b',' });
        match symbols.as_number(argument) {
            Some(number) => push_number(text, number),
            None => text.extend_from_slice(symbols.display(argument).to_string().as_bytes()),
        }
    }
    text.extend_from_slice(if atom.arguments().is_empty() { b"" } else { b")" });
}
