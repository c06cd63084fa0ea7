//! Refuses what is not monotone and depends on itself, and disjunctions whose atoms do where they are written as rules.
//!
//! Aggregates with `!=` or negative weights, and conditions that only solving decides, are read classically. That is
//! right as long as no atom in them depends, through positive literals, on what the rule derives (by splitting:
//! Lifschitz & Turner, ICLP 1994). Whether one does is looked up on the ground rules, not on predicates.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{Graph, NodeIndex};
use rustc_hash::FxHashMap;

use super::Stop;
use crate::diagnostic::{Diagnostic, Span};
use crate::program::{AtomId, Body, Literal, Rules};

/// A place where something is read classically.
#[derive(Debug)]
pub struct Suspect {
    /// The rule.
    pub span: Span,
    /// The literals that stand for it in bodies.
    pub literals: Vec<Literal>,
    /// The atoms it looks at.
    pub atoms: Vec<AtomId>,
}

/// A disjunction that was written as rules: its place, and the atoms that each of its alternatives derives. Those of
/// different alternatives must not depend on each other.
pub type Shifted = (Span, Vec<Vec<AtomId>>);

/// Looks for a head that depends on itself through a suspect, and for disjunctions of which two atoms depend on each other.
///
/// # Errors
///
/// Names the first such place.
pub fn refuse(rules: &Rules, suspects: &[Suspect], shifted: &[Shifted]) -> Result<(), Stop> {
    if suspects.is_empty() && shifted.is_empty() {
        return Ok(());
    }
    let mut standing: FxHashMap<Literal, Vec<usize>> = FxHashMap::default();
    for (number, suspect) in suspects.iter().enumerate() {
        for &literal in &suspect.literals {
            standing.entry(literal).or_default().push(number);
        }
    }
    let mut graph: Graph<AtomId, ()> = Graph::new();
    let mut nodes: FxHashMap<AtomId, NodeIndex> = FxHashMap::default();
    let mut uses: Vec<(NodeIndex, usize)> = Vec::new();
    for rule in rules.iter() {
        let literals: Vec<Literal> = match rule.body {
            Body::Conjunction(literals) => literals.to_vec(),
            Body::Sum { elements, .. } => elements.iter().map(|&(literal, _)| literal).collect(),
        };
        for &head in rule.head {
            let head = *nodes.entry(head).or_insert_with(|| graph.add_node(head));
            for &literal in &literals {
                if !literal.is_negative() {
                    let atom = literal.atom();
                    let atom = *nodes.entry(atom).or_insert_with(|| graph.add_node(atom));
                    graph.add_edge(head, atom, ());
                }
                for &suspect in standing.get(&literal).into_iter().flatten() {
                    uses.push((head, suspect));
                    for &atom in &suspects[suspect].atoms {
                        let atom = *nodes.entry(atom).or_insert_with(|| graph.add_node(atom));
                        graph.add_edge(head, atom, ());
                    }
                }
            }
        }
    }
    let mut component = vec![0; graph.node_count()];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        members.into_iter().for_each(|node| component[node.index()] = number);
    }
    for (span, alternatives) in shifted {
        let mut cycles: Vec<(usize, usize, AtomId)> = Vec::new();
        for (alternative, atoms) in alternatives.iter().enumerate() {
            let nodes = atoms.iter().filter_map(|atom| Some((atom, nodes.get(atom)?)));
            cycles.extend(nodes.map(|(&atom, node)| (component[node.index()], alternative, atom)));
        }
        cycles.sort_unstable();
        // An atom that two alternatives share is derived whichever of them holds.
        let apart = |&(_, one, atom): &(usize, usize, AtomId),
                     &(_, other, another): &(usize, usize, AtomId)| {
            !alternatives[other].contains(&atom) && !alternatives[one].contains(&another)
        };
        let cyclic = cycles.chunk_by(|one, other| one.0 == other.0).any(|together| {
            together
                .iter()
                .enumerate()
                .any(|(i, one)| together[i + 1..].iter().any(|other| apart(one, other)))
        });
        if cyclic {
            return Err(Diagnostic::error("two atoms of this disjunction depend on each other", *span)
                .help("break the cycle, or state which of them holds by rules with `not`")
                .into());
        }
    }
    for (head, suspect) in uses {
        let suspect = &suspects[suspect];
        if suspect.atoms.iter().any(|atom| component[nodes[atom].index()] == component[head.index()]) {
            return Err(Diagnostic::error(
                "this depends on what its own rule derives, and is not monotone",
                suspect.span,
            )
            .help(
                "under recursion, `!=`, negative weights and conditions that only solving decides are not supported: \
                 compare with `<=` or `>=`, use positive weights, or let other rules decide the condition",
            )
            .into());
        }
    }
    Ok(())
}
