//! A*: the open configuration of least cost plus estimate first.
//!
//! Sources: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968; Yoshizumi,
//! Miura, Ishida, "A* with Partial Expansion for Large Branching Factor Problems", 2000: a successor that comes after the
//! first bucket is not tabled; its parent waits in its place, and is expanded once more. Most successors are never needed.
//!
//! Invariant: every configuration from which a cheaper plan than the best known one could lead is in the table, closed
//! by all its successors or open in the bucket of its cost plus estimate, or of the first successor that was left out, or
//! it has such a parent, so that no plan costs less than the first bucket says. A configuration that is reached more
//! cheaply after it was closed is opened again: estimates have to be admissible, but not consistent.
//!
//! Several threads expand configurations of one bucket at a time, and one takes in what they found, in the order in which
//! the configurations were taken out: nothing depends on which thread is the fastest.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::brood::{Brood, Limits, Offspring, CLOSED, COST};
use crate::budget::{Budget, End, Found, Path, Progress, Report, POLL, REPORT};
use crate::path;
use crate::space::StateSpace;
use crate::table::{Id, Slot, Table};

/// The parent of the start.
const NONE: Id = Id::MAX;
/// The first of two words beside a configuration: where it was reached from.
const PARENT: usize = 0;

/// So many configurations are expanded by all threads together before what they found is taken in.
const BATCH: usize = 512;
/// Fewer than this are not worth the threads.
const LEAST_BATCH: usize = 32;

/// Looks for a plan of least cost. Costs have to be less than 2^31.
///
/// `watch` is called at the start, when the bound rises or a better plan is found, and every now and then.
pub fn a_star<S: StateSpace + Clone + Send>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&Report<'_, S::Action>),
) -> Found<S::Action> {
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    let mut search = Search::new(space.width(), budget);
    let Some(estimate) = space.estimate(&state) else {
        return Found { end: End::Exhausted, path: None, progress: search.progress };
    };
    search.table.insert(&state, || Some([NONE, 0]));
    if space.is_goal(&state) {
        search.goal = Some(Goal { id: 0, cost: 0 });
    } else if estimate <= budget.most {
        search.open.push(estimate, 0, 0);
    } else {
        search.beyond = true;
    }
    search.progress.bound = estimate;
    search.count();
    watch(&Report { progress: search.progress, path: None });
    let end = search.run(space, budget, watch);
    let path = search.goal.map(|goal| search.path(space, goal.id));
    if end == End::Optimal {
        search.progress.bound = path.as_ref().map_or(0, |path| path.cost);
    }
    Found { end, path, progress: search.progress }
}

#[derive(Clone, Copy)]
struct Goal {
    id: Id,
    cost: u32,
}

/// Open configurations by cost plus estimate, and among equals by estimate: what is nearest to a goal comes first, so that
/// of the last bucket, most often the largest, little more than a plan is expanded. In a bucket the last one comes first.
#[derive(Default)]
struct Open {
    first: Rank,
    bucket: Vec<Id>,
    later: BTreeMap<Rank, Vec<Id>>,
    /// Bytes of the buckets that are not the first.
    later_bytes: usize,
}

/// Cost plus estimate, then the estimate.
type Rank = (u32, u32);

