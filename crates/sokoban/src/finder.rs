//! The engine that finds any plan quickly by feature-space search, then improves it.

use std::cell::Cell as Shared;
use std::time::{Duration, Instant};

use groundplan_search::{feature_search, Budget, End, Progress, SearchResult};

use crate::answer::{Answer, AskError, Bounds, Event, NotApplicable, Reason, SearchOutcome, Verdict};
use crate::instance::Instance;
use crate::metric::{Costs, Objective};
use crate::plan::{Plan, Push};
use crate::question::{EngineName, Question, Wanted};
use crate::search::{conclude, fill};
use crate::shorten::shorten;
use crate::space::Features;

/// The share of processor time that the search for plans may use.
pub(crate) struct TimeShare {
    /// Delay before the search starts.
    delay: Duration,
    /// Once there is a plan, for how long the search may work without a pause, and after that the denominator of its
    /// share of the elapsed time. `None` for no pauses.
    limit: Option<(Duration, u32)>,
    /// Whether there is a plan, which is only made cheaper.
    has_plan: Shared<bool>,
    begun: Instant,
    /// When the current work period began, and the time worked before it.
    worked: Shared<(Instant, Duration)>,
}

/// The longest sleep between two looks at the stop request while pausing.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

impl TimeShare {
    /// No limit: the search works all the time.
    pub(crate) fn unlimited() -> Self {
        let now = Instant::now();
        TimeShare {
            delay: Duration::ZERO,
            limit: None,
            has_plan: Shared::new(false),
            begun: now,
            worked: Shared::new((now, Duration::ZERO)),
        }
    }

    /// The limit for a search that runs beside `others` engines. It starts late, so as not to delay what they prove at
    /// once. If no processor is left for it, it uses a tenth of the elapsed time from its first plan on.
    pub(crate) fn beside(others: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let limit = (processors <= others).then_some((Duration::from_millis(200), 10));
        TimeShare { delay: Duration::from_millis(30), limit, ..TimeShare::unlimited() }
    }

    /// Sleeps while the search has to pause. Returns whether to stop, as `stop` says.
    fn stop(&self, stop: &dyn Fn() -> bool) -> bool {
        while self.begun.elapsed() < self.delay && !stop() {
            std::thread::sleep(POLL_INTERVAL);
        }
        let (since, before) = self.worked.get();
        let mut now = Instant::now();
        let worked = before + (now - since);
        if let Some((first, part)) = self.limit.filter(|_| self.has_plan.get()) {
            while worked > first + (now - self.begun) / part && !stop() {
                std::thread::sleep(POLL_INTERVAL);
                now = Instant::now();
            }
        }
        self.worked.set((now, worked));
        stop()
    }
}

/// Puts a question to the feature-space search.
///
/// # Errors
///
/// When the number of actions is open.
pub(crate) fn by_features(
    instance: &Instance,
    question: &Question,
    share: &TimeShare,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let start = Instant::now();
    let interrupter = &question.config.solver.interrupter;
    let stop = || share.stop(&|| interrupter.is_interrupted());
    let budget = Budget { stop: &stop, table_bytes: question.table_bytes, ..Budget::default() };
    let finder = Finder { instance, known: question.known.as_ref(), budget, share };
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
    share: &'a TimeShare,
}

impl Finder<'_> {
    /// Looks for a first plan, unless one is known.
    fn first(
        &self,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(SearchResult<Push>, Option<Plan>), NotApplicable> {
        if (self.budget.stop)() {
            let found = SearchResult { end: End::Stopped, path: None, progress: Progress::default() };
            return Ok((found, None));
        }
        if let Some(plan) = self.known {
            self.share.has_plan.set(true);
            let found = SearchResult { end: End::Enough, path: None, progress: Progress::default() };
            return Ok((found, Some(plan.clone())));
        }
        let (spaces, backward) = Features::all(self.instance, self.budget.stop);
        if spaces.is_empty() {
            return Err(NotApplicable::Floor);
        }
        let found = feature_search(spaces, backward, &self.budget, &mut |report| {
            watch(Event::Configurations(report.progress));
        });
        let plan = found.path.as_ref().map(|path| Plan::joined(&path.actions));
        self.share.has_plan.set(plan.is_some());
        Ok((found, plan))
    }

    /// Looks for any plan.
    fn any(&self, watch: &mut dyn FnMut(Event)) -> SearchOutcome {
        let (found, plan) = self.first(watch)?;
        let verdict = match (plan, found.end) {
            (Some(plan), _) => Verdict::Plan(plan),
            (None, End::Exhausted) => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
            (None, _) => Verdict::Unknown,
        };
        Ok((found, verdict))
    }

    /// Looks for a plan of exactly `actions` actions: one with at most that many lines, extended.
    fn exactly(&self, actions: usize, no_noop: bool, watch: &mut dyn FnMut(Event)) -> SearchOutcome {
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

    /// Looks for a plan that costs at most `most`: improves the first plan until it does.
    fn within(&self, objective: Objective, most: usize, watch: &mut dyn FnMut(Event)) -> SearchOutcome {
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

    /// Improves the first plan as far as possible, and reports plans of at most `most` actions.
    fn fewest(
        &self,
        objective: Objective,
        most: Option<usize>,
        watch: &mut dyn FnMut(Event),
    ) -> SearchOutcome {
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
                // The cheapest plan may have more than `most` actions; its cost is a lower bound nevertheless.
                (known.lower, known.reason) = (last, Reason::Exhaustion);
            }
        }
        Ok((found, Verdict::Bounds(known)))
    }
}
