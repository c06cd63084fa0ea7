//! Cycles with an odd number of negations in a graph of dependencies among ground atoms.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::{AtomId, GroundProgram, Literal, HIDDEN};

use crate::odd_loops::{LoopStep, OddLoop};

/// A graph of dependencies among ground atoms.
#[derive(Default)]
pub struct Dependencies {
    pub edges: FxHashMap<AtomId, Vec<DependencyEdge>>,
    /// The heads of rules of the program, in the order of the rules.
    pub starts: Vec<AtomId>,
}

/// A dependency of an atom on a literal.
#[derive(Clone, Copy)]
pub struct DependencyEdge {
    pub from: AtomId,
    pub to: Literal,
    /// The breach and the position of the rule; `None` for a rule that the engine added.
    pub instance: Option<(AtomId, Span)>,
}

impl Dependencies {
    /// Returns disjoint odd loops, the shortest ones first, and the number of rules of the program in them.
    pub fn odd_loops(&self, ground: GroundProgram<'_>) -> (Vec<OddLoop>, usize) {
        let cycles = self.starts.iter().filter_map(|&start| self.shortest_odd_cycle(start));
        let mut cycles: Vec<Vec<DependencyEdge>> = cycles.collect();
        cycles.sort_by_key(Vec::len);
        let mut taken: FxHashSet<AtomId> = FxHashSet::default();
        let mut instances: FxHashSet<AtomId> = FxHashSet::default();
        let mut loops = Vec::new();
        for cycle in cycles {
            if cycle.iter().any(|edge| taken.contains(&edge.from)) {
                continue;
            }
            if let Some(steps) = steps(&cycle, ground) {
                taken.extend(cycle.iter().map(|edge| edge.from));
                instances.extend(cycle.iter().filter_map(|edge| edge.instance).map(|(breach, _)| breach));
                loops.push(OddLoop { steps });
            }
        }
        (loops, instances.len())
    }

    /// Searches breadth-first for a shortest closed path through an atom with an odd number of negations. Returns `None` if
    /// there is none, or if it visits an atom twice: then a shorter one leads through another atom.
    fn shortest_odd_cycle(&self, start: AtomId) -> Option<Vec<DependencyEdge>> {
        let mut reached_by: FxHashMap<(AtomId, bool), (DependencyEdge, bool)> = FxHashMap::default();
        let mut queue = VecDeque::from([(start, false)]);
        while let Some((atom, is_odd)) = queue.pop_front() {
            for &edge in self.edges.get(&atom).into_iter().flatten() {
                let next = (edge.to.atom(), is_odd != edge.to.is_negative());
                if next == (start, false) || reached_by.contains_key(&next) {
                    continue;
                }
                reached_by.insert(next, (edge, is_odd));
                if next == (start, true) {
                    return path(&reached_by, start);
                }
                queue.push_back(next);
            }
        }
        None
    }
}

/// The path from `(start, even)` to `(start, odd)`, if it visits no atom twice.
fn path(
    reached_by: &FxHashMap<(AtomId, bool), (DependencyEdge, bool)>,
    start: AtomId,
) -> Option<Vec<DependencyEdge>> {
    let mut path = Vec::new();
    let mut at = (start, true);
    let mut seen = FxHashSet::default();
    while at != (start, false) {
        let &(edge, is_odd) = reached_by.get(&at)?;
        if !seen.insert(edge.from) {
            return None;
        }
        path.push(edge);
        at = (edge.from, is_odd);
    }
    path.reverse();
    Some(path)
}

/// The steps of a cycle by rules of the program; the rules between them are passed over. `None` if an atom of such a rule has
/// no name in the text.
fn steps(cycle: &[DependencyEdge], ground: GroundProgram<'_>) -> Option<Vec<LoopStep>> {
    let name = |atom: AtomId| {
        let atom = ground.atom(atom).filter(|atom| !atom.name().starts_with(HIDDEN))?;
        Some(atom.to_string())
    };
    let first = cycle.iter().position(|edge| edge.instance.is_some())?;
    let mut rules: Vec<(AtomId, bool, Span)> = Vec::new();
    for edge in cycle[first..].iter().chain(&cycle[..first]) {
        if let Some((_, span)) = edge.instance {
            rules.push((edge.from, false, span));
        }
        let (_, is_negative, _) = rules.last_mut()?;
        *is_negative ^= edge.to.is_negative();
    }
    let next = rules.iter().cycle().skip(1);
    let steps = rules.iter().zip(next).map(|(&(atom, is_negative, span), &(next, ..))| {
        let negation = if is_negative { "not " } else { "" };
        Some(LoopStep { atom: name(atom)?, depends_on: format!("{negation}{}", name(next)?), span })
    });
    steps.collect()
}
