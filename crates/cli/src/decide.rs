//! `groundplan decide`.

use std::time::Instant;

use groundplan::Interrupter;
use groundplan_check::Rules;
use groundplan_sokoban::{
    decide, search_decision, Answer, DecideError, Decision, End, NotApplicable, Question, SearchDecision,
    SearchLimits,
};
use serde_json::{json, Value};

use crate::arguments::{DecideArguments, Engine, Format};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::plan::{atoms, counted};
use crate::race::{self, Counted};
use crate::stats::Times;
use crate::watchdog::{Cause, Watchdog};
use crate::{instance, output, plan, report};

/// More steps than this are taken for a mistake.
const MOST_STEPS: u32 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &DecideArguments) -> Result<Exit, Failure> {
    let engine = arguments.answers.check(arguments.engine.for_ground())?;
    let config = arguments.engine.config()?;
    let interrupter = config.solver.interrupter.clone();
    let watchdog = watch(arguments, interrupter.clone())?;
    let steps = steps(arguments)?;
    let start = Instant::now();
    let text = input::read(&arguments.instance)?;
    let instance = instance::read(&text, arguments.engine.quiet)?;
    let read = start.elapsed();
    let decision = match engine {
        Engine::Search(search) => {
            let table_bytes =
                usize::try_from(arguments.engine.table_space(engine) << 20).unwrap_or(usize::MAX);
            let stop = || interrupter.is_interrupted();
            let limits = SearchLimits { stop: &stop, table_bytes };
            let result = search_decision(&instance, search, steps, arguments.no_noop, &limits);
            let actions = steps.map_or(instance.steps.len(), |steps| steps).saturating_sub(1);
            Decided::by_search(engine, result, actions).map_err(|error| refuse(error, &text))?
        }
        Engine::Ground | Engine::Auto => {
            let encoding = match &arguments.engine.encoding {
                None => None,
                Some(path) => Some(input::read(path).map(|Text { name, text }| (name, text))?),
            };
            let question = Question { steps, no_noop: arguments.no_noop, encoding, config };
            let decision = decide(instance, &question).map_err(|error| refuse(error, &text))?;
            if !arguments.engine.quiet {
                report::diagnostics(&decision.warnings, &decision.sources);
            }
            let Decision { answer, actions, figures, .. } = decision;
            Decided { answer, actions, counted: Counted::Ground(Box::new(figures)), end: None }
        }
    };
    let start = Instant::now();
    if let Answer::Plan(plan) = &decision.answer {
        let actions = steps.map(|steps| steps - 1);
        let rules = Rules { any_length: false, no_noop: arguments.no_noop, actions };
        plan::verify(&text.text, plan, &rules, arguments.engine.encoding.as_deref())?;
    }
    let stats = decision.counted.with(&Times { read, check: start.elapsed() });
    let _speaking = watchdog.speak();
    output::print(&match arguments.engine.format {
        Format::Text => lines(&decision.answer),
        Format::Json => {
            format!(
                "{}\n",
                object(&arguments.instance, &decision.answer, Some(decision.actions), &stats.json())
            )
        }
    })?;
    if let Some(end) = &decision.end {
        if !arguments.engine.quiet || end.starts_with("n/a") {
            report::say(end);
        }
    } else if !arguments.engine.quiet {
        report::say(&match &decision.answer {
            Answer::Plan(_) => format!("a plan of exactly {}, checked", counted(decision.actions)),
            Answer::None => format!("no plan of exactly {}", counted(decision.actions)),
            Answer::Unknown => "the search was stopped".to_owned(),
        });
    }
    if arguments.engine.stats {
        report::say(&stats.text());
    }
    Ok(match &decision.answer {
        Answer::Plan(_) => Exit::Found,
        Answer::None => Exit::None,
        Answer::Unknown => Exit::Unknown,
    })
}

/// What has come out, whichever engine it is from.
struct Decided {
    answer: Answer,
    actions: usize,
    counted: Counted,
    /// Why there is no answer, in words.
    end: Option<String>,
}

impl Decided {
    fn by_search(
        engine: Engine,
        result: Result<SearchDecision, NotApplicable>,
        actions: usize,
    ) -> Result<Self, DecideError> {
        match result {
            Ok(SearchDecision { end, answer, actions, figures }) => Ok(Decided {
                end: (end == End::TableFull).then(|| race::table_full(&figures)),
                answer,
                actions,
                counted: Counted::Search(engine.name(), figures),
            }),
            Err(NotApplicable::NoSteps) => Err(DecideError::NoSteps),
            Err(reason) => Ok(Decided {
                answer: Answer::Unknown,
                actions,
                counted: Counted::Nothing,
                end: Some(reason.to_string()),
            }),
        }
    }
}

fn watch(arguments: &DecideArguments, interrupter: Interrupter) -> Result<Watchdog, Failure> {
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
    Ok(Watchdog::start(arguments.engine.limits(arguments.answers), interrupter, give_up)?)
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
