//! Clauses implied by counting, in the manner of the pigeonhole principle and Hall's theorem (1935).
//!
//! Take clauses that have no literal in common, and at-most-one sets that together contain all their literals. If
//! there are as many sets as clauses, exactly one literal of each set holds. Examples are a value that must occur in
//! each row, or a city that has to be entered. Unit propagation does not find this, and resolution needs proofs as
//! long as those of the pigeonhole principle (Haken, TCS 39, 1985). If there are fewer sets than clauses, there is no
//! model.
//!
//! Clauses and sets are the two sides of a bipartite graph whose edges are the literals. Each literal belongs to sets
//! of several kinds, such as the column and the box beside the row. A matching family is grown from one set: the next
//! set is one that contains most literals of the clauses so far.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use rustsat::types::{Cl, Lit};

use super::counted::Counted;
use super::lists::{Lists, LiteralIndex, Numbers, NONE};
use crate::Tuning;

/// Returns clauses implied by counting. An empty one says that there is no model.
pub(super) fn implied(counted: &Counted, tuning: &Tuning) -> Vec<Vec<Lit>> {
    IncompatibilityGraph::read(counted, tuning).map_or_else(Vec::new, |mut graph| graph.implied())
}

/// The weight of a clause; a literal of a clause of `n` literals has the `n`th part of it.
const WHOLE: u64 = 1 << 20;

/// The bipartite graph of clauses and at-most-one sets.
#[derive(Debug)]
struct IncompatibilityGraph {
    literals: Vec<Lit>,
    clauses: Lists,
    sets: Lists,
    clauses_of: Lists,
    sets_of: Lists,
    /// For each literal, those that it excludes without a common set. There are many, and few matter, so a set is made
    /// of such a pair only when it is chosen.
    partners_of: Lists,
    /// The sets made of two literals so far.
    pairs: FxHashMap<(LiteralIndex, LiteralIndex), usize>,
    /// For the family grown last, the clause of each literal, or `NONE`.
    clause_of: Vec<u32>,
    /// For the family grown last, whether a literal is assigned to a set or is in none.
    is_assigned: FixedBitSet,
    /// The literals whose entries in `clause_of` and `is_assigned` must be reset.
    grown: Vec<LiteralIndex>,
    /// The time of the last visit to each clause.
    clause_seen: Vec<usize>,
    /// The time of the last visit to each literal.
    literal_seen: Vec<usize>,
    /// The current time, a counter.
    now: usize,
    /// The number of literals that may still be visited without success.
    effort: usize,
}

/// The at-most-one set that is assigned to a literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SetChoice {
    /// The set of the literal and this one.
    Pair(LiteralIndex),
    Set(usize),
}

/// A family of clauses and the sets that contain their literals.
#[derive(Default, Debug)]
struct Family {
    /// The number of clauses.
    clauses: usize,
    /// The sets, each with the literals assigned to it.
    parts: Vec<(usize, Vec<LiteralIndex>)>,
    /// The literals that are in no set.
    alone: Vec<LiteralIndex>,
}

impl Family {
    fn parts(&self) -> usize {
        self.parts.len() + self.alone.len()
    }
}

