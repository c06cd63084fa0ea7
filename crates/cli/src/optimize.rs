//! `groundplan optimize`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use groundplan_check::Rules;
use groundplan_sokoban::{optimize, Bounds, Event, Goal, Optimum, Reason};
use serde_json::{json, Value};

use crate::arguments::{Format, OptimizeArguments};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::instance::Source;
use crate::plan::{counted, PlanFormat, Played};
use crate::progress::Progress;
use crate::stats::Times;
use crate::watchdog::{Cause, Watchdog};
use crate::{instance, output, page, plan, report, stats};

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &OptimizeArguments) -> Result<Exit, Failure> {
    let engine = &arguments.engine;
    let config = engine.config()?;
    let start = Instant::now();
    let source = Arc::new(instance::source(&arguments.instance, &arguments.levels)?);
    let known: Arc<Mutex<Option<Bounds>>> = Arc::default();
    let watchdog = watch(arguments, &config, &known, &source)?;
    let instance = instance::read(&source, engine.quiet)?;
    if let Some(path) = &arguments.plans.html {
        page::prepare(path, &source)?;
    }
    let read = start.elapsed();
    if !instance.steps.is_empty() && !engine.quiet {
        report::note("the steps of the instance are ignored: `optimize` numbers its own");
    }
    let encoding = match &engine.encoding {
        None => None,
        Some(path) => Some(input::read(path).map(|Text { name, text }| (name, text))?),
    };
    let goal = Goal {
        max_actions: arguments.max_actions.map(|most| most as usize),
        encoding,
        confirm: arguments.confirm,
        config,
    };
    let mut progress = Progress::start(engine.quiet);
    let optimum = optimize(&instance, &goal, &mut |event| match event {
        Event::Searching { horizon, statistics } => progress.searching(horizon, &statistics),
        Event::Known(bounds) => {
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(bounds.clone());
        }
    });
    progress.end();
    let optimum = optimum.map_err(report::engine)?;
    if !engine.quiet {
        report::diagnostics(&optimum.warnings, &optimum.sources);
    }
    let start = Instant::now();
    let found = Found::of(&optimum);
    let played = found.verify(&source, engine.encoding.as_deref())?;
    let times = Times { read, check: start.elapsed() };
    let _speaking = watchdog.speak();
    let figures = stats::json(&optimum.figures, &times);
    found.deliver(arguments, &source, played.as_ref(), &figures, &found.sentence(optimum.confirmed))?;
    if engine.stats {
        report::say(&stats::text(&optimum.figures, &times));
    }
    Ok(found.exit())
}

fn watch(
    arguments: &OptimizeArguments,
    config: &groundplan::solve::SearchConfig,
    known: &Arc<Mutex<Option<Bounds>>>,
    source: &Arc<Source>,
) -> Result<Watchdog, Failure> {
    let (known, source, asked) = (Arc::clone(known), Arc::clone(source), arguments.clone());
    let give_up = move |cause: Cause| {
        let bounds = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = match bounds {
            Some(bounds) => Found::Bounds(bounds),
            None => Found::Bounds(Bounds { lower: 0, reason: Reason::Assignment, plan: None }),
        };
        let delivered = found.verify(&source, asked.engine.encoding.as_deref()).and_then(|played| {
            let sentence = format!("{cause}: {}", found.sentence(false));
            found.deliver(&asked, &source, played.as_ref(), &Value::Null, &sentence)
        });
        if let Err(failure) = delivered {
            report::failure(&failure);
            return failure.exit();
        }
        found.exit()
    };
    Ok(Watchdog::start(arguments.engine.limits(), config.solver.interrupter.clone(), give_up)?)
}

/// What is known in the end.
enum Found {
    /// There is no plan of any length.
    Nothing,
    /// So much.
    Bounds(Bounds),
}

