//! The cheapest plan by other metrics than lines alone, by iteration over horizons and optimization.
//!
//! The horizons of a program count the first metric, and soft constraints count the second one. At horizon n the answer
//! sets are the plans that cost exactly n by the first metric. So the plans of the first satisfiable horizon cost
//! least, and among them the solver optimizes the second metric. Where pushes or moves are the first metric, the number
//! of actions is open, and no horizon limits it.
//!
//! Where lines are not the first metric, a plan with the fewest lines is looked for first. It gives the last horizon to
//! ask and an answer if time runs out. Where the number of actions is limited, it also decides whether there is any
//! plan.

use super::optimize::{plan, without_assignment, HorizonProgram, HorizonRun, ENCODING};
use super::session::{Improvement, StepSession};
use crate::answer::{Answer, AskError, Bounds, Event, Reason, Verdict};
use crate::bound;
use crate::instance::Instance;
use crate::metric::{Costs, Metric, Objective};
use crate::plan::Plan;
use crate::question::Question;

/// Name and text of the program whose horizons count pushes.
pub const PUSHES_ENCODING: (&str, &str) =
    ("encodings/sokoban/pushes.lp", include_str!("../../encodings/pushes.lp"));
/// Name and text of the program whose horizons count moves.
pub const MOVES_ENCODING: (&str, &str) =
    ("encodings/sokoban/moves.lp", include_str!("../../encodings/moves.lp"));
/// Name and text of the program that counts the second metric.
pub const METRICS_ENCODING: (&str, &str) =
    ("encodings/sokoban/metrics.lp", include_str!("../../encodings/metrics.lp"));

/// Looks for a cheapest plan with at most `most` actions. With `confirm`, the solver refutes a cost of one less by the
/// first metric even where the lower bound alone excludes it.
pub(super) fn cheapest(
    instance: &Instance,
    question: &Question,
    objective: Objective,
    most: Option<usize>,
    confirm: bool,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let Some(lower) = bound::least(instance, objective) else {
        return Ok(without_assignment(instance));
    };
    let known = Bounds { lower, ..Bounds::open() };
    watch(Event::Known(known.clone()));
    let mut search =
        GroundCheapestSearch { instance, question, objective, most, confirm, known, watch, confirmed: false };
    search.run()
}

struct GroundCheapestSearch<'a> {
    instance: &'a Instance,
    question: &'a Question,
    objective: Objective,
    most: Option<usize>,
    confirm: bool,
    known: Bounds,
    watch: &'a mut dyn FnMut(Event),
    confirmed: bool,
}

