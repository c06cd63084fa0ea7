//! Statements as facts about a ground program, as `groundplan::exchange::reified` writes those of a whole program.
//!
//! Sets of atoms and literals are numbered tuples. Each is written once or, if facts have the number of their step, once in each step
//! that refers to it.

use std::fmt::{Arguments, Write};

use groundplan::exchange::ReifyOptions;
use groundplan::program::{positive_components, ExternalValue, Program};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::literal::number;
use crate::observer::Statement;
use crate::record::ToldStatements;

/// What the facts that were written refer to.
pub(super) struct FactOutput {
    options: ReifyOptions,
    step: u64,
    /// The facts of the step.
    text: String,
    /// By kind, the numbers of the tuples that were written.
    tuples: FxHashMap<(&'static str, Vec<i64>), usize>,
    /// The number of tuples of each kind.
    counts: FxHashMap<&'static str, usize>,
    components: ToldStatements<Vec<i64>>,
    component_count: usize,
}

/// Returns pairs one after the other.
fn flat(pairs: impl IntoIterator<Item = (i64, i64)>) -> Vec<i64> {
    pairs.into_iter().flat_map(|(first, second)| [first, second]).collect()
}

impl FactOutput {
    pub(super) fn new(options: ReifyOptions) -> Self {
        FactOutput {
            options,
            step: 0,
            text: String::new(),
            tuples: FxHashMap::default(),
            counts: FxHashMap::default(),
            components: ToldStatements::default(),
            component_count: 0,
        }
    }

    /// Returns the facts of the step, and begins the next one.
    pub(super) fn end_step(&mut self) -> String {
        self.step += 1;
        if self.options.steps {
            self.tuples.clear();
            self.counts.clear();
        }
        std::mem::take(&mut self.text)
    }

    fn fact(&mut self, name: &str, arguments: Arguments<'_>) {
        write!(self.text, "{name}({arguments}").expect("a string grows");
        if self.options.steps {
            write!(self.text, ",{}", self.step).expect("a string grows");
        }
        self.text += ").\n";
    }

    /// Returns the number of a tuple, and writes it if it is new. With `size` 2, its members are pairs.
    fn tuple(&mut self, kind: &'static str, members: Vec<i64>, size: usize) -> usize {
        let key = (kind, members);
        if let Some(&id) = self.tuples.get(&key) {
            return id;
        }
        let count = self.counts.entry(kind).or_default();
        let id = *count;
        *count += 1;
        self.fact(kind, format_args!("{id}"));
        for member in key.1.chunks(size) {
            match *member {
                [first, second] => self.fact(kind, format_args!("{id},{first},{second}")),
                _ => self.fact(kind, format_args!("{id},{}", member[0])),
            }
        }
        self.tuples.insert(key, id);
        id
    }

    fn atoms(&mut self, atoms: &[i64]) -> usize {
        self.tuple("atom_tuple", atoms.to_vec(), 1)
    }

    fn literals(&mut self, literals: &[i64]) -> usize {
        self.tuple("literal_tuple", literals.to_vec(), 1)
    }

    /// Returns the number of a tuple of weighted literals. The weights of equal literals are added up, because equal facts count only
    /// once.
    fn weighted(&mut self, literals: &[(i64, i64)]) -> usize {
        let mut weights: IndexMap<i64, i64, FxBuildHasher> = IndexMap::default();
        for &(literal, weight) in literals {
            let sum = weights.entry(literal).or_insert(0);
            *sum = sum.saturating_add(weight);
        }
        weights.retain(|_, weight| *weight != 0);
        self.tuple("weighted_literal_tuple", flat(weights), 2)
    }

    fn terms(&mut self, terms: &[i64]) -> usize {
        self.tuple("theory_tuple", flat((0..).zip(terms.iter().copied())), 2)
    }

