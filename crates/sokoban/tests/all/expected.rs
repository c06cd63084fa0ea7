//! Every instance of the repository gives what the table beside it says.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::{instances, Level};
use groundplan_sokoban::{answer, Objective, Question, Verdict, Wanted};

/// A row of the table.
struct Row {
    file: String,
    locations: usize,
    boxes: usize,
    storages: usize,
    /// As many as the instance's steps ask for, if it has steps.
    actions: Option<usize>,
    /// None if there is no plan at all.
    minimum: Option<usize>,
    /// Whether there is a plan of as many actions as the instance's steps ask for.
    verdict: Option<bool>,
    /// Whether there is a plan without no-ops, by number of actions.
    no_noop: Vec<bool>,
}

impl Row {
    fn read(line: &str) -> Row {
        let [file, locations, boxes, storages, actions, minimum, verdict, no_noop] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .unwrap_or_else(|_| panic!("eight columns: {line}"));
        let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("a number: {line}"));
        Row {
            file: file.to_owned(),
            locations: number(locations),
            boxes: number(boxes),
            storages: number(storages),
            actions: (actions != "-").then(|| number(actions)),
            minimum: (minimum != "none").then(|| number(minimum)),
            verdict: match verdict {
                "SATISFIABLE" => Some(true),
                "UNSATISFIABLE" => Some(false),
                "-" => None,
                _ => panic!("a verdict: {line}"),
            },
            no_noop: no_noop
                .chars()
                .map(|letter| match letter {
                    'S' => true,
                    'U' => false,
                    _ => panic!("S or U: {line}"),
                })
                .collect(),
        }
    }

    fn level(&self) -> Level {
        let text = std::fs::read_to_string(instances().join(&self.file)).expect("the instance is there");
        Level::read(&self.file, &text)
    }
}

fn rows() -> Vec<Row> {
    let table = std::fs::read_to_string(instances().join("expected.tsv")).expect("the table is there");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let header = lines.next().expect("a header");
    assert_eq!(header, "file\tlocations\tboxes\tstorages\tactions\tminimum\tverdict\tno_noop");
    lines.map(Row::read).collect()
}

#[test]
fn every_instance_has_a_row_and_every_row_an_instance() {
    let rows: Vec<String> = rows().into_iter().map(|row| row.file).collect();
    let files: BTreeSet<String> = std::fs::read_dir(instances())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "expected.tsv")
        .collect();
    assert_eq!(rows.iter().cloned().collect::<BTreeSet<_>>(), files);
    assert_eq!(rows.len(), files.len(), "a row is there twice");
    assert!(files.len() >= 14, "the two published instances, and twelve more");
}

#[test]
fn every_instance_has_the_sizes_of_its_row() {
    for row in rows() {
        let level = row.level();
        let instance = level.instance();
        let actions = instance.steps.len().checked_sub(1);
        assert_eq!(
            (instance.locations().len(), instance.boxes.len(), instance.storages.len(), actions),
            (row.locations, row.boxes, row.storages, row.actions),
            "{}",
            row.file
        );
        // The one-cell room is the point of that instance, and worth a warning all the same.
        let odd = row.file == "isolated-one-cell-room.lp";
        assert_eq!(!instance.warnings.is_empty(), odd, "{}: {:?}", row.file, instance.warnings);
    }
}

#[test]
fn the_verdict_at_the_given_steps() {
    for row in rows() {
        let level = row.level();
        match row.verdict {
            Some(verdict) => assert_eq!(level.has_plan(None, false), verdict, "{}", row.file),
            None => assert!(level.instance().steps.is_empty(), "{}", row.file),
        }
    }
}

#[test]
fn the_minimum_is_satisfiable_and_one_less_is_not() {
    for row in rows() {
        let level = row.level();
        match row.minimum {
            Some(minimum) => {
                assert!(level.has_plan(Some(minimum), false), "{} at {minimum}", row.file);
                if let Some(less) = minimum.checked_sub(1) {
                    assert!(!level.has_plan(Some(less), false), "{} at {less}", row.file);
                }
            }
            None => {
                for actions in 0..row.no_noop.len() {
                    assert!(!level.has_plan(Some(actions), false), "{} at {actions}", row.file);
                }
            }
        }
    }
}

#[test]
fn plans_without_no_ops_at_every_number_of_actions() {
    for row in rows() {
        let level = row.level();
        let length = row.minimum.map_or(7, |minimum| minimum + 4);
        assert_eq!(row.no_noop.len(), length, "{}: from 0 to the minimum + 3", row.file);
        for (actions, &expected) in row.no_noop.iter().enumerate() {
            assert_eq!(level.has_plan(Some(actions), true), expected, "{} at {actions}", row.file);
        }
    }
}

#[test]
fn optimize_finds_the_minimum() {
    for row in rows() {
        // What has no plan is refuted for some horizons only.
        let wanted = Wanted::Fewest {
            objective: Objective::LINES,
            most: Some(row.minimum.unwrap_or(4)),
            confirm: true,
        };
        let level = row.level();
        let found = answer(Arc::clone(level.instance()), &Question::new(wanted), &mut |_| ())
            .expect("the shipped encoding is right");
        let plan = match found.verdict {
            Verdict::Bounds(bounds) => bounds.plan,
            _ => None,
        };
        assert_eq!(plan.map(|plan| plan.len()), row.minimum, "{}", row.file);
    }
}
