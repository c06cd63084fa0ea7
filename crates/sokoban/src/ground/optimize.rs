//! The least number of actions: horizon after horizon on one kept solver.
//!
//! The program has the parts `base`, `step(t)` and `check(t)` with the external atom `query(t)`, as multi-shot programs
//! usually have: horizon n is asked with `query(n)` true and all others false. A program without a part `step(t)` is
//! asked anew at every horizon, with `step/1` and `next/2` as facts. Proven means: a plan of n actions, and no plan at
//! any horizon from the lower bound to n - 1.

use super::decide::decide_in;
use super::encoding;
use super::session::{Found, FoundPush, Session};
use crate::answer::{Answer, AskError, Bounds, Event, Reason, Verdict};
use crate::bound;
use crate::figures::{Figures, GroundFigures};
use crate::instance::Instance;
use crate::plan::Plan;
use crate::question::Question;

/// The shipped encoding and its name.
pub const ENCODING: (&str, &str) =
    ("encodings/sokoban/optimize.lp", include_str!("../../encodings/optimize.lp"));

/// Looks for a plan with the least number of actions, and no more than `most`. `confirm`: one less is refuted even where
/// the lower bound alone excludes it.
pub(super) fn optimize(
    instance: &Instance,
    question: &Question,
    most: Option<usize>,
    confirm: bool,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let lower = if question.encoding.is_some() { Some(0) } else { bound::assignment(instance) };
    let Some(lower) = lower else {
        let figures = GroundFigures {
            locations: instance.locations.len(),
            boxes: instance.boxes.len(),
            ..GroundFigures::default()
        };
        let figures = Some(Figures::Ground(Box::new(figures)));
        return Ok(Answer { figures, ..Answer::new(Verdict::Never(Reason::Assignment)) });
    };
    let bounds = Bounds { lower, ..Bounds::open() };
    watch(Event::Known(bounds.clone()));
    let mut run = Run {
        session: Session::new(instance, question),
        instance,
        question,
        most,
        bounds,
        watch,
        confirmed: false,
        asked: 0,
    };
    run.session.read(encoding(question, ENCODING))?;
    if run.session.is_incremental() {
        run.horizons()?;
        let confirmable = run.bounds.plan.as_ref().is_some_and(|plan| !plan.is_empty());
        if confirm && confirmable && !run.confirmed {
            run.confirm(run.asked - 1)?;
        }
    } else {
        run.single_shots()?;
    }
    let Run { mut session, bounds, confirmed, asked, .. } = run;
    Ok(Answer { confirmed, ..session.answer(Verdict::Bounds(bounds), asked + 1) })
}

struct Run<'a> {
    session: Session<'a>,
    instance: &'a Instance,
    question: &'a Question,
    most: Option<usize>,
    bounds: Bounds,
    watch: &'a mut dyn FnMut(Event),
    confirmed: bool,
    /// The last horizon that was searched.
    asked: usize,
}

impl Run<'_> {
    /// Horizon after horizon in one session.
    fn horizons(&mut self) -> Result<(), AskError> {
        self.session.ground_base(Some(&[]))?;
        for horizon in 0..=self.most.unwrap_or(usize::MAX) {
            self.session.ground_horizon(horizon)?;
            if horizon < self.bounds.lower {
                continue;
            }
            self.announce(horizon);
            let found = match self.session.search_horizon(horizon)? {
                Found::Pushes(pushes) => Verdict::Plan(plan(&pushes)?),
                Found::Nothing => Verdict::NoPlan,
                Found::Interrupted => Verdict::Unknown,
            };
            if self.learn(horizon, found) {
                break;
            }
        }
        Ok(())
    }

    /// One question after the other, each in a session of its own.
    fn single_shots(&mut self) -> Result<(), AskError> {
        for horizon in 0..=self.most.unwrap_or(usize::MAX) {
            self.announce(horizon);
            self.session = Session::new(self.instance, self.question);
            let found = decide_in(&mut self.session, self.instance, self.question, Some(horizon), false)?;
            if self.learn(horizon, found) {
                break;
            }
        }
        Ok(())
    }

    fn announce(&mut self, horizon: usize) {
        self.asked = horizon;
        (self.watch)(Event::Horizon { actions: horizon, statistics: Box::new(self.session.statistics()) });
    }

    /// Notes what was found at a horizon; whether the search is over.
    fn learn(&mut self, horizon: usize, found: Verdict) -> bool {
        let over = match found {
            Verdict::Plan(plan) => {
                self.bounds.plan = Some(plan);
                true
            }
            Verdict::NoPlan => {
                self.bounds.lower = horizon + 1;
                self.bounds.reason = Reason::Refutation;
                self.confirmed = true;
                false
            }
            _ => return true,
        };
        (self.watch)(Event::Known(self.bounds.clone()));
        over
    }

    /// Has the solver refute a horizon that the lower bound excludes; in a session of its own, because the frames of
    /// later horizons constrain an earlier one where frames are rooted at the goal.
    fn confirm(&mut self, horizon: usize) -> Result<(), AskError> {
        let mut session = Session::new(self.instance, self.question);
        session.read(encoding(self.question, ENCODING))?;
        session.ground_base(Some(&[]))?;
        (0..=horizon).try_for_each(|horizon| session.ground_horizon(horizon))?;
        let statistics = Box::new(self.session.statistics());
        (self.watch)(Event::Horizon { actions: horizon, statistics });
        match session.search_horizon(horizon)? {
            Found::Nothing => self.confirmed = true,
            Found::Interrupted => {}
            // The bound is wrong, then, and nothing is known but the plan.
            Found::Pushes(_) => self.bounds.lower = 0,
        }
        Ok(())
    }
}

/// The plan in the pushes at the steps of a horizon, its own steps numbered from 1.
fn plan(found: &[FoundPush]) -> Result<Plan, AskError> {
    let pushes: Option<Vec<_>> = found.iter().map(|push| push.push).collect();
    pushes.map(Plan::numbered).ok_or_else(|| AskError::NoPlan {
        atoms: (1..)
            .zip(found)
            .map(|(step, FoundPush { texts: [from, direction, to, _], .. })| {
                format!("push({from},{direction},{to},{step})")
            })
            .collect(),
    })
}
