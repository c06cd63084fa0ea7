//! The engine that finds any plan quickly by feature-space search, then improves it.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan_search::{feature_search, Budget, Deepened, Deepening, End, Progress, SearchResult};

use crate::answer::{Answer, AskError, Bounds, Event, NotApplicable, Reason, SearchOutcome, Verdict};
use crate::bound;
use crate::instance::Instance;
use crate::metric::{Costs, Metric, Objective};
use crate::plan::{Plan, Push};
use crate::question::{EngineName, Question, Wanted};
use crate::search::{conclude, fill};
use crate::shorten::{Shortened, Windows};
use crate::space::Features;

/// What the engine should know of the engines that run beside it.
#[derive(Default)]
pub(crate) struct Beside {
    /// Their number.
    pub(crate) others: usize,
    /// The best lower bound by the first metric that they have found so far.
    pub(crate) lower: Arc<AtomicUsize>,
}

/// The share of processor time that making a plan cheaper may use.
struct TimeShare {
    /// How long to work without a pause, and after that the denominator of the share of the elapsed time. `None` for no
    /// pauses.
    limit: Option<(Duration, u32)>,
    begun: Instant,
    worked: Duration,
}

/// The objective for which a feature-space search proves plans cheapest. By lines it has not been seen to, and a
/// configuration does not tell how far the sokoban has to walk.
const PUSHES: Objective = Objective { first: Metric::Pushes, second: None };

/// How long to wait before the search starts, so as not to delay what other engines prove at once.
const DELAY: Duration = Duration::from_millis(30);

/// The longest sleep between two looks at the stop request while pausing.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How many expansions of A\* take as long as one move of a feature-space search, about.
const MOVE_WORK: u64 = 4;

impl TimeShare {
    /// The limit for a search that runs beside `others` engines: a tenth of the elapsed time if no processor is left for
    /// it. For pushes there is none: there the search proves more than the others.
    fn beside(others: usize, objective: Objective) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let is_limited = processors <= others && objective != PUSHES;
        let limit = is_limited.then_some((Duration::from_millis(200), 10));
        TimeShare { limit, begun: Instant::now(), worked: Duration::ZERO }
    }

    /// Whether there is time left of the share.
    fn is_left(&self) -> bool {
        self.limit.is_none_or(|(first, part)| self.worked <= first + self.begun.elapsed() / part)
    }

    /// Works, and counts the time.
    fn work<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        self.worked += begun.elapsed();
        done
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
    beside: Beside,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let start = Instant::now();
    let interrupter = &question.config.solver.interrupter;
    let stop = || interrupter.is_interrupted();
    while beside.others > 0 && start.elapsed() < DELAY && !stop() {
        std::thread::sleep(POLL_INTERVAL);
    }
    let budget = Budget { stop: &stop, table_bytes: question.table_bytes, ..Budget::default() };
    let finder = Finder { instance, known: question.known.as_ref(), budget, beside, spaces: OnceCell::new() };
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
    beside: Beside,
    /// The spaces that the first plan was looked for in.
    spaces: OnceCell<Vec<Features>>,
}

