//! Objectives over the value of a sum, `total(T) :- T = #sum{...}.` and `#minimize{T : total(T)}`, passed through to the elements
//! of the sum.
//!
//! Each atom `total(t)` says that the sum reaches a threshold and not the next one: as numbers,
//! `[total(t)] = [sum >= t] - [sum >= next(t)]`, for the second implies the first. Added up with their weights, they are a number
//! for each threshold. Where that is in proportion to how far each value of the sum is above the one before, all of them together
//! are the sum itself, times a factor, and a constant. So they need no thresholds in clauses, and what is known of the elements (one
//! of them holds) bounds the objective.
//!
//! A *remainder*, what else the bodies of such atoms ask for, is the same for all of them: `total(p,t)` for a `p` that may not be
//! there costs what the elements cost that hold together with it. What is said here holds under every assignment, for it is about
//! formulas: it does not matter which rules they come from.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::gates::{Edge, Gate, Gates};
use super::translation::Translation;
use groundplan_ground::program::Literal;
use groundplan_ground::{Pass, Report};

/// An objective after sums were passed through.
#[derive(Debug)]
pub(crate) struct PassedThrough {
    /// What is spent in any case.
    pub(crate) spent: i128,
    /// What is left as it was.
    pub(crate) literals: Vec<(Literal, i64)>,
    /// Formulas with what they cost where they hold, in place of the others.
    pub(crate) edges: Vec<(Edge, i64)>,
}

impl Translation {
    /// Passes the values of sums in an objective through to their elements.
    pub(crate) fn pass_through(&mut self, objective: &[(Literal, i64)]) -> PassedThrough {
        let mut passed = PassedThrough { spent: 0, literals: objective.to_vec(), edges: Vec::new() };
        if !self.cnf.passes.has(Pass::AssignedSums) || !self.gates.has_sums() {
            return passed;
        }
        let entries = objective.iter().enumerate().filter_map(|(number, &(literal, weight))| {
            let edge = self.formula(literal.atom())?.negate_if(literal.is_negative());
            Some(Entry::new(number, edge, weight, &self.gates))
        });
        let entries: Vec<Entry> = entries.collect();
        let effort = self.cnf.tuning.assigned_sum_effort.saturating_mul(objective.len());
        let Some(found) = find(&entries, &mut self.gates, effort) else { return passed };
        let mut consumed: FxHashSet<usize> = FxHashSet::default();
        for linear in &found {
            let Some(edges) = linear.edges(&mut self.gates) else { continue };
            consumed.extend(linear.entries.iter().map(|&entry| entries[entry].number));
            passed.spent += linear.offset;
            passed.edges.extend(edges);
            self.cnf.reports.add(Pass::AssignedSums, Report::once());
        }
        for &number in &consumed {
            self.support(objective[number].0.atom());
        }
        let mut numbers = 0..;
        passed.literals.retain(|_| !consumed.contains(&numbers.next().expect("no end")));
        passed
    }
}

/// A literal of an objective as a conjunction.
#[derive(Debug)]
struct Entry {
    number: usize,
    conjunction: Edge,
    weight: i128,
    /// What is spent beside: the negation of a conjunction costs its weight, less that where the conjunction holds.
    offset: i128,
}

impl Entry {
    fn new(number: usize, edge: Edge, weight: i64, gates: &Gates) -> Entry {
        let weight = i128::from(weight);
        if edge.is_negated() && matches!(gates.gate(edge.node()), Gate::And(_)) {
            return Entry { number, conjunction: !edge, weight: -weight, offset: weight };
        }
        Entry { number, conjunction: edge, weight, offset: 0 }
    }
}

/// A sum, by its elements and their weights.
#[derive(Debug)]
struct Sum {
    elements: Vec<(Edge, i64)>,
}

impl Sum {
    fn total(&self) -> i128 {
        self.elements.iter().map(|&(_, weight)| i128::from(weight)).sum()
    }

