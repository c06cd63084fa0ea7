//! Sizes and times of ground-and-solve.

use std::time::Duration;

use groundplan::solve::Statistics;

/// Sizes and times of one question to ground-and-solve.
#[derive(Clone, Default, Debug)]
pub struct GroundFigures {
    /// Locations of the instance.
    pub locations: usize,
    /// Boxes of the instance.
    pub boxes: usize,
    /// Steps of the last horizon asked.
    pub steps: usize,
    /// Ground atoms.
    pub atoms: usize,
    /// Ground rules, facts not counted.
    pub rules: usize,
    /// What translation and search counted.
    pub search: Statistics,
    /// Time to read the encoding.
    pub parse: Duration,
    /// Time to ground.
    pub ground: Duration,
}
