//! Solving step by step, as `#include <incmode>.` asks for: part `base` and `check(0)` first, then `step(t)` and
//! `check(t)` with the external `query(t)` true, until the program has an answer set (Gebser, Kaminski, Kaufmann & Schaub:
//! Multi-shot ASP solving with clingo, TPLP 19, 2019, §3.1).
//!
//! The constants `imin`, `imax` and `istop` ("SAT", "UNSAT" or "UNKNOWN") say how many steps there are at least and at most,
//! and what ends them.

use groundplan::program::ExternalValue;
use groundplan::symbol::SymbolView;

use super::answers::End;
use super::load::{refuse, Loaded};
use super::Asking;
use crate::exit::Failure;

/// What every program that is solved step by step says in its part `check`.
const QUERY: &str = "#program check(t). #external query(t).";

/// Solves step by step; how the last step ended.
///
/// # Errors
///
/// When the program is wrong, which has been said, or the solver fails.
pub fn run(loaded: &mut Loaded, asking: &Asking) -> Result<End, Failure> {
    let added = loaded.engine.add_text("<incmode>", QUERY);
    added.map_err(|error| refuse(&error, loaded.engine.sources()))?;
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
        let now = loaded.engine.symbols_mut().number(step);
        let refused = |loaded: &Loaded, error| refuse(&error, loaded.engine.sources());
        if step == 0 {
            loaded.ground(&[("base", &[]), ("check", &[now])])?;
        } else {
            let before = loaded.engine.symbols_mut().number(step - 1);
            let released = loaded.engine.release_external("query", &[before]);
            released.map_err(|error| refused(loaded, error))?;
            loaded.ground(&[("step", &[now]), ("check", &[now])])?;
        }
        let assigned = loaded.engine.assign_external("query", &[now], ExternalValue::True);
        assigned.map_err(|error| refused(loaded, error))?;
        end = asking.ask(loaded)?;
        if end == End::Interrupted {
            break;
        }
        step += 1;
    }
    Ok(end)
}
