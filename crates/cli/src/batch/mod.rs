//! `groundplan batch`: plans, runs and merges many jobs, on this machine or through a scheduler.
//!
//! In reading order:
//!
//! - [`arguments`]; `command_line`: parses the command lines of jobs
//! - `job`: a line of a manifest; `plan`: creates jobs from a command; `estimate`: their times and chunks
//! - `cubes`: splits a question; `part`: relations between the parts of a question
//! - `work`: runs a job; `conclude`: its outcome; `record`: the result file; `unfinished`: temporary files of workers
//! - `local`: workers on this machine; `slurm`: workers on a cluster
//! - `merge`: merged results; `rows`: as a table; `changed`: inputs that have changed; `again`: jobs to run again
//!
//! Invariant: a result file appears when it is complete, is named after the digest of its job and a unique number,
//! and never changes. So workers need not communicate, and a worker that is killed leaves either a complete result or
//! none.

mod again;
pub mod arguments;
mod changed;
mod command_line;
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

use crate::exit::{Exit, Failure};
use arguments::{BatchArguments, BatchWhat};

/// Runs the command.
///
/// # Errors
///
/// When the command line, a manifest or an instance is invalid, or a file cannot be written.
pub fn run(arguments: &BatchArguments) -> Result<Exit, Failure> {
    match &arguments.what {
        BatchWhat::Plan(plan) => plan::run(plan),
        BatchWhat::Work(work) => work::run(work),
        BatchWhat::Run(run) => local::run(run),
        BatchWhat::Submit(submit) => slurm::run(submit),
        BatchWhat::Merge(merge) => merge::run(merge),
    }
}
