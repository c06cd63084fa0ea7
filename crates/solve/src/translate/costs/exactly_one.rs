//! Grouping of an objective's literals: by exactly-one groups, by cliques, and by pairs of groups as in a quadratic
//! assignment.
//!
//! Clauses and at-most-one constraints are recorded while they are written. A set of literals is an exactly-one group
//! if both kinds are known of it. Such a group is used if at least two of its literals have a cost; the first ones are
//! preferred, because the sets of one rule come together and cover what it chooses from. Of the remaining literals,
//! those are grouped into cliques of which no two may be false together, so that all but one are paid for. The cliques
//! are built greedily, the most expensive literals first, as in graph colouring.

use std::sync::Mutex;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use itertools::Itertools as _;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use super::group::Group;
use super::pairs::Pairs;
use crate::translate::clauses::Clauses;

/// The largest number of literals that are recorded. Larger programs are slow enough without grouping.
const MAX_RECORDED_LITERALS: usize = 4_000_000;

/// The largest number of entries of all tables of pairs together.
const MAX_TABLE_ENTRIES: usize = 1_000_000;

/// If there are this many times as many sets as literals, only the sets near the literals are used.
const INDEX_THRESHOLD: usize = 16;

/// The largest number of literals among which cliques are searched for.
const MAX_CLIQUE_LITERALS: usize = 4096;

/// The costs of literals, in groups.
#[derive(Debug)]
pub(crate) struct Grouping {
    pub groups: Vec<Group>,
    pub pairs: Vec<Pairs>,
    /// The cost that is always paid.
    pub spent: i64,
    /// Whether most literals are in groups of more than one.
    pub is_telling: bool,
    /// Whether literals outside of all groups are in sets at least one literal of which holds.
    pub is_covering: bool,
    /// A second grouping that uses these sets, if they contain many of the literals.
    pub covered: Option<Covered>,
}

/// A lower bound on costs, in groups of which at least one option holds. If several options of a group hold, the true
/// cost is higher than that of each.
#[derive(Debug)]
pub(crate) struct Covered {
    pub groups: Vec<Group>,
    /// The cost that is always paid.
    pub spent: i64,
}

impl Grouping {
    /// Puts each literal into a group of its own.
    pub fn singles(inputs: &[(Lit, i64)]) -> Self {
        let groups = inputs.iter().map(|&(literal, cost)| Group::single(literal, cost)).collect();
        Grouping { groups, pairs: Vec::new(), spent: 0, is_telling: false, is_covering: false, covered: None }
    }
}

/// A disjunct of a formula that a literal stands for.
#[derive(Clone, Debug)]
pub(in crate::translate) struct RecordedDisjunct {
    /// The literal that stands for the disjunct.
    pub literal: Option<Lit>,
    /// The two literals of which the disjunct is the conjunction.
    pub pair: Option<[Lit; 2]>,
}

impl RecordedDisjunct {
    fn literals(&self) -> impl Iterator<Item = Lit> {
        self.literal.into_iter().chain(self.pair.into_iter().flatten())
    }
}

/// A literal with a cost, and the disjuncts of the formula it stands for.
#[derive(Debug)]
struct CounterInput {
    literal: Lit,
    cost: i64,
    disjuncts: Option<Vec<RecordedDisjunct>>,
}

impl CounterInput {
    fn singles(&self) -> Option<Vec<Lit>> {
        self.disjuncts.as_ref()?.iter().map(|disjunct| disjunct.literal).unique().collect()
    }

    fn pairs(&self) -> Option<Vec<[Lit; 2]>> {
        self.disjuncts.as_ref()?.iter().map(|disjunct| disjunct.pair).unique().collect()
    }
}

/// The recorded constraints: sets of literals at most one of which holds, and sets at least one of which holds.
#[derive(Default, Debug)]
pub(in crate::translate) struct RecordedSets {
    /// Sets of literals of which at most one holds.
    exclusive: Clauses,
    /// Sets of literals of which at least one holds.
    covering: Clauses,
    noted: usize,
    /// An index of the sets by variable, brought up to date when a short list is grouped.
    occurrences: Mutex<OccurrenceIndex>,
}

