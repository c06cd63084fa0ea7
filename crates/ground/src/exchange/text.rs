//! Prints a ground program as text of the language. The text parses back to a program with the same answer sets.
//!
//! Atoms without a name, such as those that represent aggregates, get a name that no predicate of the program has.
//! `#show` directives hide them.

use std::fmt::Write;

use indexmap::{IndexMap, IndexSet};
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::theory_definition::definition;
use crate::program::{
    AtomId, AtomText, Body, ExternalValue, GroundProgram, HeadKind, Literal, TheoryAtom, HIDDEN,
};
use crate::symbol::Symbols;

/// The name of the predicate for atoms without a name. Underscores are appended if it is taken.
const AUXILIARY: &str = "aux";

/// Returns the ground program as text, one statement per line.
#[must_use]
pub fn text(ground: GroundProgram) -> String {
    let theory = ground.program.theory.atoms().iter().filter_map(|atom| Some((atom.atom?, atom))).collect();
    let mut printer = TextPrinter {
        ground,
        auxiliary: auxiliary(&ground),
        out: String::new(),
        unnamed: false,
        theory,
        links: IndexSet::default(),
    };
    printer.program();
    printer.out
}

struct TextPrinter<'e> {
    ground: GroundProgram<'e>,
    auxiliary: String,
    out: String,
    /// True once an atom without a name was printed, which `#show` has to hide.
    unnamed: bool,
    /// The theory atoms, by the ground atoms that represent them.
    theory: FxHashMap<AtomId, &'e TheoryAtom>,
    /// The links whose rules are written at the end. They replace theory atoms where the language does not allow
    /// these. (In a program from elsewhere a theory atom can occur in the conditions of its own elements.)
    links: IndexSet<Link, FxBuildHasher>,
}

/// An auxiliary atom that replaces a theory atom where the language does not allow theory atoms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Link {
    /// A replacement in heads: the theory atom follows from it.
    Head(AtomId),
    /// A replacement in conditions and aggregates: it follows from the literal.
    Body(Literal),
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

impl TextPrinter<'_> {
    fn program(&mut self) {
        let program = self.ground.program;
        if let Some(definition) = definition(self.ground) {
            self.out.push_str(&definition);
            self.out.push('\n');
        }
        for atom in program.theory.atoms().iter().filter(|atom| atom.atom.is_none()) {
            let text = self.theory_atom(atom);
            self.line(&text);
        }
        for index in 0..program.atom_count() {
            let atom = AtomId(index as u32);
            if program.is_stated(atom) {
                let name = self.atom(atom);
                self.line(&name);
            }
        }
        // In a text, the order of declarations counts otherwise than in a ground program: only the value that counts is written.
        let mut values: IndexMap<AtomId, ExternalValue> = IndexMap::new();
        for &(atom, value) in &program.externals {
            let counts = values.entry(atom).or_insert(value);
            if *counts != ExternalValue::Released {
                *counts = value;
            }
        }
        for (atom, value) in values {
            let name = self.derived(atom);
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "#external {name}.{}", value.suffix());
        }
        for rule in program.rules.iter() {
            let heads = match (rule.kind, rule.head) {
                (HeadKind::Disjunction, &[atom]) => self.atom(atom),
                (_, heads) => heads.iter().map(|&atom| self.derived(atom)).join("; "),
            };
            let body = match rule.body {
                Body::Conjunction(literals) => {
                    literals.iter().map(|&literal| self.literal(literal)).join(", ")
                }
                Body::Sum { bound, elements } => {
                    let elements = elements
                        .iter()
                        .enumerate()
                        .map(|(i, &(literal, weight))| format!("{weight},{i} : {}", self.used(literal)));
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
            let elements =
                objective.elements.iter().enumerate().map(|(i, &(literal, weight))| {
                    format!("{weight}@{priority},{i} : {}", self.used(literal))
                });
            let elements = elements.collect_vec().join("; ");
            let _ = writeln!(self.out, "#minimize {{ {elements} }}.");
        }
        for &atom in &program.projection {
            let name = self.used(atom.positive());
            self.line(&format!("#project {name}"));
        }
        for heuristic in &program.heuristics {
            let atom = self.used(heuristic.atom.positive());
            let condition =
                heuristic.condition.iter().map(|&literal| self.literal(literal)).collect_vec().join(", ");
            let colon = if condition.is_empty() { "" } else { " : " };
            let (bias, priority, modifier) = (heuristic.bias, heuristic.priority, heuristic.modifier.name());
            let _ = writeln!(self.out, "#heuristic {atom}{colon}{condition}. [{bias}@{priority},{modifier}]");
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
        self.links();
        self.show();
    }

    /// Writes a rule for each link. Writing one may add further links.
    fn links(&mut self) {
        let mut done = 0;
        while let Some(&link) = self.links.get_index(done) {
            let rule = match link {
                Link::Head(atom) => format!("{} :- {}", self.atom(atom), self.linked(link)),
                Link::Body(literal) => format!("{} :- {}", self.linked(link), self.literal(literal)),
            };
            self.line(&rule);
            done += 1;
        }
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
        if let Some(&theory) = self.theory.get(&atom) {
            return self.theory_atom(theory);
        }
        match self.ground.atom(atom) {
            Some(atom) if !atom.name().starts_with(HIDDEN) => atom.to_string(),
            _ => self.named(&atom.0.to_string()),
        }
    }

    /// Returns the text of an auxiliary atom for something without a name.
    fn named(&mut self, argument: &str) -> String {
        self.unnamed = true;
        format!("{}({argument})", self.auxiliary)
    }

    /// Returns the text of a head atom at a place where theory atoms are not allowed.
    fn derived(&mut self, atom: AtomId) -> String {
        if !self.theory.contains_key(&atom) {
            return self.atom(atom);
        }
        self.linked(Link::Head(atom))
    }

    /// Returns the text of a literal at a place where theory atoms are not allowed.
    fn used(&mut self, literal: Literal) -> String {
        if !self.theory.contains_key(&literal.atom()) {
            return self.literal(literal);
        }
        self.linked(Link::Body(literal))
    }

    /// Returns the text of a link's atom, and records the link so that its rule is written.
    fn linked(&mut self, link: Link) -> String {
        self.links.insert(link);
        match link {
            Link::Head(atom) => self.named(&format!("{},head", atom.0)),
            Link::Body(literal) => {
                let negative = if literal.is_negative() { ",negated" } else { "" };
                self.named(&format!("{},body{negative}", literal.atom().0))
            }
        }
    }

    fn theory_atom(&mut self, atom: &TheoryAtom) -> String {
        let mut names: FxHashMap<Literal, String> = FxHashMap::default();
        for &element in &atom.elements {
            for &literal in &self.ground.program.theory.element(element).condition {
                names.insert(literal, self.used(literal));
            }
        }
        let literal = |literal: Literal| names[&literal].clone();
        AtomText { atom, ground: self.ground, literal: &literal }.to_string()
    }
}
