//! `groundplan manual`: writes man pages.

use std::fs;

use clap::{Command, CommandFactory};
use groundplan_terminal::exit::{Exit, Failure};

use crate::arguments::{Arguments, ManualArguments};

/// Writes a man page for the program, and one for each command.
///
/// # Errors
///
/// When the folder cannot be made, or a page cannot be written.
pub fn run(arguments: &ManualArguments) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(complete(Arguments::command()), folder))
        .map_err(|error| {
            Failure::Unwritable(format!("cannot write man pages into `{}`: {error}", folder.display()))
        })?;
    Ok(Exit::Success)
}

/// Returns a command whose pages have the text of every option: also of those that `-h` leaves out, of which `clap_mangen` would
/// print the names alone.
fn complete(command: Command) -> Command {
    command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(complete)
}
