//! The least value of a variable of difference constraints: each answer set found is followed by the search for one in
//! which the variable can be less, until there is none.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::search::{Assumptions, Found};
use super::{End, Question, Search, SolveError, Step};
use crate::theory;
use groundplan_ground::program::{Literal, Program};
use groundplan_ground::symbol::Symbol;

/// Answer sets in which the assumptions hold, in each of which a variable can be less than in the one before, with the least that
/// it can be there. After [`End::Exhausted`] the last value is proven least.
#[derive(Debug)]
pub struct Descent {
    variable: Symbol,
    /// The assumptions, so many, and behind them what keeps the variable below what was found.
    literals: Vec<Lit>,
    assumed: usize,
    end: Option<End>,
}

impl Descent {
    /// Begins it.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
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

    /// Besides, [`SolveError::Unbounded`].
    fn next(
        &mut self,
        search: &mut Search,
        program: &Program,
    ) -> Result<Step<(FixedBitSet, i64)>, SolveError> {
        if self.end.is_some() {
            return Ok(Step::Exhausted);
        }
        let values = match search.find(&self.literals)? {
            Found::Model(values) => values,
            Found::None => return self.conclude(search, End::Exhausted),
            Found::Paused(_) => return self.conclude(search, End::Interrupted),
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
