//! Propagation of linear constraints under assumptions, with the reasons of what follows.
//!
//! Atoms of choices that a demand still needs are not made true, even if there is no other way: what has one place left takes part in
//! the counting as what has several does. Otherwise its place would be gone for the others, and the sentence would not say why.

use groundplan_ground::program::{AtomId, Literal};
use rustc_hash::FxHashSet;

use super::constraints::Constraints;
use super::effort::Effort;

/// The reason of a literal that was assumed, or is certain.
const GIVEN: u32 = u32::MAX;

/// The position of an atom whose value is not known.
const NOWHERE: u32 = u32::MAX;

/// What follows from assumptions by propagation: literals whose values are known.
#[derive(Debug)]
pub struct Propagation<'c> {
    pub constraints: &'c Constraints,
    /// By the index of an atom, its value.
    values: Vec<Option<bool>>,
    /// By the number of a constraint, by how much the literals that are not false exceed its bound.
    slack: Vec<i64>,
    trail: Vec<Literal>,
    /// By the index of an atom, the constraint that gave it its value, and its position in the trail.
    reasons: Vec<(u32, u32)>,
    assumed: FxHashSet<Literal>,
}

/// A literal that follows from another one, with the constraint by which it does.
pub type Consequence = (Literal, u32);

impl<'c> Propagation<'c> {
    /// Propagates; `None` if the assumptions are refuted that way, or the effort is used up.
    pub fn under(constraints: &'c Constraints, assumptions: &[Literal], effort: &mut Effort) -> Option<Self> {
        let slack = (0..constraints.len() as u32).map(|number| constraints.get(number));
        let mut propagation = Propagation {
            constraints,
            values: vec![None; constraints.atom_count()],
            slack: slack.map(|linear| linear.total - linear.bound).collect(),
            trail: Vec::new(),
            reasons: vec![(GIVEN, NOWHERE); constraints.atom_count()],
            assumed: assumptions.iter().copied().collect(),
        };
        effort.spend(constraints.len())?;
        for &literal in constraints.certain.iter().chain(assumptions) {
            match propagation.value(literal) {
                None => propagation.assign(literal, GIVEN),
                Some(true) => {}
                Some(false) => return None,
            }
        }
        for number in 0..constraints.len() as u32 {
            propagation.force(number)?;
        }
        let mut head = 0;
        while let Some(&literal) = propagation.trail.get(head) {
            head += 1;
            let occurrences = constraints.occurrences(literal.complement());
            effort.spend(occurrences.len())?;
            for &(number, weight) in occurrences {
                propagation.slack[number as usize] -= weight;
            }
            for &(number, _) in occurrences {
                if propagation.slack[number as usize] < constraints.get(number).largest {
                    effort.spend(constraints.elements(number).len())?;
                    propagation.force(number)?;
                }
            }
        }
        Some(propagation)
    }

