//! The command line.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan::Backend;

use crate::exit::Failure;
use crate::solve::arguments::{GroundArguments, SolveArguments};
use crate::watchdog::Limits;

/// An answer-set ground-and-solve decision engine: plans for Sokoban, proven and checked.
#[derive(Debug, Parser)]
#[command(name = "groundplan", version, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find a plan of exactly so many actions
    Decide(DecideArguments),
    /// Find a plan of the least number of actions, and prove that it is
    Optimize(OptimizeArguments),
    /// Find answer sets of a logic program
    Solve(SolveArguments),
    /// Ground a logic program, and print the ground program
    Ground(GroundArguments),
    /// Check something by itself
    Check(CheckArguments),
}

/// Find a plan of exactly so many actions.
///
/// Prints one push(B_before,D,B_after,S) atom a line and SATISFIABLE, or UNSATISFIABLE, or UNKNOWN. An action is one walk
/// to a box and one push of it in one direction, over any distance. Every plan is replayed by an independent checker
/// before it is printed.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 a plan was found, 1 there is none, 2 unknown (a limit or an interrupt),\n\
    64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan decide instances/sokoban/faber-example.lp\n  \
    groundplan decide instances/sokoban/paper-figure1.lp --actions 13 --no-noop\n  \
    groundplan decide level.lp --actions 20 --time-limit 60 --format json"
)]
pub struct DecideArguments {
    /// A file of facts; - for standard input
    pub instance: String,
    /// Exactly so many actions, whatever steps the instance has
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    pub actions: Option<u32>,
    /// So many steps, which is one more than actions
    #[arg(long, value_name = "K")]
    pub steps: Option<u32>,
    /// Every action has to move its box
    #[arg(long)]
    pub no_noop: bool,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// Find a plan of the least number of actions, and prove that it is.
///
/// Searches one horizon after the other, from a lower bound up, on one kept solver. Prints the plan, `Optimization: N` and
/// OPTIMUM FOUND; SATISFIABLE where the plan is not proven to be a least one; UNSATISFIABLE; UNKNOWN. The steps of the
/// instance are ignored.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the optimum was found and proven, 1 there is no plan, 2 unknown (a limit or an interrupt),\n\
    64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan optimize instances/sokoban/paper-figure1.lp\n  \
    groundplan optimize level.lp --time-limit 60 --stats\n  \
    groundplan optimize level.lp --encoding encodings/sokoban/plain.lp --backend varisat --loops lazy"
)]
pub struct OptimizeArguments {
    /// A file of facts; - for standard input
    pub instance: String,
    /// No more actions than this
    #[arg(long, value_name = "N")]
    pub max_actions: Option<u32>,
    /// Have the solver refute one action less even where the lower bound excludes it
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_missing_value = "true")]
    pub confirm: bool,
    #[command(flatten)]
    pub engine: EngineArguments,
}

/// What all commands take that ask the engine.
#[derive(Debug, Args)]
pub struct EngineArguments {
    /// A logic program to use in place of the shipped one
    #[arg(long, value_name = "FILE")]
    pub encoding: Option<String>,
    /// The SAT solver: cadical, varisat, or process:CMD for any that reads DIMACS
    #[arg(long, value_name = "BACKEND")]
    pub backend: Option<Backend>,
    /// What is done about positive loops: eliminate, rank, lazy, propagate, or auto
    #[arg(long, value_name = "METHOD")]
    pub loops: Option<Method>,
    /// Give up after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Give up when the process holds so much memory
    #[arg(long, value_name = "MIB")]
    pub memory_limit: Option<u64>,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub stats: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

impl EngineArguments {
    /// Backend and loop method.
    ///
    /// # Errors
    ///
    /// When the two do not go together.
    pub fn config(&self) -> Result<SearchConfig, Failure> {
        search_config(self.backend.as_ref(), self.loops)
    }

    /// When to give up.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time_limit, memory: self.memory_limit }
    }
}

/// Backend and loop method, where the command line may name them.
///
/// # Errors
///
/// When the two do not go together.
pub fn search_config(backend: Option<&Backend>, loops: Option<Method>) -> Result<SearchConfig, Failure> {
    let backend = backend.cloned().unwrap_or(DEFAULT_BACKEND);
    let method = loops.unwrap_or_default();
    if backend == Backend::Cadical && !cfg!(feature = "cadical") {
        return Err(Failure::Usage(
            "this build has no `cadical`: build it without `--no-default-features`, with a C++ compiler"
                .to_owned(),
        ));
    }
    if method == Method::Propagate && backend != Backend::Cadical {
        return Err(Failure::Usage(format!(
            "the loop method `propagate` runs inside the backend `cadical`, not `{backend}`"
        )));
    }
    Ok(SearchConfig::new(backend, method))
}

/// The fastest on all but the smallest instances, where it is built in.
const DEFAULT_BACKEND: Backend = if cfg!(feature = "cadical") { Backend::Cadical } else { Backend::Varisat };

/// How to print a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines to read.
    Text,
    /// One JSON object.
    Json,
}

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// What to check.
    #[command(subcommand)]
    pub what: CheckWhat,
}

/// What to check.
#[derive(Debug, Subcommand)]
pub enum CheckWhat {
    /// Replay a plan by the rules of the game
    Plan(CheckPlanArguments),
}

/// Replay a plan by the rules of the game.
///
/// The plan is push(B_before,D,B_after,S) atoms in any order, or push(B_before,D,B_after) in the order they happen, in
/// brackets or not, separated by dots, commas or blanks. Prints VALID or INVALID, and on standard error which push
/// breaks which rule.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the plan is valid, 1 it is not, 64 bad command line, 65 bad input.\n\n\
    Examples:\n  groundplan check plan instances/sokoban/faber-example.lp plan.txt\n  \
    groundplan decide level.lp --actions 7 | groundplan check plan level.lp - --any-length"
)]
pub struct CheckPlanArguments {
    /// A file of facts; - for standard input
    pub instance: String,
    /// A file with the plan; - for standard input
    pub plan: String,
    /// Accept any number of actions, whatever steps the instance has
    #[arg(long)]
    pub any_length: bool,
    /// Refuse actions that leave their box where it is
    #[arg(long)]
    pub no_noop: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// A number of seconds.
///
/// # Errors
///
/// When it is none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "give a number of seconds, 0 or more".to_owned())
}
