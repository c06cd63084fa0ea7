//! A ground program as text of the language: what it prints parses back to a program with the same answer sets.
//!
//! Atoms without a name, which stand for aggregates and the like, get one that no predicate of the program has; `#show`
//! keeps them out of sight.

use std::fmt::Write;

use itertools::Itertools;

use crate::program::{AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal, HIDDEN};
use crate::symbol::Symbols;

/// What atoms without a name are called, as far as it is free.
const AUXILIARY: &str = "aux";

/// The ground program as text, a statement a line.
#[must_use]
pub fn text(ground: GroundProgram) -> String {
    let mut printer = Printer { ground, auxiliary: auxiliary(&ground), out: String::new(), unnamed: false };
    printer.program();
    printer.out
}

struct Printer<'e> {
    ground: GroundProgram<'e>,
    auxiliary: String,
    out: String,
    /// Whether an atom without a name was printed.
    unnamed: bool,
}

fn auxiliary(ground: &GroundProgram) -> String {
    let symbols: &Symbols = ground.symbols;
    let taken = |name: &str| {
        let mut domains = ground.base.domains();
        domains.any(|(_, domain)| symbols.text(domain.signature().name) == name)
    };
    let mut name = AUXILIARY.to_owned();
    while taken(&name) {
        name.push('_');
    }
    name
}

impl Printer<'_> {
    fn program(&mut self) {
        let program = self.ground.program;
        for index in 0..program.atom_count() {
            let atom = AtomId(index as u32);
            if program.is_fact(atom) {
                let name = self.atom(atom);
                self.line(&name);
            }
        }
        for &(atom, value) in &program.externals {
            let name = self.atom(atom);
            let value = match value {
                ExternalValue::True => " [true]",
                ExternalValue::False => "",
                ExternalValue::Free => " [free]",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "#external {name}.{value}");
        }
        for rule in program.rules.iter() {
            let heads = rule.head.iter().map(|&atom| self.atom(atom)).join("; ");
            let body = match rule.body {
                Body::Conjunction(literals) => {
                    literals.iter().map(|&literal| self.literal(literal)).join(", ")
                }
                Body::Sum { bound, elements } => {
                    let elements = elements
                        .iter()
                        .enumerate()
                        .map(|(i, &(literal, weight))| format!("{weight},{i} : {}", self.literal(literal)));
                    let elements = elements.collect_vec().join("; ");
                    format!("{bound} <= #sum {{ {elements} }}")
                }
            };
            match rule.kind {
                HeadKind::Choice => {
                    let _ = write!(self.out, "{{ {heads} }}");
                }
                HeadKind::Disjunction => self.out.push_str(&heads),
            }
            if !body.is_empty() || rule.head.is_empty() && rule.kind == HeadKind::Disjunction {
                self.out.push_str(if rule.head.is_empty() { ":- " } else { " :- " });
                self.out.push_str(&body);
            }
            self.out.push_str(".\n");
        }
        for objective in program.objectives() {
            let priority = objective.priority;
            let elements = objective.elements.iter().enumerate().map(|(i, &(literal, weight))| {
                format!("{weight}@{priority},{i} : {}", self.literal(literal))
            });
            let elements = elements.collect_vec().join("; ");
            let _ = writeln!(self.out, "#minimize {{ {elements} }}.");
        }
        for &atom in &program.projection {
            let name = self.atom(atom);
            self.line(&format!("#project {name}"));
        }
        for &literal in &program.assumptions {
            let complement = self.literal(literal.complement());
            let _ = writeln!(self.out, ":- {complement}.");
        }
        for shown in &program.shown {
            let term = self.ground.symbols.display(shown.term).to_string();
            let condition = match shown.condition {
                Some(literal) => self.literal(literal),
                None => "#true".to_owned(),
            };
            let _ = writeln!(self.out, "#show {term} : {condition}.");
        }
        self.show();
    }

    fn show(&mut self) {
        if self.ground.shown.is_none() && !self.unnamed {
            return;
        }
        self.out.push_str("#show.\n");
        for (_, domain) in self.ground.base.domains() {
            let signature = domain.signature();
            let name = self.ground.symbols.text(signature.name);
            if self.ground.shows(signature) && !domain.is_empty() {
                let sign = if signature.negative { "-" } else { "" };
                let _ = writeln!(self.out, "#show {sign}{name}/{}.", signature.arity);
            }
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push_str(".\n");
    }

    fn literal(&mut self, literal: Literal) -> String {
        let atom = self.atom(literal.atom());
        if literal.is_negative() {
            format!("not {atom}")
        } else {
            atom
        }
    }

    fn atom(&mut self, atom: AtomId) -> String {
        match self.ground.atom(atom) {
            Some(atom) if !atom.name().starts_with(HIDDEN) => atom.to_string(),
            _ => {
                self.unnamed = true;
                format!("{}({})", self.auxiliary, atom.0)
            }
        }
    }
}
