//! The order of external declarations. The last one of an atom counts, so the order decides which value it has. What their
//! conditions are about may depend on the order of rules with disjunctions: of these, none derives what stands behind a fact.
//!
//! It is the order in which gringo instantiates statements: those of later lines first, but each behind those that derive
//! an atom of its body.

use indexmap::IndexMap;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;
use rustc_hash::{FxHashMap, FxHashSet};

use super::rule::{Atom, Head, Rule, Term};
use crate::program::PredicateId;
use crate::symbol::Symbol;

/// Puts the external declarations of each predicate in the order in which gringo instantiates them, where they may give an
/// atom several values, and so the rules that derive atoms of disjunctions, if a declaration has a condition. `positions` are
/// the positions of the first rules in the text; the others have none.
pub fn order(rules: &mut [Rule], positions: &[usize]) {
    let placed = &rules[..positions.len()];
    let mut sets = conflicts(placed);
    sets.extend(disjunctions(placed));
    if sets.is_empty() {
        return;
    }
    let ranks = ranks(placed, positions);
    for places in sets {
        let mut ordered = places.clone();
        ordered.sort_by_key(|&index| ranks[index]);
        let moved: Vec<Rule> = ordered.into_iter().map(|index| rules[index].clone()).collect();
        places.into_iter().zip(moved).for_each(|(place, rule)| rules[place] = rule);
    }
}

/// Returns sets of declarations that may give an atom several values.
fn conflicts(rules: &[Rule]) -> Vec<Vec<usize>> {
    // The value is `None` where there is none, `Some(None)` where it is a term with variables.
    type Value = Option<Option<Symbol>>;
    let mut declarations: IndexMap<PredicateId, Vec<(usize, &Atom, Value)>> = IndexMap::new();
    for (index, rule) in rules.iter().enumerate() {
        if let Head::External(atom, value) = &rule.head {
            let value = value.as_ref().map(symbol);
            declarations.entry(atom.predicate).or_default().push((index, atom, value));
        }
    }
    let mut conflicts = Vec::new();
    for declared in declarations.into_values() {
        // Ground atoms, which a program may declare one by one, conflict with the same atom only.
        let ground: Option<Vec<Vec<Symbol>>> =
            declared.iter().map(|(_, atom, _)| atom.arguments.iter().map(symbol).collect()).collect();
        let mut sets: IndexMap<Vec<Symbol>, Vec<(usize, Value)>> = IndexMap::new();
        let keys = ground.unwrap_or_else(|| vec![Vec::new(); declared.len()]);
        for (key, (index, _, value)) in keys.into_iter().zip(declared) {
            sets.entry(key).or_default().push((index, value));
        }
        let several = sets.into_values().filter(|set| {
            set.len() > 1 && set.iter().any(|(_, value)| *value == Some(None) || *value != set[0].1)
        });
        conflicts.extend(several.map(|set| set.into_iter().map(|(index, _)| index).collect()));
    }
    conflicts
}

/// Returns the rules that derive atoms of predicates that are in disjunctions, if a declaration has a condition.
fn disjunctions(rules: &[Rule]) -> Option<Vec<usize>> {
    let has_condition = |rule: &Rule| matches!(rule.head, Head::External(..)) && !rule.body.is_empty();
    if !rules.iter().any(has_condition) {
        return None;
    }
    let disjunctions = rules.iter().filter(|rule| rule.head.is_disjunction());
    let predicates: FxHashSet<PredicateId> =
        disjunctions.flat_map(Rule::head_atoms).map(|atom| atom.predicate).collect();
    let derives = |rule: &Rule| {
        !matches!(rule.head, Head::External(..))
            && rule.head_atoms().any(|atom| predicates.contains(&atom.predicate))
    };
    Some((0..rules.len()).filter(|&index| derives(&rules[index])).collect())
}

/// The symbol that a term is; none for a term with variables.
fn symbol(term: &Term) -> Option<Symbol> {
    match term {
        Term::Symbol(symbol) => Some(*symbol),
        _ => None,
    }
}

/// Returns for each rule its place in the order in which gringo instantiates them.
fn ranks(rules: &[Rule], positions: &[usize]) -> Vec<usize> {
    let mut text_order: Vec<usize> = (0..rules.len()).collect();
    text_order.sort_by_key(|&index| positions[index]);
    let mut heads: FxHashMap<PredicateId, Vec<(usize, &Atom)>> = FxHashMap::default();
    for &index in &text_order {
        for atom in rules[index].head_atoms() {
            heads.entry(atom.predicate).or_default().push((index, atom));
        }
    }
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = rules.iter().map(|_| graph.add_node(())).collect();
    for (rule, &node) in rules.iter().zip(&nodes) {
        let mut used: Vec<&Atom> = Vec::new();
        rule.body_atoms(&mut |_, atom| used.push(atom));
        for atom in used.into_iter().rev() {
            for (index, _) in
                heads.get(&atom.predicate).into_iter().flatten().filter(|(_, head)| may_be_equal(head, atom))
            {
                graph.add_edge(node, nodes[*index], ());
            }
        }
    }
    let mut ranks = vec![0; rules.len()];
    let mut next = 0;
    let mut search = DfsPostOrder::empty(&graph);
    for &root in text_order.iter().rev() {
        search.move_to(nodes[root]);
        while let Some(node) = search.next(&graph) {
            ranks[node.index()] = next;
            next += 1;
        }
    }
    ranks
}

/// Whether two atoms of a predicate may have an instance in common.
fn may_be_equal(one: &Atom, other: &Atom) -> bool {
    one.arguments.iter().zip(&other.arguments).all(|pair| match pair {
        (Term::Symbol(one), Term::Symbol(other)) => one == other,
        _ => true,
    })
}
