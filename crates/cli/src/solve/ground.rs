//! `groundplan ground`.

use groundplan::exchange;
use groundplan::translate::Method;

use super::arguments::{GroundArguments, Output};
use super::{load, statistics};
use crate::exit::{Exit, Failure};
use crate::watchdog::{Cause, Limits, Watchdog};
use crate::{output, report};

/// Runs the command.
///
/// # Errors
///
/// When the program is wrong.
pub fn run(arguments: &GroundArguments) -> Result<Exit, Failure> {
    let method = match arguments.loops {
        None | Some(Method::Auto) => Method::Eliminate,
        Some(Method::Lazy | Method::Propagate) => {
            return Err(Failure::Usage(
                "clauses that are printed need a loop method that writes them all at once: `eliminate` or `rank`"
                    .to_owned(),
            ));
        }
        Some(method) => method,
    };
    let give_up = |cause: Cause| {
        report::say(&format!("{cause}: the program is not ground"));
        Exit::Unknown
    };
    let limits = Limits { time: arguments.time_limit, memory: arguments.memory_limit, headroom: 0 };
    let watchdog = Watchdog::start(limits, groundplan::Interrupter::new(), give_up)?;
    let mut loaded = load::load(&arguments.program)?;
    if loaded.incremental {
        return Err(Failure::Input(
            "a program that is solved step by step has no single ground program: solve it, or leave `<incmode>` out"
                .to_owned(),
        ));
    }
    loaded.ground(&[("base", &[])])?;
    let vocabulary = loaded.engine.vocabulary();
    let text = match arguments.output {
        Output::Text => exchange::text(vocabulary),
        Output::Aspif => exchange::aspif(vocabulary),
        Output::Dimacs => match exchange::dimacs(vocabulary, method) {
            Ok(text) => text,
            Err(error) => {
                let error = loaded.engine.explain(error.into());
                return Err(load::refuse(&error, loaded.engine.sources()));
            }
        },
    };
    let _speaking = watchdog.speak();
    output::print(&text)?;
    if arguments.stats {
        report::say(&statistics(&loaded));
    }
    Ok(Exit::Found)
}
