//! `groundplan decide`: looks for a plan of a given length, or of any length.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use groundplan::Interrupter;
use groundplan_check::Rules;
use groundplan_sokoban::{
    answer, Answer, EngineName, Event, Figures, Instance, Metric, Objective, Plan, Question, Verdict, Wanted,
};
use groundplan_terminal::certificate::{self, prepare, PrintedVerdict, WantedCertificate};
use groundplan_terminal::cubes::Within;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::progress::{describe, ProgressLine};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{escape, output, report};
use serde_json::{json, Value};

use crate::arguments::DecideArguments;
use crate::bounds_text::not_solved;
use crate::certify::{PlanQuestion, PlanRefutation};
use crate::competition::{CompetitionInstance, CompetitionPlan};
use crate::instance::{self, Source};
use crate::obstacles::{self, Explanation};
use crate::plan::{self, counted, PlanFormat, Played};
use crate::progress::Progress;
use crate::refusal::refuse;
use crate::stats::{EngineMonitor, PrintedTimes, Stats};
use crate::{cubes, known, levels, page, shortfall};

/// The largest number of steps; more are considered a mistake.
const MOST_STEPS: u32 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When instance or encoding cannot be used, or a plan does not pass the checker.
pub fn run(arguments: &DecideArguments) -> Result<Exit, Failure> {
    let (engine, options) = (arguments.answers()?, &arguments.engine);
    options.check_ground_limit(engine)?;
    options.check_threads(engine)?;
    let config = options.solver.config().map_err(Failure::Usage)?;
    let actions = actions(arguments)?;
    if let Some(count) = arguments.cubes.cubes {
        return cubes::run(arguments, actions, count);
    }
    if let Some(output) = &arguments.certify {
        prepare(output)?;
    }
    let (interrupter, printed) = (config.solver.interrupter.clone(), PrintedVerdict::default());
    let named = Arc::<OnceLock<Arc<Source>>>::default();
    let cube = Arc::<OnceLock<Within>>::default();
    let monitor = EngineMonitor::default();
    let asked = WatchedState {
        monitor: monitor.clone(),
        printed: printed.clone(),
        source: Arc::clone(&named),
        within: Arc::clone(&cube),
    };
    let watchdog = asked.watch(arguments, engine, interrupter.clone())?;
    let start = Instant::now();
    let source = Arc::new(instance::source(&arguments.instance, &arguments.levels)?);
    named.get_or_init(|| Arc::clone(&source));
    let instance = Arc::new(instance::read(&source, options.quiet)?);
    if let Some(path) = &arguments.plans.html {
        page::prepare(path, &source, &instance)?;
    }
    let read = start.elapsed();
    watchdog.begin();
    // If neither the command line nor the instance gives a number of actions, a plan of any length is asked for.
    let is_open = actions.is_none() && instance.steps.is_empty();
    let moves = source.moves().filter(|_| is_open);
    if moves.is_some() {
        check_options(arguments)?;
    }
    let engine = if is_open { arguments.answers_any(engine) } else { engine };
    let wanted = match moves {
        Some(most) => Wanted::Within { objective: MOVES, most },
        None if is_open && engine != EngineName::Ground => Wanted::Any,
        None => Wanted::Exactly { actions, no_noop: arguments.no_noop },
    };
    let mut question = options.question(engine, wanted, config)?;
    question.known = known::best_plan(source.level.as_ref(), &instance, Objective::LINES)?;
    let is_any = matches!(wanted, Wanted::Any | Wanted::Within { .. });
    if arguments.certify.is_some() && !is_any {
        // What cannot be certified is told before the search, and not after it.
        let asked = PlanQuestion {
            source: &source,
            instance: &instance,
            question: &question,
            actions,
            no_noop: arguments.no_noop,
        };
        asked.texts()?;
    }
    let within = match within(arguments, &source, &instance, &question, actions) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        within => within?,
    };
    if let Some(within) = &within {
        cube.get_or_init(|| within.clone());
    }
    question.within = within.iter().flat_map(|within| within.literals.clone()).collect();
    let rules = |length| {
        let actions = if is_any { Some(length) } else { actions };
        Rules { any_length: false, no_noop: arguments.no_noop, actions }
    };
    let refuse = |error| refuse(error, &source, options.encoding.as_deref(), rules);
    let is_ground = engine == EngineName::Ground;
    monitor.begin(&instance, wanted.actions(&instance).map(|actions| actions + 1), read);
    let mut progress = Progress::start(options.quiet || is_ground, Objective::LINES);
    let mut progress_line = None;
    let answered = answer(Arc::clone(&instance), &question, &mut |event| {
        monitor.record(&event);
        if let Event::Begun(pulse) = &event {
            watchdog.follow(pulse.clone());
        }
        match event {
            Event::Begun(pulse) if is_ground => {
                progress_line = ProgressLine::start(options.quiet, describe(pulse));
            }
            event => progress.show(&event),
        }
    });
    drop(progress_line);
    progress.end();
    let answer = match answered.map_err(refuse) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        answer => answer?,
    };
    if !options.quiet {
        report::diagnostics(&answer.warnings);
    }
    let start = Instant::now();
    if let Verdict::Plan(plan) = &answer.verdict {
        plan::verify(&source, &instance, plan, &rules(plan.len()), options.encoding.as_deref())?;
    }
    let asked = match wanted {
        Wanted::Any => Length::Any,
        Wanted::Within { most, .. } => Length::Moves(most),
        _ => Length::Exactly(wanted.actions(&instance)),
    };
    let mut decided = DecideResult { within, ..DecideResult::new(answer.verdict.clone(), asked, &instance)? };
    if let (Some(given), true) = (&source.given, is_any) {
        decided.add_competition_plan(given)?;
    }
    let stats = Stats::of(answer.figures.as_ref(), &PrintedTimes { read, check: start.elapsed() });
    let is_explained = arguments.explain || arguments.plans.html.is_some();
    let explanation = is_explained.then(|| decided.explain(&instance, &answer, arguments)).flatten();
    let Some(output) = &arguments.certify else {
        let _speaking = watchdog.speak();
        decided.deliver(arguments, &source, &answer, &stats, explanation.as_ref())?;
        return Ok(decided.exit());
    };
    let exit = printed.print(&watchdog, decided.exit(), || {
        decided.deliver(arguments, &source, &answer, &stats, explanation.as_ref())
    })?;
    let refutation = PlanRefutation {
        source: &source,
        instance: &instance,
        question: &question,
        actions: if exit == Exit::None { vec![actions] } else { Vec::new() },
        no_noop: arguments.no_noop,
        cube: &question.within,
        otherwise: if exit == Exit::Success { "there is a plan" } else { "there is no verdict" },
        files: Vec::new(),
    };
    let (interrupter, watchdog, quiet) = (&interrupter, &watchdog, options.quiet);
    refutation.certify(&WantedCertificate { output, interrupter, watchdog, quiet })?;
    Ok(exit)
}

