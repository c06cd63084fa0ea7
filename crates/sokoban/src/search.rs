//! Questions answered by the state-space engines.

use std::time::Instant;

use groundplan_search::{a_star, tabling, Budget, End, Exactly, Path, Progress, SearchReport};

use crate::answer::{
    Answer, AskError, Bounds, Event, NotApplicable, Reason, SearchOutcome, Shortfall, Verdict,
};
use crate::cheapest::{cheapest, within};
use crate::figures::{Figures, SearchFigures};
use crate::instance::Instance;
use crate::location::{Direction, Location};
use crate::metric::{Costs, Objective};
use crate::plan::{Plan, Push, Steps};
use crate::question::{EngineName, Question, Wanted};
use crate::space::{Priced, Tabled};

/// A state-space engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateSpaceEngine {
    /// The published tabled program, run by mode-directed tabling.
    Tabled,
    /// A* over canonical configurations, with all prunings that keep a plan of every length.
    TabledPlus,
}

/// Puts a question to a state-space engine. If the engine cannot answer it, [`Answer::shortfalls`] says why.
///
/// # Errors
///
/// When the number of actions is open.
pub(crate) fn by_search(
    engine: StateSpaceEngine,
    instance: &Instance,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let start = Instant::now();
    let interrupter = &question.config.solver.interrupter;
    let stop = || interrupter.is_interrupted();
    let (threads, alone) = (question.threads.count(), question.threads.delay());
    let budget =
        Budget { stop: &stop, table_bytes: question.table_bytes, threads, alone, ..Budget::default() };
    let searched = match question.wanted {
        Wanted::Fewest { objective: Objective::LINES, most, .. } => {
            fewest(engine, instance, most, &budget, watch)
        }
        Wanted::Fewest { objective, most, .. } => match engine {
            StateSpaceEngine::Tabled => Err(NotApplicable::Metric),
            StateSpaceEngine::TabledPlus => cheapest(instance, objective, most, &budget, watch),
        },
        Wanted::Within { objective, most } => match engine {
            StateSpaceEngine::Tabled => Err(NotApplicable::Metric),
            StateSpaceEngine::TabledPlus => within(instance, objective, most, &budget, watch),
        },
        Wanted::Any => any(engine, instance, &budget, watch),
        Wanted::Exactly { no_noop, .. } => {
            let actions = question.wanted.actions(instance).ok_or(AskError::NoSteps)?;
            exactly(engine, instance, actions, no_noop, &budget, watch)
        }
    };
    Ok(conclude(engine.name(), instance, question, start, searched))
}

/// Makes an answer of the result of a search that began at `start`.
pub(crate) fn conclude(
    engine: EngineName,
    instance: &Instance,
    question: &Question,
    start: Instant,
    searched: SearchOutcome,
) -> Answer {
    let (found, verdict) = match searched {
        Ok(searched) => searched,
        Err(reason) => {
            let shortfalls = vec![Shortfall::NotApplicable(reason)];
            return Answer { shortfalls, ..Answer::new(Verdict::open(question.wanted)) };
        }
    };
    let figures = SearchFigures {
        engine,
        locations: instance.locations.len(),
        boxes: instance.boxes.len(),
        end: found.end,
        progress: found.progress,
        time: start.elapsed(),
    };
    let verdict = match (verdict, question.wanted) {
        (Verdict::Plan(plan), Wanted::Exactly { actions: None, .. }) => {
            Verdict::Plan(Plan { steps: Steps::Own, ..plan })
        }
        (verdict, _) => verdict,
    };
    let shortfalls = match found.end {
        End::TableFull => vec![Shortfall::TableFull(figures)],
        _ => Vec::new(),
    };
    Answer { shortfalls, figures: Some(Figures::Search(figures)), ..Answer::new(verdict) }
}

