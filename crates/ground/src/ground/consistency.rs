//! Strong negation: constraints that `p(t)` and `-p(t)` never hold together.

use rustc_hash::FxHashMap;

use super::domains::Removed;
use crate::program::{AtomId, Base, Body, HeadKind, PredicateId, Program};
use crate::syntax::ast::Signature;

/// The progress of the constraints: for each predicate with `-`, the numbers of rows handled, of the predicate and of
/// its opposite.
#[derive(Clone, Default, Debug)]
pub struct Consistency {
    done: FxHashMap<PredicateId, (u32, u32)>,
}

impl Consistency {
    /// Adjusts the numbers of rows to rows that were removed from domains.
    pub fn remove(&mut self, removed: &Removed, base: &Base) {
        for (&predicate, (done, of_opposite)) in &mut self.done {
            *done = removed.left_of(predicate, *done);
            let opposite = Signature { negative: false, ..base.domain(predicate).signature() };
            if let Some(opposite) = base.find_predicate(opposite) {
                *of_opposite = removed.left_of(opposite, *of_opposite);
            }
        }
    }

    /// Forbids each atom together with its opposite if both may be derived, each pair once.
    pub fn constrain(&mut self, base: &Base, program: &mut Program) {
        for (predicate, domain) in base.domains().filter(|(_, domain)| domain.signature().negative) {
            let opposite = Signature { negative: false, ..domain.signature() };
            let Some(opposite) = base.find_predicate(opposite) else { continue };
            let opposite = base.domain(opposite);
            let done = self.done.entry(predicate).or_default();
            for row in 0..domain.len() {
                let Some(other) = opposite.find(domain.row(row)) else { continue };
                if row < done.0 && other < done.1 {
                    continue;
                }
                let atoms = [domain.atom(row), opposite.atom(other)];
                let open: Vec<_> =
                    atoms.into_iter().filter(|&atom| !program.is_fact(atom)).map(AtomId::positive).collect();
                program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&open));
            }
            *done = (domain.len(), opposite.len());
        }
    }
}
