//! A\* search with partial expansion: expands the open configuration with the least cost plus estimate first.
//!
//! Sources: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968;
//! Yoshizumi, Miura, Ishida, "A* with Partial Expansion for Large Branching Factor Problems", 2000. By partial
//! expansion, a successor beyond the first bucket is not put into the table. Its parent is opened again in the bucket
//! of that successor and expanded once more when its turn comes. Most such successors are never needed.
//!
//! Invariant: every configuration from which a plan cheaper than the best known one may lead is in the table or has
//! an ancestor in the table that is open on its behalf. A configuration in the table is either closed, with all its
//! successors taken in, or open in the bucket of its cost plus estimate, or of its first successor left out. So no
//! plan costs less than the first bucket. A configuration that is reached more cheaply after it was closed is opened
//! again: estimates have to be admissible, but not consistent.
//!
//! Several threads may expand configurations of one bucket at a time. One thread then takes in the successors in the
//! order in which the configurations were opened for expansion, so the result does not depend on the speed of the
//! threads.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::budget::{Budget, End, Path, Progress, SearchReport, SearchResult, POLL, REPORT};
use crate::path;
use crate::space::StateSpace;
use crate::successors::{Limits, SuccessorBatch, Successors, CLOSED, COST};
use crate::table::{Id, StateTable, TableSlot};

/// The parent number of the start, which has no parent.
const NONE: Id = Id::MAX;
/// Index of the first of the two words stored with a configuration: its parent.
const PARENT: usize = 0;

/// The number of configurations that all threads together expand before their successors are taken in.
const BATCH: usize = 512;
/// Batches smaller than this are expanded by one thread, because starting threads costs more than it gains.
const LEAST_BATCH: usize = 32;

/// Searches for a plan of least cost by A\*. Costs have to be less than 2^31.
///
/// `watch` is called at the start, when the bound rises, when a better plan is found, and at intervals of expansions.
pub fn a_star<S: StateSpace + Clone + Send>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
) -> SearchResult<S::Action> {
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    let mut search = BestFirstSearch::new(space.width(), budget);
    let Some(estimate) = space.estimate(&state) else {
        return SearchResult { end: End::Exhausted, path: None, progress: search.progress };
    };
    search.table.insert(&state, || Some([NONE, 0]));
    if space.is_goal(&state) {
        search.goal = Some(ReachedGoal { id: 0, cost: 0 });
    } else if estimate <= budget.most {
        search.open.push(estimate, 0, 0);
    } else {
        search.beyond = true;
    }
    search.progress.bound = estimate;
    search.count();
    watch(&SearchReport { progress: search.progress, path: None });
    let end = search.run(space, budget, watch);
    let path = search.goal.map(|goal| search.path(space, goal.id));
    if end == End::Optimal {
        search.progress.bound = path.as_ref().map_or(0, |path| path.cost);
    }
    SearchResult { end, path, progress: search.progress }
}

/// A goal configuration in the table.
#[derive(Clone, Copy)]
struct ReachedGoal {
    id: Id,
    cost: u32,
}

/// The open configurations in buckets, ordered by cost plus estimate and then by estimate.
///
/// Configurations nearest to a goal come first among equals, so that little more than one plan is expanded in the
/// last bucket, which is usually the largest. Within a bucket the last one added comes first.
#[derive(Default)]
struct Open {
    /// The rank of `bucket`.
    first: Rank,
    /// The configurations of the first rank.
    bucket: Vec<Id>,
    /// The configurations of later ranks; no bucket in it is empty.
    later: BTreeMap<Rank, Vec<Id>>,
    /// The bytes held by the buckets in `later`.
    later_bytes: usize,
}

/// The order of buckets: cost plus estimate, then the estimate.
type Rank = (u32, u32);

impl Open {
    /// Opens a configuration. `total` is its cost plus estimate, or that of the first successor left out when it was
    /// expanded.
    fn push(&mut self, total: u32, cost: u32, id: Id) {
        let rank = (total, total - cost);
        if self.bucket.is_empty() && self.later.is_empty() {
            self.first = rank;
        }
        if rank == self.first {
            put(&mut self.bucket, id);
            return;
        }
        // A successor can precede the first bucket: its estimate is smaller, or the estimate is inconsistent. The
        // bucket is put back.
        if rank < self.first {
            let bucket = std::mem::replace(&mut self.bucket, vec![id]);
            // `later` holds no empty bucket.
            if !bucket.is_empty() {
                self.later_bytes += 4 * bucket.capacity();
                self.later.insert(self.first, bucket);
            }
            self.first = rank;
            return;
        }
        let bucket = self.later.entry(rank).or_default();
        let before = bucket.capacity();
        put(bucket, id);
        self.later_bytes += 4 * (bucket.capacity() - before);
    }