/// The objective that the steps of an ASP Competition instance limit: the number of moves.
const MOVES: Objective = Objective { first: Metric::Moves, second: None };

/// Refuses options about a number of actions if the steps of the instance count moves.
fn check_options(arguments: &DecideArguments) -> Result<(), Failure> {
    let certify = arguments.certify.is_some().then_some("--certify");
    let no_noop = arguments.no_noop.then_some("--no-noop");
    match certify.or(arguments.cubes.option()).or(no_noop) {
        Some(option) => Err(Failure::Usage(format!(
            "`{option}` is about a number of actions, and the steps of the instance count moves: name a number with `--actions N`"
        ))),
        None => Ok(()),
    }
}

/// The length of plan that was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Any,
    /// Any length, with at most this many moves.
    Moves(usize),
    /// Exactly this many actions, if the number is known.
    Exactly(Option<usize>),
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Length::Any | Length::Exactly(None) => f.write_str("any length"),
            Length::Moves(most) => write!(f, "at most {}", quantity(*most, "move", "moves")),
            Length::Exactly(Some(actions)) => write!(f, "exactly {}", counted(*actions)),
        }
    }
}

/// The result of `groundplan decide`.
struct DecideResult {
    length: Length,
    /// The plan, if there is one.
    plan: Option<(Plan, Played)>,
    /// Whether a plan was found, or it is proven that there is none.
    proven: bool,
    /// The obstacles to any plan, where they are known without a search.
    why: Option<String>,
    /// The cube that the result is restricted to, if any.
    within: Option<Within>,
    /// The plan in the format of the competition that the instance is from.
    competition_plan: Option<CompetitionPlan>,
}

