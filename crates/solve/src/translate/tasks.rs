//! Search for tasks that must not overlap, and at-most-one sets of their literals; see [`energetic`](super::energetic).
//!
//! No times are known here. A set starts with a literal, and the first or the last literals of other tasks that
//! exclude it and each other. Then all literals that exclude these are added. For intervals, this gives those that
//! share a point (Helly's theorem). The clauses counted from any such sets are valid.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit;

use super::counted::Counted;
use super::energetic::{NoOverlap, Task};
use super::lists::{Lists, LiteralIndex, Numbers};
use crate::Tuning;

/// Returns the families of tasks, each with its sets.
pub(super) fn no_overlaps(counted: &Counted, tuning: &Tuning) -> Vec<NoOverlap> {
    Tasks::read(counted, tuning).map_or_else(Vec::new, |mut tasks| tasks.no_overlaps(tuning))
}

#[derive(Debug)]
struct Tasks {
    /// The literals by number; those of a task are consecutive.
    literals: Vec<Lit>,
    tasks: Lists,
    task_of: Vec<Task>,
    /// Whether an at-most-one set contains all literals of a task.
    is_exclusive: FixedBitSet,
    /// For each literal, those that it excludes, ascending.
    partners: Lists,
    /// For each literal, `excluded_since` plus the number of literals of the growing set that exclude it, without a
    /// gap from the first.
    excluded: Vec<usize>,
    excluded_since: usize,
    /// The number of literals that may still be visited.
    effort: usize,
}

impl Tasks {
    /// Reads clauses that have no literal in common; `None` if fewer than two of them have exclusions.
    fn read(counted: &Counted, tuning: &Tuning) -> Option<Self> {
        let mut numbers = Numbers::new(counted.end());
        let mut tasks = Lists::default();
        let mut task_of = Vec::new();
        for clause in counted.long() {
            let is_new = |literal: &Lit| {
                counted.exclusion_counts()[literal.lidx()] > 0 && numbers.get(*literal).is_none()
            };
            if clause.iter().all(is_new) {
                task_of.resize(task_of.len() + clause.len(), tasks.len() as Task);
                tasks.push(clause.iter().map(|&literal| numbers.number(literal)));
            }
        }
        if tasks.len() < 2 {
            return None;
        }
        let excluded =
            counted.exclusions.iter().filter_map(|&[a, b]| Some((numbers.get(a)?, numbers.get(b)?)));
        let mut partners =
            Lists::by_first(excluded.flat_map(|(a, b)| [(a, b), (b, a)]), numbers.literals.len());
        partners.sort();
        let mut is_exclusive = FixedBitSet::with_capacity(tasks.len());
        let mut counts = vec![0; tasks.len()];
        for set in counted.exclusive.iter() {
            let of_tasks =
                || set.iter().filter_map(|&literal| Some(task_of[numbers.get(literal)? as usize] as usize));
            of_tasks().for_each(|task| counts[task] += 1);
            of_tasks()
                .filter(|&task| counts[task] == tasks.get(task).len())
                .for_each(|task| is_exclusive.insert(task));
            of_tasks().for_each(|task| counts[task] = 0);
        }
        let effort = tuning.task_effort * partners.item_count();
        let excluded = vec![0; task_of.len()];
        Some(Tasks {
            literals: numbers.literals,
            tasks,
            task_of,
            is_exclusive,
            partners,
            excluded,
            excluded_since: 0,
            effort,
        })
    }

    fn no_overlaps(&mut self, tuning: &Tuning) -> Vec<NoOverlap> {
        // The task with most literals overlaps with any other.
        let seeds = (0..self.tasks.len()).sorted_by_key(|&task| Reverse(self.tasks.get(task).len()));
        // Pairs of tasks that were in one family.
        let mut done: FxHashSet<(Task, Task)> = FxHashSet::default();
        let mut no_overlaps = Vec::new();
        let mut in_vain = 0;
        for seed in seeds {
            let Some(sets) = self.sets_with(seed as Task, &done) else { break };
            for family in families(&sets, &self.task_of) {
                done.extend(family.tasks.iter().copied().tuple_combinations::<(Task, Task)>());
                let no_overlap = self.no_overlap(&family);
                in_vain = if no_overlap.is_long() { 0 } else { in_vain + 1 };
                no_overlaps.push(no_overlap);
            }
            if in_vain >= tuning.task_failures {
                break;
            }
        }
        no_overlaps
    }

