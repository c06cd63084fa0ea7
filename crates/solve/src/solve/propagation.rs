//! Propagators for the sums and loops of a translation.

use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::unfounded::{Component, UnfoundedSets};
use groundplan_sat::{PortfolioMember, Propagator, Trail};
use rustsat::types::{Lit, Var};

use crate::translate::{AtMost, BoundId, CostBound, CostBounds, PseudoBoolean, Translation};

/// The propagators, with a copy for each solver.
#[derive(Debug)]
pub(super) struct Propagation {
    copies: Vec<SolverPropagator>,
    /// Bounds that are free for reuse, in the solvers that explain lazily.
    free: Vec<BoundId>,
}

/// The propagator of one solver, shared with its thread.
#[derive(Debug)]
struct SolverPropagator {
    member: PortfolioMember,
    constraints: Arc<Mutex<Constraints>>,
    is_connected: bool,
}

impl SolverPropagator {
    fn of(member: PortfolioMember) -> Self {
        let mut constraints = Constraints::default();
        if !member.explains_lazily() {
            // It keeps its levels until it searches again, so that nothing can be added later.
            constraints.make_all();
        }
        SolverPropagator { member, constraints: Arc::new(Mutex::new(constraints)), is_connected: false }
    }

    fn connect(&mut self) -> Box<dyn Propagator> {
        self.is_connected = true;
        Box::new(self.constraints.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Constraints> {
        self.constraints.lock().expect("the solver's thread did not panic")
    }
}

/// The sums and loops that one solver propagates, in this order. Most programs have one kind; a kind that they do not have hears
/// nothing of the search, and of the values on level 0 once there is a constraint of it.
#[derive(Default, Debug)]
struct Constraints {
    sums: Option<PseudoBoolean>,
    bounds: Option<CostBounds>,
    unfounded_sets: Option<UnfoundedSets>,
    /// The literals that are true on level 0, as long as no kind is there.
    fixed: Trail,
    /// The current level.
    level: usize,
    /// The part that implied each literal last, indexed by literal.
    implied_by: Vec<PropagatedPart>,
}

/// A part of [`Constraints`].
#[derive(Clone, Copy, Debug)]
enum PropagatedPart {
    Sums,
    Bounds,
    UnfoundedSets,
}

impl Constraints {
    fn sums(&mut self) -> &mut PseudoBoolean {
        if self.sums.is_none() {
            self.sums = Some(self.new_kind());
        }
        self.sums.as_mut().expect("it was just made")
    }

    fn bounds(&mut self) -> &mut CostBounds {
        if self.bounds.is_none() {
            self.bounds = Some(self.new_kind());
        }
        self.bounds.as_mut().expect("it was just made")
    }

    fn unfounded_sets(&mut self) -> &mut UnfoundedSets {
        if self.unfounded_sets.is_none() {
            self.unfounded_sets = Some(self.new_kind());
        }
        self.unfounded_sets.as_mut().expect("it was just made")
    }

    /// Returns a propagator that has heard what is true on level 0.
    fn new_kind<P: Propagator + Default>(&mut self) -> P {
        debug_assert_eq!(self.level, 0, "the search is unwound before its constraints change");
        let mut kind = P::default();
        match self.trail() {
            Some(trail) => kind.assign(trail.lits()),
            None => kind.assign(std::mem::take(&mut self.fixed).lits()),
        }
        kind
    }

    /// Returns what a kind that is there has heard.
    fn trail(&self) -> Option<&Trail> {
        let of_sums = self.sums.as_ref().map(PseudoBoolean::trail);
        let of_bounds = || self.bounds.as_ref().map(CostBounds::trail);
        of_sums.or_else(of_bounds).or_else(|| self.unfounded_sets.as_ref().map(UnfoundedSets::trail))
    }

    /// Makes the propagators of all kinds.
    fn make_all(&mut self) {
        self.sums();
        self.bounds();
        self.unfounded_sets();
    }

    /// Calls `act` with each propagator that is there.
    #[inline]
    fn each(&mut self, act: impl Fn(&mut dyn Propagator)) {
        if let Some(sums) = &mut self.sums {
            act(sums);
        }
        if let Some(bounds) = &mut self.bounds {
            act(bounds);
        }
        if let Some(unfounded_sets) = &mut self.unfounded_sets {
            act(unfounded_sets);
        }
    }
}

impl Propagator for Constraints {
    fn assign(&mut self, lits: &[Lit]) {
        if self.level == 0 && self.trail().is_none() {
            for &lit in lits {
                self.fixed.push(lit);
            }
        }
        self.each(|part| part.assign(lits));
    }

    fn new_level(&mut self) {
        self.level += 1;
        self.each(|part| part.new_level());
    }

    fn backtrack(&mut self, level: usize) {
        self.level = level;
        self.each(|part| part.backtrack(level));
    }

    fn propagate(&mut self) -> Option<Lit> {
        let Constraints { sums, bounds, unfounded_sets, .. } = self;
        let mut of_sums = || Some((sums.as_mut()?.propagate()?, PropagatedPart::Sums));
        let of_bounds = || Some((bounds.as_mut()?.propagate()?, PropagatedPart::Bounds));
        let of_sets = || Some((unfounded_sets.as_mut()?.propagate()?, PropagatedPart::UnfoundedSets));
        let (lit, part) = of_sums().or_else(of_bounds).or_else(of_sets)?;
        if self.implied_by.len() <= lit.lidx() {
            self.implied_by.resize(lit.lidx() + 1, part);
        }
        self.implied_by[lit.lidx()] = part;
        Some(lit)
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let part: Option<&mut dyn Propagator> = match self.implied_by[lit.lidx()] {
            PropagatedPart::Sums => self.sums.as_mut().map(|part| part as _),
            PropagatedPart::Bounds => self.bounds.as_mut().map(|part| part as _),
            PropagatedPart::UnfoundedSets => self.unfounded_sets.as_mut().map(|part| part as _),
        };
        part.expect("it implied the literal").reason(lit, clause);
    }

    fn forgettable_reasons(&self) -> bool {
        self.sums.as_ref().is_some_and(PseudoBoolean::forgettable_reasons)
            || self.bounds.as_ref().is_some_and(CostBounds::forgettable_reasons)
    }
}

impl Propagation {
    /// Creates the propagators for these solvers.
    pub fn of(members: &[PortfolioMember]) -> Self {
        Propagation { copies: members.iter().copied().map(SolverPropagator::of).collect(), free: Vec::new() }
    }

    /// Takes the sums and loops translated since the last call, and returns their variables.
    pub fn take(&self, translation: &mut Translation) -> Vec<Var> {
        let (sums, watched) = (translation.take_sums(self.has_lazy()), translation.take_watched());
        let named = watched.iter().flat_map(Component::variables);
        let of_bounds = sums.iter().filter_map(|(_, bound)| bound.as_ref()).flat_map(CostBound::variables);
        let of_sums = sums.iter().flat_map(|(sum, _)| sum.variables());
        let variables = of_sums.chain(of_bounds).chain(named).collect();
        for copy in &self.copies {
            let mut constraints = copy.lock();
            watched.iter().for_each(|component| constraints.unfounded_sets().add(component.clone()));
        }
        self.add_bounds(&sums);
        variables
    }

    /// Adds sums. Solvers that explain lazily get a sum as a bound with exactly-one groups, if it has one.
    fn add_bounds(&self, sums: &[(AtMost, Option<CostBound>)]) {
        for copy in &self.copies {
            let mut constraints = copy.lock();
            for (sum, bound) in sums {
                match bound {
                    Some(bound) if copy.member.explains_lazily() => {
                        constraints.bounds().add(bound.clone());
                    }
                    _ => constraints.sums().add(sum.clone()),
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
    /// Returns the solvers, each with its propagator if that has not been connected yet.
    pub fn set_lazy_bound(
        &mut self,
        slot: &mut Option<BoundId>,
        bound: &CostBound,
    ) -> Vec<(PortfolioMember, Option<Box<dyn Propagator>>)> {
        // A solver that does not explain lazily would ignore the bound.
        debug_assert!(self.copies.iter().all(|copy| copy.member.explains_lazily()), "others have retired");
        let known = slot.or_else(|| self.free.pop());
        let mut updated = Vec::new();
        for copy in self.copies.iter_mut().filter(|copy| copy.member.explains_lazily()) {
            // All copies have the same bounds, so the numbers agree.
            *slot = Some(match known {
                Some(number) => {
                    copy.lock().bounds().replace(number, bound.clone());
                    number
                }
                None => copy.lock().bounds().add(bound.clone()),
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
            copy.lock().bounds().replace(number, CostBound::nothing());
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

    /// Returns the propagator of each solver that has none yet.
    pub fn connect(&mut self) -> Vec<(PortfolioMember, Box<dyn Propagator>)> {
        let waiting = self.copies.iter_mut().filter(|copy| !copy.is_connected);
        waiting.map(|copy| (copy.member, copy.connect())).collect()
    }

    /// Keeps the propagator of this solver only.
    pub fn leave(&mut self, member: PortfolioMember) {
        self.copies.retain(|copy| copy.member == member);
    }

    /// Keeps the propagator of this solver only, and returns it if the solver does not have it yet.
    pub fn connect_one(&mut self, member: PortfolioMember) -> Option<Box<dyn Propagator>> {
        self.leave(member);
        self.copies.first_mut().filter(|copy| !copy.is_connected).map(SolverPropagator::connect)
    }
}
