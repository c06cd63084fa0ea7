//! Solving step by step, as `#include <incmode>.` asks for: part `base` and `check(0)` first, then `step(t)` and
//! `check(t)` with the external `query(t)` true, until the program has an answer set (Gebser, Kaminski, Kaufmann & Schaub:
//! Multi-shot ASP solving with clingo, TPLP 19, 2019, §3.1).
//!
//! The constants `imin`, `imax` and `istop` ("SAT", "UNSAT" or "UNKNOWN") say how many steps there are at least and at most,
//! and what ends them.

use groundplan::symbol::SymbolView;
use groundplan::Engine;

/// What ends the steps, beside their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is an answer set.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Neither is known.
    Unknown,
}

/// The steps of a program. Who takes them grounds the parts of one, makes `query(t)` true with its number, and looks for
/// answer sets.
#[derive(Clone, Debug)]
pub struct Steps {
    least: i64,
    most: Option<i64>,
    last: Verdict,
    number: i64,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number, from 0. That of the step before it has no query any more.
    pub number: i64,
    /// The names of its parts; all but `base` have the number as their argument.
    pub parts: Vec<&'static str>,
}

impl Steps {
    /// The steps that a program asks for.
    ///
    /// # Errors
    ///
    /// A sentence, when `istop` is none of its values.
    pub fn new(engine: &mut Engine) -> Result<Self, String> {
        let mut number = |name: &str| {
            let value = engine.constant(name);
            value.and_then(|value| engine.symbols().as_number(value))
        };
        let (least, most) = (number("imin").unwrap_or(0), number("imax"));
        let stop = engine.constant("istop");
        let last = match stop.map(|stop| engine.symbols().view(stop)) {
            None | Some(SymbolView::String("SAT")) => Verdict::Satisfiable,
            Some(SymbolView::String("UNSAT")) => Verdict::Unsatisfiable,
            Some(SymbolView::String("UNKNOWN")) => Verdict::Unknown,
            Some(_) => return Err("`istop` is one of \"SAT\", \"UNSAT\" and \"UNKNOWN\"".to_owned()),
        };
        Ok(Steps { least, most, last, number: 0 })
    }

    /// The next step, where the one before it has come to this; `None` where there is none.
    pub fn next(&mut self, engine: &Engine, verdict: Option<Verdict>) -> Option<Step> {
        let number = self.number;
        let is_done = number > 0 && number >= self.least && verdict == Some(self.last);
        if is_done || self.most.is_some_and(|most| number >= most) {
            return None;
        }
        self.number += 1;
        let parts = if number == 0 { ["base", "check"] } else { ["step", "check"] };
        // A program may leave out any of them.
        let parts = parts.into_iter().filter(|&part| part == "base" || engine.has_part(part, 1));
        Some(Step { number, parts: parts.collect() })
    }
}
