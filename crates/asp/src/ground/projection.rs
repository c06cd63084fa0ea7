//! Projections: `not p(X,_)` is `not` an atom that every `p(X,…)` derives.
//!
//! A program that grows asks for them again and again, so each row of `p` is projected once, in the shot in which it is
//! first asked for. A projection that an earlier shot has defined and used is closed: what comes later derives a new atom
//! under its name, as the old one does.

use super::instantiate::Instantiator;
use super::Stop;
use crate::analysis::rule::{Atom, Head, Literal, Rule};
use crate::program::{AtomId, Body, HeadKind, PredicateId};

/// The predicate of a projection and that of the atoms it projects, if the rule defines one.
pub fn projection(rule: &Rule) -> Option<(PredicateId, PredicateId)> {
    match (&rule.head, &rule.body[..]) {
        (Head::Projection(atom), [Literal::Atom(_, projected)]) => {
            Some((atom.predicate, projected.predicate))
        }
        _ => None,
    }
}

impl Instantiator<'_> {
    /// Derives a projection for the present assignment and body.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub(super) fn project(&mut self, atom: &Atom) -> Result<(), Stop> {
        let Some(arguments) = self.arguments(&atom.arguments)? else { return Ok(()) };
        let (projection, new) = self.base.derive(atom.predicate, &arguments, self.program);
        let projection = match self.base.domain(atom.predicate).find(&arguments) {
            Some(row) if !new => self.reopened(atom.predicate, row, projection),
            _ => projection,
        };
        self.derive_one_of(&[projection]);
        Ok(())
    }

    /// The atom in this row while its predicate grows: where it is a projection that an earlier shot has closed, a new one
    /// that the old one derives.
    pub(super) fn reopened(&mut self, predicate: PredicateId, row: u32, atom: AtomId) -> AtomId {
        let closed = atom.index() < self.memory.first_atom
            && !self.program.is_fact(atom)
            && self.memory.projected.contains_key(&predicate);
        if !closed {
            return atom;
        }
        let new = self.base.renew(predicate, row, self.program);
        self.rules.push(HeadKind::Disjunction, &[new], Body::Conjunction(&[atom.positive()]));
        new
    }
}
