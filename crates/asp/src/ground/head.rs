//! What an instance of a body derives: atoms, rules, choices with their bounds.

use rustc_hash::FxHashMap;

use super::instantiate::Instantiator;
use super::plan::Step;
use super::Stop;
use crate::analysis::rule::{Element, Head, Term};
use crate::program::{AtomId, Body, HeadKind, Literal};
use crate::symbol::Symbol;
use crate::syntax::ast::Relation;

impl Instantiator<'_> {
    /// Derives a rule's head for the present assignment and body. `joins` are the conditions of a choice's elements.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub fn emit(&mut self, head: &Head, joins: &[Vec<Step>]) -> Result<(), Stop> {
        match head {
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
                if let ([atom], []) = (heads.as_slice(), self.body.as_slice()) {
                    self.program.add_fact(*atom);
                    return Ok(());
                }
                let holds_anyway = heads
                    .iter()
                    .any(|&atom| self.program.is_fact(atom) || self.body.contains(&atom.positive()));
                if !holds_anyway {
                    self.rules.push(HeadKind::Disjunction, &heads, Body::Conjunction(&self.body));
                }
            }
            Head::External(atom, value) => {
                if let Some(atom) = self.derive(atom)? {
                    self.program.externals.push((atom, *value));
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

    /// The atoms that a choice is between, each with its ground conditions beyond the body, none if it has to hold
    /// under no condition.
    fn chosen(&mut self, elements: &[Element], joins: &[Vec<Step>]) -> Result<Vec<Chosen>, Stop> {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut known: FxHashMap<AtomId, usize> = FxHashMap::default();
        let body = self.body.len();
        for (element, join) in elements.iter().zip(joins) {
            self.join(join, &mut |this| {
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

    /// Forbids numbers of chosen atoms that the guards exclude.
    fn bound(&mut self, chosen: &[Chosen], guards: &[(Relation, Term)]) -> Result<(), Stop> {
        if guards.is_empty() {
            return Ok(());
        }
        let mut certain = 0;
        let mut literals = Vec::with_capacity(chosen.len());
        for element in chosen {
            match element.conditions.as_slice() {
                [] if self.program.is_fact(element.atom) => certain += 1,
                [] => literals.push(element.atom.positive()),
                conditions => literals.push(self.counted(element.atom, conditions)),
            }
        }
        for (relation, guard) in guards {
            let Some(guard) = self.value(guard)? else { continue };
            let most = certain + literals.len() as i64;
            // The guard among the numbers from -1 to most + 1: no count reaches either end.
            let guard = self.clamp(guard, most);
            match relation {
                Relation::GreaterEqual => self.at_least(guard - certain, &literals),
                Relation::Greater => self.at_least(guard + 1 - certain, &literals),
                Relation::LessEqual => self.at_most(guard - certain, &literals),
                Relation::Less => self.at_most(guard - 1 - certain, &literals),
                Relation::Equal => {
                    self.at_least(guard - certain, &literals);
                    self.at_most(guard - certain, &literals);
                }
                Relation::NotEqual => self.not_exactly(guard - certain, &literals),
            }
        }
        Ok(())
    }

    /// An atom that is chosen under one of the conditions.
    fn counted(&mut self, atom: AtomId, conditions: &[Vec<Literal>]) -> Literal {
        let counted = self.program.new_atom();
        for condition in conditions {
            let mut body = vec![atom.positive()];
            body.extend_from_slice(condition);
            self.rules.push(HeadKind::Disjunction, &[counted], Body::Conjunction(&body));
        }
        counted.positive()
    }

    fn clamp(&self, guard: Symbol, most: i64) -> i64 {
        match self.symbols.as_number(guard) {
            Some(number) => number.clamp(-1, most + 1),
            // Every number is less than any other term but #inf.
            None if guard == Symbol::INF => -1,
            None => most + 1,
        }
    }

    /// Forbids the body where fewer than `least` of the literals hold.
    fn at_least(&mut self, least: i64, literals: &[Literal]) {
        if least <= 0 {
            return;
        }
        let body = self.body.len();
        if least > literals.len() as i64 {
        } else if least == literals.len() as i64 {
            for literal in literals {
                self.body.push(literal.complement());
                self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body));
                self.body.truncate(body);
            }
            return;
        } else if least == 1 {
            self.body.extend(literals.iter().map(|literal| literal.complement()));
        } else {
            let reached = self.reached(least, literals);
            self.body.push(reached.negative());
        }
        self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body));
        self.body.truncate(body);
    }

    /// Forbids the body where more than `most` of the literals hold.
    fn at_most(&mut self, most: i64, literals: &[Literal]) {
        if most >= literals.len() as i64 {
            return;
        }
        let body = self.body.len();
        if most < 0 {
        } else if most == 0 {
            for literal in literals {
                self.body.push(*literal);
                self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body));
                self.body.truncate(body);
            }
            return;
        } else if body == 0 {
            let elements: Vec<(Literal, i64)> = literals.iter().map(|&literal| (literal, 1)).collect();
            self.rules.push(HeadKind::Disjunction, &[], Body::Sum { bound: most + 1, elements: &elements });
            return;
        } else {
            let exceeded = self.reached(most + 1, literals);
            self.body.push(exceeded.positive());
        }
        self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body));
        self.body.truncate(body);
    }

    /// Forbids the body where just `number` of the literals hold.
    fn not_exactly(&mut self, number: i64, literals: &[Literal]) {
        let count = literals.len() as i64;
        if number < 0 || number > count {
            return;
        }
        let body = self.body.len();
        if number > 0 {
            let reached = self.reached(number, literals);
            self.body.push(reached.positive());
        }
        if number < count {
            let exceeded = self.reached(number + 1, literals);
            self.body.push(exceeded.negative());
        }
        self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body));
        self.body.truncate(body);
    }

    /// A new atom that says that so many of the literals hold.
    fn reached(&mut self, number: i64, literals: &[Literal]) -> AtomId {
        let reached = self.program.new_atom();
        let elements: Vec<(Literal, i64)> = literals.iter().map(|&literal| (literal, 1)).collect();
        self.rules.push(HeadKind::Disjunction, &[reached], Body::Sum { bound: number, elements: &elements });
        reached
    }
}

/// An atom of a choice.
struct Chosen {
    atom: AtomId,
    /// Each suffices; none means that the body alone does.
    conditions: Vec<Vec<Literal>>,
}
