//! Disjunctions with conditions: the head derives one of several conjunctions, each of which is available where its
//! condition holds. As in gringo, there is a conjunction of `p(X) : q(X,Y)` for each `X`, available where `q(X,Y)` holds
//! for some `Y`. One for each `Y` would say something else where the condition depends on the conjunction.
//!
//! If conditions are decided and each conjunction is one atom, the head is a plain disjunctive rule. Otherwise each
//! atom has rules of its own, under the condition and unless another conjunction holds under its condition, and a
//! constraint demands one of the conjunctions (shifting: Ben-Eliyahu & Dechter, AMAI 12, 1994). That suffices as long
//! as atoms of different conjunctions do not depend on each other, nor conditions on derived atoms: see
//! [`super::exact`].

use rustc_hash::FxHashMap;

use super::exact::{ClassicalConstruct, Meaning};
use super::formula::Formula;
use super::join::{Join, Joins, TruthValue};
use super::recursion::Occurrence;
use super::stop::Stop;
use crate::analysis::rule::{self, Disjunct, Member};
use crate::program::{AtomId, Body, HeadKind, Literal};
use crate::symbol::Symbol;
use crate::syntax::ast::Sign;

/// A ground conjunction of a disjunctive head, with its conditions. Without conditions it is always available.
#[derive(Debug)]
pub struct Alternative {
    /// The literals that hold together; those known to be true are left out.
    pub literals: Vec<Literal>,
    /// The conditions as conjunctions; any one of them suffices.
    pub conditions: Vec<Vec<Literal>>,
}

impl Alternative {
    /// The atoms that the alternative derives.
    fn atoms(&self) -> impl Iterator<Item = AtomId> + '_ {
        self.literals.iter().filter(|literal| !literal.is_negative()).map(|literal| literal.atom())
    }

    /// Makes the conjunction available where another one with the same literals is.
    fn join(&mut self, other: Alternative) {
        if other.conditions.is_empty() {
            self.conditions.clear();
        } else if !self.conditions.is_empty() {
            self.conditions.extend(other.conditions);
        }
    }
}