    fn lightest(&self) -> i128 {
        self.elements.iter().map(|&(_, weight)| i128::from(weight)).min().unwrap_or(0)
    }

    /// What this sum has to reach for another one over the same edges to reach its bound, where that is the same. The others' weights
    /// are these but for a factor; those that reach the bound alone do so here, too.
    fn threshold(&self, bound: i64, elements: &[(Edge, i64)]) -> Option<i128> {
        let pairs = || self.elements.iter().zip(elements).map(|(&(_, own), &(_, other))| (own, other));
        let (own, other) = pairs().find(|&(_, other)| other < bound)?;
        if own % other != 0 {
            return None;
        }
        let factor = i128::from(own / other);
        let threshold = factor * i128::from(bound);
        let is_same = |(own, other): (i64, i64)| {
            if other < bound {
                i128::from(own) == factor * i128::from(other)
            } else {
                i128::from(own) >= threshold
            }
        };
        pairs().all(is_same).then_some(threshold)
    }

    /// The values that it may have up to a threshold, in order, and the next one; `None` if they are more than so many.
    fn values(&self, up_to: i128, most: usize) -> Option<Vec<i128>> {
        let mut values = vec![0];
        for &(_, weight) in &self.elements {
            let more: Vec<i128> = values.iter().map(|value| value + i128::from(weight)).collect();
            let mut merged: Vec<i128> = itertools::merge(values, more).collect();
            merged.dedup();
            // Weights are positive: of what is beyond, only the least one leads to the least one.
            merged.truncate(merged.partition_point(|&value| value <= up_to) + 1);
            values = merged;
            if values.len() > most {
                return None;
            }
        }
        Some(values)
    }

    /// Whether it is known to reach a value, or not to.
    fn reaches(&self, value: i128, gates: &mut Gates) -> Option<bool> {
        let edge = gates.sum(i64::try_from(value).ok()?, &self.elements);
        gates.value(edge).or_else(|| {
            // That not all of them hold may be known from another sum over the same edges.
            let edges = || self.elements.iter().map(|&(edge, _)| edge);
            let mut excluded = gates.unreached_sums();
            let is_excluded = value == self.total()
                && excluded.any(|other| other.iter().map(|&(edge, _)| edge).eq(edges()));
            is_excluded.then_some(false)
        })
    }
}

/// That a sum is at least the one threshold and below the other.
#[derive(Clone, Copy, Default, Debug)]
struct Range {
    from: Option<i128>,
    below: Option<i128>,
}

impl Range {
    fn narrow(&mut self, threshold: i128, is_negated: bool) {
        if is_negated {
            self.below = Some(self.below.map_or(threshold, |below| below.min(threshold)));
        } else {
            self.from = Some(self.from.map_or(threshold, |from| from.max(threshold)));
        }
    }
}

/// A literal of a conjunction that compares a sum with a threshold; where several sums are over the same edges, perhaps any of them.
#[derive(Clone, Debug)]
struct Threshold {
    /// The sums over these edges.
    edges: usize,
    is_negated: bool,
    /// Whether a sum says so; else all edges together, or any of them.
    is_sum: bool,
    /// Of which sums, by number, and at which value.
    of: Vec<(usize, i128)>,
}

/// The sums that the entries of an objective compare with thresholds.
#[derive(Default, Debug)]
struct Sums {
    sums: Vec<Sum>,
    /// The sums over some edges, which are sorted.
    over: IndexMap<Vec<Edge>, Vec<usize>, FxBuildHasher>,
}