/// The sets in which each variable occurs, for the sets indexed so far.
#[derive(Default, Debug)]
struct OccurrenceIndex {
    exclusive: SetsOfVariables,
    covering: SetsOfVariables,
}

/// For each variable, the numbers of the sets in which it occurs; and the number of sets indexed.
#[derive(Default, Debug)]
struct SetsOfVariables {
    numbers: FxHashMap<Var, Vec<usize>>,
    indexed: usize,
}

impl SetsOfVariables {
    fn update(&mut self, sets: &Clauses) {
        for number in self.indexed..sets.len() {
            let set = sets.get(number);
            set.iter().for_each(|literal| self.numbers.entry(literal.var()).or_default().push(number));
        }
        self.indexed = sets.len();
    }

    /// Returns the sets in which any of the variables occurs.
    fn of(&self, variables: &[Var]) -> Vec<usize> {
        let all = variables.iter().filter_map(|variable| self.numbers.get(variable)).flatten();
        all.copied().sorted_unstable().dedup().collect()
    }
}

impl RecordedSets {
    /// Records that at most one of the literals holds.
    pub fn exclude(&mut self, literals: &[Lit]) {
        if self.has_room(literals) {
            self.exclusive.push(literals);
        }
    }

    /// Records that at least one of the literals holds.
    pub fn cover(&mut self, clause: &[Lit]) {
        if clause.len() > 1 && self.has_room(clause) {
            self.covering.push(clause);
        }
    }

    fn has_room(&mut self, literals: &[Lit]) -> bool {
        self.noted += literals.len();
        self.noted <= MAX_RECORDED_LITERALS
    }

    /// Returns for each list of literals the constraints with a variable of the list, as far as there is room for
    /// them.
    pub fn about(&self, lists: &[&[(Lit, i64)]]) -> Vec<RecordedSets> {
        let mut lists_of: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (number, list) in lists.iter().enumerate() {
            list.iter().for_each(|(literal, _)| lists_of.entry(literal.var()).or_default().push(number));
        }
        let concerned = |literals: &[Lit]| -> Vec<usize> {
            literals
                .iter()
                .filter_map(|l| lists_of.get(&l.var()))
                .flatten()
                .copied()
                .sorted_unstable()
                .dedup()
                .collect()
        };
        let mut found: Vec<RecordedSets> = lists.iter().map(|_| RecordedSets::default()).collect();
        let mut room = MAX_RECORDED_LITERALS;
        for (sets, are_exclusive) in [(&self.exclusive, true), (&self.covering, false)] {
            for set in sets.iter().map(AsRef::as_ref) {
                for list in concerned(set) {
                    let Some(left) = room.checked_sub(set.len()) else { return found };
                    room = left;
                    let RecordedSets { exclusive, covering, .. } = &mut found[list];
                    if are_exclusive { exclusive } else { covering }.push(set);
                }
            }
        }
        found
    }

    /// Groups literals with their costs, each literal once, into groups and pairs of groups. `disjuncts` returns the
    /// disjuncts of the formula that defines a literal, if there is one.
    pub fn group(
        &self,
        inputs: &[(Lit, i64)],
        disjuncts: impl Fn(Lit) -> Option<Vec<RecordedDisjunct>>,
    ) -> Grouping {
        self.group_with(inputs, disjuncts, true)
    }

    /// Groups by at-most-one sets and exactly-one groups alone. The literals' definitions are not used.
    pub fn group_exclusive(&self, inputs: &[(Lit, i64)]) -> Grouping {
        self.group_with(inputs, |_| None, false)
    }