impl Join<'_> {
    /// Derives one of the disjuncts for the present assignment and body.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if grounding has to end.
    pub fn disjunction(&mut self, disjuncts: &[Disjunct], joins: &[Joins]) -> Result<(), Stop> {
        let alternatives = self.alternatives(disjuncts, joins)?;
        let holds = |one: &Alternative| one.literals.is_empty() && one.conditions.is_empty();
        if alternatives.iter().any(holds) {
            return Ok(());
        }
        let plain = |one: &Alternative| match one.literals[..] {
            [literal] if one.conditions.is_empty() && !literal.is_negative() => Some(literal.atom()),
            _ => None,
        };
        if let Some(heads) = alternatives.iter().map(plain).collect::<Option<Vec<AtomId>>>() {
            self.writer.derive_one_of(&heads, &self.body);
            return Ok(());
        }
        let classical_rules = self.derive_one_where(&alternatives);
        let derived = alternatives.iter().map(|one| one.atoms().collect()).collect();
        let conditions = alternatives.iter().flat_map(|one| &one.conditions).flatten();
        let occurrence = Occurrence::Head(derived, self.domains.growing_atoms(conditions));
        let body = self.body.clone();
        let meaning = Meaning::Disjunction { body, alternatives, classical_rules };
        self.writer.note_classical(ClassicalConstruct { occurrence, meaning });
        Ok(())
    }

    /// Returns the distinct ground conjunctions that are not known to be false.
    pub fn alternatives(
        &mut self,
        disjuncts: &[Disjunct],
        joins: &[Joins],
    ) -> Result<Vec<Alternative>, Stop> {
        let mut merged: Vec<Alternative> = Vec::new();
        let mut known: FxHashMap<Vec<Literal>, usize> = FxHashMap::default();
        for (disjunct, joins) in disjuncts.iter().zip(joins) {
            for one in self.instances(disjunct, joins)? {
                // A condition that depends on derived atoms has its own meaning in the reduct, so it stays apart.
                if !self.domains.growing_atoms(one.conditions.iter().flatten()).is_empty() {
                    merged.push(one);
                    continue;
                }
                match known.get(&one.literals) {
                    Some(&index) => merged[index].join(one),
                    None => {
                        known.insert(one.literals.clone(), merged.len());
                        merged.push(one);
                    }
                }
            }
        }
        Ok(merged)
    }

    /// Returns the instances of a disjunct that are not known to be false, each with all instances of its condition.
    fn instances(&mut self, disjunct: &Disjunct, joins: &Joins) -> Result<Vec<Alternative>, Stop> {
        let shared = disjunct.shared_variables();
        let mut instances: Vec<Alternative> = Vec::new();
        let mut known: FxHashMap<Vec<Symbol>, Option<usize>> = FxHashMap::default();
        let body = self.body.len();
        self.run(&joins.condition, &mut |join| {
            let condition = &join.body[body..];
            let conditions = if condition.is_empty() { Vec::new() } else { vec![condition.to_vec()] };
            let values: Vec<Symbol> = shared.iter().map(|&variable| join.assignment.get(variable)).collect();
            match known.get(&values) {
                Some(&Some(index)) => instances[index].join(Alternative { literals: Vec::new(), conditions }),
                Some(None) => {}
                None => {
                    let literals = join.members(disjunct, joins)?;
                    known.insert(values, literals.as_ref().map(|_| instances.len()));
                    instances.extend(literals.map(|literals| Alternative { literals, conditions }));
                }
            }
            Ok(())
        })?;
        Ok(instances)
    }

    /// Returns the literals of the members of a disjunct that are not known to be true; `None` if one is known to be
    /// false.
    fn members(&mut self, disjunct: &Disjunct, joins: &Joins) -> Result<Option<Vec<Literal>>, Stop> {
        let mut literals = Vec::new();
        let mut possible = true;
        for (member, steps) in disjunct.members.iter().zip(&joins.consequents) {
            self.run(steps, &mut |join| {
                match join.member(member)? {
                    TruthValue::True => {}
                    TruthValue::False => possible = false,
                    TruthValue::Undecided(literal) => literals.push(literal),
                }
                Ok(())
            })?;
        }
        literals.sort_unstable();
        literals.dedup();
        Ok(possible.then_some(literals))
    }

    /// Returns the truth value of an instance of a member. An undefined member counts as true.
    fn member(&mut self, member: &Member) -> Result<TruthValue, Stop> {
        Ok(match &member.literal {
            rule::Literal::Atom(Sign::Positive, atom) => match self.derive(atom)? {
                Some(atom) if !self.writer.program.is_fact(atom) => TruthValue::Undecided(atom.positive()),
                _ => TruthValue::True,
            },
            rule::Literal::Atom(sign, atom) => self.negation(*sign, atom)?.unwrap_or(TruthValue::True),
            rule::Literal::Compare(left, relation, right) => {
                let values = &mut self.assignment;
                match (values.value(left)?, values.value(right)?) {
                    (Some(left), Some(right)) if !relation.holds(values.symbols.compare(left, right)) => {
                        TruthValue::False
                    }
                    _ => TruthValue::True,
                }
            }
            _ => unreachable!("a member is an atom or a comparison"),
        })
    }

    /// Writes the shifted rules that derive the atoms of one of the alternatives. Returns the numbers of these rules.
    fn derive_one_where(&mut self, alternatives: &[Alternative]) -> Vec<usize> {
        let mut shifted = Vec::new();
        let held: Vec<Literal> = alternatives.iter().map(|one| self.held(one)).collect();
        let missed: Vec<Literal> = held.iter().map(|&literal| self.writer.negate(literal)).collect();
        let always = [Vec::new()];
        let body = self.body.len();
        for one in alternatives {
            let conditions = if one.conditions.is_empty() { &always } else { one.conditions.as_slice() };
            for atom in one.atoms() {
                // An alternative that contains the atom as well is no reason not to derive it.
                let others = alternatives.iter().zip(&missed);
                let others = others.filter(|(other, _)| !other.literals.contains(&atom.positive()));
                let others: Vec<Literal> = others.map(|(_, &missed)| missed).collect();
                for condition in conditions {
                    self.body.extend_from_slice(condition);
                    self.body.extend_from_slice(&others);
                    shifted.push(self.writer.rules().len());
                    self.writer.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&self.body));
                    self.body.truncate(body);
                }
            }
        }
        self.body.extend_from_slice(&missed);
        shifted.push(self.writer.rules().len());
        self.writer.forbid(&self.body);
        self.body.truncate(body);
        shifted
    }

    /// Returns a literal that says that an alternative holds together with one of its conditions.
    fn held(&mut self, one: &Alternative) -> Literal {
        if one.conditions.is_empty() {
            return self.writer.all(one.literals.clone());
        }
        let conjunctions = one.conditions.iter().map(|condition| {
            let mut conjunction = condition.clone();
            conjunction.extend_from_slice(&one.literals);
            conjunction
        });
        match self.writer.any(conjunctions.collect()) {
            Formula::All(literals) => self.writer.all(literals),
            Formula::Constant(_) => unreachable!("an open condition is not empty"),
        }
    }
}