    fn task(&self, edge: LiteralIndex) -> Task {
        self.task_of[edge as usize]
    }

    /// Returns sets with a literal of a task, and of others that were in no family with it. Returns `None` if the
    /// effort is used up.
    fn sets_with(&mut self, seed: Task, done: &FxHashSet<(Task, Task)>) -> Option<Vec<Vec<LiteralIndex>>> {
        let mut sets = FxHashSet::default();
        for position in 0..self.tasks.get(seed as usize).len() {
            let edge = self.tasks.get(seed as usize)[position];
            for from_last in [false, true] {
                let others = self.partners.get(edge as usize).iter().map(|&other| self.task(other)).dedup();
                let mut open: Vec<Task> = others
                    .filter(|&other| other != seed && !done.contains(&(seed.min(other), seed.max(other))))
                    .collect();
                while let Some(&second) = open.first() {
                    let set = self.grow(edge, second, from_last);
                    if self.effort == 0 {
                        return None;
                    }
                    open.retain(|&task| set.iter().all(|&edge| self.task(edge) != task));
                    sets.insert(set);
                }
            }
        }
        Some(sets.into_iter().sorted_unstable().collect())
    }

    /// Grows a set from a literal and one of another task. First the first or last literal of each task is added, then
    /// every literal that excludes all of these, task by task, and last the nearest literals of the task itself.
    fn grow(&mut self, seed: LiteralIndex, second: Task, from_last: bool) -> Vec<LiteralIndex> {
        let mut set = Vec::new();
        let mut looks = self.exclude(&mut set, seed);
        let task = self.task(seed);
        let partners = self.partners.get(seed as usize).iter().copied().dedup();
        let mut open: Vec<LiteralIndex> = partners.filter(|&edge| self.task(edge) != task).collect();
        if from_last {
            open.reverse();
        }
        let mut next = open.iter().copied().find(|&edge| self.task(edge) == second);
        let mut has: FxHashSet<Task> = FxHashSet::default();
        while let Some(edge) = next {
            looks += self.exclude(&mut set, edge) + open.len();
            has.insert(self.task(edge));
            open.retain(|&other| self.is_excluded(&set, other));
            next = open.iter().copied().find(|&other| !has.contains(&self.task(other)));
        }
        let own = self.tasks.get(task as usize);
        let (before, after) = own.split_at(own.iter().take_while(|&&edge| edge < seed).count());
        let near = before.iter().rev().chain(&after[1..]).copied();
        let far = after[1..].iter().chain(before.iter().rev()).copied();
        let own: Vec<LiteralIndex> = if from_last { far.collect() } else { near.collect() };
        for edge in open.into_iter().chain(own) {
            looks += 1;
            if self.is_excluded(&set, edge) {
                looks += self.exclude(&mut set, edge);
            }
        }
        set.sort_unstable();
        self.excluded_since += set.len();
        self.effort = self.effort.saturating_sub(looks);
        set
    }

    /// Adds a literal to the growing set and updates the exclusions. Returns the number of literals visited.
    fn exclude(&mut self, set: &mut Vec<LiteralIndex>, edge: LiteralIndex) -> usize {
        let before = self.excluded_since + set.len();
        set.push(edge);
        let task = self.task(edge) as usize;
        let own = if self.is_exclusive.contains(task) { self.tasks.get(task) } else { &[] };
        let partners = self.partners.get(edge as usize);
        for &other in partners.iter().chain(own).filter(|&&other| other != edge) {
            let excluded = &mut self.excluded[other as usize];
            if *excluded == before || set.len() == 1 {
                *excluded = before + 1;
            }
        }
        partners.len() + own.len()
    }

    /// Whether all literals of the growing set exclude a literal.
    fn is_excluded(&self, set: &[LiteralIndex], edge: LiteralIndex) -> bool {
        self.excluded[edge as usize] == self.excluded_since + set.len()
    }

    /// Converts a family of sets to its own numbering.
    fn no_overlap(&self, family: &TaskFamily<'_>) -> NoOverlap {
        let (mut literals, mut task_of) = (Vec::new(), Vec::new());
        let mut numbers: FxHashMap<LiteralIndex, LiteralIndex> = FxHashMap::default();
        for (number, &task) in (0..).zip(&family.tasks) {
            for &edge in self.tasks.get(task as usize) {
                numbers.insert(edge, literals.len() as LiteralIndex);
                literals.push(self.literals[edge as usize]);
                task_of.push(number);
            }
        }
        let mut sets = Lists::default();
        family.sets.iter().for_each(|set| sets.push(set.iter().map(|edge| numbers[edge])));
        NoOverlap::new(literals, task_of, sets)
    }
}

