//! The unfounded sets that a proof needs, and the derivation of their clauses from their axioms.

use std::collections::HashMap;

use groundplan_certificate::{Atom, Axioms, Origin};
use rustc_hash::FxHashSet;

use crate::derivation::ConstraintRef;
use crate::loops::UnfoundedSetClause;
use crate::ProveError;

/// The unfounded sets so far, with their axioms.
pub(crate) struct Sets {
    /// The sets, each in ascending order.
    pub sets: Vec<Vec<Atom>>,
    /// The index of each set's axiom.
    axioms: HashMap<Vec<Atom>, u32>,
    /// For each defined variable, the index of the constraint that it implies.
    definitions: HashMap<u32, u32>,
    /// The number of axioms that have been searched for definitions.
    seen: usize,
}

impl Sets {
    /// Returns an empty collection.
    pub fn new() -> Self {
        Sets { sets: Vec::new(), axioms: HashMap::new(), definitions: HashMap::new(), seen: 0 }
    }

    /// Returns the antecedents of the clause of an unfounded set, in the order of propagation: the definitions that make the
    /// supports false, then the axiom, which a true atom of the set violates. Adds the axiom if it is missing.
    ///
    /// # Errors
    ///
    /// If the set has no axiom.
    pub fn hints(
        &mut self,
        set_clause: &UnfoundedSetClause,
        axioms: &mut Axioms,
    ) -> Result<Vec<ConstraintRef>, ProveError> {
        let set = set_clause.atoms();
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
        self.collect_definitions(axioms);
        let mut seen: FxHashSet<u32> =
            set_clause.literals().iter().map(|literal| literal.vidx32() + 1).collect();
        let mut hints = Vec::new();
        self.refute_supports(axiom, axioms, &mut seen, &mut hints);
        hints.push(ConstraintRef::Axiom(axiom));
        Ok(hints)
    }

    fn collect_definitions(&mut self, axioms: &Axioms) {
        for index in self.seen..axioms.constraints().len() {
            if let Origin::Body { variable } = axioms.origin(index) {
                // The implication is the first of the two definitions.
                self.definitions.entry(variable).or_insert(index as u32);
            }
        }
        self.seen = axioms.constraints().len();
    }

    /// Collects the definitions that make the defined variables of an axiom false, dependencies first. Variables in `seen`, such
    /// as those of the clause, are skipped.
    fn refute_supports(
        &self,
        axiom: u32,
        axioms: &Axioms,
        seen: &mut FxHashSet<u32>,
        hints: &mut Vec<ConstraintRef>,
    ) {
        for &(_, literal) in &axioms.constraints()[axiom as usize].terms {
            if literal.is_negative() {
                continue;
            }
            if let Some(&definition) = self.definitions.get(&literal.variable()) {
                if seen.insert(literal.variable()) {
                    self.refute_supports(definition, axioms, seen, hints);
                    hints.push(ConstraintRef::Axiom(definition));
                }
            }
        }
    }
}
