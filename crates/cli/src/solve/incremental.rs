//! Solving step by step, as `#include <incmode>.` asks for: part `base` and `check(0)` first, then `step(t)` and
//! `check(t)` with the external `query(t)` true, until the program has an answer set (Gebser, Kaminski, Kaufmann & Schaub:
//! Multi-shot ASP solving with clingo, TPLP 19, 2019, §3.1).
//!
//! The constants `imin`, `imax` and `istop` ("SAT", "UNSAT" or "UNKNOWN") say how many steps there are at least and at most,
//! and what ends them.

use groundplan::program::ExternalValue;
use groundplan::symbol::SymbolView;
use groundplan::Part;

use super::end::End;
use super::load::Loaded;
use super::Asking;
use crate::exit::Failure;
use crate::report;

/// Solves step by step; how the last step ended.
///
/// # Errors
///
/// When the program is wrong, which has been said, or the solver fails.
pub fn run(loaded: &mut Loaded, asking: &Asking) -> Result<End, Failure> {
    let number = |loaded: &mut Loaded, name: &str| {
        let value = loaded.engine.constant(name);
        value.and_then(|value| loaded.engine.symbols().as_number(value))
    };
    let (least, most) = (number(loaded, "imin").unwrap_or(0), number(loaded, "imax"));
    let stop = match loaded.engine.constant("istop") {
        Some(value) => match loaded.engine.symbols().view(value) {
            SymbolView::String(text) => text.to_owned(),
            _ => {
                return Err(Failure::Input("`istop` is one of \"SAT\", \"UNSAT\" and \"UNKNOWN\"".to_owned()))
            }
        },
        None => "SAT".to_owned(),
    };
    let mut end = End::Unknown;
    let mut step = 0;
    while most.is_none_or(|most| step < most) {
        let satisfiable = asking.satisfiable();
        let done = match stop.as_str() {
            "SAT" => satisfiable,
            "UNSAT" => end == End::Exhausted && !satisfiable,
            _ => end == End::Unknown,
        };
        if step > 0 && step >= least && done {
            break;
        }
        let parts: &[&str] = if step == 0 { &["base", "check"] } else { &["step", "check"] };
        if step > 0 {
            loaded.engine.cleanup().map_err(report::engine)?;
            loaded.engine.release_external("query", step - 1).map_err(report::engine)?;
        }
        // A program may leave out any of them.
        let there = parts.iter().filter(|&&part| part == "base" || loaded.engine.has_part(part, 1));
        let parts: Vec<Part> =
            there.map(|&part| if part == "base" { part.into() } else { (part, step).into() }).collect();
        loaded.ground(parts)?;
        loaded.engine.assign_external("query", step, ExternalValue::True).map_err(report::engine)?;
        end = asking.ask(loaded)?;
        if end == End::Interrupted {
            break;
        }
        step += 1;
    }
    Ok(end)
}
