//! `groundplan optimize`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use groundplan::Interrupter;
use groundplan_sokoban::{Bounds, Goal, Reason};
use serde_json::Value;

use crate::arguments::{Engine, OptimizeArguments};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::instance::Source;
use crate::optimum::Found;
use crate::progress::Progress;
use crate::race::{self, Task};
use crate::stats::Times;
use crate::watchdog::{Cause, Ended, Watchdog};
use crate::{instance, page, report};

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &OptimizeArguments) -> Result<Exit, Failure> {
    let engine = &arguments.engine;
    let answers = arguments.answers()?;
    engine.check_ground_limit(answers)?;
    let config = engine.solver.config()?;
    let interrupter = config.solver.interrupter.clone();
    let start = Instant::now();
    let source = Arc::new(instance::source(&arguments.instance, &arguments.levels)?);
    let known: Arc<Mutex<Option<Bounds>>> = Arc::default();
    let watchdog = watch(arguments, answers, interrupter.clone(), &known, &source)?;
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
        // The other engine of a race stands in for a solver that confirms what needs no proof.
        confirm: answers == Engine::Ground && arguments.confirm.unwrap_or(true),
        config,
        ground_limit: engine.ground_limit,
    };
    let table_bytes = usize::try_from(engine.table_space(answers) << 20).unwrap_or(usize::MAX);
    let task = Task { instance, goal, table_bytes, interrupter };
    let mut progress = Progress::start(engine.quiet);
    let result = race::run(answers, task, &known, &mut progress);
    progress.end();
    let result = match result {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        result => result?,
    };
    if !engine.quiet {
        report::diagnostics(&result.warnings);
    }
    let start = Instant::now();
    let found = Found::new(result.bounds, result.reason, arguments.max_actions.map(|most| most as usize));
    let played = found.verify(&source, engine.encoding.as_deref())?;
    let stats = result.stats.with(&Times { read, check: start.elapsed() });
    let _speaking = watchdog.speak();
    let sentence = found.sentence(result.confirmed);
    found.deliver(arguments, &source, played.as_ref(), &stats.json(), &result.ends, &sentence)?;
    if engine.stats {
        report::say(&stats.text());
    }
    Ok(found.exit())
}

fn watch(
    arguments: &OptimizeArguments,
    answers: Engine,
    interrupter: Interrupter,
    known: &Arc<Mutex<Option<Bounds>>>,
    source: &Arc<Source>,
) -> Result<Watchdog, Failure> {
    let (known, source, asked) = (Arc::clone(known), Arc::clone(source), arguments.clone());
    let give_up = move |ended: &Ended| {
        if ended.cause == Cause::Closed {
            return Exit::Unknown;
        }
        let bounds = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let bounds = bounds.unwrap_or(Bounds { lower: 0, reason: Reason::Assignment, plan: None });
        let most = asked.max_actions.map(|most| most as usize);
        let found = Found::new(Some(bounds), Reason::Assignment, most);
        let delivered = found.verify(&source, asked.engine.encoding.as_deref()).and_then(|played| {
            let sentence = format!("{}: {}", ended.cause, found.sentence(false));
            found.deliver(&asked, &source, played.as_ref(), &Value::Null, &[], &sentence)
        });
        if let Some(growing) = ended.growing.as_ref().filter(|_| !asked.engine.quiet) {
            report::diagnostics(&growing.diagnostics);
        }
        if let Err(failure) = delivered {
            report::failure(&failure);
            return failure.exit();
        }
        found.exit()
    };
    Ok(Watchdog::start(arguments.engine.limits(answers), interrupter, give_up)?)
}
