//! The unfounded sets that a proof needs, and how their clauses follow from their axioms.

use std::collections::HashMap;

use groundplan_certificate::{Atom, Axioms, Lit, Origin};

use crate::derivation::Ref;
use crate::loops::Reason;
use crate::solver::sat_literal;
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
        let mut hints = Vec::new();
        self.refute_supports(axiom, reason, axioms, &mut hints);
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

    /// Collects the definitions by which the defined variables of an axiom are false, those that they rest on first.
    fn refute_supports(&self, axiom: u32, reason: &Reason, axioms: &Axioms, hints: &mut Vec<Ref>) {
        for &(_, literal) in &axioms.constraints()[axiom as usize].terms {
            let is_named = || {
                let literal = sat_literal(literal);
                reason.clause.iter().any(|&other| other.var() == literal.var())
            };
            if let Some(&definition) = self.definition(literal).filter(|_| !is_named()) {
                let hint = Ref::Axiom(definition);
                if definition != axiom && !hints.contains(&hint) {
                    self.refute_supports(definition, reason, axioms, hints);
                    hints.push(hint);
                }
            }
        }
    }

    fn definition(&self, literal: Lit) -> Option<&u32> {
        self.definitions.get(&literal.variable()).filter(|_| !literal.is_negative())
    }
}
