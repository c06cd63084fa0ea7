//! The lower and upper bounds on the optimal costs, and the rate at which they are printed.

use std::time::{Duration, Instant};

/// The minimum time between two printed lower bounds at verbosity 1.
const PRINT_INTERVAL: Duration = Duration::from_secs(1);

/// The proven lower bounds on costs.
#[derive(Default, Debug)]
pub struct ShownBounds {
    /// The proven lower bounds of the last call, by decreasing priority.
    lower: Vec<i64>,
}

impl ShownBounds {
    /// Forgets all bounds, for a new call.
    pub fn clear(&mut self) {
        self.lower.clear();
    }

    /// Records a proven lower bound.
    pub fn raise(&mut self, lower: &[i64]) {
        self.lower = lower.to_vec();
    }

    /// Returns the lower bounds together with the costs `upper` of some answer set, or `None` if no lower bound is known.
    pub fn within<'a>(&'a self, upper: &'a [i64]) -> Option<(&'a [i64], &'a [i64])> {
        (!self.lower.is_empty()).then_some((&self.lower, upper))
    }

    /// Formats the lower bounds and the costs `upper` of some answer set as intervals.
    pub fn text(&self, upper: &[i64]) -> String {
        intervals(&self.lower, upper)
    }
}

/// The rate at which lower bounds are printed.
#[derive(Debug)]
pub struct Pace {
    /// The time at which they were last printed.
    printed: Instant,
    /// The minimum time between two printed lower bounds; `None` if they are never printed.
    interval: Option<Duration>,
}

impl Pace {
    /// Returns the rate that `--verbose` asks for.
    pub fn new(verbose: u32) -> Self {
        let interval = match verbose {
            0 => None,
            1 => Some(PRINT_INTERVAL),
            _ => Some(Duration::ZERO),
        };
        Pace { printed: Instant::now(), interval }
    }

    /// Starts to wait, for a new call.
    pub fn restart(&mut self) {
        self.printed = Instant::now();
    }

    /// Returns a line with the bounds of the objective that is being improved. It is `None` if the bounds meet or the last
    /// line is too recent.
    pub fn progression(&mut self, bounds: &ShownBounds, costs: Option<&[i64]>) -> Option<String> {
        let (lower, upper) = (*bounds.lower.last()?, costs?[bounds.lower.len() - 1]);
        if lower >= upper || self.printed.elapsed() < self.interval? {
            return None;
        }
        self.printed = Instant::now();
        let error = (i128::from(upper) - i128::from(lower)) as f64 / (lower as f64).abs();
        Some(format!("Progression : [{lower};{upper}] (Error: {error:.3})"))
    }
}

/// Formats bounds as intervals, by decreasing priority. `*` stands for an unknown lower bound.
pub fn intervals(lower: &[i64], upper: &[i64]) -> String {
    let lower = lower.iter().map(i64::to_string).chain(std::iter::repeat("*".to_owned()));
    lower.zip(upper).map(|(lower, upper)| format!("[{lower};{upper}]")).collect::<Vec<_>>().join(" ")
}
