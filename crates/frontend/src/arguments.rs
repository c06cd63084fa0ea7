//! Command-line arguments of `solve`: the options of clingo, and options of groundplan.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};
use groundplan::exchange::ReifyOptions;
use groundplan::program::integers::Integers;
use groundplan::solve::{Decisions, DefaultHeuristic, SearchConfig, Threads};
use groundplan::translate::Method;
use groundplan::{Backend, Pass, Passes};

use crate::program::missing_solver;
use crate::values::{
    AnswerLayout, AtomFormat, Costs, EnumMode, Heuristic, OptMode, PreserveFacts, Project, Quiet,
    RandomSearches, Sign, SolveLimit, Symmetry,
};

/// The options of `solve`: the program, the question, the search and the output.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How many answer sets to find, 0 for all
    ///
    /// A number among the files says the same [default: 1, but 0 with an objective or --enum-mode]
    #[arg(long, short = 'n', value_name = "N", overrides_with = "models")]
    pub models: Option<u64>,
    /// The least value of an integer variable of `&sum` and the like
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = integer_bound,
          default_value_t = -Integers::USUAL_BOUND, hide_short_help = true)]
    pub min_int: i64,
    /// The greatest value of an integer variable
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = integer_bound,
          default_value_t = Integers::USUAL_BOUND, hide_short_help = true)]
    pub max_int: i64,
    /// Minimize a variable of difference constraints: each answer set printed has a lesser value, and the last one the least
    #[arg(long, value_name = "VARIABLE", conflicts_with_all = ["enum_mode", "project", "opt_mode"], hide_short_help = true)]
    pub minimize_variable: Option<String>,
    /// Answer sets that agree on `#project`, or else show the same, count as one
    ///
    /// Without a value: those that agree on the atoms of `#project` if the program has any, otherwise those that show the same;
    /// with show or project always the one or the other
    #[arg(long, value_name = "WHAT", require_equals = true, num_args = 0..=1, default_missing_value = "auto",
          default_value = "no", hide_default_value = true)]
    pub project: Project,
    /// The order of decisions: with Domain, as `#heuristic` says
    #[arg(long, value_name = "NAME", ignore_case = true, hide_short_help = true)]
    pub heuristic: Option<Heuristic>,
    /// A modifier for atoms beside `#heuristic`, with --heuristic=Domain: level, pos, true, neg, false, init or factor,
    /// or their numbers from 1 on, of all atoms (0), of those that are shown (16 or show) or of those of objectives (8 or opt)
    #[arg(long, value_name = "WHAT[,ATOMS]", hide_short_help = true)]
    pub dom_mod: Option<DefaultHeuristic>,
    /// The seed of random decisions: with other seeds, and --rand-freq, other answer sets come first
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub seed: Option<u64>,
    /// The part of decisions that are drawn, from 0 to 1
    #[arg(long, value_name = "PART", value_parser = part_of_one, hide_short_help = true)]
    pub rand_freq: Option<f64>,
    /// Draw all decisions at random in this many searches, each of CONFLICTS conflicts [default: 100]
    #[arg(long, value_name = "SEARCHES[,CONFLICTS]", hide_short_help = true)]
    pub rand_prob: Option<RandomSearches>,
    /// The value that atoms are tried with first: false (asp, neg), true (pos), or random (rnd)
    #[arg(long, value_name = "SIGN", ignore_case = true, hide_short_help = true)]
    pub sign_def: Option<Sign>,
    /// Try atoms with that always, not with the value that they had last
    #[arg(long, hide_short_help = true)]
    pub sign_fix: bool,
    /// Find what some (brave) or all (cautious) answer sets show
    ///
    /// Of those that are best where there is an objective. With domRec and --heuristic=Domain: answer sets none of which differs
    /// from an earlier one only on atoms that this one has as `#heuristic` wants them
    #[arg(long, short = 'e', value_name = "MODE", ignore_case = true)]
    pub enum_mode: Option<EnumMode>,
    /// Find a best answer set (opt), all best ones (optN), those within bounds (enum)
    ///
    /// With ignore, objectives are not used. Bounds on costs follow by falling priority
    #[arg(long, value_name = "MODE[,BOUND...]", default_value = "opt", allow_hyphen_values = true)]
    pub opt_mode: OptMode,
    /// Stop at the first answer set that costs no more than this, by falling priority
    #[arg(long, value_name = "BOUND...", allow_hyphen_values = true, hide_short_help = true)]
    pub opt_stop: Option<Costs>,
    /// End each search after this many conflicts, with what it has found
    #[arg(long, value_name = "CONFLICTS", hide_short_help = true)]
    pub solve_limit: Option<SolveLimit>,
    /// Only answer sets in which this holds: an atom, or `not` and an atom
    ///
    /// Where there is none, prints which of these assumptions are to blame
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// The solver.
    #[command(flatten)]
    pub solver: SolverArguments,
    /// How many threads search, for one answer set or an optimum
    ///
    /// One thread finds all answer sets and consequences [default: 1, but for an optimum that takes longer than five seconds as
    /// many as the machine runs at once, 4 at most]
    #[arg(long, short = 't', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Leave out answer sets that differ from others only by constants of which the program says the same (yes): auto does so
    /// where one answer set or a best one is looked for, after a while, and not step by step
    #[arg(long, value_name = "WHEN", require_equals = true, num_args = 0..=1, default_missing_value = "yes",
          default_value = "auto", hide_short_help = true)]
    pub symmetry: Symmetry,
    /// When to give up.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long, short = 's', value_name = "N", require_equals = true, num_args = 0..=1, default_missing_value = "1",
          default_value = "0", hide_default_value = true)]
    pub stats: String,
    /// Print all (0), the last (1) or no (2) answer sets, and costs; alone: no
    #[arg(long, short, value_name = "MODELS[,COSTS]", require_equals = true, num_args = 0..=1,
          default_missing_value = "2")]
    pub quiet: Option<Quiet>,
    /// With JSON, list the lower bounds of an objective among the answer sets as soon as they are proven
    #[arg(long, hide_short_help = true)]
    pub lower_bounds: bool,
    /// How to print the result
    ///
    /// json has the layout of clingo's --outf=2
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// The same by clingo's numbers: 0 text, 1 competition, 2 JSON, 3 nothing
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub outf: Option<u32>,
    /// Show only predicates NAME/ARITY, separated by commas
    #[arg(long, value_name = "NAMES", hide_short_help = true)]
    pub show_preds: Option<String>,
    /// The separator between shown atoms
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, hide_short_help = true)]
    pub out_ifs: Option<String>,
    /// How a shown atom is printed: text with `%0` for the atom
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, hide_short_help = true)]
    pub out_atomf: Option<AtomFormat>,
    /// Leave out shown atoms that begin with `_`
    #[arg(long, hide_short_help = true)]
    pub out_hide_aux: bool,
    /// Print the ground program instead, as `groundplan ground` does
    #[arg(long, hide_short_help = true)]
    pub text: bool,
    /// Print the ground program instead: text, aspif as intermediate, the format of smodels, or facts about it with reify
    #[arg(long, short, value_name = "FORMAT", ignore_case = true, hide_short_help = true)]
    pub output: Option<GroundOutput>,
    /// The facts about the ground program.
    #[command(flatten)]
    pub reify: ReifyArguments,
    /// Do all of it (clingo), only solve what is ground (clasp), or only ground (gringo)
    #[arg(long, value_name = "MODE", ignore_case = true, default_value = "clingo", hide_short_help = true)]
    pub mode: Mode,
    /// Options of clingo that only tune its search.
    #[arg(long, hide = true, allow_hyphen_values = true)]
    pub tuned: Vec<String>,
}

