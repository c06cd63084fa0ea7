//! Shots as modules: no positive cycle may lead through two of them.
//!
//! Answer sets of modules combine (Oikarinen & Janhunen, ECAI 2006) if every positive cycle stays within one. Atoms of
//! earlier shots get no new rules, so only an external atom that is defined late can close such a cycle.

use super::error::TranslationError;
use super::shot::{Known, Shot};
use super::tightness::{cyclic_components, Graph};
use super::{Status, Translation};
use crate::program::{AtomId, Body, Literal, Program};

impl Translation {
    /// An external atom that is defined now must not close a positive cycle through an earlier shot.
    pub(super) fn check_shots(
        &self,
        program: &Program,
        shot: &Shot,
        defined: &[bool],
    ) -> Result<(), TranslationError> {
        let late: Vec<AtomId> = (0..shot.atoms.len())
            .filter(|&local| defined[local] && self.status[shot.atoms[local].index()] == Status::External)
            .map(|local| shot.atoms[local])
            .collect();
        if late.is_empty() {
            return Ok(());
        }
        let matters = |atom: AtomId| match self.known(program, atom) {
            // A constraint may have made an atom true that depends on the external all the same.
            Known::Constant(value) => value && !program.is_fact(atom),
            Known::Unseen | Known::Open { .. } => true,
        };
        let graph = Graph::new(self.status.len(), |edge| {
            for rule in program.rules.iter() {
                let mut visit = |literal: Literal| {
                    if !literal.is_negative() && matters(literal.atom()) {
                        let heads = rule.head.iter().filter(|&&head| matters(head));
                        heads.for_each(|head| edge(head.0, literal.atom().0));
                    }
                };
                match rule.body {
                    Body::Conjunction(literals) => literals.iter().for_each(|&l| visit(l)),
                    Body::Sum { elements, .. } => elements.iter().for_each(|&(l, _)| visit(l)),
                }
            }
        });
        for component in cyclic_components(&graph) {
            let old = |&atom: &u32| self.status[atom as usize] == Status::Closed;
            if let (Some(&atom), true) =
                (late.iter().find(|atom| component.contains(&atom.0)), component.iter().any(old))
            {
                return Err(TranslationError::CycleAcrossShots { atom });
            }
        }
        Ok(())
    }
}
