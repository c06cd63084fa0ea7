//! The same questions as to the ground-and-solve engine, put to the state-space engines.

use std::time::{Duration, Instant};

use groundplan_search::{a_star, tabling, End, Exactly, Found, Limits, Progress, Report};

use crate::decide::Answer;
use crate::instance::{Direction, Instance, Location};
use crate::optimize::{Bounds, Reason};
use crate::space::{BoxLine, Tabled, TabledPlus};
use crate::witness::Push;

/// A state-space engine and its dress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEngine {
    /// The published tabled program by mode-directed tabling.
    Tabled,
    /// Canonical configurations, all prunings that keep every plan, A*.
    TabledPlus,
}

/// When the search has to end.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// Asked now and then whether to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Bytes of table space.
    pub table_bytes: usize,
}

impl SearchLimits<'_> {
    fn limits(&self) -> Limits<'_> {
        Limits { stop: self.stop, table_bytes: self.table_bytes, ..Limits::default() }
    }
}

/// Why an engine has no answer to a question at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The published program takes for granted that there are as many boxes as storage locations.
    #[error("n/a: the published tabled program is for as many boxes as storage locations")]
    Surplus,
    /// The published program has no number of actions in its subgoals.
    #[error("n/a: the published tabled program finds a least number of actions, not plans without no-ops of any other")]
    NoNoop,
    /// The tables of distances would be too large.
    #[error("n/a: the floor is too large for the tables of distances of `tabled+`")]
    Floor,
    /// Neither the instance nor the question says how many steps.
    #[error("the instance has no steps, so the number of actions is open")]
    NoSteps,
}

/// Sizes and times of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct SearchFigures {
    /// Locations of the instance.
    pub locations: usize,
    /// Boxes of the instance.
    pub boxes: usize,
    /// Configurations, bytes, and how far it got.
    pub progress: Progress,
    /// Time of the search, what it precomputes included.
    pub time: Duration,
}

/// How a search for the least number of actions ended.
#[derive(Clone, Debug)]
pub struct SearchOptimum {
    /// Why it ended.
    pub end: End,
    /// What is known; `None` if there is no plan of any number of actions.
    pub bounds: Option<Bounds>,
    /// What excludes smaller numbers of actions, or all of them.
    pub reason: Reason,
    /// Sizes and times.
    pub figures: SearchFigures,
}

/// How a search for a plan of exactly so many actions ended.
#[derive(Clone, Debug)]
pub struct SearchDecision {
    /// Why it ended.
    pub end: End,
    /// The answer.
    pub answer: Answer,
    /// How many actions were asked for.
    pub actions: usize,
    /// Sizes and times.
    pub figures: SearchFigures,
}

/// Looks for a plan with the least number of actions, and no more than `most`.
///
/// `watch` is called as the search goes on, with bounds where they have changed.
///
/// # Errors
///
/// When the engine has no answer to that question.
pub fn search_optimum(
    instance: &Instance,
    engine: SearchEngine,
    most: Option<usize>,
    limits: &SearchLimits<'_>,
    watch: &mut dyn FnMut(&Progress, Option<Bounds>),
) -> Result<SearchOptimum, NotApplicable> {
    let start = Instant::now();
    let most = most.map_or(u32::MAX, |most| u32::try_from(most).unwrap_or(u32::MAX));
    // The first bound is the cheapest assignment; what comes above it was searched.
    let mut assigned = None;
    let mut told = None;
    let mut plan = None;
    let mut report = |report: &Report<'_, BoxLine>| {
        // Mode-directed tabling pays no heed to the most.
        let report = Report { plan: report.plan.filter(|plan| plan.cost <= most), ..report.clone() };
        let lower = report.progress.bound;
        let assigned = *assigned.get_or_insert(lower);
        plan = report.plan.map(|plan| numbered(instance, &plan.actions)).or_else(|| plan.take());
        let news = report.plan.is_some() || told.is_none_or(|told| told < lower);
        told = Some(lower);
        let bounds = || Bounds { lower: lower as usize, reason: by(lower > assigned), plan: plan.clone() };
        watch(&report.progress, news.then(bounds));
    };
    let found = match engine {
        SearchEngine::Tabled => {
            let mut space = Tabled::new(instance).ok_or(NotApplicable::Surplus)?;
            // Its one bound is the answer.
            report(&Report { progress: Progress::default(), plan: None });
            tabling(&mut space, &limits.limits(), &mut report)
        }
        SearchEngine::TabledPlus => {
            let mut space = TabledPlus::new(instance).ok_or(NotApplicable::Floor)?;
            a_star(&mut space, &Limits { most, ..limits.limits() }, &mut report)
        }
    };
    let searched = found.progress.expanded > 0;
    let reason = match found.end {
        End::Exhausted => by(searched),
        _ => by(assigned.is_some_and(|assigned| found.progress.bound > assigned)),
    };
    let bounds = (found.end != End::Exhausted).then(|| Bounds {
        lower: found.progress.bound as usize,
        reason,
        plan: found
            .plan
            .as_ref()
            .filter(|plan| plan.cost <= most)
            .map(|plan| numbered(instance, &plan.actions)),
    });
    Ok(SearchOptimum { end: found.end, bounds, reason, figures: figures(instance, &found, start) })
}