impl IncompatibilityGraph {
    /// Reads the clauses that may be counted; `None` if there are none.
    fn read(counted: &Counted, tuning: &Tuning) -> Option<Self> {
        let needs = Needs::read(counted);
        let mut numbers = Numbers::new(counted.end());
        let mut covering = Lists::default();
        for clause in counted.long().filter(|clause| needs.of(clause) <= tuning.pigeonhole_need) {
            covering.push(clause.iter().map(|&literal| numbers.number(literal)));
        }
        if covering.len() == 0 {
            return None;
        }
        // Exclusions are clauses of two literals as well. They count only beside longer clauses.
        let mut is_near = FixedBitSet::with_capacity(counted.end());
        let exclusive = counted.exclusive;
        for set in exclusive.iter().filter(|set| set.iter().any(|&literal| numbers.get(literal).is_some())) {
            set.iter().for_each(|literal| is_near.insert(literal.lidx()));
        }
        for &[a, b] in &counted.exclusions {
            for [one, other] in [[a, b], [b, a]] {
                if numbers.get(one).is_some() {
                    is_near.insert(other.lidx());
                }
            }
        }
        for pair in &counted.exclusions {
            if pair.iter().all(|&literal| is_near.contains((!literal).lidx())) {
                covering.push(pair.iter().map(|&literal| numbers.number(!literal)));
            }
        }
        let count = numbers.literals.len();
        let mut sets = Lists::default();
        for set in exclusive.iter() {
            sets.push(set.iter().filter_map(|&literal| numbers.get(literal)));
        }
        let excluded =
            counted.exclusions.iter().filter_map(|&[a, b]| Some((numbers.get(a)?, numbers.get(b)?)));
        let mut partners = Lists::by_first(excluded.flat_map(|(a, b)| [(a, b), (b, a)]), count);
        partners.sort();
        let size = covering.item_count() + sets.item_count() + partners.item_count();
        let effort = tuning.pigeonhole_effort * size;
        let alone = add_cliques(&mut sets, &partners, effort);
        drop(partners);
        Some(IncompatibilityGraph {
            clauses_of: covering.inverse(count),
            sets_of: sets.inverse(count),
            partners_of: Lists::by_first(alone.iter().flat_map(|&(a, b)| [(a, b), (b, a)]), count),
            pairs: FxHashMap::default(),
            clause_of: vec![NONE; count],
            is_assigned: FixedBitSet::with_capacity(count),
            grown: Vec::new(),
            clause_seen: vec![0; covering.len()],
            literal_seen: vec![0; count],
            now: 0,
            effort,
            literals: numbers.literals,
            clauses: covering,
            sets,
        })
    }

    fn implied(&mut self) -> Vec<Vec<Lit>> {
        let mut is_done = self.known();
        let weights = self.weights();
        let is_heavy = |set: &[LiteralIndex]| {
            set.iter().map(|&edge| u64::from(weights[edge as usize])).sum::<u64>() >= WHOLE
        };
        // Most sets of two literals come from definitions; the relevant ones are reached from larger sets.
        let is_seed = |set: &usize| self.sets.get(*set).len() > 2 && is_heavy(self.sets.get(*set));
        let mut seeds: Vec<usize> = is_done.zeroes().filter(is_seed).collect();
        seeds.sort_by_key(|&set| Reverse(self.sets.get(set).len()));
        let mut found = Vec::new();
        for seed in seeds {
            if is_done.contains(seed) {
                continue;
            }
            let effort = self.effort;
            let family = self.grow(seed);
            self.forget();
            let Some(family) = family else { break };
            for set in is_done.len()..self.sets.len() {
                is_done.grow(set + 1);
                is_done.set(set, self.is_clause(set));
            }
            if family.parts() < family.clauses {
                return vec![Vec::new()];
            }
            let is_tight = family.parts() == family.clauses;
            let literals = |part: &[LiteralIndex]| {
                part.iter().map(|&edge| self.literals[edge as usize]).collect::<Vec<Lit>>()
            };
            let known = family.parts.iter().filter(|(set, _)| is_done.contains(*set)).count();
            // A family with many new clauses does not count against the limit, and its sets are no further seeds.
            if is_tight && 2 * known <= family.parts.len() {
                self.effort = effort;
            }
            for (set, part) in &family.parts {
                if is_tight && !is_done.contains(*set) {
                    found.push(literals(part));
                }
                is_done.insert(*set);
            }
            if is_tight {
                found.extend(family.alone.chunks(1).map(literals));
            }
        }
        found
    }

    /// Whether a set of two literals has the literals of a clause.
    fn is_clause(&self, set: usize) -> bool {
        let &[one, other] = self.sets.get(set) else { return false };
        let clauses =
            self.clauses_of.get(one as usize).iter().map(|&clause| self.clauses.get(clause as usize));
        clauses.into_iter().any(|clause| clause.len() == 2 && clause.contains(&other))
    }