impl Sums {
    /// Those of some nodes. The one with the highest bound has all weights as they are; with lower ones, they may be cut off.
    fn read(nodes: impl Iterator<Item = usize>, gates: &Gates) -> Sums {
        let mut all: Vec<(i64, &[(Edge, i64)])> = nodes
            .filter_map(|node| match gates.gate(node) {
                Gate::Sum(bound, elements) => Some((bound, elements)),
                _ => None,
            })
            .collect();
        all.sort_by_key(|&(bound, _)| std::cmp::Reverse(bound));
        let Sums { mut sums, mut over } = Sums::default();
        for (bound, elements) in all {
            let edges: Vec<Edge> = elements.iter().map(|&(edge, _)| edge).collect();
            let known: &mut Vec<usize> = over.entry(edges).or_default();
            if known.iter().all(|&number: &usize| {
                let sum: &Sum = &sums[number];
                sum.threshold(bound, elements).is_none()
            }) {
                known.push(sums.len());
                sums.push(Sum { elements: elements.to_vec() });
            }
        }
        Sums { sums, over }
    }

    /// The threshold that an edge is about.
    fn threshold(&self, edge: Edge, gates: &Gates) -> Option<Threshold> {
        let is_negated = edge.is_negated();
        match gates.gate(edge.node()) {
            Gate::Sum(bound, elements) => {
                let edges: Vec<Edge> = elements.iter().map(|&(edge, _)| edge).collect();
                let (edges, _, sums) = self.over.get_full(&edges)?;
                let of =
                    sums.iter().filter_map(|&sum| Some((sum, self.sums[sum].threshold(bound, elements)?)));
                Some(Threshold { edges, is_negated, is_sum: true, of: of.collect() })
            }
            Gate::And(edges) if is_negated => {
                let negated: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
                if let Some((edges, _, sums)) = self.over.get_full(&negated) {
                    let of = sums.iter().map(|&sum| (sum, self.sums[sum].lightest())).collect();
                    return Some(Threshold { edges, is_negated: false, is_sum: false, of });
                }
                let (edges, _, sums) = self.over.get_full(edges)?;
                let of = sums.iter().map(|&sum| (sum, self.sums[sum].total())).collect();
                Some(Threshold { edges, is_negated: true, is_sum: false, of })
            }
            _ => None,
        }
    }

    /// What is left of a conjunction beside its thresholds, and the ranges that these are of sums; no ranges where they are of sums
    /// over different edges.
    fn split(
        &self,
        conjunction: &[Edge],
        thresholds: &FxHashMap<Edge, Threshold>,
    ) -> (Vec<Edge>, Vec<(usize, Range)>) {
        let found = || conjunction.iter().filter_map(|edge| thresholds.get(edge));
        let Some(first) = found().find(|threshold| threshold.is_sum).or_else(|| found().next()) else {
            return (conjunction.to_vec(), Vec::new());
        };
        if found().any(|threshold| threshold.is_sum && threshold.edges != first.edges) {
            return (conjunction.to_vec(), Vec::new());
        }
        let is_about = |edge: &&Edge| thresholds.get(*edge).is_some_and(|it| it.edges == first.edges);
        let remainder = conjunction.iter().filter(|edge| !is_about(edge)).copied().collect();
        let mut ranges = Vec::new();
        'sums: for &sum in &self.over[first.edges] {
            let mut range = Range::default();
            for threshold in found().filter(|threshold| threshold.edges == first.edges) {
                let Some(&(_, value)) = threshold.of.iter().find(|&&(of, _)| of == sum) else {
                    continue 'sums;
                };
                range.narrow(value, threshold.is_negated);
            }
            ranges.push((sum, range));
        }
        (remainder, ranges)
    }
}

/// An entry that is about a family, or about one of several.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    entry: usize,
    range: Range,
    is_certain: bool,
}

/// The entries about one sum with one remainder.
type Families = IndexMap<(Vec<Edge>, usize), Vec<Candidate>, FxBuildHasher>;

/// A family that is its sum times a factor, and a constant.
#[derive(Debug)]
struct Linear {
    elements: Vec<(Edge, i64)>,
    remainder: Vec<Edge>,
    /// The numbers of its entries in the objective.
    entries: Vec<usize>,
    /// What is spent in any case, and with the remainder.
    offset: i128,
    constant: i128,
    factor: i128,
}

