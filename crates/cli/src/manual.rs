//! `groundplan manual`: writes man pages.

use std::fs;

use clap::CommandFactory;
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
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder))
        .map_err(|error| {
            Failure::Unwritable(format!("cannot write man pages into `{}`: {error}", folder.display()))
        })?;
    Ok(Exit::Success)
}