/// Parses a number from 0 to 1.
fn part_of_one(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("write a number from 0 to 1".to_owned()),
    }
}

impl SolveArguments {
    /// Returns the search configuration that these options select.
    ///
    /// # Errors
    ///
    /// Returns a message if the options contradict each other.
    pub fn config(&self) -> Result<SearchConfig, String> {
        let mut config = self.solver.config()?;
        config.threads = match self.threads.and_then(|threads| NonZeroUsize::new(threads.into())) {
            Some(threads) => Threads::Number(threads),
            None => Threads::WhenSlow,
        };
        if let Some(seed) = self.seed {
            config.solver = config.solver.seeded(seed);
        }
        let cdnl = &mut config.solver.cdnl;
        cdnl.random_decisions = self.rand_freq.unwrap_or(cdnl.random_decisions);
        if let Some(RandomSearches { searches, conflicts }) = self.rand_prob {
            (cdnl.random_searches, cdnl.random_conflicts) = (searches, conflicts);
        }
        cdnl.initial_phase = self.sign_def == Some(Sign::Pos);
        cdnl.random_phases = self.sign_def == Some(Sign::Rnd);
        cdnl.saves_phases = !self.sign_fix;
        if self.heuristic == Some(Heuristic::Domain) {
            let backend = &config.solver.backend;
            if config.solver.clone().deciding().is_none() {
                return Err(format!("`--heuristic=Domain` needs the backend `cdnl`, not `{backend}`"));
            }
            config.decisions = Decisions::Domain;
            config.default_heuristic = self.dom_mod;
        }
        Ok(config)
    }

