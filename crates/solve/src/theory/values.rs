//! The values of variables in an answer set. Those that are above 0 by what they are compared with have the least value there
//! is; the others have the least of those that are not below 0, unless they have to be.
//!
//! They are those of an answer set, however it was found, and are checked against what the atoms say before anybody sees
//! them.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use groundplan_ground::program::{AtomId, Literal, Program};
use groundplan_ground::symbol::Symbol;

/// Constraints `left - right <= most` of literals that hold, read as `right >= left - most`.
struct Paths {
    /// Variables; `None` is 0.
    nodes: IndexMap<Option<Symbol>, (), FxBuildHasher>,
    /// By node: where edges go to, and how much more is asked for there.
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

    /// The lengths of the longest paths from some nodes; `None` if there is a cycle of positive length.
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

    /// The nodes outside of some that hang together, with one number for each group.
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

/// The values of all variables in an answer set, in the order in which they were met; `None` where there are none that
/// satisfy its constraints.
pub fn values(program: &Program, atoms: &FixedBitSet) -> Option<Vec<(Symbol, i64)>> {
    if program.theory.differences.is_empty() {
        return Some(Vec::new());
    }
    let paths = Paths::of(program, atoms);
    let least = paths.longest(std::iter::once(0))?;
    let mut lengths = paths.longest((0..paths.nodes.len()).filter(|&node| least[node].is_none()))?;
    // No edge leads to the others from what 0 leads to, so they may go down together.
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

/// The least value that a variable can have with the constraints of an answer set; `None` if there is none.
pub fn least(program: &Program, atoms: &FixedBitSet, variable: Symbol) -> Option<i64> {
    let paths = Paths::of(program, atoms);
    paths.longest(std::iter::once(0))?[paths.nodes.get_index_of(&Some(variable))?]
}

/// Checks values against what the atoms of an answer set say.
///
/// # Errors
///
/// An atom that says something else.
pub fn verify(program: &Program, atoms: &FixedBitSet, values: &[(Symbol, i64)]) -> Result<(), AtomId> {
    let values: FxHashMap<Symbol, i64> = values.iter().copied().collect();
    // A variable that nothing constrains may have any value.
    let value = |variable: Symbol| values.get(&variable).copied().unwrap_or_default();
    let wrong = program
        .theory
        .differences
        .said()
        .find(|(atom, tie, constraint)| !tie.fits(atoms.contains(atom.index()), constraint.holds(value)));
    wrong.map_or(Ok(()), |&(atom, ..)| Err(atom))
}
