//! Makes plans cheaper by local search.
//!
//! A window of a plan leads from one configuration to another. An A* search with a limited number of expansions looks
//! for a cheaper path between the two, which then replaces the window. Windows of all lengths are tried all along the
//! plan, with a growing limit, until all of them are proven cheapest.
//!
//! Source: window search on plans, as in Siddiqui, Haslum, "Plan quality optimisation via block decomposition", IJCAI
//! 2013.

use std::cell::Cell as Counter;

use groundplan_search::{a_star, Budget, End, StateSpace, Visit};

use crate::instance::Instance;
use crate::metric::{Costs, Objective};
use crate::plan::{Plan, Push};
use crate::space::floor::{Cell, Floor};
use crate::space::Priced;
use crate::trace::{Board, Trace};

/// The length of the shortest windows, in actions.
const LEAST_WINDOW: usize = 4;

/// The initial effort per window: the number of polls for a stop request after which a search gives up.
const LEAST_EFFORT: u32 = 2;

/// The largest effort. A plan that no window improves at this effort is left as it is.
const MOST_EFFORT: u32 = 1 << 10;

/// How many expansions the tables of one window take as long as, about.
const WINDOW_WORK: u64 = 64;

/// Limit on the table for one window, in bytes.
const TABLE_BYTES: usize = 256 << 20;

/// The result of the search for a cheaper path through a window.
enum WindowResult {
    /// A cheaper path.
    Cheaper(Vec<Push>),
    /// Proof that there is no cheaper path.
    Cheapest,
    /// The search reached its limit.
    Open,
}

/// A plan with its costs, its moves and its configurations.
struct PlayedPlan {
    plan: Plan,
    costs: Costs,
    trace: Trace,
    boards: Vec<Board>,
}

impl PlayedPlan {
    /// Plays a plan; `None` if it breaks the rules of the game.
    fn of(instance: &Instance, objective: Objective, plan: Plan) -> Option<Self> {
        let trace = Trace::of_plan(instance, &plan).ok()?;
        let boards = trace.boards(instance);
        Some(PlayedPlan { costs: objective.costs(&trace.counts()), plan, trace, boards })
    }
}

/// What trying one window has come to.
pub(crate) enum Shortened {
    /// Nothing.
    Same,
    /// The plan is cheaper.
    Cheaper,
    /// The plan is proven cheapest: the window was the whole plan.
    Cheapest,
    /// No window is left to be tried.
    Ended,
}

/// The windows of a plan, to be tried one after the other.
pub(crate) struct Windows<'a> {
    instance: &'a Instance,
    objective: Objective,
    floor: Floor,
    played: PlayedPlan,
    effort: u32,
    length: usize,
    from: usize,
    /// Whether the plan became cheaper at this effort.
    is_better: bool,
    /// Whether a window was given up at this effort.
    is_open: bool,
    /// The work done, in expansions.
    work: u64,
}

impl<'a> Windows<'a> {
    /// The windows of a plan; `None` if it breaks the rules of the game.
    pub(crate) fn of(instance: &'a Instance, objective: Objective, plan: Plan) -> Option<Self> {
        Some(Windows {
            instance,
            objective,
            floor: Floor::new(instance),
            played: PlayedPlan::of(instance, objective, plan)?,
            effort: LEAST_EFFORT,
            length: LEAST_WINDOW,
            from: 0,
            is_better: false,
            is_open: false,
            work: 0,
        })
    }

    /// The plan, and its costs.
    pub(crate) fn plan(&self) -> (&Plan, Costs) {
        (&self.played.plan, self.played.costs)
    }

    /// The work done so far, in expansions.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Goes on with the windows of another plan, if it is cheaper.
    pub(crate) fn replace(&mut self, plan: Plan) -> bool {
        let other = PlayedPlan::of(self.instance, self.objective, plan);
        let Some(other) = other.filter(|other| other.costs < self.played.costs) else { return false };
        (self.played, self.is_better) = (other, true);
        self.from = self.from.min(self.played.plan.len());
        true
    }

