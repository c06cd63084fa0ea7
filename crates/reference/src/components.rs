//! Strongly connected components.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Returns for each node the number of its component. The successors of a node are in its component or in one with a smaller
/// number.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut graph = DiGraph::<(), (), usize>::default();
    for _ in successors {
        graph.add_node(());
    }
    for (node, list) in successors.iter().enumerate() {
        for &successor in list {
            graph.add_edge(NodeIndex::new(successor), NodeIndex::new(node), ());
        }
    }
    let mut component = vec![0; successors.len()];
    // A component comes before those from which an edge leads to it, so from behind the successors come first.
    for (number, members) in kosaraju_scc(&graph).into_iter().rev().enumerate() {
        members.into_iter().for_each(|member| component[member.index()] = number);
    }
    component
}
