//! Options that several commands take.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan::{Backend, Pass, Passes};

use crate::exit::Failure;
use crate::program::missing_solver;
use crate::selection::Selection;
use crate::watchdog::Limits;

/// Which levels of a collection are meant.
#[derive(Clone, Default, Debug, Args)]
pub struct LevelArguments {
    /// Take this level of a collection, by its number or title; or several, as in 1-20,33, or all, one after the other
    #[arg(long, value_name = "N,N-N|TITLE|all", help_heading = "Levels")]
    pub level: Option<Selection>,
    /// List the levels of the collection, and do nothing else
    #[arg(long, help_heading = "Levels")]
    pub list: bool,
    /// Read INSTANCE as this, whatever it looks like
    #[arg(long, value_name = "KIND", help_heading = "Levels")]
    pub input: Option<InputKind>,
    /// For a process that takes one of several levels: which, and where it notes what comes out
    #[arg(long, hide = true)]
    pub part: Option<Part>,
}

/// One of several levels, for a process of its own, which gets the text of the collection from standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The level's number in the collection.
    pub number: usize,
    /// The file to note the result in.
    pub record: PathBuf,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part =
            text.split_once(':').and_then(|(number, record)| Some((number.parse().ok()?, record.into())));
        part.map(|(number, record)| Part { number, record }).ok_or_else(|| "give NUMBER:FILE".to_owned())
    }
}

/// What a text is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InputKind {
    /// Facts of one instance
    Facts,
    /// Levels in XSB notation
    Xsb,
}

/// All passes but some.
pub fn passes_without(left_out: &[Pass]) -> Passes {
    left_out.iter().fold(Passes::ALL, |passes, &pass| passes.without(pass))
}

/// How answer sets are found.
#[derive(Clone, Debug, Args)]
pub struct SolverArguments {
    /// The SAT solver: cadical+cdnl (a portfolio of the two), cadical, cdnl, varisat, or process:CMD for any that reads DIMACS
    #[arg(long, value_name = "BACKEND")]
    pub backend: Option<Backend>,
    /// What is done about positive loops: eliminate, rank, lazy, propagate, or auto
    #[arg(long, value_name = "METHOD")]
    pub loops: Option<Method>,
    /// Leave passes of grounding, translation and search out: they change the speed and no answer (docs/solving.md)
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub without: Vec<Pass>,
}

impl SolverArguments {
    /// Backend and loop method, where the command line may name them.
    ///
    /// # Errors
    ///
    /// When the two do not go together.
    pub fn config(&self) -> Result<SearchConfig, Failure> {
        let backend = self.backend.clone().unwrap_or_default();
        let method = self.loops.unwrap_or_default();
        if !backend.is_built() {
            return Err(Failure::Usage(
                "this build has no `cadical`: build it without `--no-default-features`, with a C++ compiler"
                    .to_owned(),
            ));
        }
        if let Some(program) = missing_solver(&backend.to_string()) {
            return Err(Failure::Usage(format!(
                "`--backend {backend}`: there is no program `{program}`; install it, or name it by its path"
            )));
        }
        if method == Method::Propagate && !backend.takes_propagators() {
            return Err(Failure::Usage(format!(
                "the loop method `propagate` needs the backend {}, not `{backend}`",
                Backend::PROPAGATING
            )));
        }
        let mut config = SearchConfig::new(backend, method);
        config.passes = passes_without(&self.without);
        Ok(config)
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    /// Give up after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Give up when the process holds so much memory
    #[arg(long, value_name = "MIB")]
    pub memory_limit: Option<u64>,
    /// Give up when the ground program would have more rules, facts included
    #[arg(long, value_name = "RULES")]
    pub ground_limit: Option<u64>,
}

impl LimitArguments {
    /// What the watchdog looks at.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time_limit, memory: self.memory_limit, headroom: 0 }
    }
}

/// How to print a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines to read.
    Text,
    /// One JSON object.
    Json,
}

/// Reads the name of a file to write.
///
/// # Errors
///
/// When it is `-`, as standard output is called elsewhere.
pub fn file_to_write(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => {
            Err("this is written to a file, not to standard output: name one (`./-` if it is called that)"
                .to_owned())
        }
        _ => Ok(text.into()),
    }
}

/// Reads a time limit.
///
/// # Errors
///
/// When it is no number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "give a number of seconds, 0 or more".to_owned())
}
