//! The graph of conjunctions and sums: nodes, edges, known values and evaluation.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::translate::lists::Lists;
use crate::Tuning;

/// A formula: a node of [`Gates`], or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge(u32);

impl Edge {
    /// The formula that always holds.
    pub(crate) const TRUE: Edge = Edge(0);
    /// The formula that never holds.
    pub(crate) const FALSE: Edge = Edge(1);

    /// Returns the unnegated edge to a node.
    #[must_use]
    pub(crate) fn of_node(node: usize) -> Edge {
        debug_assert!(node < 1 << 31);
        Edge((node as u32) << 1)
    }

    /// Returns the number of the node.
    #[must_use]
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    #[must_use]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns this edge, negated if `negate`.
    #[must_use]
    pub(crate) fn negate_if(self, negate: bool) -> Edge {
        Edge(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

/// The definition of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gate<'a> {
    /// True.
    Constant,
    /// A variable of its own: an atom of the program, or a guess of a loop method.
    Input,
    /// The conjunction of the edges.
    And(&'a [Edge]),
    /// A sum: the weights of the true edges reach the bound. Every weight is between 1 and the bound. Neither a single
    /// true edge nor a single false one decides it.
    Sum(i64, &'a [(Edge, i64)]),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum GateNode {
    Constant,
    Input,
    And { start: u32, length: u32 },
    Sum(u32),
}

/// The graph of formulas.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    nodes: Vec<GateNode>,
    edges: Vec<Edge>,
    pub(super) sums: Vec<(i64, Vec<(Edge, i64)>)>,
    pub(super) index: HashTable<u32>,
    /// The value of each node in every answer set: 0 if unknown, 1 for true, 2 for false.
    fixed: Vec<u8>,
    /// Whether sums that are too large for the other encodings become binary adders.
    pub(in crate::translate) adds: bool,
    /// Whether disjunctions of conjunctions are factored.
    pub(in crate::translate) factors: bool,
    /// The number of literals above which a disjunction is factored only by literals that all conjunctions share.
    pub(in crate::translate) factored_literals: usize,
    /// The number of literals factored out.
    pub(in crate::translate) factored: u64,
}

impl Default for Gates {
    fn default() -> Self {
        Gates {
            nodes: vec![GateNode::Constant],
            edges: Vec::new(),
            sums: Vec::new(),
            index: HashTable::new(),
            fixed: vec![1],
            adds: true,
            factors: true,
            factored_literals: Tuning::default().factored_literals,
            factored: 0,
        }
    }
}

impl Gates {
    /// Returns the number of nodes, the constant included.
    #[must_use]
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether any node is a sum.
    #[must_use]
    pub(crate) fn has_sums(&self) -> bool {
        !self.sums.is_empty()
    }

    /// Iterates over the elements of the sums that reach their bounds in no answer set.
    pub(crate) fn unreached_sums(&self) -> impl Iterator<Item = &[(Edge, i64)]> + '_ {
        let unreached = self.nodes.iter().zip(&self.fixed).filter(|&(_, &fixed)| fixed == 2);
        unreached.filter_map(|(node, _)| match node {
            GateNode::Sum(index) => Some(&self.sums[*index as usize].1[..]),
            _ => None,
        })
    }

    /// Returns the definition of a node.
    #[must_use]
    pub(crate) fn gate(&self, node: usize) -> Gate<'_> {
        match self.nodes[node] {
            GateNode::Constant => Gate::Constant,
            GateNode::Input => Gate::Input,
            GateNode::And { start, length } => Gate::And(&self.edges[start as usize..][..length as usize]),
            GateNode::Sum(index) => {
                let (bound, elements) = &self.sums[index as usize];
                Gate::Sum(*bound, elements)
            }
        }
    }

    /// Returns the edges of which an edge is the conjunction.
    #[must_use]
    pub(crate) fn conjuncts(&self, edge: Edge) -> Vec<Edge> {
        match self.gate(edge.node()) {
            Gate::Constant if edge == Edge::TRUE => Vec::new(),
            Gate::And(edges) if !edge.is_negated() => edges.to_vec(),
            _ => vec![edge],
        }
    }

    /// Returns the value of an edge in every answer set, if it is known.
    #[must_use]
    pub(crate) fn value(&self, edge: Edge) -> Option<bool> {
        match self.fixed[edge.node()] {
            0 => None,
            value => Some((value == 1) != edge.is_negated()),
        }
    }

    /// Returns the edge, or a constant if its value is known.
    #[must_use]
    pub(crate) fn resolve(&self, edge: Edge) -> Edge {
        match self.value(edge) {
            None => edge,
            Some(value) => Edge::FALSE.negate_if(value),
        }
    }

    /// Records that an edge holds in every answer set. Existing nodes keep their form.
    pub(crate) fn fix(&mut self, edge: Edge) {
        self.fixed[edge.node()] = if edge.is_negated() { 2 } else { 1 };
    }

    /// Records all values that follow from the known ones, and from those that `found` returns for node numbers.
    pub(crate) fn fix_all(&mut self, found: impl Fn(usize) -> Option<bool>) {
        for node in 0..self.node_count() {
            let edge = Edge::of_node(node);
            if self.value(edge).is_some() {
                continue;
            }
            if let Some(value) = found(node).or_else(|| self.follows(node)) {
                self.fix(edge.negate_if(!value));
            }
        }
    }

    /// Returns the value of a node that follows from the known values of its edges.
    fn follows(&self, node: usize) -> Option<bool> {
        match self.gate(node) {
            Gate::Constant | Gate::Input => None,
            Gate::And(edges) => {
                let mut all = Some(true);
                for &edge in edges {
                    match self.value(edge) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => all = None,
                    }
                }
                all
            }
            Gate::Sum(bound, elements) => {
                let (mut reached, mut reachable) = (0, 0);
                for &(edge, weight) in elements {
                    let value = self.value(edge);
                    reached += if value == Some(true) { i128::from(weight) } else { 0 };
                    reachable += if value == Some(false) { 0 } else { i128::from(weight) };
                }
                if reached >= i128::from(bound) {
                    Some(true)
                } else {
                    (reachable < i128::from(bound)).then_some(false)
                }
            }
        }
    }

