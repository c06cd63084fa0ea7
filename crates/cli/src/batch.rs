//! `groundplan batch`: its jobs are the commands of this program.

use std::ffi::OsString;

use clap::error::Error;
use clap::{CommandFactory, Parser};
use groundplan_batch::arguments::BatchArguments;
use groundplan_batch::commands::{CommandKind, Commands, ParsedCommand};
use groundplan_terminal::exit::{Exit, Failure};

use crate::arguments::{expand, Arguments, Command};

/// Runs the command.
///
/// # Errors
///
/// The errors of [`groundplan_batch::run`].
pub fn run(arguments: &BatchArguments) -> Result<Exit, Failure> {
    groundplan_batch::run(arguments, &CommandsOfGroundplan)
}

/// The commands of this program.
struct CommandsOfGroundplan;

impl Commands for CommandsOfGroundplan {
    fn definition(&self) -> clap::Command {
        Arguments::command()
    }

    fn expand(&self, words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
        expand(words.into_iter())
    }

    fn parse(&self, words: Vec<OsString>) -> Result<ParsedCommand, Error> {
        let command = Arguments::try_parse_from(words)?.command;
        let levels = command.instance().map(|asked| asked.levels.clone());
        let kind = match command {
            Command::Decide(decide) => CommandKind::Decide {
                actions: decide.actions.or(decide.steps.and_then(|steps| steps.checked_sub(1))),
                engine: decide.answers(),
            },
            Command::Optimize(optimize) => {
                CommandKind::Optimize { metric: optimize.metric.to_string(), engine: optimize.answers() }
            }
            Command::Compare(compare) => CommandKind::Compare(Box::new(compare)),
            _ => CommandKind::Other,
        };
        Ok(ParsedCommand { levels, kind })
    }
}
