//! Whether a set of atoms is an answer set, checked on the ground program alone.
//!
//! Invariant: nothing here is shared with the translation, so that a mistake there is noticed. A set is an answer set
//! if it satisfies every rule and is the least model of its reduct (Gelfond & Lifschitz, 1988; sums: Ferraris, TOCL
//! 2011). A disjunction supports the one of its heads that is true, which is right without head cycles.

use fixedbitset::FixedBitSet;
use thiserror::Error;

use crate::program::{AtomId, Body, HeadKind, Literal, Program};

/// Why a set of atoms is no answer set.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Unstable {
    /// A rule's body holds, but none of its heads.
    #[error("rule {rule} is not satisfied")]
    Unsatisfied {
        /// The rule's position in the program.
        rule: usize,
    },
    /// A true atom does not follow from the rules.
    #[error("atom {} is true without foundation", .atom.0)]
    Unfounded {
        /// The atom.
        atom: AtomId,
    },
}

/// Checks a set of atoms. `open` tells which atoms may be true without a rule: external ones.
///
/// # Errors
///
/// The first violation found.
pub fn check(program: &Program, atoms: &FixedBitSet, open: impl Fn(AtomId) -> bool) -> Result<(), Unstable> {
    let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
    // Rules that support something: head, and what of their positive body is still to be derived.
    let mut heads: Vec<AtomId> = Vec::new();
    let mut lacking: Vec<i128> = Vec::new();
    let mut uses: Vec<(AtomId, usize, i128)> = Vec::new();
    for (number, rule) in program.rules.iter().enumerate() {
        let reached = match rule.body {
            Body::Conjunction(literals) => literals.iter().all(|&l| holds(l)),
            Body::Sum { bound, elements } => {
                let sum: i128 = elements.iter().filter(|e| holds(e.0)).map(|e| i128::from(e.1)).sum();
                sum >= i128::from(bound)
            }
        };
        if !reached {
            continue;
        }
        let mut true_heads = rule.head.iter().copied().filter(|head| atoms.contains(head.index()));
        match rule.kind {
            HeadKind::Choice => {}
            HeadKind::Disjunction => {
                let first = true_heads.next().ok_or(Unstable::Unsatisfied { rule: number })?;
                if true_heads.any(|other| other != first) {
                    continue;
                }
            }
        }
        for &head in rule.head.iter().filter(|head| atoms.contains(head.index())) {
            let support = heads.len();
            heads.push(head);
            match rule.body {
                Body::Conjunction(literals) => {
                    let positive = literals.iter().filter(|l| !l.is_negative());
                    uses.extend(positive.clone().map(|l| (l.atom(), support, 1)));
                    lacking.push(positive.count() as i128);
                }
                Body::Sum { bound, elements } => {
                    let mut missing = i128::from(bound);
                    for &(literal, weight) in elements.iter().filter(|e| holds(e.0)) {
                        if literal.is_negative() {
                            missing -= i128::from(weight);
                        } else {
                            uses.push((literal.atom(), support, i128::from(weight)));
                        }
                    }
                    lacking.push(missing);
                }
            }
        }
    }
    uses.sort_unstable();
    let mut derived = FixedBitSet::with_capacity(program.atom_count());
    let mut queue: Vec<AtomId> = Vec::new();
    let derive = |atom: AtomId, derived: &mut FixedBitSet, queue: &mut Vec<AtomId>| {
        if !derived.put(atom.index()) {
            queue.push(atom);
        }
    };
    for index in atoms.ones() {
        let atom = AtomId(index as u32);
        if program.is_fact(atom) || open(atom) {
            derive(atom, &mut derived, &mut queue);
        }
    }
    for (support, &missing) in lacking.iter().enumerate() {
        if missing <= 0 {
            derive(heads[support], &mut derived, &mut queue);
        }
    }
    while let Some(atom) = queue.pop() {
        let start = uses.partition_point(|&(used, ..)| used < atom);
        for &(_, support, weight) in uses[start..].iter().take_while(|&&(used, ..)| used == atom) {
            lacking[support] -= weight;
            if lacking[support] <= 0 {
                derive(heads[support], &mut derived, &mut queue);
            }
        }
    }
    let unfounded = atoms.ones().find(|&atom| !derived.contains(atom));
    unfounded.map_or(Ok(()), |atom| Err(Unstable::Unfounded { atom: AtomId(atom as u32) }))
}
