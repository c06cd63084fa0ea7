//! The propagators of what is translated for them: sums and loops.

use std::sync::{Arc, Mutex};

use groundplan_sat::{Backend, Propagator};
use rustsat::types::Var;

use crate::translate::loops::{UnfoundedSets, Watched};
use crate::translate::{AtMost, PseudoBoolean, Translation};

/// The propagators, once for each solver that has them.
#[derive(Debug)]
pub(super) struct Propagation {
    copies: Vec<Copy>,
    pub are_connected: bool,
}

/// One solver's; shared with its thread.
#[derive(Default, Debug)]
struct Copy {
    sums: Arc<Mutex<PseudoBoolean>>,
    unfounded_sets: Arc<Mutex<UnfoundedSets>>,
}

impl Propagation {
    /// For one solver.
    pub fn new() -> Self {
        Propagation { copies: vec![Copy::default()], are_connected: false }
    }

    /// For the solvers of a backend.
    pub fn of(backend: &Backend) -> Self {
        let mut propagation = Propagation::new();
        if *backend == Backend::Turns {
            propagation.copies.push(Copy::default());
        }
        propagation
    }

    /// Takes what was translated for them since the last time; the variables that it names.
    pub fn take(&self, translation: &mut Translation) -> Vec<Var> {
        let (sums, watched) = (translation.take_sums(), translation.take_watched());
        let named = watched.iter().flat_map(Watched::variables);
        let variables = sums.iter().flat_map(AtMost::variables).chain(named).collect();
        for copy in &self.copies {
            let mut unfounded_sets = copy.unfounded_sets.lock().expect("the solver's thread did not panic");
            watched.iter().for_each(|component| unfounded_sets.add(component.clone()));
        }
        self.add(&sums);
        variables
    }

    pub fn add(&self, sums: &[AtMost]) {
        for copy in &self.copies {
            let mut propagator = copy.sums.lock().expect("the solver's thread did not panic");
            sums.iter().for_each(|sum| propagator.add(sum.clone()));
        }
    }

    /// The parts of the one propagator that each solver has.
    pub fn connect(&mut self) -> Vec<Vec<Box<dyn Propagator>>> {
        self.are_connected = true;
        self.copies
            .iter()
            .map(|Copy { sums, unfounded_sets }| -> Vec<Box<dyn Propagator>> {
                vec![Box::new(sums.clone()), Box::new(unfounded_sets.clone())]
            })
            .collect()
    }

    /// The parts of the first solver's propagator, where no other one has any.
    pub fn connect_one(&mut self) -> Vec<Box<dyn Propagator>> {
        self.copies.truncate(1);
        self.connect().remove(0)
    }
}
