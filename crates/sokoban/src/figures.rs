//! Sizes and times of a run.

use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan::Engine;

use crate::instance::Instance;

/// Sizes and times of one question to the engine.
#[derive(Clone, Default, Debug)]
pub struct Figures {
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

impl Figures {
    pub(crate) fn of(instance: &Instance) -> Self {
        Figures { locations: instance.locations.len(), boxes: instance.boxes.len(), ..Figures::default() }
    }

    pub(crate) fn take(&mut self, engine: &Engine, steps: usize) {
        self.steps = steps;
        self.atoms = engine.ground_program().program.atom_count();
        self.rules = engine.ground_program().program.rules.len();
        self.search = engine.statistics();
        self.parse = engine.times().parse;
        self.ground = engine.times().ground;
    }
}
