//! Sizes and times of `solve`, `ground` and `explain`: `--stats`.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan::{Counts, Pass, Pulse, Report, SolverCounts, Stage};
use serde_json::{json, Value};

/// What tells of the engine, as soon as there is one: for who ends the work before it is done.
pub type LookedOn = Arc<OnceLock<Pulse>>;

/// Sizes and times as lines.
pub fn lines(counts: &Counts) -> String {
    with_tables(counts, written(rows(counts)))
}

/// The same where the work was ended, after the stage that it was in. What no stage has counted yet is left out.
pub fn of_interrupted(looked_on: &LookedOn) -> String {
    let at = |stage| ("interrupted in", json!(stage));
    let Some(pulse) = looked_on.get() else { return written([at("reading")]) };
    let counts = pulse.counts();
    let is_translated = counts.search.variables > 0;
    let known =
        rows(&counts).into_iter().enumerate().filter(|(index, _)| is_translated || !COUNTED.contains(index));
    let known = known.map(|(_, row)| row);
    with_tables(&counts, written(counts.stage.map(|stage| at(name(stage))).into_iter().chain(known)))
}

/// Lines, and below them a table of the solvers and one of the passes.
fn with_tables(counts: &Counts, lines: String) -> String {
    let tables = solvers_and_passes(&counts.search).map(|(title, objects)| table(title, &objects));
    std::iter::once(lines).chain(tables.into_iter().flatten()).collect::<Vec<_>>().join("\n")
}

/// The rows of what translation and search count.
const COUNTED: std::ops::Range<usize> = 2..10;

fn rows(counts: &Counts) -> [(&'static str, Value); 14] {
    let search = &counts.search;
    let positive = |count: usize| json!(Some(count).filter(|&count| count > 0));
    [
        ("ground atoms", json!(counts.atoms)),
        ("ground rules", json!(counts.rules + counts.facts)),
        ("variables", json!(search.variables)),
        ("clauses", json!(search.clauses)),
        ("loop components", json!(search.loop_components)),
        ("loop atoms", json!(search.loop_atoms)),
        ("loop formulas", json!(search.loop_formulas)),
        ("symmetries", positive(search.symmetries)),
        ("sat calls", json!(search.sat_calls)),
        ("conflicts", json!(search.conflicts)),
        ("seconds read", seconds(counts.times.parse)),
        ("seconds ground", seconds(counts.times.ground)),
        ("seconds translate", seconds(search.translation)),
        ("seconds search", seconds(search.search)),
    ]
}

/// What a stage is called.
pub fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Grounding => "grounding",
        Stage::Translation => "translation",
        Stage::Search => "search",
    }
}

fn seconds(duration: Duration) -> Value {
    json!((duration.as_secs_f64() * 1e6).round() / 1e6)
}

/// Rows that have a value, one a line.
fn written(rows: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let rows = rows.into_iter().filter(|(_, value)| !value.is_null());
    let line = |(name, value): (&str, Value)| match value {
        Value::String(text) => format!("{name:<24} {text}"),
        value => format!("{name:<24} {value}"),
    };
    rows.map(line).collect::<Vec<_>>().join("\n")
}

/// What each solver that searched and each pass that did something did.
pub fn solvers_and_passes(search: &Statistics) -> [(&'static str, Value); 2] {
    let solver = |solver: &SolverCounts| {
        let stats = solver.stats;
        let figures = json!({
            "calls": solver.calls, "conflicts": stats.conflicts, "decisions": stats.decisions, "propagations": stats.propagations,
            "shared_clauses": solver.shared, "seconds": seconds(solver.time),
        });
        (solver.name.to_owned(), figures)
    };
    let pass = |(pass, report): (Pass, Report)| {
        let figures = json!({
            "fired": report.fired, "clauses": report.clauses, "variables": report.variables,
            "seconds": seconds(report.time),
        });
        (pass.name().to_owned(), figures)
    };
    let passes = search.passes.iter().filter(|(_, report)| report.fired > 0);
    [("solvers", search.solvers.iter().map(solver).collect()), ("passes", passes.map(pass).collect())]
}

/// Objects by name as lines: a heading, then a row for each.
pub fn table(title: &str, objects: &Value) -> Vec<String> {
    let Some(first) = objects.as_object().and_then(|objects| objects.values().next()) else {
        return Vec::new();
    };
    let cells = |object: &Value, cell: &dyn Fn(&String, &Value) -> String| -> String {
        object
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| format!(" {:>15}", cell(key, value)))
            .collect()
    };
    let heading = cells(first, &|key, _| key.replace('_', " "));
    let rows = objects.as_object().into_iter().flatten();
    let rows =
        rows.map(|(name, object)| format!("{name:<24}{}", cells(object, &|_, value| value.to_string())));
    std::iter::once(format!("{title:<24}{heading}")).chain(rows).collect()
}
