//! What counting says: as many literals hold as there are clauses, and no more than there are sets of which one may hold.
//!
//! Take clauses that have no literal in common, and sets, no two literals of which hold together, that have all literals of
//! these clauses between them. Where there are as many sets as clauses, one literal of each set holds: a value that no other
//! cell of a row may have, a city that has to be entered. Unit propagation sees nothing of it, and resolution needs a
//! proof that is as long as that of the pigeonhole principle (Haken, TCS 39, 1985). Where there are fewer sets, nothing is left.
//!
//! Clauses and sets are the two sides of a graph whose edges are the literals. Each literal belongs to sets of several kinds, the
//! column and the box beside the row; what belongs together is grown from one set, by the set that has most literals of the
//! clauses known so far.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rustsat::types::{Cl, Lit, Var};

use super::clauses::Clauses;
use super::lists::{Edge, Lists, Numbers, NONE};
use crate::Tuning;

/// At least one of the literals of each of these holds; an empty one says that there is no model. Clauses with other variables than
/// these are not looked at.
pub(super) fn implied(
    clauses: &Clauses,
    exclusive: &Clauses,
    is_meant: impl Fn(Var) -> bool,
    tuning: &Tuning,
) -> Vec<Vec<Lit>> {
    let all_meant = |clause: &Cl| clause.len() > 1 && clause.iter().all(|literal| is_meant(literal.var()));
    let meant: FixedBitSet =
        (0..).zip(clauses.iter()).filter(|(_, clause)| all_meant(clause)).map(|(number, _)| number).collect();
    let meant =
        || (0..).zip(clauses.iter()).filter(|(number, _)| meant.contains(*number)).map(|(_, clause)| clause);
    Graph::read(meant, exclusive, tuning.pigeonhole_effort).map_or_else(Vec::new, |mut graph| graph.implied())
}

/// Clauses, and sets no two literals of which hold together.
#[derive(Debug)]
struct Graph {
    literals: Vec<Lit>,
    clauses: Lists,
    sets: Lists,
    clauses_of: Lists,
    sets_of: Lists,
    /// What has grown last: by literal the clause it is in, and whether a set has it; and where there is something to forget.
    clause_of: Vec<u32>,
    is_settled: FixedBitSet,
    grown: Vec<Edge>,
    /// When a clause was seen last, or a literal, and what time it is.
    clause_seen: Vec<usize>,
    literal_seen: Vec<usize>,
    now: usize,
    /// How many more looks at literals may be in vain.
    effort: usize,
}

/// What belongs together.
#[derive(Default, Debug)]
struct Growth {
    /// How many clauses.
    clauses: usize,
    /// By set, the literals that it has; and those that no set has.
    parts: Vec<(usize, Vec<Edge>)>,
    alone: Vec<Edge>,
}

impl Growth {
    fn parts(&self) -> usize {
        self.parts.len() + self.alone.len()
    }
}

impl Graph {
    /// The clauses all literals of which exclude others; `None` if there are none.
    fn read<'c, I: Iterator<Item = &'c Cl> + Clone>(
        clauses: impl Fn() -> I,
        exclusive: &'c Clauses,
        effort: usize,
    ) -> Option<Self> {
        let short = || clauses().filter(|clause| clause.len() == 2);
        let end = clauses().chain(exclusive.iter()).flat_map(Cl::iter);
        let end = end.map(|literal| literal.vidx() * 2 + 2).max()?;
        let mut excludes = FixedBitSet::with_capacity(end);
        short().flat_map(Cl::iter).for_each(|&literal| excludes.insert((!literal).lidx()));
        exclusive.iter().flat_map(Cl::iter).for_each(|literal| excludes.insert(literal.lidx()));
        let is_excluding = |clause: &&Cl| clause.iter().all(|literal| excludes.contains(literal.lidx()));
        let mut numbers = Numbers::new(end);
        let long = clauses().filter(|clause| clause.len() > 2).filter(is_excluding);
        let mut covering = Lists::default();
        long.for_each(|clause| covering.push(clause.iter().map(|&literal| numbers.number(literal))));
        if covering.len() == 0 {
            return None;
        }
        // Those of two literals, which exclusions are as well, count beside longer ones alone.
        let mut is_near = FixedBitSet::with_capacity(end);
        for set in exclusive.iter().filter(|set| set.iter().any(|&literal| numbers.get(literal).is_some())) {
            is_near.extend(set.iter().map(|literal| literal.lidx()));
        }
        for clause in short() {
            for [one, other] in [[!clause[0], !clause[1]], [!clause[1], !clause[0]]] {
                if numbers.get(one).is_some() {
                    is_near.insert(other.lidx());
                }
            }
        }
        for clause in short().filter(|clause| clause.iter().all(|literal| is_near.contains(literal.lidx()))) {
            covering.push(clause.iter().map(|&literal| numbers.number(literal)));
        }
        let count = numbers.literals.len();
        let mut sets = Lists::default();
        for set in exclusive.iter() {
            sets.push(set.iter().filter_map(|&literal| numbers.get(literal)));
        }
        let excluded =
            short().filter_map(|clause| Some((numbers.get(!clause[0])?, numbers.get(!clause[1])?)));
        let mut partners = Lists::by_first(excluded.flat_map(|(a, b)| [(a, b), (b, a)]), count);
        partners.sort();
        let size = covering.item_count() + sets.item_count() + partners.item_count();
        add_cliques(&mut sets, &partners, effort * size);
        drop(partners);
        Some(Graph {
            clauses_of: covering.inverse(count),
            sets_of: sets.inverse(count),
            clause_of: vec![NONE; count],
            is_settled: FixedBitSet::with_capacity(count),
            grown: Vec::new(),
            clause_seen: vec![0; covering.len()],
            literal_seen: vec![0; count],
            now: 0,
            effort: effort * size,
            literals: numbers.literals,
            clauses: covering,
            sets,
        })
    }

