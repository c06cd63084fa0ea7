//! Bounds on costs, propagated during the SAT solver's search with the groups known for the literals.
//!
//! The bounds of objectives are propagated here. So are sums with a fixed bound, if groups are informative about them,
//! as in squares of numbers whose lines have equal sums.
//!
//! Without groups, a sum of weights only counts what is already paid. If exactly one of some literals holds, the
//! cheapest that may still hold gives a lower bound; if at most one of them is false, all but the most expensive are
//! paid for. So costs are grouped. A group costs what its true option costs, or `otherwise` if none is true. Its lower
//! bound is the cheapest of these that is not excluded yet (sums with at-most-one constraints: Bofill, Coll, Suy &
//! Villaret: An MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one relations, AI Review 2020;
//! bounds of branch and bound inside clause learning: Li, Xu, Coll, Manyà, Habet & He: Combining clause learning and
//! branch and bound for MaxSAT, CP 2021). A literal without known constraints is a group of its own. If a cost depends
//! on two groups, the cheapest *pair* that may still hold gives the bound (as in bounds for the quadratic assignment
//! problem: Gilmore, JSIAM 10, 1962; Lawler, Management Science 9, 1963, but for each pair of groups separately).
//!
//! Several options of some groups may hold. Then one of them is counted, the first that was assigned; this is a valid
//! lower bound.
//!
//! The reason for a group's cost is its true option, or the cheaper options that are false. The reason for the cost of
//! a pair is, for each cheaper combination, a literal that excludes it.
//!
//! Invariants: `slack` is the bound less the lower bounds of all groups and pairs. The options and pairs before `next`
//! do not hold, unless the option at `next` does. The options from `last` on, and those of the groups before `first`,
//! are all assigned. A bound with too little slack for some option is queued.

mod exactly_one;
mod group;
mod pairs;

use std::mem;

use groundplan_sat::{Propagator, Trail};
use rustsat::types::{Lit, Var};

pub(crate) use exactly_one::Grouping;
pub(super) use exactly_one::{RecordedDisjunct, RecordedSets};
use group::{Group, GroupState};
use pairs::{PairState, Pairs};

use super::index::{index, Table};

index! {
    /// The number of a bound.
    pub(crate) struct BoundId;
}

/// An upper bound on the cost of groups and pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CostBound {
    most: i64,
    /// The groups, those with the highest cost first.
    groups: Vec<Group>,
    /// The pairs of groups, likewise.
    pairs: Vec<Pairs>,
}

impl CostBound {
    /// Returns a bound that always holds.
    pub(crate) fn nothing() -> Self {
        CostBound { most: 0, groups: Vec::new(), pairs: Vec::new() }
    }

    /// Creates a bound that must always hold. Returns `None` if it is never exceeded, or always.
    pub(crate) fn always(most: i64, mut groups: Vec<Group>) -> Option<Self> {
        let total: i64 = groups.iter().map(Group::most).sum();
        groups.sort_by_key(|group| std::cmp::Reverse(group.most()));
        (0 <= most && most < total).then(|| CostBound { most, groups, pairs: Vec::new() })
    }

    /// Creates a bound that must hold if a literal does. Returns `None` if it is never exceeded.
    pub(crate) fn new(
        most: i64,
        mut groups: Vec<Group>,
        mut pairs: Vec<Pairs>,
        activation: Lit,
    ) -> Option<Self> {
        let of_groups: i64 = groups.iter().map(Group::most).sum();
        let total = of_groups + pairs.iter().map(Pairs::most).sum::<i64>();
        if total <= most {
            return None;
        }
        // If the literal is true, it costs the excess of the others.
        groups.push(Group::single(activation, total - most));
        groups.sort_by_key(|group| std::cmp::Reverse(group.most()));
        pairs.sort_by_key(|pairs| std::cmp::Reverse(pairs.most()));
        Some(CostBound { most: total, groups, pairs })
    }

