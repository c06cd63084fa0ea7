//! `groundplan explain`: finds conflicting statements of a program without answer sets, or the fewest to leave out.

mod further;
mod object;
pub mod result;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan::{Engine, Error, Model, Part, Soft};
use groundplan_explain::{why, why_definitions, Conflict, Contrast, Contrasts, RepairFinding, Why};
use groundplan_frontend::explain::{SoftChoice, SoftItem, SoftKind, SOLVED_BY_STEPS};
use groundplan_frontend::print::statistics::{self, LookedOn};
use groundplan_terminal::certificate::{prepare, PrintedVerdict, WantedCertificate};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::progress::{self, ProgressLine};
use groundplan_terminal::report;
use groundplan_terminal::watchdog::{Cause as Ending, EarlyEnd, Watchdog};

use self::further::FurtherSearch;
use self::result::ExplainResult;
use super::arguments::ExplainArguments;
use super::load::{self, Loaded};
use super::reasons;
use crate::certify::conflict::write_conflict;

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid or has no statements, or the solver fails.
pub fn run(arguments: &ExplainArguments) -> Result<Exit, Failure> {
    if let Some(atom) = &arguments.why {
        return super::justify::run(arguments, atom);
    }
    let config = arguments.solver.config().map_err(Failure::Usage)?;
    reasons::probe(arguments)?;
    let choice = SoftChoice::of(&arguments.soft);
    if let Some(output) = &arguments.certify {
        if arguments.conflicts != 1 {
            return Err(Failure::Usage("a certificate is about one conflict: leave `-n` out".to_owned()));
        }
        if !choice.predicates.is_empty() {
            return Err(Failure::Usage(
                "a certificate is about kinds of statements: leave predicates out of `--soft`".to_owned(),
            ));
        }
        prepare(output)?;
    }
    if !arguments.repair && choice.predicates.iter().any(|it| it.weight != 1) {
        return Err(Failure::Usage(
            "prices of facts are for `--repair`: leave `=N` out of `--soft`".to_owned(),
        ));
    }
    let printed = PrintedVerdict::default();
    let known = Arc::new(Mutex::new(ExplainResult::default()));
    let (last, asked, printed_before) = (Arc::clone(&known), arguments.clone(), printed.clone());
    let looked_on = LookedOn::default();
    let last_look = LookedOn::clone(&looked_on);
    let give_up = move |ended: &EarlyEnd| match (ended.cause, printed_before.exit(ended, asked.is_quiet())) {
        (_, Some(exit)) => exit,
        (cause, None) => {
            let known = lock(&last);
            let mut exit = Exit::Unknown;
            if cause != Ending::Closed {
                exit = known.give_up(&asked, ended);
                if asked.stats {
                    report::say(&statistics::of_interrupted(&last_look));
                }
            }
            let written = reasons::write_conflicts(&asked, &known, Some(ended));
            written.map_or_else(|failure| failure.exit(), |()| exit)
        }
    };
    let interrupter = config.solver.interrupter.clone();
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program, arguments.is_quiet())?;
    loaded.refuse_steps()?;
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    lock(&known).sources = loaded.engine.sources().clone();
    lock(&known).choice = choice.clone();
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let progress_line = ProgressLine::start(arguments.is_quiet(), progress::describe(pulse));
    let found = explain(&mut loaded, arguments, &choice, &known, &watchdog);
    drop(progress_line);
    match found.map_err(|failure| watchdog.hand_over(failure)) {
        Err(Failure::Closed) => {
            let _speaking = watchdog.speak();
            let closed = EarlyEnd::from(Ending::Closed);
            reasons::write_conflicts(arguments, &lock(&known), Some(&closed))?;
            return Err(Failure::Closed);
        }
        found => found?,
    }
    let deliver = || {
        let known = lock(&known);
        let printed = known.tell(arguments, &loaded.engine);
        // The reader of the output may be gone, but not that of the page.
        reasons::write_conflicts(arguments, &known, None).and(printed)
    };
    let exit = lock(&known).exit();
    let conflict = lock(&known).conflicts.last().cloned();
    let (Some(output), Some(conflict)) = (&arguments.certify, conflict) else {
        let _speaking = watchdog.speak();
        deliver()?;
        return Ok(exit);
    };
    printed.print(&watchdog, exit, deliver)?;
    let (interrupter, watchdog, quiet) = (&interrupter, &watchdog, arguments.is_quiet());
    let wanted = WantedCertificate { output, interrupter, watchdog, quiet };
    let soft = SoftKind::of(lock(&known).choice.soft);
    write_conflict(&wanted, &loaded.engine, &conflict, &arguments.program.constants, &soft)?;
    Ok(exit)
}

