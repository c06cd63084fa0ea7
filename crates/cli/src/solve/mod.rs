//! `groundplan solve`, `groundplan ground` and `groundplan explain`: programs of the whole language.

pub mod answers;
pub mod arguments;
mod bounds;
pub mod clingo;
mod end;
pub mod explain;
pub mod ground;
mod incremental;
mod json;
pub mod load;
pub mod statistics;
mod style;
mod summary;
pub mod values;
mod warnings;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use groundplan::solve::{Decisions, Reasoning, Threads};
use groundplan::{Engine, Models, Outcome, Projection, Pulse, Query};
use groundplan_prove::Ground;

use crate::certify::second::input;
use crate::certify::{of_loaded, prepare, refuse_steps, Known as Verdict};
use crate::cubes::program::Refuted;
use crate::cubes::{self, Within};
use crate::exit::{Clasp, Exit, Failure};
use crate::memory;
use crate::progress::{self, Watched};
use crate::report;
use crate::watchdog::{Cause, Ended, Watchdog};
use answers::Answers;
use arguments::{EnumMode, GroundArguments, Heuristic, Sign, SolveArguments};
use end::End;
use load::Loaded;
use statistics::LookedOn;
use values::{Aim, Project, SolveLimit, Symmetry};

/// What is asked of a ground program.
pub struct Asking<'a> {
    arguments: &'a SolveArguments,
    answers: Arc<Mutex<Answers>>,
    /// Whether the program grows step by step.
    by_steps: bool,
    /// Where answer sets have to lie in a cube: its literals, and the ground program without them.
    within: Option<(Vec<String>, Ground)>,
}

/// Runs the command.
///
/// # Errors
///
/// When the program is wrong, or the solver fails.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    if let Some(output) = arguments.ground_output() {
        let SolveArguments { program, limits, reify, .. } = arguments;
        let (program, stats) = (program.clone(), arguments.wants_stats());
        return ground::run(&GroundArguments {
            program,
            output,
            reify: *reify,
            loops: None,
            without: arguments.solver.without.clone(),
            limits: *limits,
            stats,
            quiet: false,
        });
    }
    if let Some(count) = arguments.cubes.cubes {
        return cubes::program::run(arguments, count);
    }
    check_certify(arguments)?;
    note_tuned(arguments);
    let mut config = arguments.solver.config()?;
    config.threads = match arguments.threads.and_then(|threads| NonZeroUsize::new(threads.into())) {
        Some(threads) => Threads::Number(threads),
        None => Threads::WhenSlow,
    };
    if arguments.dom_mod.is_some() && arguments.heuristic != Some(Heuristic::Domain) {
        report::warning("`--dom-mod` changes nothing", "it needs `--heuristic=Domain`");
    }
    if let Some(seed) = arguments.seed {
        config.solver = config.solver.seeded(seed);
    }
    let cdnl = &mut config.solver.cdnl;
    cdnl.random_decisions = arguments.rand_freq.unwrap_or(cdnl.random_decisions);
    cdnl.initial_phase = arguments.sign_def == Some(Sign::Pos);
    cdnl.random_phases = arguments.sign_def == Some(Sign::Rnd);
    cdnl.saves_phases = !arguments.sign_fix;
    if arguments.heuristic == Some(Heuristic::Domain) {
        if !config.solver.backend.takes_propagators() {
            return Err(Failure::Usage(format!(
                "`--heuristic=Domain` needs the backend {}, not `{}`",
                groundplan::Backend::PROPAGATING,
                config.solver.backend
            )));
        }
        config.decisions = Decisions::Domain;
        config.default_heuristic = arguments.dom_mod;
    }
    let answers = Arc::new(Mutex::new(Answers::new(arguments)));
    let (known, terse) = (Arc::clone(&answers), arguments.program.is_terse());
    let verdict = Verdict::default();
    let printed = verdict.clone();
    let looked_on = LookedOn::default();
    let (last_look, wants_statistics) = (Arc::clone(&looked_on), arguments.wants_stats());
    let give_up = move |ended: &Ended| {
        if let Some(exit) = printed.exit(ended, terse) {
            return exit;
        }
        let counts = last_look.get().map(Pulse::counts).unwrap_or_default();
        let mut answers = lock(&known);
        if ended.cause == Cause::Closed {
            return answers.interrupted();
        }
        let end = End::from(&ended.cause);
        let exit = answers.end(end);
        if !terse {
            ended.say("the search was cut short");
        }
        answers.summary(end, counts.search.search).iter().for_each(|summary| report::say(summary));
        if wants_statistics {
            report::say(&statistics::of_interrupted(&last_look));
        }
        exit.unwrap_or(Exit::Internal)
    };
    let mut limits = arguments.limits.limits();
    // As in clingo.
    limits.time = limits.time.filter(|time| !time.is_zero());
    let interrupter = config.solver.interrupter.clone();
    memory::exit_with(Exit::Clasp(Clasp::Interrupted));
    let watchdog = Watchdog::start(limits, interrupter.clone(), give_up)?;
    print_what_waits(Arc::downgrade(&answers));
    let mut loaded = load::load(&arguments.program, false).inspect_err(|failure| {
        // The error is what counts.
        let _ = lock(&answers).abandon(failure);
    })?;
    if let Some(formula) = loaded.engine.formula() {
        lock(&answers).name_variables(formula);
    }
    loaded.show(arguments.show_preds.as_deref())?;
    if arguments.out_hide_aux {
        loaded.engine.hide_auxiliary();
    }
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let watched = Watched::start(arguments.program.is_terse(), tell(pulse, Arc::downgrade(&answers)));
    let mut asking = Asking { arguments, answers, by_steps: loaded.incremental, within: None };
    let end = solve(&mut loaded, &mut asking);
    drop(watched);
    let end = match end {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        end => end,
    };
    let certifies = arguments.certify.is_some();
    let speaking = if certifies { watchdog.hold() } else { watchdog.speak() };
    let mut answers = asking.lock();
    let end = match end {
        Err(Failure::Closed) => return Ok(answers.interrupted()),
        Err(failure) => {
            // The error is what counts.
            let _ = answers.abandon(&failure);
            return Err(failure);
        }
        Ok(end) => end,
    };
    let exit = match answers.end(end) {
        Err(Failure::Closed) => return Ok(answers.interrupted()),
        exit => exit?,
    };
    let solving = loaded.engine.statistics().search;
    answers.summary(end, solving).iter().for_each(|summary| report::say(summary));
    if arguments.wants_stats() {
        report::say(&statistics::lines(&loaded.engine.counts()));
    }
    if asking.within.is_some() && !terse && exit == Exit::Clasp(Clasp::Unsatisfiable) {
        report::say("there is no answer set within the cube");
    }
    verdict.note(exit);
    drop((speaking, answers));
    if let (Some(output), Some((within, ground))) = (&arguments.certify, asking.within) {
        let input = input(&loaded.engine, &arguments.program.files);
        let refuted = Refuted { ground, input, within: &within };
        refuted.certify(output, exit, &mut loaded.engine, (&interrupter, &watchdog), terse)?;
    }
    // The system takes the memory of a process back faster than millions of rules and clauses are freed one by one.
    std::mem::forget(loaded);
    Ok(exit)
}

