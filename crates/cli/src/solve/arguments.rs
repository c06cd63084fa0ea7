//! The command lines of `solve`, `ground` and `explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundplan::exchange::ReifyOptions;
use groundplan::solve::DefaultHeuristic;
use groundplan::translate::Method;
use groundplan::{Pass, Soft};

use super::values::{Costs, Layout, OptMode, Project, Quiet, SolveLimit, Symmetry};
use crate::cubes::arguments::CubeArguments;
use crate::options::{file_to_write, Format, LimitArguments, SolverArguments};

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
    after_help = "Exit status (as clasp): 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all answer sets or the optimum \
    found, 0 unknown, 1 interrupted (11 with an answer set), 64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan solve encodings/queens/queens.lp -c n=8 0\n  \
    groundplan solve program.lp --opt-mode=optN 0 -q1\n  \
    groundplan solve program.lp instance.lp --format json\n  \
    gringo --output=intermediate program.lp | groundplan solve -"
)]
pub struct SolveArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How many answer sets to find, 0 for all; a number among the files says the same [default: 1, but 0 with an objective
    /// or --enum-mode]
    #[arg(long, short = 'n', value_name = "N", overrides_with = "models")]
    pub models: Option<u64>,
    /// Minimize a variable of difference constraints: each answer set printed has a lesser value, and the last one the least
    #[arg(long, value_name = "VARIABLE", conflicts_with_all = ["enum_mode", "project", "opt_mode"])]
    pub minimize_variable: Option<String>,
    /// Answer sets that agree on the atoms of `#project`, or without any show the same, count as one; with show or project
    /// always the one or the other
    #[arg(long, value_name = "WHAT", require_equals = true, num_args = 0..=1, default_missing_value = "auto",
          default_value = "no", hide_default_value = true)]
    pub project: Project,
    /// What the search decides on first: with Domain, what `#heuristic` says
    #[arg(long, value_name = "NAME", ignore_case = true)]
    pub heuristic: Option<Heuristic>,
    /// What the search is told of atoms beside `#heuristic`, with --heuristic=Domain: level, pos, true, neg, false, init or factor,
    /// or their numbers from 1 on, of all atoms (0), of those that are shown (16 or show) or of those of objectives (8 or opt)
    #[arg(long, value_name = "WHAT[,ATOMS]")]
    pub dom_mod: Option<DefaultHeuristic>,
    /// What is drawn in the search begins with this number: with other ones, and --rand-freq, other answer sets come first
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The part of decisions that are drawn, from 0 to 1
    #[arg(long, value_name = "PART", value_parser = part_of_one)]
    pub rand_freq: Option<f64>,
    /// What atoms are tried with first: false (asp, neg), true (pos), or what is drawn (rnd)
    #[arg(long, value_name = "SIGN", ignore_case = true)]
    pub sign_def: Option<Sign>,
    /// Try atoms with that always, not with the value that they had last
    #[arg(long)]
    pub sign_fix: bool,
    /// Find what some, or all, answer sets show, of those that are best where there is an objective; with domRec and
    /// --heuristic=Domain, answer sets none of which differs from an earlier one only on atoms that this one has as
    /// `#heuristic` wants them
    #[arg(long, short = 'e', value_name = "MODE", ignore_case = true)]
    pub enum_mode: Option<EnumMode>,
    /// What to do about objectives: find a best answer set (opt), all best ones (optN), those within bounds (enum), or nothing
    /// (ignore); bounds on costs follow by falling priority
    #[arg(long, value_name = "MODE[,BOUND...]", default_value = "opt", allow_hyphen_values = true)]
    pub opt_mode: OptMode,
    /// Stop at the first answer set that costs no more than this, by falling priority
    #[arg(long, value_name = "BOUND...", allow_hyphen_values = true)]
    pub opt_stop: Option<Costs>,
    /// End each search after so many conflicts, with what it has found
    #[arg(long, value_name = "CONFLICTS")]
    pub solve_limit: Option<SolveLimit>,
    /// Only answer sets in which this holds: an atom, or `not` and an atom; where there is none, prints which of these
    /// assumptions are to blame
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true, conflicts_with_all = ["cubes", "cube"])]
    pub assume: Vec<String>,
    #[command(flatten)]
    pub cubes: CubeArguments,
    /// With --cubes or --cube, write a certificate that the cubes are all of the question, or that there is no answer set within
    /// the cube, into this folder, which must not be there yet; `groundplan certify` writes one of a whole question
    #[arg(long, value_name = "DIR", value_parser = file_to_write, help_heading = "Cubes")]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArguments,
    /// How many threads search, for one answer set or an optimum; of all answer sets and of consequences one does [default: 1,
    /// but for an optimum that takes longer than five seconds as many as the machine runs at once, 4 at most]
    #[arg(long, short = 't', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Leave out answer sets that differ from others only by constants of which the program says the same (yes): auto does so
    /// where one answer set or a best one is looked for, after a while, and not step by step
    #[arg(long, value_name = "WHEN", require_equals = true, num_args = 0..=1, default_missing_value = "yes",
          default_value = "auto")]
    pub symmetry: Symmetry,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long, short = 's', value_name = "N", require_equals = true, num_args = 0..=1, default_missing_value = "1",
          default_value = "0", hide_default_value = true)]
    pub stats: String,
    /// Print all (0), the last (1) or none (2) of answer sets and of costs; alone, none
    #[arg(long, short, value_name = "MODELS[,COSTS]", require_equals = true, num_args = 0..=1,
          default_missing_value = "2")]
    pub quiet: Option<Quiet>,
    /// How to print the result; json has the layout of clingo's --outf=2
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// The same by clingo's numbers: 0 text, 1 competition, 2 JSON, 3 nothing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub outf: Option<u8>,
    /// Show only predicates NAME/ARITY, separated by commas
    #[arg(long, value_name = "NAMES")]
    pub show_preds: Option<String>,
    /// What stands between shown atoms
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub out_ifs: Option<String>,
    /// How a shown atom is printed: text with `%0` for the atom
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = atom_format)]
    pub out_atomf: Option<String>,
    /// Leave out shown atoms that begin with `_`
    #[arg(long)]
    pub out_hide_aux: bool,
    /// Print the ground program instead, as `groundplan ground` does
    #[arg(long)]
    pub text: bool,
    /// Print the ground program instead: text, aspif as intermediate, the format of smodels, or facts about it with reify
    #[arg(long, short, value_name = "FORMAT", ignore_case = true)]
    pub output: Option<GroundOutput>,
    #[command(flatten)]
    pub reify: ReifyArguments,
    /// Do all of it (clingo), only solve what is ground (clasp), or only ground (gringo)
    #[arg(long, value_name = "MODE", ignore_case = true, default_value = "clingo")]
    pub mode: Mode,
    /// Options of clingo that only tune its search.
    #[arg(long, hide = true, allow_hyphen_values = true)]
    pub tuned: Vec<String>,
}

