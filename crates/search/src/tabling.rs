//! Mode-directed tabling: a state is a subgoal, the least cost of a plan from it the one answer that its table keeps.
//!
//! Source: Zhou, Kameya, Sato, "Mode-Directed Tabling for Dynamic Programming, Machine Learning, and Constraint
//! Solving", ICTAI 2010, on the linear tabling of Zhou, Sato, Shen, "Linear tabling strategies and optimizations", TPLP
//! 2008. What is evaluated is
//!
//! ```prolog
//! :- table plan(+,-,min).
//! plan(State, [], 0) :- goal(State), !.
//! plan(State, [Action|Plan], Cost) :- action(State, Action, ActionCost, Next), plan(Next, Plan, Rest),
//!     Cost is ActionCost + Rest.
//! ```
//!
//! A subgoal is evaluated depth first. One that is met again while it is being evaluated is not called again: its
//! answer so far is used. A subgoal that depends on none above it leads a *cluster*, the subgoals that depend on each
//! other through it, and the cluster is evaluated again until no answer of it changes; then it is complete. That is
//! linear tabling: there is no list of waiting consumers, as suspension-based tabling has it.
//!
//! Two departures. Clusters are the strongly connected components, found as by Pearce ("A space-efficient algorithm for
//! finding strongly connected components", 2016), so that a leader is known for certain. And plans are not in the
//! table: one is rebuilt from the least costs, which is the same plan without its copies.

use crate::budget::{Budget, End, Found, Path, Progress, Report, POLL, REPORT};
use crate::path;
use crate::space::{StateSpace, Visit};
use crate::table::{Id, Slot, Table};

/// The words beside a subgoal: its answer so far, and how far its evaluation is.
const ANSWER: usize = 0;
const STAGE: usize = 1;
/// No answer so far.
const NONE: u32 = u32::MAX;
/// Stages other than these two are the number of a subgoal that is being evaluated.
const FRESH: u32 = u32::MAX;
const COMPLETE: u32 = u32::MAX - 1;

/// So many entries more are taken into account before a stack has to grow.
const SOON: usize = 1 << 12;

/// Finds the least cost from the start by completing the tables of all subgoals it depends on. Estimates are not asked
/// for.
///
/// [`Progress::bound`] stays 0 until the table of the start is complete: nothing is proven before. `watch` is called
/// every now and then.
pub fn tabling<S: StateSpace>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&Report<'_, S::Action>),
) -> Found<S::Action> {
    let mut state = vec![0; space.width()];
    space.start(&mut state);
    let mut tabling = Tabling {
        table: Table::new(space.width()),
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
        watch(&Report { progress: tabling.progress, path: Some(path) });
    }
    Found { end, path, progress: tabling.progress }
}

/// A subgoal that is being evaluated.
struct Frame {
    subgoal: Id,
    /// Its number among all that were evaluated.
    number: u32,
    /// The least number of a subgoal being evaluated that it depends on.
    lowest: u32,
    /// Its calls are those from here on that belong to no frame above.
    calls: usize,
    next: usize,
}

struct Tabling {
    table: Table<2>,
    frames: Vec<Frame>,
    /// Cost of the action and subgoal called.
    calls: Vec<(u32, Id)>,
    /// Subgoals evaluated once whose cluster is not complete, in the order in which they were evaluated.
    waiting: Vec<Id>,
    evaluated: u32,
    progress: Progress,
}

impl Tabling {
    /// Completes the table of the first subgoal, or says why not.
    fn complete<S: StateSpace>(
        &mut self,
        space: &mut S,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report<'_, S::Action>),
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
                // It depends on a subgoal below, whose cluster it belongs to.
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

    /// Calls a fresh subgoal: the goal clause, or a frame with all its calls.
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
        self.frames.push(Frame { subgoal, number, lowest: number, calls, next: calls });
    }

    /// Keeps the better of two answers; whether it is the new one.
    fn improve(&mut self, subgoal: Id, cost: u32, rest: u32) -> bool {
        // NONE is the greatest number, and stays so.
        let answer = cost.saturating_add(rest);
        let better = answer < self.table.word(subgoal, ANSWER);
        if better {
            self.table.set_word(subgoal, ANSWER, answer);
        }
        better
    }

    /// Evaluates a cluster until no answer changes.
    fn evaluate_again<S: StateSpace>(
        &mut self,
        space: &mut S,
        cluster: usize,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report<'_, S::Action>),
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
                let mut answers = Answers { table: &self.table, answer: NONE };
                space.expand(state, &mut answers);
                let answer = answers.answer;
                changed |= self.improve(subgoal, 0, answer);
            }
        }
        None
    }

    fn must_end<A>(&mut self, budget: &Budget<'_>, watch: &mut dyn FnMut(&Report<'_, A>)) -> Option<End> {
        if self.progress.expanded.is_multiple_of(POLL) && (budget.stop)() {
            return Some(End::Stopped);
        }
        if !self.table.has_room(budget.table_bytes.saturating_sub(self.stacks() + self.growth())) {
            return Some(End::TableFull);
        }
        if self.progress.expanded % REPORT == REPORT - 1 {
            self.count();
            watch(&Report { progress: self.progress, path: None });
        }
        None
    }

    fn count(&mut self) {
        self.progress.configurations = self.table.len();
        self.progress.bytes = self.table.bytes() + self.stacks();
    }

    /// Bytes of the stacks.
    fn stacks(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>()
            + self.calls.capacity() * size_of::<(u32, Id)>()
            + self.waiting.capacity() * size_of::<Id>()
    }

    /// Bytes by which the stacks grow with the next few thousand entries: an old one and its copy are there side by side.
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

    /// The plan that the answers so far tell of. Each answer was once the cost of an action more than the answer of a
    /// successor, which may have improved since: going to such a successor, the answers fall to 0.
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

/// Calls the successors of a state.
struct Calls<'a> {
    table: &'a mut Table<2>,
    calls: &'a mut Vec<(u32, Id)>,
}

impl<A> Visit<A> for Calls<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if let Slot::New(subgoal) | Slot::Known(subgoal) = self.table.insert(state, || Some([NONE, FRESH])) {
            self.calls.push((cost, subgoal));
        }
    }
}

/// The best answer by the answers of the successors.
struct Answers<'a> {
    table: &'a Table<2>,
    answer: u32,
}

impl<A> Visit<A> for Answers<'_> {
    fn successor(&mut self, _: A, cost: u32, state: &[u8], _: impl FnOnce() -> Option<u32>) {
        if let Some(subgoal) = self.table.find(state) {
            self.answer = self.answer.min(cost.saturating_add(self.table.word(subgoal, ANSWER)));
        }
    }
}

/// A successor that explains an answer.
struct Witness<'a> {
    table: &'a Table<2>,
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
