//! Tightness: the strongly connected components of the positive dependency graph.
//!
//! A program without a cycle through positive body literals is *tight*: the models of its completion are its answer
//! sets (Fages, 1994; Erdem & Lifschitz, TPLP 2003). Only the atoms of a component with a cycle need a loop method.
//!
//! The components are found by Tarjan's algorithm (1972) with an explicit stack over flat arrays. It takes sixteen
//! bytes for each atom and four for each edge, and one pass. In petgraph, `tarjan_scc` recurses, and Kosaraju's
//! algorithm needs a graph of its own that is visited twice.

use std::marker::PhantomData;

use super::index::{numbers, Index, Table};
use groundplan_ground::program::{AtomId, Body, Literal, Program};

/// A directed graph in flat arrays: the successors of `v` are `targets[starts[v]..starts[v + 1]]`. Sources and targets
/// may be numbers of different tables.
#[derive(Clone, Debug)]
pub(super) struct Graph<V, W = V> {
    starts: Vec<u32>,
    targets: Vec<W>,
    vertices: PhantomData<fn(V)>,
}

impl<V: Index, W: Index> Graph<V, W> {
    /// Builds a graph with `vertices` sources and the edges that `visit` reports. `visit` is called twice and must
    /// report the same edges.
    pub(super) fn new(vertices: usize, visit: impl Fn(&mut dyn FnMut(V, W))) -> Self {
        let mut starts = vec![0; vertices + 1];
        visit(&mut |from, _| starts[from.index() + 1] += 1);
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut targets = vec![W::at(0); starts[vertices] as usize];
        visit(&mut |from, to| {
            let slot = &mut next[from.index()];
            targets[*slot as usize] = to;
            *slot += 1;
        });
        Graph { starts, targets, vertices: PhantomData }
    }

    pub(super) fn successors(&self, vertex: V) -> &[W] {
        let vertex = vertex.index();
        &self.targets[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// Returns the graph of positive dependencies of heads on body atoms, among the atoms for which `matters` is true.
pub(super) fn positive_graph(program: &Program, matters: impl Fn(AtomId) -> bool) -> Graph<AtomId> {
    Graph::new(program.atom_count(), |edge| {
        for rule in program.rules.iter() {
            let mut visit = |literal: Literal| {
                if !literal.is_negative() && matters(literal.atom()) {
                    let heads = rule.head.iter().filter(|&&head| matters(head));
                    heads.for_each(|&head| edge(head, literal.atom()));
                }
            };
            match rule.body {
                Body::Conjunction(literals) => literals.iter().for_each(|&l| visit(l)),
                Body::Sum { elements, .. } => elements.iter().for_each(|&(l, _)| visit(l)),
            }
        }
    })
}

/// Returns the strongly connected components that contain a cycle, successors first. Their atoms are in no particular
/// order.
pub(super) fn cyclic_components<V: Index>(graph: &Graph<V>) -> Vec<Vec<V>> {
    const UNSEEN: u32 = u32::MAX;
    let n = graph.len();
    let mut number: Table<V, u32> = Table::of(UNSEEN, n);
    let mut low: Table<V, u32> = Table::of(0, n);
    let mut on_path: Table<V, bool> = Table::of(false, n);
    let mut path = Vec::new();
    let mut calls: Vec<(V, u32)> = Vec::new();
    let mut components = Vec::new();
    let mut count = 0;
    for root in numbers::<V>(n) {
        if number[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, position)) = calls.last_mut() {
            let v = *vertex;
            if *position == 0 {
                number[v] = count;
                low[v] = count;
                count += 1;
                path.push(v);
                on_path[v] = true;
            }
            if let Some(&successor) = graph.successors(v).get(*position as usize) {
                *position += 1;
                if number[successor] == UNSEEN {
                    calls.push((successor, 0));
                } else if on_path[successor] {
                    low[v] = low[v].min(number[successor]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(caller, _)) = calls.last() {
                low[caller] = low[caller].min(low[v]);
            }
            if low[v] == number[v] {
                let start = path.iter().rposition(|&p| p == v).expect("a root is on the path");
                let component = path.split_off(start);
                component.iter().for_each(|&p| on_path[p] = false);
                if component.len() > 1 || graph.successors(v).contains(&v) {
                    components.push(component);
                }
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::translate::index::index;

    index! {
        struct Vertex;
    }

    fn components(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let graph: Graph<Vertex> =
            Graph::new(n, |edge| edges.iter().for_each(|&(a, b)| edge(Vertex::at(a), Vertex::at(b))));
        let components = cyclic_components(&graph).into_iter();
        let mut found: Vec<Vec<usize>> =
            components.map(|component| component.into_iter().map(Index::index).collect()).collect();
        found.iter_mut().for_each(|c| c.sort_unstable());
        found.sort_unstable();
        found
    }

    #[test]
    fn cycles() {
        assert!(components(0, &[]).is_empty());
        assert!(components(3, &[(0, 1), (1, 2), (0, 2)]).is_empty());
        assert_eq!(components(2, &[(1, 1)]), [[1]]);
        assert_eq!(components(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]), [[0, 1, 2]]);
        assert_eq!(components(5, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 2), (4, 0)]), [[0, 1], [2, 3]]);
        assert_eq!(components(4, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 0)]), [[0, 1, 2, 3]]);
    }

    #[test]
    fn a_long_cycle_needs_no_stack() {
        let n = 1_000_000;
        let graph: Graph<Vertex> =
            Graph::new(n, |edge| (0..n).for_each(|v| edge(Vertex::at(v), Vertex::at((v + 1) % n))));
        assert_eq!(cyclic_components(&graph).len(), 1);
    }
}