    fn implied(&mut self) -> Vec<Vec<Lit>> {
        let mut is_done = self.known();
        // Sets of two belong to all there is of definitions; those that matter come in with larger ones.
        let mut seeds: Vec<usize> = is_done.zeroes().filter(|&set| self.sets.get(set).len() > 2).collect();
        seeds.sort_by_key(|&set| Reverse(self.sets.get(set).len()));
        let mut found = Vec::new();
        for seed in seeds {
            if is_done.contains(seed) {
                continue;
            }
            let effort = self.effort;
            let growth = self.grow(seed);
            self.forget();
            let Some(growth) = growth else { break };
            if growth.parts() < growth.clauses {
                return vec![Vec::new()];
            }
            let is_tight = growth.parts() == growth.clauses;
            let literals =
                |part: &[Edge]| part.iter().map(|&edge| self.literals[edge as usize]).collect::<Vec<Lit>>();
            let known = growth.parts.iter().filter(|(set, _)| is_done.contains(*set)).count();
            // What tells much was not in vain, and is not looked for again.
            if is_tight && 2 * known <= growth.parts.len() {
                self.effort = effort;
            }
            for (set, part) in &growth.parts {
                if is_tight && !is_done.contains(*set) {
                    found.push(literals(part));
                }
                is_done.insert(*set);
            }
            if is_tight {
                found.extend(growth.alone.chunks(1).map(literals));
            }
        }
        found
    }

    /// The sets that have all literals of a clause: nothing is to be learned of them.
    fn known(&self) -> FixedBitSet {
        let mut known = FixedBitSet::with_capacity(self.sets.len());
        for clause in self.clauses.iter() {
            let sets_of = |edge: &Edge| self.sets_of.get(*edge as usize);
            let has_all = |set: &&u32| clause.iter().all(|edge| sets_of(edge).binary_search(set).is_ok());
            let fewest = clause.iter().map(sets_of).min_by_key(|sets| sets.len()).unwrap_or_default();
            known.extend(fewest.iter().filter(has_all).map(|&set| set as usize));
        }
        known
    }

    /// What belongs together with a set; `None` if that takes too long to tell.
    fn grow(&mut self, seed: usize) -> Option<Growth> {
        let mut growth = Growth::default();
        let mut open = Vec::new();
        self.take(&mut growth, &mut open, seed);
        while !open.is_empty() {
            let before = growth.parts();
            let mut undecided = Vec::new();
            for edge in std::mem::take(&mut open) {
                if self.is_settled.contains(edge as usize) {
                    continue;
                }
                let (mut best, mut is_alone): (Option<(usize, Reverse<usize>, usize)>, _) = (None, true);
                for position in 0..self.sets_of.get(edge as usize).len() {
                    let set = self.sets_of.get(edge as usize)[position] as usize;
                    let Some(share) = self.share(set) else { continue };
                    // The nearest one is most likely of the same kind.
                    let rank = (share, Reverse(set.abs_diff(seed)), set);
                    // Whether no other one has as many.
                    is_alone = match best {
                        Some((most, ..)) if most == share => false,
                        Some((most, ..)) if most > share => is_alone,
                        _ => true,
                    };
                    best = best.max(Some(rank));
                }
                if self.effort == 0 {
                    return None;
                }
                match best {
                    Some((_, _, set)) if is_alone => self.take(&mut growth, &mut open, set),
                    Some((_, _, set)) => undecided.push((edge, set)),
                    None => {
                        growth.alone.push(edge);
                        self.is_settled.insert(edge as usize);
                    }
                }
            }
            if let (true, Some(&(_, set))) = (before == growth.parts(), undecided.first()) {
                self.take(&mut growth, &mut open, set);
            }
            open.extend(undecided.into_iter().map(|(edge, _)| edge));
        }
        Some(growth)
    }