    /// Iterates over the variables that the propagator observes.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        let options = self.groups.iter().flat_map(|group| &group.options).map(|(literal, _)| literal);
        options
            .chain(self.pairs.iter().flat_map(|pairs| pairs.sides.iter().flatten()))
            .map(|literal| literal.var())
    }
}

#[derive(Default, Debug)]
struct BoundState {
    slack: i64,
    most: i64,
    groups: Vec<GroupState>,
    pairs: Vec<PairState>,
    first: usize,
    is_queued: bool,
}

impl BoundState {
    /// Whether an option that may be unassigned costs more than the slack.
    fn is_tight(&self) -> bool {
        self.slack < self.groups.get(self.first).map_or(0, |state| state.group.most())
            || self.slack < self.pairs.first().map_or(0, |state| state.pairs.most())
    }
}

/// A position at which a literal is an option of a group.
#[derive(Clone, Copy, Debug)]
struct CostOccurrence {
    bound: BoundId,
    group: u32,
    position: u32,
}

/// A position of a literal on a side of a pair of groups.
#[derive(Clone, Copy, Debug)]
struct PairOccurrence {
    bound: BoundId,
    pairs: u32,
    side: u8,
    position: u16,
}

/// The state of a pair of groups before an assignment.
#[derive(Clone, Copy, Debug)]
struct PairsBefore {
    bound: BoundId,
    pairs: u32,
    next: usize,
    held: [Option<u16>; 2],
}

/// A group or a pair of groups of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupOrPair {
    Group(u32),
    Pairs(u32),
}

/// The state of a group before an assignment.
#[derive(Clone, Copy, Debug)]
struct GroupBefore {
    bound: BoundId,
    group: u32,
    next: usize,
    is_decided: bool,
}

/// The explanation of the lower bound of one group or pair.
#[derive(Clone, Copy, Debug)]
struct CostExplanation {
    part: GroupOrPair,
    cost: i64,
    /// The position of the option that holds. If `None`, the first `excluded` options do not hold.
    decided: Option<usize>,
    excluded: usize,
    /// The number of literals in the explanation.
    literals: usize,
}

impl CostExplanation {
    /// Returns the cost for each literal of the explanation.
    fn worth(&self) -> f64 {
        self.cost as f64 / self.literals as f64
    }
}

/// The propagator for bounds on costs.
#[derive(Default, Debug)]
pub(crate) struct CostBounds {
    bounds: Table<BoundId, BoundState>,
    /// The occurrences of each literal in groups.
    occurrences: Vec<Vec<CostOccurrence>>,
    /// The occurrences of each literal in pairs of groups.
    pair_occurrences: Vec<Vec<PairOccurrence>>,
    /// For each literal, the bound that implied it last, and the group or pair.
    implied_by: Vec<Option<(BoundId, GroupOrPair)>>,
    trail: Trail,
    /// The states of groups to be restored on backtracking, oldest first.
    before: Vec<GroupBefore>,
    /// The states of pairs of groups to be restored on backtracking, oldest first.
    pairs_before: Vec<PairsBefore>,
    /// The positions in `before` and `pairs_before` at which each level above 0 begins.
    starts: Vec<(usize, usize)>,
    queue: Vec<BoundId>,
    /// The last clause found to be false. The solver asks for it by its first literal.
    conflict: Vec<Lit>,
    explanations: Vec<CostExplanation>,
}

impl CostBounds {
    /// The true literals that were reported.
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Adds a bound.
    pub(crate) fn add(&mut self, bound: CostBound) -> BoundId {
        let number = self.bounds.push(BoundState::default());
        self.replace(number, bound);
        number
    }

