//! Assumptions none of which can be left out: deletion, with each core of the solver in place of what it is a part of (Belov,
//! Lynce & Marques-Silva: Towards efficient MUS extraction, AI Communications 25, 2012).
//!
//! Fewer assumptions have more answer sets, so one that was needed once stays needed.

use rustc_hash::FxHashSet;

use super::{Answer, Search, SolveError};
use crate::program::{Literal, Program};

/// What came of the search for assumptions that exclude each other.
pub(crate) enum Conflicting {
    /// There is an answer set in which all of them hold.
    Never,
    /// These exclude each other, in the order in which they were given.
    Assumptions {
        /// The assumptions.
        literals: Vec<Literal>,
        /// Whether there is an answer set without any one of them.
        is_minimal: bool,
    },
    /// The search was stopped before anything was known.
    Interrupted,
}

impl Search {
    /// Looks for assumptions among the soft ones that have no answer set together with the hard ones. `smaller` hears of each
    /// set that is smaller than the one before.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn minimal_core(
        &mut self,
        program: &Program,
        hard: &[Literal],
        soft: &[Literal],
        mut smaller: impl FnMut(&[Literal]),
    ) -> Result<Conflicting, SolveError> {
        let mut core = soft.to_vec();
        // Those before this one are needed.
        let mut needed = 0;
        let mut is_known = false;
        loop {
            let left_out = is_known.then_some(needed);
            let others = core.iter().enumerate().filter(|&(position, _)| Some(position) != left_out);
            let assumptions: Vec<Literal> =
                hard.iter().copied().chain(others.map(|(_, &literal)| literal)).collect();
            match self.solve(program, &assumptions)? {
                Answer::Satisfiable(_) if !is_known => return Ok(Conflicting::Never),
                Answer::Satisfiable(_) => needed += 1,
                Answer::Unsatisfiable(blamed) => {
                    let blamed: FxHashSet<Literal> = blamed.into_iter().collect();
                    if is_known {
                        core.remove(needed);
                    }
                    core.retain(|literal| blamed.contains(literal));
                    is_known = true;
                    smaller(&core);
                }
                Answer::Interrupted if !is_known => return Ok(Conflicting::Interrupted),
                Answer::Interrupted => {
                    return Ok(Conflicting::Assumptions { literals: core, is_minimal: false });
                }
            }
            if is_known && needed >= core.len() {
                return Ok(Conflicting::Assumptions { literals: core, is_minimal: true });
            }
        }
    }
}
