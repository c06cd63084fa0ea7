//! Multi-shot solving of programs with `#include <incmode>.`, step by step.
//!
//! Step 0 grounds the parts `base` and `check(0)`; step `t` grounds `step(t)` and `check(t)` and makes the external
//! `query(t)` true. Steps continue until the program has an answer set (Gebser, Kaminski, Kaufmann & Schaub: Multi-shot ASP
//! solving with clingo, TPLP 19, 2019, §3.1).
//!
//! The constants `imin` and `imax` bound the number of steps. `istop` ("SAT", "UNSAT" or "UNKNOWN") is the verdict that ends
//! them.

use groundplan::program::ExternalValue;
use groundplan::symbol::SymbolView;
use groundplan::{Engine, Error, Part};

use crate::End;

/// The actions of a front end in each step of a program.
pub trait Stepwise: Sized {
    /// The front end's errors.
    type Error;

    /// Calls `act` with the engine.
    ///
    /// # Errors
    ///
    /// If `act` fails.
    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>)
        -> Result<T, Self::Error>;

    /// Returns the error for a program with a wrong constant, from a message.
    fn refuse(&self, message: String) -> Self::Error;

    /// Searches for answer sets of the ground program.
    ///
    /// # Errors
    ///
    /// If the search fails.
    fn search(&mut self) -> Result<StepResult, Self::Error>;

    /// Grounds the parts of a step.
    ///
    /// # Errors
    ///
    /// If the program is wrong.
    fn ground(&mut self, step: &Step) -> Result<(), Self::Error> {
        self.with_engine(|engine| engine.ground(step.parts()))
    }

    /// Makes the query atom of a step true.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn begin_query(&mut self, number: i64) -> Result<(), Self::Error> {
        self.with_engine(|engine| engine.assign_external("query", number, ExternalValue::True).map(drop))
    }

    /// Releases the query atom of the step that was solved last.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn end_query(&mut self, number: i64) -> Result<(), Self::Error> {
        self.with_engine(|engine| {
            engine.cleanup()?;
            engine.release_external("query", number).map(drop)
        })
    }

    /// Grounds and solves step by step. Returns the end of the last search.
    ///
    /// # Errors
    ///
    /// If the program is wrong, or an action fails.
    fn solve_by_steps(&mut self) -> Result<End, Self::Error> {
        let steps = self.with_engine(|engine| Ok(StepParts::new(engine)))?;
        let mut steps = steps.map_err(|message| self.refuse(message))?;
        let (mut end, mut verdict) = (End::Unknown, None);
        while let Some(step) = self.with_engine(|engine| Ok(steps.next(engine, verdict)))? {
            if step.number > 0 {
                self.end_query(step.number - 1)?;
            }
            self.ground(&step)?;
            self.begin_query(step.number)?;
            let result = self.search()?;
            end = result.end;
            if matches!(end, End::Interrupted | End::TimeLimit) {
                break;
            }
            verdict = Some(result.verdict());
        }
        Ok(end)
    }
}

/// The result of the search in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepResult {
    /// The way in which the search ended.
    pub end: End,
    /// Whether an answer set was found.
    pub satisfiable: bool,
}

/// The verdict of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepVerdict {
    /// There is an answer set.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Neither is known.
    Unknown,
}

impl StepResult {
    fn verdict(self) -> StepVerdict {
        match (self.satisfiable, self.end) {
            (true, _) => StepVerdict::Satisfiable,
            (false, End::Exhausted) => StepVerdict::Unsatisfiable,
            (false, _) => StepVerdict::Unknown,
        }
    }
}

/// The steps of a program that are still to come.
#[derive(Clone, Debug)]
struct StepParts {
    least: i64,
    most: Option<i64>,
    last: StepVerdict,
    number: i64,
}

/// One round of grounding and solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the step, from 0.
    pub number: i64,
    /// The names of the program parts to ground. Each except `base` takes the number as its argument.
    pub names: Vec<&'static str>,
}

impl Step {
    /// The program parts to ground.
    pub fn parts(&self) -> impl Iterator<Item = Part<'static>> + '_ {
        self.names.iter().map(|&name| match name {
            "base" => Part::from(name),
            name => (name, self.number).into(),
        })
    }
}

impl StepParts {
    /// Reads `imin`, `imax` and `istop` from the program.
    ///
    /// # Errors
    ///
    /// Returns a message if `istop` has an invalid value.
    fn new(engine: &mut Engine) -> Result<Self, String> {
        let mut number = |name: &str| {
            let value = engine.constant(name);
            value.and_then(|value| engine.symbols().as_number(value))
        };
        let (least, most) = (number("imin").unwrap_or(0), number("imax"));
        let stop = engine.constant("istop");
        let last = match stop.map(|stop| engine.symbols().view(stop)) {
            None | Some(SymbolView::String("SAT")) => StepVerdict::Satisfiable,
            Some(SymbolView::String("UNSAT")) => StepVerdict::Unsatisfiable,
            Some(SymbolView::String("UNKNOWN")) => StepVerdict::Unknown,
            Some(_) => return Err("`istop` is one of \"SAT\", \"UNSAT\" and \"UNKNOWN\"".to_owned()),
        };
        Ok(StepParts { least, most, last, number: 0 })
    }

    /// Returns the next step, given the verdict of the previous one, or `None` if no step remains.
    fn next(&mut self, engine: &Engine, verdict: Option<StepVerdict>) -> Option<Step> {
        let number = self.number;
        let is_done = number > 0 && number >= self.least && verdict == Some(self.last);
        if is_done || self.most.is_some_and(|most| number >= most) {
            return None;
        }
        self.number += 1;
        let names = if number == 0 { ["base", "check"] } else { ["step", "check"] };
        // A program need not define every part.
        let names = names.into_iter().filter(|&name| name == "base" || engine.has_part(name, 1));
        Some(Step { number, names: names.collect() })
    }
}