    /// Makes a new variable.
    pub(crate) fn input(&mut self) -> Edge {
        self.push(GateNode::Input)
    }

    pub(super) fn push(&mut self, node: GateNode) -> Edge {
        self.nodes.push(node);
        self.fixed.push(0);
        Edge::of_node(self.nodes.len() - 1)
    }

    /// Returns the conjunction of some edges.
    pub(crate) fn and(&mut self, edges: &[Edge]) -> Edge {
        let mut conjuncts: Vec<Edge> =
            edges.iter().map(|&e| self.resolve(e)).filter(|&e| e != Edge::TRUE).collect();
        conjuncts.sort_unstable();
        conjuncts.dedup();
        match *conjuncts {
            [] => return Edge::TRUE,
            [single] => return single,
            _ => {}
        }
        if conjuncts.contains(&Edge::FALSE) || conjuncts.windows(2).any(|w| w[0] == !w[1]) {
            return Edge::FALSE;
        }
        let hash = FxBuildHasher.hash_one(&conjuncts);
        if let Some(&node) = self.index.find(hash, |&n| self.gate(n as usize) == Gate::And(&conjuncts)) {
            return self.resolve(Edge::of_node(node as usize));
        }
        let (start, length) = (self.edges.len() as u32, conjuncts.len() as u32);
        self.edges.extend_from_slice(&conjuncts);
        let edge = self.push(GateNode::And { start, length });
        self.enter(hash, edge)
    }

