//! Splits the search for answer sets of a program by look-ahead.

use std::path::Path;
use std::time::Instant;

use groundplan::solve::SearchConfig;
use groundplan::{Engine, Interrupter};
use groundplan_certificate::Claim;
use groundplan_certify::cubes::{give_up, SplitQuestion};
use groundplan_certify::ground::{assume, of_loaded};
use groundplan_certify::second::{self, input, question};
use groundplan_certify::write::{self, prepare, written_message};
use groundplan_prove::second::Input;
use groundplan_prove::{Claimed, Ground};
use groundplan_terminal::exit::{Clasp, Exit, Failure};
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;
use serde_json::json;

use super::arguments::SolveCommand;
use super::load;
use crate::certify::refuse_steps;

/// A cube without answer sets.
pub struct RefutedCube<'a> {
    pub ground: Ground,
    /// The text that the program was ground from.
    pub input: Input,
    pub within: &'a [String],
}

impl RefutedCube<'_> {
    /// Proves that the cube has no answer set and writes the certificate, if the search found it unsatisfiable.
    ///
    /// # Errors
    ///
    /// When the program has something that the checker does not support, or the certificate cannot be written.
    pub fn certify(
        mut self,
        output: &Path,
        exit: Exit,
        engine: &mut Engine,
        (interrupter, watchdog): (&Interrupter, &Watchdog),
        quiet: bool,
    ) -> Result<(), Failure> {
        if exit != Exit::Clasp(Clasp::Unsatisfiable) {
            let _speaking = watchdog.speak();
            if !quiet {
                report::say("no certificate is written: it is not proven that there is no answer set");
            }
            return Ok(());
        }
        let start = Instant::now();
        assume(&mut self.ground, self.within, "--cube", engine)?;
        match write::certify(&self.ground, Claim::default(), None, interrupter)? {
            Claimed::Proven(proof) => {
                let question = question(&proof.claim, self.within.to_vec(), Vec::new());
                let (first, asked) = (start.elapsed(), (&[question][..], true));
                let opinion =
                    second::compare(&self.ground, self.input, first, asked, (interrupter, watchdog))?;
                let mut word = watchdog.hold();
                let size = write::write(output, &[(&self.ground, &*proof)], &[])?;
                *word = true;
                if !quiet {
                    report::say(&written_message(output, "no answer set within the cube", size));
                    opinion.iter().for_each(|opinion| report::say(opinion));
                }
                Ok(())
            }
            Claimed::Wrong(_) => Err(Failure::Internal(
                "there is an answer set after all: the proof finds one that the search did not".to_owned(),
            )),
            Claimed::Unknown => watchdog.await_end(),
        }
    }
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
        input: input(&loaded.engine, &arguments.program.files),
        ground: of_loaded(&loaded.engine, constants),
        engine: *loaded.engine,
        cube: command.cubes.cube.as_ref(),
        choices: Vec::new(),
        count,
        certify: command.certify.as_deref(),
        quiet,
    };
    splitting.run(head, &interrupter, &watchdog)
}