    /// Writes a statement.
    pub(super) fn write(&mut self, statement: &Statement) {
        let head_of = |choice| if choice { "choice" } else { "disjunction" };
        match statement {
            Statement::InitProgram { .. } | Statement::BeginStep | Statement::EndStep => {}
            Statement::Rule { choice, head, body } => {
                let (kind, head, body) = (head_of(*choice), self.atoms(head), self.literals(body));
                self.fact("rule", format_args!("{kind}({head}),normal({body})"));
            }
            Statement::WeightRule { choice, head, bound, body } => {
                let (kind, head, body) = (head_of(*choice), self.atoms(head), self.weighted(body));
                self.fact("rule", format_args!("{kind}({head}),sum({body},{bound})"));
            }
            Statement::Minimize { priority, literals } => {
                let literals = self.weighted(literals);
                self.fact("minimize", format_args!("{priority},{literals}"));
            }
            Statement::Project { atoms } => {
                atoms.iter().for_each(|atom| self.fact("project", format_args!("{atom}")));
            }
            Statement::OutputAtom { symbol, atom } => {
                let condition = self.literals(if *atom == 0 { &[] } else { std::slice::from_ref(atom) });
                self.fact("output", format_args!("{},{condition}", symbol.text()));
            }
            Statement::OutputTerm { symbol, condition } => {
                let condition = self.literals(condition);
                self.fact("output", format_args!("{},{condition}", symbol.text()));
            }
            Statement::External { atom, value } => {
                let value = match value {
                    ExternalValue::Free => "free",
                    ExternalValue::True => "true",
                    ExternalValue::False => "false",
                    ExternalValue::Released => "release",
                };
                self.fact("external", format_args!("{atom},{value}"));
            }
            Statement::Assume { literals } => {
                literals.iter().for_each(|literal| self.fact("assume", format_args!("{literal}")));
            }
            Statement::Heuristic { atom, modifier, bias, priority, condition } => {
                let condition = self.literals(condition);
                let modifier = modifier.name();
                self.fact("heuristic", format_args!("{atom},{modifier},{bias},{priority},{condition}"));
            }
            Statement::AcycEdge { from, to, condition } => {
                let condition = self.literals(condition);
                self.fact("edge", format_args!("{from},{to},{condition}"));
            }
            Statement::TheoryNumber { term, number } => {
                self.fact("theory_number", format_args!("{term},{number}"));
            }
            Statement::TheoryText { term, text } => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                self.fact("theory_string", format_args!("{term},\"{escaped}\""));
            }
            Statement::TheoryCompound { term, kind, arguments } => {
                let tuple = self.terms(arguments);
                match kind {
                    0.. => self.fact("theory_function", format_args!("{term},{kind},{tuple}")),
                    -1 => self.fact("theory_sequence", format_args!("{term},tuple,{tuple}")),
                    -2 => self.fact("theory_sequence", format_args!("{term},set,{tuple}")),
                    _ => self.fact("theory_sequence", format_args!("{term},list,{tuple}")),
                }
            }
            Statement::TheoryElement { element, terms, condition } => {
                let (tuple, condition) = (self.terms(terms), self.literals(condition));
                self.fact("theory_element", format_args!("{element},{tuple},{condition}"));
            }
            Statement::TheoryAtom { atom, term, elements, guard } => {
                let elements = self.tuple("theory_element_tuple", elements.clone(), 1);
                let guard = guard.map(|(operator, right)| format!(",{operator},{right}")).unwrap_or_default();
                self.fact("theory_atom", format_args!("{atom},{term},{elements}{guard}"));
            }
        }
    }

    /// Writes the new components of atoms that depend on each other positively, if that is asked for.
    pub(super) fn write_components(&mut self, program: &Program) {
        if !self.options.components {
            return;
        }
        self.components.begin();
        for component in positive_components(program).into_iter().filter(|component| component.len() > 1) {
            let mut atoms: Vec<i64> = component.iter().map(|atom| number(atom.positive())).collect();
            atoms.sort_unstable();
            if self.components.is_new(atoms.as_slice()) {
                let component = self.component_count;
                self.component_count += 1;
                atoms.iter().for_each(|atom| self.fact("scc", format_args!("{component},{atom}")));
            }
        }
    }
}