impl DecideResult {
    /// Creates the result, and plays the plan if there is one.
    fn new(verdict: Verdict, length: Length, instance: &Arc<Instance>) -> Result<Self, Failure> {
        let why = match (&verdict, length) {
            (Verdict::Never(_), Length::Any | Length::Moves(_)) => obstacles::why(instance),
            _ => None,
        };
        let (plan, proven) = match verdict {
            Verdict::Plan(plan) => (Some(plan), true),
            Verdict::NoPlan | Verdict::Never(_) => (None, true),
            Verdict::Bounds(_) | Verdict::Unknown => (None, false),
        };
        let played = |plan: Plan| Played::found(Arc::clone(instance), &plan).map(|played| (plan, played));
        Ok(DecideResult {
            length,
            plan: plan.map(played).transpose()?,
            proven,
            why,
            within: None,
            competition_plan: None,
        })
    }

    /// Adds the plan in the format of the competition, after the checker has replayed it.
    fn add_competition_plan(&mut self, given: &CompetitionInstance) -> Result<(), Failure> {
        if let Some((_, played)) = &self.plan {
            self.competition_plan = Some(given.write_plan(played)?);
        }
        Ok(())
    }

    /// Prints the result, writes the page if one is asked for, and prints the summary sentence.
    fn deliver(
        &self,
        arguments: &DecideArguments,
        source: &Source,
        answer: &Answer,
        stats: &Stats,
        explanation: Option<&Explanation>,
    ) -> Result<(), Failure> {
        let options = &arguments.engine;
        let played = self.plan.as_ref().map(|(_, played)| played);
        let object = || {
            let mut object = self.object(&arguments.instance, Some(source), &stats.json());
            if arguments.explain {
                object["explanation"] = explanation.map_or(Value::Null, Explanation::object);
            }
            object
        };
        output::print(&match options.format {
            Format::Text => self.lines(arguments.plans.plan_format),
            Format::Json => escape::json(&object()),
        })?;
        levels::write_record(&arguments.levels, object)?;
        let sentence = self.sentence();
        if let Some(path) = &arguments.plans.html {
            match played {
                Some(played) => page::write(path, source, played, &sentence)?,
                None => {
                    let unsolved = not_solved(None);
                    let unsolved = Some(unsolved.as_str()).filter(|_| !self.proven);
                    page::write_without(path, source, &self.why_not(answer, explanation), unsolved)?;
                }
            }
        }
        let explanation = explanation.filter(|_| arguments.explain);
        if answer.shortfalls.is_empty() {
            if !options.quiet {
                report::say(&format!("{}{sentence}", source.label()));
                let reasons = explanation.map(Explanation::sentences).unwrap_or_default();
                reasons.iter().for_each(|reason| report::say(&format!("{}why: {reason}", source.label())));
            }
        } else {
            shortfall::say(&answer.shortfalls, &source.label(), options.quiet);
        }
        if options.stats {
            report::say(&stats.text());
        }
        Ok(())
    }

    /// Returns the text of a page without a plan: why there is none, or that this is not known.
    fn why_not(&self, answer: &Answer, explanation: Option<&Explanation>) -> String {
        let sentence = self.sentence();
        match explanation.filter(|_| self.why.is_none()) {
            Some(explanation) => format!("{sentence}; {}", explanation.sentences().join("; ")),
            None if !answer.shortfalls.is_empty() => {
                format!("whether there is a plan is not known: {}", shortfall::text(&answer.shortfalls))
            }
            None => sentence,
        }
    }

