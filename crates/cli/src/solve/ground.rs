//! `groundplan ground`: prints the ground program in one of its formats, or how it is grounded.

use std::time::{Duration, Instant};

use groundplan::exchange;
use groundplan::solve::{Decisions, SearchConfig};
use groundplan::translate::Method;
use groundplan::Pulse;
use groundplan_frontend::arguments::Output;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::passes_without;
use groundplan_terminal::progress::{ProgressLine, Rate};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Limits, Watchdog};
use groundplan_terminal::{output, report};

use super::arguments::GroundArguments;
use super::load;
use super::profile::WantedProfile;
use groundplan_frontend::print::statistics::{self, LookedOn};

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid.
pub fn run(arguments: &GroundArguments) -> Result<Exit, Failure> {
    let method = match arguments.loops {
        None | Some(Method::Auto) => Method::Eliminate,
        Some(Method::Lazy | Method::Propagate) => {
            return Err(Failure::Usage(
                "clauses that are printed need a loop method that writes them all at once: `eliminate` or `rank`"
                    .to_owned(),
            ));
        }
        Some(method) => method,
    };
    let terse = arguments.quiet || arguments.program.is_terse();
    let (looked_on, stats) = (LookedOn::default(), arguments.stats);
    let last_look = LookedOn::clone(&looked_on);
    let quiet = arguments.quiet;
    let profile = WantedProfile::of(&arguments.profile, &arguments.program.files)?;
    let known = profile.clone();
    let give_up = move |ended: &EarlyEnd| {
        match (ended.cause, terse) {
            (Cause::Closed, _) => {}
            (_, false) => ended.say("the program is not ground"),
            // A warning is printed whatever the verbosity, unless nothing is to be said at all.
            (_, true) if !quiet => ended.warn(),
            _ => {}
        }
        if stats && ended.cause != Cause::Closed {
            report::say(&statistics::of_interrupted(&last_look));
        }
        if ended.cause == Cause::Closed {
            return Exit::Unknown;
        }
        let counts = last_look.get().map(Pulse::counts).unwrap_or_default();
        known
            .tell_so_far(&counts, false, Duration::ZERO)
            .map_or_else(|failure| failure.exit(), |()| Exit::Unknown)
    };
    let limits = Limits::from(arguments.limits);
    let mut config = SearchConfig::default();
    // Heuristic directives are printed; nothing is solved here.
    config.decisions = Decisions::Domain;
    config.passes = passes_without(&arguments.without);
    let watchdog = Watchdog::start(limits, config.solver.interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program, arguments.quiet)?;
    loaded.engine.configure(config).map_err(report::engine)?;
    profile.follow(&mut loaded.engine);
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    loaded.engine.preserve_facts(arguments.reify.preserve_facts.preserved());
    if loaded.incremental || loaded.engine.next_step().map_err(report::engine)? {
        return Err(Failure::Input(
            "a program that is solved step by step has no single ground program: solve it, or leave `<incmode>` out"
                .to_owned(),
        ));
    }
    let dimacs = arguments.output == Output::Dimacs;
    if matches!(arguments.output, Output::Rules | Output::Plan) {
        loaded.engine.trace_grounding();
    }
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    let mut rate = Rate::start();
    watchdog.follow(pulse.clone());
    let progress_line = ProgressLine::start(terse, move || {
        let component = pulse.component().unwrap_or_default();
        format!("grounding {component}: {}", rate.describe(pulse.rules(), "rules"))
    });
    let ground = loaded.ground(["base"]);
    drop(progress_line);
    let trace = loaded.engine.grounding_trace().map(|trace| match arguments.output {
        Output::Rules => trace.rules.as_str(),
        _ => trace.plans.as_str(),
    });
    match ground {
        Err(Failure::Halted(growing)) => {
            // The trace so far shows where grounding became too large.
            trace.map_or(Ok(()), output::print)?;
            watchdog.halted(growing)
        }
        ground => ground?,
    }
    let program = loaded.engine.ground_program();
    if dimacs && !program.program.theory.is_empty() {
        return Err(Failure::Input(
            "clauses cannot say what atoms of theories mean: print the program as text or aspif".to_owned(),
        ));
    }
    let begin = Instant::now();
    let text = match arguments.output {
        Output::Text => Some(exchange::text(program)),
        Output::Rules | Output::Plan => trace.map(str::to_owned),
        Output::Aspif | Output::Reify => None,
        Output::Smodels => match exchange::smodels(program) {
            Ok(text) => Some(text),
            Err(error) => return Err(Failure::Input(format!("{error}: print the program as aspif"))),
        },
        Output::Dimacs => match exchange::dimacs(program, method) {
            Ok(text) => Some(text),
            Err(error) => return Err(report::engine(loaded.engine.explain(error.into()))),
        },
    };
    let _speaking = watchdog.speak();
    match text {
        Some(text) => output::print(&text)?,
        None if arguments.output == Output::Reify => {
            output::print_by(|out| exchange::write_reified(program, arguments.reify.options(), out))?;
        }
        None => output::print_by(|out| exchange::write_aspif(program, out))?,
    }
    let printing = begin.elapsed();
    if arguments.stats {
        report::say(&statistics::lines(&loaded.engine.counts()));
    }
    profile.tell(&mut loaded.engine, false, printing)?;
    Ok(Exit::Success)
}
