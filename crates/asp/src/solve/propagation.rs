//! The propagators of what is translated for them: sums and loops.

use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::{Backend, Part, Propagator};
use rustsat::types::Var;

use crate::translate::loops::{UnfoundedSets, Watched};
use crate::translate::{AtMost, BoundId, CostBound, CostBounds, PseudoBoolean, Translation};

/// What one propagator of a solver is made of.
type Parts = Vec<Box<dyn Propagator>>;

/// The propagators, once for each solver that has them.
#[derive(Debug)]
pub(super) struct Propagation {
    copies: Vec<Copy>,
    /// From which copy on they are batsat's: there, a sum costs little.
    batsat: Option<usize>,
    /// Bounds of batsat's copies that nobody needs any more.
    free: Vec<BoundId>,
}

/// One solver's; shared with its thread.
#[derive(Default, Debug)]
struct Copy {
    part: Option<Part>,
    sums: Arc<Mutex<PseudoBoolean>>,
    bounds: Arc<Mutex<CostBounds>>,
    unfounded_sets: Arc<Mutex<UnfoundedSets>>,
    is_connected: bool,
}

impl Copy {
    fn of(part: Part) -> Self {
        Copy { part: Some(part), ..Copy::default() }
    }

    fn connect(&mut self) -> Parts {
        self.is_connected = true;
        vec![
            Box::new(self.sums.clone()),
            Box::new(self.bounds.clone()),
            Box::new(self.unfounded_sets.clone()),
        ]
    }

    fn sums(&self) -> MutexGuard<'_, PseudoBoolean> {
        self.sums.lock().expect("the solver's thread did not panic")
    }

    fn bounds(&self) -> MutexGuard<'_, CostBounds> {
        self.bounds.lock().expect("the solver's thread did not panic")
    }
}

impl Propagation {
    /// For one solver.
    pub fn new() -> Self {
        Propagation { copies: vec![Copy::default()], batsat: None, free: Vec::new() }
    }

    /// For the solvers of a backend.
    pub fn of(backend: &Backend) -> Self {
        match backend {
            Backend::Portfolio => Propagation {
                copies: [Part::Cadical, Part::Batsat, Part::Positive].map(Copy::of).into(),
                batsat: Some(1),
                free: Vec::new(),
            },
            Backend::Batsat => Propagation { batsat: Some(0), ..Propagation::new() },
            _ => Propagation::new(),
        }
    }

    /// Takes what was translated for them since the last time; the variables that it names.
    pub fn take(&self, translation: &mut Translation) -> Vec<Var> {
        let (sums, watched) = (translation.take_sums(self.has_batsat()), translation.take_watched());
        let named = watched.iter().flat_map(Watched::variables);
        let of_bounds = sums.iter().filter_map(|(_, bound)| bound.as_ref()).flat_map(CostBound::variables);
        let of_sums = sums.iter().flat_map(|(sum, _)| sum.variables());
        let variables = of_sums.chain(of_bounds).chain(named).collect();
        for copy in &self.copies {
            let mut unfounded_sets = copy.unfounded_sets.lock().expect("the solver's thread did not panic");
            watched.iter().for_each(|component| unfounded_sets.add(component.clone()));
        }
        self.add_bounds(&sums);
        variables
    }

    /// Adds sums to be propagated as they are.
    pub fn add(&self, sums: &[AtMost]) {
        for copy in &self.copies {
            sums.iter().for_each(|sum| copy.sums().add(sum.clone()));
        }
    }

    /// Adds sums, in batsat those that alternatives say much about as bounds.
    fn add_bounds(&self, sums: &[(AtMost, Option<CostBound>)]) {
        for (number, copy) in self.copies.iter().enumerate() {
            let is_batsat = self.batsat.is_some_and(|first| first <= number);
            for (sum, bound) in sums {
                match bound {
                    Some(bound) if is_batsat => drop(copy.bounds().add(bound.clone())),
                    _ => copy.sums().add(sum.clone()),
                }
            }
        }
    }

    /// Whether a sum costs little in one of the solvers.
    pub fn has_batsat(&self) -> bool {
        self.batsat.is_some()
    }

    /// Tells batsat a bound, in the place of another one or as a new one. For each of its parts, what connects it if nothing
    /// did so far.
    pub fn tell_batsat(
        &mut self,
        place: &mut Option<BoundId>,
        bound: &CostBound,
    ) -> Vec<(Option<Part>, Option<Parts>)> {
        let first = self.batsat.expect("whoever tells it something has asked");
        let known = place.or_else(|| self.free.pop());
        let mut told = Vec::new();
        for copy in &mut self.copies[first..] {
            // They were told the same of old, so that the numbers are the same.
            *place = Some(match known {
                Some(number) => {
                    copy.bounds().replace(number, bound.clone());
                    number
                }
                None => copy.bounds().add(bound.clone()),
            });
            told.push((copy.part, (!copy.is_connected).then(|| copy.connect())));
        }
        told
    }

    /// Takes a bound that batsat was told back.
    pub fn forget(&mut self, number: BoundId) {
        let Some(first) = self.batsat else { return };
        for copy in &self.copies[first..] {
            copy.bounds().replace(number, CostBound::nothing());
        }
        self.free.push(number);
    }

    /// Whether a solver has its propagator.
    pub fn has_connected(&self) -> bool {
        self.copies.iter().any(|copy| copy.is_connected)
    }

    /// Whether all solvers have theirs: batsat is never the last.
    pub fn is_connected(&self) -> bool {
        self.copies[0].is_connected
    }

    /// The parts of the propagator of each solver that has none yet.
    pub fn connect(&mut self) -> Vec<(Option<Part>, Parts)> {
        let waiting = self.copies.iter_mut().filter(|copy| !copy.is_connected);
        waiting.map(|copy| (copy.part, copy.connect())).collect()
    }

    /// The parts of the first solver's propagator, where no other one has any.
    pub fn connect_one(&mut self) -> Parts {
        self.copies.truncate(1);
        self.batsat = self.batsat.filter(|&copy| copy == 0);
        self.copies[0].connect()
    }
}
