//! The command-line arguments of `groundplan compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use groundplan_sokoban_commands::levels::AskedInstance;
use groundplan_sokoban_commands::selection::LevelArguments;
use groundplan_terminal::options::{self, file_to_write, seconds};

use crate::competitor::CompetitorName;

/// Run several engines on the same instances under the same limits, and compare what they say.
#[derive(Debug, Args)]
#[command(
    after_help = "Every run is a process of its own, measured by the operating system: CPU seconds (user and system) of all \
    processes that it starts, and peak resident memory. At a limit it is ended with all of them. It ends as `solved`, \
    `time out`, `memory out`, `n/a` (the engine does not answer this task) or `error`. Every plan is replayed by an \
    independent checker, whoever made it.\n\n\
    Exit status: 0 no two engines disagree, 1 some do or a plan fails, 2 interrupted or an engine failed, \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan compare level.lp\n  \
    groundplan compare *.lp --engines ground,clingo --resume a.csv --plot a.svg\n  \
    groundplan compare level.lp --question decide --actions 13 --clingo ./clingo"
)]
pub struct CompareArguments {
    /// Files of facts or levels; - for standard input
    #[arg(required = true, value_name = "INSTANCE")]
    pub instances: Vec<String>,
    /// Which levels of a collection are compared.
    #[command(flatten)]
    pub levels: LevelArguments,
    /// Which engines, in this order
    ///
    /// `ground` (ground and solve), `ground:BACKEND` (the same by another SAT solver, as in ground:varisat), `tabled`
    /// (mode-directed tabling), `tabled+` (the same with what good engineering adds), `auto`; and those of others, which
    /// are left out with a note where they are not installed: `clingo` (the same encodings), `gringo-clasp` (the same,
    /// by two programs), `swipl` (a tabled program for SWI-Prolog).
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "ground,tabled,tabled+,clingo,swipl"
    )]
    pub engines: Vec<CompetitorName>,
    /// The question: a plan with a given number of actions, or the least number
    #[arg(long, default_value = "optimize")]
    pub question: QuestionKind,
    /// With `--question decide`: the exact number of actions, whatever steps the instance has
    #[arg(long, value_name = "N")]
    pub actions: Option<u32>,
    /// CPU seconds for a run; it may take twice as long by the clock
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub time_limit: Duration,
    /// Resident memory for a run, all its processes together
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub memory_limit: u64,
    /// How often each engine runs on each instance; the table has the median
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// An engine that fails on N instances in a row is not run on the rest: order them by difficulty
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub give_up: Option<u32>,
    /// How to print the results
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Format,
    /// Draw solved instances against time, and with exactly two engines one against the other
    #[arg(long, value_name = "FILE.svg", value_parser = file_to_write)]
    pub plot: Option<PathBuf>,
    /// Keep the results in this file, and go on where an interrupted comparison stopped
    #[arg(long, value_name = "FILE.csv", value_parser = file_to_write)]
    pub resume: Option<PathBuf>,
    /// Another groundplan to measure in place of this one
    #[arg(long, value_name = "CMD")]
    pub groundplan: Option<String>,
    /// The command clingo, or a Python that has it
    #[arg(long, value_name = "CMD")]
    pub clingo: Option<String>,
    /// The command gringo
    #[arg(long, value_name = "CMD")]
    pub gringo: Option<String>,
    /// The command clasp
    #[arg(long, value_name = "CMD")]
    pub clasp: Option<String>,
    /// The command of SWI-Prolog
    #[arg(long, value_name = "CMD")]
    pub swipl: Option<String>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

impl CompareArguments {
    /// Returns the instance, if there is only one.
    pub fn asked(&self) -> Option<AskedInstance<'_>> {
        let [argument] = &self.instances[..] else { return None };
        Some(AskedInstance { argument, levels: &self.levels, format: options::Format::Text, each: None })
    }
}

/// The question asked of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum QuestionKind {
    /// Is there a plan with a given number of actions?
    Decide,
    /// The least number of actions
    Optimize,
}

/// How to print the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// A line an instance, at the end.
    Table,
    /// A line a run, as they come.
    Csv,
    /// One JSON object, at the end.
    Json,
}