/// A set of tasks, and the at-most-one sets whose tasks are among them.
struct TaskFamily<'s> {
    tasks: Vec<Task>,
    sets: Vec<&'s [LiteralIndex]>,
}

/// Groups sets into families: each maximal set of tasks, with all sets whose tasks are among them.
fn families<'s>(sets: &'s [Vec<LiteralIndex>], task_of: &[Task]) -> Vec<TaskFamily<'s>> {
    let tasks =
        |set: &[LiteralIndex]| set.iter().map(|&edge| task_of[edge as usize]).dedup().collect::<Vec<Task>>();
    let tasks: Vec<Vec<Task>> = sets.iter().map(|set| tasks(set)).collect();
    let is_among = |some: &[Task], all: &[Task]| some.iter().all(|task| all.binary_search(task).is_ok());
    let mut families: Vec<TaskFamily<'s>> = Vec::new();
    for all in tasks.iter().unique().sorted_by_key(|tasks| Reverse(tasks.len())) {
        if families.iter().any(|family| is_among(all, &family.tasks)) {
            continue;
        }
        let sets = sets.iter().zip(&tasks).filter(|(_, some)| is_among(some, all));
        families.push(TaskFamily { tasks: all.clone(), sets: sets.map(|(set, _)| set.as_slice()).collect() });
    }
    families
}

#[cfg(test)]
mod tests {
    use itertools::iproduct;

    use super::super::clauses::Clauses;
    use super::super::counted::Exclusive;
    use super::super::energetic::forced;
    use super::*;

    /// A scheduling problem for tests: possible starts of tasks, and exclusions.
    struct Machine {
        starts: Vec<Vec<usize>>,
        pairs: Vec<(Lit, Lit)>,
        /// Whether a task may begin twice.
        is_repeated: bool,
        /// For each time, the literal that says that work goes on then or later, and its reasons.
        late: Vec<(Lit, Vec<Lit>)>,
    }

    fn literal(task: usize, start: usize) -> Lit {
        Lit::positive((task * 100 + start) as u32)
    }

    /// Creates tasks of these lengths between time 0 and the end, one at a time.
    fn machine(lengths: &[usize], end: usize) -> Machine {
        let starts: Vec<Vec<usize>> = lengths.iter().map(|length| (0..=end - length).collect()).collect();
        let tasks = (0..lengths.len()).tuple_combinations();
        let pairs = tasks.flat_map(|(a, b)| iproduct!(0..end, 0..end).map(move |times| ((a, b), times)));
        let overlap = |&((a, b), (s, t)): &((usize, usize), (usize, usize))| {
            s + lengths[a] <= end && t + lengths[b] <= end && s < t + lengths[b] && t < s + lengths[a]
        };
        let pairs = pairs.filter(overlap).map(|((a, b), (s, t))| (literal(a, s), literal(b, t))).collect();
        let late = (0..end).map(|time| {
            let ends_later = |&(task, start): &(usize, usize)| start + lengths[task] > time;
            let all =
                starts.iter().enumerate().flat_map(|(task, all)| all.iter().map(move |&start| (task, start)));
            (
                literal(lengths.len(), time),
                all.filter(ends_later).map(|(task, start)| literal(task, start)).collect(),
            )
        });
        Machine { late: late.collect(), pairs, is_repeated: false, starts }
    }

    impl Machine {
        fn tasks(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
            let numbered = self.starts.iter().enumerate();
            numbered.map(|(task, starts)| starts.iter().map(|&start| literal(task, start)).collect())
        }

