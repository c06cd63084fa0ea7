//! What is counted on a plan, and which plans are best: by one metric, or by two in a row.

use std::fmt;
use std::str::FromStr;

use crate::instance::Instance;
use crate::plan::Plan;
use crate::trace::{Counts, Trace};

/// What is counted on a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metric {
    /// Actions: box lines.
    Lines,
    /// Squares that boxes are pushed.
    Pushes,
    /// Moves of the sokoban, pushes included; it walks by shortest paths.
    Moves,
}

/// Which plans are best: those with the least of one metric, and among these the least of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Objective {
    /// What counts most.
    pub first: Metric,
    /// What counts among plans that are equal in that; another metric, or nothing.
    pub second: Option<Metric>,
}

/// What a plan costs by an objective. The order is that of the objective: the first number counts most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Costs {
    /// By the first metric.
    pub first: usize,
    /// By the second one; 0 if there is none.
    pub second: usize,
}

/// A text that names no objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("give lines, pushes or moves, or two of them, as in lines,pushes")]
pub struct NoObjective;

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::Lines, Metric::Pushes, Metric::Moves];

    /// The name.
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
    /// The fewest actions.
    pub const LINES: Objective = Objective { first: Metric::Lines, second: None };

    /// The metrics in their order.
    pub fn metrics(self) -> impl Iterator<Item = Metric> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether a metric is one of them.
    #[must_use]
    pub fn has(self, metric: Metric) -> bool {
        self.metrics().any(|it| it == metric)
    }

    /// What counts come to.
    #[must_use]
    pub fn costs(self, counts: &Counts) -> Costs {
        self.each(|metric| metric.of(counts))
    }

    /// What a plan costs; `None` if it cannot be played.
    #[must_use]
    pub fn costs_of(self, instance: &Instance, plan: &Plan) -> Option<Costs> {
        Trace::of_plan(instance, plan).ok().map(|trace| self.costs(&trace.counts()))
    }

    /// A number for each metric.
    pub(crate) fn each(self, mut number: impl FnMut(Metric) -> usize) -> Costs {
        Costs { first: number(self.first), second: self.second.map_or(0, number) }
    }
}

impl Costs {
    /// The numbers in the order of the metrics: as many as the objective has.
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
