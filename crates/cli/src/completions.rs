//! `groundplan completions`: prints shell completion scripts.

use clap::CommandFactory;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::output;

use crate::arguments::{Arguments, CompletionsArguments};

/// Prints the completion script for a shell.
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