    /// Returns for each literal the largest share of a clause that it can be, rounded up. If there are no more sets
    /// than clauses, the shares of one of the sets add up to at least a whole clause.
    fn weights(&self) -> Vec<u32> {
        let mut weights = vec![0; self.literals.len()];
        for clause in self.clauses.iter() {
            let weight = WHOLE.div_ceil(clause.len() as u64) as u32;
            for &edge in clause {
                let known: &mut u32 = &mut weights[edge as usize];
                *known = weight.max(*known);
            }
        }
        weights
    }

    /// Returns the sets that contain all literals of a clause: nothing new follows for them.
    fn known(&self) -> FixedBitSet {
        let mut known = FixedBitSet::with_capacity(self.sets.len());
        for clause in self.clauses.iter() {
            let sets_of = |edge: &LiteralIndex| self.sets_of.get(*edge as usize);
            let has_all = |set: &&u32| clause.iter().all(|edge| sets_of(edge).binary_search(set).is_ok());
            let fewest = clause.iter().map(sets_of).min_by_key(|sets| sets.len()).unwrap_or_default();
            fewest.iter().filter(has_all).for_each(|&set| known.insert(set as usize));
        }
        known
    }

    /// Grows a family from a set; `None` if the effort is used up.
    fn grow(&mut self, seed: usize) -> Option<Family> {
        let mut family = Family::default();
        let mut open = Vec::new();
        self.take(&mut family, &mut open, seed);
        while !open.is_empty() {
            let before = family.parts();
            let mut undecided = Vec::new();
            for edge in std::mem::take(&mut open) {
                if self.is_assigned.contains(edge as usize) {
                    continue;
                }
                let mut best: Option<(usize, Reverse<usize>, SetChoice)> = None;
                // Whether no other set has as many.
                let mut is_alone = true;
                let mut offer = |share: usize, distance: usize, choice: SetChoice| {
                    is_alone = match best {
                        Some((most, ..)) if most == share => false,
                        Some((most, ..)) if most > share => is_alone,
                        _ => true,
                    };
                    best = best.max(Some((share, Reverse(distance), choice)));
                };
                for position in 0..self.sets_of.get(edge as usize).len() {
                    let set = self.sets_of.get(edge as usize)[position] as usize;
                    // The nearest set is most likely of the same kind.
                    if let Some(share) = self.share(set) {
                        offer(share, set.abs_diff(seed), SetChoice::Set(set));
                    }
                }
                let partners = self.partners_of.get(edge as usize);
                self.effort = self.effort.saturating_sub(partners.len());
                for &other in partners {
                    if let Some(share) = self.share_of_two(edge, other) {
                        offer(share, usize::MAX, SetChoice::Pair(other));
                    }
                }
                if self.effort == 0 {
                    return None;
                }
                match best {
                    Some((.., choice)) if is_alone => {
                        let set = self.set(edge, choice);
                        self.take(&mut family, &mut open, set);
                    }
                    Some((.., choice)) => undecided.push((edge, choice)),
                    None => {
                        family.alone.push(edge);
                        self.is_assigned.insert(edge as usize);
                    }
                }
            }
            if let (true, Some(&(edge, choice))) = (before == family.parts(), undecided.first()) {
                let set = self.set(edge, choice);
                self.take(&mut family, &mut open, set);
            }
            open.extend(undecided.into_iter().map(|(edge, _)| edge));
        }
        Some(family)
    }

    fn forget(&mut self) {
        for edge in self.grown.drain(..) {
            self.clause_of[edge as usize] = NONE;
            self.is_assigned.remove(edge as usize);
        }
    }

    /// Returns the number of unassigned literals that a set would get; `None` if it has two literals of one clause.
    fn share(&mut self, set: usize) -> Option<usize> {
        let set = self.sets.get(set);
        self.effort = self.effort.saturating_sub(set.len());
        self.now += 1;
        let mut share = 0;
        for edge in set.iter().map(|&edge| edge as usize).filter(|&edge| self.clause_of[edge] != NONE) {
            if std::mem::replace(&mut self.clause_seen[self.clause_of[edge] as usize], self.now) == self.now {
                return None;
            }
            share += usize::from(!self.is_assigned.contains(edge));
        }
        Some(share)
    }

