//! Converts the results of a batch to rows of a comparison.

use std::time::Duration;

use groundplan_compare::results::Results;
use groundplan_compare::row::{Key, Outcome, Row};
use groundplan_compare::table;
use groundplan_compare::task::AnswerFinding;

use crate::job::{Job, QuestionPart};
use crate::merged::{JobState, Merged};
use crate::record::JobRecord;

/// Returns the rows of all jobs that have a result; the parts of a question share one row.
pub fn rows(merged: &Merged) -> Results {
    let mut results = Results::new(Vec::new());
    let mut told: Vec<&str> = Vec::new();
    for (index, job) in merged.jobs.iter().enumerate() {
        if let Some(part) = &job.part {
            let question = part.question();
            if !told.contains(&question) {
                told.push(question);
                if let Some(row) = whole(merged, question, job) {
                    results.add(row);
                }
            }
            continue;
        }
        let Some(record) = &merged.counting[index] else { continue };
        // The result of a `compare` job contains rows.
        match record.output["rows"].as_array() {
            Some(rows) => {
                for row in rows.iter().filter_map(Row::from_object) {
                    results.add(row);
                }
            }
            None => {
                results.add(row(job, record));
            }
        }
    }
    results
}

fn key(job: &Job) -> Key {
    let or_nothing = |limit: Option<String>| limit.unwrap_or_default();
    Key {
        instance: job.asked.instance.clone(),
        question: job.asked.question.clone(),
        actions: job.asked.actions,
        engine: job.asked.engine.clone(),
        run: 1,
        limits: (
            or_nothing(job.limits.seconds.map(|seconds| seconds.to_string())),
            or_nothing(job.limits.mib.map(|mib| mib.to_string())),
        ),
    }
}

fn row(job: &Job, record: &JobRecord) -> Row {
    Row {
        key: key(job),
        outcome: record.outcome(),
        answer: record.answer(),
        checked: record.output["checked"].as_bool().filter(|&checked| checked),
        cpu: seconds(record.cpu_seconds),
        wall: seconds(record.wall_seconds),
        peak_mib: record.peak_mib,
        remark: record.remark.clone(),
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Returns the row of a split question: the total time of its parts, and the largest peak memory. Returns `None`
/// while parts are missing and there is no answer.
fn whole(merged: &Merged, question: &str, first: &Job) -> Option<Row> {
    let parts = merged
        .jobs
        .iter()
        .enumerate()
        .filter(|(_, job)| job.part.as_ref().is_some_and(|part| part.question() == question));
    let (mut row, mut waits) = (
        Row {
            key: key(first),
            outcome: Outcome::TimeOut,
            answer: None,
            checked: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak_mib: 0.0,
            remark: String::new(),
        },
        false,
    );
    for (index, _) in parts {
        waits |= matches!(merged.states[index], JobState::Missing | JobState::Failed);
        if let Some(record) = &merged.counting[index] {
            row.cpu += seconds(record.cpu_seconds);
            row.wall += seconds(record.wall_seconds);
            row.peak_mib = row.peak_mib.max(record.peak_mib);
        }
    }
    row.answer = match &first.part {
        Some(QuestionPart::Horizon { .. }) => {
            row.key.question = "optimize".to_owned();
            row.key.actions = None;
            let bounds = merged.of_horizons(question);
            let met = bounds.filter(|bounds| bounds.upper == Some(bounds.lower));
            met.map(|bounds| AnswerFinding::Optimum(bounds.lower))
        }
        _ => merged.of_cubes(question),
    };
    match row.answer {
        Some(_) => {
            row.outcome = Outcome::Solved;
            row.checked = merged.found_by(question).map(|_| true);
        }
        None if waits => return None,
        None => row.remark = merged.progress(question, first),
    }
    Some(row)
}

/// Returns the table for people. If there are several questions, the number of actions follows the name of the
/// instance.
pub fn table(results: &Results) -> String {
    let asked = |row: &Row| (row.key.question.clone(), row.key.actions);
    let mut rows = results.rows();
    let first = rows.next().map(asked);
    let several = rows.any(|row| Some(asked(row)) != first);
    let mut shown = Results::new(Vec::new());
    let (mut instances, mut engines) = (Vec::<String>::new(), Vec::<String>::new());
    for row in results.rows() {
        let mut row = row.clone();
        if let Some(actions) = row.key.actions.filter(|_| several) {
            row.key.instance = format!("{}, {actions} actions", row.key.instance);
        }
        for (known, name) in [(&mut instances, &row.key.instance), (&mut engines, &row.key.engine)] {
            if !known.contains(name) {
                known.push(name.clone());
            }
        }
        shown.add(row);
    }
    let instances: Vec<&str> = instances.iter().map(String::as_str).collect();
    table::table(&shown, &instances, &engines, &[])
}
