//! Options that several commands share. Those that the Python module also has are defined in the front end.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

pub use groundplan_frontend::arguments::{passes_without, seconds, Format, LimitArguments, SolverArguments};

use crate::selection::Selection;

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
    pub part: Option<ChildLevel>,
}

/// One of several levels, for a process that solves it alone and reads the text of the collection from standard
/// input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChildLevel {
    /// The number of the level in the collection.
    pub number: usize,
    /// The file to write the result to.
    pub record: PathBuf,
}

impl FromStr for ChildLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part =
            text.split_once(':').and_then(|(number, record)| Some((number.parse().ok()?, record.into())));
        part.map(|(number, record)| ChildLevel { number, record })
            .ok_or_else(|| "give NUMBER:FILE".to_owned())
    }
}

/// The format of an input text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InputKind {
    /// Facts of one instance
    Facts,
    /// Levels in XSB notation
    Xsb,
    /// A collection of levels as XML
    Slc,
    /// Facts as in the ASP Competitions since 2013
    Asp13,
    /// A problem in PDDL, as in the International Planning Competition
    Pddl,
}

/// Parses the name of a file to write.
///
/// # Errors
///
/// When it is `-`, which means standard output elsewhere.
pub fn file_to_write(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => {
            Err("this is written to a file, not to standard output: name one (`./-` if it is called that)"
                .to_owned())
        }
        _ => Ok(text.into()),
    }
}
