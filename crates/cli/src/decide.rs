//! `groundplan decide`.

use std::time::Instant;

use groundplan::Interrupter;
use groundplan_check::Rules;
use groundplan_sokoban::{
    decide, search_decision, Answer, DecideError, Decision, End, NotApplicable, Question, SearchDecision,
    SearchLimits,
};
use serde_json::{json, Value};

use crate::arguments::{DecideArguments, Engine};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::instance::Source;
use crate::options::Format;
use crate::plan::{counted, PlanFormat, Played};
use crate::race::{self, Counted};
use crate::stats::Times;
use crate::watchdog::{Cause, Ended, Watchdog};
use crate::{instance, output, page, plan, report};

/// More steps than this are taken for a mistake.
const MOST_STEPS: u32 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &DecideArguments) -> Result<Exit, Failure> {
    let engine = arguments.answers.check(arguments.engine.for_ground())?;
    arguments.engine.check_ground_limit(engine)?;
    let config = arguments.engine.solver.config()?;
    let interrupter = config.solver.interrupter.clone();
    let watchdog = watch(arguments, interrupter.clone())?;
    let steps = steps(arguments)?;
    let start = Instant::now();
    let source = instance::source(&arguments.instance, &arguments.levels)?;
    let instance = instance::read(&source, arguments.engine.quiet)?;
    if let Some(path) = &arguments.plans.html {
        page::prepare(path, &source)?;
    }
    let read = start.elapsed();
    let decision = match engine {
        Engine::Search(search) => {
            let table_bytes =
                usize::try_from(arguments.engine.table_space(engine) << 20).unwrap_or(usize::MAX);
            let stop = || interrupter.is_interrupted();
            let limits = SearchLimits { stop: &stop, table_bytes };
            let result = search_decision(&instance, search, steps, arguments.no_noop, &limits);
            let actions = steps.map_or(instance.steps.len(), |steps| steps).saturating_sub(1);
            Decided::by_search(engine, result, actions).map_err(|error| refuse(error, &source))?
        }
        Engine::Ground | Engine::Auto => {
            let encoding = match &arguments.engine.encoding {
                None => None,
                Some(path) => Some(input::read(path).map(|Text { name, text }| (name, text))?),
            };
            let ground_limit = arguments.engine.ground_limit;
            let question = Question { steps, no_noop: arguments.no_noop, encoding, config, ground_limit };
            let decision = match decide(instance, &question).map_err(|error| refuse(error, &source)) {
                Err(Failure::Halted(growing)) => watchdog.halted(growing),
                decision => decision?,
            };
            if !arguments.engine.quiet {
                report::diagnostics(&decision.warnings);
            }
            let Decision { answer, actions, figures, .. } = decision;
            Decided { answer, actions, counted: Counted::Ground(Box::new(figures)), end: None }
        }
    };
    let start = Instant::now();
    let mut played = None;
    if let Answer::Plan(plan) = &decision.answer {
        let actions = steps.map(|steps| steps - 1);
        let rules = Rules { any_length: false, no_noop: arguments.no_noop, actions };
        plan::verify(&source.text.text, plan, &rules, arguments.engine.encoding.as_deref())?;
        played = Some(Played::found(&source, plan)?);
    }
    let played = played.as_ref();
    let stats = decision.counted.with(&Times { read, check: start.elapsed() });
    let _speaking = watchdog.speak();
    output::print(&match arguments.engine.format {
        Format::Text => lines(&decision.answer, played, arguments.plans.plan_format),
        Format::Json => {
            let mut object = object(arguments, &decision.answer, Some(decision.actions), &stats.json());
            object["level"] = json!(source.number());
            plan::add_counts(&mut object, played);
            format!("{object}\n")
        }
    })?;
    let sentence = match (&decision.answer, played) {
        (Answer::Plan(_), Some(played)) => {
            let actions = counted(decision.actions);
            format!("a plan of exactly {actions}, checked; it has {} (none proven fewest)", played.counted())
        }
        (Answer::Unknown, _) => "the search was stopped".to_owned(),
        _ => format!("there is no plan of exactly {}", counted(decision.actions)),
    };
    if let (Some(path), Some(played)) = (&arguments.plans.html, played) {
        page::write(path, &source, played, &sentence)?;
    }
    if let Some(end) = &decision.end {
        if !arguments.engine.quiet || end.starts_with("n/a") {
            report::say(&format!("{}{end}", source.label()));
        }
    } else if !arguments.engine.quiet {
        report::say(&format!("{}{sentence}", source.label()));
    }
    if arguments.engine.stats {
        report::say(&stats.text());
    }
    Ok(match &decision.answer {
        Answer::Plan(_) => Exit::Success,
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
    let asked = arguments.clone();
    let actions = arguments.actions.or(arguments.steps.map(|steps| steps.saturating_sub(1)));
    let give_up = move |ended: &Ended| {
        if ended.cause == Cause::Closed {
            return Exit::Unknown;
        }
        let actions = actions.map(|actions| actions as usize);
        let printed = output::print(&match asked.engine.format {
            Format::Text => "UNKNOWN\n".to_owned(),
            Format::Json => {
                let mut object = object(&asked, &Answer::Unknown, actions, &Value::Null);
                object["level"] = json!(asked.levels.number());
                plan::add_counts(&mut object, None);
                format!("{object}\n")
            }
        });
        if !asked.engine.quiet {
            ended.say("whether there is a plan of that many actions is not known");
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
            return Err(Failure::Usage(
                "`--steps 0` asks for no step at all: n actions take n + 1 steps, and `--steps 1` asks whether the instance is \
                 solved"
                    .to_owned(),
            ));
        }
        (None, Some(steps)) => Some(steps),
        (None, None) => return Ok(None),
    };
    match steps.filter(|&steps| steps <= MOST_STEPS) {
        Some(steps) => Ok(Some(steps as usize)),
        None => Err(Failure::Usage(format!("more than {MOST_STEPS} steps are not supported: ask for fewer"))),
    }
}

fn refuse(error: DecideError, source: &Source) -> Failure {
    match error {
        DecideError::Engine(error) => report::engine(error),
        DecideError::NoSteps => {
            let message = "the instance has no steps, so the number of actions is open";
            let help = "ask for a number with `--actions N`, or for the least with `groundplan optimize`";
            if source.level.is_some() {
                return report::refuse("a level has no steps, so the number of actions is open", help);
            }
            report::error_at(&source.text.name, &source.text.text, 0..0, message, Some(help));
            Failure::Reported
        }
        other => Failure::Internal(other.to_string()),
    }
}

fn lines(answer: &Answer, played: Option<&Played>, format: PlanFormat) -> String {
    match (answer, played) {
        (Answer::Plan(plan), Some(played)) => {
            format!("{}SATISFIABLE\n", plan::lines(plan, played, format))
        }
        (Answer::Plan(_) | Answer::None, _) => "UNSATISFIABLE\n".to_owned(),
        (Answer::Unknown, _) => "UNKNOWN\n".to_owned(),
    }
}

fn object(arguments: &DecideArguments, answer: &Answer, actions: Option<usize>, stats: &Value) -> Value {
    let (result, plan) = match answer {
        Answer::Plan(plan) => ("SATISFIABLE", plan::json(plan)),
        Answer::None => ("UNSATISFIABLE", Value::Null),
        Answer::Unknown => ("UNKNOWN", Value::Null),
    };
    json!({
        "schema_version": 1,
        "command": "decide",
        "instance": arguments.instance,
        "result": result,
        "actions": actions,
        "lower_bound": null,
        "proven": *answer != Answer::Unknown,
        "plan": plan,
        "checked": matches!(answer, Answer::Plan(_)),
        "stats": stats,
    })
}
