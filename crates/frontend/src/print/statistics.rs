//! Sizes and times of `solve`, `ground` and `explain`: the output of `--stats`.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan::{Counts, Pass, Pulse, Report, SolverCounts, Stage};
use serde_json::{json, Map, Value};

/// A slot for the [`Pulse`] of the engine, filled as soon as the engine exists. The thread that enforces limits reads it.
pub type LookedOn = Arc<OnceLock<Pulse>>;

/// Returns sizes and times as text lines.
pub fn lines(counts: &Counts) -> String {
    with_tables(counts, written(rows(counts)))
}

/// Returns sizes and times as a JSON object; what was not counted is left out.
pub fn object(counts: &Counts) -> Map<String, Value> {
    let rows = rows(counts).into_iter().filter(|(_, value)| !value.is_null());
    let rows = rows.map(|(name, value)| (name.replace(' ', "_"), value));
    let tables = solvers_and_passes(&counts.search).map(|(title, objects)| (title.to_owned(), objects));
    rows.chain(tables).collect()
}

/// Returns the statistics of an interrupted run, headed by the stage that it was in. Values that no stage has counted yet are
/// left out.
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

/// Appends a table of solvers and a table of passes to `lines`.
fn with_tables(counts: &Counts, lines: String) -> String {
    let tables = solvers_and_passes(&counts.search).map(|(title, objects)| table(title, &objects));
    std::iter::once(lines).chain(tables.into_iter().flatten()).collect::<Vec<_>>().join("\n")
}

/// The indices of the rows that translation and search count.
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

/// Returns the display name of a stage.
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

/// Formats rows as lines, and skips those without a value.
fn written(rows: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let rows = rows.into_iter().filter(|(_, value)| !value.is_null());
    let line = |(name, value): (&str, Value)| match value {
        Value::String(text) => format!("{name:<24} {text}"),
        value => format!("{name:<24} {value}"),
    };
    rows.map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the figures of each solver that searched and of each pass that changed something, as JSON objects.
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

/// Formats a JSON object of objects as a table: a heading line, then a line for each entry.
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
