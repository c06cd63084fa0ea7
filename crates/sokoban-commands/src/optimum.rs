//! The result of `groundplan optimize`, and how it is printed.

use std::path::Path;
use std::sync::Arc;

use groundplan_check::Rules;
use groundplan_sokoban::competition::Format as Written;
use groundplan_sokoban::{
    Bounds, Costs, Counts, Instance, Metric, Objective, Plan, Reason, Shortfall, Verdict,
};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::watchdog::Cause;
use groundplan_terminal::{escape, output, report};
use serde_json::{json, Value};

use crate::arguments::OptimizeArguments;
use crate::bounds_text::{self, excluded_by};
use crate::competition::CompetitionPlan;
use crate::instance::Source;
use crate::plan::{self, counted, PlanFormat, Played};
use crate::{known, levels, obstacles, page, shortfall};

/// The final result: what is known about the least cost of a plan.
pub struct OptimizeResult {
    objective: Objective,
    known: KnownCosts,
    /// The obstacles to any plan, where they are known without a search.
    why: Option<String>,
    /// The reason why the search ended early, if it did.
    ended: Option<Cause>,
}

enum KnownCosts {
    /// There is no plan of any length, for this reason.
    NoPlan(Reason),
    /// There is no plan of at most this many actions, which is the limit of the question; with the bounds that
    /// exclude it, if bounds do.
    NoPlanWithin(usize, Option<Bounds>),
    /// Lower and upper bounds.
    Bounds(Bounds),
}

impl OptimizeResult {
    /// Returns the result for a verdict; `most` is the largest number of actions that a plan may have.
    pub fn new(verdict: Verdict, objective: Objective, most: Option<usize>) -> Self {
        let known = match (verdict, most) {
            (Verdict::Never(reason), _) => KnownCosts::NoPlan(reason),
            (Verdict::Bounds(bounds), Some(most)) if bounds.exclude(objective, most) => {
                KnownCosts::NoPlanWithin(most, Some(bounds))
            }
            (Verdict::Bounds(bounds), _) => KnownCosts::Bounds(bounds),
            (Verdict::NoPlan, Some(most)) => KnownCosts::NoPlanWithin(most, None),
            (Verdict::Plan(_) | Verdict::NoPlan | Verdict::Unknown, _) => KnownCosts::Bounds(Bounds::open()),
        };
        OptimizeResult { objective, known, why: None, ended: None }
    }

    /// Adds the obstacles to any plan, if there is none.
    pub fn explained(self, instance: &Instance) -> Self {
        let why = match self.known {
            KnownCosts::NoPlan(_) => obstacles::why(instance),
            _ => None,
        };
        OptimizeResult { why, ..self }
    }

    /// Adds the reason why the search ended early.
    pub fn ended(self, cause: Cause) -> Self {
        OptimizeResult { ended: Some(cause), ..self }
    }

    /// Has the checker replay the plan, if there is one, and plays it. `encoding` is the program that found it,
    /// unless that is the shipped one.
    ///
    /// # Errors
    ///
    /// When the plan breaks a rule, or the checker counts another cost.
    pub fn verify(
        &self,
        source: &Source,
        instance: &Arc<Instance>,
        encoding: Option<&str>,
    ) -> Result<Option<Played>, Failure> {
        let KnownCosts::Bounds(Bounds { plan: Some(plan), upper, .. }) = &self.known else { return Ok(None) };
        let rules = Rules { actions: Some(plan.len()), ..Rules::default() };
        let counts = plan::verify(source, instance, plan, &rules, encoding)?;
        let groundplan_check::Counts { actions, pushes, moves } = counts;
        let costs = self.objective.costs(&Counts { actions, pushes, moves, ..Counts::default() });
        if *upper != Some(costs) {
            return Err(Failure::Internal(format!(
                "the plan found costs {costs:?} ({}) as the checker counts, not {upper:?}",
                self.objective
            )));
        }
        Played::found(Arc::clone(instance), plan).map(Some)
    }

