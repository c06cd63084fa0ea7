//! The command-line arguments of `solve`, `ground`, `explain` and `fmt`.

use std::path::PathBuf;

use clap::Args;
use groundplan::translate::Method;
use groundplan::Pass;
use groundplan_frontend::arguments::{
    LimitArguments, Output, ProgramArguments, ReifyArguments, SolveArguments, SolverArguments,
};
use groundplan_frontend::explain::SoftItem;
use groundplan_terminal::cubes::CubeArguments;
use groundplan_terminal::options::{file_to_write, Format};

use super::pictures::arguments::PictureArguments;
use super::profile::arguments::ProfileArguments;

/// Find answer sets of a logic program.
///
/// Takes clingo's command line, `clingo FILE... 0` and all its options included: docs/clingo.md has them side by side with
/// ours. Prints each answer set as clingo does: `Answer: N`, its shown atoms on one line, and at the end SATISFIABLE,
/// UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN; on standard error a summary. Where the program has an objective, each answer set
/// printed is better than the one before, and the last one is the best; `Progression : [LOWER;UPPER]` says between which costs
/// that is, as far as it is known, and `Bounds` does so at the end where a limit or an interrupt came first. A file may also be
/// in aspif, as gringo writes it.
#[derive(Debug, Args)]
#[command(
    mut_arg("assume", |assume| assume.conflicts_with_all(["cubes", "cube"])),
    after_help = "--help has all options and examples. Exit status (as clasp): 10, 30 satisfiable, 20 unsatisfiable.",
    after_long_help = "Exit status (as clasp): 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all answer sets or the optimum \
    found, 0 unknown, 1 interrupted (11 with an answer set), 64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan solve encodings/queens/queens.lp -c n=8 0\n  \
    groundplan solve program.lp --opt-mode=optN 0 -q1\n  \
    groundplan solve program.lp instance.lp --format json\n  \
    groundplan solve program.lp 20 --html answers.html\n  \
    gringo --output=intermediate program.lp | groundplan solve -"
)]
pub struct SolveCommand {
    #[command(flatten)]
    pub solve: SolveArguments,
    #[command(flatten)]
    pub pictures: PictureArguments,
    #[command(flatten)]
    pub profile: ProfileArguments,
    #[command(flatten)]
    pub cubes: CubeArguments,
    /// With --cubes or --cube, write a certificate that the cubes are all of the question, or that there is no answer set within
    /// the cube, into this folder, which must not be there yet; `groundplan certify` writes one of a whole question
    #[arg(long, value_name = "DIR", value_parser = file_to_write, help_heading = "Cubes", hide_short_help = true)]
    pub certify: Option<PathBuf>,
}

/// Ground a logic program, and print the ground program.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 the program is ground, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan ground program.lp\n  \
    groundplan ground program.lp --output aspif | clasp 0\n  \
    groundplan ground program.lp --output dimacs > program.cnf\n  \
    groundplan ground program.lp --output plan")]
pub struct GroundArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Text that can be read again, aspif for clasp, the format of smodels, facts about it (reify), clauses (dimacs) with a map
    /// of the atoms in comments; or how it is grounded: the rules after the analysis, or the plan by which their bodies are
    /// joined
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub output: Output,
    #[command(flatten)]
    pub reify: ReifyArguments,
    /// With dimacs, what is done about positive loops: eliminate or rank
    #[arg(long, value_name = "METHOD")]
    pub loops: Option<Method>,
    /// Leave passes of grounding out, projection and join-replanning: they change the speed (docs/solving.md)
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub without: Vec<Pass>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub profile: ProfileArguments,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Find statements that conflict, where a logic program has no answer set.
///
/// Prints statements with their places that exclude each other, read as axioms beside the rest of the program, none of which
/// can be left out; then UNSATISFIABLE. Where there are several such sets, it is one of them, or all with `-n 0`, each as it is
/// found. A rule that is left out is no demand any more, but still supports what it derives: so in the program itself, leaving one of them out need not give an
/// answer set. If the program has one, that is said: SATISFIABLE; or UNKNOWN. An objective has no say.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 explained, 1 there is an answer set, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan explain program.lp instance.lp\n  \
    groundplan explain program.lp -c n=8 --soft constraints --instances\n  \
    groundplan explain program.lp --assume 'goal(3)' --format json\n  \
    groundplan explain program.lp -n 0\n  \
    groundplan explain program.lp --repair\n  \
    groundplan explain program.lp --why 'goal(3)'"
)]
pub struct ExplainArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What may be left out, separated by commas: `constraints`, `facts`, or the facts of a predicate, as in `closed/2`, with
    /// --repair also at a price, as in `closed/2=3`; or `all`, rules and bounds of choices and, for each predicate, that nothing
    /// but its rules derives it. Without it constraints and facts, and all where these do not conflict
    #[arg(long, value_name = "KINDS", value_delimiter = ',', allow_hyphen_values = true)]
    pub soft: Vec<SoftItem>,
    /// How many minimal conflicts to find, 0 for all
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub conflicts: u64,
    /// Find the fewest statements to leave out instead, so that the rest is consistent; the program is also solved again
    /// without them
    #[arg(long, conflicts_with_all = ["conflicts", "instances", "certify"])]
    pub repair: bool,
    /// Find instances of these statements as well that conflict, none of which can be left out, and print the values of their
    /// variables; with --why, print all instances that support an atom, and all that fail
    #[arg(long)]
    pub instances: bool,
    /// Say instead why this atom is true or false in an answer set: the first that is found, or an optimal one where the program
    /// has an objective; or why an integer variable has its value, as in `start(a)=3`
    #[arg(long, value_name = "ATOM", allow_hyphen_values = true, value_parser = without_stop,
          conflicts_with_all = ["soft", "certify", "conflicts", "repair"])]
    pub why: Option<String>,
    /// Write a web page with the reasons
    ///
    /// It marks the statements in the source text, steps through conflicts, and unfolds derivations (docs/explaining.md)
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub html: Option<PathBuf>,
    /// Write a certificate that they conflict: a folder, which must not be there yet
    #[arg(long, value_name = "DIR", value_parser = file_to_write)]
    pub certify: Option<PathBuf>,
    /// Why is there no answer set in which this holds: an atom, or `not` and an atom; it is one of the things that may conflict;
    /// with --why, it holds in the answer set
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true, value_parser = without_stop)]
    pub assume: Vec<String>,
    #[command(flatten)]
    pub solver: SolverArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
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

/// Returns an atom or a literal without the full stop that a program writes behind it.
#[allow(clippy::unnecessary_wraps, reason = "a value parser returns a result")]
fn without_stop(text: &str) -> Result<String, std::convert::Infallible> {
    let text = text.trim_end();
    Ok(text.strip_suffix('.').unwrap_or(text).to_owned())
}

/// Format logic programs.
///
/// Rewrites the files in one style, or prints standard input in it. Only white space and line breaks change: comments stay
/// where they are, and so do the line breaks between literals and elements. A file with an error stays as it is.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 formatted, 1 with --check, a file is not formatted, 2 the reader of the result has gone away, \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan fmt program.lp instance.lp\n  \
    groundplan fmt --check encodings/*/*.lp\n  \
    groundplan fmt < program.lp"
)]
pub struct FmtArguments {
    /// The files, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Write nothing, but print the names of files that are not formatted; on standard error, what would change in them first
    #[arg(long)]
    pub check: bool,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}