impl GroundCheapestSearch<'_> {
    fn run(&mut self) -> Result<Answer, AskError> {
        let (mut answer, lines) = self.phase(Metric::Lines, self.most)?;
        let is_excluded = self.known.plan.is_none() && self.most.is_some_and(|most| lines > most);
        if let Some(Costs { first, .. }) = self.known.upper.filter(|_| self.objective.first != Metric::Lines)
        {
            // The plan is known to be reachable at this cost, so its horizon is only asked if the second metric
            // matters.
            let last = if self.objective.second.is_some() { Some(first) } else { first.checked_sub(1) };
            if let Some(last) = last.filter(|_| self.confirm || !self.known.is_proven()) {
                (answer, _) = self.phase(self.objective.first, Some(last))?;
            }
        }
        let verdict = if is_excluded { Verdict::NoPlan } else { Verdict::Bounds(self.known.clone()) };
        Ok(Answer { verdict, confirmed: self.confirmed, ..answer })
    }

    /// Runs a program whose horizons count a metric, up to a last horizon. If it is the first metric, also makes the
    /// plan a cheapest one. Returns the answer and a lower bound by that metric.
    fn phase(&mut self, metric: Metric, last: Option<usize>) -> Result<(Answer, usize), AskError> {
        let (instance, confirm) = (self.instance, self.confirm);
        let GroundCheapestSearch { question, objective, most, known, watch, .. } = self;
        let is_first = metric == objective.first;
        let second = objective.second.filter(|_| is_first);
        let text = match metric {
            Metric::Lines => ENCODING,
            Metric::Pushes => PUSHES_ENCODING,
            Metric::Moves => MOVES_ENCODING,
        };
        let texts = std::iter::once(text).chain(second.map(|_| METRICS_ENCODING)).collect();
        let program = HorizonProgram { texts, most_actions: most.filter(|_| metric != Metric::Lines) };
        let alone = Objective { first: metric, second: None };
        let start = Bounds { lower: bound::least(instance, alone).unwrap_or_default(), ..Bounds::open() };
        let mut tell = |event: Event| match event {
            Event::Known(bounds) if is_first => {
                raise(known, bounds.lower.first, bounds.reason);
                watch(Event::Known(known.clone()));
            }
            Event::Known(_) => {}
            event => watch(event),
        };
        let mut run = HorizonRun::new(instance, question, &program, start, &mut tell)?;
        run.horizons(last)?;
        let found = run.bounds.plan.take().map(|plan| Plan::joined(&plan.pushes));
        // If none was found, the cheapest plan is the one that was known before.
        let horizon = if found.is_some() { Some(run.asked) } else { last.map(|last| last + 1) };
        let is_settled = horizon.is_some_and(|horizon| horizon <= run.bounds.lower.first);
        if let Some(one_less) = horizon.and_then(|horizon| horizon.checked_sub(1)) {
            if is_first && confirm && is_settled && !run.confirmed {
                run.confirm(one_less)?;
            }
        }
        let HorizonRun { mut session, bounds, confirmed, asked, .. } = run;
        if let Some(plan) = &found {
            learn(instance, *objective, known, plan);
            watch(Event::Known(known.clone()));
        }
        let mut is_best = true;
        if let (Some(second), true) = (second, found.is_some() && asked > 0) {
            if confirm || !known.is_proven() {
                is_best = self.improve(&mut session, second, asked)?;
            }
        }
        self.confirmed = is_first && confirmed && is_best;
        Ok((session.answer_with(Verdict::Unknown, asked + 1), bounds.lower.first))
    }

    /// Optimizes the plan of a horizon by the second metric. Returns whether it is proven to be cheapest.
    fn improve(
        &mut self,
        session: &mut StepSession<'_>,
        second: Metric,
        horizon: usize,
    ) -> Result<bool, AskError> {
        session.ground_metric(second, horizon)?;
        let GroundCheapestSearch { instance, objective, known, watch, .. } = self;
        let is_best = session.improve_horizon(horizon, &mut |Improvement { pushes, lower }| {
            let lower = lower.and_then(|lower| usize::try_from(lower).ok()).unwrap_or_default();
            let lower = Costs { first: horizon, second: lower };
            known.learn(Bounds { lower, reason: Reason::Refutation, ..Bounds::open() });
            if let Some(pushes) = pushes {
                learn(instance, *objective, known, &Plan::joined(&plan(&pushes)?.pushes));
            }
            watch(Event::Known(known.clone()));
            Ok(())
        })?;
        if let (true, Some(lower)) = (is_best, known.upper) {
            known.learn(Bounds { lower, reason: Reason::Refutation, ..Bounds::open() });
            watch(Event::Known(known.clone()));
        }
        Ok(is_best)
    }
}

/// Records a lower bound by the first metric.
fn raise(known: &mut Bounds, first: usize, reason: Reason) {
    let lower = Costs { first, ..known.lower };
    known.learn(Bounds { lower, reason, ..Bounds::open() });
}

/// Records a plan.
fn learn(instance: &Instance, objective: Objective, known: &mut Bounds, plan: &Plan) {
    let costs = objective.costs_of(instance, plan);
    known.learn(Bounds::open().with(costs.map(|costs| (plan.clone(), costs))));
}
