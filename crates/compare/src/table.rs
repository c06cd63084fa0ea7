//! Formats the results as a table: a row for each instance, a column for each engine.

use comfy_table::{presets, CellAlignment, Table};

use crate::peers::MissingEngine;
use crate::results::{is_accused, Results};
use crate::row::{Outcome, Row};

/// The text for a run that was not made.
const NOT_RUN: &str = "not run";

/// Returns the table, with the number of solved instances of each engine, and below it the engines that were left
/// out.
pub fn table(results: &Results, instances: &[&str], engines: &[String], missing: &[MissingEngine]) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table.set_header(["instance", "answer"].into_iter().map(str::to_owned).chain(engines.iter().cloned()));
    for &instance in instances {
        let cells = engines.iter().map(|engine| cell(results.median(instance, engine)));
        table.add_row([instance.to_owned(), answers(results, instance, engines)].into_iter().chain(cells));
    }
    let solved = engines.iter().map(|engine| {
        let solved = |&&instance: &&&str| {
            results.median(instance, engine).is_some_and(|row| row.outcome == Outcome::Solved)
        };
        instances.iter().filter(solved).count().to_string()
    });
    table.add_row(["solved".to_owned(), String::new()].into_iter().chain(solved));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let left_out =
        |MissingEngine { engine, reason }: &MissingEngine| format!("left out: {engine} ({reason})\n");
    let missing: String = missing.iter().map(left_out).collect();
    format!("{table}\nCPU seconds (user and system) and peak resident memory\n{missing}")
}

/// Returns the answers to the instance: several if engines disagree.
fn answers(results: &Results, instance: &str, engines: &[String]) -> String {
    let mut said: Vec<String> = Vec::new();
    for row in engines.iter().flat_map(|engine| results.of(instance, engine)) {
        let answer = row.answer.filter(|_| row.outcome == Outcome::Solved).map(|answer| answer.to_string());
        said.extend(answer.filter(|answer| !said.contains(answer)));
    }
    said.join(" or ")
}

fn cell(row: Option<&Row>) -> String {
    let Some(row) = row else { return NOT_RUN.to_owned() };
    let accused = if is_accused(row) { " !" } else { "" };
    match row.outcome {
        Outcome::Solved => {
            format!("{:.2} s {:>6.0} MiB{accused}", row.cpu.as_secs_f64(), row.peak_mib)
        }
        other => format!("{}{accused}", other.name()),
    }
}
