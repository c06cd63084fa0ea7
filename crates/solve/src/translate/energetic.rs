//! Energetic reasoning for tasks that must not overlap: a machine needs as much time as its tasks are long together.
//!
//! A task is a clause, one of whose literals says when the task begins. The literals under which tasks run at the same
//! time exclude each other, so they are an at-most-one set. Each literal of a task is in as many sets as the task is
//! long. So at least as many sets have a true literal as the tasks are long together: the energy that they need
//! (Carlier: The one-machine sequencing problem, EJOR 11, 1982). Clauses about times do not show this, and resolution
//! would have to count.

use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::clauses::Clauses;
use super::lists::{Lists, LiteralIndex};
use crate::Tuning;

/// The number of a task.
pub(super) type Task = u32;

/// A family of tasks, and at-most-one sets of their literals.
#[derive(Debug)]
pub(super) struct NoOverlap {
    literals: Vec<Lit>,
    /// The task of each literal.
    task_of: Vec<Task>,
    sets: Lists,
    /// The length of each task, indexed by task: the number of sets that most of its literals are in.
    lengths: Vec<usize>,
}

/// The multiplicities of the sets, such that each literal of a task is in as many sets as the task is long.
struct TaskWeights {
    of_sets: Vec<usize>,
    /// The sum of the multiplicities.
    all: usize,
}

impl NoOverlap {
    /// Creates a family from the task of each literal, and sets of literals by their numbers.
    pub fn new(literals: Vec<Lit>, task_of: Vec<Task>, sets: Lists) -> Self {
        let mut counts = vec![0; literals.len()];
        sets.items().iter().for_each(|&edge| counts[edge as usize] += 1);
        let mut of_tasks: Vec<(Task, usize)> = task_of.iter().copied().zip(counts).collect();
        of_tasks.sort_unstable();
        // At the ends of the time range, a literal may be in fewer or more sets than most literals of its task.
        let by_task = of_tasks.chunk_by(|(task, _), (other, _)| task == other);
        let most = by_task.map(|all| all.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0].1)).max());
        NoOverlap {
            lengths: most.map(|most| most.map_or(0, |(_, count)| count)).collect(),
            literals,
            task_of,
            sets,
        }
    }

    /// Whether a task is longer than one. If none is, other counting derives the same.
    pub fn is_long(&self) -> bool {
        self.lengths.iter().any(|&length| length > 1)
    }

    /// Returns the total length of the tasks: at least as many sets have a true literal.
    fn length(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Returns clauses implied by counting. An empty one says that there is no model.
    pub fn implied(&self, tuning: &Tuning) -> Vec<Vec<Lit>> {
        let every = (0..self.literals.len()).collect();
        let mut effort = tuning.energetic_effort * self.sets.item_count();
        let Some(weights) = self.weights(&every, &mut effort, tuning) else { return Vec::new() };
        if weights.all < self.length() {
            return vec![Vec::new()];
        }
        let counted = weights.of_sets.iter().zip(self.sets.iter()).filter(|(&weight, _)| weight > 0);
        let literal = |&edge: &LiteralIndex| self.literals[edge as usize];
        counted.map(|(_, set)| set.iter().map(literal).collect()).collect()
    }

    /// Returns multiplicities such that each open literal of a task is in at least as many sets as the task is long.
    /// Returns `None` if the sum of those found exceeds the total length.
    ///
    /// Initially each set counts once. Sets are dropped as long as no literal needs them, and sets that most literals
    /// lack are added. The latter is necessary at the ends of the time range, where sets would have no literals that
    /// others do not have.
    fn weights(&self, is_open: &FixedBitSet, effort: &mut usize, tuning: &Tuning) -> Option<TaskWeights> {
        let length = self.length();
        let mut sets = Lists::default();
        for set in self.sets.iter() {
            sets.push(set.iter().copied().filter(|&edge| is_open.contains(edge as usize)));
        }
        let mut of_sets: Vec<usize> = sets.iter().map(|set| usize::from(!set.is_empty())).collect();
        // For each literal, the number of sets it is in, less the length of its task.
        let mut spare: Vec<isize> =
            self.task_of.iter().map(|&task| -(self.lengths[task as usize] as isize)).collect();
        sets.items().iter().for_each(|&edge| spare[edge as usize] += 1);
        let drop_spare = |of_sets: &mut [usize], spare: &mut [isize]| {
            for (weight, set) in of_sets.iter_mut().zip(sets.iter()) {
                while *weight > 0 && set.iter().all(|&edge| spare[edge as usize] > 0) {
                    *weight -= 1;
                    set.iter().for_each(|&edge| spare[edge as usize] -= 1);
                }
            }
        };
        *effort = effort.saturating_sub(self.sets.item_count());
        drop_spare(&mut of_sets, &mut spare);
        while of_sets.iter().sum::<usize>() <= length + tuning.energetic_excess {
            *effort = effort.saturating_sub(self.sets.item_count());
            let lacking = |set: &[LiteralIndex]| set.iter().filter(|&&edge| spare[edge as usize] < 0).count();
            let (lacking, best) = sets.iter().map(lacking).zip(0..).max()?;
            if lacking == 0 || *effort == 0 {
                break;
            }
            of_sets[best] += 1;
            sets.get(best).iter().for_each(|&edge| spare[edge as usize] += 1);
        }
        *effort = effort.saturating_sub(self.sets.item_count());
        drop_spare(&mut of_sets, &mut spare);
        let all = of_sets.iter().sum();
        let is_enough = is_open.ones().all(|edge| spare[edge] >= 0);
        (is_enough && all <= length).then_some(TaskWeights { of_sets, all })
    }
}

