//! Tightness: the strongly connected components of the positive dependency graph.
//!
//! A program without a cycle through positive body literals is *tight*: the models of its completion are its answer
//! sets (Fages, 1994; Erdem & Lifschitz, TPLP 2003). Only the atoms of a component with a cycle need a loop method.
//!
//! Tarjan's algorithm (1972) with an explicit stack over flat arrays: sixteen bytes an atom and four an edge, one pass.
//! petgraph's `tarjan_scc` recurses, and its Kosaraju wants a graph of its own, visited twice.

/// A directed graph in flat arrays: the successors of `v` are `targets[starts[v]..starts[v + 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph on `0..vertices` with the edges that `visit` reports; it is called twice and must report the same.
    pub(super) fn new(vertices: usize, visit: impl Fn(&mut dyn FnMut(u32, u32))) -> Self {
        let mut starts = vec![0; vertices + 1];
        visit(&mut |from, _| starts[from as usize + 1] += 1);
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[vertices] as usize];
        visit(&mut |from, to| {
            let slot = &mut next[from as usize];
            targets[*slot as usize] = to;
            *slot += 1;
        });
        Graph { starts, targets }
    }

    pub(super) fn successors(&self, vertex: u32) -> &[u32] {
        &self.targets[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The strongly connected components that contain a cycle, each in no particular order, successors first.
pub(super) fn cyclic_components(graph: &Graph) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let n = graph.len();
    let mut number = vec![UNSEEN; n];
    let mut low = vec![0; n];
    let mut on_path = vec![false; n];
    let mut path = Vec::new();
    let mut calls: Vec<(u32, u32)> = Vec::new();
    let mut components = Vec::new();
    let mut count = 0;
    for root in 0..n as u32 {
        if number[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, position)) = calls.last_mut() {
            let v = *vertex as usize;
            if *position == 0 {
                number[v] = count;
                low[v] = count;
                count += 1;
                path.push(*vertex);
                on_path[v] = true;
            }
            if let Some(&successor) = graph.successors(*vertex).get(*position as usize) {
                *position += 1;
                let s = successor as usize;
                if number[s] == UNSEEN {
                    calls.push((successor, 0));
                } else if on_path[s] {
                    low[v] = low[v].min(number[s]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(caller, _)) = calls.last() {
                low[caller as usize] = low[caller as usize].min(low[v]);
            }
            if low[v] == number[v] {
                let start = path.iter().rposition(|&p| p as usize == v).expect("a root is on the path");
                let component = path.split_off(start);
                component.iter().for_each(|&p| on_path[p as usize] = false);
                if component.len() > 1 || graph.successors(v as u32).contains(&(v as u32)) {
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

    fn components(n: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let graph = Graph::new(n, |edge| edges.iter().for_each(|&(a, b)| edge(a, b)));
        let mut found = cyclic_components(&graph);
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
        let graph = Graph::new(n, |edge| (0..n as u32).for_each(|v| edge(v, (v + 1) % n as u32)));
        assert_eq!(cyclic_components(&graph).len(), 1);
    }
}
