//! Exchange of results between optimizations of one program in several threads.
//!
//! Some threads only raise lower bounds, and the others only improve answer sets.

use fixedbitset::FixedBitSet;

use super::{Optimization, Phase, Role};
use crate::solve::parallel::{Helpers, StateHandle, Urgency};
use crate::solve::{End, Question, Search, SolveError, Step};
use groundplan_ground::program::Program;

/// The role of an optimization among several threads.
#[derive(Debug)]
pub(super) enum Participation {
    Main(Helpers<SharedBounds>),
    Helper(StateHandle<SharedBounds>),
}

/// The results that the threads share.
#[derive(Default, Debug)]
pub(super) struct SharedBounds {
    best: Option<(FixedBitSet, Vec<i64>)>,
    lower: Vec<i64>,
    /// Whether the best answer set is proven best, or it is proven that there is none.
    done: bool,
}

impl Optimization {
    fn handle(&self) -> Option<&StateHandle<SharedBounds>> {
        match &self.participation {
            Some(Participation::Main(helpers)) => Some(&helpers.handle),
            Some(Participation::Helper(handle)) => Some(handle),
            None => None,
        }
    }

    /// Shares an answer set that is better than the best one known to this thread.
    pub(super) fn publish(&self, atoms: &FixedBitSet, costs: &[i64]) {
        let Some(handle) = self.handle() else { return };
        let mut access = handle.access();
        let best = &mut access.results().best;
        if best.as_ref().is_none_or(|(_, known)| costs < known.as_slice()) {
            *best = Some((atoms.clone(), costs.to_vec()));
            access.notify(Urgency::Useful);
        }
    }

    /// Shares the fact that the best answer set is proven best.
    pub(super) fn publish_end(&self) {
        let Some(handle) = self.handle() else { return };
        let mut access = handle.access();
        access.results().done = true;
        access.notify(Urgency::Final);
    }

    /// Starts the other threads. The first of them takes the role (raising bounds or improving) that this optimization
    /// is not in at present.
    pub(super) fn start_threads(&mut self, search: &mut Search, program: &Program) -> Result<(), SolveError> {
        let (own, other) = match self.phase {
            Phase::Begin | Phase::Cores { improving: 0, .. } => (Role::Cores, Role::Improve),
            Phase::Improve(_) | Phase::Cores { .. } => (Role::Improve, Role::Cores),
        };
        if let (Role::Improve, Phase::Cores { cores, .. }) = (own, &self.phase) {
            self.phase = Phase::Improve(cores.lower());
        }
        self.role = own;
        let others = 1..search.config.threads.count();
        let configs = others.map(|number| match number {
            1 => search.config.alone(),
            _ => search.config.varied(number),
        });
        let (alarm, assumptions) = (self.alarm.clone(), self.assumptions.clone());
        let bound = self.bound.clone();
        let helpers = search.start_helpers(
            program,
            alarm,
            SharedBounds::default(),
            configs.collect(),
            move |number, search, program, handle| {
                let mut question = Optimization::new(search, program, &assumptions, bound.as_ref())?;
                question.role = if number % 2 == 1 { other } else { own };
                question.participation = Some(Participation::Helper(handle));
                while let Step::Answer(_) = question.next(search, program)? {}
                Ok(())
            },
        )?;
        self.participation = Some(Participation::Main(helpers));
        Ok(())
    }

    /// Shares the lower bound, and takes over the results of other threads. Returns their best answer set if it is
    /// better.
    pub(super) fn exchange(
        &mut self,
        search: &mut Search,
    ) -> Result<Option<(FixedBitSet, Vec<i64>)>, SolveError> {
        let Some(handle) = self.handle() else { return Ok(None) };
        let own = self.own_lower_bound();
        let mut access = handle.access();
        if let (true, Some(failure)) = (handle.is_main(), access.take_failure()) {
            return Err(failure);
        }
        let over = access.is_over();
        let bounds = access.results();
        let raised = own > bounds.lower;
        if raised {
            bounds.lower = own;
        }
        let theirs =
            bounds.best.as_ref().filter(|(_, costs)| self.best.as_ref().is_none_or(|best| costs < best));
        let better = theirs.cloned();
        let (proven, done) = (bounds.lower.clone(), bounds.done);
        if raised {
            access.notify(Urgency::Useful);
        }
        drop(access);
        if let Some((atoms, costs)) = &better {
            self.set_best(search, atoms, costs.clone())?;
        }
        self.proven = proven;
        if over {
            self.end(search, End::Interrupted)?;
        } else if done {
            self.end(search, End::Exhausted)?;
        } else {
            self.pass_proven_levels(search)?;
            if self.best.is_some() && self.level == self.encoded.len() {
                self.end(search, End::Exhausted)?;
            }
        }
        Ok(better)
    }

    /// Skips levels whose least values other threads have proven.
    fn pass_proven_levels(&mut self, search: &mut Search) -> Result<(), SolveError> {
        let Some(best) = self.best.clone() else { return Ok(()) };
        while let Some(objective) = self.encoded.get_mut(self.level) {
            let level = self.level;
            let proven = &self.proven;
            let is_proven = proven.get(..level) == Some(&best[..level])
                && proven.get(level).is_some_and(|proven| *proven >= best[level]);
            if !is_proven {
                break;
            }
            let kept = if level + 1 < best.len() {
                let units = objective.units(best[level]);
                objective.at_most(search, units)?
            } else {
                Vec::new()
            };
            self.finish_level(search, &kept)?;
        }
        Ok(())
    }
}
