//! Writes a ground program in aspif, the intermediate format between gringo and clasp (Gebser, Kaminski, Kaufmann,
//! Ostrowski, Schaub & Wanko: Theory Solving Made Easy with Clingo 5, ICLP 2016, appendix A).

use std::fmt::{Result, Write};

use super::lines::{push_name, Lines};
use super::theory_writer::{write_theory, TheoryFormat};
use crate::program::{AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal, Modifier};

/// Returns the ground program in aspif.
#[must_use]
pub fn aspif(ground: GroundProgram) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_aspif(ground, &mut text);
    text
}

/// Writes the ground program in aspif, in blocks, because the text may be larger than the program itself.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn write_aspif(ground: GroundProgram, out: &mut impl Write) -> Result {
    let program = ground.program;
    let out = &mut Lines::new(out);
    out.words("asp 1 0 0");
    out.end()?;
    for index in 0..program.atom_count() {
        if program.is_stated(AtomId(index as u32)) {
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
            out.output(&name, if program.is_shown_always(atom) { &[] } else { &condition })?;
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

impl<W: Write> Lines<'_, W> {
    fn atom(&mut self, atom: AtomId) {
        self.number(i64::from(atom.0) + 1);
    }

    fn literals(&mut self, literals: &[Literal]) {
        self.number(literals.len() as i64);
        literals.iter().for_each(|&literal| self.number(signed(literal)));
    }

    fn weighted(&mut self, elements: &[(Literal, i64)]) {
        self.number(elements.len() as i64);
        for &(literal, weight) in elements {
            self.number(signed(literal));
            self.number(weight);
        }
    }

    fn numbers(&mut self, numbers: &[i64]) {
        self.number(numbers.len() as i64);
        numbers.iter().for_each(|&number| self.number(number));
    }

    /// Writes a text after its length in bytes.
    fn counted(&mut self, text: &[u8]) {
        self.number(text.len() as i64);
        self.words(" ");
        self.bytes(text);
    }

    fn output(&mut self, name: &[u8], condition: &[Literal]) -> Result {
        self.words("4");
        self.counted(name);
        self.literals(condition);
        self.end()
    }
}

/// Returns the number of a literal in aspif: that of its atom, from 1, negated for `not`.
pub(super) fn signed(literal: Literal) -> i64 {
    let atom = i64::from(literal.atom().0) + 1;
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}

/// Writes theory atoms as statements that begin with 9.
impl<W: Write> TheoryFormat for Lines<'_, W> {
    fn write_number(&mut self, id: i64, number: i64) -> Result {
        self.words("9 0");
        self.number(id);
        self.number(number);
        self.end()
    }

    fn write_text(&mut self, id: i64, text: &str) -> Result {
        self.words("9 1");
        self.number(id);
        self.counted(text.as_bytes());
        self.end()
    }

    fn write_compound(&mut self, id: i64, kind: i64, arguments: &[i64]) -> Result {
        self.words("9 2");
        self.number(id);
        self.number(kind);
        self.numbers(arguments);
        self.end()
    }

    fn write_element(&mut self, id: i64, tuple: &[i64], condition: &[Literal]) -> Result {
        self.words("9 4");
        self.number(id);
        self.numbers(tuple);
        self.literals(condition);
        self.end()
    }

    fn write_atom(&mut self, atom: i64, name: i64, elements: &[i64], guard: Option<(i64, i64)>) -> Result {
        self.words(if guard.is_some() { "9 6" } else { "9 5" });
        self.number(atom);
        self.number(name);
        self.numbers(elements);
        if let Some((operator, term)) = guard {
            self.number(operator);
            self.number(term);
        }
        self.end()
    }
}
