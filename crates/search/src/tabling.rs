//! Mode-directed tabling: a state is a subgoal, and its table keeps one answer, the least cost of a plan from it.
//!
//! Source: Zhou, Kameya, Sato, "Mode-Directed Tabling for Dynamic Programming, Machine Learning, and Constraint
//! Solving", ICTAI 2010, on the linear tabling of Zhou, Sato, Shen, "Linear tabling strategies and optimizations",
//! TPLP 2008. The engine evaluates this program:
//!
//! ```prolog
//! :- table plan(+,-,min).
//! plan(State, [], 0) :- goal(State), !.
//! plan(State, [Action|Plan], Cost) :- action(State, Action, ActionCost, Next), plan(Next, Plan, Rest),
//!     Cost is ActionCost + Rest.
//! ```
//!
//! A subgoal is evaluated depth first. If it is met again while it is being evaluated, it is not called again: its
//! answer so far is used. A subgoal that depends on none called before it leads a *cluster*, the subgoals that depend on each
//! other through it. The cluster is evaluated again until none of its answers changes; then it is complete. This is
//! linear tabling: unlike in suspension-based tabling, there is no list of waiting consumers.
//!
//! There are two differences from the papers. Clusters are the strongly connected components, found as by Pearce ("A
//! space-efficient algorithm for finding strongly connected components", 2016), so that leaders are known for
//! certain. And plans are not stored in the table: one is rebuilt from the least costs, which gives the same plan
//! without copies.

use crate::budget::{Budget, End, Path, Progress, SearchReport, SearchResult, POLL, REPORT};
use crate::path;
use crate::space::{StateSpace, Visit};
use crate::table::{Id, StateTable, TableSlot};

/// Index of the first word stored with a subgoal: its answer so far.
const ANSWER: usize = 0;
/// Index of the second word stored with a subgoal: the stage of its evaluation.
const STAGE: usize = 1;
/// The answer of a subgoal that has none so far.
const NONE: u32 = u32::MAX;
/// The stage of a subgoal not called yet. Any stage but this and [`COMPLETE`] is the number of a subgoal being
/// evaluated.
const FRESH: u32 = u32::MAX;
/// The stage of a subgoal whose table is complete.
const COMPLETE: u32 = u32::MAX - 1;

/// The number of further entries that a memory check allows for on each stack.
const SOON: usize = 1 << 12;

/// Finds the least cost from the start by completing the tables of all subgoals it depends on. Estimates are not
/// used.
///
/// [`Progress::bound`] stays 0 until the table of the start is complete, since nothing is proven before. `watch` is
/// called at intervals of expansions.
pub fn tabling<S: StateSpace>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
) -> SearchResult<S::Action> {
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    let mut tabling = Tabling {
        table: StateTable::new(space.width()),
        frames: Vec::new(),
        calls: Vec::new(),
        waiting: Vec::new(),
        evaluated: 0,
        progress: Progress::default(),
    };
    tabling.table.insert(&state, || Some([NONE, FRESH]));
    let end = tabling.complete(space, budget, watch);
    tabling.count();
    let path = tabling.path(space);
    let end = match end {
        Some(end) => end,
        None if path.is_some() => End::Optimal,
        None => End::Exhausted,
    };
    if let Some(path) = &path {
        if end == End::Optimal {
            tabling.progress.bound = path.cost;
        }
        watch(&SearchReport { progress: tabling.progress, path: Some(path) });
    }
    SearchResult { end, path, progress: tabling.progress }
}

/// A subgoal that is being evaluated.
struct SubgoalFrame {
    subgoal: Id,
    /// Its number in the order of first evaluations.
    number: u32,
    /// The least number of a subgoal being evaluated on which it depends.
    lowest: u32,
    /// The start of its calls on the stack `calls`; those of the frame above follow them.
    calls: usize,
    /// The index of its next call.
    next: usize,
}