    /// Replaces a bound by another one. Must not be called while the solver searches. Learned clauses must follow from
    /// both bounds.
    pub(crate) fn replace(&mut self, number: BoundId, bound: CostBound) {
        for state in mem::take(&mut self.bounds[number].groups) {
            for (literal, _) in state.group.options {
                self.occurrences[literal.lidx()].retain(|occurrence| occurrence.bound != number);
            }
        }
        for state in mem::take(&mut self.bounds[number].pairs) {
            for literal in state.pairs.sides.into_iter().flatten() {
                self.pair_occurrences[literal.lidx()].retain(|occurrence| occurrence.bound != number);
            }
        }
        let mut slack = bound.most;
        let mut groups = Vec::with_capacity(bound.groups.len());
        for (index, group) in bound.groups.into_iter().enumerate() {
            for (position, &(literal, _)) in group.options.iter().enumerate() {
                self.make_room(literal);
                let occurrence =
                    CostOccurrence { bound: number, group: index as u32, position: position as u32 };
                self.occurrences[literal.lidx()].push(occurrence);
            }
            let holds = group.options.iter().position(|&(option, _)| self.trail.is_true(option));
            let is_open = |&(option, _): &(Lit, i64)| !self.trail.is_true(!option);
            let open = || group.options.iter().position(is_open).unwrap_or(group.options.len());
            let (next, last) = (holds.unwrap_or_else(open), group.options.len());
            let state = GroupState { group, next, is_decided: holds.is_some(), last };
            slack -= state.cost();
            groups.push(state);
        }
        let mut all_pairs = Vec::with_capacity(bound.pairs.len());
        for (index, pairs) in bound.pairs.into_iter().enumerate() {
            let mut held = [None; 2];
            for (side, literals) in pairs.sides.iter().enumerate() {
                for (position, &literal) in literals.iter().enumerate() {
                    self.make_room(literal);
                    let (position, side) = (position as u16, side as u8);
                    let occurrence = PairOccurrence { bound: number, pairs: index as u32, side, position };
                    self.pair_occurrences[literal.lidx()].push(occurrence);
                    if self.trail.is_true(literal) {
                        held[side as usize].get_or_insert(position);
                    }
                }
            }
            let mut state = PairState { pairs, next: 0, held };
            state.advance(&self.trail);
            slack -= state.cost();
            all_pairs.push(state);
        }
        let is_queued = self.bounds[number].is_queued;
        self.bounds[number] =
            BoundState { slack, most: bound.most, groups, pairs: all_pairs, first: 0, is_queued };
        self.enqueue(number);
    }

    fn make_room(&mut self, literal: Lit) {
        let length = 2 * literal.vidx() + 2;
        if self.occurrences.len() < length {
            self.implied_by.resize(length, None);
            self.occurrences.resize_with(length, Vec::new);
            self.pair_occurrences.resize_with(length, Vec::new);
        }
    }

    fn enqueue(&mut self, number: BoundId) {
        if !mem::replace(&mut self.bounds[number].is_queued, true) {
            self.queue.push(number);
        }
    }

    /// Advances a group to a true option, or past false ones.
    fn advance(&mut self, occurrence: CostOccurrence, holds: bool) {
        let CostOccurrence { bound: number, group, position } = occurrence;
        let bound = &mut self.bounds[number];
        let state = &mut bound.groups[group as usize];
        if state.is_decided {
            return;
        }
        let cost = state.cost();
        if holds && state.next > position as usize || !holds && state.next != position as usize {
            // There is one option less, and perhaps only one is left.
            if state.group.otherwise - cost > bound.slack {
                self.enqueue(number);
            }
            return;
        }
        if !self.starts.is_empty() {
            self.before.push(GroupBefore { bound: number, group, next: state.next, is_decided: false });
        }
        if holds {
            state.next = position as usize;
            state.is_decided = true;
        } else {
            let is_excluded = |&(option, _): &(Lit, i64)| self.trail.is_true(!option);
            state.next += state.group.options[state.next..].iter().take_while(|&it| is_excluded(it)).count();
        }
        bound.slack -= state.cost() - cost;
        if bound.is_tight() {
            self.enqueue(number);
        }
    }

