//! `groundplan batch`: work that outgrows one command, planned, run and merged here, and scheduled by others.
//!
//! In reading order:
//!
//! - [`arguments`]; `words`: a command line, told apart
//! - `job`: a line of a manifest; `plan`: from a command to jobs; `estimate`: how long they take, and which travel together;
//!   `cubes`: one question split; `part`: what an answer to one part says of the others
//! - `work`: runs a job; `conclude`: what came of it; `record`: the file that says so; `unfinished`: before it does
//! - `local`: workers on this machine; `slurm`: on many
//! - `merge`: the results put together; `rows`: as a table; `changed`: inputs that are others by now; `again`: what is to be
//!   run once more
//!
//! Invariant: a result is a file that appears when it is complete, called by its job's digest and a number that no other has.
//! Nobody changes it, so workers need to know nothing of each other, and whatever is killed at whatever time, there is a
//! result or there is none.

mod again;
pub mod arguments;
mod changed;
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
mod words;
mod work;

use crate::exit::{Exit, Failure};
use arguments::{BatchArguments, BatchWhat};

/// Runs the command.
///
/// # Errors
///
/// When the command line, a manifest or an instance is wrong, or a file cannot be written.
pub fn run(arguments: &BatchArguments) -> Result<Exit, Failure> {
    match &arguments.what {
        BatchWhat::Plan(plan) => plan::run(plan),
        BatchWhat::Work(work) => work::run(work),
        BatchWhat::Run(run) => local::run(run),
        BatchWhat::Submit(submit) => slurm::run(submit),
        BatchWhat::Merge(merge) => merge::run(merge),
    }
}