/// The state of one evaluation.
struct Tabling {
    table: StateTable<2>,
    frames: Vec<SubgoalFrame>,
    /// The calls of all frames: the cost of the action, and the subgoal called.
    calls: Vec<(u32, Id)>,
    /// Subgoals evaluated once whose cluster is not complete, in the order of evaluation.
    waiting: Vec<Id>,
    /// The number of subgoals evaluated so far.
    evaluated: u32,
    progress: Progress,
}

impl Tabling {
    /// Completes the table of the start. Returns why it could not, if so.
    fn complete<S: StateSpace>(
        &mut self,
        space: &mut S,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
    ) -> Option<End> {
        let mut state = vec![0; space.width()];
        self.call(space, 0, &mut state);
        while let Some(frame) = self.frames.last_mut() {
            if let Some(&(cost, callee)) = self.calls.get(frame.next) {
                match self.table.word(callee, STAGE) {
                    FRESH => {
                        if let Some(end) = self.must_end(budget, watch) {
                            return Some(end);
                        }
                        self.call(space, callee, &mut state);
                        continue;
                    }
                    COMPLETE => {}
                    number => frame.lowest = frame.lowest.min(number),
                }
                frame.next += 1;
                let (subgoal, answer) = (frame.subgoal, self.table.word(callee, ANSWER));
                self.improve(subgoal, cost, answer);
                continue;
            }
            let frame = self.frames.pop().expect("it is the last");
            self.calls.truncate(frame.calls);
            if frame.lowest < frame.number {
                // It depends on a subgoal below it on the stack, and belongs to the cluster of that one.
                self.waiting.push(frame.subgoal);
                self.table.set_word(frame.subgoal, STAGE, frame.lowest);
                let below = self.frames.last_mut().expect("what it depends on is below");
                below.lowest = below.lowest.min(frame.lowest);
                continue;
            }
            let mut first = self.waiting.len();
            while first > 0 && self.table.word(self.waiting[first - 1], STAGE) >= frame.number {
                first -= 1;
            }
            let cluster = first;
            self.waiting.push(frame.subgoal);
            if cluster + 1 < self.waiting.len() {
                if let Some(end) = self.evaluate_again(space, cluster, budget, watch, &mut state) {
                    return Some(end);
                }
            }
            for subgoal in self.waiting.drain(cluster..) {
                self.table.set_word(subgoal, STAGE, COMPLETE);
            }
        }
        None
    }

    /// Calls a fresh subgoal: applies the goal clause, or pushes a frame with all its calls.
    fn call<S: StateSpace>(&mut self, space: &mut S, subgoal: Id, state: &mut [u8]) {
        state.copy_from_slice(self.table.state(subgoal));
        if space.is_goal(state) {
            self.table.set_word(subgoal, ANSWER, 0);
            self.table.set_word(subgoal, STAGE, COMPLETE);
            return;
        }
        let number = self.evaluated;
        self.evaluated += 1;
        self.table.set_word(subgoal, STAGE, number);
        let calls = self.calls.len();
        self.progress.expanded += 1;
        space.expand(state, &mut Calls { table: &mut self.table, calls: &mut self.calls });
        self.frames.push(SubgoalFrame { subgoal, number, lowest: number, calls, next: calls });
    }

    /// Keeps the better of the old answer and `cost` plus `rest`. Returns whether the new one is better.
    fn improve(&mut self, subgoal: Id, cost: u32, rest: u32) -> bool {
        // NONE is the greatest number: a saturating sum with it stays NONE.
        let answer = cost.saturating_add(rest);
        let better = answer < self.table.word(subgoal, ANSWER);
        if better {
            self.table.set_word(subgoal, ANSWER, answer);
        }
        better
    }

    /// Evaluates a cluster, the waiting subgoals from index `cluster` on, until no answer changes.
    fn evaluate_again<S: StateSpace>(
        &mut self,
        space: &mut S,
        cluster: usize,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
        state: &mut [u8],
    ) -> Option<End> {
        let mut changed = true;
        while changed {
            changed = false;
            for index in cluster..self.waiting.len() {
                if let Some(end) = self.must_end(budget, watch) {
                    return Some(end);
                }
                let subgoal = self.waiting[index];
                state.copy_from_slice(self.table.state(subgoal));
                self.progress.expanded += 1;
                let mut answers = TableAnswers { table: &self.table, answer: NONE };
                space.expand(state, &mut answers);
                let answer = answers.answer;
                changed |= self.improve(subgoal, 0, answer);
            }
        }
        None
    }

