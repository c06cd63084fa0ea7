//! The command-line arguments of `groundplan batch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};
use groundplan_compare::arguments::Format;
use groundplan_terminal::options::{file_to_write, seconds};

/// Plan, run and merge work that outgrows one command: on this machine, or on many by Slurm.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  groundplan batch plan -o all.jsonl -- optimize all.sok --level all\n  \
    groundplan batch run all.jsonl\n  groundplan batch merge all.jsonl")]
pub struct BatchArguments {
    /// The command.
    #[command(subcommand)]
    pub what: BatchWhat,
}

/// The commands of a batch.
#[allow(
    missing_docs,
    reason = "a doc comment on a variant would hide the more detailed one on its arguments"
)]
#[derive(Debug, Subcommand)]
pub enum BatchWhat {
    Plan(BatchPlanArguments),
    Work(WorkArguments),
    Run(RunArguments),
    Submit(SubmitArguments),
    Merge(MergeArguments),
}

/// Write a manifest: a line a job, for a command over many instances.
///
/// After `--` stands a command of groundplan. decide, optimize and compare may name several files there, and levels by
/// `--level all`; decide a range of numbers of actions, as in `--actions 10-14`; compare has a job an engine. Each job is
/// a command by itself, with the digests of the files it reads. Jobs are ordered by an estimate of their length, the longest
/// first, and short ones are put into one chunk, which a worker runs as a whole.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 the manifest is written, 64 bad command line, 65 bad input.\n\n\
    Examples:\n  groundplan batch plan -o all.jsonl -- optimize all.sok --level all\n  \
    groundplan batch plan -o range.jsonl -- decide level.xsb --actions 10-14\n  \
    groundplan batch plan -o engines.jsonl -- compare *.lp --engines ground,clingo\n  \
    groundplan batch plan -o c.jsonl --cubes 64 -- decide level.xsb --actions 30\n  \
    groundplan batch plan -o horizons.jsonl --horizons 8 -- optimize level.xsb")]
pub struct BatchPlanArguments {
    /// The manifest to write; results go into a folder of that name with the ending .results
    #[arg(long, short, value_name = "FILE", value_parser = file_to_write)]
    pub output: PathBuf,
    /// Jobs that are estimated to be shorter than this share a chunk until they are as long together
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub chunk: Duration,
    /// Split each question of decide or solve into about K cubes, a job each; the first plan ends the others
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(2..))]
    pub cubes: Option<u32>,
    /// In place of optimize, decide N numbers of actions side by side, from a lower bound up; bounds meet in the merge
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "cubes")]
    pub horizons: Option<u32>,
    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Run a line of a manifest, or a chunk of lines.
///
/// The result is a file of its own in the folder of results, which appears when it is complete. A job that has a result is
/// not run again, unless it failed. The exit status is that of the worker: what the job's command found is in the file.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 each job has a result, 2 interrupted, 64 bad command line, 65 bad manifest or a file has \
    changed, 70 a result cannot be written.\n\n\
    Examples:\n  groundplan batch work all.jsonl --line 3\n  groundplan batch work all.jsonl --chunk 1"
)]
#[command(group = ArgGroup::new("which").required(true).args(["line", "chunk"]))]
pub struct WorkArguments {
    /// The manifest
    pub manifest: PathBuf,
    /// Run this line, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub line: Option<u32>,
    /// Run the lines of this chunk, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub chunk: Option<u32>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Run all jobs of a manifest on this machine.
///
/// Jobs that have a result are not run again: the same command goes on where it was stopped.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 each job has a result, 2 interrupted, 65 bad manifest or a file has changed, 70 a result \
    cannot be written.\n\n\
    Examples:\n  groundplan batch run all.jsonl --jobs 2"
)]
pub struct RunArguments {
    /// The manifest
    pub manifest: PathBuf,
    /// So many chunks at the same time [default: one a processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Have a scheduler run a manifest, and merge the results when all is done.
///
/// Writes a script for an array of jobs, a chunk each, and one for the merge, which waits for the array, and submits both.
/// The merge writes its table into the folder of results, as merge.txt.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 submitted, 64 bad command line, 65 bad manifest, or the scheduler refuses.\n\n\
    Examples:\n  groundplan batch submit all.jsonl --slurm\n  \
    groundplan batch submit all.jsonl --slurm -- --partition=long --account=me\n  \
    groundplan batch submit all.jsonl --slurm --dry-run"
)]
pub struct SubmitArguments {
    /// The manifest
    pub manifest: PathBuf,
    /// By Slurm's sbatch
    #[arg(long, required = true)]
    pub slurm: bool,
    /// Print the scripts, and submit nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Options for sbatch
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Put the results of a manifest together.
///
/// Only reads, and may be run while jobs are under way. Says which jobs are complete, missing or failed, which have several
/// results, and which contradict each other.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 complete, 1 results contradict each other, 2 incomplete, 64 bad command line, 65 bad \
    manifest.\n\n\
    Examples:\n  groundplan batch merge all.jsonl\n  \
    groundplan batch merge all.jsonl --format csv > all.csv\n  \
    groundplan batch merge cubes.jsonl --resubmit again.jsonl\n  \
    groundplan batch merge cubes.jsonl again.jsonl"
)]
pub struct MergeArguments {
    /// The manifest, and those that were written by --resubmit
    #[arg(required = true, value_name = "MANIFEST")]
    pub manifests: Vec<PathBuf>,
    /// How to print the results
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Format,
    /// Write a manifest of what is missing or failed; cubes that ran into a limit are split again
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub resubmit: Option<PathBuf>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}
