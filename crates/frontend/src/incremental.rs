//! Multi-shot solving of programs with `#include <incmode>.`, step by step.
//!
//! Step 0 grounds the parts `base` and `check(0)`; step `t` grounds `step(t)` and `check(t)` and makes the external
//! `query(t)` true. Steps continue until the program has an answer set (Gebser, Kaminski, Kaufmann & Schaub: Multi-shot ASP
//! solving with clingo, TPLP 19, 2019, §3.1).
//!
//! The constants `imin` and `imax` bound the number of steps. `istop` ("SAT", "UNSAT" or "UNKNOWN") is the verdict that ends
//! them.

use groundplan::symbol::SymbolView;
use groundplan::Engine;

/// The verdict of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is an answer set.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Neither is known.
    Unknown,
}

/// An iterator over the steps of a program. For each step, the caller grounds its parts, makes `query(t)` true for its number
/// `t`, and searches for answer sets.
#[derive(Clone, Debug)]
pub struct Steps {
    least: i64,
    most: Option<i64>,
    last: Verdict,
    number: i64,
}

/// One round of grounding and solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the step, from 0. The query atom of the step before it must be released.
    pub number: i64,
    /// The names of the program parts to ground. Each except `base` takes the number as its argument.
    pub parts: Vec<&'static str>,
}

impl Steps {
    /// Reads `imin`, `imax` and `istop` from the program.
    ///
    /// # Errors
    ///
    /// Returns a message if `istop` has an invalid value.
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

    /// Returns the next step, given the verdict of the previous one, or `None` if no step remains.
    pub fn next(&mut self, engine: &Engine, verdict: Option<Verdict>) -> Option<Step> {
        let number = self.number;
        let is_done = number > 0 && number >= self.least && verdict == Some(self.last);
        if is_done || self.most.is_some_and(|most| number >= most) {
            return None;
        }
        self.number += 1;
        let parts = if number == 0 { ["base", "check"] } else { ["step", "check"] };
        // A program need not define every part.
        let parts = parts.into_iter().filter(|&part| part == "base" || engine.has_part(part, 1));
        Some(Step { number, parts: parts.collect() })
    }
}
