//! All rows of a comparison, and disagreements between engines.

use std::collections::HashMap;

use crate::row::{Key, Outcome, Row};

/// The rows of a comparison, and those of an earlier one that it may reuse.
#[derive(Debug, Default)]
pub struct Results {
    /// Rows of an earlier comparison that were not asked for yet.
    known: HashMap<Key, Row>,
    rows: Vec<Row>,
    index: HashMap<Key, usize>,
}

impl Results {
    /// Creates results that can reuse these rows. Of two rows with the same key the later one counts.
    pub fn new(known: Vec<Row>) -> Results {
        let known = known.into_iter().map(|row| (row.key.clone(), row)).collect();
        Results { known, ..Results::default() }
    }

    /// Reuses the row of an earlier comparison, and returns whether the row exists now.
    pub fn take(&mut self, key: &Key) -> bool {
        match self.known.remove(key) {
            None => self.index.contains_key(key),
            Some(row) => {
                self.add(row);
                true
            }
        }
    }

    /// Adds a row, with a remark if its answer disagrees with another engine.
    pub fn add(&mut self, mut row: Row) -> &Row {
        if row.outcome == Outcome::Solved {
            let other = self.rows.iter().find(|other| {
                other.outcome == Outcome::Solved
                    && other.answer != row.answer
                    && other.key.instance == row.key.instance
                    && other.key.question == row.key.question
                    && other.key.actions == row.key.actions
            });
            row.remark = match (other, other.and_then(|other| other.answer), row.answer) {
                (Some(other), Some(theirs), Some(ours)) => {
                    format!("disagrees with {}: {ours}, not {theirs}", other.key.engine)
                }
                _ => String::new(),
            };
        }
        let place = self.rows.len();
        self.index.insert(row.key.clone(), place);
        self.rows.push(row);
        &self.rows[place]
    }

    /// Returns the row of a run, if it exists.
    pub fn row(&self, key: &Key) -> Option<&Row> {
        self.index.get(key).map(|&place| &self.rows[place])
    }

    /// Returns all rows, in the order in which they were asked for.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// Returns the rows of an engine on an instance.
    pub fn of<'a>(&'a self, instance: &'a str, engine: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| row.key.instance == instance && row.key.engine == engine)
    }

    /// Returns the median run of an engine on an instance, by time, where runs without a solution count as slowest.
    pub fn median<'a>(&'a self, instance: &'a str, engine: &'a str) -> Option<&'a Row> {
        let mut rows: Vec<&Row> = self.of(instance, engine).collect();
        rows.sort_by(|one, other| {
            let solved = |row: &Row| row.outcome != Outcome::Solved;
            (solved(one), one.cpu).cmp(&(solved(other), other.cpu))
        });
        rows.get(rows.len().checked_sub(1)? / 2).copied()
    }

    /// Whether no two engines disagree and no plan fails.
    pub fn agree(&self) -> bool {
        !self.rows.iter().any(is_accused)
    }

    /// Returns the largest number of consecutive failed runs. Runs that do not apply are skipped, as are runs without
    /// a row, which were given up.
    pub fn failures_in_a_row(&self, keys: impl Iterator<Item = Key>) -> u32 {
        let (mut most, mut now) = (0, 0);
        for row in keys.filter_map(|key| self.row(&key)) {
            match row.outcome {
                outcome if outcome.failed() => now += 1,
                Outcome::NotApplicable => {}
                _ => now = 0,
            }
            most = most.max(now);
        }
        most
    }
}

/// Whether a row shows an error: its plan fails, or another engine gives another answer.
pub fn is_accused(row: &Row) -> bool {
    row.checked == Some(false) || (row.outcome == Outcome::Solved && !row.remark.is_empty())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::competitor::RunLimits;
    use crate::task::{AnswerFinding, Task};

    fn key(instance: &str, engine: &str, run: u32) -> Key {
        let limits = RunLimits { time: Duration::from_secs(1), memory: 1 };
        Key::new(instance, Task::Optimize, engine, run, limits)
    }

    fn row(key: Key, outcome: Outcome, answer: Option<AnswerFinding>, seconds: u64) -> Row {
        let cpu = Duration::from_secs(seconds);
        Row { key, outcome, answer, checked: None, cpu, wall: cpu, peak_mib: 1.0, remark: String::new() }
    }

    #[test]
    fn different_answers_to_one_question_disagree() {
        let mut results = Results::new(Vec::new());
        let solved =
            |instance, engine, answer| row(key(instance, engine, 1), Outcome::Solved, Some(answer), 1);
        results.add(solved("a", "ground", AnswerFinding::Optimum(3)));
        results.add(solved("b", "ground", AnswerFinding::Optimum(4)));
        results.add(row(key("a", "clingo", 1), Outcome::TimeOut, None, 1));
        results.add(solved("a", "tabled", AnswerFinding::Optimum(3)));
        assert!(results.agree());
        let accused = results.add(solved("a", "swipl", AnswerFinding::Unsatisfiable));
        assert_eq!(accused.remark, "disagrees with ground: UNSATISFIABLE, not 3");
        assert!(!results.agree());
    }

    #[test]
    fn rows_of_an_earlier_comparison_are_compared_as_well() {
        let known = vec![
            row(key("a", "ground", 1), Outcome::Solved, Some(AnswerFinding::Optimum(3)), 1),
            row(key("a", "tabled", 1), Outcome::Solved, Some(AnswerFinding::Optimum(4)), 1),
        ];
        let mut results = Results::new(known);
        assert!(results.take(&key("a", "ground", 1)) && results.take(&key("a", "tabled", 1)));
        assert!(!results.take(&key("a", "ground", 2)));
        assert!(!results.agree());
    }

    #[test]
    fn the_median_is_of_all_runs() {
        let mut results = Results::new(Vec::new());
        for (run, seconds) in [(1, 5), (2, 1), (3, 9)] {
            results.add(row(key("a", "x", run), Outcome::Solved, None, seconds));
        }
        assert_eq!(results.median("a", "x").map(|row| row.cpu.as_secs()), Some(5));
        for (run, outcome) in [(1, Outcome::TimeOut), (2, Outcome::Solved), (3, Outcome::TimeOut)] {
            results.add(row(key("a", "y", run), outcome, None, 7));
        }
        assert_eq!(results.median("a", "y").map(|row| row.outcome), Some(Outcome::TimeOut));
        assert!(results.median("b", "y").is_none());
    }

    #[test]
    fn failures_count_until_something_is_solved() {
        let mut results = Results::new(Vec::new());
        let outcomes =
            [Outcome::TimeOut, Outcome::Solved, Outcome::TimeOut, Outcome::NotApplicable, Outcome::MemoryOut];
        let names = ["a", "b", "c", "d", "e"];
        for (name, outcome) in names.iter().zip(outcomes) {
            results.add(row(key(name, "x", 1), outcome, None, 1));
        }
        let count = |names: &[&str]| results.failures_in_a_row(names.iter().map(|name| key(name, "x", 1)));
        assert_eq!((count(&names[..2]), count(&names[..3]), count(&names), count(&[])), (1, 1, 2, 0));
    }
}