    /// Returns `#show` directives for exactly the predicates that `--show-preds` names.
    ///
    /// # Errors
    ///
    /// Returns a message if the value is not a list of predicates.
    pub fn shown(&self) -> Result<Option<String>, String> {
        let Some(predicates) = &self.show_preds else { return Ok(None) };
        let is_signature = |signature: &str| {
            let Some((name, arity)) = signature.split_once('/') else { return false };
            let name = name.strip_prefix('-').unwrap_or(name).trim_start_matches(['_', '\'']);
            name.starts_with(|first: char| first.is_ascii_lowercase())
                && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '\'')
                && !arity.is_empty()
                && arity.bytes().all(|digit| digit.is_ascii_digit())
        };
        let named = predicates.split(',').filter(|name| !name.is_empty());
        if !named.clone().all(is_signature) {
            return Err(format!("`{predicates}` is no list of predicates, as in `p/1,-q/2`"));
        }
        Ok(Some(named.fold("#show.".to_owned(), |shown, name| format!("{shown} #show {name}."))))
    }

    /// Whether `--stats` asks for sizes and times.
    pub fn wants_stats(&self) -> bool {
        !self.stats.starts_with('0')
    }

    /// Returns the layout in which answers are printed.
    pub(crate) fn layout(&self) -> AnswerLayout {
        match (self.outf, self.format) {
            (Some(number), _) => AnswerLayout::numbered(number),
            (None, Format::Json) => AnswerLayout::Json,
            (None, Format::Text) => AnswerLayout::Text,
        }
    }

    /// Returns the format of the ground program if it is to be printed instead of solved.
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

/// The stages that run.
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

/// The facts about a ground program beside its rules.
#[derive(Clone, Copy, Default, Debug, Args)]
pub struct ReifyArguments {
    /// With reify, print which atoms depend on each other positively
    #[arg(long, hide_short_help = true)]
    pub reify_sccs: bool,
    /// With reify, print the number of the step with every fact; it is 0
    #[arg(long, hide_short_help = true)]
    pub reify_steps: bool,
    /// Keep facts in a printed ground program: in the bodies of rules (body), as conditions of what is shown (symtab), or both
    #[arg(
        long,
        value_name = "WHERE",
        ignore_case = true,
        default_value = "none",
        hide_default_value = true,
        hide_short_help = true
    )]
    pub preserve_facts: PreserveFacts,
}

impl ReifyArguments {
    /// Returns these options as the library's type.
    pub fn options(self) -> ReifyOptions {
        ReifyOptions { components: self.reify_sccs, steps: self.reify_steps }
    }
}

