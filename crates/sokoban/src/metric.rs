//! Metrics and objectives that plans are compared by: one metric, or two in lexicographic order.

use std::fmt;
use std::str::FromStr;

use crate::instance::Instance;
use crate::plan::Plan;
use crate::trace::{Counts, Trace};

/// A count that measures the cost of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metric {
    /// The number of actions, or box lines.
    Lines,
    /// The number of pushes by one square each.
    Pushes,
    /// The number of moves of the sokoban, pushes included. Walks are shortest paths.
    Moves,
}

/// An order of plans by one metric, or by two in lexicographic order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Objective {
    /// The metric that is compared first.
    pub first: Metric,
    /// The metric that decides among plans with the same cost by the first; a different one, or `None`.
    pub second: Option<Metric>,
}

/// The cost of a plan by an objective. Costs are ordered lexicographically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Costs {
    /// The cost by the first metric.
    pub first: usize,
    /// The cost by the second metric; 0 if there is none.
    pub second: usize,
}

/// The error for a text that does not name an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("give lines, pushes or moves, or two of them, as in lines,pushes")]
pub struct NoObjective;

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 3] = [Metric::Lines, Metric::Pushes, Metric::Moves];

    /// The name as options and messages spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Metric::Lines => "lines",
            Metric::Pushes => "pushes",
            Metric::Moves => "moves",
        }
    }

    fn of(self, counts: &Counts) -> usize {
        match self {
            Metric::Lines => counts.actions,
            Metric::Pushes => counts.pushes,
            Metric::Moves => counts.moves,
        }
    }
}

impl Objective {
    /// The number of actions alone.
    pub const LINES: Objective = Objective { first: Metric::Lines, second: None };

    /// The metrics in order.
    pub fn metrics(self) -> impl Iterator<Item = Metric> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether the objective uses a metric.
    #[must_use]
    pub fn has(self, metric: Metric) -> bool {
        self.metrics().any(|it| it == metric)
    }

    /// The costs that follow from these counts.
    #[must_use]
    pub fn costs(self, counts: &Counts) -> Costs {
        self.each(|metric| metric.of(counts))
    }

    /// The costs of a plan; `None` if it breaks the rules of the game.
    #[must_use]
    pub fn costs_of(self, instance: &Instance, plan: &Plan) -> Option<Costs> {
        Trace::of_plan(instance, plan).ok().map(|trace| self.costs(&trace.counts()))
    }

    /// Costs made of one number for each metric.
    pub(crate) fn each(self, mut number: impl FnMut(Metric) -> usize) -> Costs {
        Costs { first: number(self.first), second: self.second.map_or(0, number) }
    }
}

impl Costs {
    /// The costs as numbers, one for each metric of the objective.
    pub fn numbers(self, objective: Objective) -> impl Iterator<Item = usize> {
        std::iter::once(self.first).chain(objective.second.map(|_| self.second))
    }
}

impl Default for Objective {
    fn default() -> Self {
        Objective::LINES
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.first.name())?;
        self.second.map_or(Ok(()), |second| write!(f, ",{}", second.name()))
    }
}

impl FromStr for Objective {
    type Err = NoObjective;

    fn from_str(text: &str) -> Result<Self, NoObjective> {
        let metric = |name| Metric::ALL.into_iter().find(|metric| metric.name() == name).ok_or(NoObjective);
        let Some((first, second)) = text.split_once(',') else {
            return Ok(Objective { first: metric(text)?, second: None });
        };
        let (first, second) = (metric(first)?, metric(second)?);
        if first == second {
            return Err(NoObjective);
        }
        Ok(Objective { first, second: Some(second) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objectives_are_one_metric_or_two_different_ones() {
        let read = |text: &str| text.parse::<Objective>();
        for text in ["lines", "pushes", "moves", "lines,pushes", "moves,lines"] {
            assert_eq!(read(text).expect(text).to_string(), text);
        }
        for text in ["", "line", "lines,", ",lines", "lines,lines", "lines,pushes,moves", "lines, pushes"] {
            assert_eq!(read(text), Err(NoObjective), "{text}");
        }
    }

    #[test]
    fn the_first_metric_counts_most() {
        let costs = |first, second| Costs { first, second };
        assert!(costs(1, 9) < costs(2, 0) && costs(2, 0) < costs(2, 1));
    }
}
