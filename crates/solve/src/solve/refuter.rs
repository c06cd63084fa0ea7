//! A second way to see that assumptions have no answer set, beside the search for one.

use std::fmt;

use super::{Decision, Pause, Question, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Program};

/// Proves that assumptions have no answer set, in some cases. What it proves may take a solver exponentially long.
pub trait Refuter: fmt::Debug {
    /// Some of these assumptions, which have no answer set together; `None` if it does not know.
    fn refute(&mut self, assumptions: &[Literal]) -> Option<Vec<Literal>>;
}

/// The conflicts that a search may take before the refuter is asked: what is decided sooner needs none.
const CONFLICTS: u64 = 500;

/// A refuter with its turn: it is asked after some conflicts of the search. Each time in vain they become more.
#[derive(Debug)]
pub(super) struct Refuting<R: ?Sized> {
    conflicts: u64,
    pub refuter: R,
}

impl<R> Refuting<R> {
    pub fn new(refuter: R) -> Self {
        Refuting { conflicts: CONFLICTS, refuter }
    }
}

impl Refuting<dyn Refuter + '_> {
    /// Searches for an answer set with these assumptions, and asks the refuter where that takes long.
    pub fn decide(
        &mut self,
        assumptions: Vec<Literal>,
        search: &mut Search,
        program: &Program,
    ) -> Result<Decided, SolveError> {
        let mut decision = Decision::new(assumptions);
        let counts = search.solver.counts_conflicts() && !Decision::is_shared(search);
        if counts {
            match decision.decide(search, program, Some(self.conflicts))? {
                Step::Answer(_) => return Ok(Decided::AnswerSet),
                Step::Exhausted => return Ok(Decided::Core(decision.blamed().to_vec())),
                Step::Paused(Pause::OverBudget) => {}
                Step::Paused(_) => return Ok(Decided::Stopped),
            }
        }
        if let Some(core) = self.refuter.refute(decision.assumptions()) {
            self.conflicts = CONFLICTS;
            return Ok(Decided::Core(core));
        }
        self.conflicts = self.conflicts.saturating_mul(2);
        decided(decision, search, program)
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

/// Searches for an answer set.
pub(super) fn decided(
    mut decision: Decision,
    search: &mut Search,
    program: &Program,
) -> Result<Decided, SolveError> {
    Ok(match decision.next(search, program)? {
        Step::Answer(_) => Decided::AnswerSet,
        Step::Exhausted => Decided::Core(decision.blamed().to_vec()),
        Step::Paused(_) => Decided::Stopped,
    })
}
