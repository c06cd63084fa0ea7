//! Bounds on costs, propagated inside the SAT solver's search with what is known of alternatives; and so are sums that have to
//! keep within a bound in any case, where alternatives say much about them: numbers in squares whose lines have equal sums.
//!
//! A sum of weights alone counts what is spent already. Where a program says that exactly one of some literals holds, one of
//! them will be paid for, and the cheapest that may still hold tells how much at least; where at most one of them holds, all
//! others than the dearest will be paid for. So costs are grouped by *alternatives*: each group costs what its option costs
//! that holds, or what it costs if none does, and at least what the cheapest of these costs that is not excluded yet (sums with
//! at-most-ones beside them: Bofill, Coll, Suy & Villaret: An MDD-based SAT encoding for pseudo-Boolean constraints with
//! at-most-one relations, AI Review 2020; bounds of branch and bound inside clause learning: Li, Xu, Coll, Manyà, Habet & He:
//! Combining clause learning and branch and bound for MaxSAT, CP 2021). A literal that nothing is known about is a group of
//! its own. Where what is paid for depends on two alternatives, the cheapest *pair* counts that may still hold (as in bounds for the
//! quadratic assignment problem: Gilmore, JSIAM 10, 1962; Lawler, Management Science 9, 1963, but each pair for itself).
//!
//! Of some groups several options may hold; what is counted is one of them, the first that was heard of, which is less than is spent
//! and so says nothing false.
//!
//! The reason of a group's cost is its option that holds, or the cheaper ones that do not; that of pairs, what holds on a side or
//! does not of each cheaper one.
//!
//! Invariants: `slack` is the most that is allowed less what groups and pairs cost at least; the options and pairs before `next`
//! do not hold, unless the option at `next` does; the options from `last` on, and those of the groups before `first`, are all
//! assigned; a bound under which something may be too expensive is queued.

mod alternatives;
mod group;
mod pairs;

use std::mem;

use groundplan_sat::{Propagator, Trail};
use rustsat::types::{Lit, Var};

pub(crate) use alternatives::Grouping;
pub(super) use alternatives::{Alternatives, Part};
use group::{Group, GroupState};
use pairs::{PairState, Pairs};

use super::index::{index, Table};

index! {
    /// A bound.
    pub(crate) struct BoundId;
}

/// So much may be spent on groups and pairs, and no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CostBound {
    most: i64,
    /// Those that may cost most come first.
    groups: Vec<Group>,
    /// Likewise.
    pairs: Vec<Pairs>,
}

impl CostBound {
    /// What always holds.
    pub(crate) fn nothing() -> Self {
        CostBound { most: 0, groups: Vec::new(), pairs: Vec::new() }
    }

    /// So much and no more; `None` if there is never spent more, or always.
    pub(crate) fn always(most: i64, mut groups: Vec<Group>) -> Option<Self> {
        let total: i64 = groups.iter().map(Group::most).sum();
        groups.sort_by_key(|group| std::cmp::Reverse(group.most()));
        (0 <= most && most < total).then(|| CostBound { most, groups, pairs: Vec::new() })
    }

    /// So much and no more where a literal holds; `None` if there is never spent more.
    pub(crate) fn new(most: i64, mut groups: Vec<Group>, mut pairs: Vec<Pairs>, switch: Lit) -> Option<Self> {
        let of_groups: i64 = groups.iter().map(Group::most).sum();
        let total = of_groups + pairs.iter().map(Pairs::most).sum::<i64>();
        if total <= most {
            return None;
        }
        // If the literal holds it costs what the others cost too much together.
        groups.push(Group::single(switch, total - most));
        groups.sort_by_key(|group| std::cmp::Reverse(group.most()));
        pairs.sort_by_key(|pairs| std::cmp::Reverse(pairs.most()));
        Some(CostBound { most: total, groups, pairs })
    }

    /// The variables that the propagator names.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        let options = self.groups.iter().flat_map(|group| &group.options).map(|(literal, _)| literal);
        options
            .chain(self.pairs.iter().flat_map(|pairs| pairs.sides.iter().flatten()))
            .map(|literal| literal.var())
    }
}

#[derive(Default, Debug)]
struct Bounded {
    slack: i64,
    most: i64,
    groups: Vec<GroupState>,
    pairs: Vec<PairState>,
    first: usize,
    is_queued: bool,
}

impl Bounded {
    /// Whether an option that is perhaps not assigned costs too much.
    fn is_tight(&self) -> bool {
        self.slack < self.groups.get(self.first).map_or(0, |state| state.group.most())
            || self.slack < self.pairs.first().map_or(0, |state| state.pairs.most())
    }
}