impl Found {
    fn of(optimum: &Optimum) -> Self {
        match &optimum.bounds {
            None => Found::Nothing,
            Some(bounds) => Found::Bounds(bounds.clone()),
        }
    }

    /// Has the plan checked, if there is one, and plays it.
    fn verify(&self, source: &Source, encoding: Option<&str>) -> Result<Option<Played>, Failure> {
        let Found::Bounds(Bounds { plan: Some(plan), .. }) = self else { return Ok(None) };
        let rules = Rules { actions: Some(plan.len()), ..Rules::default() };
        plan::verify(&source.text.text, plan, &rules, encoding)?;
        Played::found(source, plan).map(Some)
    }

    /// Prints the result, writes the page if one is asked for, and says what was found.
    fn deliver(
        &self,
        arguments: &OptimizeArguments,
        source: &Source,
        played: Option<&Played>,
        stats: &Value,
        sentence: &str,
    ) -> Result<(), Failure> {
        output::print(&match arguments.engine.format {
            Format::Text => self.lines(played, arguments.plans.plan_format),
            Format::Json => {
                let mut object = self.object(&arguments.instance, stats);
                object["level"] = json!(source.number());
                plan::add_counts(&mut object, played);
                format!("{object}\n")
            }
        })?;
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
        }
        Ok(())
    }

    fn proven(&self) -> bool {
        match self {
            Found::Nothing => true,
            Found::Bounds(bounds) => bounds.plan.as_ref().is_some_and(|plan| plan.len() <= bounds.lower),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Found::Nothing => Exit::None,
            Found::Bounds(_) if self.proven() => Exit::Found,
            Found::Bounds(_) => Exit::Unknown,
        }
    }

    fn result(&self) -> &'static str {
        match self {
            Found::Nothing => "UNSATISFIABLE",
            Found::Bounds(Bounds { plan: None, .. }) => "UNKNOWN",
            Found::Bounds(_) if self.proven() => "OPTIMUM FOUND",
            Found::Bounds(_) => "SATISFIABLE",
        }
    }

    fn lines(&self, played: Option<&Played>, format: PlanFormat) -> String {
        match (self, played) {
            (Found::Bounds(Bounds { plan: Some(plan), .. }), Some(played)) => {
                let lines = plan::lines(plan, played, format);
                format!("{lines}Optimization: {}\n{}\n", plan.len(), self.result())
            }
            _ => format!("{}\n", self.result()),
        }
    }

    fn sentence(&self, confirmed: bool) -> String {
        let bounds = match self {
            Found::Nothing => {
                return "there is no plan of any length: no assignment of boxes to storage locations"
                    .to_owned()
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
                let by = match (bounds.reason, confirmed) {
                    (Reason::Refutation, _) => "refuted by the solver",
                    (Reason::Assignment, true) => {
                        "the cheapest assignment of boxes to storage locations costs more, and the solver confirms it"
                    }
                    (Reason::Assignment, false) => {
                        "the cheapest assignment of boxes to storage locations costs more"
                    }
                };
                format!("{}, proven fewest: no plan with {fewer} ({by})", counted(plan.len()))
            }
        }
    }

    fn object(&self, instance: &str, stats: &Value) -> Value {
        let bounds = match self {
            Found::Nothing => None,
            Found::Bounds(bounds) => Some(bounds),
        };
        let plan = bounds.and_then(|bounds| bounds.plan.as_deref());
        let lower = bounds.map(|bounds| {
            let reason = match bounds.reason {
                Reason::Assignment => "assignment",
                Reason::Refutation => "refutation",
            };
            json!({ "value": bounds.lower, "reason": reason })
        });
        json!({
            "schema_version": 1,
            "command": "optimize",
            "instance": instance,
            "result": self.result(),
            "actions": plan.map(<[_]>::len),
            "lower_bound": lower,
            "proven": self.proven(),
            "plan": plan.map(plan::json),
            "checked": plan.is_some(),
            "stats": stats,
        })
    }
}
