//! Search for a minimal set of assumptions that exclude each other.
//!
//! The method is deletion: assumptions are left out one by one, and each core of the solver replaces the set (Belov,
//! Lynce & Marques-Silva: Towards efficient MUS extraction, AI Communications 25, 2012). Fewer assumptions have more
//! answer sets, so an assumption that is needed once stays needed.

use rustc_hash::FxHashSet;

use super::refuter::{decided, Decided, Refuting};
use super::{Decision, End, Question, Refuter, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Program};

/// A question for a minimal set of soft assumptions that have no answer set together with the hard ones.
///
/// Each answer is such a set and smaller than the previous one. After [`End::Exhausted`] the last one is minimal. If
/// there was no answer, all assumptions hold in an answer set.
#[derive(Debug)]
pub struct MinimalCore {
    hard: Vec<Literal>,
    core: Vec<Literal>,
    /// The number of assumptions at the start of `core` that are known to be needed.
    needed: usize,
    /// Whether `core` is known to have no answer set.
    is_known: bool,
    end: Option<End>,
}

impl MinimalCore {
    /// Creates the question.
    pub fn new(hard: &[Literal], soft: &[Literal]) -> Self {
        MinimalCore { hard: hard.to_vec(), core: soft.to_vec(), needed: 0, is_known: false, end: None }
    }
}

impl MinimalCore {
    /// Like [`Question::next`], with the help of a refuter.
    pub(super) fn next_refuted(
        &mut self,
        search: &mut Search,
        program: &Program,
        mut refuting: Option<&mut Refuting<dyn Refuter + '_>>,
    ) -> Result<Step<Vec<Literal>>, SolveError> {
        while self.end.is_none() && (!self.is_known || self.needed < self.core.len()) {
            let left_out = self.is_known.then_some(self.needed);
            let others = self.core.iter().enumerate().filter(|&(position, _)| Some(position) != left_out);
            let others = others.map(|(_, &literal)| literal);
            let assumptions = self.hard.iter().copied().chain(others).collect();
            let found = match &mut refuting {
                Some(refuting) => refuting.decide(assumptions, search, program)?,
                None => decided(Decision::new(assumptions), search, program)?,
            };
            match found {
                Decided::AnswerSet if !self.is_known => break,
                Decided::AnswerSet => self.needed += 1,
                Decided::Core(blamed) => {
                    let blamed: FxHashSet<Literal> = blamed.into_iter().collect();
                    if self.is_known {
                        self.core.remove(self.needed);
                    }
                    self.core.retain(|literal| blamed.contains(literal));
                    self.is_known = true;
                    return Ok(Step::Answer(self.core.clone()));
                }
                Decided::Stopped => return self.conclude(search, End::Interrupted),
            }
        }
        self.conclude(search, End::Exhausted)
    }
}

impl Question for MinimalCore {
    type Answer = Vec<Literal>;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Vec<Literal>>, SolveError> {
        self.next_refuted(search, program, None)
    }

    fn end(&mut self, _: &mut Search, end: End) -> Result<(), SolveError> {
        self.end.get_or_insert(end);
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}
