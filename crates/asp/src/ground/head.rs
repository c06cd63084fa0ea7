//! What an instance of a body derives: atoms, rules, choices with their bounds.

use rustc_hash::FxHashMap;

use super::instantiate::Instantiator;
use super::plan::Joins;
use super::{Ignored, Stop};
use crate::analysis::rule::{Element, Head, Rule};
use crate::program::{AtomId, Body, HeadKind, Literal};
use crate::syntax::ast::Function;

impl Instantiator<'_> {
    /// Derives a rule's head for the present assignment and body. `joins` are those of the head's elements.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, or only solving decides a condition of a disjunction.
    pub fn emit(&mut self, rule: &Rule, joins: &[Joins]) -> Result<(), Stop> {
        if self.probing {
            return self.probe_head(&rule.head, joins);
        }
        match &rule.head {
            Head::None => {
                let Instantiator { rules, body, .. } = self;
                rules.push(HeadKind::Disjunction, &[], Body::Conjunction(body));
            }
            Head::Disjunction(atoms) => {
                let mut heads: Vec<AtomId> = Vec::with_capacity(atoms.len());
                for atom in atoms {
                    match self.derive(atom)? {
                        Some(atom) => heads.push(atom),
                        None => return Ok(()),
                    }
                }
                self.derive_one_of(&heads);
            }
            Head::Conditional(disjuncts) => self.disjunction(disjuncts, joins, rule.span)?,
            Head::Minimize(weight, priority, tuple) => {
                let (Some(weight), Some(priority), Some(tuple)) =
                    (self.value(weight)?, self.value(priority)?, self.arguments(tuple)?)
                else {
                    return Ok(());
                };
                match (self.symbols.as_number(priority), self.symbols.as_number(weight)) {
                    (Some(priority), Some(weight)) => {
                        let cost = (priority, weight, tuple);
                        self.memory.directives.cost(cost, self.body.clone(), rule.span);
                    }
                    _ => {
                        self.memory.ignored.insert((rule.span, Ignored::Weight));
                    }
                }
            }
            Head::Show(term) => {
                if let Some(term) = self.value(term)? {
                    self.memory.directives.term(term, self.body.clone());
                }
            }
            Head::Edge(from, to) => {
                if let (Some(from), Some(to)) = (self.value(from)?, self.value(to)?) {
                    self.memory.directives.edge(from, to, self.body.clone());
                }
            }
            Head::Projection(atom) => self.project(atom)?,
            Head::External(atom, value) => {
                if let Some(atom) = self.derive(atom)? {
                    self.program.externals.push((atom, *value));
                }
            }
            Head::Project(atom) => {
                if let Some(arguments) = self.arguments(&atom.arguments)? {
                    self.memory.directives.projected(atom.predicate, arguments);
                }
            }
            Head::Choice(elements, guards) => {
                let chosen = self.chosen(elements, joins)?;
                self.choose(&chosen);
                self.bound(&chosen, guards)?;
            }
            Head::Bounds(elements, guards) => {
                let chosen = self.chosen(elements, joins)?;
                self.bound(&chosen, guards)?;
            }
        }
        Ok(())
    }

    pub(super) fn derive_one_of(&mut self, heads: &[AtomId]) {
        let holds_anyway =
            heads.iter().any(|&atom| self.program.is_fact(atom) || self.body.contains(&atom.positive()));
        if holds_anyway {
            return;
        }
        if let ([atom], []) = (heads, self.body.as_slice()) {
            self.program.add_fact(*atom);
            return;
        }
        self.rules.push(HeadKind::Disjunction, heads, Body::Conjunction(&self.body));
    }

    /// Notes the atoms that a head may derive, and nothing else.
    fn probe_head(&mut self, head: &Head, joins: &[Joins]) -> Result<(), Stop> {
        let known = self.program.atom_count();
        match head {
            Head::Disjunction(atoms) => {
                for atom in atoms {
                    self.derive(atom)?;
                }
            }
            Head::Choice(elements, _) => {
                self.chosen(elements, joins)?;
            }
            Head::Conditional(disjuncts) => {
                self.alternatives(disjuncts, joins)?;
            }
            Head::External(atom, _) | Head::Projection(atom) => {
                self.derive(atom)?;
            }
            Head::None
            | Head::Bounds(..)
            | Head::Project(_)
            | Head::Minimize(..)
            | Head::Show(_)
            | Head::Edge(..) => {}
        }
        self.probed += usize::from(self.program.atom_count() > known);
        Ok(())
    }

    /// The atoms that a choice is between, each with its ground conditions beyond the body, none if it has to hold
    /// under no condition.
    fn chosen(&mut self, elements: &[Element], joins: &[Joins]) -> Result<Vec<Chosen>, Stop> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut known: FxHashMap<AtomId, usize> = FxHashMap::default();
        let body = self.body.len();
        for (element, joins) in elements.iter().zip(joins) {
            self.join(&joins.condition, &mut |this| {
                if let Some((function, tuple)) = &element.weighed {
                    let Some(symbols) = this.arguments(tuple)? else { return Ok(()) };
                    // A negative weight has no part in the sum, but its atom may be chosen.
                    let function = if *function == Function::SumPlus { Function::Sum } else { *function };
                    if this.ignores(function, &symbols) {
                        this.memory.ignored.insert((element.atom.span, Ignored::Weight));
                        return Ok(());
                    }
                }
                let Some(atom) = this.derive(&element.atom)? else { return Ok(()) };
                let condition = this.body[body..].to_vec();
                match known.get(&atom) {
                    None => {
                        known.insert(atom, chosen.len());
                        let conditions = if condition.is_empty() { Vec::new() } else { vec![condition] };
                        chosen.push(Chosen { atom, conditions });
                    }
                    Some(&index) if condition.is_empty() => chosen[index].conditions.clear(),
                    Some(&index) if chosen[index].conditions.is_empty() => {}
                    Some(&index) => chosen[index].conditions.push(condition),
                }
                Ok(())
            })?;
        }
        Ok(chosen)
    }

    fn choose(&mut self, chosen: &[Chosen]) {
        let free: Vec<AtomId> = chosen
            .iter()
            .filter(|element| element.conditions.is_empty() && !self.program.is_fact(element.atom))
            .map(|element| element.atom)
            .collect();
        if !free.is_empty() {
            self.rules.push(HeadKind::Choice, &free, Body::Conjunction(&self.body));
        }
        let body = self.body.len();
        for element in chosen.iter().filter(|element| !self.program.is_fact(element.atom)) {
            for condition in &element.conditions {
                self.body.extend_from_slice(condition);
                self.rules.push(HeadKind::Choice, &[element.atom], Body::Conjunction(&self.body));
                self.body.truncate(body);
            }
        }
    }
}

/// An atom of a choice.
pub(super) struct Chosen {
    pub(super) atom: AtomId,
    /// Each suffices; none means that the body alone does.
    pub(super) conditions: Vec<Vec<Literal>>,
}