/// Refuses a certificate of what has none, or has another.
fn check_certify(arguments: &SolveArguments) -> Result<(), Failure> {
    let Some(output) = &arguments.certify else { return Ok(()) };
    if arguments.cubes.option().is_none() {
        return Err(Failure::Usage(
            "`--certify` is for `--cubes` and `--cube`: `groundplan certify` writes a certificate of a whole question".to_owned(),
        ));
    }
    if !arguments.opt_mode.bound.is_empty() {
        return Err(Failure::Usage(
            "a certificate is about all answer sets, whatever they cost: leave the bounds out".to_owned(),
        ));
    }
    prepare(output)
}

/// What is being grounded with rules a second, then conflicts a second, answer sets, and between which costs the best one is.
fn tell(pulse: Pulse, answers: Weak<Mutex<Answers>>) -> impl FnMut() -> String {
    let mut tell = progress::tell(pulse);
    move || {
        let found = answers.upgrade().map(|answers| lock(&answers).progress()).unwrap_or_default();
        format!("{}{found}", tell())
    }
}

/// Names the options that have no say here.
fn note_tuned(arguments: &SolveArguments) {
    if arguments.tuned.is_empty() || arguments.program.is_terse() {
        return;
    }
    let names: Vec<String> = arguments.tuned.iter().map(|name| format!("`{name}`")).collect();
    report::note(&format!("{}: tunes clasp, and changes nothing here", names.join(", ")));
}

/// Has what waits to be printed printed in time, as long as there are answers.
fn print_what_waits(answers: Weak<Mutex<Answers>>) {
    memory::thread(move || loop {
        std::thread::sleep(answers::PATIENCE);
        let Some(answers) = answers.upgrade() else { return };
        // The next answer, or the end, notices as well.
        let _ = lock(&answers).flush();
    });
}