    /// Tries the next window: with all lengths, then with more effort.
    pub(crate) fn shorten(&mut self, stop: &dyn Fn() -> bool) -> Shortened {
        while self.from >= self.played.plan.len() {
            self.from = 0;
            if self.length < self.played.plan.len() {
                self.length *= 2;
                continue;
            }
            self.length = LEAST_WINDOW;
            match (self.is_better, self.is_open) {
                (false, false) => return Shortened::Ended,
                (false, true) => self.effort *= 4,
                (true, _) => {}
            }
            if self.effort > MOST_EFFORT || self.played.plan.is_empty() {
                return Shortened::Ended;
            }
            (self.is_better, self.is_open) = (false, false);
        }
        let (from, to) = (self.from, (self.from + self.length).min(self.played.plan.len()));
        match self.search(from..to, stop) {
            WindowResult::Cheaper(way) => {
                let pushes = &self.played.plan.pushes;
                if self.replace(Plan::joined(&[&pushes[..from], &way, &pushes[to..]].concat())) {
                    return Shortened::Cheaper;
                }
            }
            WindowResult::Cheapest if to - from == self.played.plan.len() => return Shortened::Cheapest,
            WindowResult::Cheapest => {}
            WindowResult::Open => self.is_open = true,
        }
        self.from += self.length / 2;
        Shortened::Same
    }

    /// Looks for a cheaper path than a window of the plan.
    fn search(&mut self, window: std::ops::Range<usize>, stop: &dyn Fn() -> bool) -> WindowResult {
        let Windows { instance, floor, objective, effort, .. } = &*self;
        let (objective, effort) = (*objective, *effort);
        let PlayedPlan { plan, trace, boards, .. } = &self.played;
        let is_last = window.end == plan.len();
        let cells = |index: usize| {
            let mut boxes: Vec<Cell> = boards[index].boxes.iter().map(|place| place.0).collect();
            boxes.sort_unstable();
            (boxes, boards[index].sokoban.0)
        };
        let ((boxes, sokoban), (after, place)) = (cells(window.start), cells(window.end));
        let storages =
            if is_last { instance.storages.iter().map(|place| place.0).collect() } else { after.clone() };
        let floor = floor.with_storages(&storages);
        let Some(mut space) = Priced::on(floor, (boxes, sokoban), storages, objective) else {
            return WindowResult::Open;
        };
        let tariff = space.tariff();
        let price = trace.actions[window].iter().fold(0u32, |price, action| {
            price.saturating_add(tariff.action(action.walk.len() as u32, action.pushes as u32))
        });
        let goal = (!is_last).then(|| {
            let mut state = vec![0; space.width()];
            space.write(&after, place, &mut state);
            state
        });
        // Costs that the search cannot represent are not searched, so nothing is proven.
        if price > tariff.most(None) {
            return WindowResult::Open;
        }
        let asked = Counter::new(0);
        let enough = || {
            asked.set(asked.get() + 1);
            asked.get() > effort || stop()
        };
        let Some(most) = price.checked_sub(1) else { return WindowResult::Cheapest };
        let budget = Budget { stop: &enough, table_bytes: TABLE_BYTES, most, ..Budget::default() };
        let found = a_star(&mut PathSpace { space, goal }, &budget, &mut |_| ());
        self.work += found.progress.expanded + WINDOW_WORK;
        match (found.path, found.end) {
            (Some(path), _) => WindowResult::Cheaper(path.actions),
            (None, End::Stopped | End::TableFull) => WindowResult::Open,
            (None, _) => WindowResult::Cheapest,
        }
    }
}

/// The state space of paths from one configuration to another.
#[derive(Clone)]
struct PathSpace {
    space: Priced,
    /// The configuration at the end. `None` means any configuration with a box on every storage location.
    goal: Option<Vec<u8>>,
}

impl StateSpace for PathSpace {
    type Action = Push;

    fn width(&self) -> usize {
        self.space.width()
    }

    fn start(&mut self, state: &mut [u8]) {
        self.space.start(state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        match &self.goal {
            Some(goal) => state == &goal[..],
            None => self.space.is_goal(state),
        }
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        self.space.estimate(state)
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        self.space.expand(state, visit);
    }
}
