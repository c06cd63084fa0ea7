//! Elimination orders with little fill.
//!
//! Eliminating a vertex makes its neighbours adjacent to each other; the edges that this adds are the *fill*. The next
//! vertex is always one that adds fewest (the min-fill heuristic; Rose, 1972; the best of the cheap ones according to
//! Bodlaender & Koster, Information and Computation 2010). Counting fill is quadratic in the degree, so a vertex of
//! high degree is judged by its degree alone.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Vertices with more neighbours are judged by their degree.
const DEGREE_LIMIT: usize = 48;

/// An undirected graph that is being eliminated.
pub(super) struct Elimination {
    neighbours: Vec<BTreeSet<u32>>,
    eliminated: Vec<bool>,
    /// Vertices with the fill they were last judged by; outdated entries are skipped.
    queue: BinaryHeap<Reverse<(usize, u32)>>,
    fill: Vec<usize>,
}

impl Elimination {
    /// A graph with these edges; their direction and multiplicity do not matter, loops are ignored.
    pub(super) fn new(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut neighbours = vec![BTreeSet::new(); vertices];
        for (u, v) in edges {
            if u != v {
                neighbours[u as usize].insert(v);
                neighbours[v as usize].insert(u);
            }
        }
        let mut elimination = Elimination {
            neighbours,
            eliminated: vec![false; vertices],
            queue: BinaryHeap::new(),
            fill: vec![0; vertices],
        };
        (0..vertices as u32).for_each(|v| elimination.judge(v));
        elimination
    }

    fn judge(&mut self, vertex: u32) {
        let around = &self.neighbours[vertex as usize];
        let degree = around.len();
        let fill = if degree > DEGREE_LIMIT {
            degree * degree
        } else {
            let missing =
                |&u: &u32| around.range(u + 1..).filter(|v| !self.neighbours[u as usize].contains(v)).count();
            around.iter().map(missing).sum()
        };
        self.fill[vertex as usize] = fill;
        self.queue.push(Reverse((fill, vertex)));
    }

    /// The next vertex to eliminate, with the neighbours it has then.
    pub(super) fn next(&mut self) -> Option<(u32, Vec<u32>)> {
        loop {
            let Reverse((fill, vertex)) = self.queue.pop()?;
            if self.eliminated[vertex as usize] || self.fill[vertex as usize] != fill {
                continue;
            }
            self.eliminated[vertex as usize] = true;
            let around: Vec<u32> =
                std::mem::take(&mut self.neighbours[vertex as usize]).into_iter().collect();
            let mut changed = BTreeSet::new();
            for (i, &u) in around.iter().enumerate() {
                self.neighbours[u as usize].remove(&vertex);
                changed.insert(u);
                for &v in &around[i + 1..] {
                    if self.neighbours[u as usize].insert(v) {
                        self.neighbours[v as usize].insert(u);
                        // Whoever sees both has one missing edge less.
                        if around.len() <= DEGREE_LIMIT {
                            let (a, b) = (&self.neighbours[u as usize], &self.neighbours[v as usize]);
                            changed.extend(a.intersection(b).copied());
                        }
                    }
                }
            }
            changed.into_iter().for_each(|v| self.judge(v));
            return Some((vertex, around));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill_of(vertices: usize, edges: &[(u32, u32)]) -> usize {
        let mut elimination = Elimination::new(vertices, edges.iter().copied());
        let mut pairs: BTreeSet<(u32, u32)> = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        let before = pairs.len();
        let mut seen = Vec::new();
        while let Some((vertex, around)) = elimination.next() {
            seen.push(vertex);
            for (i, &u) in around.iter().enumerate() {
                pairs.extend(around[i + 1..].iter().map(|&v| (u.min(v), u.max(v))));
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..vertices as u32).collect::<Vec<u32>>());
        pairs.len() - before
    }

    #[test]
    fn trees_and_complete_graphs_need_no_fill() {
        let path: Vec<(u32, u32)> = (0..9).map(|v| (v, v + 1)).collect();
        assert_eq!(fill_of(10, &path), 0);
        let complete: Vec<(u32, u32)> = (0..60).flat_map(|u| (u + 1..60).map(move |v| (u, v))).collect();
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
