//! The unfounded sets that a proof needs, and how their clauses follow from their axioms.

use std::collections::HashMap;

use groundplan_certificate::{Atom, Axioms, Origin};
use rustc_hash::FxHashSet;

use crate::derivation::Ref;
use crate::loops::Reason;
use crate::ProveError;

/// The sets so far, with their axioms.
pub(crate) struct Sets {
    /// Each with its atoms in order.
    pub sets: Vec<Vec<Atom>>,
    /// The axiom of each set.
    axioms: HashMap<Vec<Atom>, u32>,
    /// Of each variable that axioms define, the constraint that it implies.
    definitions: HashMap<u32, u32>,
    /// How many axioms have been looked at for definitions.
    seen: usize,
}

impl Sets {
    /// None as yet.
    pub fn new() -> Self {
        Sets { sets: Vec::new(), axioms: HashMap::new(), definitions: HashMap::new(), seen: 0 }
    }

    /// What the clause of an unfounded set follows from, in the order of propagation: supports are false, and so a true
    /// atom of the set breaks its axiom. The axiom is added if it is not there.
    ///
    /// # Errors
    ///
    /// If the set has no axiom.
    pub fn hints(&mut self, reason: &Reason, axioms: &mut Axioms) -> Result<Vec<Ref>, ProveError> {
        let mut set: Vec<Atom> = reason.set.to_vec();
        set.sort_unstable();
        let axiom = match self.axioms.get(&set) {
            Some(&axiom) => axiom,
            None => {
                let axiom = axioms
                    .add_set(&set)?
                    .last()
                    .filter(|&axiom| matches!(axioms.origin(axiom), Origin::Set(_)));
                let axiom = axiom.ok_or(ProveError::Log)?;
                let axiom = u32::try_from(axiom).map_err(|_| ProveError::TooLarge)?;
                self.sets.push(set.clone());
                self.axioms.insert(set, axiom);
                axiom
            }
        };
        self.look_for_definitions(axioms);
        let mut seen: FxHashSet<u32> = reason.clause.iter().map(|literal| literal.vidx32() + 1).collect();
        let mut hints = Vec::new();
        self.refute_supports(axiom, axioms, &mut seen, &mut hints);
        hints.push(Ref::Axiom(axiom));
        Ok(hints)
    }

    fn look_for_definitions(&mut self, axioms: &Axioms) {
        for index in self.seen..axioms.constraints().len() {
            if let Origin::Body { variable } = axioms.origin(index) {
                // The first of the two is that one.
                self.definitions.entry(variable).or_insert(index as u32);
            }
        }
        self.seen = axioms.constraints().len();
    }

    /// Collects the definitions by which the defined variables of an axiom are false, those that they rest on first; of
    /// variables that were not seen before, as those of the clause.
    fn refute_supports(&self, axiom: u32, axioms: &Axioms, seen: &mut FxHashSet<u32>, hints: &mut Vec<Ref>) {
        for &(_, literal) in &axioms.constraints()[axiom as usize].terms {
            if literal.is_negative() {
                continue;
            }
            if let Some(&definition) = self.definitions.get(&literal.variable()) {
                if seen.insert(literal.variable()) {
                    self.refute_supports(definition, axioms, seen, hints);
                    hints.push(Ref::Axiom(definition));
                }
            }
        }
    }
}