/// Reads a number from 0 to 1.
fn part_of_one(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("write a number from 0 to 1".to_owned()),
    }
}

/// Reads a format of atoms.
fn atom_format(text: &str) -> Result<String, String> {
    match text.matches("%0").count() {
        1 => Ok(text.to_owned()),
        _ => Err("write `%0` once, where the atom is to stand".to_owned()),
    }
}

impl SolveArguments {
    /// How answers are printed.
    pub fn layout(&self) -> Layout {
        match (self.outf, self.format) {
            (Some(1), _) => Layout::Competition,
            (Some(2), _) | (None, Format::Json) => Layout::Json,
            (Some(3), _) => Layout::Silent,
            _ => Layout::Text,
        }
    }

    /// How the ground program is printed, if nothing is solved.
    pub fn ground_output(&self) -> Option<Output> {
        match (self.text, self.output, self.mode) {
            (true, ..) | (_, Some(GroundOutput::Text), _) => Some(Output::Text),
            (_, Some(GroundOutput::Intermediate), _) | (_, None, Mode::Gringo) => Some(Output::Aspif),
            (_, Some(GroundOutput::Smodels), _) => Some(Output::Smodels),
            (_, Some(GroundOutput::Reify), _) => Some(Output::Reify),
            _ => None,
        }
    }
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

/// What an atom is tried with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sign {
    /// False
    Asp,
    /// True
    Pos,
    /// False
    Neg,
    /// What is drawn
    Rnd,
}

/// What decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heuristic {
    /// The program's `#heuristic`
    #[value(name = "Domain")]
    Domain,
}

/// What is done of grounding and solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Mode {
    /// Both.
    Clingo,
    /// Solving.
    Clasp,
    /// Grounding.
    Gringo,
}