    fn forget(&mut self) {
        for edge in self.grown.drain(..) {
            self.clause_of[edge as usize] = NONE;
            self.is_settled.remove(edge as usize);
        }
    }

    /// How many literals that no set has this one would have; `None` if it has two of one clause.
    fn share(&mut self, set: usize) -> Option<usize> {
        let set = self.sets.get(set);
        self.effort = self.effort.saturating_sub(set.len());
        self.now += 1;
        let mut share = 0;
        for edge in set.iter().map(|&edge| edge as usize).filter(|&edge| self.clause_of[edge] != NONE) {
            if std::mem::replace(&mut self.clause_seen[self.clause_of[edge] as usize], self.now) == self.now {
                return None;
            }
            share += usize::from(!self.is_settled.contains(edge));
        }
        Some(share)
    }

    /// Lets a set have its literals, those of clauses that come in by it among them. Such a clause has nothing in common with those
    /// that are in, and one literal of the set.
    fn take(&mut self, growth: &mut Growth, open: &mut Vec<Edge>, set: usize) {
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
                growth.clauses += 1;
                let literals = self.clauses.get(clause as usize);
                self.effort = self.effort.saturating_sub(literals.len());
                for &other in literals {
                    self.clause_of[other as usize] = clause;
                    self.grown.push(other);
                    open.push(other);
                }
            }
            if !self.is_settled.put(edge as usize) {
                part.push(edge);
            }
        }
        growth.parts.push((set, part));
    }
}

/// Adds sets made of exclusions of two, each of which is in one at least, as long as so many looks at literals last.
fn add_cliques(sets: &mut Lists, partners: &Lists, mut effort: usize) {
    let mut cliques_of: Vec<Vec<usize>> = vec![Vec::new(); partners.len()];
    // By literal, the last one that it is in a set with.
    let mut beside: Vec<u32> = vec![NONE; partners.len()];
    for edge in 0..partners.len() {
        for &set in &cliques_of[edge] {
            sets.get(set).iter().for_each(|&other| beside[other as usize] = edge as u32);
        }
        for &partner in partners.get(edge).iter().filter(|&&partner| partner as usize > edge) {
            if beside[partner as usize] == edge as u32 {
                continue;
            }
            let mut clique = vec![edge as u32, partner];
            let mut common = both(partners.get(edge), partners.get(partner as usize), &mut effort);
            while let Some(&next) = common.first() {
                clique.push(next);
                common = both(&common, partners.get(next as usize), &mut effort);
            }
            if effort == 0 {
                return;
            }
            for &other in &clique {
                cliques_of[other as usize].push(sets.len());
                beside[other as usize] = edge as u32;
            }
            sets.push(clique);
        }
    }
}

/// What two ascending lists have in common.
fn both(a: &[Edge], b: &[Edge], effort: &mut usize) -> Vec<Edge> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    *effort = effort.saturating_sub(short.len());
    short.iter().copied().filter(|edge| long.binary_search(edge).is_ok()).collect()
}

#[cfg(test)]
mod tests {
    use itertools::{iproduct, Itertools as _};

    use super::*;

    fn lit(variable: usize) -> Lit {
        Lit::positive(variable as u32)
    }

    /// What is implied where at least one of each of some holds and at most one of each of others, said by sets or by pairs.
    fn implied_by(at_least: &[Vec<usize>], at_most: &[Vec<usize>], by_pairs: bool) -> Vec<Vec<usize>> {
        let (mut clauses, mut exclusive) = (Clauses::default(), Clauses::default());
        for clause in at_least {
            clauses.push(&clause.iter().copied().map(lit).collect::<Vec<Lit>>());
        }
        for set in at_most {
            if by_pairs {
                // One of them is said twice.
                let pairs = set.iter().tuple_combinations().chain(set.iter().tuple_windows().next());
                pairs.for_each(|(&a, &b)| clauses.push(&[!lit(a), !lit(b)]));
            } else {
                exclusive.push(&set.iter().copied().map(lit).collect::<Vec<Lit>>());
            }
        }
        let implied = implied(&clauses, &exclusive, |_| true, &Tuning::default());
        implied.iter().map(|clause| clause.iter().map(|l| l.vidx()).sorted().collect()).collect()
    }

    /// The same, checked with all assignments of so many variables.
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

    /// Of a square of numbers: the cells, and rows and columns by number.
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

    /// Clauses and sets that cross at random: all models have what is implied.
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
            // What crosses them is no less true.
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
