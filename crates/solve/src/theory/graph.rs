//! Difference constraints as a graph that is kept free of negative cycles (Cotton & Maler: Fast and flexible difference
//! constraint propagation for DPLL(T), SAT 2006).
//!
//! `left - right <= most` is an edge from `right` to `left` with the length `most`. Invariant: the potential of each node is
//! at most that of any other with an active edge to it and the length of that edge. An edge that breaks it has the
//! potentials behind it lowered, the node that lacks most first; when the edge's own start would be lowered, there is a
//! cycle of negative length. Edges that go leave a potential as good as it was.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An edge, or the constraint that it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: u32,
    pub to: u32,
    pub length: i64,
}

/// The number of an edge.
pub(super) type EdgeId = u32;

/// Potentials are computed anew when one is below; lengths together are at most so large.
const FLOOR: i64 = -(1 << 61);

/// The nodes, and the edges that are active.
#[derive(Default, Debug)]
pub(super) struct Graph {
    edges: Vec<Edge>,
    /// By edge.
    active: Vec<bool>,
    /// By node: the active edges from it.
    outgoing: Vec<Vec<EdgeId>>,
    potential: Vec<i64>,
    /// By node, while an edge is added: how much its potential is to change, at most 0, and for which edge.
    change: Vec<i64>,
    reason: Vec<EdgeId>,
    /// By node, while an edge is added: whether its potential was lowered.
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<(i64, u32)>>,
}

impl Graph {
    /// A new node.
    pub fn add_node(&mut self) -> u32 {
        self.outgoing.push(Vec::new());
        self.potential.push(0);
        self.change.push(0);
        self.reason.push(0);
        self.settled.push(false);
        self.potential.len() as u32 - 1
    }

    /// A new edge, which is not active.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        self.edges.push(edge);
        self.active.push(false);
        self.edges.len() as u32 - 1
    }

    /// Takes an edge away, if it is active.
    pub fn deactivate(&mut self, edge: EdgeId) {
        if !std::mem::replace(&mut self.active[edge as usize], false) {
            return;
        }
        let outgoing = &mut self.outgoing[self.edges[edge as usize].from as usize];
        // What came last mostly goes first.
        let position = outgoing.iter().rposition(|&other| other == edge).expect("it is active");
        outgoing.swap_remove(position);
    }

    /// Makes an edge active, if there is no cycle of negative length then; the edges of one otherwise.
    pub fn activate(&mut self, edge: EdgeId) -> Result<(), Vec<EdgeId>> {
        if self.active[edge as usize] {
            return Ok(());
        }
        let Edge { from, to, length } = self.edges[edge as usize];
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

    /// Lowers potentials so that an edge fits which lacks so much.
    fn lower(&mut self, edge: EdgeId, lack: i64) -> Result<(), Vec<EdgeId>> {
        let Edge { from: start, to: first, .. } = self.edges[edge as usize];
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
                let Edge { to, length, .. } = self.edges[next as usize];
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

    /// The edges by which the start of an edge was found behind it.
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

    /// Potentials of the active edges, none above 0 and none lower than it has to be.
    fn restart(&mut self) {
        self.potential.fill(0);
        let mut open: Vec<u32> = (0..self.potential.len() as u32).collect();
        while let Some(node) = open.pop() {
            for &edge in &self.outgoing[node as usize] {
                let Edge { to, length, .. } = self.edges[edge as usize];
                let shorter = self.potential[node as usize] + length;
                if shorter < self.potential[to as usize] {
                    self.potential[to as usize] = shorter;
                    open.push(to);
                }
            }
        }
    }
}
