//! Between which costs the best answer set is, as far as that is known, and when that is said.

use std::time::{Duration, Instant};

/// Where little is to be said, lower bounds are printed no more often than this.
const PACE: Duration = Duration::from_secs(1);

/// What is known of costs from below.
#[derive(Debug)]
pub struct Bounds {
    /// What no answer set of the last call undercuts, as far as that is known, and when it was said last.
    lower: Vec<i64>,
    said: Instant,
    /// How often lower bounds are printed; never, where this is missing.
    pace: Option<Duration>,
}

impl Bounds {
    /// Nothing is known; said as often as `--verbose` wants it.
    pub fn new(verbose: u32) -> Self {
        let pace = match verbose {
            0 => None,
            1 => Some(PACE),
            _ => Some(Duration::ZERO),
        };
        Bounds { lower: Vec::new(), said: Instant::now(), pace }
    }

    /// Nothing is known any more.
    pub fn clear(&mut self) {
        self.lower.clear();
        self.said = Instant::now();
    }

    /// No answer set undercuts this.
    pub fn raise(&mut self, lower: &[i64]) {
        self.lower = lower.to_vec();
    }

    /// Whether people are told.
    pub fn are_said(&self) -> bool {
        self.pace.is_some()
    }

    /// With these costs, which some answer set has, if anything is known from below.
    pub fn within<'a>(&'a self, upper: &'a [i64]) -> Option<(&'a [i64], &'a [i64])> {
        (!self.lower.is_empty()).then_some((&self.lower, upper))
    }

    /// With these costs, which some answer set has, as intervals.
    pub fn text(&self, upper: &[i64]) -> String {
        intervals(&self.lower, upper)
    }

    /// A line with the bounds of the objective that is worked on, if it is time for one and they do not meet.
    pub fn progression(&mut self, costs: Option<&[i64]>) -> String {
        let (Some(&lower), Some(costs), Some(pace)) = (self.lower.last(), costs, self.pace) else {
            return String::new();
        };
        let upper = costs[self.lower.len() - 1];
        if lower >= upper || self.said.elapsed() < pace {
            return String::new();
        }
        self.said = Instant::now();
        let error = (i128::from(upper) - i128::from(lower)) as f64 / (lower as f64).abs();
        format!("Progression : [{lower};{upper}] (Error: {error:.3})\n")
    }
}

/// By falling priority; below some of them nothing is proven.
pub fn intervals(lower: &[i64], upper: &[i64]) -> String {
    let lower = lower.iter().map(i64::to_string).chain(std::iter::repeat("*".to_owned()));
    lower.zip(upper).map(|(lower, upper)| format!("[{lower};{upper}]")).collect::<Vec<_>>().join(" ")
}
