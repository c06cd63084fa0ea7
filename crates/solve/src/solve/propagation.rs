//! The propagators of what is translated for them: sums and loops.

use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::{Member, Propagator};
use rustsat::types::Var;

use crate::translate::loops::{UnfoundedSets, Watched};
use crate::translate::{AtMost, BoundId, CostBound, CostBounds, PseudoBoolean, Translation};

/// What one propagator of a solver is made of.
type Parts = Vec<Box<dyn Propagator>>;

/// The propagators, once for each solver that has them.
#[derive(Debug)]
pub(super) struct Propagation {
    copies: Vec<Copy>,
    /// Bounds of the solvers that explain lazily that are needed no more.
    free: Vec<BoundId>,
}

/// One solver's; shared with its thread.
#[derive(Debug)]
struct Copy {
    member: Member,
    sums: Arc<Mutex<PseudoBoolean>>,
    bounds: Arc<Mutex<CostBounds>>,
    unfounded_sets: Arc<Mutex<UnfoundedSets>>,
    is_connected: bool,
}

impl Copy {
    fn of(member: Member) -> Self {
        Copy {
            member,
            sums: Arc::default(),
            bounds: Arc::default(),
            unfounded_sets: Arc::default(),
            is_connected: false,
        }
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
    /// For these solvers.
    pub fn of(members: &[Member]) -> Self {
        Propagation { copies: members.iter().copied().map(Copy::of).collect(), free: Vec::new() }
    }

    /// Takes what was translated for them since the last time; the variables that it names.
    pub fn take(&self, translation: &mut Translation) -> Vec<Var> {
        let (sums, watched) = (translation.take_sums(self.has_lazy()), translation.take_watched());
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

    /// Adds sums; where reasons are asked for lazily, those that alternatives say much about as bounds.
    fn add_bounds(&self, sums: &[(AtMost, Option<CostBound>)]) {
        for copy in &self.copies {
            for (sum, bound) in sums {
                match bound {
                    Some(bound) if copy.member.explains_lazily() => drop(copy.bounds().add(bound.clone())),
                    _ => copy.sums().add(sum.clone()),
                }
            }
        }
    }

    /// Whether there is a solver in which a sum costs little.
    pub fn has_lazy(&self) -> bool {
        self.copies.iter().any(|copy| copy.member.explains_lazily())
    }

    /// Tells the solvers that explain lazily a bound, in the place of another one or as a new one. For each of them, what connects
    /// it if nothing did so far.
    pub fn tell_lazy(
        &mut self,
        place: &mut Option<BoundId>,
        bound: &CostBound,
    ) -> Vec<(Member, Option<Parts>)> {
        // Another solver would search without the bound.
        debug_assert!(self.copies.iter().all(|copy| copy.member.explains_lazily()), "others have retired");
        let known = place.or_else(|| self.free.pop());
        let mut told = Vec::new();
        for copy in self.copies.iter_mut().filter(|copy| copy.member.explains_lazily()) {
            // They were told the same of old, so that the numbers are the same.
            *place = Some(match known {
                Some(number) => {
                    copy.bounds().replace(number, bound.clone());
                    number
                }
                None => copy.bounds().add(bound.clone()),
            });
            told.push((copy.member, (!copy.is_connected).then(|| copy.connect())));
        }
        told
    }

    /// Takes a bound that they were told back.
    pub fn forget(&mut self, number: BoundId) {
        if !self.has_lazy() {
            return;
        }
        for copy in self.copies.iter().filter(|copy| copy.member.explains_lazily()) {
            copy.bounds().replace(number, CostBound::nothing());
        }
        self.free.push(number);
    }

    /// Whether a solver has its propagator.
    pub fn has_connected(&self) -> bool {
        self.copies.iter().any(|copy| copy.is_connected)
    }

    /// Whether all solvers have theirs.
    pub fn is_connected(&self) -> bool {
        self.copies.iter().all(|copy| copy.is_connected)
    }

    /// The parts of the propagator of each solver that has none yet.
    pub fn connect(&mut self) -> Vec<(Member, Parts)> {
        let waiting = self.copies.iter_mut().filter(|copy| !copy.is_connected);
        waiting.map(|copy| (copy.member, copy.connect())).collect()
    }

    /// No solver but this one has a propagator from here on.
    pub fn leave(&mut self, member: Member) {
        self.copies.retain(|copy| copy.member == member);
    }

    /// The parts of one solver's propagator, where no other one has any from here on.
    pub fn connect_one(&mut self, member: Member) -> Parts {
        self.leave(member);
        self.copies.iter_mut().flat_map(Copy::connect).collect()
    }
}
