//! Splits the search for answer sets of a program by look-ahead.

use std::time::Instant;

use groundplan::solve::SearchConfig;
use groundplan::Engine;
use groundplan_certify::{GroundRequest, Inquiry};
use groundplan_terminal::certificate::{failure, prepare, WantedCertificate};
use groundplan_terminal::cubes::{give_up, SplitQuestion};
use groundplan_terminal::exit::{Clasp, Exit, Failure};
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;
use serde_json::json;

use super::arguments::SolveCommand;
use super::load;
use crate::certify::refuse_steps;

/// Proves that a cube has no answer set and writes the certificate, if the search found it unsatisfiable.
///
/// # Errors
///
/// When the program has something that the checker does not support, or the certificate cannot be written.
pub fn certify(
    wanted: &WantedCertificate<'_>,
    exit: Exit,
    within: &[String],
    inquiry: Inquiry,
    engine: &mut Engine,
) -> Result<(), Failure> {
    if exit != Exit::Clasp(Clasp::Unsatisfiable) {
        let _speaking = wanted.watchdog.speak();
        if !wanted.quiet {
            report::say("no certificate is written: it is not proven that there is no answer set");
        }
        return Ok(());
    }
    let mut inquiry = Inquiry { start: Instant::now(), ..inquiry };
    inquiry.assume_texts(within, "--cube", engine).map_err(failure)?;
    let otherwise = "there is an answer set after all: the proof finds one that the search did not";
    let proven = wanted.prove(inquiry, otherwise)?;
    wanted.write(&[proven], &[], "no answer set within the cube")
}

/// Splits the question into at most `count` cubes, and prints them.
///
/// # Errors
///
/// When the program or the cube cannot be used.
pub fn run(command: &SolveCommand, count: u32) -> Result<Exit, Failure> {
    let arguments = &command.solve;
    if let Some(output) = &command.certify {
        prepare(output)?;
    }
    let quiet = arguments.program.is_terse();
    let config = SearchConfig::default();
    let interrupter = config.solver.interrupter.clone();
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up(quiet))?;
    let mut loaded = load::load(&arguments.program, quiet)?;
    loaded.engine.configure(config).map_err(report::engine)?;
    refuse_steps(&mut loaded)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    match loaded.ground(["base"]) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        grounded => grounded?,
    }
    let constants = &arguments.program.constants;
    let head = json!({ "command": "solve", "files": arguments.program.files, "constants": constants });
    let splitting = SplitQuestion {
        inquiry: GroundRequest::of(&loaded.engine, constants).inquiry(),
        engine: *loaded.engine,
        cube: command.cubes.cube.as_ref(),
        choices: Vec::new(),
        count,
        certify: command.certify.as_deref(),
        quiet,
    };
    splitting.run(head, &interrupter, &watchdog)
}