/// Where a literal is an option.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    bound: BoundId,
    group: u32,
    position: u32,
}

/// Where a literal is on a side of pairs.
#[derive(Clone, Copy, Debug)]
struct Place {
    bound: BoundId,
    pairs: u32,
    side: u8,
    place: u16,
}

/// What pairs were before they were assigned to.
#[derive(Clone, Copy, Debug)]
struct PairsBefore {
    bound: BoundId,
    pairs: u32,
    next: usize,
    held: [Option<u16>; 2],
}

/// A group or pairs of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Priced {
    Group(u32),
    Pairs(u32),
}

/// What a group was before it was assigned to.
#[derive(Clone, Copy, Debug)]
struct Before {
    bound: BoundId,
    group: u32,
    next: usize,
    is_settled: bool,
}

/// Why a group costs so much at least, as a number of literals.
#[derive(Clone, Copy, Debug)]
struct Share {
    part: Priced,
    cost: i64,
    /// The option that holds, or none: then so many of the first do not.
    settled: Option<usize>,
    excluded: usize,
    /// How many literals say so.
    literals: usize,
}

impl Share {
    /// What it costs for each of the literals.
    fn worth(&self) -> f64 {
        self.cost as f64 / self.literals as f64
    }
}

/// Bounds on what may be spent.
#[derive(Default, Debug)]
pub(crate) struct CostBounds {
    bounds: Table<BoundId, Bounded>,
    /// By literal.
    occurrences: Vec<Vec<Occurrence>>,
    /// By literal.
    places: Vec<Vec<Place>>,
    /// By literal: which bound implied it last, about which of its parts.
    implied_by: Vec<Option<(BoundId, Priced)>>,
    trail: Trail,
    /// What is taken back with the levels above 0, and where each begins.
    before: Vec<Before>,
    pairs_before: Vec<PairsBefore>,
    starts: Vec<(usize, usize)>,
    queue: Vec<BoundId>,
    /// The clause that was announced to be false, where its first literal is asked about.
    conflict: Vec<Lit>,
    shares: Vec<Share>,
}

impl CostBounds {
    /// Adds a bound.
    pub(crate) fn add(&mut self, bound: CostBound) -> BoundId {
        let number = self.bounds.push(Bounded::default());
        self.replace(number, bound);
        number
    }