impl StateSpaceEngine {
    fn name(self) -> EngineName {
        match self {
            StateSpaceEngine::Tabled => EngineName::Tabled,
            StateSpaceEngine::TabledPlus => EngineName::TabledPlus,
        }
    }
}

/// Looks for a plan with the least number of actions, at most `most`. `watch` is called with progress, and with bounds
/// whenever they change.
fn fewest(
    engine: StateSpaceEngine,
    instance: &Instance,
    most: Option<usize>,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event),
) -> SearchOutcome {
    let most = most.map_or(u32::MAX, |most| u32::try_from(most).unwrap_or(u32::MAX));
    // The first bound is the cost of the cheapest assignment; every higher bound comes from the search.
    let mut assigned = None;
    let mut told = None;
    let mut known = None;
    let mut report = |report: &SearchReport<'_, Push>| {
        let lower = report.progress.bound;
        let assigned = *assigned.get_or_insert(lower);
        // Mode-directed tabling ignores `most`.
        let new = report.path.filter(|path| path.cost <= most);
        known = new.map(plan_with_costs).or_else(|| known.take());
        let is_news = new.is_some() || told.is_none_or(|told| told < lower);
        told = Some(lower);
        watch(Event::Configurations(report.progress));
        if is_news {
            watch(Event::Known(bounds(lower, lower > assigned, known.clone())));
        }
    };
    let found = match engine {
        StateSpaceEngine::Tabled => {
            let mut space = Tabled::new(instance).ok_or(NotApplicable::Surplus)?;
            // Tabling reports a bound only at its end, so the trivial bounds are reported here.
            report(&SearchReport { progress: Progress::default(), path: None });
            tabling(&mut space, budget, &mut report)
        }
        StateSpaceEngine::TabledPlus => {
            let mut space = Priced::lines(instance).ok_or(NotApplicable::Floor)?;
            a_star(&mut space, &Budget { most, ..*budget }, &mut report)
        }
    };
    let verdict = match found.end {
        End::Exhausted => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
        _ => Verdict::Bounds(bounds(
            found.progress.bound,
            assigned.is_some_and(|assigned| found.progress.bound > assigned),
            found.path.as_ref().filter(|path| path.cost <= most).map(plan_with_costs),
        )),
    };
    Ok((found, verdict))
}

/// The plan of a path, with the number of its lines as its cost.
fn plan_with_costs(path: &Path<Push>) -> (Plan, Costs) {
    (Plan::numbered(path.actions.clone()), Costs { first: path.cost as usize, second: 0 })
}

fn bounds(lower: u32, searched: bool, plan: Option<(Plan, Costs)>) -> Bounds {
    let lower = Costs { first: lower as usize, second: 0 };
    Bounds { lower, reason: Reason::by_search(searched), ..Bounds::open() }.with(plan)
}

/// Looks for a plan of any number of actions.
fn any(
    engine: StateSpaceEngine,
    instance: &Instance,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event),
) -> SearchOutcome {
    let watch = &mut |report: &SearchReport<'_, Push>| watch(Event::Configurations(report.progress));
    let found = match engine {
        StateSpaceEngine::Tabled => {
            tabling(&mut Tabled::new(instance).ok_or(NotApplicable::Surplus)?, budget, watch)
        }
        StateSpaceEngine::TabledPlus => {
            let mut space = Priced::lines(instance).ok_or(NotApplicable::Floor)?;
            a_star(&mut space, &Budget { enough: u32::MAX, ..*budget }, watch)
        }
    };
    let verdict = match (&found.path, found.end) {
        (Some(path), _) => Verdict::Plan(Plan::numbered(path.actions.clone())),
        (None, End::Exhausted) => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
        (None, _) => Verdict::Unknown,
    };
    Ok((found, verdict))
}

