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

use std::collections::BTreeMap;

use crate::budget::{Budget, End, Found, Path, Progress, Report, POLL, REPORT};
use crate::path;
use crate::space::{StateSpace, Visit};
use crate::table::{Id, Slot, Table};

/// The parent of the start.
const NONE: Id = Id::MAX;
/// The words beside a configuration: where it was reached from, and its cost, with a bit that says that it is closed.
const PARENT: usize = 0;
const COST: usize = 1;
const CLOSED: u32 = 1 << 31;

/// Looks for a plan of least cost. Costs have to be less than 2^31.
///
/// `watch` is called at the start, when the bound rises or a better plan is found, and every now and then.
pub fn a_star<S: StateSpace>(
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
    let end = search.run(space, budget, watch, &mut state);
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

    fn run<S: StateSpace>(
        &mut self,
        space: &mut S,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report<'_, S::Action>),
        state: &mut [u8],
    ) -> End {
        let mut told: Option<u32> = None;
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
            let cost = self.table.word(id, COST);
            if cost & CLOSED != 0 {
                continue;
            }
            if self.progress.expanded.is_multiple_of(POLL) && (budget.stop)() {
                return End::Stopped;
            }
            if !self.table.has_room(budget.table_bytes.saturating_sub(self.open.bytes())) {
                return End::TableFull;
            }
            if self.progress.expanded % REPORT == REPORT - 1 {
                watch(&Report { progress: self.progress, path: None });
            }
            self.progress.expanded += 1;
            self.table.set_word(id, COST, cost | CLOSED);
            state.copy_from_slice(self.table.state(id));
            let limit = self.progress.bound.saturating_add(self.ahead());
            let mut generation = Generation { search: self, parent: id, cost, limit, later: None };
            space.expand(state, &mut generation);
            if let Some(later) = generation.later {
                self.table.set_word(id, COST, cost);
                self.open.push(later, cost, id);
            }
            while let Some(id) = self.near.pop() {
                state.copy_from_slice(self.table.state(id));
                let cost = self.table.word(id, COST) & !CLOSED;
                if self.goal.is_none_or(|goal| cost < goal.cost) && space.is_goal(state) {
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

    /// By how much more than the first bucket a successor may cost and not be left out. Where the bound rises many times,
    /// parents are expanded again each time; when there have been half as many more expansions as configurations, tabling
    /// what comes next is cheaper. So the table never outgrows the expansions by it.
    fn ahead(&self) -> u32 {
        let configurations = self.table.len() as u64;
        u32::from(self.progress.expanded > configurations + configurations / 2)
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

/// Takes in the successors of a configuration.
struct Generation<'a> {
    search: &'a mut Search,
    parent: Id,
    cost: u32,
    /// Successors of more cost plus estimate than this can wait.
    limit: u32,
    /// The least cost plus estimate of those that do.
    later: Option<u32>,
}

impl Generation<'_> {
    /// Whether what has this cost and estimate is to be tabled now.
    fn admits(&mut self, cost: u32, estimate: u32) -> bool {
        let total = cost.saturating_add(estimate);
        if total > self.search.most {
            self.search.beyond = true;
        } else if self.search.goal.is_none_or(|goal| total < goal.cost) {
            // What may be a goal is a plan at least, if not a cheapest one.
            if total <= self.limit || estimate == 0 {
                return true;
            }
            self.later = Some(self.later.map_or(total, |later| later.min(total)));
        }
        false
    }
}

impl<A> Visit<A> for Generation<'_> {
    fn wants(&mut self, cost: u32, least: impl FnOnce() -> Option<u32>) -> bool {
        let cost = self.cost.saturating_add(cost);
        least().is_some_and(|least| self.admits(cost, least))
    }

    fn continues(&mut self, least: u32) -> bool {
        self.admits(self.cost, least)
    }

    fn successor(&mut self, _: A, cost: u32, state: &[u8], estimate: impl FnOnce() -> Option<u32>) {
        let cost = self.cost.saturating_add(cost);
        if let Some(known) = self.search.table.find(state) {
            if cost >= self.search.table.word(known, COST) & !CLOSED {
                return;
            }
        }
        let Some(estimate) = estimate().filter(|&estimate| self.admits(cost, estimate)) else { return };
        let Search { table, open, near, .. } = &mut *self.search;
        let id = match table.insert(state, || Some([self.parent, cost])) {
            Slot::Refused => return,
            Slot::New(id) => id,
            Slot::Known(id) => {
                table.set_word(id, PARENT, self.parent);
                table.set_word(id, COST, cost);
                id
            }
        };
        open.push(cost + estimate, cost, id);
        if estimate == 0 {
            near.push(id);
        }
    }
}
