//! Which atoms the rules of a component cannot derive, even if whatever they negate is false: the greatest unfounded set of what
//! is left when negated literals are taken away (Van Gelder, Ross & Schlipf: The well-founded semantics for general logic
//! programs, JACM 38(3), 1991).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{AtomId, Body, Literal, Rule};

/// The atoms, of those that only these rules derive, that they do not derive.
pub fn unsupported<'r>(rules: impl Iterator<Item = Rule<'r>>, own: &FxHashSet<AtomId>) -> Vec<AtomId> {
    let mut derived: FxHashSet<AtomId> = FxHashSet::default();
    // The rules that wait for atoms: what they lack, and their heads; and where each atom is waited for, with its weight.
    let mut open: Vec<(i128, &[AtomId])> = Vec::new();
    let mut waiting: FxHashMap<AtomId, Vec<(usize, i64)>> = FxHashMap::default();
    let mut found: Vec<AtomId> = Vec::new();
    for rule in rules {
        let mut lacking: Vec<(AtomId, i64)> = Vec::new();
        let mut lacks = |literal: Literal, weight: i64| {
            let atom = literal.atom();
            let lacks = !literal.is_negative() && own.contains(&atom) && !derived.contains(&atom);
            if lacks {
                lacking.push((atom, weight));
            }
            lacks
        };
        let missing = match rule.body {
            Body::Conjunction(literals) => {
                literals.iter().filter(|&&literal| lacks(literal, 1)).count() as i128
            }
            Body::Sum { bound, elements } => {
                let reached = elements.iter().filter(|&&(literal, weight)| !lacks(literal, weight));
                i128::from(bound) - reached.map(|&(_, weight)| i128::from(weight)).sum::<i128>()
            }
        };
        if missing <= 0 {
            found.extend(rule.head.iter().copied().filter(|&head| derived.insert(head)));
        } else {
            for (atom, weight) in lacking {
                waiting.entry(atom).or_default().push((open.len(), weight));
            }
            open.push((missing, rule.head));
        }
        // Mostly an atom is derived before it is used, and nobody waits for it.
        while let Some(atom) = found.pop() {
            for (number, weight) in waiting.remove(&atom).unwrap_or_default() {
                let (missing, heads) = &mut open[number];
                let lacked = *missing > 0;
                *missing -= i128::from(weight);
                if lacked && *missing <= 0 {
                    found.extend(heads.iter().copied().filter(|&head| derived.insert(head)));
                }
            }
        }
    }
    own.difference(&derived).copied().collect()
}
