//! Assumptions none of which can be left out: deletion, with each core of the solver in place of what it is a part of (Belov,
//! Lynce & Marques-Silva: Towards efficient MUS extraction, AI Communications 25, 2012).
//!
//! Fewer assumptions have more answer sets, so one that was needed once stays needed.

use rustc_hash::FxHashSet;

use super::{Decision, End, Question, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Program};

/// Assumptions among the soft ones that have no answer set together with the hard ones. Its answers are such sets, each smaller
/// than the one before. After [`End::Exhausted`] none can be left out of the last one; without any, all assumptions hold in an
/// answer set.
#[derive(Debug)]
pub struct MinimalCore {
    hard: Vec<Literal>,
    core: Vec<Literal>,
    /// Those before this one are needed.
    needed: usize,
    /// Whether what is left is known to have no answer set.
    is_known: bool,
    end: Option<End>,
}

impl MinimalCore {
    /// Asks for it.
    pub fn new(hard: &[Literal], soft: &[Literal]) -> Self {
        MinimalCore { hard: hard.to_vec(), core: soft.to_vec(), needed: 0, is_known: false, end: None }
    }
}

impl Question for MinimalCore {
    type Answer = Vec<Literal>;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Vec<Literal>>, SolveError> {
        while self.end.is_none() && (!self.is_known || self.needed < self.core.len()) {
            let left_out = self.is_known.then_some(self.needed);
            let others = self.core.iter().enumerate().filter(|&(position, _)| Some(position) != left_out);
            let others = others.map(|(_, &literal)| literal);
            let mut decision = Decision::new(self.hard.iter().copied().chain(others).collect());
            match decision.next(search, program)? {
                Step::Answer(_) if !self.is_known => break,
                Step::Answer(_) => self.needed += 1,
                Step::Exhausted => {
                    let blamed: FxHashSet<Literal> = decision.blamed().iter().copied().collect();
                    if self.is_known {
                        self.core.remove(self.needed);
                    }
                    self.core.retain(|literal| blamed.contains(literal));
                    self.is_known = true;
                    return Ok(Step::Answer(self.core.clone()));
                }
                Step::Paused(_) => return self.conclude(search, End::Interrupted),
            }
        }
        self.conclude(search, End::Exhausted)
    }

    fn end(&mut self, _: &mut Search, end: End) -> Result<(), SolveError> {
        self.end.get_or_insert(end);
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}