    /// Prints the result, writes the page if one is asked for, and prints the shortfalls of engines and the summary
    /// sentence.
    ///
    /// # Errors
    ///
    /// When result or page cannot be written.
    pub fn deliver(
        &self,
        arguments: &OptimizeArguments,
        source: &Source,
        played: Option<&Played>,
        stats: &Value,
        shortfalls: &[Shortfall],
        sentence: &str,
    ) -> Result<(), Failure> {
        let competition_plan = self.competition_plan(source, played)?;
        let object = || {
            let mut object = self.object(&arguments.instance, played, stats);
            source.add_level(&mut object);
            plan::add_counts(&mut object, played);
            self.add_costs(&mut object);
            competition_plan.iter().for_each(|competition_plan| competition_plan.add(&mut object));
            object
        };
        output::print(&match arguments.engine.format {
            Format::Text => self.lines(played, competition_plan.as_ref(), arguments.plans.plan_format),
            Format::Json => escape::json(&object()),
        })?;
        levels::write_record(&arguments.levels, object)?;
        shortfall::say(shortfalls, "", arguments.engine.quiet);
        let sentence = match played.filter(|played| !played.trace.actions.is_empty()) {
            Some(played) => {
                let (has, fewest) = bounds_text::counts(self.objective, played, self.proven());
                format!("{sentence}; the plan has {has} ({fewest})")
            }
            None => sentence.to_owned(),
        };
        if let Some(path) = &arguments.plans.html {
            match played {
                Some(played) => page::write(path, source, played, &sentence)?,
                None => self.write_without_plan(path, source, &sentence)?,
            }
        }
        if !arguments.engine.quiet {
            report::say(&format!("{}{sentence}", source.label()));
            known::print_comparison(source.level.as_ref(), &source.label(), &object())?;
        }
        Ok(())
    }

    /// Writes the page of an instance without a plan.
    fn write_without_plan(&self, path: &Path, source: &Source, sentence: &str) -> Result<(), Failure> {
        if self.proven() {
            return page::write_without(path, source, sentence, None);
        }
        let limit = match self.ended {
            Some(Cause::TimeLimit(limit)) => Some(limit),
            _ => None,
        };
        let unsolved = bounds_text::not_solved(limit);
        let summary = match (limit, &self.known) {
            (Some(_), KnownCosts::Bounds(bounds)) => {
                format!("{unsolved}: {}", bounds_text::at_least(self.objective, bounds.lower))
            }
            _ => sentence.to_owned(),
        };
        page::write_without(path, source, &summary, Some(&unsolved))
    }

