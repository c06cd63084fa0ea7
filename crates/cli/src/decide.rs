//! `groundplan decide`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use groundplan::Error;
use groundplan_check::{Plan, Rules, Verdict};
use groundplan_sokoban::witness::Push;
use groundplan_sokoban::{decide, Answer, DecideError, Figures, Instance, Question};
use serde_json::{json, Value};

use crate::arguments::{DecideArguments, Format};
use crate::check::counted;
use crate::exit::{Exit, Failure};
use crate::watchdog::{Cause, Watchdog};
use crate::{input, output, report};

/// More steps than this are taken for a mistake.
const MOST_STEPS: u32 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &DecideArguments) -> Result<Exit, Failure> {
    let watchdog = watch(arguments)?;
    let steps = steps(arguments)?;
    let start = Instant::now();
    let text = input::read(&arguments.instance)?;
    let mut instance = Instance::read(&text.name, &text.text).map_err(|error| {
        report::diagnostics(&error.diagnostics, &error.sources);
        Failure::Reported
    })?;
    let read = start.elapsed();
    if !arguments.quiet {
        report::diagnostics(&instance.warnings, &instance.sources);
        if instance.boxes.len() < instance.storages.len() {
            report::note(&format!(
                "there is no plan of any length: {} for {}",
                quantity(instance.boxes.len(), "box", "boxes"),
                quantity(instance.storages.len(), "storage location", "storage locations")
            ));
        }
    }
    let encoding = match &arguments.encoding {
        None => None,
        Some(path) => {
            let text = input::read(path)?;
            Some((text.name, text.text))
        }
    };
    // The text is held once more, by `text`, which the checker will read.
    instance.sources = groundplan::diagnostic::Sources::new();
    let question = Question { steps, no_noop: arguments.no_noop, encoding, ..Question::default() };
    let decision = decide(instance, &question).map_err(|error| refuse(error, &arguments.instance))?;
    if !arguments.quiet {
        report::diagnostics(&decision.warnings, &decision.sources);
    }
    let start = Instant::now();
    if let Answer::Plan(plan) = &decision.answer {
        let rules = Rules {
            any_length: false,
            no_noop: arguments.no_noop,
            actions: steps.map(|steps| steps - 1),
        };
        verify(&text.text, plan, &rules).map_err(|broken| match &arguments.encoding {
            Some(path) => Failure::Input(format!(
                "the plan that the encoding `{path}` gives breaks the rules of the game: {broken}"
            )),
            None => Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")),
        })?;
    }
    let times = Times { read, check: start.elapsed() };
    let _speaking = watchdog.speak();
    let exit = match &decision.answer {
        Answer::Plan(_) => Exit::Found,
        Answer::None => Exit::None,
        Answer::Unknown => Exit::Unknown,
    };
    output::print(&match arguments.format {
        Format::Text => lines(&decision.answer),
        Format::Json => {
            let stats = stats_json(&decision.figures, &times);
            format!("{}\n", result_json(&arguments.instance, &decision.answer, Some(decision.actions), stats))
        }
    })?;
    if !arguments.quiet {
        report::say(&match &decision.answer {
            Answer::Plan(_) => format!("a plan of exactly {}, checked", counted(decision.actions)),
            Answer::None => format!("no plan of exactly {}", counted(decision.actions)),
            Answer::Unknown => "the search was stopped".to_owned(),
        });
    }
    if arguments.stats {
        report::say(&stats_text(&decision.figures, &times));
    }
    Ok(exit)
}

/// Times that the command itself takes.
struct Times {
    read: Duration,
    check: Duration,
}

fn watch(arguments: &DecideArguments) -> Result<Watchdog, Failure> {
    let (format, quiet, instance) = (arguments.format, arguments.quiet, arguments.instance.clone());
    let actions = arguments.actions.or(arguments.steps.map(|steps| steps.saturating_sub(1)));
    let give_up = move |cause: Cause| {
        let printed = output::print(&match format {
            Format::Text => lines(&Answer::Unknown),
            Format::Json => {
                let actions = actions.map(|actions| actions as usize);
                format!("{}\n", result_json(&instance, &Answer::Unknown, actions, Value::Null))
            }
        });
        if !quiet {
            report::say(&format!("{cause}: whether there is a plan of that many actions is not known"));
        }
        if printed.is_ok() {
            Exit::Unknown
        } else {
            Exit::Internal
        }
    };
    Ok(Watchdog::start(arguments.time_limit, give_up)?)
}

