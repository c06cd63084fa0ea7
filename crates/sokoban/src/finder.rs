//! Any plan, as fast as one can be found, and then cheaper ones.

use std::cell::Cell as Shared;
use std::time::{Duration, Instant};

use groundplan_search::{feature_search, Budget, End, Progress, SearchResult};

use crate::answer::{Answer, AskError, Bounds, Event, NotApplicable, Reason, Searched, Verdict};
use crate::instance::Instance;
use crate::metric::{Costs, Objective};
use crate::plan::{Plan, Push};
use crate::question::{EngineName, Question, Wanted};
use crate::search::{conclude, fill};
use crate::shorten::shorten;
use crate::space::Features;

/// How much of the time the search for plans may take.
pub(crate) struct Pace {
    /// For so long it waits before it begins.
    wait: Duration,
    /// For so long it works without a pause, and then one part in so many of the time.
    rest: Option<(Duration, u32)>,
    begun: Instant,
    /// When it went on to work, and how long it had worked before.
    worked: Shared<(Instant, Duration)>,
}

/// A pause is made of naps no longer than this, between which it is asked whether to stop.
const NAP: Duration = Duration::from_millis(10);

impl Pace {
    /// All of the time.
    pub(crate) fn free() -> Self {
        let now = Instant::now();
        Pace { wait: Duration::ZERO, rest: None, begun: now, worked: Shared::new((now, Duration::ZERO)) }
    }

    /// Beside so many others who prove something: it gives them a start, so that what they prove at once is not delayed, and
    /// where there is no processor left for it, takes a tenth of the time.
    pub(crate) fn beside(others: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let rest = (processors <= others).then_some((Duration::from_millis(200), 10));
        Pace { wait: Duration::from_millis(30), rest, ..Pace::free() }
    }

    /// Pauses when it is time. Whether to stop, as `stop` says.
    fn stop(&self, stop: &dyn Fn() -> bool) -> bool {
        while self.begun.elapsed() < self.wait && !stop() {
            std::thread::sleep(NAP);
        }
        let (since, before) = self.worked.get();
        let mut now = Instant::now();
        let worked = before + (now - since);
        if let Some((first, part)) = self.rest {
            while worked > first + (now - self.begun) / part && !stop() {
                std::thread::sleep(NAP);
                now = Instant::now();
            }
        }
        self.worked.set((now, worked));
        stop()
    }
}

/// Puts a question to the search for any plan.
///
/// # Errors
///
/// When the number of actions is open.
pub(crate) fn answer(
    instance: &Instance,
    question: &Question,
    pace: &Pace,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let start = Instant::now();
    let interrupter = &question.config.solver.interrupter;
    let stop = || pace.stop(&|| interrupter.is_interrupted());
    let budget = Budget { stop: &stop, table_bytes: question.table_bytes, ..Budget::default() };
    let finder = Finder { instance, known: question.known.as_ref(), budget };
    let searched = match question.wanted {
        Wanted::Any => finder.any(watch),
        Wanted::Exactly { no_noop, .. } => {
            let actions = question.wanted.actions(instance).ok_or(AskError::NoSteps)?;
            finder.exactly(actions, no_noop, watch)
        }
        Wanted::Within { objective, most } => finder.within(objective, most, watch),
        Wanted::Fewest { objective, most, .. } => finder.fewest(objective, most, watch),
    };
    Ok(conclude(EngineName::Fess, instance, question, start, searched))
}

/// A search for plans of one instance.
struct Finder<'a> {
    instance: &'a Instance,
    known: Option<&'a Plan>,
    budget: Budget<'a>,
}

