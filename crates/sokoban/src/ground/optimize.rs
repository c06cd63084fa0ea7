//! The least number of actions: iteration over horizons with one incremental solver.
//!
//! The program has the parts `base`, `step(t)` and `check(t)` and the external atom `query(t)`, as is usual for
//! multi-shot programs: at horizon n, `query(n)` is true and all others are false. A program without a part `step(t)`
//! is ground anew at every horizon, with `step/1` and `next/2` as facts. A plan of n actions is proven optimal if no
//! horizon from the lower bound to n - 1 has a plan.
//!
//! The same loop minimizes pushes or moves, with programs whose horizons count those.

use super::decide::decide_in;
use super::encoding;
use super::session::{PushAtom, QueryResult, StepSession};
use crate::answer::{Answer, AskError, Bounds, Event, Reason, Verdict};
use crate::bound;
use crate::figures::{Figures, GroundFigures};
use crate::instance::Instance;
use crate::metric::Costs;
use crate::plan::Plan;
use crate::question::Question;

/// Name and text of the shipped encoding.
pub const ENCODING: (&str, &str) =
    ("encodings/sokoban/optimize.lp", include_str!("../../encodings/optimize.lp"));

/// Looks for a plan with the least number of actions, at most `most`. With `confirm`, the solver refutes one action
/// less even where the lower bound alone excludes it.
pub(super) fn optimize(
    instance: &Instance,
    question: &Question,
    most: Option<usize>,
    confirm: bool,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let lower = if question.encoding.is_some() { Some(0) } else { bound::assignment(instance) };
    let Some(lower) = lower else {
        return Ok(without_assignment(instance));
    };
    let bounds = Bounds { lower: Costs { first: lower, second: 0 }, ..Bounds::open() };
    watch(Event::Known(bounds.clone()));
    let program = HorizonProgram { texts: vec![encoding(question, ENCODING)], most_actions: None };
    let mut run = HorizonRun::new(instance, question, &program, bounds, watch)?;
    if run.session.counts_otherwise() {
        return Err(AskError::NotActions);
    }
    if run.session.is_incremental() {
        run.horizons(most)?;
        let confirmable = run.bounds.plan.as_ref().is_some_and(|plan| !plan.is_empty());
        if confirm && confirmable && !run.confirmed {
            run.confirm(run.asked - 1)?;
        }
    } else {
        run.single_shots(most)?;
    }
    let HorizonRun { mut session, bounds, confirmed, asked, .. } = run;
    Ok(Answer { confirmed, ..session.answer_with(Verdict::Bounds(bounds), asked + 1) })
}

/// The answer where no assignment of boxes to storage locations is possible, so that nothing has to be ground.
pub(super) fn without_assignment(instance: &Instance) -> Answer {
    let figures = GroundFigures {
        locations: instance.locations.len(),
        boxes: instance.boxes.len(),
        ..GroundFigures::default()
    };
    let figures = Some(Figures::Ground(Box::new(figures)));
    Answer { figures, ..Answer::new(Verdict::Never(Reason::Assignment)) }
}

/// A program to iterate over horizons with.
pub(super) struct HorizonProgram<'q> {
    /// Names and texts of its files.
    pub(super) texts: Vec<(&'q str, &'q str)>,
    /// A limit on the number of actions, where the horizons count something else.
    pub(super) most_actions: Option<usize>,
}

/// An iteration over horizons.
pub(super) struct HorizonRun<'i, 'w> {
    pub(super) session: StepSession<'i>,
    instance: &'i Instance,
    question: &'w Question,
    program: &'w HorizonProgram<'w>,
    /// The bounds on the least horizon that has a plan.
    pub(super) bounds: Bounds,
    watch: &'w mut dyn FnMut(Event),
    /// Whether the solver has refuted the last horizon before that of the plan.
    pub(super) confirmed: bool,
    /// The last horizon that was searched.
    pub(super) asked: usize,
}

