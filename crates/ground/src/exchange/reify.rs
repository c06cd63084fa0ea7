//! Writes a ground program as facts about it, as `clingo --output=reify` does. Such facts are the input of encodings
//! that define the meaning of logic programs in the language itself (Kaminski, Romero, Schaub & Wanko: How to Build
//! Your Own ASP-based System?!, TPLP 2023).
//!
//! Sets of atoms and literals are numbered tuples, each of which is written once.

use std::fmt::{Arguments, Error, Result, Write};

use rustc_hash::FxHashMap;

use super::aspif::signed;
use super::lines::{push_name, Lines};
use super::theory_writer::{write_theory, TheoryFormat, TUPLE};
use super::weights::merged;
use crate::program::{positive_components, AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal};

/// The optional parts of a reified program.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ReifyOptions {
    /// Whether to write the components of atoms that depend on each other positively, as `scc(NUMBER,ATOM)`.
    pub components: bool,
    /// Whether to write the number of the step, which is 0, as the last argument of every fact but `tag`.
    pub steps: bool,
}

/// Returns the ground program as facts.
#[must_use]
pub fn reified(ground: GroundProgram, options: ReifyOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_reified(ground, options, &mut text);
    text
}

/// Writes the ground program as facts, in blocks, because the text may be larger than the program itself.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn write_reified(ground: GroundProgram, options: ReifyOptions, out: &mut impl Write) -> Result {
    let end = if options.steps { ",0)." } else { ")." };
    let mut facts = FactWriter { lines: Lines::new(out), end, tuples: Default::default() };
    facts.lines.words("tag(incremental).");
    facts.lines.end()?;
    facts.rules(ground)?;
    write_theory(ground, &mut facts)?;
    facts.directives(ground)?;
    facts.output(ground)?;
    if options.components {
        let components = positive_components(ground.program).into_iter();
        for (number, atoms) in components.filter(|atoms| atoms.len() > 1).enumerate() {
            for atom in atoms {
                facts.fact("scc", format_args!("{number},{}", atom_number(atom)))?;
            }
        }
    }
    facts.lines.flush()
}

fn atom_number(atom: AtomId) -> i64 {
    signed(atom.positive())
}

/// The kind of a tuple's members.
#[derive(Clone, Copy)]
enum TupleKind {
    Atoms,
    Literals,
    /// Literals, each followed by its weight.
    Weighted,
    /// Theory terms, each after its position.
    Terms,
    /// Elements of a theory atom.
    Elements,
}

impl TupleKind {
    fn name(self) -> &'static str {
        match self {
            TupleKind::Atoms => "atom_tuple",
            TupleKind::Literals => "literal_tuple",
            TupleKind::Weighted => "weighted_literal_tuple",
            TupleKind::Terms => "theory_tuple",
            TupleKind::Elements => "theory_element_tuple",
        }
    }
}

struct FactWriter<'o, W> {
    lines: Lines<'o, W>,
    /// The text that ends a fact.
    end: &'static str,
    /// By kind, the numbers of the tuples that were written.
    tuples: [FxHashMap<Box<[i64]>, usize>; 5],
}