    /// Takes a bound for another one, while the solver does not search. What it has learned must follow from both.
    pub(crate) fn replace(&mut self, number: BoundId, bound: CostBound) {
        for state in mem::take(&mut self.bounds[number].groups) {
            for (literal, _) in state.group.options {
                self.occurrences[literal.lidx()].retain(|occurrence| occurrence.bound != number);
            }
        }
        for state in mem::take(&mut self.bounds[number].pairs) {
            for literal in state.pairs.sides.into_iter().flatten() {
                self.places[literal.lidx()].retain(|place| place.bound != number);
            }
        }
        let mut slack = bound.most;
        let mut groups = Vec::with_capacity(bound.groups.len());
        for (index, group) in bound.groups.into_iter().enumerate() {
            for (position, &(literal, _)) in group.options.iter().enumerate() {
                self.make_room(literal);
                let occurrence = Occurrence { bound: number, group: index as u32, position: position as u32 };
                self.occurrences[literal.lidx()].push(occurrence);
            }
            let holds = group.options.iter().position(|&(option, _)| self.trail.is_true(option));
            let is_open = |&(option, _): &(Lit, i64)| !self.trail.is_true(!option);
            let open = || group.options.iter().position(is_open).unwrap_or(group.options.len());
            let (next, last) = (holds.unwrap_or_else(open), group.options.len());
            let state = GroupState { group, next, is_settled: holds.is_some(), last };
            slack -= state.cost();
            groups.push(state);
        }
        let mut all_pairs = Vec::with_capacity(bound.pairs.len());
        for (index, pairs) in bound.pairs.into_iter().enumerate() {
            let mut held = [None; 2];
            for (side, literals) in pairs.sides.iter().enumerate() {
                for (place, &literal) in literals.iter().enumerate() {
                    self.make_room(literal);
                    let (place, side) = (place as u16, side as u8);
                    let place = Place { bound: number, pairs: index as u32, side, place };
                    self.places[literal.lidx()].push(place);
                    if self.trail.is_true(literal) {
                        held[side as usize].get_or_insert(place.place);
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
            Bounded { slack, most: bound.most, groups, pairs: all_pairs, first: 0, is_queued };
        self.enqueue(number);
    }

    fn make_room(&mut self, literal: Lit) {
        let length = 2 * literal.vidx() + 2;
        if self.occurrences.len() < length {
            self.implied_by.resize(length, None);
            self.occurrences.resize_with(length, Vec::new);
            self.places.resize_with(length, Vec::new);
        }
    }

    fn enqueue(&mut self, number: BoundId) {
        if !mem::replace(&mut self.bounds[number].is_queued, true) {
            self.queue.push(number);
        }
    }

    /// Moves a group on, to an option that holds or past those that do not.
    fn advance(&mut self, occurrence: Occurrence, holds: bool) {
        let Occurrence { bound: number, group, position } = occurrence;
        let bound = &mut self.bounds[number];
        let state = &mut bound.groups[group as usize];
        if state.is_settled {
            return;
        }
        let cost = state.cost();
        if holds && state.next > position as usize || !holds && state.next != position as usize {
            // One option less, and perhaps only one is left.
            if state.group.otherwise - cost > bound.slack {
                self.enqueue(number);
            }
            return;
        }
        if !self.starts.is_empty() {
            self.before.push(Before { bound: number, group, next: state.next, is_settled: false });
        }
        if holds {
            state.next = position as usize;
            state.is_settled = true;
        } else {
            let is_excluded = |&(option, _): &(Lit, i64)| self.trail.is_true(!option);
            state.next += state.group.options[state.next..].iter().take_while(|&it| is_excluded(it)).count();
        }
        bound.slack -= state.cost() - cost;
        if bound.is_tight() {
            self.enqueue(number);
        }
    }

    /// Moves pairs on, past those that do not hold with a literal that holds, or without one that does not.
    fn advance_pairs(&mut self, place: Place, holds: bool) {
        let Place { bound: number, pairs, side, place } = place;
        let bound = &mut self.bounds[number];
        let state = &mut bound.pairs[pairs as usize];
        let is_next = state.pairs.order.get(state.next).is_some_and(|pair| pair[side as usize] == place);
        let is_concerned = if holds { state.held[side as usize].is_none() } else { is_next };
        if !is_concerned {
            return;
        }
        if !self.starts.is_empty() {
            self.pairs_before.push(PairsBefore { bound: number, pairs, next: state.next, held: state.held });
        }
        let cost = state.cost();
        if holds {
            state.held[side as usize] = Some(place);
        }
        state.advance(&self.trail);
        bound.slack -= state.cost() - cost;
        if bound.is_tight() {
            self.enqueue(number);
        }
    }

    /// What a bound implies next, about which of its parts.
    fn examine(&mut self, number: BoundId) -> Option<(Lit, Priced)> {
        if self.bounds[number].slack < 0 {
            return Some((self.refute(number), Priced::Group(0)));
        }
        self.examine_groups(number).or_else(|| self.examine_pairs(number))
    }

    /// What does not hold together with the literal that holds on one side, the pair being too dear.
    fn examine_pairs(&mut self, number: BoundId) -> Option<(Lit, Priced)> {
        let trail = &self.trail;
        let Bounded { pairs, slack, .. } = &self.bounds[number];
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
            for (place, &literal) in sides[other].iter().enumerate() {
                let is_dear = state.pairs.cost(pair(place as u16)) > within;
                if is_dear && !trail.is_true(literal) && !trail.is_true(!literal) {
                    return Some((!literal, Priced::Pairs(index as u32)));
                }
            }
        }
        None
    }

    fn examine_groups(&mut self, number: BoundId) -> Option<(Lit, Priced)> {
        let trail = &self.trail;
        let is_assigned = |option: Lit| trail.is_true(option) || trail.is_true(!option);
        let Bounded { groups, first, slack, .. } = &mut self.bounds[number];
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
                    return Some((!option, Priced::Group(index as u32)));
                }
                if position + 1 == state.last {
                    state.last = position;
                }
            }
            if !state.is_settled {
                let mut open =
                    options.iter().take(state.last).skip(state.next).filter(|&&(it, _)| !is_assigned(it));
                let only = open.next();
                all_assigned = only.is_none();
                if let (Some(&(option, _)), None) = (only, open.next()) {
                    let holds = options[state.next..].iter().any(|&(it, _)| trail.is_true(it));
                    if *otherwise > within && !holds {
                        return Some((option, Priced::Group(index as u32)));
                    }
                }
            }
            if all_assigned && index == *first {
                *first += 1;
            }
        }
        None
    }

    /// Finds out why a bound is exceeded, and the literal of that which was decided last.
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

