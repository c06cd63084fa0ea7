//! The least value of a variable of difference constraints: each answer set found is followed by the search for one in
//! which the variable can be less, until there is none.

use fixedbitset::FixedBitSet;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit};

use super::{Assumptions, End, Found, Search, SolveError};
use crate::program::{Literal, Program};
use crate::symbol::Symbol;
use crate::theory;

/// A search for the least value under way: see [`Search::descent`].
#[derive(Debug)]
pub struct Descent {
    variable: Symbol,
    /// The assumptions, so many, and behind them what keeps the variable below what was found.
    literals: Vec<Lit>,
    assumed: usize,
    end: Option<End>,
}

impl Descent {
    /// How it ended; `None` while there may be less. After [`End::Exhausted`] the last value is proven least.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Search {
    /// Begins a search for the least value of a variable in answer sets in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn descent(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        variable: Symbol,
    ) -> Result<Descent, SolveError> {
        let (literals, end) = match self.assume(program, assumptions)? {
            Assumptions::Literals(literals, _) => (literals, None),
            Assumptions::Refuted(_) => (Vec::new(), Some(End::Exhausted)),
        };
        let assumed = literals.len();
        Ok(Descent { variable, literals, assumed, end })
    }

    /// An answer set in which the variable can be less than in the one before, with the least that it can be there; `None`
    /// when the search has ended. The program must not have grown since it began.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unbounded`]; if the solver broke down, or this engine made a mistake.
    pub fn descend(
        &mut self,
        program: &Program,
        descent: &mut Descent,
    ) -> Result<Option<(FixedBitSet, i64)>, SolveError> {
        if descent.end.is_some() {
            return Ok(None);
        }
        let values = match self.find(&descent.literals)? {
            Found::Model(values) => values,
            Found::None => return self.end_descent(descent, End::Exhausted).map(|()| None),
            Found::Interrupted => return self.end_descent(descent, End::Interrupted).map(|()| None),
        };
        let atoms = self.answer_set(program, &values)?;
        let Some(least) = theory::least(program, &atoms, descent.variable) else {
            return Err(SolveError::Unbounded);
        };
        let below = self.translation.switch();
        self.bounds.add(below, descent.variable, least.checked_sub(1).ok_or(SolveError::Unbounded)?);
        self.set_up = None;
        self.set_up(program)?;
        self.hand_over()?;
        descent.literals.push(below);
        Ok(Some((atoms, least)))
    }

    /// Ends a descent: later searches are not bound by it. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn end_descent(&mut self, descent: &mut Descent, end: End) -> Result<(), SolveError> {
        descent.end.get_or_insert(end);
        for below in descent.literals.drain(descent.assumed..) {
            self.solver.add_clause_ref(Cl::new(&[!below])).map_err(SolveError::solver)?;
        }
        Ok(())
    }
}
