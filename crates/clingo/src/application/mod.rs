//! Programs of the host's own with clingo's command line: their options, what they print, and how they run.
//!
//! [`run`] does what all of them have in common, for an [`Application`]. The host has a control of its own kind, which belongs to an
//! [`ApplicationRun`]: it prints what its searches find, and keeps to the limits of the whole run. [`main`] is what an application does
//! that has nothing of its own to do.

mod options;
mod printer;

pub use options::{ApplicationOptions, OptionError, Parser, SetFlag};
pub use printer::{Ended, Printer};

use std::io;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use groundplan::program::{ExternalValue, GroundProgram};
use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::incremental::{Step, Stepwise};
use groundplan_frontend::lock::lock;
use groundplan_frontend::print::{is_for_people, Out};
use groundplan_frontend::warnings::wanted;

use crate::configuration::ConfigurationTree;
use crate::control::{just, Control, Raised, Told};
use crate::error::{Error, Result};
use crate::ground_output::GroundOutput;
use crate::limits::Limits;

/// The exit code for a wrong command line.
const USAGE: i32 = 64;

/// The exit code for a wrong program, and for errors of the host's functions.
const FAILED: i32 = 65;

/// Why `main` of an application ends early.
#[derive(Debug)]
pub enum Stop {
    /// Standard output is closed.
    Closed,
    /// The options do not go together; the text says why.
    Options(String),
    /// A limit was reached, or the work was interrupted.
    CutShort {
        /// What happened.
        message: String,
        /// Whether it was the time limit.
        by_time: bool,
    },
    /// An error, with its message, or one that the host has told of.
    Failed(Option<String>),
}

impl Stop {
    /// Returns how a run ends whose output cannot be written.
    pub fn of_output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Failed(Some(unwritten(error))),
        }
    }
}

/// Returns what is said if the output cannot be written.
pub fn unwritten(error: &io::Error) -> String {
    format!("standard output cannot be written: {error}")
}

/// A program with clingo's command line.
pub trait Application {
    /// Returns the name of the program.
    fn name(&self) -> String;

    /// Returns its version.
    fn version(&self) -> String;

    /// Adds options of its own.
    ///
    /// # Errors
    ///
    /// Returns what the host raised.
    fn register_options(&mut self, options: &mut ApplicationOptions) -> Told<()>;

    /// Whether the options that were given go together.
    ///
    /// # Errors
    ///
    /// Returns what the host raised.
    fn validate_options(&mut self) -> Told<bool>;

    /// Returns a function that writes to standard output.
    fn output(&self) -> Out;

    /// Writes a line to standard error.
    fn complain(&self, line: &str);

    /// Returns the text of what the host raised; `None` if the host has told of it.
    fn describe(&self, raised: Raised) -> Option<String>;

    /// Makes the control of a run.
    ///
    /// # Errors
    ///
    /// Returns what the host raised.
    fn begin(&mut self, settings: ConfigurationTree, run: ApplicationRun) -> Told<()>;

    /// Returns the control, and the run that it belongs to.
    fn control(&self) -> (&Control, &ApplicationRun);

    /// Reads the files, grounds and solves.
    ///
    /// # Errors
    ///
    /// Returns why it ends early.
    fn main(&mut self, files: &[String]) -> std::result::Result<(), Stop>;
}

/// What a control does as part of an application.
pub struct ApplicationRun {
    /// What prints the answers; `None` where the ground program is printed instead.
    printer: Option<Printer>,
    ground_output: Option<Mutex<GroundOutput>>,
    out: Mutex<Out>,
    is_for_people: bool,
    /// The time at which the run ends: a time limit covers all of it.
    deadline: Option<Instant>,
    memory: Option<u64>,
}

impl ApplicationRun {
    /// Begins a run with these options. With `as_clingo`, it prints what clingo's applications print, beyond the answers.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started that prints.
    pub fn new(arguments: &SolveArguments, output: impl Fn() -> Out, as_clingo: bool) -> io::Result<Self> {
        let ground_output = arguments.ground_output();
        let printer = match ground_output {
            Some(_) => None,
            None => Some(Printer::new(arguments, output(), as_clingo)?),
        };
        let limit = arguments.limits.time_limit.filter(|time| !time.is_zero());
        let reify = arguments.reify.options();
        Ok(ApplicationRun {
            is_for_people: as_clingo && printer.is_some() && is_for_people(arguments),
            printer,
            ground_output: ground_output.map(|format| Mutex::new(GroundOutput::new(format, reify))),
            out: Mutex::new(output()),
            deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
            memory: arguments.limits.memory_limit,
        })
    }

    /// Returns what prints the answers, unless the ground program is printed.
    pub fn printer(&self) -> Option<&Printer> {
        self.printer.as_ref()
    }