    /// Why all parts but one cost so much together at least, from what was assigned before some time; how much they do for these
    /// reasons. What costs most for each literal comes first.
    fn explain(
        &mut self,
        number: BoundId,
        but: Option<Priced>,
        need: i64,
        until: u32,
        clause: &mut Vec<Lit>,
    ) -> i64 {
        let trail = &self.trail;
        let was = |literal: Lit| (1..until).contains(&trail.since(literal));
        let Bounded { groups, pairs, .. } = &self.bounds[number];
        let mut shares = mem::take(&mut self.shares);
        shares.clear();
        for (index, state) in groups.iter().enumerate() {
            let part = Priced::Group(index as u32);
            if but == Some(part) {
                continue;
            }
            let Group { options, otherwise } = &state.group;
            let excluded = options.iter().take_while(|&&(option, _)| was(!option)).count();
            let cost = options.get(excluded).map_or(*otherwise, |&(_, cost)| cost.min(*otherwise));
            let settled = Some(state.next).filter(|&next| state.is_settled && was(options[next].0));
            let share = match settled {
                Some(position) if options[position].1 > cost || excluded > 1 => {
                    Share { part, cost: options[position].1, settled, excluded, literals: 1 }
                }
                _ => Share { part, cost, settled: None, excluded, literals: excluded },
            };
            if share.cost > 0 {
                shares.push(share);
            }
        }
        let start = clause.len();
        for (index, state) in pairs.iter().enumerate() {
            let part = Priced::Pairs(index as u32);
            if but == Some(part) || state.next == 0 {
                continue;
            }
            let excluded = state.explain(trail, until, clause);
            let (cost, literals) = (state.pairs.cost_without(excluded), clause.len() - start);
            clause.truncate(start);
            if cost > 0 {
                shares.push(Share { part, cost, settled: None, excluded, literals });
            }
        }
        shares.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        let mut sum = 0;
        let enough = shares.iter().position(|share| {
            sum += share.cost;
            sum >= need
        });
        shares.truncate(enough.map_or(shares.len(), |last| last + 1));
        debug_assert!(sum >= need, "the parts cost too much together");
        for share in shares.iter_mut().rev() {
            let surplus = sum - need;
            if share.cost <= surplus {
                sum -= share.cost;
                continue;
            }
            let index = match share.part {
                Priced::Group(index) => index as usize,
                Priced::Pairs(index) => {
                    pairs[index as usize].explain(trail, until, clause);
                    continue;
                }
            };
            let Group { options, otherwise } = &groups[index].group;
            if let Some(position) = share.settled {
                clause.push(!options[position].0);
                continue;
            }
            let cost_without = |excluded: usize| options[excluded].1.min(*otherwise);
            while share.excluded > 0 && share.cost - cost_without(share.excluded - 1) <= sum - need {
                share.excluded -= 1;
                sum -= share.cost - cost_without(share.excluded);
                share.cost = cost_without(share.excluded);
            }
            clause.extend(options[..share.excluded].iter().map(|&(option, _)| option));
        }
        self.shares = shares;
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
            for i in 0..self.places[literal.lidx()].len() {
                self.advance_pairs(self.places[literal.lidx()][i], true);
            }
            for i in 0..self.places[(!literal).lidx()].len() {
                self.advance_pairs(self.places[(!literal).lidx()][i], false);
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
        for Before { bound, group, next, is_settled } in self.before.drain(start..).rev() {
            let bound = &mut self.bounds[bound];
            let state = &mut bound.groups[group as usize];
            let cost = state.cost();
            (state.next, state.is_settled) = (next, is_settled);
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
                for i in 0..self.places[option.lidx()].len() {
                    let number = self.places[option.lidx()][i].bound;
                    if self.bounds[number].is_tight() {
                        self.enqueue(number);
                    }
                }
                for i in 0..self.occurrences[option.lidx()].len() {
                    let Occurrence { bound: number, group, position } = self.occurrences[option.lidx()][i];
                    let bound = &mut self.bounds[number];
                    bound.first = bound.first.min(group as usize);
                    let state = &mut bound.groups[group as usize];
                    state.last = state.last.max(position as usize + 1);
                    // What was implied before it was taken back may be implied still.
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
            // The solver has not told of it yet.
            0 => u32::MAX,
            since => since,
        };
        clause.push(literal);
        let Bounded { most, groups, pairs, .. } = &self.bounds[number];
        let most = *most;
        let group = match part {
            Priced::Group(group) => group,
            Priced::Pairs(index) => {
                let PairState { pairs, held, .. } = &pairs[index as usize];
                let place = |side: usize| pairs.sides[side].iter().position(|&l| l == !literal);
                let (held, cost) = match (held, place(0), place(1)) {
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

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        Vec::new()
    }

    /// Not where there are no bounds yet: then it is for another propagator to say.
    fn forgettable_reasons(&self) -> bool {
        self.bounds.numbers().next().is_some()
    }
}

#[cfg(test)]
mod tests;
