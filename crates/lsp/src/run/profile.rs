//! Where the time of a search goes: the tables of `groundplan solve --profile`, and the costs of the statements that took most.

use std::path::Path;
use std::time::Duration;

use groundplan::diagnostic::Sources;
use groundplan::{Error, Profile, StatementProfile};
use groundplan_frontend::print::profile::ProfiledRun;

use super::solve::{self, Searched};
use super::{LoadedProgram, RunError, RunFindings, RunOutput, StatementTime};
use crate::names::normal;

/// The part of the time of a run from which on a statement is worth a lens.
const WORTH_A_LENS: f64 = 0.01;

/// Searches for answer sets as [`solve::search`] does, and says where the time went; also that of a grounding that a limit has ended.
///
/// # Errors
///
/// If the program is wrong.
pub fn profile(mut program: LoadedProgram<'_>) -> Result<RunOutput, RunError> {
    let profiler = program.engine.profiler();
    let searched = solve::search(&mut program);
    let (begin, engine) = (program.begin, &mut program.engine);
    let ended = match searched {
        Ok(Searched { has_answer_set, .. }) => Ok(has_answer_set),
        Err(RunError::Engine(error @ Error::Halted(_))) => Err(error.to_string()),
        Err(error) => return Err(error),
    };
    // It has suggestions, but only while the engine is whole.
    let profile = engine.profile().unwrap_or_else(|| profiler.profile(&engine.counts()));
    let (sources, elapsed) = (engine.sources(), begin.elapsed());
    let run = ProfiledRun { profile: &profile, sources, elapsed, printing: Duration::ZERO };
    let mut text = run.lines() + "\n";
    if let Err(message) = &ended {
        text = format!("{message}\n\n{text}");
    }
    let total = run.elapsed.max(profile.total());
    let costs = Some(costs(&profile, engine.sources(), total));
    let findings = RunFindings { has_answer_set: ended.ok().flatten(), costs, ..RunFindings::default() };
    Ok(RunOutput { text, findings })
}

/// Returns what the statements cost that took a hundredth of the time or more.
fn costs(profile: &Profile, sources: &Sources, total: Duration) -> Vec<StatementTime> {
    let is_large = |it: &&StatementProfile| {
        !it.cost.time.is_zero() && it.cost.time.as_secs_f64() >= WORTH_A_LENS * total.as_secs_f64()
    };
    let statements = profile.statements.iter().filter(is_large).map(|it| {
        let name = Path::new(sources.name(it.span.source));
        let document = if name.is_absolute() { normal(name) } else { name.to_owned() };
        StatementTime { document, start: it.span.range().start, cost: cost(it) }
    });
    statements.collect()
}

/// The cost of a statement in words, as `12 ms · 4,000 instances`.
fn cost(statement: &StatementProfile) -> String {
    let kind = if statement.is_projection { "projection: " } else { "" };
    let instances = match statement.cost.instances {
        1 => "1 instance".to_owned(),
        several => format!("{} instances", grouped(several)),
    };
    format!("{kind}{} · {instances}", time(statement.cost.time))
}

/// A time with two digits at least, in seconds or milliseconds.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        10.0.. => format!("{seconds:.0} s"),
        1.0.. => format!("{seconds:.1} s"),
        0.01.. => format!("{:.0} ms", seconds * 1e3),
        0.0001.. => format!("{:.1} ms", seconds * 1e3),
        _ => "less than 0.1 ms".to_owned(),
    }
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_times_short() {
        for (number, shown) in [(7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), shown);
        }
        for (micros, shown) in [
            (3, "less than 0.1 ms"),
            (1500, "1.5 ms"),
            (12_400, "12 ms"),
            (1_240_000, "1.2 s"),
            (75_000_000, "75 s"),
        ] {
            assert_eq!(time(Duration::from_micros(micros)), shown);
        }
    }
}
