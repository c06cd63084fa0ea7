//! The bounds of a choice: constraints on how many of its atoms hold.

use std::cmp::Ordering;

use super::choice::ChoiceAtom;
use super::join::Join;
use super::stop::Stop;
use crate::analysis::rule::Term;
use crate::program::{AtomId, Body, HeadKind, Literal};
use crate::symbol::Symbol;
use crate::syntax::ast::Relation;

impl Join<'_> {
    /// Forbids the numbers of chosen atoms that the guards exclude.
    pub fn write_bounds(&mut self, chosen: &[ChoiceAtom], guards: &[(Relation, Term)]) -> Result<(), Stop> {
        if guards.is_empty() {
            return Ok(());
        }
        let mut certain = 0;
        let mut literals = Vec::with_capacity(chosen.len());
        for element in chosen {
            match element.conditions.as_slice() {
                [] if self.writer.program.is_fact(element.atom) => certain += 1,
                [] => literals.push(element.atom.positive()),
                conditions => literals.push(self.counted(element.atom, conditions)),
            }
        }
        for (relation, guard) in guards {
            let Some(guard) = self.assignment.value(guard)? else { continue };
            let most = certain + literals.len() as i64;
            // Clamp the guard to -1..=most + 1: the bounds of this range are never reached by a count.
            let guard = self.clamp(guard, most);
            match relation {
                Relation::GreaterEqual => self.demand_at_least(guard - certain, &literals),
                Relation::Greater => self.demand_at_least(guard + 1 - certain, &literals),
                Relation::LessEqual => self.demand_at_most(guard - certain, &literals),
                Relation::Less => self.demand_at_most(guard - 1 - certain, &literals),
                Relation::Equal => {
                    self.demand_at_least(guard - certain, &literals);
                    self.demand_at_most(guard - certain, &literals);
                }
                Relation::NotEqual => self.demand_not(guard - certain, &literals),
            }
        }
        Ok(())
    }

    /// Defines an atom that says that `atom` holds together with one of the conditions.
    pub fn counted(&mut self, atom: AtomId, conditions: &[Vec<Literal>]) -> Literal {
        let counted = self.writer.program.new_atom();
        for condition in conditions {
            let mut body = vec![atom.positive()];
            body.extend_from_slice(condition);
            self.writer.push(HeadKind::Disjunction, &[counted], Body::Conjunction(&body));
        }
        counted.positive()
    }

    fn clamp(&self, guard: Symbol, most: i64) -> i64 {
        match self.assignment.symbols.as_number(guard) {
            Some(number) => number.clamp(-1, most + 1),
            // In the order of terms, only #inf is less than the numbers; all other terms are greater.
            None if guard == Symbol::INF => -1,
            None => most + 1,
        }
    }

    /// Forbids the body if fewer than `least` of the literals hold.
    fn demand_at_least(&mut self, least: i64, literals: &[Literal]) {
        if least <= 0 {
            return;
        }
        let body = self.body.len();
        match least.cmp(&(literals.len() as i64)) {
            // Even all of the literals are too few.
            Ordering::Greater => self.writer.forbid(&self.body),
            Ordering::Equal => {
                for literal in literals {
                    self.body.push(literal.complement());
                    self.writer.forbid(&self.body);
                    self.body.truncate(body);
                }
            }
            Ordering::Less => {
                if least == 1 {
                    self.body.extend(literals.iter().map(|literal| literal.complement()));
                } else {
                    let reached = self.reached(least, literals);
                    self.body.push(reached.negative());
                }
                self.writer.forbid(&self.body);
                self.body.truncate(body);
            }
        }
    }

    /// Forbids the body if more than `most` of the literals hold.
    fn demand_at_most(&mut self, most: i64, literals: &[Literal]) {
        if most >= literals.len() as i64 {
            return;
        }
        let body = self.body.len();
        if most < 0 {
            // Even none of the literals is too many.
            self.writer.forbid(&self.body);
            return;
        }
        if most == 0 {
            for literal in literals {
                self.body.push(*literal);
                self.writer.forbid(&self.body);
                self.body.truncate(body);
            }
            return;
        }
        if body == 0 {
            let elements: Vec<(Literal, i64)> = literals.iter().map(|&literal| (literal, 1)).collect();
            self.writer.push(HeadKind::Disjunction, &[], Body::Sum { bound: most + 1, elements: &elements });
            return;
        }
        let exceeded = self.reached(most + 1, literals);
        self.body.push(exceeded.positive());
        self.writer.forbid(&self.body);
        self.body.truncate(body);
    }

    /// Forbids the body if exactly `number` of the literals hold.
    fn demand_not(&mut self, number: i64, literals: &[Literal]) {
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
        self.writer.forbid(&self.body);
        self.body.truncate(body);
    }

    /// Defines a new atom that says that at least `number` of the literals hold.
    fn reached(&mut self, number: i64, literals: &[Literal]) -> AtomId {
        let reached = self.writer.program.new_atom();
        let elements: Vec<(Literal, i64)> = literals.iter().map(|&literal| (literal, 1)).collect();
        self.writer.push(HeadKind::Disjunction, &[reached], Body::Sum { bound: number, elements: &elements });
        reached
    }
}
