//! Writes a ground program in the format of smodels, which [`read_lparse`](super::read_lparse) reads (Syrjänen:
//! Lparse 1.0 user's manual, 2000, appendix A), with gringo's additions: disjunctions, external atoms, and heuristics
//! as names.
//!
//! In this format, a rule with a sum in its body has a single head atom, so other heads get an auxiliary atom in
//! between. A constraint derives atom 1, which must be false; the atoms of the program follow it. Weights are not
//! negative: in an objective, a negative weight becomes a positive one of the complement. That raises the costs of
//! all answer sets by the same amount.

use std::fmt::Write;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use super::weights::merged;
use crate::program::{AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal};
use crate::symbol::Symbol;

/// A feature of a program that the format of smodels does not support.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum SmodelsError {
    /// Theory atoms.
    #[error("the format of smodels has no atoms of theories")]
    Theory,
    /// `#project` directives.
    #[error("the format of smodels has no `#project`")]
    Projection,
    /// A name of an atom or a term that does not fit on a line of its own.
    #[error(
        "the format of smodels has no name `{0}`: it is empty, has blanks at an end, or breaks its line"
    )]
    Name(String),
}

/// Returns the ground program in the format of smodels.
///
/// # Errors
///
/// If the program has a feature that the format does not support.
pub fn smodels(ground: GroundProgram) -> Result<String, SmodelsError> {
    let program = ground.program;
    if !program.theory.is_empty() {
        return Err(SmodelsError::Theory);
    }
    if !program.projection.is_empty() {
        return Err(SmodelsError::Projection);
    }
    let mut writer =
        SmodelsWriter { text: String::new(), next: program.atom_count() as i64 + 2, names: Vec::new() };
    writer.rules(ground);
    writer.objectives(ground);
    writer.externals(ground);
    writer.shown(ground);
    writer.heuristics(ground);
    writer.text.push_str("0\n");
    writer.symbols()?;
    writer.compute(&program.assumptions);
    // The number of wanted answer sets.
    writer.text.push_str("1\n");
    Ok(writer.text)
}

/// The number of the atom that constraints derive.
const FALSE: i64 = 1;

fn number(atom: AtomId) -> i64 {
    i64::from(atom.0) + 2
}

/// Returns the number of a literal: that of its atom, negated for `not`.
fn signed(literal: Literal) -> i64 {
    let atom = number(literal.atom());
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}

struct SmodelsWriter {
    text: String,
    /// The number of the next auxiliary atom.
    next: i64,
    names: Vec<(i64, String)>,
}

impl SmodelsWriter {
    fn fresh(&mut self) -> i64 {
        self.next += 1;
        self.next - 1
    }