impl<W: Write> FactWriter<'_, W> {
    fn fact(&mut self, name: &str, arguments: Arguments) -> Result {
        self.lines.formatted(format_args!("{name}({arguments}{}", self.end));
        self.lines.end()
    }

    /// Returns the number of a tuple, and writes the tuple if it is new.
    fn tuple(&mut self, kind: TupleKind, members: Vec<i64>) -> std::result::Result<usize, Error> {
        let tuples = &mut self.tuples[kind as usize];
        if let Some(&id) = tuples.get(members.as_slice()) {
            return Ok(id);
        }
        let id = tuples.len();
        self.fact(kind.name(), format_args!("{id}"))?;
        match kind {
            TupleKind::Weighted | TupleKind::Terms => {
                for pair in members.chunks(2) {
                    self.fact(kind.name(), format_args!("{id},{},{}", pair[0], pair[1]))?;
                }
            }
            TupleKind::Atoms | TupleKind::Literals | TupleKind::Elements => {
                for member in &members {
                    self.fact(kind.name(), format_args!("{id},{member}"))?;
                }
            }
        }
        self.tuples[kind as usize].insert(members.into_boxed_slice(), id);
        Ok(id)
    }

    fn atoms(&mut self, atoms: &[AtomId]) -> std::result::Result<usize, Error> {
        self.tuple(TupleKind::Atoms, atoms.iter().map(|&atom| atom_number(atom)).collect())
    }

    fn literals(&mut self, literals: &[Literal]) -> std::result::Result<usize, Error> {
        self.tuple(TupleKind::Literals, literals.iter().map(|&literal| signed(literal)).collect())
    }

    /// Returns the number of a tuple of weighted literals. The weights of equal literals are added up, because equal
    /// facts count only once.
    fn weighted(&mut self, elements: &[(Literal, i64)]) -> std::result::Result<usize, Error> {
        let pairs = merged(elements.iter().copied()).into_iter();
        self.tuple(
            TupleKind::Weighted,
            pairs.flat_map(|(literal, weight)| [signed(literal), weight]).collect(),
        )
    }

    fn rules(&mut self, ground: GroundProgram) -> Result {
        let program = ground.program;
        for atom in (0..program.atom_count() as u32).map(AtomId) {
            if program.is_stated(atom) {
                let (head, body) = (self.atoms(&[atom])?, self.literals(&[])?);
                self.fact("rule", format_args!("disjunction({head}),normal({body})"))?;
            }
        }
        for rule in program.rules.iter() {
            let kind = match rule.kind {
                HeadKind::Disjunction => "disjunction",
                HeadKind::Choice => "choice",
            };
            let head = self.atoms(rule.head)?;
            match rule.body {
                Body::Conjunction(literals) => {
                    let body = self.literals(literals)?;
                    self.fact("rule", format_args!("{kind}({head}),normal({body})"))?;
                }
                Body::Sum { bound, elements } => {
                    let body = self.weighted(elements)?;
                    self.fact("rule", format_args!("{kind}({head}),sum({body},{bound})"))?;
                }
            }
        }
        Ok(())
    }

    fn directives(&mut self, ground: GroundProgram) -> Result {
        let program = ground.program;
        for objective in program.objectives() {
            let elements = self.weighted(&objective.elements)?;
            self.fact("minimize", format_args!("{},{elements}", objective.priority))?;
        }
        for &atom in &program.projection {
            self.fact("project", format_args!("{}", atom_number(atom)))?;
        }
        for &(atom, value) in &program.externals {
            let value = match value {
                ExternalValue::Free => "free",
                ExternalValue::True => "true",
                ExternalValue::False => "false",
                ExternalValue::Released => "release",
            };
            self.fact("external", format_args!("{},{value}", atom_number(atom)))?;
        }
        for &literal in &program.assumptions {
            self.fact("assume", format_args!("{}", signed(literal)))?;
        }
        for heuristic in &program.heuristics {
            let condition = self.literals(&heuristic.condition)?;
            let (atom, modifier) = (atom_number(heuristic.atom), heuristic.modifier.name());
            let (bias, priority) = (heuristic.bias, heuristic.priority);
            self.fact("heuristic", format_args!("{atom},{modifier},{bias},{priority},{condition}"))?;
        }
        Ok(())
    }

    /// Writes what is shown, with the conditions.
    fn output(&mut self, ground: GroundProgram) -> Result {
        let program = ground.program;
        let mut name = Vec::new();
        for atom in (0..program.atom_count() as u32).map(AtomId) {
            let Some(shown) = ground.shown_atom(atom) else { continue };
            let condition = [atom.positive()];
            let condition = self.literals(if program.is_shown_always(atom) { &[] } else { &condition })?;
            name.clear();
            push_name(&mut name, &shown, ground.symbols);
            self.lines.words("output(");
            self.lines.bytes(&name);
            self.lines.formatted(format_args!(",{condition}{}", self.end));
            self.lines.end()?;
        }
        for shown in &program.shown {
            let condition = self.literals(shown.condition.as_slice())?;
            self.fact("output", format_args!("{},{condition}", ground.symbols.display(shown.term)))?;
        }
        Ok(())
    }
}

impl<W: Write> TheoryFormat for FactWriter<'_, W> {
    fn write_number(&mut self, id: i64, number: i64) -> Result {
        self.fact("theory_number", format_args!("{id},{number}"))
    }

    fn write_text(&mut self, id: i64, text: &str) -> Result {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        self.fact("theory_string", format_args!("{id},\"{escaped}\""))
    }

    fn write_compound(&mut self, id: i64, kind: i64, arguments: &[i64]) -> Result {
        let places = (0..).zip(arguments).flat_map(|(place, &argument)| [place, argument]);
        let tuple = self.tuple(TupleKind::Terms, places.collect())?;
        match kind {
            0.. => self.fact("theory_function", format_args!("{id},{kind},{tuple}")),
            TUPLE => self.fact("theory_sequence", format_args!("{id},tuple,{tuple}")),
            -2 => self.fact("theory_sequence", format_args!("{id},set,{tuple}")),
            _ => self.fact("theory_sequence", format_args!("{id},list,{tuple}")),
        }
    }

    fn write_element(&mut self, id: i64, tuple: &[i64], condition: &[Literal]) -> Result {
        let places = (0..).zip(tuple).flat_map(|(place, &term)| [place, term]);
        let tuple = self.tuple(TupleKind::Terms, places.collect())?;
        let condition = self.literals(condition)?;
        self.fact("theory_element", format_args!("{id},{tuple},{condition}"))
    }

    fn write_atom(&mut self, atom: i64, name: i64, elements: &[i64], guard: Option<(i64, i64)>) -> Result {
        let elements = self.tuple(TupleKind::Elements, elements.to_vec())?;
        match guard {
            None => self.fact("theory_atom", format_args!("{atom},{name},{elements}")),
            Some((operator, term)) => {
                self.fact("theory_atom", format_args!("{atom},{name},{elements},{operator},{term}"))
            }
        }
    }
}