fn lock(answers: &Mutex<Answers>) -> MutexGuard<'_, Answers> {
    answers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Grounds the program, and asks for its answer sets.
fn solve(loaded: &mut Loaded, asking: &mut Asking) -> Result<End, Failure> {
    let cube = asking.arguments.cubes.cube.as_ref();
    if cube.is_some() {
        refuse_steps(loaded)?;
    }
    if loaded.incremental {
        return incremental::run(loaded, asking);
    }
    loaded.ground(["base"])?;
    loaded.warn_of_assumptions(&asking.arguments.assume);
    if let Some(cube) = cube {
        let literals = cube.read(&mut loaded.engine)?;
        let ground = of_loaded(&loaded.engine, &asking.arguments.program.constants);
        asking.lock().stay_within(Within { literals: literals.clone(), program: ground.digest() });
        cubes::keep_within(&literals, &mut loaded.engine)?;
        asking.within = Some((literals, ground));
    }
    let mut end = asking.ask(loaded)?;
    while end != End::Interrupted && loaded.engine.next_step().map_err(report::engine)? {
        end = asking.ask(loaded)?;
    }
    Ok(end)
}

impl SolveArguments {
    fn wants_stats(&self) -> bool {
        !self.stats.starts_with('0')
    }
}

impl Asking<'_> {
    /// Whether the last call found an answer set.
    pub fn satisfiable(&self) -> bool {
        self.lock().satisfiable()
    }

    /// Looks for answer sets of what is ground, and prints them.
    ///
    /// # Errors
    ///
    /// When the program cannot be translated, which has been said, or the solver fails.
    pub fn ask(&self, loaded: &mut Loaded) -> Result<End, Failure> {
        let unknown = loaded.engine.unknown_theories();
        if !self.arguments.program.is_terse() {
            report::diagnostics(&unknown);
        }
        let objective = loaded.engine.has_objective();
        let reasoning = match self.arguments.enum_mode {
            Some(EnumMode::Brave) => Some(Reasoning::Brave),
            Some(EnumMode::Cautious) => Some(Reasoning::Cautious),
            Some(EnumMode::DomainRecording) | None => None,
        };
        if objective && self.arguments.enum_mode == Some(EnumMode::DomainRecording) {
            return Err(Failure::Input(
                "domain recording looks for answer sets, not for the best one: leave out what the program minimises"
                    .to_owned(),
            ));
        }
        let aim = match self.arguments.opt_mode.aim {
            // What best answer sets have in common is a matter of all of them.
            Aim::Best if reasoning.is_some() => Aim::AllBest,
            aim => aim,
        };
        let most = match aim {
            Aim::Best if objective => Some(1),
            Aim::AllBest => None,
            _ => Some(self.arguments.models.unwrap_or(1)),
        };
        let is_one =
            most == Some(1) && self.arguments.enum_mode.is_none() && self.arguments.project == Project::No;
        if self.arguments.symmetry == Symmetry::Yes && !is_one {
            return Err(Failure::Usage(
                "`--symmetry` leaves answer sets out: it is for one answer set, or for a best one".to_owned(),
            ));
        }
        let variable = self.arguments.minimize_variable.as_deref();
        if objective && variable.is_some() {
            return Err(Failure::Input(
                "a program with an objective has no variable to minimize beside it: leave out one of the two"
                    .to_owned(),
            ));
        }
        self.lock().begin_call((objective || variable.is_some()).then_some(aim));
        let engine = &mut loaded.engine;
        let end = match aim {
            _ if variable.is_some() => self.improve(engine, self.arguments.models.unwrap_or(0)),
            _ if !objective => self.all(engine, None, reasoning),
            Aim::Ignore | Aim::Within => self.all(engine, None, reasoning),
            Aim::Best => self.improve(engine, self.arguments.models.unwrap_or(0)),
            Aim::AllBest => match self.improve(engine, 0)? {
                End::Exhausted if self.satisfiable() => {
                    let best = self.lock().costs().map(<[i64]>::to_vec);
                    self.lock().prove();
                    self.all(engine, best, reasoning)
                }
                end => Ok(end),
            },
        }?;
        if end == End::Interrupted && !loaded.engine.interrupter().is_interrupted() {
            // As in clingo, a limit of conflicts is no interrupt.
            return Ok(End::Stopped);
        }
        if end == End::Exhausted && !self.arguments.assume.is_empty() && !self.satisfiable() {
            // The solver has kept what it learnt when it found none.
            let outcome = self.query(&mut loaded.engine)?.solve().map_err(report::engine)?;
            if let Outcome::Unsatisfiable(core) = outcome {
                self.lock().blame(core.iter().map(str::to_owned).collect());
            }
        }
        Ok(end)
    }

    /// A question under the assumptions and the bound of the command line.
    fn query<'e>(&self, engine: &'e mut Engine) -> Result<Query<'e>, Failure> {
        let bound = &self.arguments.opt_mode;
        let bounded = engine.has_objective() && bound.aim != Aim::Ignore && !bound.bound.is_empty();
        let mut query = engine.query();
        for text in &self.arguments.assume {
            query = query.assume_text(text).map_err(|error| {
                report::engine(error);
                Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
            })?;
        }
        if bounded {
            query = query.no_worse_than(bound.bound.clone());
        }
        if let Some(SolveLimit(Some(conflicts))) = self.arguments.solve_limit {
            query = query.conflict_limit(conflicts);
        }
        Ok(query)
    }

    /// The question up to symmetry, unless that is not wanted; step by step it would cost too much to look for it.
    fn up_to_symmetry<'e>(&self, query: Query<'e>) -> Query<'e> {
        match self.arguments.symmetry {
            Symmetry::Auto if self.by_steps => query,
            Symmetry::Auto | Symmetry::Yes => query.up_to_symmetry(),
            Symmetry::No => query,
        }
    }

    /// Answer sets one after the other, or what they have in common; of those that cost no more than the best.
    fn all(
        &self,
        engine: &mut Engine,
        best: Option<Vec<i64>>,
        reasoning: Option<Reasoning>,
    ) -> Result<End, Failure> {
        let most = self.arguments.models.unwrap_or(u64::from(reasoning.is_none() && best.is_none()));
        let records = self.arguments.enum_mode == Some(EnumMode::DomainRecording);
        if records && !engine.has_domain_to_record().map_err(report::engine)? {
            report::warning(
                "`--enum-mode=domRec` changes nothing",
                "it needs `--heuristic=Domain`, and `#heuristic` or `--dom-mod` that gives atoms a level above 0 without a condition",
            );
        }
        let mut query = self.query(engine)?;
        if let Some(best) = best {
            query = query.within(best);
        }
        query = match self.arguments.project {
            Project::No => query,
            Project::Auto => query.projected(),
            Project::Shown => query.projected_to(Projection::Shown),
            Project::Named => query.projected_to(Projection::Named),
        };
        match reasoning {
            Some(reasoning) => {
                let mut approximations = query.approximations(reasoning).map_err(report::engine)?;
                for consequences in approximations.by_ref() {
                    let mut answers = self.lock();
                    answers.add_consequences(&consequences.map_err(report::engine)?, reasoning)?;
                    if answers.found() == most {
                        return Ok(End::Stopped);
                    }
                }
                Ok(approximations.end().map_or(End::Stopped, End::from))
            }
            None => {
                if most > 0 {
                    query = query.limit(most);
                }
                if most == 1 {
                    query = self.up_to_symmetry(query);
                }
                if records {
                    query = query.recording_domain();
                }
                self.take(query.models().map_err(report::engine)?, 0)
            }
        }
    }

    /// Answer sets each better than the one before, `most` of them unless that is 0.
    fn improve(&self, engine: &mut Engine, most: u64) -> Result<End, Failure> {
        let progression = |bound: &[i64]| self.lock().add_lower_bound(bound);
        let query = self.up_to_symmetry(self.query(engine)?);
        let models = match &self.arguments.minimize_variable {
            Some(variable) => query.lowering(variable),
            None => query.improving(),
        };
        let models = models.map_err(report::engine)?;
        self.take(models.on_lower_bound(progression), most)
    }

    /// Prints answer sets, `most` of them unless that is 0, or until one costs no more than the command line says.
    fn take(&self, mut models: Models, most: u64) -> Result<End, Failure> {
        let enough = self.arguments.opt_stop.as_ref().map(|costs| &costs.0);
        for model in models.by_ref() {
            let model = model.map_err(report::engine)?;
            let mut answers = self.lock();
            answers.add(&model)?;
            let costs = answers.costs().unwrap_or_default();
            let is_enough = enough.is_some_and(|enough| {
                let length = enough.len().min(costs.len());
                length > 0 && costs[..length] <= enough[..length]
            });
            if is_enough || answers.found() == most {
                return Ok(End::Stopped);
            }
        }
        Ok(models.end().map_or(End::Stopped, End::from))
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        lock(&self.answers)
    }
}