    /// As `share`, for the set of a literal of a clause and another one that it excludes.
    fn share_of_two(&self, edge: LiteralIndex, other: LiteralIndex) -> Option<usize> {
        match self.clause_of[other as usize] {
            NONE => Some(1),
            clause if clause == self.clause_of[edge as usize] => None,
            _ => Some(1 + usize::from(!self.is_assigned.contains(other as usize))),
        }
    }

    /// Returns the number of the set that was chosen for a literal.
    fn set(&mut self, edge: LiteralIndex, choice: SetChoice) -> usize {
        match choice {
            SetChoice::Set(set) => set,
            SetChoice::Pair(other) => {
                let pair = (edge.min(other), edge.max(other));
                *self.pairs.entry(pair).or_insert_with(|| {
                    self.sets.push([pair.0, pair.1]);
                    self.sets.len() - 1
                })
            }
        }
    }

    /// Assigns the literals of a set to it, and adds clauses for those that are in none. Such a clause must have no
    /// literal in common with the clauses so far, and only one literal of the set.
    fn take(&mut self, family: &mut Family, open: &mut Vec<LiteralIndex>, set: usize) {
        self.now += 1;
        let edges = self.sets.get(set);
        edges.iter().for_each(|&edge| self.literal_seen[edge as usize] = self.now);
        let mut part = Vec::new();
        for &edge in edges {
            if self.clause_of[edge as usize] == NONE {
                let mut looks = 0;
                let is_new = |clause: &u32| {
                    looks += 1;
                    self.clauses.get(*clause as usize).iter().all(|&other| {
                        self.clause_of[other as usize] == NONE
                            && (other == edge || self.literal_seen[other as usize] != self.now)
                    })
                };
                let clauses = self.clauses_of.get(edge as usize);
                let clause = clauses.iter().copied().find(is_new);
                self.effort = self.effort.saturating_sub(looks);
                let Some(clause) = clause else { continue };
                family.clauses += 1;
                let literals = self.clauses.get(clause as usize);
                self.effort = self.effort.saturating_sub(literals.len());
                for &other in literals {
                    self.clause_of[other as usize] = clause;
                    self.grown.push(other);
                    open.push(other);
                }
            }
            if !self.is_assigned.put(edge as usize) {
                part.push(edge);
            }
        }
        family.parts.push((set, part));
    }
}

/// Lower bounds on the sets that a clause needs: a literal needs the `n`th part of a set if it is only in sets of at
/// most `n` literals.
///
/// If there are no more sets than clauses in a family, the average of these bounds is at most one set. So every family
/// to be found has a clause that needs at most one set.
struct Needs {
    /// The size of the largest set with each literal, indexed by literal.
    sizes: Vec<u32>,
}

impl Needs {
    fn read(counted: &Counted) -> Self {
        let mut sizes = counted.exclusion_counts().to_vec();
        sizes.iter_mut().for_each(|size| *size += 1);
        for set in counted.exclusive.iter() {
            for literal in set.iter() {
                let size = &mut sizes[literal.lidx()];
                *size = (*size).max(set.len() as u32);
            }
        }
        Needs { sizes }
    }

    /// Returns the number of sets that a clause needs, in hundredths, rounded down.
    fn of(&self, clause: &Cl) -> u32 {
        clause.iter().map(|literal| 100 / self.sizes[literal.lidx()]).sum()
    }
}