    fn group_with(
        &self,
        inputs: &[(Lit, i64)],
        disjuncts: impl Fn(Lit) -> Option<Vec<RecordedDisjunct>>,
        with_covers: bool,
    ) -> Grouping {
        let listed = inputs.iter().map(|&(literal, cost)| CounterInput {
            literal,
            cost,
            disjuncts: disjuncts(literal),
        });
        let listed: Vec<CounterInput> = listed.collect();
        let of_disjuncts =
            listed.iter().flat_map(|input| &input.disjuncts).flatten().flat_map(RecordedDisjunct::literals);
        let named: Vec<Var> =
            inputs.iter().map(|&(literal, _)| literal).chain(of_disjuncts).map(Lit::var).collect();
        match named[..] {
            // A single literal is in no group.
            [_] => Grouping::singles(inputs),
            // A program may have as many objectives as literals, so scanning all sets for each would be quadratic.
            _ if INDEX_THRESHOLD * named.len() < self.exclusive.len() + self.covering.len() => {
                self.around(&named).group_listed(listed, with_covers)
            }
            _ => self.group_listed(listed, with_covers),
        }
    }

    /// Returns the constraints with some variables, or with variables that exclude these.
    fn around(&self, named: &[Var]) -> RecordedSets {
        let mut occurrences = self.occurrences.lock().expect("nobody panics while it is read");
        let OccurrenceIndex { exclusive, covering } = &mut *occurrences;
        exclusive.update(&self.exclusive);
        covering.update(&self.covering);
        let mut found = RecordedSets::default();
        for number in exclusive.of(named) {
            found.exclusive.push(self.exclusive.get(number));
        }
        let excluded = found.exclusive.iter().flatten().map(|literal| literal.var());
        let near: Vec<Var> = named.iter().copied().chain(excluded).unique().collect();
        for number in covering.of(&near) {
            found.covering.push(self.covering.get(number));
        }
        found
    }

    fn group_listed(&self, inputs: Vec<CounterInput>, with_covers: bool) -> Grouping {
        let disjuncts = inputs.iter().flat_map(|input| &input.disjuncts).flatten();
        let sets_of = self.sets_of(&disjuncts.flat_map(RecordedDisjunct::literals).collect());
        let (mut open, rest) = split(inputs, &sets_of);
        let all = rest.len();
        let (pairs, rest) = self.pair(rest, &sets_of);
        let paired = all - rest.len();
        rest.into_iter()
            .for_each(|CounterInput { literal, cost, .. }| *open.entry(literal).or_insert(0) += cost);
        let count = open.len();
        let (pairs, in_pairs): (Vec<Pairs>, Vec<i64>) = pairs.into_iter().unzip();
        let (mut groups, mut spent) = (Vec::new(), in_pairs.iter().sum());
        let cost =
            |open: &IndexMap<Lit, i64, FxBuildHasher>, literal| open.get(&literal).copied().unwrap_or(0);
        for set in self.exact(&open) {
            let costs: Vec<[i64; 2]> = set.iter().map(|&l| [l, !l].map(|l| cost(&open, l))).collect();
            if costs.iter().filter(|costs| **costs != [0, 0]).count() < 2 {
                continue;
            }
            let missed: i64 = costs.iter().map(|[_, missed]| missed).sum();
            let options = set.iter().zip(&costs).map(|(&l, [cost, own])| (l, missed - own + cost)).collect();
            let (group, least) = Group::new(options, None);
            groups.push(group);
            spent += least;
            for literal in set.iter().flat_map(|&literal| [literal, !literal]) {
                open.entry(literal).and_modify(|cost| *cost = 0);
            }
        }
        open.retain(|_, cost| *cost > 0);
        let sets = if with_covers { self.disjoint_covers(&open) } else { Vec::new() };
        let is_covering = !sets.is_empty();
        let in_sets: FxHashSet<Lit> = sets.iter().flatten().map(|&(literal, _)| literal).collect();
        // If most literals are in no set, this is not worth a bound of its own.
        let covered = (is_covering && 2 * in_sets.len() >= open.len()).then(|| {
            let alone = open.iter().filter(|(literal, _)| !in_sets.contains(*literal));
            let (alone, _) = self.cliques_of(alone.map(|(&literal, &cost)| (literal, cost)).collect());
            let (mut groups, mut spent) = (groups.clone(), spent);
            for (group, least) in sets.into_iter().map(|options| Group::new(options, None)).chain(alone) {
                groups.push(group);
                spent += least;
            }
            Covered { groups, spent }
        });
        let (cliques, singles) = self.cliques_of(open.into_iter().collect());
        for (group, least) in cliques {
            groups.push(group);
            spent += least;
        }
        Grouping { groups, pairs, spent, is_telling: 2 * singles <= count + paired, is_covering, covered }
    }

