//! Which literals of an objective are alternatives: of which at most one holds, or exactly one, or of which all but one are
//! paid for.
//!
//! What clauses and at-most-ones say is noted while they are written. Of sets of which exactly one literal holds, those count
//! that bear two costs or more, the first ones first: sets of one rule come together, and cover what it chooses from. Literals
//! that are left, two of which exclude each other where neither is paid for, are put together greedily, the dearest first, as
//! one colours a graph.

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use rustsat::types::Lit;

use super::clauses::Clauses;
use super::cost_bound::Group;

/// So many literals are noted: a program with more is large enough without.
const ROOM: usize = 4_000_000;

/// Among more literals nobody looks for those that exclude each other.
const CROWD: usize = 4096;

/// What literals cost, in groups.
#[derive(Debug)]
pub(crate) struct Grouping {
    pub groups: Vec<Group>,
    /// What is spent in any case.
    pub spent: i64,
    /// Whether the groups say more of most literals than each does alone.
    pub is_telling: bool,
}

impl Grouping {
    /// Each by itself.
    pub fn singles(inputs: &[(Lit, i64)]) -> Self {
        let groups = inputs.iter().map(|&(literal, cost)| Group::single(literal, cost)).collect();
        Grouping { groups, spent: 0, is_telling: false }
    }
}

/// What excludes each other, and what does not fail together.
#[derive(Default, Debug)]
pub(super) struct Alternatives {
    /// Literals of which at most one holds.
    exclusive: Clauses,
    /// Literals of which at least one holds.
    covering: Clauses,
    noted: usize,
}

impl Alternatives {
    /// At most one of these holds.
    pub fn exclude(&mut self, literals: &[Lit]) {
        if self.has_room(literals) {
            self.exclusive.push(literals);
        }
    }

    /// At least one of these holds.
    pub fn cover(&mut self, clause: &[Lit]) {
        if clause.len() > 1 && self.has_room(clause) {
            self.covering.push(clause);
        }
    }

    fn has_room(&mut self, literals: &[Lit]) -> bool {
        self.noted += literals.len();
        self.noted <= ROOM
    }

    /// Literals that cost something, each once, in groups. `parts` are literals one of which holds exactly where a literal does, if
    /// that is how it is defined.
    pub fn group(&self, inputs: &[(Lit, i64)], parts: impl Fn(Lit) -> Option<Vec<Lit>>) -> Grouping {
        let mut open = self.split(inputs, parts);
        let count = open.len();
        let (mut groups, mut spent) = (Vec::new(), 0);
        let mut add = |(group, least): (Group, i64)| {
            groups.push(group);
            spent += least;
        };
        let cost =
            |open: &IndexMap<Lit, i64, FxBuildHasher>, literal| open.get(&literal).copied().unwrap_or(0);
        for set in self.exact(&open) {
            let costs: Vec<[i64; 2]> = set.iter().map(|&l| [l, !l].map(|l| cost(&open, l))).collect();
            if costs.iter().filter(|costs| **costs != [0, 0]).count() < 2 {
                continue;
            }
            let missed: i64 = costs.iter().map(|[_, missed]| missed).sum();
            let options = set.iter().zip(&costs).map(|(&l, [cost, own])| (l, missed - own + cost)).collect();
            add(Group::new(options, None));
            for literal in set.iter().flat_map(|&literal| [literal, !literal]) {
                open.entry(literal).and_modify(|cost| *cost = 0);
            }
        }
        let mut rest: Vec<(Lit, i64)> = open.into_iter().filter(|&(_, cost)| cost > 0).collect();
        rest.sort_by_key(|&(_, cost)| std::cmp::Reverse(cost));
        let mut singles = 0;
        for clique in self.cliques(&rest) {
            if let [only] = clique[..] {
                let (literal, cost) = rest[only];
                singles += 1;
                add((Group::single(literal, cost), 0));
                continue;
            }
            let total = clique.iter().map(|&i| rest[i].1).sum::<i64>();
            let options = clique.iter().map(|&i| (!rest[i].0, total - rest[i].1)).collect();
            add(Group::new(options, Some(total)));
        }
        Grouping { groups, spent, is_telling: 2 * singles <= count }
    }

