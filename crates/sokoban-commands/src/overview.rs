//! The table of several levels, for designers of levels: what is known of each, as CSV and as rows of their page.

use std::path::{Path, PathBuf};
use std::time::Duration;

use groundplan_sokoban::level::Level;
use groundplan_sokoban::{Instance, LevelFigures, Rating, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::file;
use serde_json::{json, Value};

use crate::summary::LevelOutcome;

/// The columns, which are the keys of a row.
const COLUMNS: [&str; 18] = [
    "level",
    "title",
    "solvable",
    "outcome",
    "lines",
    "pushes",
    "moves",
    "metric",
    "lower",
    "upper",
    "boxes",
    "floor",
    "dead",
    "forced",
    "box_changes",
    "counterintuitive",
    "difficulty",
    "seconds",
];

/// What was asked about each level.
#[derive(Clone, Copy, Debug)]
pub struct AskedOfEach {
    /// Whether only plans up to some length were looked for, so that none of them is not none at all.
    pub is_bounded: bool,
    /// The limit for each level.
    pub time_limit: Option<Duration>,
}

/// Returns the row of a level: a value or null for each column.
///
/// # Errors
///
/// When the plan found cannot be played, which is an internal error.
pub fn row(level: &Level, outcome: &LevelOutcome, asked: AskedOfEach) -> Result<Value, Failure> {
    let mut row: Value = COLUMNS.iter().map(|&column| (column.to_owned(), Value::Null)).collect();
    let record = outcome.record.as_ref();
    let is_refuted = record.is_some_and(|record| record["result"] == "UNSATISFIABLE");
    row["level"] = json!(level.number);
    row["title"] = json!(level.title);
    row["solvable"] = json!(match (outcome.letters(), is_refuted && !asked.is_bounded) {
        (Some(_), _) => "yes",
        (None, true) => "no",
        (None, false) => "unknown",
    });
    row["outcome"] = json!(outcome_text(outcome, asked.time_limit));
    row["seconds"] = json!((outcome.elapsed.as_secs_f64() * 100.0).round() / 100.0);
    let Ok(facts) = level.facts() else { return Ok(row) };
    let internal =
        |error: &dyn std::fmt::Display| Failure::Internal(format!("level {}: {error}", level.number));
    let instance = Instance::read("the level", &facts).map_err(|error| internal(&error))?;
    let LevelFigures { boxes, floor, dead } = LevelFigures::of(&instance);
    (row["boxes"], row["floor"], row["dead"]) = (json!(boxes), json!(floor), json!(dead));
    let Some(record) = record else { return Ok(row) };
    row["metric"] = joined(&record["metric"]);
    row["lower"] = joined(&record["lower_bound"]["values"]);
    row["upper"] = joined(&record["optimization"]);
    let Some(letters) = outcome.letters() else { return Ok(row) };
    let trace = Trace::of_letters(&instance, letters).map_err(|error| internal(&error))?;
    let rating = Rating::of(&instance, &trace);
    row["lines"] = json!(rating.counts.actions);
    row["pushes"] = json!(rating.counts.pushes);
    row["moves"] = json!(rating.counts.moves);
    row["box_changes"] = json!(rating.counts.box_changes);
    row["forced"] = json!(rating.forced);
    row["counterintuitive"] = json!(rating.counterintuitive);
    row["difficulty"] = json!(rating.difficulty());
    Ok(row)
}

/// Returns the outcome of a level in words.
fn outcome_text(outcome: &LevelOutcome, limit: Option<Duration>) -> String {
    match limit.filter(|&limit| outcome.is_unknown() && outcome.elapsed >= limit) {
        Some(limit) => format!("not solved within {} s", limit.as_secs_f64()),
        None => outcome.kind().to_owned(),
    }
}

/// Returns the values of a list, separated by blanks, as they stand after `Optimization:`; null if there is no list.
fn joined(list: &Value) -> Value {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    json!(list.as_array().map(|values| values.iter().map(text).collect::<Vec<_>>().join(" ")))
}

/// A file for the table as CSV.
pub struct CsvFile {
    path: PathBuf,
}

impl CsvFile {
    /// Checks that the file could be written, before long work.
    ///
    /// # Errors
    ///
    /// When it could not be written; the reason has been printed.
    pub fn new(path: &Path) -> Result<CsvFile, Failure> {
        file::probe(path)?;
        Ok(CsvFile { path: path.to_owned() })
    }

    /// Writes the file, completely or not at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written; the reason has been printed.
    pub fn write(&self, rows: &[Value]) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let field = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let mut put = |fields: Vec<String>| writer.write_record(fields).map_err(anyhow::Error::from);
        put(COLUMNS.map(str::to_owned).to_vec())?;
        for row in rows {
            put(COLUMNS.iter().map(|&column| field(&row[column])).collect())?;
        }
        let bytes = writer.into_inner().map_err(|error| Failure::Internal(error.to_string()))?;
        file::write_bytes(&self.path, &bytes)
    }
}
