//! What `groundplan optimize` has found, and how it says so.

use std::sync::Arc;

use groundplan_check::Rules;
use groundplan_sokoban::{Bounds, Instance, Plan, Reason, Shortfall, Verdict};
use serde_json::{json, Value};

use crate::arguments::OptimizeArguments;
use crate::exit::{Exit, Failure};
use crate::instance::Source;
use crate::options::Format;
use crate::plan::{self, counted, PlanFormat, Played};
use crate::{known, levels, output, page, report, shortfall};

/// What is known in the end.
pub enum Found {
    /// There is no plan of any length, for this reason.
    Nothing(Reason),
    /// There is no plan of at most so many actions, which is all that was asked for.
    NothingWithin(usize, Bounds),
    /// So much.
    Bounds(Bounds),
}

impl Found {
    /// What an answer comes to; `most` is how many actions a plan may have.
    pub fn new(verdict: Verdict, most: Option<usize>) -> Self {
        match (verdict, most) {
            (Verdict::Never(reason), _) => Found::Nothing(reason),
            (Verdict::Bounds(bounds), Some(most)) if bounds.plan.is_none() && bounds.lower > most => {
                Found::NothingWithin(most, bounds)
            }
            (Verdict::Bounds(bounds), _) => Found::Bounds(bounds),
            (Verdict::Plan(plan), _) => Found::Bounds(Bounds { plan: Some(plan), ..Bounds::open() }),
            (Verdict::NoPlan | Verdict::Unknown, _) => Found::Bounds(Bounds::open()),
        }
    }

    /// Has the plan checked, if there is one, and plays it. `encoding` is the program that gave it, if it is not the shipped one.
    ///
    /// # Errors
    ///
    /// When it breaks a rule.
    pub fn verify(
        &self,
        source: &Source,
        instance: &Arc<Instance>,
        encoding: Option<&str>,
    ) -> Result<Option<Played>, Failure> {
        let Found::Bounds(Bounds { plan: Some(plan), .. }) = self else { return Ok(None) };
        let rules = Rules { actions: Some(plan.len()), ..Rules::default() };
        plan::verify(source, instance, plan, &rules, encoding)?;
        Played::found(Arc::clone(instance), plan).map(Some)
    }