    /// Returns the plan as actions of the PDDL domain, checked, for a problem in PDDL; `None` if box lines are
    /// minimized first.
    fn competition_plan(
        &self,
        source: &Source,
        played: Option<&Played>,
    ) -> Result<Option<CompetitionPlan>, Failure> {
        let given = source.given.as_ref().filter(|given| given.competition.format == Written::Pddl);
        match (given, played) {
            (Some(given), Some(played)) if self.objective.first != Metric::Lines => {
                given.write_plan(played).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether the optimum, or that there is no plan, is proven.
    fn proven(&self) -> bool {
        match &self.known {
            KnownCosts::NoPlan(_) | KnownCosts::NoPlanWithin(..) => true,
            KnownCosts::Bounds(bounds) => bounds.is_proven(),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match &self.known {
            KnownCosts::NoPlan(_) | KnownCosts::NoPlanWithin(..) => Exit::None,
            KnownCosts::Bounds(_) if self.proven() => Exit::Success,
            KnownCosts::Bounds(_) => Exit::Unknown,
        }
    }

    /// Returns the numbers of actions for which a certificate has to prove that there is no plan. These are all
    /// numbers below the length of the plan, or up to the limit of the question. If plans `may_rest`, the largest
    /// number stands for all smaller ones, because actions that move nothing fill shorter plans up.
    pub fn refuted(&self, may_rest: bool) -> Vec<usize> {
        let most = match &self.known {
            KnownCosts::NoPlanWithin(most, _) => Some(*most),
            KnownCosts::Bounds(bounds) if self.proven() => {
                bounds.plan.as_ref().and_then(|plan| plan.len().checked_sub(1))
            }
            KnownCosts::NoPlan(_) | KnownCosts::Bounds(_) => None,
        };
        match most {
            Some(most) if may_rest => vec![most],
            Some(most) => (0..=most).collect(),
            None => Vec::new(),
        }
    }

    /// Returns why no certificate is written if no number of actions is [refuted](Self::refuted).
    pub fn uncertified(&self) -> &'static str {
        match &self.known {
            KnownCosts::NoPlan(_) => {
                "that there is no plan of any length has none, for it is about one number of actions"
            }
            KnownCosts::Bounds(_) if !self.proven() => "no plan is proven to have the fewest actions",
            KnownCosts::Bounds(_) | KnownCosts::NoPlanWithin(..) => "no plan has fewer than 0 actions",
        }
    }

    fn result(&self) -> &'static str {
        match &self.known {
            KnownCosts::NoPlan(_) | KnownCosts::NoPlanWithin(..) => "UNSATISFIABLE",
            KnownCosts::Bounds(Bounds { plan: None, .. }) => "UNKNOWN",
            KnownCosts::Bounds(_) if self.proven() => "OPTIMUM FOUND",
            KnownCosts::Bounds(_) => "SATISFIABLE",
        }
    }

    /// Returns the result as lines of text.
    fn lines(
        &self,
        played: Option<&Played>,
        competition_plan: Option<&CompetitionPlan>,
        format: PlanFormat,
    ) -> String {
        match (&self.known, played) {
            (KnownCosts::Bounds(Bounds { upper: Some(costs), .. }), Some(played)) => {
                let lines = match competition_plan.filter(|_| format == PlanFormat::Atoms) {
                    Some(competition_plan) => competition_plan.lines(),
                    None => plan::lines(played, format),
                };
                let numbers: Vec<String> =
                    costs.numbers(self.objective).map(|number| number.to_string()).collect();
                format!("{lines}Optimization: {}\n{}\n", numbers.join(" "), self.result())
            }
            _ => format!("{}\n", self.result()),
        }
    }

    /// Returns the summary sentence. `confirmed`: the solver has also refuted the next smaller number of actions.
    pub fn sentence(&self, confirmed: bool) -> String {
        let ended = self.ended.map_or(String::new(), |cause| format!("{cause}: "));
        ended + &self.finding(confirmed)
    }

    /// Returns what is found.
    fn finding(&self, confirmed: bool) -> String {
        match &self.known {
            KnownCosts::NoPlan(_) if self.why.is_some() => {
                format!("there is no plan of any length: {}", self.why.as_deref().unwrap_or_default())
            }
            KnownCosts::NoPlan(Reason::Exhaustion) => {
                "there is no plan of any length: all configurations are exhausted".to_owned()
            }
            KnownCosts::NoPlan(_) => {
                "there is no plan of any length: no assignment of boxes to storage locations".to_owned()
            }
            KnownCosts::NoPlanWithin(most, bounds) => {
                let why = bounds.as_ref().map(|bounds| format!(": {}", excluded_by(bounds.reason, false)));
                format!("there is no plan of at most {}{}", counted(*most), why.unwrap_or_default())
            }
            KnownCosts::Bounds(bounds) => bounds_text::bounds(self.objective, bounds, confirmed),
        }
    }

    /// Returns the result as JSON.
    fn object(&self, instance: &str, played: Option<&Played>, stats: &Value) -> Value {
        let (bounds, reason) = match &self.known {
            KnownCosts::NoPlan(reason) => (None, Some(reason)),
            KnownCosts::NoPlanWithin(_, bounds) => {
                (bounds.as_ref(), bounds.as_ref().map(|bounds| &bounds.reason))
            }
            KnownCosts::Bounds(bounds) => (Some(bounds), Some(&bounds.reason)),
        };
        let plan = bounds.and_then(|bounds| bounds.plan.as_ref());
        let reason = reason.map(|reason| match reason {
            Reason::Assignment => "assignment",
            Reason::Refutation => "refutation",
            Reason::Exhaustion => "exhaustion",
        });
        let lower = json!({ "value": bounds.map(|bounds| bounds.lower.first), "reason": reason });
        json!({
            "schema_version": 1,
            "command": "optimize",
            "instance": instance,
            "result": self.result(),
            "actions": plan.map(Plan::len),
            "lower_bound": lower,
            "proven": self.proven(),
            "plan": plan.zip(played).map(|(plan, played)| plan::json(plan, &played.instance)),
            "checked": plan.is_some(),
            "stats": stats,
        })
    }

    /// Adds the metrics to a JSON result, with the costs of the plan and the lower bounds by each of them.
    fn add_costs(&self, object: &mut Value) {
        let numbers = |costs: Costs| costs.numbers(self.objective).collect::<Vec<_>>();
        let bounds = match &self.known {
            KnownCosts::NoPlan(_) => None,
            KnownCosts::NoPlanWithin(_, bounds) => bounds.as_ref(),
            KnownCosts::Bounds(bounds) => Some(bounds),
        };
        object["metric"] = self.objective.metrics().map(Metric::name).collect();
        object["optimization"] = json!(bounds.and_then(|bounds| bounds.upper).map(numbers));
        object["lower_bound"]["values"] = json!(bounds.map(|bounds| numbers(bounds.lower)));
    }
}
