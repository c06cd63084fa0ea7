//! Runs of the commands: what each finds in a program, and what it prints.
//!
//! [`solve`] searches for answer sets, [`profile`] measures that, [`explain`] looks for a conflict, and [`why`] for the reasons of
//! an atom.

mod alarm;
mod explain;
mod profile;
mod solve;
mod why;

use std::path::PathBuf;
use std::time::Instant;

use groundplan::diagnostic::Diagnostics;
use groundplan::{exchange, Engine, Error, Interrupter};
use serde_json::Value;

use crate::source::Source;
use solve::Searched;

/// The limit on rules that are printed.
const MOST_RULES: u64 = 100_000;

/// The action of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunAction {
    /// Searches for answer sets, and prints them as `groundplan solve` does.
    Solve,
    /// Prints the ground program, as `groundplan ground` does.
    Ground,
    /// Says where the time of a search goes, as `groundplan solve --profile` does.
    Profile,
    /// Says which statements conflict, as `groundplan explain` does.
    Explain,
    /// Says why an atom is true or false, as `groundplan explain --why` does.
    Why(String),
}

impl RunAction {
    /// The names of all commands.
    pub const COMMANDS: [&str; 5] = [
        "groundplan.solve",
        "groundplan.ground",
        "groundplan.profile",
        "groundplan.explain",
        "groundplan.why",
    ];

    /// Returns the action of a command; `None` if there is no such command. `arguments` are those behind the program.
    ///
    /// # Errors
    ///
    /// Returns a message if an argument is missing.
    pub fn of(command: &str, arguments: &[Value]) -> Result<Option<Self>, String> {
        Ok(Some(match command {
            "groundplan.solve" => RunAction::Solve,
            "groundplan.ground" => RunAction::Ground,
            "groundplan.profile" => RunAction::Profile,
            "groundplan.explain" => RunAction::Explain,
            "groundplan.why" => match arguments.first().and_then(Value::as_str) {
                Some(atom) => RunAction::Why(atom.to_owned()),
                None => return Err("the second argument is a ground atom, as in \"on(a)\"".to_owned()),
            },
            _ => return Ok(None),
        }))
    }

    /// The name of the command.
    pub fn command(&self) -> &'static str {
        match self {
            RunAction::Solve => "groundplan.solve",
            RunAction::Ground => "groundplan.ground",
            RunAction::Profile => "groundplan.profile",
            RunAction::Explain => "groundplan.explain",
            RunAction::Why(_) => "groundplan.why",
        }
    }

    /// The action in a few words.
    pub fn title(&self) -> String {
        match self {
            RunAction::Solve => "solve".to_owned(),
            RunAction::Ground => "ground".to_owned(),
            RunAction::Profile => "profile".to_owned(),
            RunAction::Explain => "Why is there no answer set?".to_owned(),
            RunAction::Why(atom) => format!("Why `{atom}`?"),
        }
    }
}

/// The reason why a command has no result: a message for the user.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program is wrong, or grounding was ended early.
    #[error("{0}")]
    Engine(#[from] Error),
    /// The options do not fit the program.
    #[error("{0}")]
    Options(String),
}

/// What a run has found in a program, as far as the editor shows it in the texts.
#[derive(Clone, Default, Debug)]
pub struct RunFindings {
    /// Whether there is an answer set, if the run has found out.
    pub has_answer_set: Option<bool>,
    /// The statements of a conflict.
    pub conflict: Option<Vec<Diagnostics>>,
    /// The statements that took most time.
    pub costs: Option<Vec<StatementTime>>,
}

/// What a statement has cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementTime {
    /// The name of the document.
    pub document: PathBuf,
    /// The byte at which the statement begins.
    pub start: usize,
    /// Its cost in words.
    pub cost: String,
}

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct RunOutput {
    /// What it prints.
    pub text: String,
    /// What it has found.
    pub findings: RunFindings,
}

/// A program that an engine has read, and the limits of a run.
struct LoadedProgram<'a> {
    source: &'a Source,
    engine: Box<Engine>,
    begin: Instant,
    deadline: Instant,
    interrupter: &'a Interrupter,
    /// Whether it is solved step by step.
    is_incremental: bool,
}

/// Runs an action on a program, until its time limit or an interrupt.
///
/// # Errors
///
/// If the program is wrong, or too large to be grounded within the limits.
pub fn run(action: &RunAction, source: &Source, interrupter: &Interrupter) -> Result<RunOutput, RunError> {
    let mut program = LoadedProgram::read(source, interrupter)?;
    match action {
        RunAction::Ground => {
            let limit = source.options().ground_limit().min(MOST_RULES);
            program.engine.set_ground_limit(Some(limit));
            program.engine.ground(["base"])?;
            let text = exchange::text(program.engine.ground_program());
            Ok(RunOutput { text, ..RunOutput::default() })
        }
        RunAction::Solve => {
            let Searched { text, has_answer_set } = solve::search(&mut program)?;
            Ok(RunOutput { text, findings: RunFindings { has_answer_set, ..RunFindings::default() } })
        }
        RunAction::Profile => profile::profile(program),
        RunAction::Explain => explain::explain(program),
        RunAction::Why(atom) => why::why(program, atom),
    }
}

impl<'a> LoadedProgram<'a> {
    fn read(source: &'a Source, interrupter: &'a Interrupter) -> Result<Self, RunError> {
        let begin = Instant::now();
        let options = source.options();
        let deadline = begin + options.time_limit();
        let mut engine = Box::new(Engine::new());
        let mut config = options.arguments.config().map_err(RunError::Options)?;
        config.solver.interrupter = interrupter.clone();
        engine.configure(config)?;
        engine.set_ground_deadline(Some(deadline));
        engine.set_ground_limit(Some(options.ground_limit()));
        let is_incremental = source.load(&mut engine)?;
        Ok(LoadedProgram { source, engine, begin, deadline, interrupter, is_incremental })
    }

    /// The literals that the options assume.
    fn assumed(&self) -> &'a [String] {
        &self.source.options().arguments.assume
    }
}