/// How clingo prints a ground program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GroundOutput {
    /// The language itself.
    Text,
    /// The format between gringo and clasp.
    Intermediate,
    /// The format of smodels and lparse.
    Smodels,
    /// Facts about it.
    Reify,
}

/// What facts about a ground program say beside its rules.
#[derive(Clone, Copy, Default, Debug, Args)]
pub struct ReifyArguments {
    /// With reify, print which atoms depend on each other positively
    #[arg(long)]
    pub reify_sccs: bool,
    /// With reify, print the number of the step with every fact; it is 0
    #[arg(long)]
    pub reify_steps: bool,
}

impl ReifyArguments {
    /// The same for whoever prints them.
    pub fn options(self) -> ReifyOptions {
        ReifyOptions { components: self.reify_sccs, steps: self.reify_steps }
    }
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
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Find statements that conflict, where a logic program has no answer set.
///
/// Prints statements with their places that exclude each other, read as axioms beside the rest of the program, none of which
/// can be left out; then UNSATISFIABLE. Where there are several such sets, it is one of them. A rule that is left out is no
/// demand any more, but still supports what it derives: so in the program itself, leaving one of them out need not give an
/// answer set. If the program has one, that is said: SATISFIABLE; or UNKNOWN. An objective has no say.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 explained, 1 there is an answer set, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error.\n\n\
    Examples:\n  groundplan explain program.lp instance.lp\n  \
    groundplan explain program.lp -c n=8 --soft constraints --instances\n  \
    groundplan explain program.lp --assume 'goal(3)' --format json"
)]
pub struct ExplainArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// What may be left out, separated by commas: integrity constraints, facts, or all, rules and bounds of choices and, for
    /// each predicate, that nothing but its rules derives it
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_values_t = [SoftKind::Constraints, SoftKind::Facts])]
    pub soft: Vec<SoftKind>,
    /// Find instances of these statements as well that conflict, none of which can be left out, and print the values of their
    /// variables
    #[arg(long)]
    pub instances: bool,
    /// Write a certificate that they conflict: a folder, which must not be there yet
    #[arg(long, value_name = "DIR", value_parser = file_to_write)]
    pub certify: Option<PathBuf>,
    /// Why is there no answer set in which this holds: an atom, or `not` and an atom; it is one of the things that may conflict
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true)]
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

/// What may be left out of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SoftKind {
    /// Integrity constraints
    Constraints,
    /// Facts
    Facts,
    /// All that can be
    All,
}

impl SoftKind {
    /// What several kinds are together.
    pub fn together(kinds: &[SoftKind]) -> Soft {
        let has = |kind| kinds.contains(&kind) || kinds.contains(&SoftKind::All);
        Soft {
            constraints: has(SoftKind::Constraints),
            facts: has(SoftKind::Facts),
            definitions: has(SoftKind::All),
        }
    }
}

impl std::fmt::Display for SoftKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SoftKind::Constraints => "constraints",
            SoftKind::Facts => "facts",
            SoftKind::All => "all",
        })
    }
}

/// What program is read, and what is said about it.
#[derive(Clone, Debug, Args)]
pub struct ProgramArguments {
    /// Files of the program; - for standard input, which is read where there is none and it is no terminal
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// The value of a constant, in place of the program's own
    #[arg(long = "const", short = 'c', value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// Warn of this, or not (no-KIND): undefined and arithmetic (on unless switched off), arity, singleton; all; none; clingo's
    /// names of them do as well
    #[arg(long = "warn", short = 'W', value_name = "KIND")]
    pub warnings: Vec<String>,
    /// How much to say, as in clingo: with 0, answer sets have no numbers and people are told nothing but warnings and errors;
    /// with 2 and 3, every lower bound of an objective that is proven is printed, else one a second at most
    #[arg(long, short = 'V', value_name = "N", require_equals = true, num_args = 0..=1,
          default_value = "1", default_missing_value = "3")]
    pub verbose: u32,
}

impl ProgramArguments {
    /// Whether sentences for people are left out.
    pub fn is_terse(&self) -> bool {
        self.verbose == 0
    }
}

/// How to print a ground program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Output {
    /// The language itself.
    Text,
    /// The format between gringo and clasp.
    Aspif,
    /// The format of smodels and lparse.
    Smodels,
    /// Facts about it.
    Reify,
    /// Clauses.
    Dimacs,
    /// The rules that are grounded, before they are.
    Rules,
    /// In which order the rules' bodies are joined.
    Plan,
}