/// Grounds the program, and looks for conflicts or a repair.
fn explain(
    loaded: &mut Loaded,
    arguments: &ExplainArguments,
    choice: &SoftChoice,
    known: &Mutex<ExplainResult>,
    watchdog: &Watchdog,
) -> Result<(), Failure> {
    loaded.ground_relaxed(choice.soft)?;
    let unknown = loaded.engine.unknown_theories();
    if !arguments.is_quiet() {
        report::diagnostics(&unknown);
    }
    loaded.warn_of_assumptions(&arguments.assume);
    ask(&mut loaded.engine, arguments, choice, known, watchdog)?;
    if lock(known).conflicts.iter().any(Conflict::is_by_definitions) {
        let found = why_definitions(&mut loaded.engine, None).map_err(report::engine)?;
        lock(known).definitions = found;
    }
    if arguments.soft.is_empty() && lock(known).says_nothing() {
        ask_of_all(loaded, arguments, known, watchdog)?;
    }
    if !arguments.assume.is_empty() && lock(known).is_consistent() && loaded.engine.states_objective() {
        price(loaded, arguments, known)?;
    }
    Ok(())
}

/// Asks once more, and lets everything be left out.
fn ask_of_all(
    loaded: &mut Loaded,
    arguments: &ExplainArguments,
    known: &Mutex<ExplainResult>,
    watchdog: &Watchdog,
) -> Result<(), Failure> {
    let choice = SoftChoice::of(&[SoftItem::Kind(SoftKind::All)]);
    let ungrounded = loaded.engine.axioms().map_err(report::engine)?.ungrounded.clone();
    let ground = |engine: &mut Engine, parts: Vec<Part<'_>>| engine.ground_relaxed(parts, choice.soft);
    let Some(relaxed) = loaded.engine.grounded_again(ungrounded, ground) else { return Ok(()) };
    *loaded.engine = relaxed;
    lock(known).start_again(choice.clone());
    ask(&mut loaded.engine, arguments, &choice, known, watchdog)
}