impl Finder<'_> {
    /// Looks for the first plan, if none is known.
    fn first(
        &self,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(SearchResult<Push>, Option<Plan>), NotApplicable> {
        if (self.budget.stop)() {
            let found = SearchResult { end: End::Stopped, path: None, progress: Progress::default() };
            return Ok((found, None));
        }
        if let Some(plan) = self.known {
            let found = SearchResult { end: End::Enough, path: None, progress: Progress::default() };
            return Ok((found, Some(plan.clone())));
        }
        let spaces = Features::all(self.instance, self.budget.stop);
        if spaces.is_empty() {
            return Err(NotApplicable::Floor);
        }
        let found = feature_search(spaces, &self.budget, &mut |report| {
            watch(Event::Configurations(report.progress));
        });
        let plan = found.path.as_ref().map(|path| Plan::joined(&path.actions));
        Ok((found, plan))
    }

    /// The first plan.
    fn any(&self, watch: &mut dyn FnMut(Event)) -> Searched {
        let (found, plan) = self.first(watch)?;
        let verdict = match (plan, found.end) {
            (Some(plan), _) => Verdict::Plan(plan),
            (None, End::Exhausted) => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
            (None, _) => Verdict::Unknown,
        };
        Ok((found, verdict))
    }

    /// A plan of exactly so many actions: of no more lines, filled up.
    fn exactly(&self, actions: usize, no_noop: bool, watch: &mut dyn FnMut(Event)) -> Searched {
        let (found, plan) = self.first(watch)?;
        let Some(plan) = plan else {
            let verdict = if found.end == End::Exhausted { Verdict::NoPlan } else { Verdict::Unknown };
            return Ok((found, verdict));
        };
        let mut filled = fill(self.instance, &plan.pushes, actions, no_noop);
        let mut is_refuted = false;
        if filled.is_none() {
            let mut least = plan.len();
            let is_cheapest =
                shorten(self.instance, Objective::LINES, plan, self.budget.stop, &mut |plan, _| {
                    filled = fill(self.instance, &plan.pushes, actions, no_noop);
                    least = plan.len();
                    filled.is_none()
                });
            is_refuted = is_cheapest && least > actions;
        }
        let verdict = match filled {
            Some(pushes) => Verdict::Plan(Plan::numbered(pushes)),
            None if is_refuted => Verdict::NoPlan,
            None => Verdict::Unknown,
        };
        Ok((found, verdict))
    }

    /// A plan that costs no more than so much: the first one, made cheaper until it does.
    fn within(&self, objective: Objective, most: usize, watch: &mut dyn FnMut(Event)) -> Searched {
        let (found, plan) = self.first(watch)?;
        let Some(plan) = plan else {
            let verdict = if found.end == End::Exhausted { Verdict::NoPlan } else { Verdict::Unknown };
            return Ok((found, verdict));
        };
        let costs = objective.costs_of(self.instance, &plan);
        if costs.is_some_and(|costs| costs.first <= most) {
            return Ok((found, Verdict::Plan(plan)));
        }
        let mut cheaper = None;
        let is_cheapest = shorten(self.instance, objective, plan, self.budget.stop, &mut |plan, costs| {
            cheaper = (costs.first <= most).then(|| plan.clone());
            cheaper.is_none()
        });
        let verdict = match cheaper {
            Some(plan) => Verdict::Plan(plan),
            None if is_cheapest => Verdict::NoPlan,
            None => Verdict::Unknown,
        };
        Ok((found, verdict))
    }

    /// Ever cheaper plans, of no more than `most` actions.
    fn fewest(&self, objective: Objective, most: Option<usize>, watch: &mut dyn FnMut(Event)) -> Searched {
        let (found, plan) = self.first(watch)?;
        let Some(plan) = plan else {
            let verdict = match found.end {
                End::Exhausted => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
                _ => Verdict::Bounds(Bounds::open()),
            };
            return Ok((found, verdict));
        };
        let (mut known, mut last) = (Bounds::open(), Costs::default());
        let mut tell = |plan: &Plan, costs: Costs| {
            last = costs;
            if most.is_none_or(|most| plan.len() <= most) {
                known = Bounds::open().with(Some((plan.clone(), costs)));
                watch(Event::Known(known.clone()));
            }
            true
        };
        if let Some(costs) = objective.costs_of(self.instance, &plan) {
            tell(&plan, costs);
            if shorten(self.instance, objective, plan, self.budget.stop, &mut tell) {
                // The cheapest plan may have more actions than are of interest: that is a lower bound all the same.
                (known.lower, known.reason) = (last, Reason::Exhaustion);
            }
        }
        Ok((found, Verdict::Bounds(known)))
    }
}