    /// Returns disjoint sets of literals with costs at least one of which holds. Sets with the highest cost for each
    /// of their literals are preferred.
    fn disjoint_covers(&self, costs: &IndexMap<Lit, i64, FxBuildHasher>) -> Vec<Vec<(Lit, i64)>> {
        let options = |clause: &[Lit]| -> Option<Vec<(Lit, i64)>> {
            clause.iter().map(|literal| Some((*literal, *costs.get(literal)?))).collect()
        };
        let worth = |options: &[(Lit, i64)]| {
            let least = options.iter().map(|&(_, cost)| cost).min();
            least.map_or(0.0, |least| least as f64 / options.len() as f64)
        };
        let sets = self.covering.iter().filter_map(|clause| options(clause.as_ref()));
        let mut sets: Vec<(f64, Vec<(Lit, i64)>)> = sets.map(|options| (worth(&options), options)).collect();
        sets.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut taken: FxHashSet<Lit> = FxHashSet::default();
        sets.retain(|(_, options)| {
            let is_free = options.iter().all(|(literal, _)| !taken.contains(literal));
            if is_free {
                taken.extend(options.iter().map(|&(literal, _)| literal));
            }
            is_free
        });
        sets.into_iter().map(|(_, options)| options).collect()
    }

    /// Groups literals into cliques, of which all literals but one are paid for at least. Also returns the number of
    /// literals that are alone.
    fn cliques_of(&self, mut rest: Vec<(Lit, i64)>) -> (Vec<(Group, i64)>, usize) {
        rest.sort_by_key(|&(_, cost)| std::cmp::Reverse(cost));
        let mut singles = 0;
        let mut found = Vec::new();
        for clique in self.cliques(&rest) {
            if let [only] = clique[..] {
                let (literal, cost) = rest[only];
                singles += 1;
                found.push((Group::single(literal, cost), 0));
                continue;
            }
            let total = clique.iter().map(|&i| rest[i].1).sum::<i64>();
            let options = clique.iter().map(|&i| (!rest[i].0, total - rest[i].1)).collect();
            found.push(Group::new(options, Some(total)));
        }
        (found, singles)
    }