    /// Removes and returns a configuration of least rank, with its cost plus estimate.
    fn pop(&mut self) -> Option<(u32, Id)> {
        if self.bucket.is_empty() {
            let (rank, bucket) = self.later.pop_first()?;
            self.later_bytes -= 4 * bucket.capacity();
            (self.first, self.bucket) = (rank, bucket);
        }
        self.bucket.pop().map(|id| (self.first.0, id))
    }

    /// Removes and returns another configuration from the bucket of the last `pop`.
    fn pop_alike(&mut self) -> Option<Id> {
        self.bucket.pop()
    }

    /// The bytes that the buckets hold.
    fn bytes(&self) -> usize {
        self.later_bytes + 4 * self.bucket.capacity()
    }
}

/// Appends to a bucket, growing it by an eighth only: the buckets together hold a large part of the memory.
fn put(bucket: &mut Vec<Id>, id: Id) {
    if bucket.len() == bucket.capacity() {
        bucket.reserve_exact(64.max(bucket.len() / 8));
    }
    bucket.push(id);
}

/// The state of one A\* search.
struct BestFirstSearch {
    table: StateTable<2>,
    open: Open,
    goal: Option<ReachedGoal>,
    /// Configurations just opened with estimate 0, still to be tested as goals. Only these can be goals.
    maybe_goals: Vec<Id>,
    /// Whether a successor was left out because its cost plus estimate exceeds `most`.
    beyond: bool,
    /// The greatest cost plus estimate of interest.
    most: u32,
    progress: Progress,
}

impl BestFirstSearch {
    fn new(width: usize, budget: &Budget<'_>) -> Self {
        BestFirstSearch {
            table: StateTable::new(width),
            open: Open::default(),
            goal: None,
            maybe_goals: Vec::new(),
            beyond: false,
            most: budget.most.min(CLOSED - 1),
            progress: Progress::default(),
        }
    }

    /// Expands configurations until the search ends, and returns why it ended.
    fn run<S: StateSpace + Clone + Send>(
        &mut self,
        space: &mut S,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
    ) -> End {
        let begun = Instant::now();
        let mut reported: Option<u32> = None;
        let (mut next_poll, mut next_report) = (0, REPORT);
        let mut workers = Workers { others: Vec::new(), batches: vec![SuccessorBatch::default()] };
        let mut batch = Vec::new();
        loop {
            self.count();
            if let Some(goal) = self.goal.filter(|goal| reported.is_none_or(|reported| goal.cost < reported))
            {
                reported = Some(goal.cost);
                let path = self.path(space, goal.id);
                watch(&SearchReport { progress: self.progress, path: Some(&path) });
                if goal.cost <= budget.enough && goal.cost > self.progress.bound {
                    return End::Enough;
                }
            }
            let Some((total, id)) = self.open.pop() else { break };
            if total > self.progress.bound {
                self.progress.bound = self.goal.map_or(total, |goal| total.min(goal.cost));
                watch(&SearchReport { progress: self.progress, path: None });
            }
            if self.goal.is_some_and(|goal| goal.cost <= self.progress.bound) {
                break;
            }
            if self.progress.expanded >= next_poll {
                next_poll = self.progress.expanded + POLL;
                if (budget.stop)() {
                    return End::Stopped;
                }
                if workers.others.is_empty() && budget.threads > 1 && begun.elapsed() >= budget.alone {
                    workers.others.resize(budget.threads - 1, space.clone());
                    workers.batches.resize_with(budget.threads, SuccessorBatch::default);
                }
            }
            if self.progress.expanded >= next_report {
                next_report = self.progress.expanded + REPORT;
                watch(&SearchReport { progress: self.progress, path: None });
            }
            self.close(id, &mut batch);
            while !workers.others.is_empty() && batch.len() < BATCH {
                let Some(id) = self.open.pop_alike() else { break };
                self.close(id, &mut batch);
            }
            workers.expand(space, &self.table, self.limits(), &batch);
            for (at, &(id, cost)) in batch.iter().enumerate() {
                if !self.table.has_room(budget.table_bytes.saturating_sub(self.open.bytes())) {
                    return End::TableFull;
                }
                self.take(id, cost, &workers.successors_of(at, batch.len()));
            }
            batch.clear();
            while let Some(id) = self.maybe_goals.pop() {
                let cost = self.table.word(id, COST) & !CLOSED;
                if self.goal.is_none_or(|goal| cost < goal.cost) && space.is_goal(self.table.state(id)) {
                    self.goal = Some(ReachedGoal { id, cost });
                }
            }
        }
        match self.goal {
            Some(_) => End::Optimal,
            None if self.beyond => {
                self.progress.bound = self.progress.bound.max(self.most.saturating_add(1));
                End::Bounded
            }
            None => End::Exhausted,
        }
    }

