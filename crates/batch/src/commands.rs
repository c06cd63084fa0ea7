//! The commands that jobs may be. The program that `batch` is a command of describes and parses them.

use std::ffi::OsString;

use clap::error::Error;
use groundplan_compare::arguments::CompareArguments;
use groundplan_sokoban::EngineName;
use groundplan_sokoban_commands::selection::LevelArguments;
use groundplan_terminal::exit::Failure;

/// The command line of the program.
pub trait Commands {
    /// Returns the clap definition of the whole command line.
    fn definition(&self) -> clap::Command;

    /// Returns a command line, from the name of the program on, as [`parse`](Self::parse) expects it: options of `solve`
    /// may be those of clingo.
    ///
    /// # Errors
    ///
    /// When an option of `solve` is unknown or not supported.
    fn expand(&self, words: Vec<OsString>) -> Result<Vec<OsString>, Failure>;

    /// Parses a command line, from the name of the program on.
    ///
    /// # Errors
    ///
    /// The errors of clap.
    fn parse(&self, words: Vec<OsString>) -> Result<ParsedCommand, Error>;
}

/// A parsed command, as far as its plan depends on it.
#[derive(Debug)]
pub struct ParsedCommand {
    /// The options that choose levels, if the command takes one instance.
    pub levels: Option<LevelArguments>,
    /// The kind of command.
    pub kind: CommandKind,
}

/// The kind of a command.
#[derive(Debug)]
pub enum CommandKind {
    /// `decide`.
    Decide {
        /// The number of actions, if the command line has one.
        actions: Option<u32>,
        /// The engine that answers, or why the options do not go together.
        engine: Result<EngineName, Failure>,
    },
    /// `optimize`.
    Optimize {
        /// The name of the metric.
        metric: String,
        /// The engine that answers, or why the options do not go together.
        engine: Result<EngineName, Failure>,
    },
    /// `compare`.
    Compare(Box<CompareArguments>),
    /// Any other command.
    Other,
}