    /// The value of a literal, if it is known.
    pub fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.atom().index()].map(|value| value != literal.is_negative())
    }

    fn assign(&mut self, literal: Literal, reason: u32) {
        let atom = literal.atom().index();
        self.values[atom] = Some(!literal.is_negative());
        self.reasons[atom] = (reason, self.trail.len() as u32);
        self.trail.push(literal);
    }

    /// Makes the literals true that a constraint needs, unless it demands them; `None` if it cannot be satisfied.
    fn force(&mut self, number: u32) -> Option<()> {
        let slack = self.slack[number as usize];
        if slack < 0 {
            return None;
        }
        if slack < self.constraints.get(number).largest {
            let defined = self.constraints.get(number).defined;
            for (position, &(literal, weight)) in self.constraints.elements(number).iter().enumerate() {
                let is_choice = !literal.is_negative() && self.constraints.is_chosen(literal.atom());
                let is_demanded = is_choice && position >= defined;
                if weight > slack && !is_demanded && self.value(literal).is_none() {
                    self.assign(literal, number);
                }
            }
        }
        Some(())
    }

    /// The literals of a constraint whose values are not known, with their weights.
    pub fn unknown(&self, number: u32) -> impl Iterator<Item = (Literal, i64)> + '_ {
        let elements = self.constraints.elements(number).iter().copied();
        elements.filter(|(literal, _)| self.value(*literal).is_none())
    }

    /// What the weights of the true literals among the unknown ones still have to reach.
    pub fn open_bound(&self, number: u32) -> i64 {
        let elements = self.constraints.elements(number).iter();
        let reached = elements.filter(|(literal, _)| self.value(*literal) == Some(true));
        self.constraints.get(number).bound - reached.map(|(_, weight)| weight).sum::<i64>()
    }

    /// The first literal that a constraint defines and whose value is not known.
    pub fn unknown_defined(&self, number: u32) -> Option<Literal> {
        let defined = self.constraints.get(number).defined;
        let mut elements = self.constraints.elements(number)[..defined].iter().map(|(literal, _)| *literal);
        elements.find(|literal| self.reasons[literal.atom().index()].1 == NOWHERE)
    }

    /// The literals of a constraint that are known to be false.
    pub fn false_literals(&self, number: u32) -> impl Iterator<Item = Literal> + '_ {
        let elements = self.constraints.elements(number).iter().map(|(literal, _)| *literal);
        elements.filter(|literal| self.value(*literal) == Some(false))
    }

    /// The false literals by which the literal at a position of the trail was forced.
    fn falsified(&self, position: usize) -> Vec<Literal> {
        let literal = self.trail[position];
        let (reason, _) = self.reasons[literal.atom().index()];
        if reason == GIVEN {
            return Vec::new();
        }
        let elements = self.constraints.elements(reason);
        let earlier = |literal: Literal| self.reasons[literal.atom().index()].1;
        let mut falsified = elements.to_vec();
        falsified.retain(|(it, _)| self.value(*it) == Some(false) && (earlier(*it) as usize) < position);
        falsified.sort_by_key(|(literal, _)| earlier(*literal));
        // As many as make the rest need this literal.
        let linear = self.constraints.get(reason);
        let own = elements.iter().find(|(it, _)| *it == literal).map_or(0, |(_, weight)| *weight);
        let mut slack = linear.total - linear.bound;
        let mut needed = Vec::new();
        for (literal, weight) in falsified {
            if slack < own {
                break;
            }
            slack -= weight;
            needed.push(literal);
        }
        needed
    }

    /// The assumptions from which the values of these literals follow.
    pub fn blamed(&self, literals: impl IntoIterator<Item = Literal>) -> FxHashSet<Literal> {
        let mut atoms: FxHashSet<AtomId> = literals.into_iter().map(Literal::atom).collect();
        let mut open: Vec<AtomId> = atoms.iter().copied().collect();
        let mut blamed = FxHashSet::default();
        while let Some(atom) = open.pop() {
            let position = self.reasons[atom.index()].1 as usize;
            let literal = self.trail[position];
            if self.reasons[atom.index()].0 == GIVEN && self.assumed.contains(&literal) {
                blamed.insert(literal);
            }
            open.extend(
                self.falsified(position).into_iter().map(Literal::atom).filter(|&atom| atoms.insert(atom)),
            );
        }
        blamed
    }

    /// What follows from a literal whose value is not known, by definitions alone; the literal itself comes first.
    pub fn consequences(&mut self, literal: Literal, effort: &mut Effort) -> Option<Vec<Consequence>> {
        let mut found = vec![(literal, GIVEN)];
        self.values[literal.atom().index()] = Some(!literal.is_negative());
        let mut lowered: Vec<(u32, i64)> = Vec::new();
        let mut is_within = true;
        let mut head = 0;
        while let Some(&(literal, _)) = found.get(head) {
            head += 1;
            let occurrences = self.constraints.occurrences(literal.complement());
            is_within &= effort.spend(occurrences.len()).is_some();
            for &(number, weight) in occurrences {
                self.slack[number as usize] -= weight;
                lowered.push((number, weight));
                let slack = self.slack[number as usize];
                if slack >= self.constraints.get(number).largest || self.unknown_defined(number).is_none() {
                    continue;
                }
                let elements = self.constraints.elements(number);
                is_within &= effort.spend(elements.len()).is_some();
                for &(implied, weight) in elements {
                    if weight > slack && self.value(implied).is_none() {
                        self.values[implied.atom().index()] = Some(!implied.is_negative());
                        found.push((implied, number));
                    }
                }
            }
            if !is_within {
                break;
            }
        }
        found.iter().for_each(|(literal, _)| self.values[literal.atom().index()] = None);
        lowered.iter().for_each(|&(number, weight)| self.slack[number as usize] += weight);
        is_within.then_some(found)
    }

    /// The false literals that were used where the last of these consequences followed from the first.
    pub fn used(&self, consequences: &[Consequence]) -> Vec<Literal> {
        let reason_of = |literal: Literal| consequences.iter().find(|(it, _)| *it == literal);
        let mut used = Vec::new();
        let mut seen: FxHashSet<Literal> = FxHashSet::default();
        let mut open: Vec<Consequence> = consequences.last().copied().into_iter().collect();
        while let Some((literal, reason)) = open.pop() {
            if reason == GIVEN || !seen.insert(literal) {
                continue;
            }
            for &(element, _) in self.constraints.elements(reason) {
                match self.value(element) {
                    Some(false) => used.push(element),
                    Some(true) => {}
                    None => open.extend(reason_of(element.complement()).copied()),
                }
            }
        }
        used
    }

    /// The literals whose values are known, in the order in which they became known, each with the false literals by which it
    /// did.
    pub fn history(&self) -> impl Iterator<Item = (Literal, Vec<Literal>)> + '_ {
        (0..self.trail.len()).map(|position| (self.trail[position], self.falsified(position)))
    }
}