/// The program, and warnings about it.
#[derive(Clone, Debug, Args)]
pub struct ProgramArguments {
    /// Files of the program; - for standard input
    ///
    /// Standard input is read as well where no file is named and it is no terminal
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// The value of a constant, in place of the program's own
    #[arg(long = "const", short = 'c', value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// Warn of this, or not (no-KIND): undefined, arithmetic, spelling, tuple, bounds, instance, interval, function and constant (on
    /// unless switched off), arity, singleton, merged (docs/language.md); all; none; clingo's names of them do as well
    #[arg(long = "warn", short = 'W', value_name = "KIND", hide_short_help = true)]
    pub warnings: Vec<String>,
    /// How much to say, as in clingo: with 0, answer sets have no numbers and people are told nothing but warnings and errors;
    /// with 2 and 3, every lower bound of an objective that is proven is printed, else one a second at most
    #[arg(long, short = 'V', value_name = "N", require_equals = true, num_args = 0..=1,
          default_value = "1", default_missing_value = "3", hide_short_help = true)]
    pub verbose: u32,
}

impl ProgramArguments {
    /// Whether messages for human readers are suppressed (`--verbose=0`).
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

/// Returns all passes except `left_out`.
pub fn passes_without(left_out: &[Pass]) -> Passes {
    left_out.iter().fold(Passes::ALL, |passes, &pass| passes.without(pass))
}

/// How answer sets are found.
#[derive(Clone, Debug, Args)]
pub struct SolverArguments {
    /// The SAT solver: cadical+cdnl (a portfolio of the two), cadical, cdnl, varisat, or process:CMD for any that reads DIMACS
    #[arg(long, value_name = "BACKEND", hide_short_help = true)]
    pub backend: Option<Backend>,
    /// The method for positive loops: eliminate, rank, lazy, propagate, or auto
    #[arg(long, value_name = "METHOD", hide_short_help = true)]
    pub loops: Option<Method>,
    /// Leave passes of grounding, translation and search out: they change the speed and no answer (docs/solving.md)
    #[arg(long, value_name = "PASS,...", value_delimiter = ',', hide_short_help = true)]
    pub without: Vec<Pass>,
}

impl SolverArguments {
    /// Returns the search configuration for the chosen backend and loop method.
    ///
    /// # Errors
    ///
    /// Returns a message if the backend is not available, or if it does not support the loop method.
    pub fn config(&self) -> Result<SearchConfig, String> {
        let backend = self.backend.clone().unwrap_or_default();
        let method = self.loops.unwrap_or_default();
        if !backend.is_built() {
            return Err(
                "this build has no `cadical`: build it without `--no-default-features`, with a C++ compiler"
                    .to_owned(),
            );
        }
        if let Some(program) = missing_solver(&backend.to_string()) {
            return Err(format!(
                "`--backend {backend}`: there is no program `{program}`; install it, or name it by its path"
            ));
        }
        if method == Method::Propagate && !backend.takes_propagators() {
            return Err(format!(
                "the loop method `propagate` needs the backend {}, not `{backend}`",
                Backend::PROPAGATING
            ));
        }
        let mut config = SearchConfig::new(backend, method);
        config.passes = passes_without(&self.without);
        Ok(config)
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArguments {
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Give up when the process holds this much memory
    #[arg(long, value_name = "MIB", hide_short_help = true)]
    pub memory_limit: Option<u64>,
    /// Give up when the ground program would have more rules, facts included
    #[arg(long, value_name = "RULES", hide_short_help = true)]
    pub ground_limit: Option<u64>,
}

/// How to print a result: what all commands offer. The formats of answer sets alone are those of
/// [`AnswerLayout`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines to read.
    Text,
    /// One JSON object.
    Json,
}

/// Parses a time limit in seconds.
///
/// # Errors
///
/// Returns a message if the text is not a non-negative number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "give a number of seconds, 0 or more".to_owned())
}

/// Reads a bound of integer variables. Beyond it, no sum of two fits 64 bits.
fn integer_bound(text: &str) -> Result<i64, String> {
    /// The greatest bound.
    const MOST: i64 = 1 << 60;
    let number: i64 = text.parse().map_err(|_| "this is no number".to_owned())?;
    match number.unsigned_abs() <= MOST.unsigned_abs() {
        true => Ok(number),
        false => Err(format!("a bound is between {} and {MOST}", -MOST)),
    }
}
