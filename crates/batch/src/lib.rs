//! `groundplan batch`: plans, runs and merges many jobs, on this machine or through a scheduler.
//!
//! In reading order:
//!
//! - [`arguments`]; [`commands`]: the commands that jobs may be; `command_line`: parses the command lines of jobs
//! - `job`: a line of a manifest; `plan`: creates jobs from a command; `estimate`: their times and chunks
//! - `cubes`: splits a question; `part`: relations between the parts of a question
//! - `work`: runs a job; `conclude`: its outcome; `record`: the result file; `unfinished`: temporary files of workers
//! - `local`: workers on this machine; `slurm`: workers on a cluster
//! - `merge`: merged results; `rows`: as a table; `changed`: inputs that have changed; `again`: jobs to run again
//!
//! Invariant: a result file appears when it is complete, is named after the digest of its job and a unique number,
//! and never changes. So workers need not communicate, and a worker that is killed leaves either a complete result or
//! none.

#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]

mod again;
pub mod arguments;
mod changed;
mod command_line;
pub mod commands;
mod conclude;
mod cubes;
mod estimate;
mod job;
mod local;
mod merge;
mod merged;
mod part;
mod plan;
mod record;
mod rows;
mod slurm;
mod unfinished;
mod work;

use groundplan_terminal::exit::{Exit, Failure};

use arguments::{BatchArguments, BatchWhat};
use commands::Commands;

/// Runs the command. `commands` are those of the program: jobs are command lines for them.
///
/// # Errors
///
/// When the command line, a manifest or an instance is invalid, or a file cannot be written.
pub fn run(arguments: &BatchArguments, commands: &dyn Commands) -> Result<Exit, Failure> {
    match &arguments.what {
        BatchWhat::Plan(plan) => plan::run(plan, commands),
        BatchWhat::Work(work) => work::run(work),
        BatchWhat::Run(run) => local::run(run),
        BatchWhat::Submit(submit) => slurm::run(submit),
        BatchWhat::Merge(merge) => merge::run(merge),
    }
}
