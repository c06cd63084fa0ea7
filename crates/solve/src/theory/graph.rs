//! Graph of difference constraints that is kept free of negative cycles (Cotton & Maler: Fast and flexible difference
//! constraint propagation for DPLL(T), SAT 2006).
//!
//! `left - right <= most` is an edge from `right` to `left` with the length `most`. Invariant: for each active edge,
//! the potential of its end is at most the potential of its start plus the length of the edge. A new edge that violates
//! this lowers the potentials of the nodes that it leads to, the node with the largest deficit first. If that would
//! lower the edge's own start, there is a cycle of negative length. The removal of an edge never violates the
//! invariant.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An edge, which represents one constraint.
#[derive(Clone, Copy, Debug)]
pub(super) struct DifferenceEdge {
    pub from: u32,
    pub to: u32,
    pub length: i64,
}

/// The index of an edge.
pub(super) type EdgeId = u32;

/// All potentials are computed anew when one falls below this. The lengths of all edges add up to at most as much.
const FLOOR: i64 = -(1 << 61);

/// The nodes, and which edges are active.
#[derive(Default, Debug)]
pub(super) struct DifferenceGraph {
    edges: Vec<DifferenceEdge>,
    /// Whether the edge is active, indexed by edge.
    active: Vec<bool>,
    /// The active edges that leave each node.
    outgoing: Vec<Vec<EdgeId>>,
    potential: Vec<i64>,
    /// While an edge is added: the pending change of each node's potential (at most 0). `reason` has the edge that
    /// causes it.
    change: Vec<i64>,
    reason: Vec<EdgeId>,
    /// While an edge is added: whether the potential of the node is final, indexed by node.
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<(i64, u32)>>,
}

impl DifferenceGraph {
    /// Adds a node, and returns its index.
    pub fn add_node(&mut self) -> u32 {
        self.outgoing.push(Vec::new());
        self.potential.push(0);
        self.change.push(0);
        self.reason.push(0);
        self.settled.push(false);
        self.potential.len() as u32 - 1
    }

    /// Adds an inactive edge, and returns its index.
    pub fn add_edge(&mut self, edge: DifferenceEdge) -> EdgeId {
        self.edges.push(edge);
        self.active.push(false);
        self.edges.len() as u32 - 1
    }

    /// Deactivates an edge, if it is active.
    pub fn deactivate(&mut self, edge: EdgeId) {
        if !std::mem::replace(&mut self.active[edge as usize], false) {
            return;
        }
        let outgoing = &mut self.outgoing[self.edges[edge as usize].from as usize];
        // Edges are mostly removed in the reverse of the order in which they were added.
        let position = outgoing.iter().rposition(|&other| other == edge).expect("it is active");
        outgoing.swap_remove(position);
    }

    /// Activates an edge, unless that closes a cycle of negative length; then returns the edges of such a cycle as the
    /// error.
    pub fn activate(&mut self, edge: EdgeId) -> Result<(), Vec<EdgeId>> {
        if self.active[edge as usize] {
            return Ok(());
        }
        let DifferenceEdge { from, to, length } = self.edges[edge as usize];
        let lack = self.potential[from as usize] + length - self.potential[to as usize];
        if lack < 0 {
            self.lower(edge, lack)?;
        }
        self.active[edge as usize] = true;
        self.outgoing[from as usize].push(edge);
        if self.potential[to as usize] < FLOOR {
            self.restart();
        }
        Ok(())
    }

    /// Lowers potentials until a new edge fits whose end is too high by `-lack`. Restores them and returns the cycle if
    /// there is a cycle of negative length.
    fn lower(&mut self, edge: EdgeId, lack: i64) -> Result<(), Vec<EdgeId>> {
        let DifferenceEdge { from: start, to: first, .. } = self.edges[edge as usize];
        let mut touched = vec![first];
        let mut lowered: Vec<(u32, i64)> = Vec::new();
        self.change[first as usize] = lack;
        self.reason[first as usize] = edge;
        self.queue.push(Reverse((lack, first)));
        let mut cyclic = false;
        while let Some(Reverse((change, node))) = self.queue.pop() {
            let at = node as usize;
            if self.settled[at] || change != self.change[at] {
                continue;
            }
            if node == start {
                cyclic = true;
                break;
            }
            lowered.push((node, self.potential[at]));
            self.potential[at] += change;
            self.settled[at] = true;
            for &next in &self.outgoing[at] {
                let DifferenceEdge { to, length, .. } = self.edges[next as usize];
                let target = to as usize;
                if self.settled[target] {
                    continue;
                }
                let change = self.potential[at] + length - self.potential[target];
                if change < self.change[target] {
                    if self.change[target] == 0 {
                        touched.push(to);
                    }
                    self.change[target] = change;
                    self.reason[target] = next;
                    self.queue.push(Reverse((change, to)));
                }
            }
        }
        let cycle = cyclic.then(|| self.cycle(edge, start));
        self.queue.clear();
        for node in touched {
            self.change[node as usize] = 0;
            self.settled[node as usize] = false;
        }
        let Some(cycle) = cycle else { return Ok(()) };
        for (node, potential) in lowered {
            self.potential[node as usize] = potential;
        }
        Err(cycle)
    }

    /// Returns the edges of the cycle that `reason` has recorded from the end of an edge to its start.
    fn cycle(&self, edge: EdgeId, start: u32) -> Vec<EdgeId> {
        let mut cycle = Vec::new();
        let mut node = start;
        loop {
            let reason = self.reason[node as usize];
            cycle.push(reason);
            if reason == edge {
                return cycle;
            }
            node = self.edges[reason as usize].from;
        }
    }

    /// Computes the potentials of the active edges anew: the largest that are at most 0.
    fn restart(&mut self) {
        self.potential.fill(0);
        let mut open: Vec<u32> = (0..self.potential.len() as u32).collect();
        while let Some(node) = open.pop() {
            for &edge in &self.outgoing[node as usize] {
                let DifferenceEdge { to, length, .. } = self.edges[edge as usize];
                let shorter = self.potential[node as usize] + length;
                if shorter < self.potential[to as usize] {
                    self.potential[to as usize] = shorter;
                    open.push(to);
                }
            }
        }
    }
}
