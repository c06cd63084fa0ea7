//! A second way to see that assumptions have no answer set, beside the search for one.

use std::fmt;

use fixedbitset::FixedBitSet;

use super::{Decision, Pause, Question, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Program};

/// Proves that assumptions have no answer set, in some cases. What it proves may take a solver exponentially long.
pub trait Refuter: fmt::Debug {
    /// Looks for some of these assumptions that have no answer set together.
    fn refute(&mut self, assumptions: &[Literal]) -> Refutal;
}

/// What a refuter knows of assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutal {
    /// These of them have no answer set together.
    Core(Vec<Literal>),
    /// There may be an answer set. If there is, these literals are a guess at what holds in one.
    Unknown(Vec<Literal>),
}

impl<R: Refuter + ?Sized> Refuter for &mut R {
    fn refute(&mut self, assumptions: &[Literal]) -> Refutal {
        (**self).refute(assumptions)
    }
}

/// The conflicts that a search may take before the refuter is asked: what is decided sooner needs none.
const CONFLICTS: u64 = 500;

/// A refuter with its turn: it is asked after some conflicts of the search. Each time in vain they become more.
#[derive(Debug)]
pub(super) struct Refuting<R: ?Sized> {
    conflicts: u64,
    /// The conflicts that are left for all searches together, if they are limited.
    pub left: Option<u64>,
    pub refuter: R,
}

impl<R> Refuting<R> {
    pub fn new(refuter: R) -> Self {
        Refuting { conflicts: CONFLICTS, left: None, refuter }
    }
}

impl Refuting<dyn Refuter + '_> {
    /// Searches for an answer set with these assumptions, and asks the refuter where that takes long. The search stops where no
    /// conflicts are left.
    pub fn decide(
        &mut self,
        assumptions: Vec<Literal>,
        search: &mut Search,
        program: &Program,
    ) -> Result<Decided, SolveError> {
        let mut decision = Decision::new(assumptions);
        let counts = search.solver.counts_conflicts() && !Decision::is_shared(search);
        if counts {
            match self.within(self.conflicts, &mut decision, search, program)? {
                Step::Paused(Pause::OverBudget) => {}
                step => return Ok(Decided::of(step, decision)),
            }
        }
        match self.refuter.refute(decision.assumptions()) {
            Refutal::Core(core) => {
                self.conflicts = CONFLICTS;
                return Ok(Decided::Core(core));
            }
            Refutal::Unknown(guess) if counts && !guess.is_empty() => {
                let mut trial = Decision::new(decision.assumptions().iter().copied().chain(guess).collect());
                match self.within(CONFLICTS, &mut trial, search, program)? {
                    Step::Answer(_) => return Ok(Decided::AnswerSet),
                    Step::Paused(pause) if pause != Pause::OverBudget => return Ok(Decided::Stopped),
                    _ => {}
                }
            }
            Refutal::Unknown(_) => {}
        }
        self.conflicts = self.conflicts.saturating_mul(2);
        match self.left {
            Some(left) => Ok(Decided::of(self.within(left, &mut decision, search, program)?, decision)),
            None => decided(decision, search, program),
        }
    }

    /// Searches with this many conflicts, or those that are left.
    fn within(
        &mut self,
        conflicts: u64,
        decision: &mut Decision,
        search: &mut Search,
        program: &Program,
    ) -> Result<Step<FixedBitSet>, SolveError> {
        let mut budget = conflicts.min(self.left.unwrap_or(u64::MAX));
        let given = budget;
        let step = decision.decide(search, program, Some(&mut budget))?;
        self.left = self.left.map(|left| left.saturating_sub(given - budget));
        Ok(step)
    }
}

/// What is known of assumptions.
pub(super) enum Decided {
    AnswerSet,
    /// These have no answer set.
    Core(Vec<Literal>),
    /// The search was stopped.
    Stopped,
}

impl Decided {
    fn of(step: Step<FixedBitSet>, decision: Decision) -> Self {
        match step {
            Step::Answer(_) => Decided::AnswerSet,
            Step::Exhausted => Decided::Core(decision.blamed().to_vec()),
            Step::Paused(_) => Decided::Stopped,
        }
    }
}

/// Searches for an answer set.
pub(super) fn decided(
    mut decision: Decision,
    search: &mut Search,
    program: &Program,
) -> Result<Decided, SolveError> {
    let step = decision.next(search, program)?;
    Ok(Decided::of(step, decision))
}
