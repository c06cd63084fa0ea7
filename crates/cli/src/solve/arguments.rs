//! The command lines of `solve` and `ground`.

use clap::{Args, ValueEnum};
use groundplan::translate::Method;

use crate::options::{Format, LimitArguments, SolverArguments};

/// Find answer sets of a logic program.
///
/// Prints each answer set as clingo does: `Answer: N`, its shown atoms on one line, and at the end SATISFIABLE,
/// UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN. Where the program has an objective, each answer set printed is better than the
/// one before, and the last one is the best; `Progression : [LOWER;UPPER]` says between which costs that is, as far as it is
/// known, and `Bounds` does so at the end where a limit or an interrupt came first. A file may also be in aspif, as gringo writes it.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status (as clasp): 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all answer sets or the optimum \
    found, 0 unknown, 1 interrupted (11 with an answer set), 64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan solve encodings/queens/queens.lp -c n=8 -n 0\n  \
    groundplan solve program.lp instance.lp --format json\n  \
    gringo --output=intermediate program.lp | groundplan solve -"
)]
pub struct SolveArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How many answer sets to find; 0 for all [default: 1, with --enum-mode=brave and cautious 0]
    #[arg(long, short = 'n', value_name = "N")]
    pub models: Option<u64>,
    /// Minimize a variable of difference constraints: each answer set printed has a lesser value, and the last one the least
    #[arg(long, value_name = "VARIABLE", conflicts_with_all = ["enum_mode", "project", "models"])]
    pub minimize_variable: Option<String>,
    /// Answer sets that agree on the atoms of `#project`, or without any show the same, count as one
    #[arg(long)]
    pub project: bool,
    /// What the search decides on first: with Domain, what `#heuristic` says
    #[arg(long, value_name = "NAME", ignore_case = true)]
    pub heuristic: Option<Heuristic>,
    /// Find what some, or all, answer sets show; with domRec and --heuristic=Domain, answer sets none of which differs from an
    /// earlier one only on atoms that this one has as `#heuristic` wants them
    #[arg(long, short = 'e', value_name = "MODE", conflicts_with = "project")]
    pub enum_mode: Option<EnumMode>,
    /// Only answer sets in which this holds: an atom, or `not` and an atom; where there is none, prints which of these
    /// assumptions are to blame
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    #[command(flatten)]
    pub solver: SolverArguments,
    /// How many threads search, for one answer set or an optimum; of all answer sets and of consequences one does [default: 1,
    /// but for an optimum that takes longer than five seconds as many as the machine runs at once, 4 at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub stats: bool,
    /// How to print the result; json has the layout of clingo's --outf=2
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// What to find instead of all answer sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EnumMode {
    /// What some answer set shows
    Brave,
    /// What all answer sets show
    Cautious,
    /// Answer sets, recorded by the atoms that heuristics give a level to
    #[value(name = "domRec")]
    DomainRecording,
}

/// What decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heuristic {
    /// The program's `#heuristic`
    #[value(name = "Domain")]
    Domain,
}

/// Ground a logic program, and print the ground program.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 the program is ground, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan ground program.lp\n  \
    groundplan ground program.lp --output aspif | clasp 0\n  \
    groundplan ground program.lp --output dimacs > program.cnf\n  \
    groundplan ground program.lp --output plan")]
pub struct GroundArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Text that can be read again, aspif for clasp, clauses (dimacs) with a map of the atoms in comments; or how it is
    /// grounded: the rules after the analysis, or the plan by which their bodies are joined
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub output: Output,
    /// With dimacs, what is done about positive loops: eliminate or rank
    #[arg(long, value_name = "METHOD")]
    pub loops: Option<Method>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub stats: bool,
}

/// What program is read, and what is said about it.
#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// Files of the program; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// The value of a constant, in place of the program's own
    #[arg(long = "const", short = 'c', value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// Warn of this, or not (no-KIND): undefined and arithmetic (on unless switched off), arity, singleton; all; none
    #[arg(short = 'W', value_name = "KIND")]
    pub warnings: Vec<String>,
    /// How much to say, as in clingo: with 0, answer sets have no numbers and people are told nothing but warnings and errors;
    /// with 2 and 3, every lower bound of an objective that is proven is printed, else one a second at most
    #[arg(long, short = 'V', value_name = "N", require_equals = true, num_args = 0..=1,
          default_value = "1", default_missing_value = "3")]
    pub verbose: u32,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

impl ProgramArguments {
    /// Whether sentences for people are left out.
    pub fn is_terse(&self) -> bool {
        self.quiet || self.verbose == 0
    }
}

/// How to print a ground program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Output {
    /// The language itself.
    Text,
    /// The format between gringo and clasp.
    Aspif,
    /// Clauses.
    Dimacs,
    /// The rules that are grounded, before they are.
    Rules,
    /// In which order the rules' bodies are joined.
    Plan,
}
