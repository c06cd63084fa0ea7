//! The dependency graph of predicates, and the order in which rules are grounded.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{Graph, NodeIndex};
use rustc_hash::FxHashMap;

use super::rule::Rule;
use crate::program::PredicateId;

/// A component: rules that are grounded together, because their head predicates depend on each other, under `not` or not.
#[derive(Debug, Default)]
pub struct Component {
    /// Indices of the rules.
    pub rules: Vec<usize>,
    /// The predicates that the rules define.
    pub predicates: Vec<PredicateId>,
}

/// Returns the components in an order in which predicates are defined no later than the rules that use them.
///
/// Constraints come last, when all atoms are known.
#[must_use]
pub fn components(rules: &[Rule]) -> Vec<Component> {
    let mut graph: Graph<PredicateId, ()> = Graph::new();
    let mut nodes: FxHashMap<PredicateId, NodeIndex> = FxHashMap::default();
    for rule in rules {
        let heads: Vec<NodeIndex> = rule
            .head_atoms()
            .map(|atom| *nodes.entry(atom.predicate).or_insert_with(|| graph.add_node(atom.predicate)))
            .collect();
        let Some(&first) = heads.first() else { continue };
        // A rule is grounded as a whole, so its heads belong to one component.
        for &head in &heads[1..] {
            graph.update_edge(first, head, ());
            graph.update_edge(head, first, ());
        }
        rule.body_atoms(&mut |_, atom| {
            let body = *nodes.entry(atom.predicate).or_insert_with(|| graph.add_node(atom.predicate));
            graph.update_edge(first, body, ());
        });
    }
    let mut components: Vec<Component> = Vec::new();
    let mut component_of: FxHashMap<PredicateId, usize> = FxHashMap::default();
    // Kosaraju's algorithm yields a component after those it can reach: bodies before heads.
    for component in kosaraju_scc(&graph) {
        let predicates: Vec<PredicateId> = component.into_iter().map(|node| graph[node]).collect();
        component_of.extend(predicates.iter().map(|&predicate| (predicate, components.len())));
        components.push(Component { rules: Vec::new(), predicates });
    }
    let mut constraints = Component::default();
    for (index, rule) in rules.iter().enumerate() {
        let first = rule.head_atoms().next();
        match first {
            Some(atom) => components[component_of[&atom.predicate]].rules.push(index),
            None => constraints.rules.push(index),
        }
    }
    components.push(constraints);
    components.retain(|component| !component.rules.is_empty());
    components
}