/// Adds sets of three and more literals made of pairwise exclusions, as long as the effort lasts. Returns the
/// exclusions that are in no such set.
fn add_cliques(sets: &mut Lists, partners: &Lists, mut effort: usize) -> Vec<(LiteralIndex, LiteralIndex)> {
    let mut alone = Vec::new();
    // For each literal, the last literal that shares a set with it, and the last literal that excludes it.
    let mut beside: Vec<u32> = vec![NONE; partners.len()];
    let mut excluded: Vec<u32> = vec![NONE; partners.len()];
    // For each literal, the index in `sets_before` of its last set. Each entry has a set, and the index of the entry
    // before.
    let mut last: Vec<u32> = vec![NONE; partners.len()];
    let mut sets_before: Vec<(u32, u32)> = Vec::new();
    let (mut clique, mut common): (Vec<LiteralIndex>, Vec<LiteralIndex>) = (Vec::new(), Vec::new());
    for edge in 0..partners.len() {
        let own = partners.get(edge);
        if own.last().is_none_or(|&partner| (partner as usize) < edge) {
            continue;
        }
        let mut place = last[edge];
        while let Some(&(set, before)) = sets_before.get(place as usize) {
            sets.get(set as usize).iter().for_each(|&other| beside[other as usize] = edge as u32);
            place = before;
        }
        own.iter().for_each(|&other| excluded[other as usize] = edge as u32);
        for &partner in own.iter().filter(|&&partner| partner as usize > edge) {
            if beside[partner as usize] == edge as u32 {
                continue;
            }
            common.clear();
            let others = partners.get(partner as usize);
            effort = effort.saturating_sub(own.len().min(others.len()));
            if own.len() < others.len() {
                common.extend(own.iter().filter(|edge| others.binary_search(edge).is_ok()));
            } else {
                common.extend(others.iter().filter(|&&other| excluded[other as usize] == edge as u32));
            }
            if effort == 0 {
                return alone;
            }
            if common.is_empty() {
                beside[partner as usize] = edge as u32;
                alone.push((edge as u32, partner));
                continue;
            }
            clique.clear();
            clique.extend([edge as u32, partner]);
            while let Some(&next) = common.first() {
                clique.push(next);
                let others = partners.get(next as usize);
                effort = effort.saturating_sub(common.len().min(others.len()));
                common.retain(|edge| others.binary_search(edge).is_ok());
            }
            for &other in &clique {
                let before = std::mem::replace(&mut last[other as usize], sets_before.len() as u32);
                sets_before.push((sets.len() as u32, before));
                beside[other as usize] = edge as u32;
            }
            sets.push(clique.iter().copied());
        }
    }
    alone
}

#[cfg(test)]
mod tests {
    use itertools::{iproduct, Itertools as _};

    use super::super::clauses::Clauses;
    use super::super::counted::Exclusive;
    use super::*;

    fn lit(variable: usize) -> Lit {
        Lit::positive(variable as u32)
    }

    /// Returns what is implied by at-least-one and at-most-one constraints, the latter given as sets or as pairs.
    fn implied_by(at_least: &[Vec<usize>], at_most: &[Vec<usize>], by_pairs: bool) -> Vec<Vec<usize>> {
        let (mut clauses, mut exclusive) = (Clauses::default(), Exclusive::default());
        for clause in at_least {
            clauses.push(&clause.iter().copied().map(lit).collect::<Vec<Lit>>());
        }
        for set in at_most {
            if by_pairs {
                // Some pairs occur twice.
                let pairs = set.iter().tuple_combinations().chain(set.iter().tuple_windows().next());
                pairs.for_each(|(&a, &b)| clauses.push(&[!lit(a), !lit(b)]));
            } else {
                exclusive.push(&set.iter().copied().map(lit).collect::<Vec<Lit>>(), 0..0);
            }
        }
        let variables = 1 + at_least.iter().chain(at_most).flatten().max().unwrap();
        let counted = Counted::read(&clauses, 0, &exclusive, variables, |_| true);
        let implied = implied(&counted, &Tuning::default());
        implied.iter().map(|clause| clause.iter().map(|l| l.vidx()).sorted().collect()).collect()
    }

    /// As `implied_by`, checked with all assignments of the variables.
    fn check(
        variables: usize,
        at_least: &[Vec<usize>],
        at_most: &[Vec<usize>],
        by_pairs: bool,
    ) -> Vec<Vec<usize>> {
        let implied = implied_by(at_least, at_most, by_pairs);
        let count = |assignment: u32, of: &[usize]| of.iter().filter(|&&v| assignment >> v & 1 == 1).count();
        for assignment in 0..1 << variables {
            let is_model = at_least.iter().all(|clause| count(assignment, clause) > 0)
                && at_most.iter().all(|set| count(assignment, set) < 2);
            if is_model {
                implied.iter().for_each(|clause| assert!(count(assignment, clause) > 0, "{clause:?}"));
            }
        }
        implied
    }

