//! Strongly connected components of the positive dependency graph of a ground program.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::{AtomId, Body, Program};

/// Returns the strongly connected components of the positive dependency graph. A component comes after the components
/// that its atoms depend on.
#[must_use]
pub fn positive_components(program: &Program) -> Vec<Vec<AtomId>> {
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(program.atom_count(), program.rules.len());
    for _ in 0..program.atom_count() {
        graph.add_node(());
    }
    let node = |atom: AtomId| NodeIndex::new(atom.index());
    for rule in program.rules.iter() {
        let mut depend = |literal: super::Literal| {
            if !literal.is_negative() {
                for &head in rule.head {
                    graph.add_edge(node(head), node(literal.atom()), ());
                }
            }
        };
        match rule.body {
            Body::Conjunction(literals) => literals.iter().for_each(|&literal| depend(literal)),
            Body::Sum { elements, .. } => elements.iter().for_each(|&(literal, _)| depend(literal)),
        }
    }
    let components = kosaraju_scc(&graph).into_iter();
    components.map(|nodes| nodes.into_iter().map(|node| AtomId(node.index() as u32)).collect()).collect()
}