    /// Returns the explanation why there is no plan, if that is proven.
    fn explain<'a>(
        &self,
        instance: &'a Instance,
        answer: &Answer,
        arguments: &DecideArguments,
    ) -> Option<Explanation<'a>> {
        let actions = match self.length {
            _ if self.plan.is_some() || !self.proven => return None,
            Length::Any | Length::Moves(_) => None,
            Length::Exactly(actions) => Some(actions?),
        };
        let engine = match &answer.figures {
            Some(Figures::Search(figures)) => figures.engine,
            _ => EngineName::Ground,
        };
        let explanation = Explanation::of(instance, actions, &answer.verdict, engine, arguments);
        Some(match self.length {
            Length::Moves(_) => explanation.about(format!("plans of {}", self.length)),
            _ => explanation,
        })
    }

    /// Returns the number of actions that was asked for, or that the plan has.
    fn actions(&self) -> Option<usize> {
        match self.length {
            Length::Any | Length::Moves(_) => self.plan.as_ref().map(|(plan, _)| plan.len()),
            Length::Exactly(actions) => actions,
        }
    }

    fn sentence(&self) -> String {
        let actions = counted(self.actions().unwrap_or(0));
        match &self.plan {
            Some((_, played)) if matches!(self.length, Length::Moves(_)) => {
                format!("a plan of {}, checked; it has {actions}, {}", self.length, played.counted())
            }
            None if self.proven && matches!(self.length, Length::Moves(_)) => {
                let why = self.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("there is no plan of {}{why}", self.length)
            }
            Some((_, played)) if self.length == Length::Any => {
                format!("a plan of {actions}, checked; it has {} (none proven fewest)", played.counted())
            }
            None if self.proven && self.length == Length::Any => {
                let why = self.why.as_deref().unwrap_or("all configurations are exhausted");
                format!("there is no plan of any length: {why}")
            }
            Some((_, played)) => {
                let counts = played.counted();
                format!("a plan of exactly {actions}, checked; it has {counts} (none proven fewest)")
            }
            None if self.proven && self.within.is_some() => {
                format!("there is no plan of exactly {actions} within the cube")
            }
            None if self.proven => format!("there is no plan of exactly {actions}"),
            None => "the search was stopped".to_owned(),
        }
    }

    fn result(&self) -> &'static str {
        match self.exit() {
            Exit::Success => "SATISFIABLE",
            Exit::None => "UNSATISFIABLE",
            _ => "UNKNOWN",
        }
    }

    fn exit(&self) -> Exit {
        match (&self.plan, self.proven) {
            (Some(_), _) => Exit::Success,
            (None, true) => Exit::None,
            (None, false) => Exit::Unknown,
        }
    }

    /// Returns the result as lines of text.
    fn lines(&self, format: PlanFormat) -> String {
        let plan = match (&self.competition_plan, &self.plan) {
            (Some(competition_plan), _) if format == PlanFormat::Atoms => competition_plan.lines(),
            (_, Some((_, played))) => plan::lines(played, format),
            _ => String::new(),
        };
        format!("{plan}{}\n", self.result())
    }

    /// Returns the result as JSON.
    fn object(&self, instance: &str, source: Option<&Source>, stats: &Value) -> Value {
        let played = self.plan.as_ref().map(|(_, played)| played);
        let mut object = json!({
            "schema_version": 1,
            "command": "decide",
            "instance": instance,
            "result": self.result(),
            "actions": self.actions(),
            "lower_bound": null,
            "proven": self.proven,
            "plan": self.plan.as_ref().map(|(plan, played)| plan::json(plan, &played.instance)),
            "checked": self.plan.is_some(),
            "stats": stats,
            "level": null,
            "title": null,
        });
        if let Some(source) = source {
            source.add_level(&mut object);
        }
        plan::add_counts(&mut object, played);
        self.competition_plan.iter().for_each(|competition_plan| competition_plan.add(&mut object));
        if let Some(within) = &self.within {
            within.add(&mut object);
        }
        object
    }
}