    /// Returns a square of numbers: the cells, and the rows and columns by number.
    fn square(size: usize) -> [Vec<Vec<usize>>; 3] {
        let variable = |row: usize, column: usize, value: usize| (row * size + column) * size + value;
        let lists = |of: &dyn Fn(usize, usize, usize) -> usize| {
            let pairs = iproduct!(0..size, 0..size);
            pairs.map(|(a, b)| (0..size).map(|c| of(a, b, c)).collect()).collect()
        };
        [lists(&variable), lists(&|r, v, c| variable(r, c, v)), lists(&|c, v, r| variable(r, c, v))]
    }

    #[test]
    fn each_number_is_in_each_row_and_column_of_a_square() {
        for by_pairs in [false, true] {
            let [cells, rows, columns] = square(3);
            let sets = [cells.clone(), rows.clone(), columns.clone()].concat();
            let found = implied_by(&cells, &sets, by_pairs);
            for set in rows.iter().chain(&columns) {
                assert!(found.contains(set), "{set:?} by pairs: {by_pairs}");
            }
        }
    }

    #[test]
    fn pigeons_have_no_holes() {
        for (pigeons, holes) in [(4, 3), (5, 3), (3, 3), (3, 4)] {
            let at_least: Vec<Vec<usize>> =
                (0..pigeons).map(|pigeon| (0..holes).map(|hole| pigeon * holes + hole).collect()).collect();
            let at_most: Vec<Vec<usize>> =
                (0..holes).map(|hole| (0..pigeons).map(|pigeon| pigeon * holes + hole).collect()).collect();
            for by_pairs in [false, true] {
                let found = check(pigeons * holes, &at_least, &at_most, by_pairs);
                if pigeons > holes {
                    assert_eq!(found, [Vec::<usize>::new()]);
                } else if pigeons == holes {
                    assert_eq!(found.iter().sorted().collect::<Vec<_>>(), at_most.iter().collect::<Vec<_>>());
                } else {
                    assert!(found.is_empty(), "{found:?}");
                }
            }
        }
    }

    /// Checks with random clauses and sets that all models satisfy the implied clauses.
    #[test]
    fn what_is_implied_holds() {
        let mut found = 0;
        for seed in 0..2000_usize {
            let mut state = seed * 7919 + 1;
            let mut random = |below: usize| {
                state = (state * 1_103_515_245 + 12345) & 0x7fff_ffff;
                (state >> 8) % below
            };
            let (rows, columns) = (3 + random(2), 3 + random(2));
            let is_there: Vec<bool> = (0..rows * columns).map(|_| random(5) > 0).collect();
            let line =
                |of: Vec<usize>| -> Vec<usize> { of.into_iter().filter(|&cell| is_there[cell]).collect() };
            let mut at_least: Vec<Vec<usize>> =
                (0..rows).map(|r| line((0..columns).map(|c| r * columns + c).collect())).collect();
            let mut at_most: Vec<Vec<usize>> =
                (0..columns).map(|c| line((0..rows).map(|r| r * columns + c).collect())).collect();
            // Sets that cross them change nothing.
            let mut anywhere = || -> Vec<usize> {
                let cells: Vec<usize> = (0..3).map(|_| random(rows * columns)).sorted().dedup().collect();
                line(cells)
            };
            at_most.extend((0..seed % 4).map(|_| anywhere()));
            let crossing: Vec<Vec<usize>> =
                (0..seed / 4 % 3).map(|_| anywhere()).filter(|cells| cells.len() > 1).collect();
            at_least.splice(0..0, crossing);
            found += check(rows * columns, &at_least, &at_most, seed / 12 % 2 == 1).len();
        }
        assert!(found > 500, "{found}");
    }
}