    fn line(&mut self, numbers: impl IntoIterator<Item = i64>) {
        for (place, number) in numbers.into_iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{blank}{number}");
        }
        self.text.push('\n');
    }

    fn rule(&mut self, kind: HeadKind, head: &[i64], body: &[i64]) {
        let mut line = match (kind, head) {
            (HeadKind::Choice, []) => return,
            (HeadKind::Disjunction, []) => vec![1, FALSE],
            (HeadKind::Disjunction, &[head]) => vec![1, head],
            (HeadKind::Choice, _) => vec![3, head.len() as i64],
            (HeadKind::Disjunction, _) => vec![8, head.len() as i64],
        };
        if line.first() != Some(&1) {
            line.extend(head);
        }
        let (negative, positive) = apart(body.iter().map(|&literal| (literal, 1)));
        line.extend([body.len() as i64, negative.len() as i64]);
        line.extend(negative.iter().chain(&positive).map(|&(literal, _)| literal.abs()));
        self.line(line);
    }

    /// Writes a rule whose body is a sum: a count if all weights are 1, a weighted sum otherwise.
    fn sum(&mut self, head: i64, bound: i64, elements: &[(i64, i64)]) {
        let (negative, positive) = apart(elements.iter().copied());
        let (count, negated) = (elements.len() as i64, negative.len() as i64);
        let counts = elements.iter().all(|&(_, weight)| weight == 1);
        let mut line =
            if counts { vec![2, head, count, negated, bound] } else { vec![5, head, bound, count, negated] };
        let ordered = || negative.iter().chain(&positive);
        line.extend(ordered().map(|&(literal, _)| literal.abs()));
        if !counts {
            line.extend(ordered().map(|&(_, weight)| weight));
        }
        self.line(line);
    }

    fn rules(&mut self, ground: GroundProgram) {
        let program = ground.program;
        for atom in (0..program.atom_count() as u32).map(AtomId) {
            if program.is_stated(atom) {
                self.rule(HeadKind::Disjunction, &[number(atom)], &[]);
            }
        }
        for rule in program.rules.iter() {
            let head: Vec<i64> = rule.head.iter().map(|&atom| number(atom)).collect();
            match rule.body {
                Body::Conjunction(literals) => {
                    let body: Vec<i64> = literals.iter().map(|&literal| signed(literal)).collect();
                    self.rule(rule.kind, &head, &body);
                }
                Body::Sum { bound, .. } if bound <= 0 => self.rule(rule.kind, &head, &[]),
                Body::Sum { bound, elements } => {
                    let elements: Vec<(i64, i64)> = merged(elements.iter().copied())
                        .into_iter()
                        .map(|(literal, weight)| (signed(literal), weight))
                        .collect();
                    match (rule.kind, head.as_slice()) {
                        (HeadKind::Choice, []) => {}
                        (HeadKind::Disjunction, []) => self.sum(FALSE, bound, &elements),
                        (HeadKind::Disjunction, &[head]) => self.sum(head, bound, &elements),
                        _ => {
                            let reached = self.fresh();
                            self.sum(reached, bound, &elements);
                            self.rule(rule.kind, &head, &[reached]);
                        }
                    }
                }
            }
        }
    }

    /// Writes the objectives. Each has a higher priority than those before it.
    fn objectives(&mut self, ground: GroundProgram) {
        for objective in ground.program.objectives().into_iter().rev() {
            let positive = merged(objective.elements).into_iter().map(|(literal, weight)| {
                if weight < 0 {
                    (literal.complement(), weight.saturating_neg())
                } else {
                    (literal, weight)
                }
            });
            // A literal may now coincide with the complement of another.
            let elements = merged(positive);
            let (negative, positive) =
                apart(elements.iter().map(|&(literal, weight)| (signed(literal), weight)));
            let ordered = || negative.iter().chain(&positive);
            let mut line = vec![6, 0, elements.len() as i64, negative.len() as i64];
            line.extend(ordered().map(|&(literal, _)| literal.abs()));
            line.extend(ordered().map(|&(_, weight)| weight));
            self.line(line);
        }
    }

    fn externals(&mut self, ground: GroundProgram) {
        for &(atom, value) in &ground.program.externals {
            let atom = number(atom);
            match value {
                ExternalValue::False => self.line([91, atom, 0]),
                ExternalValue::True => self.line([91, atom, 1]),
                ExternalValue::Free => self.line([91, atom, 2]),
                ExternalValue::Released => self.line([92, atom]),
            }
        }
    }

    /// Names the shown atoms and terms. Each shown term gets an auxiliary atom that holds if the term is shown.
    fn shown(&mut self, ground: GroundProgram) {
        for atom in (0..ground.program.atom_count() as u32).map(AtomId) {
            if let Some(shown) = ground.shown_atom(atom) {
                self.names.push((number(atom), shown.to_string()));
            }
        }
        let mut terms: IndexMap<Symbol, Vec<Option<Literal>>, FxBuildHasher> = IndexMap::default();
        for shown in &ground.program.shown {
            terms.entry(shown.term).or_default().push(shown.condition);
        }
        for (term, conditions) in terms {
            let atom = self.fresh();
            for condition in conditions {
                let body: Vec<i64> = condition.map(signed).into_iter().collect();
                self.rule(HeadKind::Disjunction, &[atom], &body);
            }
            self.names.push((atom, ground.symbols.display(term).to_string()));
        }
    }

    /// Writes heuristics as atoms `_heuristic(NAME,MODIFIER,BIAS,PRIORITY)` that hold if the heuristic's condition
    /// does. An atom that is not shown is named `_atom(N)`. Heuristics that were read from such an atom are skipped,
    /// because the atom itself is written.
    fn heuristics(&mut self, ground: GroundProgram) {
        let mut unnamed: IndexMap<i64, String, FxBuildHasher> = IndexMap::default();
        let is_said = |condition: &[Literal]| match condition {
            [literal] if !literal.is_negative() => {
                ground.shown_atom(literal.atom()).is_some_and(|atom| atom.name() == "_heuristic")
            }
            _ => false,
        };
        for heuristic in ground.program.heuristics.iter().filter(|heuristic| !is_said(&heuristic.condition)) {
            let atom = number(heuristic.atom);
            let name = match ground.shown_atom(heuristic.atom) {
                Some(shown) => shown.to_string(),
                None => unnamed.entry(atom).or_insert_with(|| format!("_atom({atom})")).clone(),
            };
            let condition: Vec<i64> = heuristic.condition.iter().map(|&literal| signed(literal)).collect();
            let (modifier, bias, priority) = (heuristic.modifier.name(), heuristic.bias, heuristic.priority);
            let holds = self.fresh();
            self.rule(HeadKind::Disjunction, &[holds], &condition);
            self.names.push((holds, format!("_heuristic({name},{modifier},{bias},{priority})")));
        }
        self.names.extend(unnamed);
    }

    fn symbols(&mut self) -> Result<(), SmodelsError> {
        for (atom, name) in std::mem::take(&mut self.names) {
            if name.is_empty() || name.trim() != name || name.contains(['\n', '\r']) {
                return Err(SmodelsError::Name(name));
            }
            let _ = writeln!(self.text, "{atom} {name}");
        }
        self.text.push_str("0\n");
        Ok(())
    }

    /// Writes the atoms that must hold and those that must not.
    fn compute(&mut self, assumptions: &[Literal]) {
        self.text.push_str("B+\n");
        for literal in assumptions.iter().filter(|literal| !literal.is_negative()) {
            self.line([number(literal.atom())]);
        }
        self.text.push_str("0\nB-\n");
        self.line([FALSE]);
        for literal in assumptions.iter().filter(|literal| literal.is_negative()) {
            self.line([number(literal.atom())]);
        }
        self.text.push_str("0\n");
    }
}

/// Weighted literals, with the negative ones apart from the positive ones.
type Apart = (Vec<(i64, i64)>, Vec<(i64, i64)>);

fn apart(elements: impl Iterator<Item = (i64, i64)>) -> Apart {
    elements.partition(|&(literal, _)| literal < 0)
}
