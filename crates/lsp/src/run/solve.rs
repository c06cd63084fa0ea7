//! Searches for answer sets: what `groundplan solve` prints, and whether there is one.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::{Counts, Engine, Error};
use groundplan_frontend::incremental::{StepResult, Stepwise};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::PlanError;
use groundplan_frontend::print::Answers;
use groundplan_frontend::run::{Event, Run};
use groundplan_frontend::End;

use super::{LoadedProgram, RunError};
use crate::source::Source;

/// The size in bytes at which a search ends, since an editor shows its answers.
const MOST_TEXT: usize = 1 << 20;

/// The result of a search.
pub struct Searched {
    /// What the command prints.
    pub text: String,
    /// Whether there is an answer set; `None` if it is not known, or for a program that is solved step by step.
    pub has_answer_set: Option<bool>,
}

/// Searches for answer sets of a program that was read.
///
/// # Errors
///
/// If the program is wrong, or too large to be grounded within the limits.
pub fn search(program: &mut LoadedProgram<'_>) -> Result<Searched, RunError> {
    let LoadedProgram { source, engine, deadline, is_incremental, .. } = program;
    let (source, is_incremental) = (*source, *is_incremental);
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
    let search =
        RunSearch { source, deadline: *deadline, is_incremental, printed: &printed, answers: &answers };
    let end = match is_incremental {
        true => StepwiseSearch { search: &search, engine }.solve_by_steps()?,
        false => search.at_once(engine)?,
    };
    let has_answer_set = match (answers.borrow().satisfiable(), end) {
        _ if is_incremental => None,
        (true, _) => Some(true),
        (false, End::Exhausted) => Some(false),
        (false, _) => None,
    };
    // Writing to a string does not fail.
    let _ = answers.borrow_mut().end(end, &Counts::default(), None);
    let mut text = lock(&printed).clone();
    if text.len() > MOST_TEXT {
        text += "The search was ended after 1 MiB of answers.\n";
    }
    Ok(Searched { text, has_answer_set })
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
    fn at_once(&self, engine: &mut Box<Engine>) -> Result<End, RunError> {
        engine.ground(["base"])?;
        let mut end = self.ask(engine)?;
        while !is_cut(end) && engine.next_step()? {
            end = self.ask(engine)?;
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
    engine: &'a mut Box<Engine>,
}

impl Stepwise for StepwiseSearch<'_> {
    type Error = RunError;

    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Result<T, RunError> {
        Ok(act(self.engine)?)
    }

    fn refuse(&self, message: String) -> RunError {
        RunError::Options(message)
    }

    fn search(&mut self) -> Result<StepResult, RunError> {
        let end = self.search.ask(self.engine)?;
        Ok(StepResult { end, satisfiable: self.search.answers.borrow().satisfiable() })
    }
}

/// Whether a search was cut short.
fn is_cut(end: End) -> bool {
    matches!(end, End::Interrupted | End::TimeLimit)
}
