//! Sizes and times of the engines.

use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan_search::{End, Progress};

use crate::question::EngineName;

/// Sizes and times of an engine.
#[derive(Clone, Debug)]
pub enum Figures {
    /// Of ground-and-solve.
    Ground(Box<GroundFigures>),
    /// Of a state-space engine.
    Search(SearchFigures),
}

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

/// Sizes and times of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchFigures {
    /// Which engine searched.
    pub engine: EngineName,
    /// Locations of the instance.
    pub locations: usize,
    /// Boxes of the instance.
    pub boxes: usize,
    /// Why the search ended.
    pub end: End,
    /// Configurations, bytes, and how far it got.
    pub progress: Progress,
    /// Time of the search, what it precomputes included.
    pub time: Duration,
}
