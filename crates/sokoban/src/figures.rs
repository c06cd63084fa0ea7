//! Sizes and times of the engines.

use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan_search::{End, Progress};

use crate::question::EngineName;

/// Sizes and times of an engine.
#[derive(Clone, Debug)]
pub enum Figures {
    /// The figures of ground-and-solve.
    Ground(Box<GroundFigures>),
    /// The figures of a state-space engine.
    Search(SearchFigures),
}

/// Sizes and times of one question to ground-and-solve.
#[derive(Clone, Default, Debug)]
pub struct GroundFigures {
    /// The number of locations of the instance.
    pub locations: usize,
    /// The number of boxes of the instance.
    pub boxes: usize,
    /// The number of steps of the last horizon that was searched.
    pub steps: usize,
    /// The number of ground atoms.
    pub atoms: usize,
    /// The number of ground rules, not counting facts.
    pub rules: usize,
    /// The statistics of translation and search.
    pub search: Statistics,
    /// The time to read the encoding.
    pub parse: Duration,
    /// The time to ground.
    pub ground: Duration,
}

/// Sizes and times of a search of configurations.
#[derive(Clone, Copy, Debug)]
pub struct SearchFigures {
    /// The engine that searched.
    pub engine: EngineName,
    /// The number of locations of the instance.
    pub locations: usize,
    /// The number of boxes of the instance.
    pub boxes: usize,
    /// The reason why the search ended.
    pub end: End,
    /// The number of configurations, the bytes used, and the bound reached.
    pub progress: Progress,
    /// The time of the search, precomputation included.
    pub time: Duration,
}