/// Returns those literals that must hold by energetic reasoning, given the implications in clauses of two literals.
pub(super) fn forced(
    no_overlaps: &[NoOverlap],
    clauses: &Clauses,
    literals: &[Lit],
    tuning: &Tuning,
) -> Vec<Lit> {
    if no_overlaps.is_empty() || literals.is_empty() {
        return Vec::new();
    }
    let mut implications = Implications::read(clauses);
    let mut effort = tuning.energetic_effort
        * no_overlaps.iter().map(|no_overlap| no_overlap.sets.item_count()).sum::<usize>();
    let mut consequences = |literal: Lit| {
        let count = implications.closure(literal).len();
        effort = effort.saturating_sub(count);
        (effort > 0).then_some(count)
    };
    // A literal whose negation has few consequences tends to have many itself, so it is examined first.
    let sizes = literals.iter().map_while(|&literal| Some((literal, consequences(!literal)?)));
    let ascending = sizes.sorted_by_key(|&(_, size)| size).map(|(literal, _)| literal);
    // For each literal, the families that have it, and its position there.
    let mut places: FxHashMap<Lit, Vec<(usize, usize)>> = FxHashMap::default();
    for (number, no_overlap) in no_overlaps.iter().enumerate() {
        for (place, &literal) in no_overlap.literals.iter().enumerate() {
            places.entry(literal).or_default().push((number, place));
        }
    }
    // For each family, the last set of open literals that left too little time.
    let mut too_little: Vec<Option<FixedBitSet>> = vec![None; no_overlaps.len()];
    let is_too_little = |literal: &Lit| {
        let consequences = implications.closure(!*literal);
        let closed = consequences.into_iter().filter_map(|literal| places.get(&!literal));
        closed.flatten().copied().into_group_map().into_iter().sorted().any(|(number, closed)| {
            let no_overlap = &no_overlaps[number];
            let mut open: FixedBitSet = (0..no_overlap.literals.len()).collect();
            closed.into_iter().for_each(|place| open.remove(place));
            if too_little[number].as_ref().is_some_and(|known| open.is_subset(known)) {
                return true;
            }
            let weights = no_overlap.weights(&open, &mut effort, tuning);
            let is_too_little = weights.is_some_and(|weights| weights.all < no_overlap.length());
            if is_too_little {
                too_little[number] = Some(open);
            }
            is_too_little
        })
    };
    ascending.filter(is_too_little).collect()
}

/// The implications by clauses of two literals.
struct Implications {
    /// The literals that each literal implies directly, by index.
    implied: Lists,
    /// For each literal index, the number of the last closure that contains it.
    seen: Vec<u32>,
    /// The number of the current closure.
    now: u32,
}

impl Implications {
    fn read(clauses: &Clauses) -> Self {
        let short = clauses.iter().filter(|clause| clause.len() == 2);
        let pairs: Vec<(u32, u32)> = short
            .flat_map(|clause| [(clause[0], clause[1]), (clause[1], clause[0])])
            .map(|(one, other)| ((!one).lidx() as u32, other.lidx() as u32))
            .collect();
        let end = pairs.iter().map(|&(index, _)| (index | 1) as usize + 1).max().unwrap_or(0);
        let implied = Lists::by_first(pairs.iter().copied(), end);
        Implications { implied, seen: vec![0; end], now: 0 }
    }

    /// Returns all literals that a literal implies, itself included.
    fn closure(&mut self, literal: Lit) -> Vec<Lit> {
        let mut closure = vec![literal];
        if literal.lidx() >= self.seen.len() {
            return closure;
        }
        self.now += 1;
        self.seen[literal.lidx()] = self.now;
        let mut place = 0;
        while let Some(literal) = closure.get(place) {
            for &index in self.implied.get(literal.lidx()) {
                if std::mem::replace(&mut self.seen[index as usize], self.now) != self.now {
                    closure.push(Lit::new(index / 2, index % 2 == 1));
                }
            }
            place += 1;
        }
        closure
    }
}