    /// Returns the disjunction of some edges.
    pub(crate) fn or(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&e| !e).collect();
        !self.and(&negated)
    }

    pub(super) fn enter(&mut self, hash: u64, edge: Edge) -> Edge {
        let Gates { nodes, edges, sums, index, .. } = self;
        index.insert_unique(hash, edge.node() as u32, |&n| match nodes[n as usize] {
            GateNode::And { start, length } => {
                FxBuildHasher.hash_one(&edges[start as usize..][..length as usize])
            }
            GateNode::Sum(i) => FxBuildHasher.hash_one(&sums[i as usize]),
            GateNode::Constant | GateNode::Input => unreachable!("only conjunctions and sums are looked up"),
        });
        edge
    }

    /// Returns the value of every node, given those of the inputs.
    pub(crate) fn evaluate(&self, mut input: impl FnMut(usize) -> bool) -> Valuation {
        let mut values = Valuation(Vec::with_capacity(self.node_count()));
        for node in 0..self.node_count() {
            let value = self.evaluate_node(node, &values, &mut input);
            values.0.push(value);
        }
        values
    }

    fn evaluate_node(&self, node: usize, values: &Valuation, input: &mut impl FnMut(usize) -> bool) -> bool {
        match self.gate(node) {
            Gate::Constant => true,
            Gate::Input => input(node),
            Gate::And(edges) => edges.iter().all(|&e| values.get(e)),
            Gate::Sum(bound, elements) => {
                let reached: i128 =
                    elements.iter().filter(|&&(e, _)| values.get(e)).map(|&(_, w)| i128::from(w)).sum();
                reached >= i128::from(bound)
            }
        }
    }

    /// Returns the inputs, and the nodes that use each node.
    pub(crate) fn fanout(&self) -> Fanout {
        let children = |node: usize| {
            let (edges, elements) = match self.gate(node) {
                Gate::Constant | Gate::Input => (&[][..], &[][..]),
                Gate::And(edges) => (edges, &[][..]),
                Gate::Sum(_, elements) => (&[][..], elements),
            };
            edges
                .iter()
                .chain(elements.iter().map(|(edge, _)| edge))
                .map(move |edge| (edge.node() as u32, node as u32))
        };
        let is_input = |node: &usize| matches!(self.gate(*node), Gate::Input);
        Fanout {
            inputs: (0..self.node_count()).filter(is_input).collect(),
            users: Lists::by_first((0..self.node_count()).flat_map(children), self.node_count()),
            due: vec![0; self.node_count().div_ceil(64)],
        }
    }

    /// Changes values where the values of inputs have changed.
    pub(crate) fn reevaluate(
        &self,
        values: &mut Valuation,
        fanout: &mut Fanout,
        mut input: impl FnMut(usize) -> bool,
    ) {
        let Fanout { inputs, users, due } = fanout;
        let set = |values: &mut Valuation, due: &mut [u64], node: usize, value: bool| {
            if std::mem::replace(&mut values.0[node], value) != value {
                users.get(node).iter().for_each(|&user| due[user as usize / 64] |= 1 << (user % 64));
            }
        };
        for &node in inputs.iter() {
            set(values, due, node, input(node));
        }
        // A node comes after the nodes that it uses.
        for word in 0..due.len() {
            while due[word] != 0 {
                let node = 64 * word + due[word].trailing_zeros() as usize;
                due[word] &= due[word] - 1;
                let value = self.evaluate_node(node, values, &mut input);
                set(values, due, node, value);
            }
        }
    }
}

/// The users of each node: see [`Gates::reevaluate`].
#[derive(Debug)]
pub(crate) struct Fanout {
    inputs: Vec<usize>,
    users: Lists,
    /// The nodes that are to be evaluated again, 64 in a word; none between two calls.
    due: Vec<u64>,
}

/// The value of every formula of a translation, in one model.
#[derive(Clone, Default, Debug)]
pub struct Valuation(Vec<bool>);

impl Valuation {
    /// Returns the value of an edge.
    #[must_use]
    pub(crate) fn get(&self, edge: Edge) -> bool {
        self.0[edge.node()] != edge.is_negated()
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the nodes that have another value in `other`, which has as many nodes.
    pub(crate) fn differences<'a>(&'a self, other: &'a Valuation) -> impl Iterator<Item = usize> + 'a {
        const CHUNK: usize = 64;
        let chunks = self.0.chunks(CHUNK).zip(other.0.chunks(CHUNK)).enumerate();
        chunks.filter(|(_, (mine, theirs))| mine != theirs).flat_map(|(chunk, (mine, theirs))| {
            let different = mine.iter().zip(theirs).enumerate().filter(|(_, (mine, theirs))| mine != theirs);
            different.map(move |(offset, _)| chunk * CHUNK + offset)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjunctions_are_shared_and_simplified() {
        let mut gates = Gates::default();
        let (a, b) = (gates.input(), gates.input());
        let both = gates.and(&[a, b]);
        assert_eq!(gates.and(&[b, a, b, Edge::TRUE]), both);
        assert_eq!(gates.and(&[a, !a, b]), Edge::FALSE);
        assert_eq!(gates.or(&[!a, !b]), !both);
        assert_eq!(gates.and(&[a]), a);
        assert_eq!(gates.and(&[]), Edge::TRUE);
        gates.fix(!a);
        assert_eq!(gates.and(&[a, b]), Edge::FALSE);
    }
}