    /// Returns why the search has to end now, if it has to. Calls `watch` when a report is due.
    fn must_end<A>(
        &mut self,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&SearchReport<'_, A>),
    ) -> Option<End> {
        if self.progress.expanded.is_multiple_of(POLL) && (budget.stop)() {
            return Some(End::Stopped);
        }
        if !self.table.has_room(budget.table_bytes.saturating_sub(self.stacks() + self.growth())) {
            return Some(End::TableFull);
        }
        if self.progress.expanded % REPORT == REPORT - 1 {
            self.count();
            watch(&SearchReport { progress: self.progress, path: None });
        }
        None
    }

    /// Updates the numbers of configurations and bytes in `progress`.
    fn count(&mut self) {
        self.progress.configurations = self.table.len();
        self.progress.bytes = self.table.bytes() + self.stacks();
    }

    /// The bytes that the stacks hold.
    fn stacks(&self) -> usize {
        self.frames.capacity() * size_of::<SubgoalFrame>()
            + self.calls.capacity() * size_of::<(u32, Id)>()
            + self.waiting.capacity() * size_of::<Id>()
    }

    /// The bytes that the stacks need at most to grow by [`SOON`] entries. While one grows, the old and the new copy
    /// coexist.
    fn growth(&self) -> usize {
        fn of<T>(stack: &Vec<T>) -> usize {
            let grows = stack.capacity() - stack.len() < SOON;
            if grows {
                2 * stack.capacity().max(SOON) * size_of::<T>()
            } else {
                0
            }
        }
        of(&self.frames) + of(&self.calls) + of(&self.waiting)
    }

    /// Returns the plan that the answers so far describe.
    ///
    /// Each answer was once the cost of an action plus the answer of a successor, which may have improved since.
    /// Along such successors the answers fall to 0.
    fn path<S: StateSpace>(&self, space: &mut S) -> Option<Path<S::Action>> {
        let mut at = 0;
        let mut answer = self.table.word(at, ANSWER);
        if answer == NONE {
            return None;
        }
        let mut states = vec![self.table.state(at).to_vec()];
        while answer > 0 {
            let state = self.table.state(at);
            let mut next = Witness { table: &self.table, answer, next: None };
            space.expand(state, &mut next);
            at = next.next.expect("an answer has its witness");
            answer = self.table.word(at, ANSWER);
            states.push(self.table.state(at).to_vec());
        }
        Some(path::along(space, &states))
    }
}

/// Collects the successors of a state as calls of a frame.
struct Calls<'a> {
    table: &'a mut StateTable<2>,
    calls: &'a mut Vec<(u32, Id)>,
}

impl<A> Visit<A> for Calls<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if let TableSlot::New(subgoal) | TableSlot::Known(subgoal) =
            self.table.insert(state, || Some([NONE, FRESH]))
        {
            self.calls.push((cost, subgoal));
        }
    }
}

/// Computes the best answer from the answers of the successors.
struct TableAnswers<'a> {
    table: &'a StateTable<2>,
    answer: u32,
}

impl<A> Visit<A> for TableAnswers<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if let Some(subgoal) = self.table.find(state) {
            self.answer = self.answer.min(cost.saturating_add(self.table.word(subgoal, ANSWER)));
        }
    }
}

/// Searches for a successor whose answer explains an answer of its parent.
struct Witness<'a> {
    table: &'a StateTable<2>,
    answer: u32,
    next: Option<Id>,
}

impl<A> Visit<A> for Witness<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        let Some(subgoal) = self.table.find(state) else { return };
        let rest = self.table.word(subgoal, ANSWER);
        if self.next.is_none() && cost.saturating_add(rest) <= self.answer && rest < self.answer {
            self.next = Some(subgoal);
        }
    }
}
