//! The dependency graph of predicates, and the order in which rules are grounded.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{Graph, NodeIndex};
use rustc_hash::FxHashMap;

use super::rule::{Atom, Rule, Term};
use crate::program::PredicateId;
use crate::symbol::Symbols;

/// Rules that are grounded together: their head predicates depend on each other, positively or not.
#[derive(Debug, Default)]
pub struct Component {
    /// Indices of the rules.
    pub rules: Vec<usize>,
    /// The predicates that the rules define.
    pub predicates: Vec<PredicateId>,
}

/// The components in an order in which everything a rule uses comes no later than the rule. Constraints come last, when
/// all atoms are known.
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
        // One rule is grounded in one go, so its heads stay together.
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

/// Which of the rules may depend on themselves, through others or not. A rule depends on another where an atom of its body may be
/// one of the other's head, as far as the arguments tell: `p(2) :- not p(1).` does not depend on itself.
#[must_use]
pub fn recursive_rules(rules: &[&Rule], symbols: &Symbols) -> Vec<bool> {
    let mut heads: FxHashMap<PredicateId, Vec<(usize, &Atom)>> = FxHashMap::default();
    for (index, rule) in rules.iter().enumerate() {
        rule.head_atoms().for_each(|atom| heads.entry(atom.predicate).or_default().push((index, atom)));
    }
    let mut graph: Graph<(), ()> = Graph::new();
    let nodes: Vec<NodeIndex> = rules.iter().map(|_| graph.add_node(())).collect();
    let mut recursive = vec![false; rules.len()];
    for (index, rule) in rules.iter().enumerate() {
        rule.body_atoms(&mut |_, atom| {
            for &(other, head) in heads.get(&atom.predicate).into_iter().flatten() {
                let pairs = atom.arguments.iter().zip(&head.arguments);
                if pairs.into_iter().all(|(left, right)| may_be_one(left, right, symbols)) {
                    recursive[index] |= other == index;
                    graph.add_edge(nodes[index], nodes[other], ());
                }
            }
        });
    }
    for component in kosaraju_scc(&graph).into_iter().filter(|component| component.len() > 1) {
        component.into_iter().for_each(|node| recursive[node.index()] = true);
    }
    recursive
}

/// Whether two terms, of different rules, may have one value. What an operation comes to is not asked.
fn may_be_one(left: &Term, right: &Term, symbols: &Symbols) -> bool {
    match (left, right) {
        (Term::Symbol(left), Term::Symbol(right)) => left == right,
        (Term::Function(left, these), Term::Function(right, those)) => {
            left == right
                && these.len() == those.len()
                && these.iter().zip(those).all(|(left, right)| may_be_one(left, right, symbols))
        }
        (Term::Symbol(symbol), Term::Function(name, terms))
        | (Term::Function(name, terms), Term::Symbol(symbol)) => {
            symbols.as_function(*symbol).is_some_and(|(other, arguments, negative)| {
                other == *name
                    && !negative
                    && arguments.len() == terms.len()
                    && arguments
                        .iter()
                        .zip(terms)
                        .all(|(&symbol, term)| may_be_one(&Term::Symbol(symbol), term, symbols))
            })
        }
        _ => true,
    }
}