/// Looks for a plan of exactly `actions` actions.
///
/// With no-ops there is one if and only if there is a plan of at most that many actions. If that plan is empty, the
/// sokoban also has to reach a box, for a no-op. Without no-ops, the number of actions done is part of the
/// configuration.
fn exactly(
    engine: StateSpaceEngine,
    instance: &Instance,
    actions: usize,
    no_noop: bool,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event),
) -> SearchOutcome {
    let most = u32::try_from(actions).unwrap_or(u32::MAX);
    let watch = &mut |report: &SearchReport<'_, Push>| watch(Event::Configurations(report.progress));
    let found = match (engine, no_noop) {
        (StateSpaceEngine::Tabled, true) => return Err(NotApplicable::NoNoop),
        (StateSpaceEngine::Tabled, false) => {
            tabling(&mut Tabled::new(instance).ok_or(NotApplicable::Surplus)?, budget, watch)
        }
        (StateSpaceEngine::TabledPlus, _) => {
            let mut space = Priced::lines(instance).ok_or(NotApplicable::Floor)?;
            let found = a_star(&mut space, &Budget { most, enough: most, ..*budget }, watch);
            let path = found.path.as_ref().filter(|path| path.cost <= most);
            let filled = path.and_then(|path| fill(instance, &path.actions, actions, no_noop));
            match filled {
                Some(pushes) => return Ok((found, Verdict::Plan(Plan::numbered(pushes)))),
                // The plan has too few pushes to be split into that many lines, but a longer plan may have enough.
                None if no_noop && path.is_some() => a_star(&mut Exactly::new(space, most), budget, watch),
                None => found,
            }
        }
    };
    let path = found.path.as_ref().filter(|path| path.cost <= most);
    let verdict = match (path, found.end) {
        (Some(path), _) => padded(instance, path.actions.clone(), actions)
            .map_or(Verdict::NoPlan, |pushes| Verdict::Plan(Plan::numbered(pushes))),
        (None, End::Stopped | End::TableFull) => Verdict::Unknown,
        (None, _) => Verdict::NoPlan,
    };
    Ok((found, verdict))
}

/// Extends a plan to exactly `actions` actions: by no-ops or, where every action has to move its box, by splitting
/// lines. Returns `None` where that is impossible.
pub(crate) fn fill(instance: &Instance, pushes: &[Push], actions: usize, no_noop: bool) -> Option<Vec<Push>> {
    if pushes.len() > actions {
        return None;
    }
    if !no_noop {
        return padded(instance, pushes.to_vec(), actions);
    }
    let mut missing = actions - pushes.len();
    let mut apart = Vec::with_capacity(actions);
    for &push in pushes {
        let mut rest = push;
        while missing > 0 {
            let beside = instance.neighbour(rest.from, rest.direction).filter(|&beside| beside != rest.to);
            let Some(beside) = beside else { break };
            apart.push(Push { to: beside, ..rest });
            rest.from = beside;
            missing -= 1;
        }
        apart.push(rest);
    }
    (missing == 0).then_some(apart)
}

/// Appends no-ops to a plan: the sokoban repeats its last push over no distance.
fn padded(instance: &Instance, mut pushes: Vec<Push>, actions: usize) -> Option<Vec<Push>> {
    if pushes.len() < actions {
        let noop = match pushes.last() {
            Some(last) => Push { from: last.to, ..*last },
            None => reachable_noop(instance)?,
        };
        pushes.resize(actions, noop);
    }
    Some(pushes)
}

/// A no-op that the sokoban can do at the start.
fn reachable_noop(instance: &Instance) -> Option<Push> {
    let is_box = |cell: Location| instance.boxes.contains(&cell);
    let mut reached = vec![false; instance.locations.len()];
    let mut open = vec![instance.sokoban];
    reached[instance.sokoban.index()] = true;
    while let Some(cell) = open.pop() {
        for direction in Direction::ALL {
            match instance.neighbour(cell, direction) {
                Some(next) if is_box(next) => return Some(Push { from: next, direction, to: next }),
                Some(next) if !std::mem::replace(&mut reached[next.index()], true) => open.push(next),
                _ => {}
            }
        }
    }
    None
}