impl<'i, 'w> HorizonRun<'i, 'w> {
    /// A run in a session that has read the program.
    pub(super) fn new(
        instance: &'i Instance,
        question: &'w Question,
        program: &'w HorizonProgram<'w>,
        bounds: Bounds,
        watch: &'w mut dyn FnMut(Event),
    ) -> Result<Self, AskError> {
        let mut session = begun(instance, question, program)?;
        watch(Event::Begun(session.pulse()));
        Ok(HorizonRun { session, instance, question, program, bounds, watch, confirmed: false, asked: 0 })
    }

    /// Searches horizon after horizon in one session.
    pub(super) fn horizons(&mut self, most: Option<usize>) -> Result<(), AskError> {
        self.session.ground_base(Some(&[]))?;
        for horizon in 0..=most.unwrap_or(usize::MAX) {
            self.session.ground_horizon(horizon)?;
            if horizon < self.bounds.lower.first {
                continue;
            }
            self.announce(horizon);
            let found = match self.session.search_horizon(horizon)? {
                QueryResult::Pushes(pushes) => Verdict::Plan(plan(&pushes)?),
                QueryResult::Nothing => Verdict::NoPlan,
                QueryResult::Interrupted => Verdict::Unknown,
            };
            if self.learn(horizon, found) {
                break;
            }
        }
        Ok(())
    }

    /// Searches horizon after horizon, each in its own session.
    fn single_shots(&mut self, most: Option<usize>) -> Result<(), AskError> {
        for horizon in 0..=most.unwrap_or(usize::MAX) {
            self.announce(horizon);
            self.session = StepSession::new(self.instance, self.question);
            (self.watch)(Event::Begun(self.session.pulse()));
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

    /// Records the result at a horizon. Returns whether the iteration is over.
    fn learn(&mut self, horizon: usize, found: Verdict) -> bool {
        let over = match found {
            Verdict::Plan(plan) => {
                let costs = Costs { first: horizon, second: 0 };
                self.bounds = self.bounds.clone().with(Some((plan, costs)));
                true
            }
            Verdict::NoPlan => {
                self.bounds.lower.first = horizon + 1;
                self.bounds.reason = Reason::Refutation;
                self.confirmed = true;
                false
            }
            _ => return true,
        };
        (self.watch)(Event::Known(self.bounds.clone()));
        over
    }

    /// Has the solver refute a horizon that the lower bound excludes. This takes a new session: where frames are rooted
    /// at the goal, the frames of later horizons constrain an earlier one.
    pub(super) fn confirm(&mut self, horizon: usize) -> Result<(), AskError> {
        let mut session = begun(self.instance, self.question, self.program)?;
        session.ground_base(Some(&[]))?;
        (0..=horizon).try_for_each(|horizon| session.ground_horizon(horizon))?;
        let statistics = Box::new(self.session.statistics());
        (self.watch)(Event::Horizon { actions: horizon, statistics });
        match session.search_horizon(horizon)? {
            QueryResult::Nothing => self.confirmed = true,
            QueryResult::Interrupted => {}
            // The lower bound was wrong, so only the plan is kept.
            QueryResult::Pushes(_) => self.bounds.lower.first = 0,
        }
        Ok(())
    }
}

/// A session that has read a program.
fn begun<'i>(
    instance: &'i Instance,
    question: &Question,
    program: &HorizonProgram<'_>,
) -> Result<StepSession<'i>, AskError> {
    let mut session = StepSession::new(instance, question);
    program.texts.iter().try_for_each(|&text| session.read(text))?;
    if let Some(most) = program.most_actions {
        session.limit_actions(most);
    }
    Ok(session)
}

/// The plan of the pushes at a horizon, with steps numbered from 1.
pub(super) fn plan(found: &[PushAtom]) -> Result<Plan, AskError> {
    let pushes: Option<Vec<_>> = found.iter().map(|push| push.push).collect();
    pushes.map(Plan::numbered).ok_or_else(|| AskError::NoPlan {
        atoms: (1..)
            .zip(found)
            .map(|(step, PushAtom { texts: [from, direction, to, _], .. })| {
                format!("push({from},{direction},{to},{step})")
            })
            .collect(),
    })
}