    /// Advances a pair of groups past the combinations that a true or a false literal excludes.
    fn advance_pairs(&mut self, occurrence: PairOccurrence, holds: bool) {
        let PairOccurrence { bound: number, pairs, side, position } = occurrence;
        let bound = &mut self.bounds[number];
        let state = &mut bound.pairs[pairs as usize];
        let is_next = state.pairs.order.get(state.next).is_some_and(|pair| pair[side as usize] == position);
        let is_concerned = if holds { state.held[side as usize].is_none() } else { is_next };
        if !is_concerned {
            return;
        }
        if !self.starts.is_empty() {
            self.pairs_before.push(PairsBefore { bound: number, pairs, next: state.next, held: state.held });
        }
        let cost = state.cost();
        if holds {
            state.held[side as usize] = Some(position);
        }
        state.advance(&self.trail);
        bound.slack -= state.cost() - cost;
        if bound.is_tight() {
            self.enqueue(number);
        }
    }

    /// Returns the next literal that a bound implies, and the group or pair that it comes from.
    fn examine(&mut self, number: BoundId) -> Option<(Lit, GroupOrPair)> {
        if self.bounds[number].slack < 0 {
            return Some((self.refute(number), GroupOrPair::Group(0)));
        }
        self.examine_groups(number).or_else(|| self.examine_pairs(number))
    }

    /// Returns a literal whose combination with the true literal of the other side is too expensive, negated.
    fn examine_pairs(&mut self, number: BoundId) -> Option<(Lit, GroupOrPair)> {
        let trail = &self.trail;
        let BoundState { pairs, slack, .. } = &self.bounds[number];
        for (index, state) in pairs.iter().enumerate() {
            if state.pairs.most() <= *slack {
                return None;
            }
            let within = state.cost() + *slack;
            let Pairs { sides, .. } = &state.pairs;
            let (other, pair): (usize, &dyn Fn(u16) -> [u16; 2]) = match state.held {
                [Some(a), None] => (1, &move |b| [a, b]),
                [None, Some(b)] => (0, &move |a| [a, b]),
                _ => continue,
            };
            for (position, &literal) in sides[other].iter().enumerate() {
                let is_dear = state.pairs.cost(pair(position as u16)) > within;
                if is_dear && !trail.is_true(literal) && !trail.is_true(!literal) {
                    return Some((!literal, GroupOrPair::Pairs(index as u32)));
                }
            }
        }
        None
    }

    fn examine_groups(&mut self, number: BoundId) -> Option<(Lit, GroupOrPair)> {
        let trail = &self.trail;
        let is_assigned = |option: Lit| trail.is_true(option) || trail.is_true(!option);
        let BoundState { groups, first, slack, .. } = &mut self.bounds[number];
        for (index, state) in groups.iter_mut().enumerate().skip(*first) {
            if state.group.most() <= *slack {
                return None;
            }
            let Group { options, otherwise } = &state.group;
            let within = state.cost() + *slack;
            let mut all_assigned = true;
            for (position, &(option, cost)) in options.iter().enumerate().take(state.last).rev() {
                if cost <= within {
                    break;
                }
                if !is_assigned(option) {
                    return Some((!option, GroupOrPair::Group(index as u32)));
                }
                if position + 1 == state.last {
                    state.last = position;
                }
            }
            if !state.is_decided {
                let mut open =
                    options.iter().take(state.last).skip(state.next).filter(|&&(it, _)| !is_assigned(it));
                let only = open.next();
                all_assigned = only.is_none();
                if let (Some(&(option, _)), None) = (only, open.next()) {
                    let holds = options[state.next..].iter().any(|&(it, _)| trail.is_true(it));
                    if *otherwise > within && !holds {
                        return Some((option, GroupOrPair::Group(index as u32)));
                    }
                }
            }
            if all_assigned && index == *first {
                *first += 1;
            }
        }
        None
    }

    /// Explains why a bound is exceeded. Returns the literal of the clause that was assigned last.
    fn refute(&mut self, number: BoundId) -> Lit {
        let mut clause = mem::take(&mut self.conflict);
        clause.clear();
        let need = self.bounds[number].most + 1;
        self.explain(number, None, need, u32::MAX, &mut clause);
        let since = |&literal: &Lit| self.trail.since(!literal);
        let latest = (0..clause.len()).max_by_key(|&i| since(&clause[i])).expect("nothing costs nothing");
        clause.swap(0, latest);
        self.conflict = clause;
        self.conflict[0]
    }