    /// Closes a configuration taken from the open list and adds it to `batch`, unless it was closed since it was
    /// opened.
    fn close(&mut self, id: Id, batch: &mut Vec<(Id, u32)>) {
        let cost = self.table.word(id, COST);
        if cost & CLOSED == 0 {
            self.progress.expanded += 1;
            self.table.set_word(id, COST, cost | CLOSED);
            batch.push((id, cost));
        }
    }

    /// Returns the limits that decide which successors are put into the table now.
    fn limits(&self) -> Limits {
        Limits {
            now: self.progress.bound.saturating_add(self.ahead()),
            most: self.most,
            best_plan: self.goal.map(|goal| goal.cost),
        }
    }

    /// Takes in the successors of a configuration that was closed at this cost.
    fn take(&mut self, parent: Id, cost: u32, successors: &Successors<'_>) {
        self.beyond |= successors.beyond;
        if self.table.word(parent, COST) != cost | CLOSED {
            // The configuration has been reached more cheaply since, and is open again.
            return;
        }
        for (cost, estimate, state) in successors.iter() {
            let id = match self.table.insert(state, || Some([parent, cost])) {
                TableSlot::Refused => continue,
                TableSlot::New(id) => id,
                TableSlot::Known(id) if cost >= self.table.word(id, COST) & !CLOSED => continue,
                TableSlot::Known(id) => {
                    self.table.set_word(id, PARENT, parent);
                    self.table.set_word(id, COST, cost);
                    id
                }
            };
            self.open.push(cost + estimate, cost, id);
            if estimate == 0 {
                self.maybe_goals.push(id);
            }
        }
        if let Some(later) = successors.later {
            self.table.set_word(parent, COST, cost);
            self.open.push(later, cost, parent);
        }
    }

    /// Returns by how much the cost plus estimate of a successor may exceed the first bucket without its being left
    /// out.
    ///
    /// Where the bound rises many times, parents are expanded again each time. Once there are half as many more
    /// expansions than configurations, putting later successors into the table is cheaper, and the table never
    /// outgrows the expansions by it. The margin doubles with each further half, whatever the unit of costs is.
    fn ahead(&self) -> u32 {
        let often = 2 * self.progress.expanded / (self.table.len() as u64).max(1);
        (1 << often.clamp(2, 22) >> 2) - 1
    }

    /// Updates the numbers of configurations and bytes in `progress`.
    fn count(&mut self) {
        self.progress.configurations = self.table.len();
        self.progress.bytes = self.table.bytes() + self.open.bytes();
    }

    /// Returns the path from the start to `goal`.
    fn path<S: StateSpace>(&self, space: &mut S, goal: Id) -> Path<S::Action> {
        let mut states = vec![self.table.state(goal).to_vec()];
        let mut at = goal;
        while self.table.word(at, PARENT) != NONE {
            at = self.table.word(at, PARENT);
            states.push(self.table.state(at).to_vec());
        }
        states.reverse();
        path::along(space, &states)
    }
}

/// The threads that expand configurations: the space of the search, and one clone for each other thread.
struct Workers<S> {
    others: Vec<S>,
    /// The successors that each thread collects. Thread `i` of `n` expands every `n`-th configuration of a batch,
    /// from `i` on.
    batches: Vec<SuccessorBatch>,
}

impl<S: StateSpace + Send> Workers<S> {
    /// Returns how many threads expand a batch of this size.
    fn worker_count(&self, batch: usize) -> usize {
        if batch < LEAST_BATCH {
            1
        } else {
            self.batches.len()
        }
    }

    /// Expands all configurations of a batch.
    fn expand(&mut self, space: &mut S, table: &StateTable<2>, limits: Limits, batch: &[(Id, u32)]) {
        let worker_count = self.worker_count(batch.len());
        let share = |worker: usize| batch.iter().skip(worker).step_by(worker_count).copied();
        let (own, others) = self.batches.split_first_mut().expect("one at least");
        if worker_count == 1 {
            own.expand(space, table, limits, share(0));
            return;
        }
        std::thread::scope(|scope| {
            for (worker, (space, batch)) in (1..).zip(self.others.iter_mut().zip(others)) {
                scope.spawn(move || batch.expand(space, table, limits, share(worker)));
            }
            own.expand(space, table, limits, share(0));
        });
    }

    /// Returns the successors of the configuration at index `at` of a batch of this length.
    fn successors_of(&self, at: usize, batch: usize) -> Successors<'_> {
        let worker_count = self.worker_count(batch);
        self.batches[at % worker_count].successors_of(at / worker_count)
    }
}
