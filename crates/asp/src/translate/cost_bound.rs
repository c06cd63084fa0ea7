//! Bounds on costs, propagated inside the SAT solver's search with what is known of alternatives.
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
//! The reason of a group's cost is its option that holds, or the cheaper ones that do not; that of pairs, what holds on a side or
//! does not of each cheaper one.
//!
//! Invariants: `slack` is the most that is allowed less what groups and pairs cost at least; the options and pairs before `next`
//! do not hold, unless the option at `next` does; the options from `last` on, and those of the groups before `first`, are all
//! assigned; a bound under which something may be too expensive is queued.

use std::mem;

use groundplan_sat::{Propagator, Trail};
use rustsat::types::{Lit, Var};

use super::index::{index, Table};

index! {
    /// A bound.
    pub(crate) struct BoundId;
}

/// Alternatives: literals of which at most one holds, with what it costs if that one does, the cheapest first; and what it
/// costs if none does, which is some upper bound where one always holds. The least of these is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    options: Vec<(Lit, i64)>,
    otherwise: i64,
}

impl Group {
    /// Alternatives, and what they cost in any case; `otherwise` is missing if one of them always holds.
    pub(crate) fn new(mut options: Vec<(Lit, i64)>, otherwise: Option<i64>) -> (Self, i64) {
        options.sort_by_key(|&(_, cost)| cost);
        let least = options.iter().map(|&(_, cost)| cost).chain(otherwise).min().unwrap_or(0);
        options.iter_mut().for_each(|(_, cost)| *cost -= least);
        let otherwise = otherwise.map_or_else(|| options.last().map_or(0, |o| o.1), |cost| cost - least);
        (Group { options, otherwise }, least)
    }

    /// A literal that costs so much if it holds.
    pub(crate) fn single(literal: Lit, cost: i64) -> Self {
        Group { options: vec![(!literal, 0)], otherwise: cost }
    }

    #[cfg(test)]
    pub(super) fn options(&self) -> &[(Lit, i64)] {
        &self.options
    }

    #[cfg(test)]
    pub(super) fn otherwise(&self) -> i64 {
        self.otherwise
    }

    /// The most that it costs.
    fn most(&self) -> i64 {
        self.options.last().map_or(0, |&(_, cost)| cost).max(self.otherwise)
    }
}

/// Pairs of alternatives: exactly one literal of each side holds, and what it costs that these two do. The least cost is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairs {
    sides: [Vec<Lit>; 2],
    /// By the places of both on their sides; nothing for those that cannot hold together.
    costs: Vec<Vec<Option<i64>>>,
    /// The places, the cheapest first.
    order: Vec<[u16; 2]>,
}

impl Pairs {
    /// Two sides and the costs, and what they cost in any case.
    pub(crate) fn new(sides: [Vec<Lit>; 2], mut costs: Vec<Vec<Option<i64>>>) -> (Self, i64) {
        let least = costs.iter().flatten().flatten().copied().min().unwrap_or(0);
        costs.iter_mut().flatten().flatten().for_each(|cost| *cost -= least);
        let places = costs.iter().enumerate().flat_map(|(a, row)| {
            row.iter().enumerate().filter_map(move |(b, cost)| cost.map(|cost| (cost, [a as u16, b as u16])))
        });
        let mut places: Vec<(i64, [u16; 2])> = places.collect();
        places.sort_unstable();
        (Pairs { sides, costs, order: places.into_iter().map(|(_, pair)| pair).collect() }, least)
    }

    #[cfg(test)]
    pub(super) fn sides(&self) -> &[Vec<Lit>; 2] {
        &self.sides
    }

    #[cfg(test)]
    pub(super) fn costs(&self) -> &[Vec<Option<i64>>] {
        &self.costs
    }

    fn cost(&self, [a, b]: [u16; 2]) -> i64 {
        self.costs[a as usize][b as usize].unwrap_or(0)
    }

    /// The most that they cost.
    fn most(&self) -> i64 {
        self.order.last().map_or(0, |&pair| self.cost(pair))
    }

    /// The least that they cost where so many of the cheapest pairs do not hold.
    fn cost_without(&self, excluded: usize) -> i64 {
        self.order.get(excluded).map_or(self.most(), |&pair| self.cost(pair))
    }
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

/// A group under an assignment.
#[derive(Debug)]
struct State {
    group: Group,
    next: usize,
    /// Whether the option at `next` holds.
    is_settled: bool,
    last: usize,
}

impl State {
    fn cost(&self) -> i64 {
        match self.group.options.get(self.next) {
            Some(&(_, cost)) if self.is_settled => cost,
            Some(&(_, cost)) => cost.min(self.group.otherwise),
            None => self.group.otherwise,
        }
    }
}

/// Pairs under an assignment.
#[derive(Debug)]
struct PairState {
    pairs: Pairs,
    /// Those before it in the order do not hold.
    next: usize,
    /// Which literal of each side holds.
    held: [Option<u16>; 2],
}

impl PairState {
    fn cost(&self) -> i64 {
        self.pairs.cost_without(self.next)
    }