fn by(searched: bool) -> Reason {
    if searched {
        Reason::Exhaustion
    } else {
        Reason::Assignment
    }
}

/// Looks for a plan of exactly so many actions: `steps` is one more, the instance's own if it is `None`.
///
/// With no-ops there is one exactly if there is one of at most so many actions, and where that has none of its own, if
/// the sokoban reaches a box. Without them, the number of actions done is part of the configuration.
///
/// # Errors
///
/// When the number of steps is open, or the engine has no answer to that question.
pub fn search_decision(
    instance: &Instance,
    engine: SearchEngine,
    steps: Option<usize>,
    no_noop: bool,
    limits: &SearchLimits<'_>,
) -> Result<SearchDecision, NotApplicable> {
    let start = Instant::now();
    let actions = steps.unwrap_or(instance.steps.len()).checked_sub(1).ok_or(NotApplicable::NoSteps)?;
    let most = u32::try_from(actions).unwrap_or(u32::MAX);
    let limits = limits.limits();
    let watch = &mut |_: &Report<'_, BoxLine>| ();
    let found = match (engine, no_noop) {
        (SearchEngine::Tabled, true) => return Err(NotApplicable::NoNoop),
        (SearchEngine::Tabled, false) => {
            tabling(&mut Tabled::new(instance).ok_or(NotApplicable::Surplus)?, &limits, watch)
        }
        (SearchEngine::TabledPlus, _) => {
            let mut space = TabledPlus::new(instance).ok_or(NotApplicable::Floor)?;
            if no_noop {
                a_star(&mut Exactly::new(space, most), &limits, watch)
            } else {
                a_star(&mut space, &Limits { most, enough: most, ..limits }, watch)
            }
        }
    };
    let figures = figures(instance, &found, start);
    let plan = found.plan.filter(|plan| plan.cost <= most).map(|plan| plan.actions);
    let answer = match (plan, found.end) {
        (Some(plan), _) => padded(instance, plan, actions)
            .map_or(Answer::None, |plan| Answer::Plan(in_steps(instance, &plan, steps))),
        (None, End::Stopped | End::TableFull) => Answer::Unknown,
        (None, _) => Answer::None,
    };
    Ok(SearchDecision { end: found.end, answer, actions, figures })
}

fn figures(instance: &Instance, found: &Found<BoxLine>, start: Instant) -> SearchFigures {
    SearchFigures {
        locations: instance.locations.len(),
        boxes: instance.boxes.len(),
        progress: found.progress,
        time: start.elapsed(),
    }
}

/// A plan filled up by no-ops: where the last action left the sokoban it pushes once more, over no distance.
fn padded(instance: &Instance, mut plan: Vec<BoxLine>, actions: usize) -> Option<Vec<BoxLine>> {
    if plan.len() < actions {
        let noop = match plan.last() {
            Some(last) => BoxLine { from: last.to, ..*last },
            None => reachable_noop(instance)?,
        };
        plan.resize(actions, noop);
    }
    Some(plan)
}

/// A no-op that the sokoban reaches at the start.
fn reachable_noop(instance: &Instance) -> Option<BoxLine> {
    let is_box = |cell: Location| instance.boxes.contains(&cell);
    let mut reached = vec![false; instance.locations.len()];
    let mut open = vec![instance.sokoban];
    reached[instance.sokoban.index()] = true;
    while let Some(cell) = open.pop() {
        for direction in Direction::ALL {
            match instance.neighbour(cell, direction) {
                Some(next) if is_box(next) => return Some(BoxLine { from: next, direction, to: next }),
                Some(next) if !std::mem::replace(&mut reached[next.index()], true) => open.push(next),
                _ => {}
            }
        }
    }
    None
}

/// The plan with its steps numbered from 1.
fn numbered(instance: &Instance, plan: &[BoxLine]) -> Vec<Push> {
    pushes(instance, plan, |index| (index + 1).to_string())
}

/// The plan in the instance's steps, or numbered if `steps` says how many there are.
fn in_steps(instance: &Instance, plan: &[BoxLine], steps: Option<usize>) -> Vec<Push> {
    match steps {
        Some(_) => numbered(instance, plan),
        None => pushes(instance, plan, |index| instance.symbols.display(instance.steps[index]).to_string()),
    }
}

fn pushes(instance: &Instance, plan: &[BoxLine], step: impl Fn(usize) -> String) -> Vec<Push> {
    let term = |cell: Location| instance.symbols.display(instance.term(cell)).to_string();
    let push = |(index, line): (usize, &BoxLine)| Push {
        before: term(line.from),
        direction: line.direction.name().to_owned(),
        after: term(line.to),
        step: step(index),
    };
    plan.iter().enumerate().map(push).collect()
}