    /// Returns, for each of some literals, the at-most-one sets that contain it.
    fn sets_of(&self, named: &FxHashSet<Lit>) -> FxHashMap<Lit, Vec<usize>> {
        let mut sets_of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, set) in self.exclusive.iter().enumerate() {
            let set: &[Lit] = set.as_ref();
            set.iter()
                .filter(|l| named.contains(l))
                .for_each(|&l| sets_of.entry(l).or_default().push(number));
        }
        sets_of
    }

    /// Splits off the literals whose disjuncts are all conjunctions of two literals, from the same two exactly-one
    /// groups. Returns them as pairs of groups with the cost that is always paid, and the other literals.
    fn pair(
        &self,
        inputs: Vec<CounterInput>,
        sets_of: &FxHashMap<Lit, Vec<usize>>,
    ) -> (Vec<(Pairs, i64)>, Vec<CounterInput>) {
        let sides: Vec<Option<[usize; 2]>> =
            inputs.iter().map(|input| sides(sets_of, &input.pairs()?)).collect();
        if sides.iter().all(Option::is_none) {
            return (Vec::new(), inputs);
        }
        let exact = self.exact_sets();
        let sets: Vec<&[Lit]> = self.exclusive.iter().map(AsRef::as_ref).collect();
        let mut tables: IndexMap<[usize; 2], Vec<Vec<Option<i64>>>, FxBuildHasher> = IndexMap::default();
        let mut rest = Vec::new();
        let mut room = MAX_TABLE_ENTRIES;
        for (input, sides) in inputs.into_iter().zip(sides) {
            let sides = sides.filter(|sides| {
                let size: usize = sides.iter().map(|&set| sets[set].len()).product();
                let fits = |&set: &usize| exact.contains(set) && sets[set].len() <= Pairs::LONGEST_SIDE;
                sides.iter().all(fits) && (tables.contains_key(sides) || size <= room)
            });
            let Some(sides) = sides else {
                rest.push(input);
                continue;
            };
            let table = tables.entry(sides).or_insert_with(|| {
                let [first, second] = sides.map(|set| sets[set]);
                room -= first.len() * second.len();
                let may = |a: Lit, b: Lit| a == b || common(sets_of, &[a, b]).is_empty();
                let row = |&a: &Lit| second.iter().map(|&b| may(a, b).then_some(0)).collect();
                first.iter().map(row).collect()
            });
            for [a, b] in input.pairs().into_iter().flatten() {
                let position = |side: usize, literal| sets[sides[side]].iter().position(|&l| l == literal);
                let entry =
                    &mut table[position(0, a).expect("it is there")][position(1, b).expect("likewise")];
                *entry = entry.map(|cost| cost + input.cost);
            }
        }
        let pairs =
            tables.into_iter().map(|(sides, table)| Pairs::new(sides.map(|set| sets[set].to_vec()), table));
        (pairs.collect(), rest)
    }

    /// Returns the at-most-one sets of which exactly one literal always holds, with no variable twice.
    fn exact_sets(&self) -> FixedBitSet {
        let sets_of = self.sets_of(&self.exclusive.iter().flat_map(|set| set.iter().copied()).collect());
        let mut exact = FixedBitSet::with_capacity(self.exclusive.len());
        for clause in self.covering.iter() {
            exact.extend(common(&sets_of, clause.as_ref()));
        }
        for (number, set) in self.exclusive.iter().enumerate() {
            exact.set(number, exact.contains(number) && is_plain(set.as_ref()));
        }
        exact
    }

    /// Returns exactly-one groups with at least two literals that have a cost.
    fn exact(&self, costs: &IndexMap<Lit, i64, FxBuildHasher>) -> Vec<&[Lit]> {
        let bears = |literal: &Lit| costs.contains_key(literal) || costs.contains_key(&!*literal);
        let says_much = |set: &&[Lit]| set.iter().filter(|&literal| bears(literal)).nth(1).is_some();
        let sets: Vec<&[Lit]> = self.exclusive.iter().map(AsRef::as_ref).filter(says_much).collect();
        let mut sets_of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|&literal| sets_of.entry(literal).or_default().push(number));
        }
        let mut is_exact = FixedBitSet::with_capacity(sets.len());
        for clause in self.covering.iter() {
            is_exact.extend(common(&sets_of, clause.as_ref()));
        }
        is_exact.ones().map(|number| sets[number]).filter(|set| is_plain(set)).collect()
    }

    /// Partitions literals, given by their indices, into sets of which no two literals are false together.
    fn cliques(&self, literals: &[(Lit, i64)]) -> Vec<Vec<usize>> {
        let count = literals.len();
        if count > MAX_CLIQUE_LITERALS {
            return (0..count).map(|i| vec![i]).collect();
        }
        let position: FxHashMap<Lit, usize> =
            literals.iter().enumerate().map(|(i, &(literal, _))| (!literal, i)).collect();
        let mut excludes = vec![FixedBitSet::with_capacity(count); count];
        let mut exclude = |positions: &[usize]| {
            for &a in positions {
                for &b in positions {
                    if a != b {
                        excludes[a].insert(b);
                    }
                }
            }
        };
        for set in self.exclusive.iter() {
            let set: &[Lit] = set.as_ref();
            let positions: Vec<usize> =
                set.iter().filter_map(|literal| position.get(literal).copied()).collect();
            exclude(&positions);
        }
        for clause in self.covering.iter() {
            let clause: &[Lit] = clause.as_ref();
            if let &[a, b] = clause {
                if let (Some(&a), Some(&b)) = (position.get(&!a), position.get(&!b)) {
                    exclude(&[a, b]);
                }
            }
        }
        // Each clique has the literals that may still join it.
        let mut cliques: Vec<(Vec<usize>, FixedBitSet)> = Vec::new();
        let mut alone: Vec<Vec<usize>> = Vec::new();
        for (i, excluded) in excludes.iter().enumerate() {
            if excluded.is_clear() {
                alone.push(vec![i]);
                continue;
            }
            match cliques.iter_mut().find(|(_, open)| open.contains(i)) {
                Some((clique, open)) => {
                    clique.push(i);
                    open.intersect_with(excluded);
                }
                None => cliques.push((vec![i], excluded.clone())),
            }
        }
        cliques.into_iter().map(|(clique, _)| clique).chain(alone).collect()
    }
}

