//! Finds the constructs that were translated classically but depend on themselves.
//!
//! Aggregates with `!=` or negative weights, and conditions that only solving decides, are read classically;
//! disjunctions with such conditions are written as rules. That is right as long as no atom in them depends, through
//! positive literals, on the rule's own head (by splitting: Lifschitz & Turner, ICLP 1994). The dependency is checked
//! on the ground rules, not on predicates. Where there is one, [`super::exact`] has the rules to add.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{Graph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::program::{AtomId, Body, Literal, Rules};

/// Where a construct occurs whose classical translation is right only without recursion.
#[derive(Debug)]
pub enum Occurrence {
    /// An atom that represents a body construct, and the atoms in which that construct is not monotone.
    Body(AtomId, Vec<AtomId>),
    /// A disjunction that was written as rules: the atoms that each of its alternatives derives, and the atoms of its
    /// conditions. Atoms of different alternatives must not depend on each other, nor condition atoms on any derived
    /// atom.
    Head(Vec<Vec<AtomId>>, Vec<AtomId>),
}

/// Returns, for each of the constructs, whether it depends on itself.
pub fn recursive<'p>(rules: &Rules, occurrences: impl Iterator<Item = &'p Occurrence> + Clone) -> Vec<bool> {
    if occurrences.clone().next().is_none() {
        return Vec::new();
    }
    let mut standing: FxHashMap<Literal, (usize, &[AtomId])> = FxHashMap::default();
    for (number, occurrence) in occurrences.clone().enumerate() {
        if let Occurrence::Body(atom, exposed) = occurrence {
            standing.insert(atom.positive(), (number, exposed));
        }
    }
    let mut graph: Graph<AtomId, ()> = Graph::new();
    let mut nodes: FxHashMap<AtomId, NodeIndex> = FxHashMap::default();
    let mut uses: Vec<(NodeIndex, usize, &[AtomId])> = Vec::new();
    for rule in rules.iter() {
        let literals: Vec<Literal> = match rule.body {
            Body::Conjunction(literals) => literals.to_vec(),
            Body::Sum { elements, .. } => elements.iter().map(|&(literal, _)| literal).collect(),
        };
        for &head in rule.head {
            let head = *nodes.entry(head).or_insert_with(|| graph.add_node(head));
            for &literal in literals.iter().filter(|literal| !literal.is_negative()) {
                let atom = literal.atom();
                let atom = *nodes.entry(atom).or_insert_with(|| graph.add_node(atom));
                graph.add_edge(head, atom, ());
                let Some(&(occurrence, exposed)) = standing.get(&literal) else { continue };
                uses.push((head, occurrence, exposed));
                for &atom in exposed {
                    let atom = *nodes.entry(atom).or_insert_with(|| graph.add_node(atom));
                    graph.add_edge(head, atom, ());
                }
            }
        }
    }
    let mut component = vec![0; graph.node_count()];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        members.into_iter().for_each(|node| component[node.index()] = number);
    }
    let component = |atom: &AtomId| nodes.get(atom).map(|node| component[node.index()]);
    let mut found: Vec<bool> = occurrences
        .map(|occurrence| {
            matches!(occurrence, Occurrence::Head(atoms, conditions) if is_cyclic(atoms, conditions, component))
        })
        .collect();
    for (head, occurrence, exposed) in uses {
        found[occurrence] |= exposed.iter().any(|atom| component(atom) == component(&graph[head]));
    }
    found
}

/// Returns whether atoms of different alternatives are in one component, or a condition atom in a component with a
/// derived atom.
fn is_cyclic(
    alternatives: &[Vec<AtomId>],
    condition_atoms: &[AtomId],
    component: impl Fn(&AtomId) -> Option<usize>,
) -> bool {
    let mut derived = alternatives.iter().flatten();
    if derived.any(|atom| condition_atoms.iter().any(|other| component(other) == component(atom))) {
        return true;
    }
    let mut cycles: Vec<(usize, usize, AtomId)> = Vec::new();
    for (alternative, atoms) in alternatives.iter().enumerate() {
        cycles.extend(atoms.iter().filter_map(|atom| Some((component(atom)?, alternative, *atom))));
    }
    cycles.sort_unstable();
    // An atom that two alternatives share is derived whichever of the two holds.
    let apart = |&(_, one, atom): &(usize, usize, AtomId), &(_, other, another): &(usize, usize, AtomId)| {
        !alternatives[other].contains(&atom) && !alternatives[one].contains(&another)
    };
    cycles.chunk_by(|one, other| one.0 == other.0).any(|together| {
        let mut pairs = together.iter().enumerate();
        pairs.any(|(i, one)| together[i + 1..].iter().any(|other| apart(one, other)))
    })
}