/// The number of steps asked for on the command line.
fn steps(arguments: &DecideArguments) -> Result<Option<usize>, Failure> {
    let steps = match (arguments.actions, arguments.steps) {
        (Some(actions), _) => actions.checked_add(1),
        (None, Some(0)) => {
            return Err(Failure::Input(
                "`--steps 0` asks for no step at all: one step is needed to tell whether the instance is solved, \
                 n + 1 for n actions"
                    .to_owned(),
            ));
        }
        (None, Some(steps)) => Some(steps),
        (None, None) => return Ok(None),
    };
    match steps.filter(|&steps| steps <= MOST_STEPS) {
        Some(steps) => Ok(Some(steps as usize)),
        None => Err(Failure::Input(format!("more than {MOST_STEPS} steps are not supported"))),
    }
}

/// Replays the plan, as it will be printed, by the checker.
fn verify(instance: &str, plan: &[Push], rules: &Rules) -> Result<(), String> {
    let instance = groundplan_check::Instance::parse(instance).map_err(|error| error.message())?;
    let plan = Plan::parse(&atoms(plan)).map_err(|error| error.message())?;
    match groundplan_check::check(&instance, &plan, rules) {
        Verdict::Valid { .. } => Ok(()),
        Verdict::Invalid(violation) => Err(violation.message),
    }
}

fn refuse(error: DecideError, instance: &str) -> Failure {
    match error {
        DecideError::NoSteps => Failure::Input(format!(
            "`{instance}` has no steps, so the number of actions is open: ask for a number with `--actions N`, or for \
             the least with `groundplan optimize`"
        )),
        DecideError::Engine { error: Error::Program(diagnostics), sources } => {
            report::diagnostics(&diagnostics, &sources);
            Failure::Reported
        }
        other => Failure::Internal(other.to_string()),
    }
}

fn atoms(plan: &[Push]) -> String {
    plan.iter().fold(String::new(), |mut text, push| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{push}.");
        text
    })
}

fn lines(answer: &Answer) -> String {
    match answer {
        Answer::Plan(plan) => format!("{}SATISFIABLE\n", atoms(plan)),
        Answer::None => "UNSATISFIABLE\n".to_owned(),
        Answer::Unknown => "UNKNOWN\n".to_owned(),
    }
}

fn result_json(instance: &str, answer: &Answer, actions: Option<usize>, stats: Value) -> Value {
    let (result, plan) = match answer {
        Answer::Plan(plan) => {
            let plan: Vec<Value> = plan
                .iter()
                .map(|push| {
                    json!({
                        "box": push.before,
                        "direction": push.direction,
                        "to": push.after,
                        "step": push.step,
                    })
                })
                .collect();
            ("SATISFIABLE", Value::Array(plan))
        }
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

/// The figures by name, in the order of the stages.
fn figures(figures: &Figures, times: &Times) -> Vec<(&'static str, Value)> {
    let search = &figures.search;
    let seconds = |duration: Duration| json!((duration.as_secs_f64() * 1e6).round() / 1e6);
    vec![
        ("locations", json!(figures.locations)),
        ("boxes", json!(figures.boxes)),
        ("steps", json!(figures.steps)),
        ("ground_atoms", json!(figures.atoms)),
        ("ground_rules", json!(figures.rules)),
        ("variables", json!(search.variables)),
        ("clauses", json!(search.clauses)),
        ("loop_components", json!(search.loop_components)),
        ("loop_atoms", json!(search.loop_atoms)),
        ("loop_formulas", json!(search.loop_formulas)),
        ("sat_calls", json!(search.sat_calls)),
        ("conflicts", json!(search.conflicts)),
        ("seconds_read", seconds(times.read + figures.parse)),
        ("seconds_ground", seconds(figures.ground)),
        ("seconds_translate", seconds(search.translation)),
        ("seconds_search", seconds(search.search)),
        ("seconds_check", seconds(times.check)),
    ]
}

fn stats_json(all: &Figures, times: &Times) -> Value {
    figures(all, times).into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn stats_text(all: &Figures, times: &Times) -> String {
    let rows = figures(all, times).into_iter().filter(|(_, value)| !value.is_null());
    rows.map(|(name, value)| format!("{:<18} {value}", name.replace('_', " "))).collect::<Vec<_>>().join("\n")
}

fn quantity(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