/// Moves the cost of a literal to its disjuncts if at most one of these holds. Returns the resulting costs, and the
/// other literals. Moves none if the total might overflow.
fn split(
    inputs: Vec<CounterInput>,
    sets_of: &FxHashMap<Lit, Vec<usize>>,
) -> (IndexMap<Lit, i64, FxBuildHasher>, Vec<CounterInput>) {
    let mut costs: IndexMap<Lit, i64, FxBuildHasher> = IndexMap::default();
    let mut rest = Vec::new();
    let disjuncts =
        |input: &CounterInput| input.disjuncts.as_ref().map_or(1, |disjuncts| disjuncts.len().max(1)) as i128;
    let total: i128 = inputs.iter().map(|input| i128::from(input.cost) * disjuncts(input)).sum();
    if total > i128::from(i64::MAX / 4) {
        return (costs, inputs);
    }
    for input in inputs {
        match input.singles().filter(|singles| !common(sets_of, singles).is_empty()) {
            Some(singles) => {
                singles.into_iter().for_each(|single| *costs.entry(single).or_insert(0) += input.cost);
            }
            None => rest.push(input),
        }
    }
    (costs, rest)
}

/// Whether no variable occurs twice.
fn is_plain(set: &[Lit]) -> bool {
    set.iter().map(|literal| literal.var()).collect::<FxHashSet<_>>().len() == set.len()
}

/// Returns two different sets such that each pair has one literal in the first and one in the second.
fn sides(sets_of: &FxHashMap<Lit, Vec<usize>>, pairs: &[[Lit; 2]]) -> Option<[usize; 2]> {
    let of = |side: usize| pairs.iter().map(|pair| pair[side]).collect::<Vec<_>>();
    let (first, second) = (common(sets_of, &of(0)), common(sets_of, &of(1)));
    first.into_iter().cartesian_product(second).map(|(a, b)| [a, b]).find(|[a, b]| a != b)
}

