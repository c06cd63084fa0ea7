//! Check that a set of atoms is an answer set, on the ground program alone.
//!
//! Invariant: this module shares no code with the translation, so that it detects mistakes there. A set is an answer
//! set if it satisfies every rule and is a minimal model of its reduct (Gelfond & Lifschitz, 1991; sums: Ferraris, TOCL
//! 2011). The consequences of rules with a single true head are in every model of the reduct. Only if these are not all
//! atoms, a smaller model is searched for by enumeration.

use fixedbitset::FixedBitSet;
use thiserror::Error;

use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Program};

/// The reason why a set of atoms is no answer set.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Unstable {
    /// A rule's body holds, but none of its heads.
    #[error("rule {rule} is not satisfied")]
    Unsatisfied {
        /// The rule's position in the program.
        rule: usize,
    },
    /// The reduct has a model without this true atom.
    #[error("atom {} is true without foundation", .atom.0)]
    Unfounded {
        /// The atom.
        atom: AtomId,
    },
}

/// Checks that a set of atoms is an answer set. `open` says which atoms may be true without a rule: external ones.
///
/// # Errors
///
/// The first violation found.
pub fn check(program: &Program, atoms: &FixedBitSet, open: impl Fn(AtomId) -> bool) -> Result<(), Unstable> {
    let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
    let mut undecided = false;
    // Rules with a true body and head: the head, the weight of the positive body that is not derived yet, and uses of
    // atoms.
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
                    undecided = true;
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
    let Some(unfounded) = atoms.ones().find(|&atom| !derived.contains(atom)) else { return Ok(()) };
    if undecided && !has_smaller_model(program, atoms, &derived) {
        return Ok(());
    }
    Err(Unstable::Unfounded { atom: AtomId(unfounded as u32) })
}

/// A rule of the reduct: if the weights of true atoms in `body` reach `bound`, one of `heads` is true.
struct Reduced {
    heads: Vec<usize>,
    body: Vec<(usize, i128)>,
    bound: i128,
}

/// Whether the reduct has a smaller model that contains all of `certain`.
fn has_smaller_model(program: &Program, atoms: &FixedBitSet, certain: &FixedBitSet) -> bool {
    let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
    let mut reduct = Vec::new();
    for rule in program.rules.iter() {
        let (mut bound, elements): (i128, Vec<(Literal, i64)>) = match rule.body {
            Body::Conjunction(literals) => {
                (literals.len() as i128, literals.iter().map(|&literal| (literal, 1)).collect())
            }
            Body::Sum { bound, elements } => (i128::from(bound), elements.to_vec()),
        };
        let mut body = Vec::new();
        for (literal, weight) in elements.into_iter().filter(|&(literal, _)| holds(literal)) {
            if literal.is_negative() {
                bound -= i128::from(weight);
            } else {
                body.push((literal.atom().index(), i128::from(weight)));
            }
        }
        let heads = rule.head.iter().map(|head| head.index()).filter(|&head| atoms.contains(head));
        match rule.kind {
            HeadKind::Disjunction => reduct.push(Reduced { heads: heads.collect(), body, bound }),
            HeadKind::Choice => {
                reduct.extend(heads.map(|head| Reduced { heads: vec![head], body: body.clone(), bound }));
            }
        }
    }
    let mut values = vec![Some(false); program.atom_count()];
    atoms.ones().for_each(|atom| values[atom] = certain.contains(atom).then_some(true));
    has_model(&reduct, atoms, values)
}

/// Whether a partial assignment extends to a model of a reduct in which at least one of the atoms is false.
fn has_model(reduct: &[Reduced], atoms: &FixedBitSet, mut values: Vec<Option<bool>>) -> bool {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for Reduced { heads, body, bound } in reduct {
            let weight: i128 = body.iter().filter(|e| values[e.0] == Some(true)).map(|e| e.1).sum();
            if weight < *bound || heads.iter().any(|&head| values[head] == Some(true)) {
                continue;
            }
            let mut open = heads.iter().copied().filter(|&head| values[head].is_none());
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(head), None) => {
                    values[head] = Some(true);
                    changed = true;
                }
                _ => {}
            }
        }
    }
    match atoms.ones().find(|&atom| values[atom].is_none()) {
        None => atoms.ones().any(|atom| values[atom] == Some(false)),
        Some(atom) => [false, true].into_iter().any(|value| {
            values[atom] = Some(value);
            has_model(reduct, atoms, values.clone())
        }),
    }
}
