//! Runs of the commands `groundplan.solve` and `groundplan.ground`: their results as text.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::{exchange, Counts, Engine, Error, Interrupter};
use groundplan_frontend::incremental::{StepResult, Stepwise};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::PlanError;
use groundplan_frontend::print::Answers;
use groundplan_frontend::run::{Event, Run};
use groundplan_frontend::End;

use crate::source::Source;

/// The size in bytes at which a search ends, since an editor shows its answers.
const MOST_TEXT: usize = 1 << 20;

/// The limit on rules that are printed.
const MOST_RULES: u64 = 100_000;

/// The action of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunAction {
    /// Searches for answer sets, and prints them as `groundplan solve` does.
    Solve,
    /// Prints the ground program, as `groundplan ground` does.
    Ground,
}

impl RunAction {
    /// All actions, with the names of their commands.
    pub const ALL: [(RunAction, &'static str); 2] =
        [(RunAction::Solve, "groundplan.solve"), (RunAction::Ground, "groundplan.ground")];

    /// The action in a word.
    pub fn title(self) -> &'static str {
        match self {
            RunAction::Solve => "solve",
            RunAction::Ground => "ground",
        }
    }
}

/// The reason why a command has no result: a message for the user.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program is wrong, or grounding was ended early.
    #[error("{0}")]
    Engine(#[from] Error),
    /// The options do not fit the program.
    #[error("{0}")]
    Options(String),
}

/// Runs an action on a program, until its time limit or an interrupt, and returns what it prints.
///
/// # Errors
///
/// If the program is wrong, or too large to be grounded within the limits.
pub fn run(action: RunAction, source: &Source, interrupter: &Interrupter) -> Result<String, RunError> {
    let options = source.options();
    let deadline = Instant::now() + options.time_limit();
    let mut engine = Box::new(Engine::new());
    let mut config = options.arguments.config().map_err(RunError::Options)?;
    config.solver.interrupter = interrupter.clone();
    engine.configure(config)?;
    engine.set_ground_deadline(Some(deadline));
    engine.set_ground_limit(Some(options.ground_limit()));
    let is_incremental = source.load(&mut engine)?;
    match action {
        RunAction::Ground => {
            engine.set_ground_limit(Some(options.ground_limit().min(MOST_RULES)));
            engine.ground(["base"])?;
            Ok(exchange::text(engine.ground_program()))
        }
        RunAction::Solve => solve(engine, source, deadline, is_incremental),
    }
}

/// Searches for answer sets of a program that was read, and returns what the command prints of them.
fn solve(
    mut engine: Box<Engine>,
    source: &Source,
    deadline: Instant,
    is_incremental: bool,
) -> Result<String, RunError> {
    let arguments = &source.options().arguments;
    if let Some(shown) = arguments.shown().map_err(RunError::Options)? {
        engine.add_text("--show-preds", &shown)?;
    }
    let printed = Arc::new(Mutex::new(String::new()));
    let out = Arc::clone(&printed);
    let print = move |text: &str| {
        lock(&out).push_str(text);
        Ok(())
    };
    let mut answers = Answers::new(arguments, Box::new(print));
    answers.leave_out_summary();
    if let Some(formula) = engine.formula() {
        answers.name_variables(formula);
    }
    let answers = RefCell::new(answers);
    let search = RunSearch { source, deadline, is_incremental, printed: &printed, answers: &answers };
    let end = match is_incremental {
        true => StepwiseSearch { search: &search, engine }.solve_by_steps()?,
        false => search.at_once(engine)?,
    };
    // Writing to a string does not fail.
    let _ = answers.borrow_mut().end(end, &Counts::default(), None);
    let mut text = lock(&printed).clone();
    if text.len() > MOST_TEXT {
        text += "The search was ended after 1 MiB of answers.\n";
    }
    Ok(text)
}

/// A search for answer sets.
struct RunSearch<'a> {
    source: &'a Source,
    deadline: Instant,
    is_incremental: bool,
    printed: &'a Mutex<String>,
    answers: &'a RefCell<Answers>,
}

impl RunSearch<'_> {
    fn at_once(&self, mut engine: Box<Engine>) -> Result<End, RunError> {
        engine.ground(["base"])?;
        let mut end = self.ask(&mut engine)?;
        while !is_cut(end) && engine.next_step()? {
            end = self.ask(&mut engine)?;
        }
        Ok(end)
    }

    /// Searches for answer sets of the ground program, and prints them.
    fn ask(&self, engine: &mut Box<Engine>) -> Result<End, RunError> {
        let plan = self.source.options().arguments.plan(engine, self.is_incremental);
        let mut plan = plan.map_err(|error| {
            let (PlanError::Options(why) | PlanError::Program(why)) = error;
            RunError::Options(why.to_owned())
        })?;
        plan.seeks_end = true;
        plan.deadline = Some(self.deadline);
        self.answers.borrow_mut().begin(engine, &plan);
        let taken = std::mem::take(engine);
        let mut run = Run::begin(taken, plan).map_err(|(_, error)| error)?;
        let ended = loop {
            let event = run.step()?;
            self.answers.borrow_mut().hear(&event);
            match event {
                Event::Answer => {
                    // Writing to a string does not fail.
                    run.with_answer(|found, _| self.answers.borrow_mut().add(found));
                    if lock(self.printed).len() > MOST_TEXT {
                        run.stop_here();
                    }
                }
                Event::Ended(end) => break end,
                Event::Bound(_) | Event::Proven => {}
            }
        };
        let end = if run.standing().is_late(run.plan()) { End::TimeLimit } else { End::from(ended) };
        if let Some(used) = run.give_back() {
            *engine = used;
        }
        Ok(end)
    }
}

/// A search in several steps, as `<incmode>` asks for.
struct StepwiseSearch<'a> {
    search: &'a RunSearch<'a>,
    engine: Box<Engine>,
}

impl Stepwise for StepwiseSearch<'_> {
    type Error = RunError;

    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Result<T, RunError> {
        Ok(act(&mut self.engine)?)
    }

    fn refuse(&self, message: String) -> RunError {
        RunError::Options(message)
    }

    fn search(&mut self) -> Result<StepResult, RunError> {
        let end = self.search.ask(&mut self.engine)?;
        Ok(StepResult { end, satisfiable: self.search.answers.borrow().satisfiable() })
    }
}

/// Whether a search was cut short.
fn is_cut(end: End) -> bool {
    matches!(end, End::Interrupted | End::TimeLimit)
}