/// News of a search for cheaper plans.
enum Improved<'a> {
    /// A plan with its costs.
    Plan(&'a Plan, Costs),
    /// No plan costs less, for this reason.
    Bound(Costs, Reason),
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
            let found = SearchResult { end: End::Enough, path: None, progress: Progress::default() };
            return Ok((found, Some(plan.clone())));
        }
        // The tables of the spaces may take longer to compute than this.
        if bound::assignment(self.instance).is_none() {
            let found = SearchResult { end: End::Exhausted, path: None, progress: Progress::default() };
            return Ok((found, None));
        }
        let (spaces, backward) = Features::all(self.instance, self.budget.stop);
        if spaces.is_empty() {
            return Err(NotApplicable::Floor);
        }
        let _ = self.spaces.set(spaces.clone());
        let found = feature_search(spaces, backward, &self.budget, &mut |report| {
            watch(Event::Configurations(report.progress));
        });
        let plan = found.path.as_ref().map(|path| Plan::joined(&path.actions));
        Ok((found, plan))
    }

    /// Looks for plans that are cheaper than this one and cost less than `upper` by the first metric: window by window,
    /// and for pushes alone by feature-space searches that leave out what costs too much. The two do about as much work
    /// each.
    ///
    /// `found` receives cheaper plans and better lower bounds, and returns whether to continue. Returns whether no plan
    /// costs less than the last one, and none less than `upper`.
    fn improve(
        &self,
        objective: Objective,
        plan: Plan,
        upper: Option<usize>,
        found: &mut dyn FnMut(Improved<'_>) -> bool,
    ) -> bool {
        let Some(mut windows) = Windows::of(self.instance, objective, plan) else { return false };
        let mut share = TimeShare::beside(self.beside.others, objective);
        let mut deepening = share.work(|| self.deepening(objective, windows.plan().1, upper));
        let (mut moves, mut has_windows) = (0, true);
        while !(self.budget.stop)() {
            if !share.is_left() {
                std::thread::sleep(POLL_INTERVAL);
                continue;
            }
            if has_windows && (deepening.is_none() || windows.work() <= moves * MOVE_WORK) {
                match share.work(|| windows.shorten(self.budget.stop)) {
                    Shortened::Same => {}
                    Shortened::Cheaper => {
                        let (plan, costs) = windows.plan();
                        if let Some(deepening) = &mut deepening {
                            deepening.learn(0, u32::try_from(costs.first).unwrap_or(u32::MAX));
                        }
                        if !found(Improved::Plan(plan, costs)) {
                            return false;
                        }
                    }
                    Shortened::Cheapest => return true,
                    Shortened::Ended => has_windows = false,
                }
                continue;
            }
            let Some(limited) = &mut deepening else { return false };
            let lower = self.beside.lower.load(Ordering::Relaxed);
            limited.learn(u32::try_from(lower).unwrap_or(u32::MAX), u32::MAX);
            let before = limited.progress().expanded;
            let deepened = share.work(|| limited.run_slice(&self.budget));
            moves += limited.progress().expanded.saturating_sub(before);
            let goes_on = match deepened {
                Deepened::Open => true,
                Deepened::Bound => {
                    let lower = Costs { first: limited.lower() as usize, second: 0 };
                    found(Improved::Bound(lower, Reason::Exhaustion))
                }
                Deepened::Cheaper(path) => {
                    windows.replace(Plan::joined(&path.actions));
                    let (plan, costs) = windows.plan();
                    found(Improved::Plan(plan, costs))
                }
                Deepened::Proven => return true,
                Deepened::Ended(_) => {
                    deepening = None;
                    true
                }
            };
            if !goes_on {
                return false;
            }
        }
        false
    }

    /// The feature-space search for plans that cost less than these and than `upper`, if there is one for the objective.
    fn deepening(
        &self,
        objective: Objective,
        costs: Costs,
        upper: Option<usize>,
    ) -> Option<Deepening<Features>> {
        if objective != PUSHES {
            return None;
        }
        let spaces = self.spaces.get_or_init(|| Features::all(self.instance, self.budget.stop).0);
        let spaces = Features::with_limits(spaces.clone());
        let upper = upper.map_or(costs.first, |upper| upper.min(costs.first));
        let upper = u32::try_from(upper).unwrap_or(u32::MAX);
        (!spaces.is_empty()).then(|| Deepening::new(spaces, upper))
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
            let is_cheapest = self.improve(Objective::LINES, plan, actions.checked_add(1), &mut |improved| {
                if let Improved::Plan(plan, _) = improved {
                    filled = fill(self.instance, &plan.pushes, actions, no_noop);
                    least = plan.len();
                }
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
        let is_cheapest = self.improve(objective, plan, most.checked_add(1), &mut |improved| {
            if let Improved::Plan(plan, costs) = improved {
                cheaper = (costs.first <= most).then(|| plan.clone());
            }
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
        let mut known = Bounds::open();
        let mut last = Costs::default();
        let mut learn = |improved: Improved<'_>| {
            let news = match improved {
                Improved::Plan(plan, costs) => {
                    last = costs;
                    let is_short = most.is_none_or(|most| plan.len() <= most);
                    Bounds::open().with(is_short.then(|| (plan.clone(), costs)))
                }
                Improved::Bound(lower, reason) => Bounds { lower, reason, ..Bounds::open() },
            };
            known.learn(news);
            watch(Event::Known(known.clone()));
            true
        };
        if let Some(costs) = objective.costs_of(self.instance, &plan) {
            learn(Improved::Plan(&plan, costs));
            let assigned = bound::least(self.instance, objective).unwrap_or_default();
            learn(Improved::Bound(assigned, Reason::Assignment));
            if self.improve(objective, plan, None, &mut learn) {
                // The cheapest plan may have more than `most` actions; its cost is a lower bound nevertheless.
                known.learn(Bounds { lower: last, reason: Reason::Exhaustion, ..Bounds::open() });
            }
        }
        Ok((found, Verdict::Bounds(known)))
    }
}
