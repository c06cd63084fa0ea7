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

/// Improves a plan until it is told to stop or finds nothing more. `found` receives each plan that is cheaper than the
/// one before, and returns whether to continue. Returns whether the last plan is proven cheapest: by a window that is
/// the whole plan.
pub(crate) fn shorten(
    instance: &Instance,
    objective: Objective,
    plan: Plan,
    stop: &dyn Fn() -> bool,
    found: &mut dyn FnMut(&Plan, Costs) -> bool,
) -> bool {
    let Some(mut played) = PlayedPlan::of(instance, objective, plan) else { return false };
    let floor = Floor::new(instance);
    let mut effort = LEAST_EFFORT;
    while effort <= MOST_EFFORT {
        let (mut is_better, mut is_open) = (false, false);
        let mut length = LEAST_WINDOW;
        loop {
            let mut from = 0;
            while from < played.plan.len() {
                if stop() {
                    return false;
                }
                let to = (from + length).min(played.plan.len());
                match search(instance, &floor, objective, &played, from..to, effort, stop) {
                    WindowResult::Cheaper(way) => {
                        let pushes = &played.plan.pushes;
                        let pushes = [&pushes[..from], &way, &pushes[to..]].concat();
                        let other = PlayedPlan::of(instance, objective, Plan::joined(&pushes));
                        if let Some(other) = other.filter(|other| other.costs < played.costs) {
                            (played, is_better) = (other, true);
                            if !found(&played.plan, played.costs) {
                                return false;
                            }
                            continue;
                        }
                    }
                    WindowResult::Cheapest if to - from == played.plan.len() => return true,
                    WindowResult::Cheapest => {}
                    WindowResult::Open => is_open = true,
                }
                from += length / 2;
            }
            if length >= played.plan.len() {
                break;
            }
            length *= 2;
        }
        if !is_better && !is_open {
            return false;
        }
        if !is_better {
            effort *= 4;
        }
    }
    false
}

/// Looks for a cheaper path than a window of a plan.
fn search(
    instance: &Instance,
    floor: &Floor,
    objective: Objective,
    played: &PlayedPlan,
    window: std::ops::Range<usize>,
    effort: u32,
    stop: &dyn Fn() -> bool,
) -> WindowResult {
    let PlayedPlan { plan, trace, boards, .. } = played;
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
    match (found.path, found.end) {
        (Some(path), _) => WindowResult::Cheaper(path.actions),
        (None, End::Stopped | End::TableFull) => WindowResult::Open,
        (None, _) => WindowResult::Cheapest,
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