    /// Prints the result, writes the page if one is asked for, and says what was found, after why engines have none.
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
        let object = || {
            let mut object = self.object(&arguments.instance, played, stats);
            source.add_level(&mut object);
            plan::add_counts(&mut object, played);
            object
        };
        output::print(&match arguments.engine.format {
            Format::Text => self.lines(played, arguments.plans.plan_format),
            Format::Json => format!("{}\n", object()),
        })?;
        levels::note(&arguments.levels, object)?;
        shortfall::say(shortfalls, "", arguments.engine.quiet);
        let sentence = match played.filter(|played| !played.trace.actions.is_empty()) {
            Some(played) => {
                let fewest =
                    if self.proven() { "only the actions are proven fewest" } else { "none proven fewest" };
                format!("{sentence}; the plan has {} ({fewest})", played.counted())
            }
            None => sentence.to_owned(),
        };
        if let (Some(path), Some(played)) = (&arguments.plans.html, played) {
            page::write(path, source, played, &sentence)?;
        }
        if !arguments.engine.quiet {
            report::say(&format!("{}{sentence}", source.label()));
            let actions = played.map(|played| played.trace.actions.len());
            known::say(source.level.as_ref(), &source.label(), actions)?;
        }
        Ok(())
    }

    /// Whether there is nothing more to find out.
    fn proven(&self) -> bool {
        match self {
            Found::Nothing(_) | Found::NothingWithin(..) => true,
            Found::Bounds(bounds) => bounds.is_proven(),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Found::Nothing(_) | Found::NothingWithin(..) => Exit::None,
            Found::Bounds(_) if self.proven() => Exit::Success,
            Found::Bounds(_) => Exit::Unknown,
        }
    }

    /// The numbers of actions with which there is no plan, to be proven so that there is none with fewer than the plan has, or
    /// at most so many as may be; one number stands for all smaller ones where plans `may_rest`, as what nothing moves in
    /// fills them up.
    pub fn refuted(&self, may_rest: bool) -> Vec<usize> {
        let most = match self {
            Found::NothingWithin(most, _) => Some(*most),
            Found::Bounds(bounds) if self.proven() => {
                bounds.plan.as_ref().and_then(|plan| plan.len().checked_sub(1))
            }
            Found::Nothing(_) | Found::Bounds(_) => None,
        };
        match most {
            Some(most) if may_rest => vec![most],
            Some(most) => (0..=most).collect(),
            None => Vec::new(),
        }
    }

    /// Why no number of actions is [refuted](Self::refuted), where that is so.
    pub fn uncertified(&self) -> &'static str {
        match self {
            Found::Nothing(_) => {
                "that there is no plan of any length has none, for it is about one number of actions"
            }
            Found::Bounds(_) if !self.proven() => "no plan is proven to have the fewest actions",
            Found::Bounds(_) | Found::NothingWithin(..) => "no plan has fewer than 0 actions",
        }
    }

    fn result(&self) -> &'static str {
        match self {
            Found::Nothing(_) | Found::NothingWithin(..) => "UNSATISFIABLE",
            Found::Bounds(Bounds { plan: None, .. }) => "UNKNOWN",
            Found::Bounds(_) if self.proven() => "OPTIMUM FOUND",
            Found::Bounds(_) => "SATISFIABLE",
        }
    }

    /// What is printed for programs that read lines.
    fn lines(&self, played: Option<&Played>, format: PlanFormat) -> String {
        match (self, played) {
            (Found::Bounds(Bounds { plan: Some(plan), .. }), Some(played)) => {
                let lines = plan::lines(played, format);
                format!("{lines}Optimization: {}\n{}\n", plan.len(), self.result())
            }
            _ => format!("{}\n", self.result()),
        }
    }

    /// What is said to people. `confirmed`: the solver has refuted one action less, too.
    pub fn sentence(&self, confirmed: bool) -> String {
        let bounds = match self {
            Found::Nothing(Reason::Exhaustion) => {
                return "there is no plan of any length: all configurations are exhausted".to_owned()
            }
            Found::Nothing(_) => {
                return "there is no plan of any length: no assignment of boxes to storage locations"
                    .to_owned()
            }
            Found::NothingWithin(most, bounds) => {
                let by = by(bounds.reason, false);
                return format!("there is no plan of at most {}: {by}", counted(*most));
            }
            Found::Bounds(bounds) => bounds,
        };
        match &bounds.plan {
            None => format!("{} <= actions, no plan yet", bounds.lower),
            Some(plan) if !self.proven() => {
                format!("{} <= actions <= {}", bounds.lower, plan.len())
            }
            Some(plan) if plan.is_empty() => "0 actions: the instance is solved already".to_owned(),
            Some(plan) => {
                let fewer = plan.len() - 1;
                let by = by(bounds.reason, confirmed);
                format!("{}, proven fewest: no plan with {fewer} ({by})", counted(plan.len()))
            }
        }
    }

    /// What is printed for programs that read JSON.
    fn object(&self, instance: &str, played: Option<&Played>, stats: &Value) -> Value {
        let (bounds, value, reason) = match self {
            Found::Nothing(reason) => (None, None, reason),
            Found::NothingWithin(_, bounds) | Found::Bounds(bounds) => {
                (Some(bounds), Some(bounds.lower), &bounds.reason)
            }
        };
        let plan = bounds.and_then(|bounds| bounds.plan.as_ref());
        let reason = match reason {
            Reason::Assignment => "assignment",
            Reason::Refutation => "refutation",
            Reason::Exhaustion => "exhaustion",
        };
        let lower = json!({ "value": value, "reason": reason });
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
}

/// What excludes fewer actions, in words. `confirmed`: the solver has refuted one less, too.
fn by(reason: Reason, confirmed: bool) -> &'static str {
    match (reason, confirmed) {
        (Reason::Refutation, _) => "refuted by the solver",
        (Reason::Exhaustion, _) => "all configurations exhausted that fewer lead to",
        (Reason::Assignment, true) => {
            "the cheapest assignment of boxes to storage locations costs more, and the solver confirms it"
        }
        (Reason::Assignment, false) => "the cheapest assignment of boxes to storage locations costs more",
    }
}
