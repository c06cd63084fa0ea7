//! The command-line arguments of the commands for Sokoban.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use groundplan::solve::{SearchConfig, Threads};
use groundplan_sokoban::{EngineName, Objective, Question, Wanted};
use groundplan_terminal::cubes::CubeArguments;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::{self, InputText};
use groundplan_terminal::options::{file_to_write, seconds, Format, SolverArguments};
use groundplan_terminal::watchdog::Limits;

use crate::levels::{AskedInstance, LevelsRun};
use crate::overview::AskedOfEach;
use crate::plan::PlanArguments;
use crate::position::After;
use crate::selection::{LevelArguments, OutputKind};

/// Why `--certify` takes one level.
const ONE_CERTIFICATE: &str = "`--certify` writes a certificate about one level: name it with `--level N`";

/// Find a plan for a Sokoban level: with a given number of actions, or any.
///
/// Asks for the number of actions given by the steps of the instance or by `--actions`; for any number of them without either, as
/// with a level; and for at most as many moves as an instance of the ASP Competitions has steps, in their atoms. Prints one
/// push(B_before,D,B_after,S) atom a line, or for a problem in PDDL one ground action as planners do, and SATISFIABLE, or
/// UNSATISFIABLE, or UNKNOWN. An action is one walk
/// to a box and one push of it in one direction, over any distance. Every plan is replayed by an independent checker
/// before it is printed.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 a plan was found, 1 there is none, 2 unknown (a limit or an interrupt), 64 bad command \
    line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan decide instances/sokoban/faber-example.lp\n  \
    groundplan decide instances/sokoban/paper-figure1.lp --actions 13 --no-noop\n  \
    groundplan decide level.lp --actions 20 --time-limit 60 --format json"
)]
pub struct DecideArguments {
    /// A file of facts, a level, or a problem in PDDL; - for standard input
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    /// The exact number of actions, whatever steps the instance has
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    pub actions: Option<u32>,
    /// So many steps, which is one more than actions
    #[arg(long, value_name = "K")]
    pub steps: Option<u32>,
    /// Every action has to move its box
    #[arg(long)]
    pub(crate) no_noop: bool,
    /// Where there is no plan, say why: which boxes cannot be brought where, which never move, or how many actions are needed
    /// at least, as far as that can be said without a search
    #[arg(long, conflicts_with_all = ["cubes", "cube"])]
    pub(crate) explain: bool,
    /// The engine that answers: the first of ground, tabled+ and fess, or one alone [default: auto; ground if an option is for it alone,
    /// or with --certify or --stats]
    #[arg(long = "engine", value_name = "ENGINE",
          value_parser = engines(&EngineName::ALL))]
    pub(crate) answers: Option<EngineName>,
    /// Where there is none, write a certificate that others can check into this folder, which must not be there yet
    #[arg(long, value_name = "DIR", value_parser = file_to_write)]
    pub(crate) certify: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cubes: CubeArguments,
    #[command(flatten)]
    pub(crate) plans: PlanArguments,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

impl DecideArguments {
    /// Returns the instance, and how to run the command for several levels.
    pub fn asked(&self) -> AskedInstance<'_> {
        let only_one = if self.certify.is_some() {
            Some(ONE_CERTIFICATE)
        } else {
            self.cubes.option().map(|_| "cubes are of one question: name one level with `--level N`")
        };
        let is_bounded = self.actions.is_some() || self.steps.is_some();
        let asked = AskedOfEach { is_bounded, time_limit: self.engine.time_limit };
        let each =
            LevelsRun { replaces: true, only_one, asked, ..self.engine.each(&self.levels, &self.plans) };
        let (argument, levels, format) = (&*self.instance, &self.levels, self.engine.format);
        AskedInstance { argument, levels, format, each: Some(each) }
    }

    /// Returns the engine that answers: the named one; `ground` if an option is for it alone or shows its statistics;
    /// or `auto`.
    ///
    /// # Errors
    ///
    /// When an option belongs to another engine than the named one.
    pub fn answers(&self) -> Result<EngineName, Failure> {
        let option = self.engine.for_ground().or(self.cubes.option());
        match self.answers {
            Some(engine) => check_option(engine, option).map(|()| engine),
            None if option.is_some() || self.certify.is_some() || self.engine.stats => Ok(EngineName::Ground),
            None => Ok(EngineName::Auto),
        }
    }

    /// Returns the engine that decides whether there is a plan of any length, where `engine` is what
    /// [`answers`](Self::answers) returned. `ground` needs a number of actions, so it is used only if it is named or
    /// an option is for it alone.
    pub(crate) fn answers_any(&self, engine: EngineName) -> EngineName {
        let is_ground = self.answers.is_some()
            || self.engine.for_ground().or(self.cubes.option()).is_some()
            || self.certify.is_some();
        if is_ground {
            engine
        } else {
            EngineName::Auto
        }
    }
}

