//! The `groundplan` command.
//!
//! Standard output is for programs, standard error for people. Exit codes are in [`exit::Exit`].

mod arguments;
mod check;
// Follows processes by what only Linux says about them.
#[cfg(target_os = "linux")]
mod compare;
mod decide;
mod exit;
mod input;
mod instance;
mod optimize;
mod optimum;
mod output;
mod plan;
mod progress;
mod race;
mod report;
mod solve;
mod stats;
mod watchdog;

use clap::error::ErrorKind;
use clap::Parser;

use arguments::{Arguments, CheckWhat, Command};
use exit::Exit;

fn main() {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Asking for help is no mistake. Nobody is left to tell if printing fails.
            let _ = error.print();
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            (if asked { Exit::Found } else { Exit::Usage }).now();
        }
    };
    let result = match &arguments.command {
        Command::Decide(decide) => decide::run(decide),
        Command::Optimize(optimize) => optimize::run(optimize),
        Command::Solve(solve) => solve::run(solve),
        Command::Ground(ground) => solve::ground::run(ground),
        Command::Check(check) => match &check.what {
            CheckWhat::Plan(plan) => check::run(plan),
        },
        #[cfg(target_os = "linux")]
        Command::Compare(compare) => compare::run(compare),
    };
    match result {
        Ok(exit) => exit.now(),
        Err(failure) => {
            report::failure(&failure);
            failure.exit().now();
        }
    }
}
