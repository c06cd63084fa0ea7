//! Values of the variables of difference constraints in an answer set.
//!
//! A variable with a lower bound, which follows from the constraints, has its least value. The other variables have the
//! least nonnegative values, or negative ones where the constraints require that.
//!
//! The values depend only on the answer set, not on how it was found. They are checked against the constraint atoms
//! before they are returned to the caller.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use groundplan_ground::program::{AtomId, Literal, Program};
use groundplan_ground::symbol::Symbol;

/// Graph of the constraints `left - right <= most` of true literals, read as `right >= left - most`.
struct Paths {
    /// The variables. `None` stands for the constant 0.
    nodes: IndexMap<Option<Symbol>, (), FxBuildHasher>,
    /// The edges that leave each node: the target, and by how much its value must exceed that of the node.
    outgoing: Vec<Vec<(usize, i64)>>,
}

impl Paths {
    fn of(program: &Program, atoms: &FixedBitSet) -> Self {
        let mut paths = Paths { nodes: IndexMap::default(), outgoing: Vec::new() };
        paths.node(None);
        for difference in program.theory.differences.all() {
            let (left, right) = (paths.node(difference.left), paths.node(difference.right));
            if holds(atoms, difference.literal) {
                paths.outgoing[left].push((right, -difference.most));
            }
        }
        paths
    }

    fn node(&mut self, variable: Option<Symbol>) -> usize {
        let (node, _) = self.nodes.insert_full(variable, ());
        if self.outgoing.len() <= node {
            self.outgoing.push(Vec::new());
        }
        node
    }

    /// Returns the lengths of the longest paths from some nodes, or `None` if there is a cycle of positive length.
    fn longest(&self, from: impl Iterator<Item = usize>) -> Option<Vec<Option<i64>>> {
        let mut lengths = vec![None; self.nodes.len()];
        let mut visits = vec![0_usize; self.nodes.len()];
        let mut queued = FixedBitSet::with_capacity(self.nodes.len());
        let mut queue: VecDeque<usize> = VecDeque::new();
        for node in from {
            lengths[node] = Some(0);
            queued.insert(node);
            queue.push_back(node);
        }
        while let Some(node) = queue.pop_front() {
            queued.remove(node);
            visits[node] += 1;
            if visits[node] > self.nodes.len() {
                return None;
            }
            let length: i64 = lengths[node].expect("it was reached");
            for &(next, more) in &self.outgoing[node] {
                if lengths[next].is_none_or(|known| known < length + more) {
                    lengths[next] = Some(length + more);
                    if !queued.put(next) {
                        queue.push_back(next);
                    }
                }
            }
        }
        Some(lengths)
    }

    /// Partitions the nodes for which `outside` holds into connected components, and returns a number of the component
    /// for each node.
    fn groups(&self, outside: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (node, outgoing) in self.outgoing.iter().enumerate() {
            for &(next, _) in outgoing.iter().filter(|&&(next, _)| outside(node) && outside(next)) {
                neighbours[node].push(next);
                neighbours[next].push(node);
            }
        }
        let mut groups = vec![usize::MAX; self.nodes.len()];
        for first in 0..groups.len() {
            let mut open = vec![first];
            while let Some(node) = open.pop() {
                if groups[node] == usize::MAX {
                    groups[node] = first;
                    open.extend_from_slice(&neighbours[node]);
                }
            }
        }
        groups
    }
}

fn holds(atoms: &FixedBitSet, literal: Literal) -> bool {
    atoms.contains(literal.atom().index()) != literal.is_negative()
}

/// Returns the values of all variables in an answer set, in order of first occurrence. Returns `None` if no values
/// satisfy the constraints.
pub fn values(program: &Program, atoms: &FixedBitSet) -> Option<Vec<(Symbol, i64)>> {
    if program.theory.differences.is_empty() {
        return Some(Vec::new());
    }
    let paths = Paths::of(program, atoms);
    let least = paths.longest(std::iter::once(0))?;
    let mut lengths = paths.longest((0..paths.nodes.len()).filter(|&node| least[node].is_none()))?;
    // No edge leads from the nodes that 0 reaches to the other ones, so a component of the others can be lowered as a
    // whole.
    let groups = paths.groups(|node| least[node].is_none());
    let mut excess: FxHashMap<usize, i64> = FxHashMap::default();
    for (node, outgoing) in paths.outgoing.iter().enumerate().filter(|&(node, _)| least[node].is_none()) {
        for &(next, more) in outgoing {
            if let (Some(length), Some(least)) = (lengths[node], least[next]) {
                let group = excess.entry(groups[node]).or_default();
                *group = (length + more - least).max(*group);
            }
        }
    }
    for (node, length) in lengths.iter_mut().enumerate() {
        let down = excess.get(&groups[node]).copied().unwrap_or_default();
        *length = least[node].or(length.map(|length| length - down));
    }
    let values = paths.nodes.keys().zip(lengths);
    Some(values.filter_map(|(variable, length)| Some(((*variable)?, length?))).collect())
}

/// Returns the least value of a variable under the constraints of an answer set, or `None` if it has no lower bound.
pub fn least(program: &Program, atoms: &FixedBitSet, variable: Symbol) -> Option<i64> {
    let paths = Paths::of(program, atoms);
    paths.longest(std::iter::once(0))?[paths.nodes.get_index_of(&Some(variable))?]
}

/// Checks values against the truth values of the constraint atoms of an answer set.
///
/// # Errors
///
/// The first atom whose truth value does not agree with its constraint.
pub fn verify(program: &Program, atoms: &FixedBitSet, values: &[(Symbol, i64)]) -> Result<(), AtomId> {
    let values: FxHashMap<Symbol, i64> = values.iter().copied().collect();
    // An unconstrained variable may have any value.
    let value = |variable: Symbol| values.get(&variable).copied().unwrap_or_default();
    let wrong = program
        .theory
        .differences
        .said()
        .find(|(atom, tie, constraint)| !tie.fits(atoms.contains(atom.index()), constraint.holds(value)));
    wrong.map_or(Ok(()), |&(atom, ..)| Err(atom))
}
