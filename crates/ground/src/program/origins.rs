//! Where ground rules come from: the number of a statement for each of them, kept only on request.
//!
//! Ground rules are appended, and one statement mostly appends many of them in a row. So the numbers are stored as runs.

/// The statements of ground rules, by the number of the rule.
#[derive(Clone, Default, Debug)]
pub struct RuleOrigins {
    /// The number of the first rule after each run, and the statement of the run. Ascending.
    runs: Vec<(usize, u32)>,
}

impl RuleOrigins {
    /// Stands for the statement of rules that no single statement made.
    pub const NONE: u32 = u32::MAX;

    /// Records that the rules that have no statement so far, up to the number `end`, come from a statement.
    pub fn extend_to(&mut self, end: usize, statement: u32) {
        let start = self.end();
        match self.runs.last_mut() {
            _ if end <= start => {}
            Some((last, same)) if *same == statement => *last = end,
            _ => self.runs.push((end, statement)),
        }
    }

    /// The number of rules whose statement was recorded.
    #[must_use]
    pub fn end(&self) -> usize {
        self.runs.last().map_or(0, |&(end, _)| end)
    }

    /// Returns the statement of a rule; [`RuleOrigins::NONE`] if none was recorded.
    #[must_use]
    pub fn statement(&self, rule: usize) -> u32 {
        let run = self.runs.partition_point(|&(end, _)| end <= rule);
        self.runs.get(run).map_or(RuleOrigins::NONE, |&(_, statement)| statement)
    }

    /// Returns the runs of rules with the same statement, without gaps: the number of the first rule after each, and the statement.
    pub fn runs(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.runs.iter().copied()
    }

    /// Returns the statement of each rule from the number `start` on, without end: [`RuleOrigins::NONE`] behind the last one.
    pub fn statements_from(&self, start: usize) -> impl Iterator<Item = u32> + '_ {
        let mut run = self.runs.partition_point(|&(end, _)| end <= start);
        (start..).map(move |rule| {
            while self.runs.get(run).is_some_and(|&(end, _)| end <= rule) {
                run += 1;
            }
            self.runs.get(run).map_or(RuleOrigins::NONE, |&(_, statement)| statement)
        })
    }

    /// Returns the statements of the rules that are left if those of these numbers, in ascending order, are removed.
    #[must_use]
    pub fn without(&self, removed: &[usize]) -> RuleOrigins {
        let mut left = RuleOrigins::default();
        let mut end = 0;
        let mut statements = self.statements_from(0);
        for rule in 0..self.end() {
            let statement = statements.next().unwrap_or(RuleOrigins::NONE);
            if removed.binary_search(&rule).is_err() {
                end += 1;
                left.extend_to(end, statement);
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_the_statement_of_its_run() {
        let mut origins = RuleOrigins::default();
        for (end, statement) in [(2, 7), (3, 7), (3, 9), (5, 9), (6, 7)] {
            origins.extend_to(end, statement);
        }
        let expected = [7, 7, 7, 9, 9, 7, RuleOrigins::NONE];
        assert_eq!((0..7).map(|rule| origins.statement(rule)).collect::<Vec<_>>(), expected);
        for start in 0..7 {
            let statements: Vec<u32> = origins.statements_from(start).take(7 - start).collect();
            assert_eq!(statements, expected[start..]);
        }
        assert_eq!(origins.runs().collect::<Vec<_>>(), [(3, 7), (5, 9), (6, 7)]);
        let left = origins.without(&[0, 3, 5]);
        assert_eq!(left.statements_from(0).take(4).collect::<Vec<_>>(), [7, 7, 9, RuleOrigins::NONE]);
    }
}