impl Linear {
    /// What it costs; `None` where that is too large to be added up.
    fn edges(&self, gates: &mut Gates) -> Option<Vec<(Edge, i64)>> {
        let mut costs = vec![(gates.and(&self.remainder), i64::try_from(self.constant).ok()?)];
        let mut total = self.constant.abs();
        for &(edge, weight) in &self.elements {
            let cost = self.factor.checked_mul(i128::from(weight))?;
            total = total.checked_add(cost.abs())?;
            let both = [&self.remainder[..], &[edge]].concat();
            costs.push((gates.and(&both), i64::try_from(cost).ok()?));
        }
        i64::try_from(total).ok()?;
        costs.retain(|&(_, cost)| cost != 0);
        Some(costs)
    }
}

/// The families among the entries that are linear; `None` where there are no sums, or that takes too long.
fn find(entries: &[Entry], gates: &mut Gates, mut effort: usize) -> Option<Vec<Linear>> {
    let mut conjunctions = Vec::with_capacity(entries.len());
    for entry in entries {
        conjunctions.push(conjuncts(&[entry.conjunction], gates, &mut effort)?);
    }
    let used: FxHashSet<Edge> = conjunctions.iter().flatten().copied().collect();
    let mut nodes: Vec<usize> = used.iter().map(|edge| edge.node()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let sums = Sums::read(nodes.into_iter(), gates);
    if sums.sums.is_empty() {
        return None;
    }
    let thresholds: FxHashMap<Edge, Threshold> =
        used.into_iter().filter_map(|edge| Some((edge, sums.threshold(edge, gates)?))).collect();
    let mut families = Families::default();
    let mut others: Vec<usize> = Vec::new();
    for (entry, conjunction) in conjunctions.iter().enumerate() {
        let (remainder, ranges) = sums.split(conjunction, &thresholds);
        if ranges.is_empty() {
            others.push(entry);
        }
        let is_certain = ranges.len() == 1;
        for (sum, range) in ranges {
            let family = families.entry((remainder.clone(), sum)).or_default();
            family.push(Candidate { entry, range, is_certain });
        }
    }
    add_extremes(&mut families, &sums, &others, &conjunctions, gates, &mut effort)?;
    let mut found = Vec::new();
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    for ((remainder, sum), mut candidates) in families {
        candidates.retain(|candidate| !taken.contains(&candidate.entry));
        let Some(linear) = linear(&sums.sums[sum], &remainder, &candidates, entries, gates) else { continue };
        taken.extend(&linear.entries);
        found.push(linear);
    }
    Some(found)
}

/// Adds the entries that say, by a conjunction with the edges of a sum, that it is as large as can be, or as small.
fn add_extremes(
    families: &mut Families,
    sums: &Sums,
    entries: &[usize],
    conjunctions: &[Vec<Edge>],
    gates: &Gates,
    effort: &mut usize,
) -> Option<()> {
    let mut extremes: FxHashMap<Vec<Edge>, Vec<(usize, Range)>> = FxHashMap::default();
    for (family, (remainder, sum)) in families.keys().enumerate() {
        let sum = &sums.sums[*sum];
        let all = sum.elements.iter().map(|&(edge, _)| edge);
        let none = all.clone().map(|edge| !edge);
        let all: Vec<Edge> = remainder.iter().copied().chain(all).collect();
        let none: Vec<Edge> = remainder.iter().copied().chain(none).collect();
        let greatest = Range { from: Some(sum.total()), below: None };
        let least = Range { from: None, below: Some(sum.lightest()) };
        for (edges, range) in [(all, greatest), (none, least)] {
            extremes.entry(conjuncts(&edges, gates, effort)?).or_default().push((family, range));
        }
    }
    for &entry in entries {
        let Some(found) = extremes.get(&conjunctions[entry]) else { continue };
        for &(family, range) in found {
            let is_certain = found.len() == 1;
            families[family].push(Candidate { entry, range, is_certain });
        }
    }
    Some(())
}

/// What some edges are the conjunction of, sorted, down to what is none; `None` where that takes too long.
fn conjuncts(edges: &[Edge], gates: &Gates, effort: &mut usize) -> Option<Vec<Edge>> {
    let (mut open, mut all) = (edges.to_vec(), Vec::new());
    while let Some(edge) = open.pop() {
        *effort = effort.checked_sub(1)?;
        let edge = gates.resolve(edge);
        match gates.gate(edge.node()) {
            Gate::Constant if edge == Edge::TRUE => {}
            Gate::And(edges) if !edge.is_negated() => {
                *effort = effort.checked_sub(edges.len())?;
                open.extend_from_slice(edges);
            }
            _ => all.push(edge),
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// What the entries of a family cost, where that is linear in the value of the sum: in every answer set, which may exclude the least
/// values and the greatest.
fn linear(
    sum: &Sum,
    remainder: &[Edge],
    candidates: &[Candidate],
    entries: &[Entry],
    gates: &mut Gates,
) -> Option<Linear> {
    let ranges = candidates.iter().map(|candidate| candidate.range);
    let highest = ranges.flat_map(|range| range.from.into_iter().chain(range.below)).max()?;
    // Each has a literal in the objective, and the next one none.
    let values = sum.values(highest, entries.len() + 2)?;
    let place = |threshold: i128| values.partition_point(|&value| value < threshold);
    let places = |range: Range| (range.from.map_or(0, place), range.below.map_or(values.len(), place));
    let mut costs: Vec<i128> = vec![0; values.len() + 1];
    let mut taken = Vec::with_capacity(candidates.len());
    let mut take = |candidate: &Candidate, costs: &mut [i128]| {
        let (from, below) = places(candidate.range);
        if from < below {
            costs[from] += entries[candidate.entry].weight;
            costs[below] -= entries[candidate.entry].weight;
        }
        taken.push(candidate.entry);
    };
    for candidate in candidates.iter().filter(|candidate| candidate.is_certain) {
        take(candidate, &mut costs);
    }
    // The others are those of another sum, unless they are on the line.
    let bounded = |range: Range| range.below.map_or(place(highest) + 1, place);
    let is_single = |candidate: &&Candidate| places(candidate.range).0 + 1 == bounded(candidate.range);
    let mut points = candidates.iter().filter(|candidate| candidate.is_certain).filter(is_single);
    let point = |candidate: &Candidate| (values[places(candidate.range).0], entries[candidate.entry].weight);
    if let (Some(first), Some(last)) = (points.next().map(point), points.next_back().map(point)) {
        let mut has: FxHashSet<i128> = FxHashSet::default();
        for candidate in candidates.iter().filter(|candidate| !candidate.is_certain).filter(is_single) {
            let (value, weight) = point(candidate);
            let across = (last.0 - first.0).checked_mul(weight - first.1);
            let is_on_line = across.is_some() && across == (last.1 - first.1).checked_mul(value - first.0);
            if is_on_line && has.insert(value) {
                take(candidate, &mut costs);
            }
        }
    }
    // Between the values that answer sets have: a threshold below which all are, or above, tells them nothing apart.
    let mut first = (1..values.len()).find(|&place| costs[place] != 0)?;
    if first > 1 && sum.reaches(values[first - 1], gates) != Some(true) {
        first = 1;
    }
    let mut end = values.len().min(place(highest) + 1);
    if end < values.len() && sum.reaches(values[end], gates) != Some(false) {
        end = values.len();
    }
    let step = |place: usize| values[place] - values[place - 1];
    let factor = costs[first] / step(first);
    let is_linear = (first..end).all(|place| factor.checked_mul(step(place)) == Some(costs[place]));
    if !is_linear {
        return None;
    }
    Some(Linear {
        elements: sum.elements.clone(),
        remainder: remainder.to_vec(),
        offset: taken.iter().map(|&entry| entries[entry].offset).sum(),
        entries: taken,
        constant: costs[0].checked_sub(factor.checked_mul(values[first - 1])?)?,
        factor,
    })
}
