//! Grounds the program of `certify`, with this program or gringo.

use std::io;
use std::path::{Path, PathBuf};

use groundplan::Interrupter;
use groundplan_certificate::Grounder;
use groundplan_certify::ground::{assume, is_ground, names, of_grounder, of_loaded, options};
use groundplan_certify::second::input;
use groundplan_frontend::arguments::ProgramArguments;
use groundplan_frontend::program::is_there;
use groundplan_prove::gringo::{self, GringoProgram, GringoTask};
use groundplan_prove::second::Input;
use groundplan_prove::Ground;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;

use super::arguments::{CertifyArguments, GrounderName};
use crate::solve::load::{self, Loaded};

/// A ground program, with the input that another grounder needs to ground the same text.
pub struct Grounded {
    pub ground: Ground,
    pub input: Input,
    /// The assumptions, as both grounders print them.
    pub assumed: Vec<String>,
}

/// Grounds the program of a command line; returns `None` if that was interrupted.
///
/// # Errors
///
/// When the program is invalid, or the grounder is not installed.
pub fn ground(
    arguments: &CertifyArguments,
    interrupter: &Interrupter,
    watchdog: &Watchdog,
) -> Result<Option<Grounded>, Failure> {
    let mut loaded = load::load(&arguments.program, arguments.quiet)?;
    let is_ground = is_ground(&loaded.engine);
    refuse_steps(&mut loaded)?;
    let constants = &arguments.program.constants;
    let mut ground = if arguments.grounder == GrounderName::Gringo && !is_ground {
        let texts: Vec<&str> = loaded.engine.sources().iter().map(|(_, text)| text).collect();
        let Some((aspif, grounder)) = gringo(arguments, &texts, interrupter)? else {
            return Ok(None);
        };
        of_grounder(aspif, grounder, &loaded.engine, constants)
    } else {
        if !is_ground {
            loaded.engine.set_ground_limit(arguments.limits.ground_limit);
            watchdog.follow(loaded.engine.pulse());
            loaded.ground(["base"])?;
        }
        of_loaded(&loaded.engine, constants)
    };
    assume(&mut ground, &arguments.assume, "--assume", &mut loaded.engine)?;
    let input = input(&loaded.engine, &arguments.program.files);
    let assumed = names(&arguments.assume, &mut loaded.engine)?;
    Ok(Some(Grounded { ground, input, assumed }))
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

/// Has gringo ground the program; returns `None` if that was interrupted.
fn gringo(
    arguments: &CertifyArguments,
    texts: &[&str],
    interrupter: &Interrupter,
) -> Result<Option<(String, Grounder)>, Failure> {
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
    Ok(Some((aspif, Grounder { name: "gringo".to_owned(), version, arguments: options(constants) })))
}