    /// Whether the ground program is printed, and nothing is searched.
    pub fn prints_ground(&self) -> bool {
        self.ground_output.is_some()
    }

    /// Tells people more than the answers, as clingo's applications do: prints a line.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn say(&self, line: &str) -> io::Result<()> {
        match &self.printer {
            Some(printer) if self.is_for_people => printer.say(line),
            _ => Ok(()),
        }
    }

    /// Returns the time at which the run ends.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns the limits of the work that begins now.
    pub fn limits(&self) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits { time: self.deadline.map(left), memory: self.memory }
    }

    /// Returns the limits of a search, which looks at the time by itself.
    pub fn limits_of_search(&self) -> Limits {
        Limits { time: None, ..self.limits() }
    }

    fn ground_output(&self) -> Option<MutexGuard<'_, GroundOutput>> {
        self.ground_output.as_ref().map(lock)
    }

    /// Returns what is to be [printed](ApplicationRun::print) because it is new in the ground program. `has_steps` says whether there
    /// may be several steps.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot express the program.
    pub fn new_ground(&self, ground: GroundProgram<'_>, has_steps: bool) -> Result<String> {
        let Some(mut output) = self.ground_output() else { return Ok(String::new()) };
        output.step(ground, has_steps).map_err(|error| {
            Error::Runtime(format!("{error}: print the program as aspif, by `--mode=gringo`"))
        })
    }

    /// Prints text.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, text: &str) -> io::Result<()> {
        (lock(&self.out))(text)
    }

    /// Hears that an external atom has a value: where the ground program is printed, this is part of it.
    pub fn assign(&self, atom: i64, value: ExternalValue) {
        if let Some(mut output) = self.ground_output() {
            output.assign(atom, value);
        }
    }
}

/// Returns the first file of a command line as clingo tells people of it.
fn read_from(files: &[String]) -> String {
    /// The number of characters from which a name is cut, and of those that are left.
    const LONG: usize = 40;
    const LEFT: usize = 38;
    let Some(first) = files.first() else { return "stdin".to_owned() };
    let length = first.chars().count();
    let name = match length < LONG {
        true => first.clone(),
        false => format!("...{}", first.chars().skip(length - LEFT).collect::<String>()),
    };
    name + if files.len() > 1 { " ..." } else { "" }
}

/// Returns an error as a message. That of a program is one already, and begins with its place.
fn as_message(error: &str) -> String {
    let first = error.lines().next().unwrap_or_default();
    match first.starts_with("error: ") || first.contains(": error: ") {
        true => error.to_owned(),
        false => format!("error: {error}"),
    }
}

/// What a command line asks for.
enum ApplicationRequest {
    /// The run of the application.
    Run(Box<ConfigurationTree>),
    /// Nothing more.
    Exit(i32),
}

/// Runs an application with a command line. Returns what the process should exit with, as clasp says it. With `as_clingo`, it prints
/// as clingo's applications do, else as the command does.
pub fn run(application: &mut impl Application, words: Vec<String>, as_clingo: bool) -> i32 {
    let settings = match prepare(application, words) {
        Ok(ApplicationRequest::Run(settings)) => settings,
        Ok(ApplicationRequest::Exit(code)) => return code,
        Err(error) => return refuse(application, error),
    };
    let arguments = settings.arguments();
    let files = arguments.program.files.clone();
    let begun = ApplicationRun::new(arguments, || application.output(), as_clingo);
    let begun = begun.map_err(|error| OptionError::Wrong(error.to_string()));
    let begun = begun.and_then(|run| application.begin(*settings, run).map_err(OptionError::Raised));
    if let Err(error) = begun {
        return refuse(application, error);
    }
    let (_, run) = application.control();
    let greeted = run
        .say(&format!("{} version {}", application.name(), application.version()))
        .and_then(|()| run.say(&format!("Reading from {}", read_from(&files))));
    let stopped = match greeted {
        Ok(()) => application.main(&files),
        Err(error) => Err(Stop::of_output(&error)),
    };
    end(application, stopped)
}

/// Takes the options of a command line, or does what else it asks for.
fn prepare(
    application: &mut impl Application,
    words: Vec<String>,
) -> std::result::Result<ApplicationRequest, OptionError> {
    let mut options = ApplicationOptions::default();
    application.register_options(&mut options).map_err(OptionError::Raised)?;
    let mut out = application.output();
    let mut print = |text: &str| match out(text) {
        Ok(()) => ApplicationRequest::Exit(0),
        Err(_) => ApplicationRequest::Exit(FAILED),
    };
    let (name, version) = (application.name(), application.version());
    if let Some(level) = words.iter().find_map(|word| help_level(word)) {
        let options = options.help(level);
        return Ok(print(&format!(
            "{name} version {version}\nusage: {name} [number] [options] [files]\n\n{options}\n\
             The options of clingo are those of `groundplan solve --help`.\n"
        )));
    }
    if words.iter().any(|word| word == "-v" || word == "--version") {
        return Ok(print(&format!("{name} version {version}\n")));
    }
    let others = options.take(words)?;
    let settings = ConfigurationTree::read(others).map_err(|error| OptionError::Wrong(error.to_string()))?;
    let arguments = settings.arguments();
    wanted(&arguments.program.warnings).map_err(OptionError::Wrong)?;
    arguments.shown().map_err(OptionError::Wrong)?;
    arguments.config().map_err(OptionError::Wrong)?;
    if !application.validate_options().map_err(OptionError::Raised)? {
        return Ok(ApplicationRequest::Exit(1));
    }
    Ok(ApplicationRequest::Run(Box::new(settings)))
}

