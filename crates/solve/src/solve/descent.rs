//! Minimization of a variable of difference constraints.
//!
//! After each answer set, the search continues for one in which the variable can have a smaller value, until there is
//! none.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::search::Assumptions;
use super::{End, Question, Search, SolveError, Step};
use crate::theory;
use groundplan_ground::program::{Literal, Program};
use groundplan_ground::symbol::Symbol;

/// A question for the least value of a variable under assumptions.
///
/// Each answer is an answer set with the least value of the variable there, which decreases from answer to answer.
/// After [`End::Exhausted`] the last value is proven least.
#[derive(Debug)]
pub struct Descent {
    variable: Symbol,
    /// The assumptions (the first `assumed` literals), and then the activation literals of bounds on the variable.
    literals: Vec<Lit>,
    assumed: usize,
    end: Option<End>,
}

impl Descent {
    /// Creates the question.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        variable: Symbol,
    ) -> Result<Self, SolveError> {
        let (literals, end) = match search.assume(program, assumptions)? {
            Assumptions::Literals(literals, _) => (literals, None),
            Assumptions::Refuted(_) => (Vec::new(), Some(End::Exhausted)),
        };
        let assumed = literals.len();
        Ok(Descent { variable, literals, assumed, end })
    }
}

impl Question for Descent {
    type Answer = (FixedBitSet, i64);

    /// Searches for the next answer.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unbounded`] if the variable has no lower bound; see also [`Question::next`].
    fn next(
        &mut self,
        search: &mut Search,
        program: &Program,
    ) -> Result<Step<(FixedBitSet, i64)>, SolveError> {
        if self.end.is_some() {
            return Ok(Step::Exhausted);
        }
        let values = match search.find(&self.literals)? {
            Step::Answer(values) => values,
            Step::Exhausted => return self.conclude(search, End::Exhausted),
            Step::Paused(_) => return self.conclude(search, End::Interrupted),
        };
        let atoms = search.answer_set(program, &values)?;
        let least = theory::least(program, &atoms, self.variable).ok_or(SolveError::Unbounded)?;
        let below = search.translation.activation_literal();
        let less = least.checked_sub(1).ok_or(SolveError::Unbounded)?;
        search.bound_variable(program, below, self.variable, less)?;
        self.literals.push(below);
        Ok(Step::Answer((atoms, least)))
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        self.end.get_or_insert(end);
        self.literals.drain(self.assumed..).try_for_each(|below| search.add_clause(&[!below]))
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}
