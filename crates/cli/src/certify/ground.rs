//! Grounds the program of `certify`, with this program or gringo.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use groundplan::diagnostic::{Diagnostic, Diagnostics};
use groundplan::Interrupter;
use groundplan_certify::{GroundRequest, GroundedBy, Inquiry};
use groundplan_frontend::arguments::ProgramArguments;
use groundplan_frontend::program::is_there;
use groundplan_prove::gringo::{self, GringoProgram, GringoTask};
use groundplan_terminal::certificate::failure;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;

use super::arguments::{CertifyArguments, GrounderName};
use crate::solve::load::{self, Loaded};

/// Grounds the program of a command line, and returns the inquiry about it; `None` if that was interrupted.
///
/// # Errors
///
/// When the program is invalid, or the grounder is not installed.
pub fn ground(
    arguments: &CertifyArguments,
    interrupter: &Interrupter,
    watchdog: &Watchdog,
) -> Result<Option<Inquiry>, Failure> {
    let start = Instant::now();
    let mut loaded = load::load(&arguments.program, arguments.quiet)?;
    let constants = &arguments.program.constants;
    let is_ground = GroundRequest::of(&loaded.engine, constants).is_ground();
    refuse_steps(&mut loaded)?;
    let by = if arguments.grounder == GrounderName::Gringo && !is_ground {
        let texts: Vec<&str> = loaded.engine.sources().iter().map(|(_, text)| text).collect();
        let Some(by) = gringo(arguments, &texts, interrupter)? else { return Ok(None) };
        by
    } else {
        if !is_ground {
            loaded.engine.set_ground_limit(arguments.limits.ground_limit);
            watchdog.follow(loaded.engine.pulse());
            loaded.ground(["base"])?;
            refuse_theory_atoms(&loaded)?;
        }
        GroundedBy::Engine
    };
    let request = GroundRequest { by, ..GroundRequest::of(&loaded.engine, constants) };
    let mut inquiry = Inquiry { start, ..request.inquiry() };
    inquiry.assume_texts(&arguments.assume, "--assume", &mut loaded.engine).map_err(failure)?;
    Ok(Some(inquiry))
}

/// Refuses a multi-shot program.
///
/// # Errors
///
/// When the program is solved in several steps.
pub fn refuse_steps(loaded: &mut Loaded) -> Result<(), Failure> {
    if loaded.incremental || loaded.engine.next_step().map_err(report::engine)? {
        return Err(Failure::Input(
            "a program that is solved step by step has no single ground program to certify".to_owned(),
        ));
    }
    Ok(())
}

/// Refuses a program with theory atoms, and points at the first of them.
fn refuse_theory_atoms(loaded: &Loaded) -> Result<(), Failure> {
    let theory = &loaded.engine.ground_program().program.theory;
    let spans = theory.used_from(0).filter_map(|atom| atom.span);
    let Some(first) = spans.min_by_key(|span| (span.source, span.start)) else { return Ok(()) };
    let diagnostic = Diagnostic::error("what this theory atom means is no part of a certificate", first)
        .help("`groundplan solve` finds out whether there is an answer set");
    report::diagnostics(&Diagnostics::new(vec![diagnostic], loaded.engine.sources().clone()));
    Err(Failure::Reported)
}

/// Has gringo ground the program; returns `None` if that was interrupted.
fn gringo(
    arguments: &CertifyArguments,
    texts: &[&str],
    interrupter: &Interrupter,
) -> Result<Option<GroundedBy>, Failure> {
    if !is_there(Path::new("gringo")) {
        return Err(Failure::Usage(
            "`--grounder gringo`: there is no program `gringo`; install it".to_owned(),
        ));
    }
    let failed = |error: io::Error| Failure::Internal(format!("cannot run gringo: {error}"));
    let version = gringo::version().map_err(failed)?;
    let ProgramArguments { files, constants, .. } = &arguments.program;
    let is_fed = files.iter().any(|file| file == "-") || files.is_empty();
    let task = GringoTask {
        files: files.iter().map(PathBuf::from).collect(),
        constants,
        input: is_fed.then_some(texts[0]),
        is_heard: true,
    };
    let aspif = match task.run(&|| interrupter.is_interrupted()).map_err(failed)? {
        GringoProgram::Program(aspif) => aspif,
        GringoProgram::Refused(why) => {
            return Err(Failure::Input(format!("gringo does not ground the program: {why}")))
        }
        GringoProgram::Stopped => return Ok(None),
    };
    Ok(Some(GroundedBy::Other("gringo", version, aspif)))
}