    /// Adds literals that explain why all groups and pairs but one cost at least `need`, from assignments before
    /// `until`. Returns the cost so explained. The explanations with the highest cost for each literal are used first.
    fn explain(
        &mut self,
        number: BoundId,
        but: Option<GroupOrPair>,
        need: i64,
        until: u32,
        clause: &mut Vec<Lit>,
    ) -> i64 {
        let trail = &self.trail;
        let was = |literal: Lit| (1..until).contains(&trail.since(literal));
        let BoundState { groups, pairs, .. } = &self.bounds[number];
        let mut explanations = mem::take(&mut self.explanations);
        explanations.clear();
        for (index, state) in groups.iter().enumerate() {
            let part = GroupOrPair::Group(index as u32);
            if but == Some(part) {
                continue;
            }
            let Group { options, otherwise } = &state.group;
            let excluded = options.iter().take_while(|&&(option, _)| was(!option)).count();
            let cost = options.get(excluded).map_or(*otherwise, |&(_, cost)| cost.min(*otherwise));
            let decided = Some(state.next).filter(|&next| state.is_decided && was(options[next].0));
            let explanation = match decided {
                Some(position) if options[position].1 > cost || excluded > 1 => {
                    CostExplanation { part, cost: options[position].1, decided, excluded, literals: 1 }
                }
                _ => CostExplanation { part, cost, decided: None, excluded, literals: excluded },
            };
            if explanation.cost > 0 {
                explanations.push(explanation);
            }
        }
        let start = clause.len();
        for (index, state) in pairs.iter().enumerate() {
            let part = GroupOrPair::Pairs(index as u32);
            if but == Some(part) || state.next == 0 {
                continue;
            }
            let excluded = state.explain(trail, until, clause);
            let (cost, literals) = (state.pairs.cost_without(excluded), clause.len() - start);
            clause.truncate(start);
            if cost > 0 {
                explanations.push(CostExplanation { part, cost, decided: None, excluded, literals });
            }
        }
        explanations.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        let mut sum = 0;
        let enough = explanations.iter().position(|explanation| {
            sum += explanation.cost;
            sum >= need
        });
        explanations.truncate(enough.map_or(explanations.len(), |last| last + 1));
        debug_assert!(sum >= need, "the parts cost too much together");
        for explanation in explanations.iter_mut().rev() {
            let surplus = sum - need;
            if explanation.cost <= surplus {
                sum -= explanation.cost;
                continue;
            }
            let index = match explanation.part {
                GroupOrPair::Group(index) => index as usize,
                GroupOrPair::Pairs(index) => {
                    pairs[index as usize].explain(trail, until, clause);
                    continue;
                }
            };
            let Group { options, otherwise } = &groups[index].group;
            if let Some(position) = explanation.decided {
                clause.push(!options[position].0);
                continue;
            }
            let cost_without = |excluded: usize| options[excluded].1.min(*otherwise);
            while explanation.excluded > 0
                && explanation.cost - cost_without(explanation.excluded - 1) <= sum - need
            {
                explanation.excluded -= 1;
                sum -= explanation.cost - cost_without(explanation.excluded);
                explanation.cost = cost_without(explanation.excluded);
            }
            clause.extend(options[..explanation.excluded].iter().map(|&(option, _)| option));
        }
        self.explanations = explanations;
        sum
    }
}

