//! `groundplan solve` and `groundplan ground`: programs of the whole language.

pub mod answers;
pub mod arguments;
pub mod ground;
mod incremental;
mod load;
mod warnings;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use groundplan::solve::{Decisions, Reasoning, Threads};
use groundplan::{Backend, Engine, Outcome, Query};
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::report;
use crate::watchdog::{Cause, Ended, Watchdog};
use answers::{Answers, End};
use arguments::{EnumMode, Heuristic, SolveArguments};
use load::Loaded;

/// What is asked of a ground program.
pub struct Asking<'a> {
    arguments: &'a SolveArguments,
    answers: Arc<Mutex<Answers>>,
}

/// Runs the command.
///
/// # Errors
///
/// When the program is wrong, or the solver fails.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let mut config = arguments.solver.config()?;
    config.threads = match arguments.threads.and_then(|threads| NonZeroUsize::new(threads.into())) {
        Some(threads) => Threads::Number(threads),
        None => Threads::WhenSlow,
    };
    if arguments.heuristic == Some(Heuristic::Domain) {
        if config.solver.backend != Backend::Cadical {
            return Err(Failure::Usage(format!(
                "`--heuristic=Domain` decides inside the backend `cadical`, not `{}`",
                config.solver.backend
            )));
        }
        config.decisions = Decisions::Domain;
    }
    let answers = Arc::new(Mutex::new(Answers::new(arguments.format, &arguments.program)));
    let (known, terse) = (Arc::clone(&answers), arguments.program.is_terse());
    let give_up = move |ended: &Ended| {
        let answers = known.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.cause == Cause::Closed {
            return answers.interrupted();
        }
        let exit = answers.end(End::Interrupted);
        if !terse {
            ended.say("the search was cut short");
        }
        exit.unwrap_or(Exit::Internal)
    };
    let limits = arguments.limits.limits();
    let watchdog = Watchdog::start(limits, config.solver.interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program)?;
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    let asking = Asking { arguments, answers };
    let end = match solve(&mut loaded, &asking) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        end => end,
    };
    let _speaking = watchdog.speak();
    let answers = asking.answers.lock().unwrap_or_else(PoisonError::into_inner);
    let exit = match end.and_then(|end| answers.end(end)) {
        Err(Failure::Closed) => return Ok(answers.interrupted()),
        exit => exit?,
    };
    if arguments.stats {
        report::say(&statistics(&loaded));
    }
    Ok(exit)
}

/// Grounds the program, and asks for its answer sets.
fn solve(loaded: &mut Loaded, asking: &Asking) -> Result<End, Failure> {
    if loaded.incremental {
        return incremental::run(loaded, asking);
    }
    loaded.ground(["base"])?;
    asking.ask(loaded)
}

