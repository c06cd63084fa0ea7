//! `groundplan solve` and `groundplan ground`: programs of the whole language.

pub mod answers;
pub mod arguments;
pub mod ground;
mod incremental;
mod load;
mod warnings;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use groundplan::program::Literal;
use groundplan::solve::{Optimization, Outcome, Reasoning};
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::report;
use crate::watchdog::{Cause, Ended, Watchdog};
use answers::{Answers, End};
use arguments::{EnumMode, SolveArguments};
use load::{refuse, Loaded};

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
    let config = arguments.solver.config()?;
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
    loaded.engine.configure(config);
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
    loaded.ground(&[("base", &[])])?;
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
        let mut assumptions = Vec::new();
        for text in &self.arguments.assume {
            match self.assumption(loaded, text)? {
                Some(literal) => assumptions.push(literal),
                // What is not there never holds.
                None => {
                    self.lock().begin_call(loaded.engine.has_objective());
                    self.lock().blame(vec![text.clone()]);
                    return Ok(End::Exhausted);
                }
            }
        }
        self.lock().begin_call(loaded.engine.has_objective());
        let end = match self.arguments.enum_mode {
            Some(mode) => self.consequences(loaded, &assumptions, mode),
            None if loaded.engine.has_objective() => self.optimize(loaded, &assumptions),
            None => self.enumerate(loaded, &assumptions),
        }?;
        if end == End::Exhausted && !assumptions.is_empty() && !self.satisfiable() {
            self.blame(loaded, &assumptions)?;
        }
        Ok(end)
    }

    /// Finds out which of the assumptions exclude all answer sets. The solver has kept what it learnt when it found none.
    fn blame(&self, loaded: &mut Loaded, assumptions: &[Literal]) -> Result<(), Failure> {
        let outcome = loaded.engine.solve(assumptions);
        if let Outcome::Unsatisfiable(core) =
            outcome.map_err(|error| refuse(&error, loaded.engine.sources()))?
        {
            let texts = self.arguments.assume.iter().zip(assumptions);
            let blamed = texts.filter(|(_, literal)| core.contains(literal)).map(|(text, _)| text.clone());
            self.lock().blame(blamed.collect());
        }
        Ok(())
    }

    fn consequences(
        &self,
        loaded: &mut Loaded,
        assumptions: &[Literal],
        mode: EnumMode,
    ) -> Result<End, Failure> {
        if loaded.engine.has_objective() {
            return Err(Failure::Input(
                "consequences of a program with an objective are not supported: leave out what it minimises"
                    .to_owned(),
            ));
        }
        let reasoning = match mode {
            EnumMode::Brave => Reasoning::Brave,
            EnumMode::Cautious => Reasoning::Cautious,
        };
        let (mut written, mut found) = (Ok(()), 0);
        let end = loaded.engine.consequences(assumptions, reasoning, |consequences| {
            written = self.lock().add_consequences(consequences, reasoning);
            found += 1;
            if written.is_err() || Some(found) == self.arguments.models {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        end.map(End::from).map_err(|error| refuse(&error, loaded.engine.sources()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A literal that says what is assumed; `None` if it never holds.
    fn assumption(&self, loaded: &mut Loaded, text: &str) -> Result<Option<Literal>, Failure> {
        let engine = &mut loaded.engine;
        let (negated, symbol) = load::literal(engine, text)?;
        let Some(atom) = engine.find_symbol(symbol) else {
            if !negated {
                return Ok(None);
            }
            return Ok(Some(engine.always()));
        };
        Ok(Some(Literal::new(atom, negated)))
    }

    fn optimize(&self, loaded: &mut Loaded, assumptions: &[Literal]) -> Result<End, Failure> {
        let mut failure = None;
        let end =
            loaded.engine.optimize(assumptions, |model, costs| match self.lock().add(model, Some(costs)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            });
        if let Some(failure) = failure {
            return Err(failure);
        }
        match end.map_err(|error| refuse(&error, loaded.engine.sources()))? {
            Optimization::Proven => Ok(End::Exhausted),
            Optimization::Stopped => Ok(End::Stopped),
            Optimization::Interrupted => Ok(End::Interrupted),
        }
    }

    fn enumerate(&self, loaded: &mut Loaded, assumptions: &[Literal]) -> Result<End, Failure> {
        let sources = loaded.engine.sources().clone();
        let models = if self.arguments.project {
            loaded.engine.projected_models(assumptions)
        } else {
            loaded.engine.models(assumptions)
        };
        let mut models = models.map_err(|error| refuse(&error, &sources))?;
        let mut found = 0;
        for model in models.by_ref() {
            let model = model.map_err(|error| refuse(&error, &sources))?;
            self.lock().add(&model, None)?;
            found += 1;
            if found == self.arguments.models.unwrap_or(1) {
                return Ok(End::Stopped);
            }
        }
        Ok(models.end().map_or(End::Exhausted, End::from))
    }
}

/// Sizes and times as lines.
pub(super) fn statistics(loaded: &Loaded) -> String {
    let (engine, search) = (&loaded.engine, loaded.engine.statistics());
    let seconds = |duration: std::time::Duration| json!((duration.as_secs_f64() * 1e6).round() / 1e6);
    let rows = [
        ("ground atoms", json!(engine.program().atom_count())),
        ("ground rules", json!(engine.program().rules.len() + engine.program().fact_count())),
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