    /// Moves on past the pairs that do not hold.
    fn advance(&mut self, trail: &Trail) {
        let Pairs { sides, order, .. } = &self.pairs;
        let is_excluded = |pair: &&[u16; 2]| {
            (0..2).any(|side| {
                let place = pair[side];
                self.held[side]
                    .map_or_else(|| trail.is_true(!sides[side][place as usize]), |held| held != place)
            })
        };
        self.next += order[self.next..].iter().take_while(is_excluded).count();
    }

    /// Why so many of the first pairs do not hold, from what was assigned before some time; how many that are.
    fn explain(&self, trail: &Trail, until: u32, clause: &mut Vec<Lit>) -> usize {
        let Pairs { sides, order, .. } = &self.pairs;
        let was = |literal: Lit| (1..until).contains(&trail.since(literal));
        let literal = |side: usize, place: u16| sides[side][place as usize];
        let held = [0, 1].map(|side| self.held[side].filter(|&place| was(literal(side, place))));
        let start = clause.len();
        for (position, pair) in order.iter().enumerate() {
            let is_explained = (0..2).any(|side| {
                let by_held = held[side].filter(|&place| place != pair[side]);
                clause[start..].contains(&literal(side, pair[side]))
                    || by_held.is_some_and(|place| clause[start..].contains(&!literal(side, place)))
            });
            if is_explained {
                continue;
            }
            let by_held = (0..2).find_map(|side| {
                held[side].filter(|&place| place != pair[side]).map(|place| !literal(side, place))
            });
            let by_itself = || (0..2).map(|side| literal(side, pair[side])).find(|&l| was(!l));
            match by_held.or_else(by_itself) {
                Some(reason) => clause.push(reason),
                None => return position,
            }
        }
        order.len()
    }
}

#[derive(Default, Debug)]
struct Bounded {
    slack: i64,
    most: i64,
    groups: Vec<State>,
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
enum Part {
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
    part: Part,
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
    implied_by: Vec<Option<(BoundId, Part)>>,
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
            let state = State { group, next, is_settled: holds.is_some(), last };
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
    fn examine(&mut self, number: BoundId) -> Option<(Lit, Part)> {
        if self.bounds[number].slack < 0 {
            return Some((self.refute(number), Part::Group(0)));
        }
        self.examine_groups(number).or_else(|| self.examine_pairs(number))
    }

