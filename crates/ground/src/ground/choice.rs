//! Choice rules: which atoms may be chosen, and the ground rules that leave them open.

use rustc_hash::FxHashMap;

use super::join::{Join, Joins};
use super::stop::{Ignored, Stop};
use crate::analysis::rule::Element;
use crate::program::{AtomId, Body, HeadKind, Literal};

/// An atom that a choice may derive, with its conditions.
pub struct ChoiceAtom {
    /// The atom.
    pub atom: AtomId,
    /// The conditions as conjunctions, any one of which suffices; empty if the body alone suffices.
    pub conditions: Vec<Vec<Literal>>,
}

impl Join<'_> {
    /// Returns the distinct atoms of a choice, each with the ground conditions it needs beyond the body.
    pub fn choice_atoms(&mut self, elements: &[Element], joins: &[Joins]) -> Result<Vec<ChoiceAtom>, Stop> {
        let mut chosen: Vec<ChoiceAtom> = Vec::new();
        let mut known: FxHashMap<AtomId, usize> = FxHashMap::default();
        let body = self.body.len();
        for (element, joins) in elements.iter().zip(joins) {
            self.run(&joins.condition, &mut |join| {
                if let Some((function, tuple)) = &element.weighed {
                    let Some(symbols) = join.assignment.arguments(tuple)? else { return Ok(()) };
                    if function.in_head().ignores(&symbols, join.assignment.symbols) {
                        join.assignment.ignore(element.atom.span, Ignored::Weight);
                        return Ok(());
                    }
                }
                let Some(atom) = join.derive(&element.atom)? else { return Ok(()) };
                let condition = join.body[body..].to_vec();
                match known.get(&atom) {
                    None => {
                        known.insert(atom, chosen.len());
                        let conditions = if condition.is_empty() { Vec::new() } else { vec![condition] };
                        chosen.push(ChoiceAtom { atom, conditions });
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

    /// Writes the choice rules that leave open which of the atoms hold.
    pub fn choose(&mut self, chosen: &[ChoiceAtom]) {
        let free: Vec<AtomId> = chosen
            .iter()
            .filter(|element| element.conditions.is_empty() && !self.writer.program.is_fact(element.atom))
            .map(|element| element.atom)
            .collect();
        if !free.is_empty() {
            self.writer.push(HeadKind::Choice, &free, Body::Conjunction(&self.body));
        }
        let body = self.body.len();
        for element in chosen {
            if self.writer.program.is_fact(element.atom) {
                continue;
            }
            for condition in &element.conditions {
                self.body.extend_from_slice(condition);
                self.writer.push(HeadKind::Choice, &[element.atom], Body::Conjunction(&self.body));
                self.body.truncate(body);
            }
        }
    }
}
