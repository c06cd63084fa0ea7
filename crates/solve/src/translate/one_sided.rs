//! Atoms that answer sets are never the worse for being without: those that occur in positive literals alone, and only in
//! bodies of constraints and of rules for such atoms.
//!
//! Whoever asks whether a cut leaves something connected, or whether a relation has a cycle, derives paths to forbid some of them.
//! Where such an atom is true without support, the least set of them that the rules ask for has fewer, and violates no
//! constraint that it did not violate. So it is enough that they are closed under their rules: a component of them needs no
//! supports and no loops, and an answer set is read off by deriving its atoms anew. Different answer sets differ on other atoms.
//! Only what asks for the value of such an atom needs its supports.

use super::index::Table;
use super::shot::{LocalAtom, RuleId, Shot};
use super::simplify::{Simplified, Truth};
use super::tightness::Graph;

/// Which atoms are such, of those that may be, in a shot without head cycles: disjunctions are rules with negative literals there.
pub(super) fn one_sided(
    shot: &Shot,
    simplified: &Simplified,
    rules_of: &Graph<LocalAtom, RuleId>,
    may_be: impl Fn(LocalAtom) -> bool,
) -> Table<LocalAtom, bool> {
    let mut one_sided: Table<LocalAtom, bool> = shot.atoms.numbers().map(may_be).collect();
    let mut left: Vec<LocalAtom> = Vec::new();
    let mut leave = |atom: LocalAtom, one_sided: &mut Table<LocalAtom, bool>| {
        if std::mem::replace(&mut one_sided[atom], false) {
            left.push(atom);
        }
    };
    for rule in &shot.rules {
        if simplified.bodies[rule.body] == Truth::False {
            continue;
        }
        // A rule whose head is false is a constraint.
        let head = rule.head.filter(|_| !simplified.forbidden[rule.body]);
        if let Some(head) = head.filter(|_| rule.choice) {
            leave(head, &mut one_sided);
        }
        // Weights are positive, so that in a sum it is the same.
        let literals = shot.bodies.get(rule.body).literals();
        let is_needed = head.is_some_and(|head| !one_sided[head]);
        for literal in literals.iter().filter(|literal| is_needed || literal.is_negative()) {
            leave(literal.atom(), &mut one_sided);
        }
    }
    while let Some(atom) = left.pop() {
        for body in rules_of.successors(atom).iter().map(|&rule| shot.rules[rule].body) {
            if !simplified.is_possible(body) {
                continue;
            }
            for needed in shot.bodies.get(body).positive() {
                if std::mem::replace(&mut one_sided[needed], false) {
                    left.push(needed);
                }
            }
        }
    }
    one_sided
}
