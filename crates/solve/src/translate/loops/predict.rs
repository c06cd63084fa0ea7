//! Prediction of the size of an elimination, and the choice of a method by it.
//!
//! Elimination is simulated on the graph alone, where edges that are constant in the circuit cost nothing. The
//! simulation stops at a limit. The completion is not counted: it is the same for all methods.
//!
//! Elimination gave the fastest proofs of optima in Sokoban levels, before propagation and the other methods. So it is
//! used for linear rules, up to a limit. Otherwise clauses are written only on demand: by propagation if the backend
//! can, else by loop formulas.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::component::{LoopBody, LoopComponent, Member};
use super::method::Method;
use super::order::Elimination;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;
use crate::Tuning;

/// A number of clauses and variables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// The number of clauses.
    pub clauses: usize,
    /// The number of variables.
    pub variables: usize,
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.clauses += other.clauses;
        self.variables += other.variables;
    }
}

/// Returns the number of clauses that elimination may take. Links do not count: they are eliminated at almost no cost,
/// but the rest may be dense. In trees that grow along chosen arcs, which have a link for each arc, propagation is
/// much faster.
fn limit(component: &LoopComponent, tuning: &Tuning) -> usize {
    let counted = component.len() + component.rule_count() - 2 * links(component);
    tuning.elimination_clauses_anyway + tuning.elimination_clauses * counted
}

/// Returns the number of links: atoms with a single rule, whose body has one atom of the component.
fn links(component: &LoopComponent) -> usize {
    let by_head = component.rules().chunk_by(|&(head, _)| head);
    let only = by_head.into_iter().filter_map(|(_, rules)| rules.exactly_one().ok());
    only.filter(|(_, body)| matches!(body, LoopBody::All { internal: [_], .. })).count()
}

/// Returns the method to use, with its predicted size.
pub(super) fn choose(
    component: &LoopComponent,
    gates: &Gates,
    fallback: Method,
    tuning: &Tuning,
) -> (Method, Size) {
    let size = component.is_linear().then(|| closure(component, gates, limit(component, tuning)));
    match size.flatten() {
        Some(size) => (Method::Eliminate, size),
        None => (fallback, Size::default()),
    }
}

/// Returns the size predicted for elimination, or `None` if it exceeds the limit.
fn closure(component: &LoopComponent, gates: &Gates, limit: usize) -> Option<Size> {
    // Conditions that all bodies of an atom share.
    let mut shared: Table<Member, Option<Vec<Edge>>> = Table::of(None, component.len());
    for (head, body) in component.rules() {
        let LoopBody::All { condition, internal: [_] } = body else { continue };
        let conditions = gates.conjuncts(condition);
        match &mut shared[head] {
            Some(shared) => shared.retain(|edge| conditions.contains(edge)),
            unset => *unset = Some(conditions),
        }
    }
    let mut from: Table<Member, BTreeMap<Member, bool>> = Table::of(BTreeMap::new(), component.len());
    for (head, body) in component.rules() {
        let LoopBody::All { condition, internal: &[atom] } = body else { continue };
        if atom != head {
            let constant = Some(gates.conjuncts(condition).len()) == shared[head].as_ref().map(Vec::len);
            *from[head].entry(atom).or_default() |= constant;
        }
    }
    let mut to: Table<Member, Vec<Member>> = Table::of(Vec::new(), component.len());
    for (head, sources) in from.entries() {
        sources.keys().for_each(|&source| to[source].push(head));
    }
    let passable = |x: Member| shared[x].as_ref().is_none_or(Vec::is_empty) && !component.is_chosen(x);
    let edges: Vec<(Member, Member)> =
        from.entries().flat_map(|(v, us)| us.keys().map(move |&u| (u, v))).collect();
    let mut elimination = Elimination::new(component.len(), edges);
    let mut size = Size::default();
    while let Some((x, _)) = elimination.next() {
        let before = std::mem::take(&mut from[x]);
        // The clauses of x itself, and the formula that x is reached.
        size += Size { clauses: 4, variables: 1 };
        size.clauses += before.values().filter(|&&constant| !constant).count();
        before.keys().for_each(|&u| to[u].retain(|&v| v != x));
        let after = std::mem::take(&mut to[x]);
        for &w in &after {
            let onwards = from[w].remove(&x).expect("an edge has two ends");
            size += Size { clauses: 2, variables: 1 };
            for (&u, &constant) in before.iter().filter(|&(&u, _)| u != w) {
                let known = from[w].get(&u).copied();
                if known == Some(true) {
                    continue;
                }
                if known.is_none() {
                    to[u].push(w);
                }
                from[w].insert(u, constant && onwards && passable(x));
                // The paths there and back are one formula.
                if u < w || !before.contains_key(&w) || !after.contains(&u) {
                    size += Size { clauses: 3, variables: 1 };
                }
            }
        }
        if size.clauses > limit {
            return None;
        }
    }
    Some(size)
}