/// Find a plan of the least actions, pushes or moves for a Sokoban level, and prove that.
///
/// Races three engines until there is a proven answer: `ground` searches one horizon after the other, from a lower bound
/// up, on one kept solver; `tabled+` searches the configurations; `fess` looks for any plan and makes it cheaper. For
/// pushes and moves, `ground` does not take part. Prints the plan, `Optimization: N` and OPTIMUM FOUND; SATISFIABLE where
/// the plan is not proven to be a least one; UNSATISFIABLE; UNKNOWN. The steps of the instance are ignored.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 the optimum was found and proven, 1 there is no plan, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan optimize instances/sokoban/paper-figure1.lp\n  \
    groundplan optimize level.xsb --html plan.html\n  \
    groundplan optimize collection.sok --level 7 --plan-format lurd\n  \
    groundplan optimize collection.sok --level 1-20,33 --output solved.sok\n  \
    groundplan optimize collection.sok --level all --csv levels.csv\n  \
    groundplan optimize level.xsb --metric moves,pushes\n  \
    groundplan optimize level.lp --time-limit 60 --stats\n  \
    groundplan optimize level.lp --encoding my.lp --backend varisat --loops lazy"
)]
pub struct OptimizeArguments {
    /// A file of facts, a level, or a problem in PDDL; - for standard input
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    /// The cost to minimize: lines, pushes or moves; or two in a row, as in lines,pushes
    #[arg(long, value_name = "METRIC", default_value_t = Objective::LINES)]
    pub metric: Objective,
    /// No more actions than this
    #[arg(long, value_name = "N")]
    pub(crate) max_actions: Option<u32>,
    /// Have the solver refute one action less even where the lower bound excludes it [default: true]
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1,
          require_equals = true, default_missing_value = "true")]
    pub(crate) confirm: Option<bool>,
    /// The engine that answers: the first of ground, tabled+ and fess, or one alone [default: auto; ground if an option is for it alone]
    #[arg(long = "engine", value_name = "ENGINE",
          value_parser = engines(&EngineName::ALL))]
    pub(crate) answers: Option<EngineName>,
    /// Write a certificate that there is no plan with fewer actions into this folder, which must not be there yet, and the plan
    #[arg(long, value_name = "DIR", value_parser = file_to_write)]
    pub(crate) certify: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) plans: PlanArguments,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

impl OptimizeArguments {
    /// Returns the instance, and how to run the command for several levels.
    pub fn asked(&self) -> AskedInstance<'_> {
        let only_one = self.certify.as_ref().map(|_| ONE_CERTIFICATE);
        let asked =
            AskedOfEach { is_bounded: self.max_actions.is_some(), time_limit: self.engine.time_limit };
        let each = LevelsRun { only_one, asked, ..self.engine.each(&self.levels, &self.plans) };
        let (argument, levels, format) = (&*self.instance, &self.levels, self.engine.format);
        AskedInstance { argument, levels, format, each: Some(each) }
    }

    /// Returns the engine that answers: the named one, `ground` if an option is for it alone, or `auto`.
    ///
    /// # Errors
    ///
    /// When an option belongs to another engine than the named one, or does not go with the metric.
    pub fn answers(&self) -> Result<EngineName, Failure> {
        if self.metric != Objective::LINES {
            self.check_metric()?;
        }
        let option = self.engine.for_ground().or(self.confirm.map(|_| "--confirm"));
        match (self.answers, option) {
            (Some(engine), option) => check_option(engine, option).map(|()| engine),
            (None, Some(_)) => Ok(EngineName::Ground),
            (None, None) => Ok(EngineName::Auto),
        }
    }

    /// Refuses options that support only the metric `lines`.
    fn check_metric(&self) -> Result<(), Failure> {
        let metric = self.metric;
        let reason = if self.answers == Some(EngineName::Tabled) {
            "the published tabled program counts lines alone: ask another engine"
        } else if self.engine.encoding.is_some() {
            "what another program counts is up to it: leave `--encoding` out"
        } else if self.certify.is_some() {
            "certificates are about the number of actions: leave `--certify` out"
        } else {
            return Ok(());
        };
        Err(Failure::Usage(format!("`--metric {metric}`: {reason}, or ask for `--metric lines`")))
    }
}

/// Parses the name of an engine, of those given.
fn engines(names: &[EngineName]) -> impl TypedValueParser<Value = EngineName> {
    let names = names.iter().map(|engine| engine.name()).collect::<Vec<_>>();
    PossibleValuesParser::new(names).try_map(|name| name.parse::<EngineName>())
}