    /// What does not hold together with the literal that holds on one side, the pair being too dear.
    fn examine_pairs(&mut self, number: BoundId) -> Option<(Lit, Part)> {
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
                    return Some((!literal, Part::Pairs(index as u32)));
                }
            }
        }
        None
    }

    fn examine_groups(&mut self, number: BoundId) -> Option<(Lit, Part)> {
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
                    return Some((!option, Part::Group(index as u32)));
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
                        return Some((option, Part::Group(index as u32)));
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
        but: Option<Part>,
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
            let part = Part::Group(index as u32);
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
            let part = Part::Pairs(index as u32);
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
                Part::Group(index) => index as usize,
                Part::Pairs(index) => {
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
            Part::Group(group) => group,
            Part::Pairs(index) => {
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
mod tests {
    use super::*;
    use itertools::Itertools as _;
    use proptest::prelude::*;

    const VARIABLES: u32 = 9;

    /// Options, and what it costs if none holds, if that may be.
    type GroupSpec = (Vec<(Lit, i64)>, Option<i64>);

    /// Two sides, and what costs both places on them.
    type PairsSpec = ([Vec<Lit>; 2], Vec<Vec<Option<i64>>>);

    /// What a bound is made of, the switch being one more variable.
    #[derive(Clone, Debug)]
    struct Spec {
        most: i64,
        groups: Vec<GroupSpec>,
        pairs: Vec<PairsSpec>,
    }

    fn switch() -> Lit {
        Lit::positive(VARIABLES)
    }

    impl Spec {
        fn bound(&self) -> Option<CostBound> {
            let groups =
                self.groups.iter().map(|(options, otherwise)| Group::new(options.clone(), *otherwise));
            let (groups, spent): (Vec<Group>, Vec<i64>) = groups.unzip();
            let pairs = self.pairs.iter().map(|(sides, costs)| Pairs::new(sides.clone(), costs.clone()));
            let (pairs, by_pairs): (Vec<Pairs>, Vec<i64>) = pairs.unzip();
            let spent: i64 = spent.iter().chain(&by_pairs).sum();
            CostBound::new(self.most - spent, groups, pairs, switch())
        }

        /// Whether a set of variables is as the groups say, and costs no more than is allowed.
        fn allows(&self, set: u32) -> bool {
            let costs = self.groups.iter().map(|(options, otherwise)| {
                let held: Vec<i64> = options.iter().filter(|o| holds(o.0, set)).map(|o| o.1).collect();
                match (&held[..], otherwise) {
                    ([], Some(cost)) | ([cost], _) => Some(*cost),
                    _ => None,
                }
            });
            let of_pairs = self.pairs.iter().map(|(sides, costs)| {
                let held = [0, 1].map(|side| {
                    sides[side].iter().positions(|&literal| holds(literal, set)).collect::<Vec<_>>()
                });
                match (&held[0][..], &held[1][..]) {
                    (&[a], &[b]) => costs[a][b],
                    _ => None,
                }
            });
            let cost: Option<i64> = costs.chain(of_pairs).sum();
            cost.is_some_and(|cost| cost <= self.most || !holds(switch(), set))
        }
    }

    fn holds(literal: Lit, set: u32) -> bool {
        (set >> literal.vidx32() & 1 == 1) == literal.is_pos()
    }

    fn literal() -> impl Strategy<Value = Lit> {
        (0..=VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
    }

    fn group() -> impl Strategy<Value = GroupSpec> {
        let option = ((0..VARIABLES, any::<bool>()), 0..12_i64);
        (prop::collection::vec(option, 1..6), prop::option::of(0..12_i64)).prop_map(|(options, otherwise)| {
            let mut options: Vec<(Lit, i64)> =
                options.into_iter().map(|((v, negated), cost)| (Lit::new(v, negated), cost)).collect();
            options.sort_by_key(|o| o.0);
            options.dedup_by_key(|o| o.0.var());
            (options, otherwise)
        })
    }

    fn pairs() -> impl Strategy<Value = PairsSpec> {
        let side = || {
            prop::collection::vec((0..VARIABLES, any::<bool>()), 2..4).prop_map(|side| {
                let literals = side.into_iter().map(|(variable, negated)| Lit::new(variable, negated));
                literals.unique_by(|literal| literal.var()).collect::<Vec<_>>()
            })
        };
        let cost = prop::option::weighted(0.8, 0..12_i64);
        (side(), side(), prop::collection::vec(prop::collection::vec(cost, 4), 4)).prop_map(
            |(a, b, mut costs)| {
                costs.truncate(a.len());
                costs.iter_mut().for_each(|row| row.truncate(b.len()));
                ([a, b], costs)
            },
        )
    }

    fn spec() -> impl Strategy<Value = Spec> {
        let parts = (prop::collection::vec(group(), 0..4), prop::collection::vec(pairs(), 0..3));
        (parts, 0..10_i64).prop_map(|((groups, pairs), part)| {
            let most = |(options, otherwise): &GroupSpec| {
                options.iter().map(|o| o.1).chain(*otherwise).max().unwrap_or(0)
            };
            let of_pairs =
                |(_, costs): &PairsSpec| costs.iter().flatten().flatten().max().copied().unwrap_or(0);
            let total = groups.iter().map(most).sum::<i64>() + pairs.iter().map(of_pairs).sum::<i64>();
            Spec { most: total * part / 10, groups, pairs }
        })
    }

    /// Tells everything that is implied, and checks it; false if there is a conflict.
    fn propagate(specs: &[Spec], propagator: &mut CostBounds, values: &mut Vec<Lit>) -> bool {
        while let Some(literal) = propagator.propagate() {
            assert!(!values.contains(&literal), "{literal} is true already");
            let mut reason = Vec::new();
            propagator.reason(literal, &mut reason);
            assert!(reason.contains(&literal), "{literal} is not in {reason:?}");
            assert!(reason.iter().all(|&l| l == literal || values.contains(&!l)), "{reason:?}");
            let implies = |spec: &Spec| {
                (0..2 << VARIABLES).all(|set| reason.iter().any(|&l| holds(l, set)) || !spec.allows(set))
            };
            assert!(specs.iter().any(implies), "no bound implies {reason:?}");
            if values.contains(&!literal) {
                return false;
            }
            values.push(literal);
            propagator.assign(&[literal]);
        }
        for spec in specs.iter().filter(|_| values.contains(&switch())) {
            is_complete(spec, values);
        }
        true
    }

    /// Checks that nothing was missed that follows from one cost at a time.
    fn is_complete(spec: &Spec, values: &[Lit]) {
        let is_open = |l: Lit| !values.contains(&!l);
        let held = |options: &[(Lit, i64)]| options.iter().filter(|o| values.contains(&o.0)).count();
        if spec.groups.iter().any(|(options, _)| held(options) > 1) {
            return;
        }
        // What each may cost, with the literals that it takes.
        let costs = |(options, otherwise): &GroupSpec| -> Vec<(Option<Lit>, i64)> {
            let of = |o: &(Lit, i64)| (Some(o.0), o.1);
            if let Some(only) = options.iter().find(|o| values.contains(&o.0)) {
                return vec![of(only)];
            }
            let open = options.iter().filter(|o| is_open(o.0)).map(of);
            let dearest = options.iter().map(|o| o.1).max();
            open.chain(otherwise.or(dearest).map(|cost| (None, cost))).collect()
        };
        let all: Vec<Vec<(Option<Lit>, i64)>> = spec.groups.iter().map(costs).collect();
        let least = |costs: &Vec<(Option<Lit>, i64)>| costs.iter().map(|c| c.1).min().unwrap();
        let mut of_pairs = Vec::new();
        for (sides, costs) in &spec.pairs {
            let held = sides
                .each_ref()
                .map(|side| side.iter().positions(|l| values.contains(l)).collect::<Vec<_>>());
            let may = |side: usize, place: usize| match &held[side][..] {
                [] => is_open(sides[side][place]),
                &[only] => only == place,
                _ => false,
            };
            let open = costs.iter().enumerate().filter(|&(a, _)| may(0, a)).flat_map(|(a, row)| {
                row.iter()
                    .enumerate()
                    .filter(|&(b, _)| may(1, b))
                    .filter_map(move |(b, cost)| Some(([a, b], (*cost)?)))
            });
            let open: Vec<([usize; 2], i64)> = open.collect();
            if open.is_empty() {
                return;
            }
            of_pairs.push((sides, held, open));
        }
        let least_pair = |open: &[([usize; 2], i64)]| open.iter().map(|pair| pair.1).min().unwrap();
        let sum: i64 = all.iter().map(least).sum::<i64>()
            + of_pairs.iter().map(|(_, _, open)| least_pair(open)).sum::<i64>();
        for (sides, held, open) in &of_pairs {
            let other = match held {
                [a, b] if a.len() == 1 && b.is_empty() => 1,
                [a, b] if a.is_empty() && b.len() == 1 => 0,
                _ => continue,
            };
            for (pair, cost) in open {
                let literal = sides[other][pair[other]];
                assert!(
                    sum - least_pair(open) + cost <= spec.most,
                    "{literal} is too dear beside its other side"
                );
            }
        }
        assert!(sum <= spec.most, "a conflict was missed");
        for costs in &all {
            let affordable: Vec<Option<Lit>> =
                costs.iter().filter(|c| sum - least(costs) + c.1 <= spec.most).map(|c| c.0).collect();
            for (literal, _) in costs.iter().filter_map(|c| Some((c.0?, c.1))) {
                assert!(affordable.contains(&Some(literal)), "{literal} is too dear");
            }
            if let &[Some(only)] = &affordable[..] {
                assert!(values.contains(&only), "only {only} is left");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 10000, failure_persistence: None, ..ProptestConfig::default() })]

        /// The search of a solver: decisions, levels that are taken back, bounds that come and fall between.
        #[test]
        fn it_tells_all_that_follows_and_nothing_else(
            mut specs in prop::collection::vec(spec(), 1..4),
            script in prop::collection::vec((literal(), 0..12_usize), 1..30),
            starts_on in any::<bool>(),
        ) {
            specs.retain(|spec| spec.bound().is_some());
            let mut propagator = CostBounds::default();
            let numbers: Vec<BoundId> =
                specs.iter().map(|spec| propagator.add(spec.bound().unwrap())).collect();
            let mut values: Vec<Lit> = Vec::new();
            let mut levels: Vec<usize> = Vec::new();
            if starts_on {
                values.push(switch());
                propagator.assign(&[switch()]);
            }
            let mut is_fine = propagate(&specs, &mut propagator, &mut values);
            for (literal, back) in script {
                if !is_fine || back < levels.len() {
                    if levels.is_empty() {
                        break;
                    }
                    let level = back % levels.len();
                    values.truncate(levels[level]);
                    levels.truncate(level);
                    propagator.backtrack(level);
                    if level == 0 && !specs.is_empty() {
                        let last = specs.len() - 1;
                        specs[last].most -= 1;
                        propagator.replace(numbers[last], specs[last].bound().unwrap());
                    }
                } else if !values.contains(&literal) && !values.contains(&!literal) {
                    levels.push(values.len());
                    propagator.new_level();
                    values.push(literal);
                    propagator.assign(&[literal]);
                }
                is_fine = propagate(&specs, &mut propagator, &mut values);
            }
        }
    }
}
