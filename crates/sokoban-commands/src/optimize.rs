//! `groundplan optimize`: looks for an optimal plan and proves that it is optimal.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use groundplan::Interrupter;
use groundplan_check::Rules;
use groundplan_sokoban::{answer, is_stepwise, Bounds, EngineName, Event, Instance, Verdict, Wanted};
use groundplan_terminal::certificate::{prepare, PrintedVerdict, WantedCertificate};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::report;
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};

use crate::arguments::OptimizeArguments;
use crate::certify::{PlanQuestion, PlanRefutation};
use crate::instance::{self, Source};
use crate::optimum::OptimizeResult;
use crate::plan::{self, PlanFormat};
use crate::progress::Progress;
use crate::refusal::refuse;
use crate::stats::{EngineMonitor, PrintedTimes, Stats};
use crate::{known, page};

/// The bounds known so far, with their instance.
type SharedBounds = Arc<Mutex<Option<(Arc<Instance>, Bounds)>>>;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &OptimizeArguments) -> Result<Exit, Failure> {
    let options = &arguments.engine;
    let engine = arguments.answers()?;
    options.check_ground_limit(engine)?;
    options.check_threads(engine)?;
    let config = options.solver.config().map_err(Failure::Usage)?;
    let interrupter = config.solver.interrupter.clone();
    let start = Instant::now();
    let source = Arc::new(instance::source(&arguments.instance, &arguments.levels)?);
    if let Some(output) = &arguments.certify {
        prepare(output)?;
    }
    let (known, printed, monitor) =
        (SharedBounds::default(), PrintedVerdict::default(), EngineMonitor::default());
    let watchdog = watch(arguments, engine, interrupter.clone(), &monitor, &known, &printed, &source)?;
    let instance = Arc::new(instance::read(&source, options.quiet)?);
    if let Some(path) = &arguments.plans.html {
        page::prepare(path, &source, &instance)?;
    }
    let read = start.elapsed();
    watchdog.begin();
    if !instance.steps.is_empty() && !options.quiet {
        report::note("the steps of the instance are ignored: `optimize` numbers its own");
    }
    let (objective, most) = (arguments.metric, arguments.max_actions.map(|most| most as usize));
    // With `auto`, other engines run in parallel, so the solver need not confirm what is proven already.
    let confirm = engine == EngineName::Ground && arguments.confirm.unwrap_or(true);
    let mut question = options.question(engine, Wanted::Fewest { objective, most, confirm }, config)?;
    question.known = known::best_plan(source.level.as_ref(), &instance, objective)?;
    let rules = |actions| Rules { actions: Some(actions), ..Rules::default() };
    let encoding = options.encoding.as_deref();
    if arguments.certify.is_some() {
        if is_stepwise(&question).map_err(|error| refuse(error, &source, encoding, rules))? {
            return Err(Failure::Usage(
                "`--certify` needs a program for each number of actions, and this encoding is ground step by step: give one \
                 without a part `step(t)`"
                    .to_owned(),
            ));
        }
        // What cannot be certified is told before the search, and not after it.
        let asked = PlanQuestion {
            source: &source,
            instance: &instance,
            question: &question,
            actions: Some(0),
            no_noop: false,
        };
        asked.texts()?;
    }
    monitor.begin(&instance, None, read);
    let mut progress = Progress::start(options.quiet, objective);
    let answer = answer(Arc::clone(&instance), &question, &mut |event| {
        monitor.record(&event);
        if let Event::Begun(pulse) = &event {
            watchdog.follow(pulse.clone());
        }
        progress.show(&event);
        // Ignore bounds that arrive after an interrupt: the watchdog has already reported the ones before.
        if let (Event::Known(bounds), false) = (event, interrupter.is_interrupted()) {
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some((Arc::clone(&instance), bounds));
        }
    });
    progress.end();
    let answer = match answer.map_err(|error| refuse(error, &source, encoding, rules)) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        answer => answer?,
    };
    if !options.quiet {
        report::diagnostics(&answer.warnings);
    }
    let start = Instant::now();
    let found = OptimizeResult::new(answer.verdict, objective, most).explained(&instance);
    let played = found.verify(&source, &instance, options.encoding.as_deref())?;
    let stats = Stats::of(answer.figures.as_ref(), &PrintedTimes { read, check: start.elapsed() });
    let sentence = found.sentence(answer.confirmed);
    let deliver = || {
        found.deliver(arguments, &source, played.as_ref(), &stats.json(), &answer.shortfalls, &sentence)?;
        if options.stats {
            report::say(&stats.text());
        }
        Ok(())
    };
    let Some(output) = &arguments.certify else {
        let _speaking = watchdog.speak();
        return deliver().map(|()| found.exit());
    };
    let exit = printed.print(&watchdog, found.exit(), deliver)?;
    let refutation = PlanRefutation {
        source: &source,
        instance: &instance,
        question: &question,
        actions: found.refuted(question.encoding.is_none()).into_iter().map(Some).collect(),
        no_noop: false,
        cube: &[],
        otherwise: found.uncertified(),
        files: played.iter().map(|played| ("plan.lp", plan::lines(played, PlanFormat::Atoms))).collect(),
    };
    let (interrupter, watchdog, quiet) = (&interrupter, &watchdog, options.quiet);
    refutation.certify(&WantedCertificate { output, interrupter, watchdog, quiet })?;
    Ok(exit)
}

fn watch(
    arguments: &OptimizeArguments,
    engine: EngineName,
    interrupter: Interrupter,
    monitor: &EngineMonitor,
    known: &SharedBounds,
    printed: &PrintedVerdict,
    source: &Arc<Source>,
) -> Result<Watchdog, Failure> {
    let (known, source, asked) = (Arc::clone(known), Arc::clone(source), arguments.clone());
    let (printed, monitor) = (printed.clone(), monitor.clone());
    let give_up = move |ended: &EarlyEnd| {
        if let Some(exit) = printed.exit(ended, asked.engine.quiet) {
            return exit;
        }
        if ended.cause == Cause::Closed {
            return Exit::Unknown;
        }
        let known = known.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (instance, bounds) =
            known.map_or((None, Bounds::open()), |(instance, bounds)| (Some(instance), bounds));
        let most = asked.max_actions.map(|most| most as usize);
        let found = OptimizeResult::new(Verdict::Bounds(bounds), asked.metric, most).ended(ended.cause);
        let played = match &instance {
            Some(instance) => found.verify(&source, instance, asked.engine.encoding.as_deref()),
            None => Ok(None),
        };
        let delivered = played.and_then(|played| {
            let sentence = found.sentence(false);
            let stats = Stats::of_interrupted(&monitor, engine);
            found.deliver(&asked, &source, played.as_ref(), &stats.json(), &[], &sentence)?;
            if asked.engine.stats {
                report::say(&stats.text());
            }
            Ok(())
        });
        // The rule that was growing matters only to users who chose `ground`.
        if !asked.engine.quiet && engine == EngineName::Ground {
            ended.say_where();
        }
        if let Err(failure) = delivered {
            report::failure(&failure);
            return failure.exit();
        }
        if asked.certify.is_none() {
            return found.exit();
        }
        if !asked.engine.quiet {
            report::say("no certificate is written");
        }
        Exit::Unknown
    };
    Ok(Watchdog::start(arguments.engine.limits(engine), interrupter, give_up)?)
}
