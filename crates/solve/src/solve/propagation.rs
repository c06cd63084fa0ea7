//! Propagators for the sums and loops of a translation.

use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::unfounded::{Component, UnfoundedSets};
use groundplan_sat::{Member, Propagator};
use rustsat::types::Var;

use crate::translate::{AtMost, BoundId, CostBound, CostBounds, PseudoBoolean, Translation};

/// The parts of one solver's propagator.
type PropagatorParts = Vec<Box<dyn Propagator>>;

/// The propagators, with a copy for each solver.
#[derive(Debug)]
pub(super) struct Propagation {
    copies: Vec<SolverPropagators>,
    /// Bounds that are free for reuse, in the solvers that explain lazily.
    free: Vec<BoundId>,
}

/// The propagators of one solver, shared with its thread.
#[derive(Debug)]
struct SolverPropagators {
    member: Member,
    sums: Arc<Mutex<PseudoBoolean>>,
    bounds: Arc<Mutex<CostBounds>>,
    unfounded_sets: Arc<Mutex<UnfoundedSets>>,
    is_connected: bool,
}

impl SolverPropagators {
    fn of(member: Member) -> Self {
        SolverPropagators {
            member,
            sums: Arc::default(),
            bounds: Arc::default(),
            unfounded_sets: Arc::default(),
            is_connected: false,
        }
    }

    fn connect(&mut self) -> PropagatorParts {
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
    /// Creates the propagators for these solvers.
    pub fn of(members: &[Member]) -> Self {
        Propagation { copies: members.iter().copied().map(SolverPropagators::of).collect(), free: Vec::new() }
    }

    /// Takes the sums and loops translated since the last call, and returns their variables.
    pub fn take(&self, translation: &mut Translation) -> Vec<Var> {
        let (sums, watched) = (translation.take_sums(self.has_lazy()), translation.take_watched());
        let named = watched.iter().flat_map(Component::variables);
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

    /// Adds sums. Solvers that explain lazily get a sum as a bound with exactly-one groups, if it has one.
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

    /// Whether a solver explains lazily, so that a sum costs little there.
    pub fn has_lazy(&self) -> bool {
        self.copies.iter().any(|copy| copy.member.explains_lazily())
    }

    /// Sets a bound in the solvers that explain lazily: replaces the one in `slot`, or adds it and stores its number
    /// there.
    ///
    /// Returns the solvers, each with the parts of its propagator if that has not been connected yet.
    pub fn set_lazy_bound(
        &mut self,
        slot: &mut Option<BoundId>,
        bound: &CostBound,
    ) -> Vec<(Member, Option<PropagatorParts>)> {
        // A solver that does not explain lazily would ignore the bound.
        debug_assert!(self.copies.iter().all(|copy| copy.member.explains_lazily()), "others have retired");
        let known = slot.or_else(|| self.free.pop());
        let mut updated = Vec::new();
        for copy in self.copies.iter_mut().filter(|copy| copy.member.explains_lazily()) {
            // All copies have the same bounds, so the numbers agree.
            *slot = Some(match known {
                Some(number) => {
                    copy.bounds().replace(number, bound.clone());
                    number
                }
                None => copy.bounds().add(bound.clone()),
            });
            updated.push((copy.member, (!copy.is_connected).then(|| copy.connect())));
        }
        updated
    }

    /// Removes a bound, and frees its number.
    pub fn remove_bound(&mut self, number: BoundId) {
        if !self.has_lazy() {
            return;
        }
        for copy in self.copies.iter().filter(|copy| copy.member.explains_lazily()) {
            copy.bounds().replace(number, CostBound::nothing());
        }
        self.free.push(number);
    }

    /// Whether at least one solver has its propagator.
    pub fn has_connected(&self) -> bool {
        self.copies.iter().any(|copy| copy.is_connected)
    }

    /// Whether all solvers have their propagators.
    pub fn is_connected(&self) -> bool {
        self.copies.iter().all(|copy| copy.is_connected)
    }

    /// Returns the parts of the propagator of each solver that has none yet.
    pub fn connect(&mut self) -> Vec<(Member, PropagatorParts)> {
        let waiting = self.copies.iter_mut().filter(|copy| !copy.is_connected);
        waiting.map(|copy| (copy.member, copy.connect())).collect()
    }

    /// Keeps the propagator of this solver only.
    pub fn leave(&mut self, member: Member) {
        self.copies.retain(|copy| copy.member == member);
    }

    /// Keeps the propagator of this solver only, and returns its parts.
    pub fn connect_one(&mut self, member: Member) -> PropagatorParts {
        self.leave(member);
        self.copies.iter_mut().flat_map(SolverPropagators::connect).collect()
    }
}