impl Open {
    /// Opens a configuration of this cost whose cost plus estimate, or that of what it waits for, is `total`.
    fn push(&mut self, total: u32, cost: u32, id: Id) {
        let rank = (total, total - cost);
        if self.bucket.is_empty() && self.later.is_empty() {
            self.first = rank;
        }
        if rank == self.first {
            put(&mut self.bucket, id);
            return;
        }
        // A successor is nearer to a goal, or by an inconsistent estimate even cheaper: the first bucket then has to wait.
        if rank < self.first {
            let bucket = std::mem::replace(&mut self.bucket, vec![id]);
            // No bucket among the later ones is empty.
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

    fn pop(&mut self) -> Option<(u32, Id)> {
        if self.bucket.is_empty() {
            let (rank, bucket) = self.later.pop_first()?;
            self.later_bytes -= 4 * bucket.capacity();
            (self.first, self.bucket) = (rank, bucket);
        }
        self.bucket.pop().map(|id| (self.first.0, id))
    }

    /// One more of the bucket that the last one was of.
    fn pop_alike(&mut self) -> Option<Id> {
        self.bucket.pop()
    }

    fn bytes(&self) -> usize {
        self.later_bytes + 4 * self.bucket.capacity()
    }
}

/// Appends to a bucket, which grows by an eighth only: with all of them it is a good part of the memory.
fn put(bucket: &mut Vec<Id>, id: Id) {
    if bucket.len() == bucket.capacity() {
        bucket.reserve_exact(64.max(bucket.len() / 8));
    }
    bucket.push(id);
}

struct Search {
    table: Table<2>,
    open: Open,
    goal: Option<Goal>,
    /// What was just opened with estimate 0, and nothing else can be a goal.
    near: Vec<Id>,
    /// Whether something was left out because it costs too much.
    beyond: bool,
    most: u32,
    progress: Progress,
}

impl Search {
    fn new(width: usize, budget: &Budget<'_>) -> Self {
        Search {
            table: Table::new(width),
            open: Open::default(),
            goal: None,
            near: Vec::new(),
            beyond: false,
            most: budget.most.min(CLOSED - 1),
            progress: Progress::default(),
        }
    }

    fn run<S: StateSpace + Clone + Send>(
        &mut self,
        space: &mut S,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report<'_, S::Action>),
    ) -> End {
        let begun = Instant::now();
        let mut told: Option<u32> = None;
        let (mut next_poll, mut next_report) = (0, REPORT);
        let mut crew = Crew { others: Vec::new(), broods: vec![Brood::default()] };
        let mut batch = Vec::new();
        loop {
            self.count();
            if let Some(goal) = self.goal.filter(|goal| told.is_none_or(|told| goal.cost < told)) {
                told = Some(goal.cost);
                let path = self.path(space, goal.id);
                watch(&Report { progress: self.progress, path: Some(&path) });
                if goal.cost <= budget.enough && goal.cost > self.progress.bound {
                    return End::Enough;
                }
            }
            let Some((total, id)) = self.open.pop() else { break };
            if total > self.progress.bound {
                self.progress.bound = self.goal.map_or(total, |goal| total.min(goal.cost));
                watch(&Report { progress: self.progress, path: None });
            }
            if self.goal.is_some_and(|goal| goal.cost <= self.progress.bound) {
                break;
            }
            if self.progress.expanded >= next_poll {
                next_poll = self.progress.expanded + POLL;
                if (budget.stop)() {
                    return End::Stopped;
                }
                if crew.others.is_empty() && budget.threads > 1 && begun.elapsed() >= budget.alone {
                    crew.others.resize(budget.threads - 1, space.clone());
                    crew.broods.resize_with(budget.threads, Brood::default);
                }
            }
            if self.progress.expanded >= next_report {
                next_report = self.progress.expanded + REPORT;
                watch(&Report { progress: self.progress, path: None });
            }
            self.close(id, &mut batch);
            while !crew.others.is_empty() && batch.len() < BATCH {
                let Some(id) = self.open.pop_alike() else { break };
                self.close(id, &mut batch);
            }
            crew.expand(space, &self.table, self.limits(), &batch);
            for (at, &(id, cost)) in batch.iter().enumerate() {
                if !self.table.has_room(budget.table_bytes.saturating_sub(self.open.bytes())) {
                    return End::TableFull;
                }
                self.take(id, cost, &crew.offspring(at, batch.len()));
            }
            batch.clear();
            while let Some(id) = self.near.pop() {
                let cost = self.table.word(id, COST) & !CLOSED;
                if self.goal.is_none_or(|goal| cost < goal.cost) && space.is_goal(self.table.state(id)) {
                    self.goal = Some(Goal { id, cost });
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

    /// Closes what was taken out and is to be expanded, unless it has been closed since it was opened.
    fn close(&mut self, id: Id, batch: &mut Vec<(Id, u32)>) {
        let cost = self.table.word(id, COST);
        if cost & CLOSED == 0 {
            self.progress.expanded += 1;
            self.table.set_word(id, COST, cost | CLOSED);
            batch.push((id, cost));
        }
    }

    /// Which successors are of interest now.
    fn limits(&self) -> Limits {
        Limits {
            now: self.progress.bound.saturating_add(self.ahead()),
            most: self.most,
            known: self.goal.map(|goal| goal.cost),
        }
    }

    /// Takes in what was found of a configuration that was closed at this cost.
    fn take(&mut self, parent: Id, cost: u32, found: &Offspring<'_>) {
        self.beyond |= found.beyond;
        if self.table.word(parent, COST) != cost | CLOSED {
            // It has been reached more cheaply since, and is open again.
            return;
        }
        for (cost, estimate, state) in found.successors() {
            let id = match self.table.insert(state, || Some([parent, cost])) {
                Slot::Refused => continue,
                Slot::New(id) => id,
                Slot::Known(id) if cost >= self.table.word(id, COST) & !CLOSED => continue,
                Slot::Known(id) => {
                    self.table.set_word(id, PARENT, parent);
                    self.table.set_word(id, COST, cost);
                    id
                }
            };
            self.open.push(cost + estimate, cost, id);
            if estimate == 0 {
                self.near.push(id);
            }
        }
        if let Some(later) = found.later {
            self.table.set_word(parent, COST, cost);
            self.open.push(later, cost, parent);
        }
    }

    /// By how much more than the first bucket a successor may cost and not be left out. Where the bound rises many times,
    /// parents are expanded again each time; when there have been half as many more expansions as configurations, tabling
    /// what comes next is cheaper. So the table never outgrows the expansions by it. With each half more it is twice as much,
    /// whatever the unit of costs is.
    fn ahead(&self) -> u32 {
        let often = 2 * self.progress.expanded / (self.table.len() as u64).max(1);
        (1 << often.clamp(2, 22) >> 2) - 1
    }

    fn count(&mut self) {
        self.progress.configurations = self.table.len();
        self.progress.bytes = self.table.bytes() + self.open.bytes();
    }

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

/// Who expands: the space of the search, and one more for each other thread.
struct Crew<S> {
    others: Vec<S>,
    /// What they find; each of them has every so manieth of a batch.
    broods: Vec<Brood>,
}

impl<S: StateSpace + Send> Crew<S> {
    /// How many of the threads a batch of this size is for.
    fn hands(&self, batch: usize) -> usize {
        if batch < LEAST_BATCH {
            1
        } else {
            self.broods.len()
        }
    }

    /// Expands all of a batch.
    fn expand(&mut self, space: &mut S, table: &Table<2>, limits: Limits, batch: &[(Id, u32)]) {
        let hands = self.hands(batch.len());
        let share = |hand: usize| batch.iter().skip(hand).step_by(hands).copied();
        let (own, others) = self.broods.split_first_mut().expect("one at least");
        if hands == 1 {
            own.expand(space, table, limits, share(0));
            return;
        }
        std::thread::scope(|scope| {
            for (hand, (space, brood)) in (1..).zip(self.others.iter_mut().zip(others)) {
                scope.spawn(move || brood.expand(space, table, limits, share(hand)));
            }
            own.expand(space, table, limits, share(0));
        });
    }

    /// What was found of the configuration at this place of the batch.
    fn offspring(&self, at: usize, batch: usize) -> Offspring<'_> {
        let hands = self.hands(batch);
        self.broods[at % hands].offspring(at / hands)
    }
}
