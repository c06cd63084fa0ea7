//! Elimination orders with little fill.
//!
//! Eliminating a vertex makes its neighbours adjacent to each other; the edges that this adds are the *fill*. The next
//! vertex is always one that adds fewest edges (the min-fill heuristic: Rose, 1972; the best of the cheap ones
//! according to Bodlaender & Koster, Information and Computation 2010). Counting fill examines the
//! neighbours of all neighbours, so a vertex of high degree is rated by its degree alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::blocks::BlockSet;
use crate::translate::index::{numbers, Index, Table};

/// Vertices with more neighbours are rated by their degree.
const DEGREE_LIMIT: usize = 48;

/// An undirected graph that is being eliminated.
pub(super) struct Elimination<V> {
    neighbours: Table<V, BlockSet<V>>,
    /// Vertices with their fill; outdated entries are skipped.
    queue: BinaryHeap<Reverse<(usize, V)>>,
    /// The last fill of each vertex; `None` for eliminated ones.
    fill: Table<V, Option<usize>>,
}

impl<V: Index> Elimination<V> {
    /// Creates a graph with these edges. Their direction and multiplicity do not matter, and loops are ignored.
    pub(super) fn new(vertices: usize, edges: impl IntoIterator<Item = (V, V)>) -> Self {
        let mut neighbours: Table<V, BlockSet<V>> = Table::of(BlockSet::default(), vertices);
        for (u, v) in edges {
            if u != v {
                neighbours[u].insert(v);
                neighbours[v].insert(u);
            }
        }
        let mut elimination =
            Elimination { neighbours, queue: BinaryHeap::new(), fill: Table::of(None, vertices) };
        numbers(vertices).for_each(|v| elimination.judge(v));
        elimination
    }

    fn judge(&mut self, vertex: V) {
        let around = &self.neighbours[vertex];
        let degree = around.len();
        let fill = if degree > DEGREE_LIMIT {
            degree * degree
        } else {
            // Each pair is missing on both sides, and each neighbour is not its own.
            let missing: usize = around.iter().map(|u| around.count_missing(&self.neighbours[u])).sum();
            (missing - degree) / 2
        };
        if self.fill[vertex] != Some(fill) {
            self.fill[vertex] = Some(fill);
            self.queue.push(Reverse((fill, vertex)));
        }
    }

    /// Eliminates the next vertex, and returns it with its neighbours at that time.
    pub(super) fn next(&mut self) -> Option<(V, Vec<V>)> {
        loop {
            let Reverse((fill, vertex)) = self.queue.pop()?;
            if self.fill[vertex] != Some(fill) {
                continue;
            }
            self.fill[vertex] = None;
            let around = std::mem::take(&mut self.neighbours[vertex]);
            let few = around.len() <= DEGREE_LIMIT;
            let mut added: Vec<(V, V)> = Vec::new();
            for u in around.iter() {
                if few {
                    let missing = around.missing(&self.neighbours[u]);
                    added.extend(missing.iter().filter(|&v| u < v).map(|v| (u, v)));
                }
                let neighbours = &mut self.neighbours[u];
                neighbours.extend(&around);
                neighbours.remove(u);
                neighbours.remove(vertex);
            }
            // A vertex adjacent to both ends of a new edge has one missing edge less.
            let mut changed = around.clone();
            for (u, v) in added {
                changed.extend_common(&self.neighbours[u], &self.neighbours[v]);
            }
            changed.iter().for_each(|v| self.judge(v));
            return Some((vertex, around.iter().collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::translate::index::index;

    index! {
        struct Vertex;
    }

    fn fill_of(vertices: usize, edges: &[(usize, usize)]) -> usize {
        let edges: Vec<(Vertex, Vertex)> =
            edges.iter().map(|&(u, v)| (Vertex::at(u), Vertex::at(v))).collect();
        let mut elimination = Elimination::new(vertices, edges.iter().copied());
        let mut pairs: BTreeSet<(Vertex, Vertex)> =
            edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        let before = pairs.len();
        let mut seen = Vec::new();
        while let Some((vertex, around)) = elimination.next() {
            seen.push(vertex);
            for (i, &u) in around.iter().enumerate() {
                pairs.extend(around[i + 1..].iter().map(|&v| (u.min(v), u.max(v))));
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, numbers(vertices).collect::<Vec<Vertex>>());
        pairs.len() - before
    }

    #[test]
    fn trees_and_complete_graphs_need_no_fill() {
        let path: Vec<(usize, usize)> = (0..9).map(|v| (v, v + 1)).collect();
        assert_eq!(fill_of(10, &path), 0);
        let complete: Vec<(usize, usize)> = (0..60).flat_map(|u| (u + 1..60).map(move |v| (u, v))).collect();
        assert_eq!(fill_of(60, &complete), 0);
    }

    #[test]
    fn a_grid_needs_little() {
        let n = 8;
        let mut edges = Vec::new();
        for y in 0..n {
            for x in 0..n {
                if x + 1 < n {
                    edges.push((n * y + x, n * y + x + 1));
                }
                if y + 1 < n {
                    edges.push((n * y + x, n * y + n + x));
                }
            }
        }
        // Row by row it would be 49 new pairs with each of the 7 rows.
        assert!(fill_of(64, &edges) < 200);
    }
}