        /// Returns the implied clauses, and the literals found to be forced.
        fn counted(&self) -> (Vec<Vec<Lit>>, Vec<Lit>) {
            let (mut clauses, mut exclusive) = (Clauses::default(), Exclusive::default());
            for task in self.tasks() {
                clauses.push(&task);
                if !self.is_repeated {
                    exclusive.push(&task, 0..0);
                }
            }
            self.pairs.iter().for_each(|&(a, b)| clauses.push(&[!a, !b]));
            for (late, reasons) in &self.late {
                reasons.iter().for_each(|&reason| clauses.push(&[!reason, *late]));
            }
            let tuning = Tuning::default();
            let variables = 100 * (self.starts.len() + 1);
            let no_overlaps =
                no_overlaps(&Counted::read(&clauses, 0, &exclusive, variables, |_| true), &tuning);
            let late: Vec<Lit> = self.late.iter().map(|&(late, _)| late).collect();
            (
                no_overlaps.iter().flat_map(|no_overlap| no_overlap.implied(&tuning)).collect(),
                forced(&no_overlaps, &clauses, &late, &tuning),
            )
        }

        /// Returns all schedules.
        fn models(&self) -> Vec<FxHashSet<Lit>> {
            let ways = self.tasks().map(|task| {
                let most = if self.is_repeated { task.len() } else { 1 };
                task.into_iter()
                    .powerset()
                    .filter(|some| (1..=most).contains(&some.len()))
                    .collect::<Vec<_>>()
            });
            let models = ways.multi_cartesian_product().map(|way| way.into_iter().flatten().collect());
            let fits = |model: &FxHashSet<Lit>| {
                self.pairs.iter().all(|(a, b)| !model.contains(a) || !model.contains(b))
            };
            models.filter(fits).collect()
        }
    }

    #[test]
    fn a_machine_is_at_work_as_long_as_its_tasks_take() {
        // With fewer or shorter tasks, most starts are at the ends of the time range.
        for lengths in [&[5, 5, 5][..], &[2, 2, 2, 2], &[7, 6, 8, 4, 7], &[1, 9, 3, 1], &[9, 8, 9, 7, 9]] {
            let total: usize = lengths.iter().sum();
            for end in total..total + 9 {
                let (_, late) = machine(lengths, end).counted();
                let expected: FxHashSet<Lit> = (0..total).map(|time| literal(lengths.len(), time)).collect();
                assert_eq!(late.into_iter().collect::<FxHashSet<Lit>>(), expected, "{lengths:?} until {end}");
            }
            let (implied, _) = machine(lengths, total).counted();
            assert!(!implied.is_empty() && implied.iter().all(|clause| !clause.is_empty()), "{lengths:?}");
            let (implied, _) = machine(lengths, total - 1).counted();
            assert!(implied.contains(&Vec::new()), "{lengths:?}: {implied:?}");
        }
    }

    /// Checks random tasks that cannot begin at any time, with more or fewer exclusions than their lengths require.
    #[test]
    fn what_is_counted_holds() {
        let (mut clauses, mut times) = (0, 0);
        for seed in 0..1500_usize {
            let mut state = seed * 7919 + 1;
            let mut random = |below: usize| {
                state = (state * 1_103_515_245 + 12345) & 0x7fff_ffff;
                (state >> 8) % below
            };
            let lengths: Vec<usize> = (0..3).map(|_| 1 + random(3)).collect();
            let mut machine = machine(&lengths, lengths.iter().sum::<usize>() - 1 + random(3));
            machine.is_repeated = seed % 4 == 0;
            for starts in &mut machine.starts {
                starts.retain(|_| random(6) > 0);
                let longest = if seed % 4 == 0 { 4 } else { 6 };
                while starts.len() > longest {
                    starts.remove(random(starts.len()));
                }
            }
            if machine.starts.iter().any(|starts| starts.len() < 2) {
                continue;
            }
            machine.pairs.retain(|_| seed % 3 > 0 || random(12) > 0);
            // Some of them exist already, and change nothing.
            for _ in 0..seed % 5 {
                machine.pairs.push((literal(0, random(5)), literal(1 + random(2), random(5))));
            }
            let (implied, late) = machine.counted();
            for model in machine.models() {
                for clause in &implied {
                    assert!(
                        clause.iter().any(|literal| model.contains(literal)),
                        "{clause:?} in {model:?}, {seed}"
                    );
                }
                for (_, reasons) in machine.late.iter().filter(|(literal, _)| late.contains(literal)) {
                    assert!(
                        reasons.iter().any(|literal| model.contains(literal)),
                        "{reasons:?} in {model:?}, {seed}"
                    );
                }
            }
            clauses += implied.len();
            times += late.len();
        }
        assert!(clauses > 500 && times > 2000, "{clauses} {times}");
    }
}
