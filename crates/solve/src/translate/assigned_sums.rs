//! Replacement of objectives over the value of a sum by objectives over the elements of the sum.
//!
//! Such objectives are written as `total(T) :- T = #sum{...}.` and `#minimize{T : total(T)}`. Each atom `total(t)`
//! says that the sum reaches a threshold and not the next one. As numbers, `[total(t)] = [sum >= t] - [sum >=
//! next(t)]`, for the second implies the first. Added up with their weights, the atoms are a weighted sum of
//! thresholds. If the weight of each threshold is proportional to the distance from the value below it, the objective
//! is the sum itself, times a factor, plus a constant. So no thresholds are needed in clauses, and what is known of
//! the elements, such as exactly-one groups, bounds the objective.
//!
//! The bodies may have a *remainder*, further conditions that are the same for all atoms. For example, `total(p,t)`
//! for a `p` that may not exist costs what the elements cost that hold together with the remainder. The replacement is
//! about formulas, so it is valid under every assignment, whichever rules the formulas come from.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::gates::{Edge, Gate, Gates};
use super::translation::Translation;
use groundplan_ground::program::Literal;
use groundplan_ground::{Pass, Report};

/// An objective after sums were replaced by their elements.
#[derive(Debug)]
pub(crate) struct PassedThrough {
    /// The cost that is always paid.
    pub(crate) spent: i128,
    /// The literals that are not replaced, with their costs.
    pub(crate) literals: Vec<(Literal, i64)>,
    /// The formulas in place of the other literals, with their costs.
    pub(crate) edges: Vec<(Edge, i64)>,
}

