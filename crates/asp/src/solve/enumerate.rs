//! Answer sets one after the other, each once; or each once on a projection.
//!
//! What excludes the answer sets found so far holds only under a switch, so that later searches see them again.

use fixedbitset::FixedBitSet;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit};

use super::{Assumptions, End, Found, Search, SolveError};
use crate::program::{Literal, Program};

/// An enumeration under way: see [`Search::enumerator`].
#[derive(Debug)]
pub struct Enumerator {
    /// The assumptions, the switch among them.
    literals: Vec<Lit>,
    switch: Option<Lit>,
    projection: Option<Vec<Literal>>,
    /// What excludes the answer set found last.
    blocked: Option<Vec<Lit>>,
    end: Option<End>,
}

impl Enumerator {
    /// How it ended; `None` while there may be more.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Search {
    /// Begins an enumeration of the answer sets in which the assumptions hold. With a projection, answer sets that agree
    /// on all of its literals count as one.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn enumerator(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        projection: Option<Vec<Literal>>,
    ) -> Result<Enumerator, SolveError> {
        Ok(match self.assume(program, assumptions)? {
            Assumptions::Literals(mut literals, _) => {
                let switch = self.translation.switch();
                literals.push(switch);
                Enumerator { literals, switch: Some(switch), projection, blocked: None, end: None }
            }
            Assumptions::Refuted(_) => Enumerator {
                literals: Vec::new(),
                switch: None,
                projection,
                blocked: None,
                end: Some(End::Exhausted),
            },
        })
    }

    /// The next answer set of an enumeration; `None` when it has ended. The program must not have grown since it began.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn next(
        &mut self,
        program: &Program,
        enumerator: &mut Enumerator,
    ) -> Result<Option<FixedBitSet>, SolveError> {
        let (None, Some(switch)) = (enumerator.end, enumerator.switch) else { return Ok(None) };
        if let Some(mut clause) = enumerator.blocked.take() {
            clause.push(!switch);
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        let values = match self.find(&enumerator.literals)? {
            Found::Model(values) => values,
            Found::None => return self.end(enumerator, End::Exhausted).map(|()| None),
            Found::Interrupted => return self.end(enumerator, End::Interrupted).map(|()| None),
        };
        let clause = match &enumerator.projection {
            None => self.translation.blocking_clause(&values),
            Some(projection) => self.translation.projected_blocking_clause(&values, projection),
        };
        self.hand_over()?;
        enumerator.blocked = Some(clause);
        self.answer_set(program, &values).map(Some)
    }

    /// Ends an enumeration: later searches see all answer sets again. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn end(&mut self, enumerator: &mut Enumerator, end: End) -> Result<(), SolveError> {
        if enumerator.end.is_none() {
            enumerator.end = Some(end);
            if let Some(switch) = enumerator.switch.take() {
                self.solver.add_clause_ref(Cl::new(&[!switch])).map_err(SolveError::solver)?;
            }
        }
        Ok(())
    }
}
