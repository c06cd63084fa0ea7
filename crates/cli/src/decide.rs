//! `groundplan decide`.

use std::time::Instant;

use groundplan_check::Rules;
use groundplan_sokoban::{decide, Answer, DecideError, Question};
use serde_json::{json, Value};

use crate::arguments::{DecideArguments, Format};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::plan::{atoms, counted};
use crate::stats::Times;
use crate::watchdog::{Cause, Watchdog};
use crate::{instance, output, plan, report, stats};

/// More steps than this are taken for a mistake.
const MOST_STEPS: u32 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &DecideArguments) -> Result<Exit, Failure> {
    let config = arguments.engine.config()?;
    let watchdog = watch(arguments, &config)?;
    let steps = steps(arguments)?;
    let start = Instant::now();
    let text = input::read(&arguments.instance)?;
    let instance = instance::read(&text, arguments.engine.quiet)?;
    let read = start.elapsed();
    let encoding = match &arguments.engine.encoding {
        None => None,
        Some(path) => Some(input::read(path).map(|Text { name, text }| (name, text))?),
    };
    let question = Question { steps, no_noop: arguments.no_noop, encoding, config };
    let decision = decide(instance, &question).map_err(|error| refuse(error, &text))?;
    if !arguments.engine.quiet {
        report::diagnostics(&decision.warnings, &decision.sources);
    }
    let start = Instant::now();
    if let Answer::Plan(plan) = &decision.answer {
        let actions = steps.map(|steps| steps - 1);
        let rules = Rules { any_length: false, no_noop: arguments.no_noop, actions };
        plan::verify(&text.text, plan, &rules, arguments.engine.encoding.as_deref())?;
    }
    let times = Times { read, check: start.elapsed() };
    let _speaking = watchdog.speak();
    output::print(&match arguments.engine.format {
        Format::Text => lines(&decision.answer),
        Format::Json => {
            let figures = stats::json(&decision.figures, &times);
            format!("{}\n", object(&arguments.instance, &decision.answer, Some(decision.actions), &figures))
        }
    })?;
    if !arguments.engine.quiet {
        report::say(&match &decision.answer {
            Answer::Plan(_) => format!("a plan of exactly {}, checked", counted(decision.actions)),
            Answer::None => format!("no plan of exactly {}", counted(decision.actions)),
            Answer::Unknown => "the search was stopped".to_owned(),
        });
    }
    if arguments.engine.stats {
        report::say(&stats::text(&decision.figures, &times));
    }
    Ok(match &decision.answer {
        Answer::Plan(_) => Exit::Found,
        Answer::None => Exit::None,
        Answer::Unknown => Exit::Unknown,
    })
}

fn watch(arguments: &DecideArguments, config: &groundplan::solve::SearchConfig) -> Result<Watchdog, Failure> {
    let (format, quiet, instance) =
        (arguments.engine.format, arguments.engine.quiet, arguments.instance.clone());
    let actions = arguments.actions.or(arguments.steps.map(|steps| steps.saturating_sub(1)));
    let give_up = move |cause: Cause| {
        let actions = actions.map(|actions| actions as usize);
        let printed = output::print(&match format {
            Format::Text => lines(&Answer::Unknown),
            Format::Json => format!("{}\n", object(&instance, &Answer::Unknown, actions, &Value::Null)),
        });
        if !quiet {
            report::say(&format!("{cause}: whether there is a plan of that many actions is not known"));
        }
        printed.map_or(Exit::Internal, |()| Exit::Unknown)
    };
    Ok(Watchdog::start(arguments.engine.limits(), config.solver.interrupter.clone(), give_up)?)
}

/// The number of steps asked for on the command line.
fn steps(arguments: &DecideArguments) -> Result<Option<usize>, Failure> {
    let steps = match (arguments.actions, arguments.steps) {
        (Some(actions), _) => actions.checked_add(1),
        (None, Some(0)) => {
            return Err(report::refuse(
                "`--steps 0` asks for no step at all",
                "n actions take n + 1 steps; `--steps 1` asks whether the instance is solved",
            ));
        }
        (None, Some(steps)) => Some(steps),
        (None, None) => return Ok(None),
    };
    match steps.filter(|&steps| steps <= MOST_STEPS) {
        Some(steps) => Ok(Some(steps as usize)),
        None => {
            Err(report::refuse(&format!("more than {MOST_STEPS} steps are not supported"), "ask for fewer"))
        }
    }
}

fn refuse(error: DecideError, instance: &Text) -> Failure {
    match error {
        DecideError::Engine(error) => report::engine(error),
        DecideError::NoSteps => {
            let message = "the instance has no steps, so the number of actions is open";
            let help = "ask for a number with `--actions N`, or for the least with `groundplan optimize`";
            report::error_at(&instance.name, &instance.text, 0..0, message, Some(help));
            Failure::Reported
        }
        other => Failure::Internal(other.to_string()),
    }
}

fn lines(answer: &Answer) -> String {
    match answer {
        Answer::Plan(plan) => format!("{}SATISFIABLE\n", atoms(plan)),
        Answer::None => "UNSATISFIABLE\n".to_owned(),
        Answer::Unknown => "UNKNOWN\n".to_owned(),
    }
}

fn object(instance: &str, answer: &Answer, actions: Option<usize>, stats: &Value) -> Value {
    let (result, plan) = match answer {
        Answer::Plan(plan) => ("SATISFIABLE", plan::json(plan)),
        Answer::None => ("UNSATISFIABLE", Value::Null),
        Answer::Unknown => ("UNKNOWN", Value::Null),
    };
    json!({
        "schema_version": 1,
        "command": "decide",
        "instance": instance,
        "result": result,
        "actions": actions,
        "lower_bound": null,
        "proven": *answer != Answer::Unknown,
        "plan": plan,
        "checked": matches!(answer, Answer::Plan(_)),
        "stats": stats,
    })
}
