//! `groundplan completions`: what a shell has to know to complete command lines.

use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::exit::{Exit, Failure};
use crate::output;

/// Prints the script for a shell.
///
/// # Errors
///
/// When standard output cannot be written.
pub fn run(arguments: &CompletionsArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "groundplan", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