    /// The same costs, but where a literal holds if one of several alternatives does, each of these costs as much in its place.
    fn split(
        &self,
        inputs: &[(Lit, i64)],
        parts: impl Fn(Lit) -> Option<Vec<Lit>>,
    ) -> IndexMap<Lit, i64, FxBuildHasher> {
        let parts: Vec<Option<Vec<Lit>>> = inputs.iter().map(|&(literal, _)| parts(literal)).collect();
        let named: FxHashSet<Lit> = parts.iter().flatten().flatten().copied().collect();
        let mut sets_of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, set) in self.exclusive.iter().enumerate() {
            let set: &[Lit] = set.as_ref();
            set.iter()
                .filter(|l| named.contains(l))
                .for_each(|&l| sets_of.entry(l).or_default().push(number));
        }
        let mut costs: IndexMap<Lit, i64, FxBuildHasher> = IndexMap::default();
        for (&(literal, cost), parts) in inputs.iter().zip(parts) {
            match parts.filter(|parts| !common(&sets_of, parts).is_empty()) {
                Some(parts) => parts.into_iter().for_each(|part| *costs.entry(part).or_insert(0) += cost),
                None => *costs.entry(literal).or_insert(0) += cost,
            }
        }
        costs
    }

    /// Sets of which exactly one literal holds, and some literal costs something.
    fn exact(&self, costs: &IndexMap<Lit, i64, FxBuildHasher>) -> Vec<&[Lit]> {
        let bears = |literal: &Lit| costs.contains_key(literal) || costs.contains_key(&!*literal);
        let sets: Vec<&[Lit]> =
            self.exclusive.iter().map(AsRef::as_ref).filter(|set: &&[Lit]| set.iter().any(bears)).collect();
        let mut sets_of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|&literal| sets_of.entry(literal).or_default().push(number));
        }
        let mut is_exact = FixedBitSet::with_capacity(sets.len());
        for clause in self.covering.iter() {
            is_exact.extend(common(&sets_of, clause.as_ref()));
        }
        let is_plain = |set: &&[Lit]| {
            set.iter().map(|literal| literal.var()).collect::<FxHashSet<_>>().len() == set.len()
        };
        is_exact.ones().map(|number| sets[number]).filter(is_plain).collect()
    }

    /// Parts of some literals of which no two may fail to be paid for.
    fn cliques(&self, literals: &[(Lit, i64)]) -> Vec<Vec<usize>> {
        let count = literals.len();
        if count > CROWD {
            return (0..count).map(|i| vec![i]).collect();
        }
        let place: FxHashMap<Lit, usize> =
            literals.iter().enumerate().map(|(i, &(literal, _))| (!literal, i)).collect();
        let mut excludes = vec![FixedBitSet::with_capacity(count); count];
        let mut exclude = |places: &[usize]| {
            for &a in places {
                for &b in places {
                    if a != b {
                        excludes[a].insert(b);
                    }
                }
            }
        };
        for set in self.exclusive.iter() {
            let set: &[Lit] = set.as_ref();
            let places: Vec<usize> = set.iter().filter_map(|literal| place.get(literal).copied()).collect();
            exclude(&places);
        }
        for clause in self.covering.iter() {
            let clause: &[Lit] = clause.as_ref();
            if let &[a, b] = clause {
                if let (Some(&a), Some(&b)) = (place.get(&!a), place.get(&!b)) {
                    exclude(&[a, b]);
                }
            }
        }
        // With what may still join each.
        let mut cliques: Vec<(Vec<usize>, FixedBitSet)> = Vec::new();
        for (i, excluded) in excludes.iter().enumerate() {
            match cliques.iter_mut().find(|(_, open)| open.contains(i)) {
                Some((clique, open)) => {
                    clique.push(i);
                    open.intersect_with(excluded);
                }
                None => cliques.push((vec![i], excluded.clone())),
            }
        }
        cliques.into_iter().map(|(clique, _)| clique).collect()
    }
}

/// The sets that all of some literals are in.
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
    use crate::translate::cost_bound::Group;
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

    fn holds(literal: Lit, set: u32) -> bool {
        (set >> literal.vidx32() & 1 == 1) == literal.is_pos()
    }

    /// What a group costs in a set, no two of its options being there.
    fn cost(group: &Group, set: u32) -> i64 {
        let mut held = group.options().iter().filter(|o| holds(o.0, set));
        let cost = held.next().map_or(group.otherwise(), |o| o.1);
        assert!(held.next().is_none(), "{group:?} has two options that hold");
        cost
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// In whatever is as the clauses and at-most-ones say, groups cost as much as the literals do.
        #[test]
        fn groups_cost_what_literals_cost(
            exclusive in prop::collection::vec((literals(5), any::<bool>()), 0..5),
            covering in prop::collection::vec(literals(4), 0..6),
            costs in prop::collection::vec((0..VARIABLES, any::<bool>(), 1..9_i64), 1..8),
            defined in prop::option::of((any::<prop::sample::Index>(), literals(4))),
        ) {
            let mut alternatives = Alternatives::default();
            for (set, is_covered) in &exclusive {
                alternatives.exclude(set);
                if *is_covered {
                    alternatives.cover(set);
                }
            }
            covering.iter().for_each(|clause| alternatives.cover(clause));
            let inputs: FxHashMap<Lit, i64> =
                costs.iter().map(|&(v, negated, cost)| (Lit::new(v, negated), cost)).collect();
            let inputs: Vec<(Lit, i64)> = inputs.into_iter().collect();
            // One of the inputs stands for a disjunction of others.
            let defined = defined.map(|(index, parts)| (inputs[index.index(inputs.len())].0, parts));
            let defined = defined.filter(|(literal, parts)| parts.iter().all(|l| l.var() != literal.var()));
            let parts = |literal| defined.as_ref().filter(|it| it.0 == literal).map(|it| it.1.clone());
            let Grouping { groups, spent, .. } = alternatives.group(&inputs, parts);
            for set in 0..1 << VARIABLES {
                let count = |literals: &[Lit]| literals.iter().filter(|&&l| holds(l, set)).count();
                let is_meant = exclusive.iter().all(|(s, is_covered)| {
                    count(s) <= 1 && (!is_covered || s.len() < 2 || count(s) == 1)
                }) && covering.iter().all(|clause| clause.len() < 2 || count(clause) > 0)
                    && defined.iter().all(|(l, parts)| holds(*l, set) == (count(parts) > 0));
                if is_meant {
                    let paid: i64 = inputs.iter().filter(|i| holds(i.0, set)).map(|i| i.1).sum();
                    let grouped: i64 = groups.iter().map(|group| cost(group, set)).sum();
                    prop_assert_eq!(paid, spent + grouped, "in {:b} by {:?}", set, groups);
                }
            }
        }
    }
}
