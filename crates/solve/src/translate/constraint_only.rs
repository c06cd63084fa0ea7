//! Search for constraint-only atoms, which need no support.
//!
//! A constraint-only atom occurs only in positive literals, and only in bodies of constraints and of rules for such
//! atoms. Typical programs derive paths to forbid some of them, for example to test connectivity or the absence of
//! cycles. If such an atom is true without support, take the least set of these atoms that the rules derive instead:
//! it is smaller, and violates no further constraint. So it is enough that the atoms are closed under their rules: a
//! component of them needs neither supports nor loop formulas. An answer set is obtained by deriving its
//! constraint-only atoms anew. Different answer sets differ on other atoms. The supports are needed only when the
//! value of such an atom is asked for.

use super::index::Table;
use super::shot::{LocalAtom, RuleId, Shot};
use super::simplify::{KnownTruth, Simplified};
use super::tightness::Graph;

/// Returns the constraint-only atoms among those for which `may_be` is true. The shot must have no head cycles: there,
/// disjunctions are rules with negative literals.
pub(super) fn constraint_only(
    shot: &Shot,
    simplified: &Simplified,
    rules_of: &Graph<LocalAtom, RuleId>,
    may_be: impl Fn(LocalAtom) -> bool,
) -> Table<LocalAtom, bool> {
    let mut constraint_only: Table<LocalAtom, bool> = shot.atoms.numbers().map(may_be).collect();
    let mut left: Vec<LocalAtom> = Vec::new();
    let mut leave = |atom: LocalAtom, constraint_only: &mut Table<LocalAtom, bool>| {
        if std::mem::replace(&mut constraint_only[atom], false) {
            left.push(atom);
        }
    };
    for rule in &shot.rules {
        if simplified.bodies[rule.body] == KnownTruth::False {
            continue;
        }
        // A rule whose head is false is a constraint.
        let head = rule.head.filter(|_| !simplified.forbidden[rule.body]);
        if let Some(head) = head.filter(|_| rule.choice) {
            leave(head, &mut constraint_only);
        }
        // Weights are positive, so literals of a sum are treated alike.
        let literals = shot.bodies.get(rule.body).literals();
        let is_needed = head.is_some_and(|head| !constraint_only[head]);
        for literal in literals.iter().filter(|literal| is_needed || literal.is_negative()) {
            leave(literal.atom(), &mut constraint_only);
        }
    }
    while let Some(atom) = left.pop() {
        for body in rules_of.successors(atom).iter().map(|&rule| shot.rules[rule].body) {
            if !simplified.is_possible(body) {
                continue;
            }
            for needed in shot.bodies.get(body).positive() {
                if std::mem::replace(&mut constraint_only[needed], false) {
                    left.push(needed);
                }
            }
        }
    }
    constraint_only
}