/// Asks for conflicts or a repair.
fn ask(
    engine: &mut Engine,
    arguments: &ExplainArguments,
    choice: &SoftChoice,
    known: &Mutex<ExplainResult>,
    watchdog: &Watchdog,
) -> Result<(), Failure> {
    let why = why(engine).map_err(report::engine)?;
    let mut why = why
        .negotiable(&choice.predicates, choice.is_closed)
        .map_err(|unknown| Failure::Usage(unknown.to_string()))?;
    for text in &arguments.assume {
        why = why.assume_text(text).map_err(|error| {
            report::engine_diagnostics(&error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
    }
    if arguments.repair {
        repair(why, known)
    } else {
        find_conflicts(why, arguments, known, watchdog)
    }
}

/// Says what the assumptions cost, where the program has an answer set with them and an objective.
fn price(
    loaded: &mut Loaded,
    arguments: &ExplainArguments,
    known: &Mutex<ExplainResult>,
) -> Result<(), Failure> {
    // Until it is known: there is an answer set with them.
    lock(known).contrast = Some(Contrast::Unknown);
    let ungrounded = loaded.engine.axioms().map_err(report::engine)?.ungrounded.clone();
    let Some(mut plain) =
        loaded.engine.grounded_again(ungrounded.clone(), |engine, parts| engine.ground(parts))
    else {
        return Ok(());
    };
    let optimum = plain.query().optimum().map_err(report::engine)?;
    let Some(best) = optimum.model.filter(|_| optimum.proven).map(Model::into_answer_set) else {
        return Ok(());
    };
    let wanted: Vec<&str> = arguments.assume.iter().map(String::as_str).collect();
    let found = Contrasts::of(&mut plain, Some(ungrounded)).find(&best, &wanted).map_err(report::engine)?;
    lock(known).contrast = Some(found);
    Ok(())
}

/// Looks for the fewest statements to leave out.
fn repair(why: Why<'_>, known: &Mutex<ExplainResult>) -> Result<(), Failure> {
    let found = why.repair(|repair| lock(known).repair = Some(repair.clone())).map_err(report::engine)?;
    match found {
        RepairFinding::Repair(repair) => lock(known).repair = Some(repair),
        // That is a conflict without statements that may be left out.
        RepairFinding::Irreparable => {
            lock(known).conflicts.push(Conflict { causes: Vec::new(), is_minimal: true, counting: None });
        }
        RepairFinding::Unknown => {}
    }
    Ok(())
}

/// Looks for as many minimal conflicts as were asked for. If it is more than one, each is printed as it is found.
fn find_conflicts(
    mut why: Why<'_>,
    arguments: &ExplainArguments,
    known: &Mutex<ExplainResult>,
    watchdog: &Watchdog,
) -> Result<(), Failure> {
    if arguments.instances {
        why = why.instances();
    }
    let keep = |conflict: &Conflict| lock(known).unfinished = Some(conflict.clone());
    let mut search = why.on_smaller(keep).conflicts().map_err(report::engine)?;
    let limit = usize::try_from(arguments.conflicts).ok().filter(|&limit| limit > 0).unwrap_or(usize::MAX);
    let is_announced = arguments.wants_several() && !arguments.is_quiet() && arguments.format == Format::Text;
    let mut further = None;
    for conflict in search.by_ref().take(limit) {
        let conflict = conflict.map_err(report::engine)?;
        // Otherwise a limit that is reached now could print the same conflict.
        let _speaking = watchdog.hold();
        lock(known).add(&conflict, arguments)?;
        if is_announced && further.is_none() {
            further = Some(FurtherSearch::start());
        }
    }
    drop(further);
    let mut known = lock(known);
    known.unfinished = search.unfinished().cloned();
    known.is_complete = search.is_complete();
    Ok(())
}

impl Loaded {
    /// Grounds the program with relaxed statements, and prints new warnings.
    fn ground_relaxed(&mut self, soft: Soft) -> Result<(), Failure> {
        let result = self.engine.ground_relaxed(["base"], soft);
        self.warn();
        result.map_err(without_statements)
    }

    /// Fails for a program that is solved step by step.
    pub(super) fn refuse_steps(&self) -> Result<(), Failure> {
        if self.incremental {
            return Err(Failure::Input(SOLVED_BY_STEPS.to_owned()));
        }
        Ok(())
    }
}

/// Reports an error of the engine; a ground program has no statements.
pub(super) fn without_statements(error: Error) -> Failure {
    match error {
        Error::Ground => Failure::Input(
            "a ground program has no statements to name: give the program that it was made from".to_owned(),
        ),
        error => report::engine(error),
    }
}

impl ExplainArguments {
    /// Whether more than one conflict is asked for.
    fn wants_several(&self) -> bool {
        self.conflicts != 1
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.quiet || self.program.is_terse()
    }
}

fn lock(known: &Mutex<ExplainResult>) -> MutexGuard<'_, ExplainResult> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