/// Returns the cube that the question is restricted to, with the digest of its ground program if that is printed.
fn within(
    arguments: &DecideArguments,
    source: &Source,
    instance: &Instance,
    question: &Question,
    actions: Option<usize>,
) -> Result<Option<Within>, Failure> {
    let Some(cube) = &arguments.cubes.cube else { return Ok(None) };
    let no_noop = arguments.no_noop;
    let mut grounded = PlanQuestion { source, instance, question, actions, no_noop }.ground()?;
    let literals = cube.read(&mut grounded.engine).map_err(certificate::failure)?;
    let is_in_json = arguments.engine.format == Format::Json || arguments.levels.part.is_some();
    let program = is_in_json.then(|| grounded.inquiry().ground.digest());
    Ok(Some(Within { literals, program }))
}

/// The results so far, shared with the watchdog.
struct WatchedState {
    monitor: EngineMonitor,
    printed: PrintedVerdict,
    source: Arc<OnceLock<Arc<Source>>>,
    within: Arc<OnceLock<Within>>,
}

impl WatchedState {
    fn watch(
        self,
        arguments: &DecideArguments,
        engine: EngineName,
        interrupter: Interrupter,
    ) -> Result<Watchdog, Failure> {
        let WatchedState { monitor, printed, source, within } = self;
        let asked = arguments.clone();
        let actions = arguments.actions.or(arguments.steps.map(|steps| steps.saturating_sub(1)));
        let give_up = move |ended: &EarlyEnd| {
            if let Some(exit) = printed.exit(ended, asked.engine.quiet) {
                return exit;
            }
            if ended.cause == Cause::Closed {
                return Exit::Unknown;
            }
            let length = Length::Exactly(actions.map(|actions| actions as usize));
            let stats = Stats::of_interrupted(&monitor, engine);
            let within = within.get().cloned();
            let decided =
                DecideResult { length, plan: None, proven: false, why: None, within, competition_plan: None };
            let object = || {
                let source = source.get().map(AsRef::as_ref);
                let mut object = decided.object(&asked.instance, source, &stats.json());
                if asked.explain {
                    object["explanation"] = Value::Null;
                }
                object
            };
            let printed = output::print(&match asked.engine.format {
                Format::Text => decided.lines(PlanFormat::Atoms),
                Format::Json => escape::json(&object()),
            });
            let printed = printed.and_then(|()| levels::write_record(&asked.levels, object));
            let sentence = format!("{}: whether there is a plan is not known", ended.cause);
            // If the instance was not read yet, there is nothing to show.
            let printed = printed.and_then(|()| match (&asked.plans.html, source.get()) {
                (Some(path), Some(source)) => {
                    let (unsolved, summary) = match ended.cause {
                        Cause::TimeLimit(limit) => (not_solved(Some(limit)), not_solved(Some(limit))),
                        _ => (not_solved(None), sentence.clone()),
                    };
                    page::write_without(path, source, &summary, Some(&unsolved))
                }
                _ => Ok(()),
            });
            if !asked.engine.quiet {
                report::say(&sentence);
                // The rule that was growing matters only to users who chose `ground`.
                if engine == EngineName::Ground {
                    ended.say_where();
                }
            }
            if asked.engine.stats {
                report::say(&stats.text());
            }
            printed.map_or_else(
                |failure| {
                    report::failure(&failure);
                    failure.exit()
                },
                |()| Exit::Unknown,
            )
        };
        Ok(Watchdog::start(arguments.engine.limits(engine), interrupter, give_up)?)
    }
}

/// Returns the number of actions that the command line asks for.
///
/// # Errors
///
/// When the number of steps is zero or too large.
fn actions(arguments: &DecideArguments) -> Result<Option<usize>, Failure> {
    let steps = match (arguments.actions, arguments.steps) {
        (Some(actions), _) => actions.checked_add(1),
        (None, Some(0)) => {
            return Err(Failure::Usage(
                "`--steps 0` asks for no step at all: n actions take n + 1 steps, and `--steps 1` asks whether the instance is \
                 solved"
                    .to_owned(),
            ));
        }
        (None, Some(steps)) => Some(steps),
        (None, None) => return Ok(None),
    };
    match steps.filter(|&steps| steps <= MOST_STEPS) {
        Some(steps) => Ok(Some(steps as usize - 1)),
        None => Err(Failure::Usage(format!("more than {MOST_STEPS} steps are not supported: ask for fewer"))),
    }
}