impl Asking<'_> {
    /// Whether the last call found an answer set.
    pub fn satisfiable(&self) -> bool {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).satisfiable()
    }

    /// Looks for answer sets of what is ground, and prints them.
    ///
    /// # Errors
    ///
    /// When the program cannot be translated, which has been said, or the solver fails.
    pub fn ask(&self, loaded: &mut Loaded) -> Result<End, Failure> {
        let unknown = loaded.engine.unknown_theories();
        if !self.arguments.program.quiet {
            report::diagnostics(&unknown);
        }
        let optimizing = loaded.engine.has_objective();
        if optimizing && self.arguments.minimize_variable.is_some() {
            return Err(Failure::Input(
                "a program with an objective has no variable to minimize beside it: leave out one of the two"
                    .to_owned(),
            ));
        }
        let optimizing = optimizing || self.arguments.minimize_variable.is_some();
        self.lock().begin_call(optimizing);
        let end = match self.arguments.enum_mode {
            Some(EnumMode::DomainRecording) if optimizing => return Err(Failure::Input(
                "domain recording looks for answer sets, not for the best one: leave out what the program minimises"
                    .to_owned(),
            )),
            Some(_) if optimizing => return Err(Failure::Input(
                "consequences of a program with an objective are not supported: leave out what it minimises"
                    .to_owned(),
            )),
            Some(EnumMode::Brave) => self.consequences(loaded, Reasoning::Brave),
            Some(EnumMode::Cautious) => self.consequences(loaded, Reasoning::Cautious),
            Some(EnumMode::DomainRecording) | None => self.models(loaded, optimizing),
        }?;
        if end == End::Exhausted && !self.arguments.assume.is_empty() && !self.satisfiable() {
            // The solver has kept what it learnt when it found none.
            let outcome = self.query(&mut loaded.engine)?.solve().map_err(report::engine)?;
            if let Outcome::Unsatisfiable(core) = outcome {
                self.lock().blame(core.iter().map(str::to_owned).collect());
            }
        }
        Ok(end)
    }

    /// A question under the assumptions of the command line.
    fn query<'e>(&self, engine: &'e mut Engine) -> Result<Query<'e>, Failure> {
        let mut query = engine.query();
        for text in &self.arguments.assume {
            query = query.assume_text(text).map_err(|error| {
                report::engine(error);
                Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
            })?;
        }
        Ok(query)
    }

    fn consequences(&self, loaded: &mut Loaded, reasoning: Reasoning) -> Result<End, Failure> {
        let query = self.query(&mut loaded.engine)?;
        let mut approximations = query.approximations(reasoning).map_err(report::engine)?;
        let mut found = 0;
        for consequences in approximations.by_ref() {
            self.lock().add_consequences(&consequences.map_err(report::engine)?, reasoning)?;
            found += 1;
            if Some(found) == self.arguments.models {
                return Ok(End::Stopped);
            }
        }
        Ok(approximations.end().map_or(End::Stopped, End::from))
    }

    /// Answer sets one after the other, each better than the one before if there is an objective.
    fn models(&self, loaded: &mut Loaded, optimizing: bool) -> Result<End, Failure> {
        let records = self.arguments.enum_mode == Some(EnumMode::DomainRecording);
        if records && !loaded.engine.has_domain_to_record().map_err(report::engine)? {
            report::say(
                "warning: `--enum-mode=domRec` changes nothing: it needs `--heuristic=Domain`, and `#heuristic` that gives \
                 atoms a level above 0 without a condition",
            );
        }
        let mut query = self.query(&mut loaded.engine)?;
        if records {
            query = query.recording_domain();
        }
        if let Some(models) = Some(self.arguments.models.unwrap_or(1)).filter(|&models| models > 0) {
            query = query.limit(models);
        }
        if self.arguments.project {
            query = query.projected();
        }
        let models = match &self.arguments.minimize_variable {
            Some(variable) => query.lowering(variable),
            None if optimizing => query.improving(),
            None => query.models(),
        };
        let progression = |bound: &[i64]| self.lock().add_lower_bound(bound);
        let mut models = models.map_err(report::engine)?.on_lower_bound(progression);
        for model in models.by_ref() {
            self.lock().add(&model.map_err(report::engine)?)?;
        }
        Ok(models.end().map_or(End::Stopped, End::from))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sizes and times as lines.
pub(super) fn statistics(loaded: &Loaded) -> String {
    let (engine, search) = (&loaded.engine, loaded.engine.statistics());
    let ground = engine.ground_program();
    let seconds = |duration: std::time::Duration| json!((duration.as_secs_f64() * 1e6).round() / 1e6);
    let rows = [
        ("ground atoms", json!(ground.program.atom_count())),
        ("ground rules", json!(ground.program.rules.len() + ground.program.fact_count())),
        ("variables", json!(search.variables)),
        ("clauses", json!(search.clauses)),
        ("loop components", json!(search.loop_components)),
        ("loop atoms", json!(search.loop_atoms)),
        ("loop formulas", json!(search.loop_formulas)),
        ("sat calls", json!(search.sat_calls)),
        ("conflicts", json!(search.conflicts)),
        ("seconds read", seconds(engine.times().parse)),
        ("seconds ground", seconds(engine.times().ground)),
        ("seconds translate", seconds(search.translation)),
        ("seconds search", seconds(search.search)),
    ];
    let rows = rows.iter().filter(|(_, value)| !value.is_null());
    rows.map(|(name, value)| format!("{name:<24} {value}")).collect::<Vec<_>>().join("\n")
}