impl Propagator for CostBounds {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            self.make_room(literal);
            if !self.trail.push(literal) {
                continue;
            }
            for i in 0..self.occurrences[literal.lidx()].len() {
                self.advance(self.occurrences[literal.lidx()][i], true);
            }
            for i in 0..self.occurrences[(!literal).lidx()].len() {
                self.advance(self.occurrences[(!literal).lidx()][i], false);
            }
            for i in 0..self.pair_occurrences[literal.lidx()].len() {
                self.advance_pairs(self.pair_occurrences[literal.lidx()][i], true);
            }
            for i in 0..self.pair_occurrences[(!literal).lidx()].len() {
                self.advance_pairs(self.pair_occurrences[(!literal).lidx()][i], false);
            }
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
        self.starts.push((self.before.len(), self.pairs_before.len()));
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&(start, pairs_start)) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for GroupBefore { bound, group, next, is_decided } in self.before.drain(start..).rev() {
            let bound = &mut self.bounds[bound];
            let state = &mut bound.groups[group as usize];
            let cost = state.cost();
            (state.next, state.is_decided) = (next, is_decided);
            bound.slack += cost - state.cost();
        }
        for PairsBefore { bound, pairs, next, held } in self.pairs_before.drain(pairs_start..).rev() {
            let bound = &mut self.bounds[bound];
            let state = &mut bound.pairs[pairs as usize];
            let cost = state.cost();
            (state.next, state.held) = (next, held);
            bound.slack += cost - state.cost();
        }
        for literal in self.trail.backtrack(level) {
            for option in [literal, !literal] {
                for i in 0..self.pair_occurrences[option.lidx()].len() {
                    let number = self.pair_occurrences[option.lidx()][i].bound;
                    if self.bounds[number].is_tight() {
                        self.enqueue(number);
                    }
                }
                for i in 0..self.occurrences[option.lidx()].len() {
                    let CostOccurrence { bound: number, group, position } =
                        self.occurrences[option.lidx()][i];
                    let bound = &mut self.bounds[number];
                    bound.first = bound.first.min(group as usize);
                    let state = &mut bound.groups[group as usize];
                    state.last = state.last.max(position as usize + 1);
                    // A literal implied before backtracking may still be implied.
                    if bound.is_tight() {
                        self.enqueue(number);
                    }
                }
            }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        while let Some(&number) = self.queue.last() {
            if let Some((literal, part)) = self.examine(number) {
                self.implied_by[literal.lidx()] = Some((number, part));
                return Some(literal);
            }
            self.queue.pop();
            self.bounds[number].is_queued = false;
        }
        None
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        if self.trail.is_true(!literal) {
            clause.extend_from_slice(&self.conflict);
            return;
        }
        let (number, part) = self.implied_by[literal.lidx()].expect("it was propagated");
        let until = match self.trail.since(literal) {
            // The solver has not reported the literal yet.
            0 => u32::MAX,
            since => since,
        };
        clause.push(literal);
        let BoundState { most, groups, pairs, .. } = &self.bounds[number];
        let most = *most;
        let group = match part {
            GroupOrPair::Group(group) => group,
            GroupOrPair::Pairs(index) => {
                let PairState { pairs, held, .. } = &pairs[index as usize];
                let position = |side: usize| pairs.sides[side].iter().position(|&l| l == !literal);
                let (held, cost) = match (held, position(0), position(1)) {
                    ([Some(a), _], _, Some(b)) => (pairs.sides[0][*a as usize], pairs.cost([*a, b as u16])),
                    ([_, Some(b)], Some(a), _) => (pairs.sides[1][*b as usize], pairs.cost([a as u16, *b])),
                    _ => unreachable!("one side is held"),
                };
                clause.push(!held);
                self.explain(number, Some(part), most + 1 - cost, until, clause);
                return;
            }
        };
        let Group { options, otherwise } = &groups[group as usize].group;
        if let Some(&(_, cost)) = options.iter().find(|&&(option, _)| option == !literal) {
            self.explain(number, Some(part), most + 1 - cost, until, clause);
            return;
        }
        let need = most + 1 - *otherwise;
        let spent = self.explain(number, Some(part), need, until, clause);
        let options = self.bounds[number].groups[group as usize].group.options.iter();
        let others = options.filter(|&&(option, cost)| option != literal && cost <= most - spent);
        clause.extend(others.map(|&(option, _)| option));
    }

    /// False without bounds: another propagator may need its reasons kept.
    fn forgettable_reasons(&self) -> bool {
        self.bounds.numbers().next().is_some()
    }
}

#[cfg(test)]
mod tests;