impl Translation {
    /// Replaces the values of sums in an objective by the elements of the sums.
    pub(crate) fn pass_through(&mut self, objective: &[(Literal, i64)]) -> PassedThrough {
        let mut passed = PassedThrough { spent: 0, literals: objective.to_vec(), edges: Vec::new() };
        if !self.cnf.passes.has(Pass::AssignedSums) || !self.gates.has_sums() {
            return passed;
        }
        let entries = objective.iter().enumerate().filter_map(|(number, &(literal, weight))| {
            let edge = self.formula(literal.atom())?.negate_if(literal.is_negative());
            Some(AssignedSumEntry::new(number, edge, weight, &self.gates))
        });
        let entries: Vec<AssignedSumEntry> = entries.collect();
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
struct AssignedSumEntry {
    number: usize,
    conjunction: Edge,
    weight: i128,
    /// The constant cost: a negated conjunction costs its weight, less that weight if the conjunction holds.
    offset: i128,
}

impl AssignedSumEntry {
    fn new(number: usize, edge: Edge, weight: i64, gates: &Gates) -> AssignedSumEntry {
        let weight = i128::from(weight);
        if edge.is_negated() && matches!(gates.gate(edge.node()), Gate::And(_)) {
            return AssignedSumEntry { number, conjunction: !edge, weight: -weight, offset: weight };
        }
        AssignedSumEntry { number, conjunction: edge, weight, offset: 0 }
    }
}

/// A sum, by its elements and their weights.
#[derive(Debug)]
struct TotalSum {
    elements: Vec<(Edge, i64)>,
}

impl TotalSum {
    fn total(&self) -> i128 {
        self.elements.iter().map(|&(_, weight)| i128::from(weight)).sum()
    }

    fn lightest(&self) -> i128 {
        self.elements.iter().map(|&(_, weight)| i128::from(weight)).min().unwrap_or(0)
    }

    /// Returns the threshold for this sum that is equivalent to a bound of another sum over the same edges. The
    /// weights must be equal up to a factor, where elements that reach the bound alone must do so here too. Otherwise
    /// returns `None`.
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

    /// Returns the possible values of the sum up to a threshold, ascending, and the next one; `None` if they are more
    /// than `most`.
    fn values(&self, up_to: i128, most: usize) -> Option<Vec<i128>> {
        let mut values = vec![0];
        for &(_, weight) in &self.elements {
            let more: Vec<i128> = values.iter().map(|value| value + i128::from(weight)).collect();
            let mut merged: Vec<i128> = itertools::merge(values, more).collect();
            merged.dedup();
            // Weights are positive, so of the values beyond, only the least one leads to the least one.
            merged.truncate(merged.partition_point(|&value| value <= up_to) + 1);
            values = merged;
            if values.len() > most {
                return None;
            }
        }
        Some(values)
    }

    /// Returns whether the sum reaches a value in every answer set, if that is known.
    fn reaches(&self, value: i128, gates: &mut Gates) -> Option<bool> {
        let edge = gates.sum(i64::try_from(value).ok()?, &self.elements);
        gates.value(edge).or_else(|| {
            // Another sum over the same edges may be known not to be reached; then not all edges hold.
            let edges = || self.elements.iter().map(|&(edge, _)| edge);
            let mut excluded = gates.unreached_sums();
            let is_excluded = value == self.total()
                && excluded.any(|other| other.iter().map(|&(edge, _)| edge).eq(edges()));
            is_excluded.then_some(false)
        })
    }
}

/// The range of values from one threshold up to another, exclusively.
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

/// A literal of a conjunction that compares sums with thresholds. If several sums are over its edges, it may be about
/// any of them.
#[derive(Clone, Debug)]
struct Threshold {
    /// The index of the edges in [`SumTable`].
    edges: usize,
    is_negated: bool,
    /// Whether the literal is a sum. Otherwise it says that all edges hold together, or any of them.
    is_sum: bool,
    /// The numbers of the sums, each with the equivalent threshold.
    of: Vec<(usize, i128)>,
}

/// The sums that the entries of an objective compare with thresholds.
#[derive(Default, Debug)]
struct SumTable {
    sums: Vec<TotalSum>,
    /// The numbers of the sums over each list of edges, which is sorted.
    over: IndexMap<Vec<Edge>, Vec<usize>, FxBuildHasher>,
}

impl SumTable {
    /// Reads the sums among some nodes. Higher bounds come first: lower ones may truncate weights.
    fn read(nodes: impl Iterator<Item = usize>, gates: &Gates) -> SumTable {
        let mut all: Vec<(i64, &[(Edge, i64)])> = nodes
            .filter_map(|node| match gates.gate(node) {
                Gate::Sum(bound, elements) => Some((bound, elements)),
                _ => None,
            })
            .collect();
        all.sort_by_key(|&(bound, _)| std::cmp::Reverse(bound));
        let SumTable { mut sums, mut over } = SumTable::default();
        for (bound, elements) in all {
            let edges: Vec<Edge> = elements.iter().map(|&(edge, _)| edge).collect();
            let known: &mut Vec<usize> = over.entry(edges).or_default();
            if known.iter().all(|&number: &usize| {
                let sum: &TotalSum = &sums[number];
                sum.threshold(bound, elements).is_none()
            }) {
                known.push(sums.len());
                sums.push(TotalSum { elements: elements.to_vec() });
            }
        }
        SumTable { sums, over }
    }

    /// Returns the thresholds that an edge is equivalent to.
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

    /// Splits a conjunction into its remainder and its thresholds, given as a range for each sum. There are no ranges
    /// if the thresholds are of sums over different edges.
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

/// An entry that belongs to a family, or to one of several.
#[derive(Clone, Copy, Debug)]
struct AssignedSum {
    entry: usize,
    range: Range,
    is_certain: bool,
}

/// The entries by remainder and sum.
type Families = IndexMap<(Vec<Edge>, usize), Vec<AssignedSum>, FxBuildHasher>;

/// A family of entries whose cost is the sum times a factor, plus a constant.
#[derive(Debug)]
struct LinearGroup {
    elements: Vec<(Edge, i64)>,
    remainder: Vec<Edge>,
    /// The numbers of the family's entries.
    entries: Vec<usize>,
    /// The cost that is always paid.
    offset: i128,
    /// The cost of the remainder without any element.
    constant: i128,
    factor: i128,
}

impl LinearGroup {
    /// Returns the formulas with their costs; `None` on overflow.
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

/// Finds the linear families among the entries; `None` if there are no sums, or the effort is used up.
fn find(entries: &[AssignedSumEntry], gates: &mut Gates, mut effort: usize) -> Option<Vec<LinearGroup>> {
    let mut conjunctions = Vec::with_capacity(entries.len());
    for entry in entries {
        conjunctions.push(conjuncts(&[entry.conjunction], gates, &mut effort)?);
    }
    let used: FxHashSet<Edge> = conjunctions.iter().flatten().copied().collect();
    let mut nodes: Vec<usize> = used.iter().map(|edge| edge.node()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let sums = SumTable::read(nodes.into_iter(), gates);
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
            family.push(AssignedSum { entry, range, is_certain });
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

/// Adds entries that are conjunctions of all edges of a sum, or of all their negations: its greatest and least values.
fn add_extremes(
    families: &mut Families,
    sums: &SumTable,
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
            families[family].push(AssignedSum { entry, range, is_certain });
        }
    }
    Some(())
}

/// Returns the edges of a conjunction, flattened and sorted; `None` if the effort is used up.
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

/// Returns a family's cost as a linear function of the sum, if it is one in every answer set. Known bounds may exclude
/// the least and the greatest values of the sum.
fn linear(
    sum: &TotalSum,
    remainder: &[Edge],
    candidates: &[AssignedSum],
    entries: &[AssignedSumEntry],
    gates: &mut Gates,
) -> Option<LinearGroup> {
    let ranges = candidates.iter().map(|candidate| candidate.range);
    let highest = ranges.flat_map(|range| range.from.into_iter().chain(range.below)).max()?;
    // Each value has a literal in the objective, but the next one has none.
    let values = sum.values(highest, entries.len() + 2)?;
    let place = |threshold: i128| values.partition_point(|&value| value < threshold);
    let places = |range: Range| (range.from.map_or(0, place), range.below.map_or(values.len(), place));
    let mut costs: Vec<i128> = vec![0; values.len() + 1];
    let mut taken = Vec::with_capacity(candidates.len());
    let mut take = |candidate: &AssignedSum, costs: &mut [i128]| {
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
    // An uncertain candidate belongs to another sum, unless it is on the line.
    let bounded = |range: Range| range.below.map_or(place(highest) + 1, place);
    let is_single = |candidate: &&AssignedSum| places(candidate.range).0 + 1 == bounded(candidate.range);
    let mut points = candidates.iter().filter(|candidate| candidate.is_certain).filter(is_single);
    let point =
        |candidate: &AssignedSum| (values[places(candidate.range).0], entries[candidate.entry].weight);
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
    // Thresholds that are reached in all answer sets, or in none, are left out.
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
    Some(LinearGroup {
        elements: sum.elements.clone(),
        remainder: remainder.to_vec(),
        offset: taken.iter().map(|&entry| entries[entry].offset).sum(),
        entries: taken,
        constant: costs[0].checked_sub(factor.checked_mul(values[first - 1])?)?,
        factor,
    })
}
