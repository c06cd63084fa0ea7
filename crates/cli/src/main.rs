//! The `groundplan` command-line program.
//!
//! Standard output is for programs, standard error for people. [`Exit`] lists the exit codes.

mod arguments;
#[cfg(target_os = "linux")]
mod batch;
mod certificate;
mod certify;
mod completions;
mod lsp;
mod manual;
mod purpose;
mod solve;

use std::io::IsTerminal;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, Parser};
use groundplan_sokoban_commands::{check, convert, decide, optimize, replay};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::{colour, memory, output, report};

use arguments::{Arguments, CheckWhat, Command};

/// The text that `--version` prints.
const VERSION: &str = concat!("groundplan ", env!("CARGO_PKG_VERSION"), "\n");

#[global_allocator]
static ALLOCATOR: memory::Allocator = memory::Allocator;

fn main() {
    memory::prepare();
    let words: Vec<_> = std::env::args_os().collect();
    if let Some(choice) = colour::chosen(&words) {
        colour::choose(choice);
    }
    let words = match arguments::expand(words.into_iter()) {
        Ok(words) => words,
        Err(failure) => {
            report::failure(&failure);
            failure.exit().now();
        }
    };
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            if let Some(failure) = file_for_command(&error) {
                report::failure(&failure);
                Exit::Usage.now();
            }
            // If printing fails, there is no way left to report it.
            let printed = match error.kind() {
                // Print the same text for every command: clap would print `groundplan-solve` for `solve`.
                ErrorKind::DisplayVersion => output::print(VERSION).is_ok(),
                ErrorKind::DisplayHelp => output::write(&help(&error)).is_ok(),
                _ => {
                    report::usage(&error);
                    true
                }
            };
            match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion if printed => Exit::Success.now(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Unknown.now(),
                _ => Exit::Usage.now(),
            }
        }
    };
    // An abbreviation of it was not seen before.
    if arguments.color != ColorChoice::Auto {
        colour::choose(arguments.color);
    }
    match run(&arguments.command) {
        Ok(exit) => exit.now(),
        Err(failure) => {
            report::failure(&failure);
            if failure.exit() == Exit::Input {
                purpose::note_other(&arguments.command);
            }
            failure.exit().now();
        }
    }
}

/// Returns the help of a command, with colours where they are wanted.
fn help(shown: &clap::Error) -> String {
    let text = shown.render();
    match colour::is_wanted(std::io::stdout().is_terminal()) {
        true => text.ansi().to_string(),
        false => text.to_string(),
    }
}

/// Refuses a file that stands where a command is expected.
fn file_for_command(error: &clap::Error) -> Option<Failure> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(word) => purpose::refuse_file(word.as_ref()),
        _ => None,
    }
}

fn run(command: &Command) -> Result<Exit, Failure> {
    if let Some(asked) = command.instance() {
        if let Some(failure) = purpose::refuse_program(asked.argument) {
            return Err(failure);
        }
        if let Some(exit) = asked.run_for_levels()? {
            return Ok(exit);
        }
    }
    match command {
        Command::Decide(decide) => decide::run(decide),
        Command::Optimize(optimize) => optimize::run(optimize),
        Command::Solve(solve) => solve::run(solve),
        Command::Certify(certify) => certify::run(certify),
        Command::Ground(ground) => solve::ground::run(ground),
        Command::Explain(explain) => solve::explain::run(explain),
        Command::Fmt(fmt) => solve::fmt::run(fmt),
        Command::Lsp(lsp) => lsp::run(lsp),
        Command::Check(check) => match &check.what {
            CheckWhat::Plan(plan) => check::run(plan),
            CheckWhat::Certificate(certificate) => certificate::run(certificate),
        },
        #[cfg(target_os = "linux")]
        Command::Compare(compare) => groundplan_compare::run(compare),
        #[cfg(target_os = "linux")]
        Command::Batch(batch) => batch::run(batch),
        #[cfg(not(target_os = "linux"))]
        Command::Compare(_) | Command::Batch(_) => {
            Err(report::refuse("this command needs Linux", "the other commands are the same on every system"))
        }
        Command::Replay(replay) => replay::run(replay),
        Command::Convert(convert) => convert::run(convert),
        Command::Completions(completions) => completions::run(completions),
        Command::Manual(manual) => manual::run(manual),
    }
}