/// Returns the level of the help that a word asks for.
fn help_level(word: &str) -> Option<u32> {
    match word {
        "-h" | "--help" => Some(0),
        _ => Some(word.strip_prefix("--help=")?.parse::<u32>().unwrap_or(1).saturating_sub(1)),
    }
}

/// Tells why there is no run.
fn refuse(application: &impl Application, error: OptionError) -> i32 {
    let sentence = match error {
        OptionError::Wrong(sentence) => Some(sentence),
        OptionError::Raised(raised) => application.describe(raised),
    };
    if let Some(sentence) = sentence {
        application.complain(&format!("error: {sentence}"));
    }
    USAGE
}

/// Prints the verdict at the end of a run.
fn end(application: &impl Application, stopped: std::result::Result<(), Stop>) -> i32 {
    let (control, run) = application.control();
    let abandon = || {
        // The error above is told of, even if this fails.
        let _ = run.printer().map_or(Ok(()), Printer::abandon);
        FAILED
    };
    let ended = match stopped {
        Ok(()) => run.printer().map_or(Ok(Ok(Ended { code: 0, told: None })), |it| it.end(control, just)),
        Err(Stop::Closed) => return run.printer().map_or(0, Printer::interrupted),
        Err(Stop::Options(sentence)) => {
            application.complain(&format!("error: {sentence}"));
            return USAGE;
        }
        Err(Stop::CutShort { message, by_time }) => {
            application.complain(&format!("the search was cut short: {message}"));
            let nothing = Ended { code: 1, told: None };
            run.printer().map_or(Ok(Ok(nothing)), |printer| printer.cut_short(control, by_time))
        }
        Err(Stop::Failed(message)) => {
            if let Some(message) = message {
                application.complain(&as_message(&message));
            }
            return abandon();
        }
    };
    match ended {
        Ok(Ok(Ended { code, told })) => {
            if let Some(told) = told {
                application.complain(told.trim_end_matches('\n'));
            }
            code
        }
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            run.printer().map_or(0, Printer::interrupted)
        }
        Ok(Err(error)) => {
            application.complain(&as_message(&unwritten(&error)));
            FAILED
        }
        Err(error) => {
            application.complain(&as_message(&error.to_string()));
            abandon()
        }
    }
}

/// A control that an application runs without a `main` of its own.
pub trait StandardControl: Stepwise {
    /// Reads the files of a command line, each of them once, and what they include.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or is wrong.
    fn load_all(&mut self, files: &[String]) -> std::result::Result<(), Self::Error>;

    /// Runs `main` of a script, if one has defined it. Returns whether one has.
    ///
    /// # Errors
    ///
    /// Returns an error if the function fails.
    fn run_script(&mut self) -> std::result::Result<bool, Self::Error>;

    /// Whether the program asks to be solved step by step.
    fn is_incremental(&self) -> bool;
}

/// Reads the files, or standard input; then `main` of a script runs, or else the program is ground and solved: step by step, if it
/// asks for that.
///
/// # Errors
///
/// Returns an error of the control.
pub fn main<C: StandardControl>(control: &mut C, files: &[String]) -> std::result::Result<(), C::Error> {
    match files.is_empty() {
        true => control.load_all(&["-".to_owned()])?,
        false => control.load_all(files)?,
    }
    if control.run_script()? {
        return Ok(());
    }
    if control.is_incremental() {
        return control.solve_by_steps().map(drop);
    }
    control.ground(&Step { number: 0, names: vec!["base"] })?;
    control.search().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut() {
        let files =
            |names: &[&str]| read_from(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(files(&[]), "stdin");
        assert_eq!(files(&["a.lp"]), "a.lp");
        assert_eq!(files(&["a.lp", "b.lp"]), "a.lp ...");
        assert_eq!(files(&[&"x".repeat(45)]), format!("...{}", "x".repeat(38)));
    }

    #[test]
    fn errors_are_messages() {
        assert_eq!(as_message("no"), "error: no");
        assert_eq!(as_message("a.lp:1:2: error: no\nwhy"), "a.lp:1:2: error: no\nwhy");
    }
}
