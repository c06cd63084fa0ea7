//! The cheapest plan by other metrics than lines alone, by a search of the configurations.

use groundplan_search::{a_star, Budget, End, Progress, SearchReport};

use crate::answer::{Bounds, Event, NotApplicable, Reason, SearchOutcome, Verdict};
use crate::instance::Instance;
use crate::metric::{Costs, Metric, Objective};
use crate::plan::{Plan, Push};
use crate::space::tariff::Tariff;
use crate::space::Priced;

/// Looks for a cheapest plan with at most `most` actions. `watch` is called with progress, and with bounds whenever
/// they change.
///
/// Where lines are not the first metric, the number of actions is not a cost by which the search could be limited. Most
/// cheapest plans have few actions. So the first search ignores the limit. Only if its plan has too many actions does a
/// second search make the number of actions part of the configuration.
pub(crate) fn cheapest(
    instance: &Instance,
    objective: Objective,
    most: Option<usize>,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event),
) -> SearchOutcome {
    let mut search =
        CheapestSearch { instance, objective, most, budget, watch, known: Bounds::open(), assigned: None };
    let (found, verdict) = search.run(None)?;
    match most.map(u32::try_from) {
        Some(Ok(most)) if found.end == End::Optimal && !search.known.is_proven() => search.run(Some(most)),
        _ => Ok((found, verdict)),
    }
}

/// Looks for a plan whose cost by the first metric is at most `most`.
pub(crate) fn within(
    instance: &Instance,
    objective: Objective,
    most: usize,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(Event),
) -> SearchOutcome {
    let mut space = Priced::new(instance, objective, None).ok_or(NotApplicable::Floor)?;
    let tariff = space.tariff();
    let price = tariff.most(Some(most));
    let told = |progress: Progress| Progress { bound: tariff.costs(progress.bound).first as u32, ..progress };
    let mut found = a_star(&mut space, &Budget { most: price, enough: price, ..*budget }, &mut |report| {
        watch(Event::Configurations(told(report.progress)));
    });
    found.progress = told(found.progress);
    let path = found.path.as_ref().filter(|path| path.cost <= price);
    let verdict = match (path, found.end) {
        (Some(path), _) => Verdict::Plan(Plan::joined(&path.actions)),
        (None, End::Stopped | End::TableFull) => Verdict::Unknown,
        // A plan may be within the limit even if it costs more than the search can represent.
        (None, _) if tariff.costs(price).first < most && found.end != End::Exhausted => Verdict::Unknown,
        (None, _) => Verdict::NoPlan,
    };
    Ok((found, verdict))
}

struct CheapestSearch<'a> {
    instance: &'a Instance,
    objective: Objective,
    most: Option<usize>,
    budget: &'a Budget<'a>,
    watch: &'a mut dyn FnMut(Event),
    known: Bounds,
    /// The first bound, which is the cost of the cheapest assignment; every higher bound comes from the search.
    assigned: Option<Costs>,
}

impl CheapestSearch<'_> {
    /// Runs one search. With `counted`, the number of actions is part of the configuration and at most this.
    fn run(&mut self, counted: Option<u32>) -> SearchOutcome {
        let mut space = Priced::new(self.instance, self.objective, counted).ok_or(NotApplicable::Floor)?;
        let tariff = space.tariff();
        let lines = self.most.filter(|_| self.objective.first == Metric::Lines);
        let budget = Budget { most: tariff.most(lines), ..*self.budget };
        let mut found = a_star(&mut space, &budget, &mut |report| self.report(&tariff, report));
        self.learn(&tariff, &found.progress, None);
        found.progress.bound = tariff.costs(found.progress.bound).first as u32;
        let verdict = match (found.end, counted) {
            (End::Exhausted, None) => Verdict::Never(Reason::by_search(found.progress.expanded > 0)),
            (End::Exhausted, Some(_)) => Verdict::NoPlan,
            _ => Verdict::Bounds(self.known.clone()),
        };
        Ok((found, verdict))
    }

    /// Records a report of the search, and passes it on.
    fn report(&mut self, tariff: &Tariff, report: &SearchReport<'_, Push>) {
        let plan = report.path.map(|path| Plan::joined(&path.actions));
        let short = plan.filter(|plan| self.most.is_none_or(|most| plan.len() <= most));
        let short =
            short.and_then(|plan| Some((plan.clone(), self.objective.costs_of(self.instance, &plan)?)));
        let bound = tariff.costs(report.progress.bound).first as u32;
        (self.watch)(Event::Configurations(Progress { bound, ..report.progress }));
        if self.learn(tariff, &report.progress, short) {
            (self.watch)(Event::Known(self.known.clone()));
        }
    }

    /// Records a bound and a plan. Returns whether either is new.
    fn learn(&mut self, tariff: &Tariff, progress: &Progress, plan: Option<(Plan, Costs)>) -> bool {
        let lower = tariff.costs(progress.bound);
        let is_first = self.assigned.is_none();
        let assigned = *self.assigned.get_or_insert(lower);
        let is_new = is_first || lower > self.known.lower || plan.is_some();
        let news = Bounds { lower, reason: Reason::by_search(lower > assigned), ..Bounds::open() };
        self.known.learn(news.with(plan));
        is_new
    }
}