/// Refuses an option that is for `ground` alone if another engine is named.
///
/// # Errors
///
/// When `option` is given and the engine is not `ground`.
fn check_option(engine: EngineName, option: Option<&str>) -> Result<(), Failure> {
    match option {
        Some(option) if engine != EngineName::Ground => Err(Failure::Usage(format!(
            "`{option}` is for the engine `ground`, not `{engine}`: leave one of them out"
        ))),
        _ => Ok(()),
    }
}

/// The options of all commands that ask the engine.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArguments {
    /// A logic program to use in place of the shipped one
    #[arg(long, value_name = "FILE")]
    pub(crate) encoding: Option<String>,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    /// Give up after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up when the process, or the table space of a tabled engine, holds this much memory [default for table space: 4096]
    #[arg(long, value_name = "MIB")]
    pub(crate) memory_limit: Option<u64>,
    /// Give up when the ground program would have more rules, facts included
    #[arg(long, value_name = "RULES")]
    pub(crate) ground_limit: Option<u64>,
    /// How many threads search the configurations, with tabled+ [default: 1, but as many as the machine runs at once, 4 at most,
    /// when it takes longer than five seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) threads: Option<u16>,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub(crate) stats: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl EngineArguments {
    /// Returns how to run a command for several levels, each of which it may take.
    fn each(&self, levels: &LevelArguments, plans: &PlanArguments) -> LevelsRun {
        LevelsRun {
            quiet: self.quiet,
            output: plans.output.clone(),
            limit: self.time_limit,
            // A single level writes its page itself.
            page: plans.html.clone().filter(|_| levels.are_several()),
            csv: plans.csv.clone(),
            asked: AskedOfEach { is_bounded: false, time_limit: self.time_limit },
            replaces: false,
            only_one: None,
        }
    }

    /// Returns the first given option that is for the engine `ground` alone.
    pub(crate) fn for_ground(&self) -> Option<&'static str> {
        let given = [
            (self.encoding.is_some(), "--encoding"),
            (self.solver.backend.is_some(), "--backend"),
            (self.solver.loops.is_some(), "--loops"),
            (!self.solver.without.is_empty(), "--without"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }

    /// Refuses `--ground-limit` if the engine grounds nothing.
    ///
    /// # Errors
    ///
    /// When the limit is given and the engine is a state-space engine.
    pub(crate) fn check_ground_limit(&self, engine: EngineName) -> Result<(), Failure> {
        match is_state_space(engine) {
            true => check_option(engine, self.ground_limit.map(|_| "--ground-limit")),
            false => Ok(()),
        }
    }

    /// Refuses `--threads` if the engine does not search configurations in parallel.
    ///
    /// # Errors
    ///
    /// When the number is given and the engine is `ground`, `tabled` or `fess`.
    pub(crate) fn check_threads(&self, engine: EngineName) -> Result<(), Failure> {
        match engine {
            EngineName::Ground | EngineName::Tabled | EngineName::Fess if self.threads.is_some() => {
                Err(Failure::Usage(format!(
                    "`--threads` is for the engine `tabled+`, not `{engine}`: leave one of them out"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Returns the question that these options put to an engine.
    ///
    /// # Errors
    ///
    /// When the encoding cannot be read.
    pub(crate) fn question(
        &self,
        engine: EngineName,
        wanted: Wanted,
        config: SearchConfig,
    ) -> Result<Question, Failure> {
        let encoding = match &self.encoding {
            None => None,
            Some(path) => Some(input::read(path).map(|InputText { name, text }| (name, text))?),
        };
        let table_bytes = engine.table_bytes(self.memory_limit);
        let (config, ground_limit) = (config.refuting(), self.ground_limit);
        let threads = match self.threads.and_then(|threads| NonZeroUsize::new(threads.into())) {
            Some(threads) => Threads::Number(threads),
            None => Threads::WhenSlow,
        };
        let within = Vec::new();
        let known = None;
        Ok(Question { wanted, engine, encoding, config, within, ground_limit, table_bytes, threads, known })
    }

    /// Returns the limits of the whole process. For a state-space engine the memory limit is that of its table space,
    /// so the process may use some headroom on top of it.
    pub(crate) fn limits(&self, engine: EngineName) -> Limits {
        let headroom = match self.memory_limit {
            Some(limit) if is_state_space(engine) => limit / 8 + 20,
            _ => 0,
        };
        Limits { time: self.time_limit, memory: self.memory_limit, headroom }
    }
}

fn is_state_space(engine: EngineName) -> bool {
    matches!(engine, EngineName::Tabled | EngineName::TabledPlus | EngineName::Fess)
}

/// Replay a plan by the rules of the game.
///
/// The plan is push(B_before,D,B_after,S) atoms in any order, or push(B_before,D,B_after) in the order they happen, in
/// brackets or not, separated by dots, commas or blanks; or letters, l u r d for a move and upper case for a push; or
/// JSON as decide and optimize print it; or, for an instance of the ASP Competitions, move/5, pushtogoal/7, pushtonongoal/7 and
/// noop/1; or, for a problem in PDDL, (move ...), (push-to-goal ...) and (push-to-nongoal ...) in the order they happen. Without a plan, the solutions in a collection are checked. Prints VALID or INVALID,
/// and on standard error which push breaks which rule.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the plan is valid, 1 it is not, 64 bad command line, 65 bad input.\n\n\
    Examples:\n  groundplan check plan instances/sokoban/faber-example.lp plan.txt\n  \
    groundplan optimize level.lp | groundplan check plan level.lp -\n  \
    groundplan check plan collection.sok --level all"
)]
pub struct CheckPlanArguments {
    /// A file of facts, a level, or a problem in PDDL; - for standard input
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    /// A file with the plan; - for standard input; none to check the solutions that stand behind the levels
    pub(crate) plan: Option<String>,
    /// Accept any number of actions, whatever steps the instance has
    #[arg(long)]
    pub(crate) any_length: bool,
    /// Refuse actions that leave their box where it is
    #[arg(long)]
    pub(crate) no_noop: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl CheckPlanArguments {
    /// Returns the instance.
    pub fn asked(&self) -> AskedInstance<'_> {
        AskedInstance { argument: &self.instance, levels: &self.levels, format: self.format, each: None }
    }
}

/// Look at a level, or at a plan for it.
///
/// In a terminal the plan can be played, paused and stepped through in both directions; into a pipe the start and the
/// configuration after each action are printed. --html writes a page that does the same in a browser. The plan is read
/// as by `check plan`, and has to pass as there.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 shown, 1 the plan breaks a rule, 64 bad command line, 65 bad input.\n\n\
    Examples:\n  groundplan replay level.xsb\n  \
    groundplan replay instances/sokoban/faber-example.lp plan.txt\n  \
    groundplan optimize level.xsb | groundplan replay level.xsb - --html plan.html"
)]
pub struct ReplayArguments {
    /// A file of facts, a level, or a problem in PDDL; - for standard input
    pub(crate) instance: String,
    /// A file with the plan; - for standard input; none to see the level alone
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    /// Write a page that plays the plan and lets one play, for any browser; with several levels one for all of them
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub(crate) html: Option<PathBuf>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl ReplayArguments {
    /// Returns the instance.
    pub fn asked(&self) -> AskedInstance<'_> {
        AskedInstance { argument: &self.instance, levels: &self.levels, format: Format::Text, each: None }
    }
}

/// Turn levels into facts, the formats of competitions or images, and facts into levels.
///
/// A level becomes facts of right/2, top/2, box/1, solution/1 and sokoban/1; the location in column x and row y, both
/// from 0, is called c{x}r{y}. Facts become a map, if their neighbours are those of a flat floor. asp13
/// is facts as in the ASP Competitions since 2013, pddl a problem as in the International Planning Competition.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 converted, 64 bad command line, 65 bad input.\n\n\
    Examples:\n  groundplan convert level.xsb --to facts\n  \
    groundplan convert collection.sok --level 7 --to facts --output level7.lp\n  \
    groundplan convert collection.sok --level all --to facts --output folder\n  \
    groundplan convert collection.slc --level all --to xsb --output collection.sok\n  \
    groundplan convert level.xsb --to pddl --output level.pddl\n  \
    groundplan convert level.xsb --to png --output level.png\n  \
    groundplan convert level.xsb plan.txt --after 7 --to svg --output position.svg\n  \
    groundplan convert instances/sokoban/faber-example.lp --to xsb")]
pub struct ConvertArguments {
    /// A file of facts, a level, or a problem in PDDL; - for standard input
    pub(crate) instance: String,
    /// With --after: a file with the plan; - for standard input; none for the solution that stands behind the level
    #[arg(requires = "after")]
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    /// The format to write
    #[arg(long, value_name = "KIND", required_unless_present = "list")]
    pub(crate) to: Option<OutputKind>,
    /// Show the level after so many actions of a plan, or after pushes=N or moves=N; with --to svg, png or xsb
    #[arg(long, value_name = "N|METRIC=N")]
    pub(crate) after: Option<After>,
    /// Write to this file (- for standard output), or the facts or images of several levels to files in this folder
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl ConvertArguments {
    /// Returns the instance.
    pub fn asked(&self) -> AskedInstance<'_> {
        AskedInstance { argument: &self.instance, levels: &self.levels, format: Format::Text, each: None }
    }
}