/// Returns the sets that contain all of the literals.
fn common(sets_of: &FxHashMap<Lit, Vec<usize>>, literals: &[Lit]) -> Vec<usize> {
    let of = |literal: &Lit| sets_of.get(literal).map_or(&[][..], Vec::as_slice);
    let Some((first, others)) = literals.split_first() else { return Vec::new() };
    let mut common = of(first).to_vec();
    for literal in others {
        if common.is_empty() {
            break;
        }
        common.retain(|number| of(literal).contains(number));
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VARIABLES: u32 = 8;

    fn literals(most: usize) -> impl Strategy<Value = Vec<Lit>> {
        let literal = (0..VARIABLES, prop::bool::weighted(0.3));
        prop::collection::vec(literal.prop_map(|(v, negated)| Lit::new(v, negated)), 2..most).prop_map(
            |mut set| {
                set.sort_unstable();
                set.dedup();
                set
            },
        )
    }

    fn one_each() -> impl Strategy<Value = Vec<Vec<prop::sample::Index>>> {
        prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 1), 1..4)
    }

    fn two_each() -> impl Strategy<Value = Vec<Vec<prop::sample::Index>>> {
        prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 2), 1..5)
    }

    fn holds(literal: Lit, set: u32) -> bool {
        (set >> literal.vidx32() & 1 == 1) == literal.is_pos()
    }

    /// Returns the cost of pairs in a set in which each side has one literal.
    fn cost_of_pairs(pairs: &Pairs, set: u32) -> i64 {
        let held = pairs.sides.each_ref().map(|side| side.iter().positions(|&l| holds(l, set)).exactly_one());
        let [a, b] = held.map(|position| position.expect("one literal of each side holds"));
        pairs.costs[a][b].expect("they may hold together")
    }

    /// Returns the cost of a group in a set with at most one of its options.
    fn cost(group: &Group, set: u32) -> i64 {
        let mut held = group.options.iter().filter(|o| holds(o.0, set));
        let cost = held.next().map_or(group.otherwise, |o| o.1);
        assert!(held.next().is_none(), "{group:?} has two options that hold");
        cost
    }

    /// Returns a lower bound on the cost of a group in a set that may have several of its options.
    fn cost_at_least(group: &Group, set: u32) -> i64 {
        let held = group.options.iter().filter(|o| holds(o.0, set)).map(|o| o.1);
        held.max().unwrap_or(group.otherwise)
    }

    /// Costs of four disjuncts that may overflow together stay with the one literal.
    #[test]
    fn costs_that_are_too_large_are_not_split() {
        let set: Vec<Lit> = (1..5).map(Lit::positive).collect();
        let mut recorded_sets = RecordedSets::default();
        recorded_sets.exclude(&set);
        let disjuncts =
            |_| Some(set.iter().map(|&l| RecordedDisjunct { literal: Some(l), pair: None }).collect());
        let most = |cost| {
            let grouping = recorded_sets.group(&[(Lit::positive(0), cost)], disjuncts);
            grouping.groups.iter().map(|group| i128::from(group.most())).collect::<Vec<_>>()
        };
        assert_eq!(most(7), [7; 4]);
        assert_eq!(most(i64::MAX / 4), [i128::from(i64::MAX / 4)]);
    }

    /// Positions on a side have sixteen bits.
    #[test]
    fn a_side_that_is_too_long_is_in_no_pairs() {
        let sides = |length: u32| {
            let short = [Lit::positive(1), Lit::positive(2)];
            let long: Vec<Lit> = (3..3 + length).map(Lit::positive).collect();
            let mut recorded_sets = RecordedSets::default();
            for set in [&short[..], &long] {
                recorded_sets.exclude(set);
                recorded_sets.cover(set);
            }
            let pair = Some([short[0], *long.last().unwrap()]);
            let disjuncts = |_| Some(vec![RecordedDisjunct { literal: None, pair }]);
            recorded_sets.group(&[(Lit::positive(0), 5)], disjuncts).pairs.len()
        };
        assert_eq!([sides(3), sides(65_535), sides(65_536)], [1, 1, 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 10000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Checks that groups and literals cost the same in all sets that satisfy the constraints.
        #[test]
        fn groups_cost_what_literals_cost(
            exclusive in prop::collection::vec((literals(5), any::<bool>()), 0..5),
            covering in prop::collection::vec(literals(4), 0..6),
            costs in prop::collection::vec((0..VARIABLES, any::<bool>(), 1..9_i64), 1..8),
            defined in prop::collection::vec(
                (any::<prop::sample::Index>(), prop_oneof![one_each(), two_each()]),
                0..3,
            ),
        ) {
            let mut recorded_sets = RecordedSets::default();
            for (set, is_covered) in &exclusive {
                recorded_sets.exclude(set);
                if *is_covered {
                    recorded_sets.cover(set);
                }
            }
            covering.iter().for_each(|clause| recorded_sets.cover(clause));
            let inputs: FxHashMap<Lit, i64> =
                costs.iter().map(|&(v, negated, cost)| (Lit::new(v, negated), cost)).collect();
            let inputs: Vec<(Lit, i64)> = inputs.into_iter().collect();
            // Some inputs stand for disjunctions, of literals or of two literals of neighbouring sets each.
            let mut disjuncts: FxHashMap<Lit, Vec<Vec<Lit>>> = FxHashMap::default();
            for (index, indices) in defined {
                let (literal, _) = inputs[index.index(inputs.len())];
                let first = exclusive.len().checked_sub(2).map(|last| index.index(last + 1));
                let disjunct = |disjunct: &Vec<prop::sample::Index>| -> Vec<Lit> {
                    let set = |i: usize| &exclusive[first.unwrap_or(0) + i].0;
                    disjunct.iter().enumerate().map(|(i, position)| set(i)[position.index(set(i).len())]).collect()
                };
                if first.is_some() {
                    disjuncts.insert(literal, indices.iter().map(disjunct).collect());
                }
            }
            disjuncts.retain(|literal, disjuncts| disjuncts.iter().flatten().all(|l| l.var() != literal.var()));
            let of = |literal| {
                let disjunct = |disjunct: &Vec<Lit>| match disjunct[..] {
                    [literal] => RecordedDisjunct { literal: Some(literal), pair: None },
                    [a, b] => RecordedDisjunct { literal: None, pair: Some([a, b]) },
                    _ => unreachable!("there are one or two"),
                };
                Some(disjuncts.get(&literal)?.iter().map(disjunct).collect())
            };
            let named: Vec<Var> = inputs.iter().map(|&(literal, _)| literal.var())
                .chain(disjuncts.values().flatten().flatten().map(|literal| literal.var())).collect();
            let Grouping { groups, pairs, spent, covered, .. } = recorded_sets.group(&inputs, of);
            // The constraints around the literals are enough.
            let near = recorded_sets.around(&named).group(&inputs, of);
            prop_assert_eq!(format!("{groups:?} {pairs:?} {spent}"), format!("{:?} {:?} {}", near.groups, near.pairs, near.spent));
            for set in 0..1 << VARIABLES {
                let count = |literals: &[Lit]| literals.iter().filter(|&&l| holds(l, set)).count();
                let is_meant = exclusive.iter().all(|(s, is_covered)| {
                    count(s) <= 1 && (!is_covered || s.len() < 2 || count(s) == 1)
                }) && covering.iter().all(|clause| clause.len() < 2 || count(clause) > 0)
                    && disjuncts.iter().all(|(l, disjuncts)| {
                        holds(*l, set) == disjuncts.iter().any(|disjunct| count(disjunct) == disjunct.len())
                    });
                if is_meant {
                    let paid: i64 = inputs.iter().filter(|i| holds(i.0, set)).map(|i| i.1).sum();
                    let grouped: i64 = groups.iter().map(|group| cost(group, set)).sum();
                    let paired: i64 = pairs.iter().map(|pairs| cost_of_pairs(pairs, set)).sum();
                    prop_assert_eq!(paid, spent + grouped + paired, "in {:b} by {:?} {:?}", set, groups, pairs);
                    if let Some(Covered { groups, spent }) = &covered {
                        let least: i64 = groups.iter().map(|group| cost_at_least(group, set)).sum();
                        prop_assert!(spent + least + paired <= paid, "in {:b} by {:?} {:?}", set, groups, pairs);
                    }
                }
            }
        }
    }
}
