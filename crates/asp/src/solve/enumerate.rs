//! Answer sets one after the other, each once; or each once on a projection, or on what heuristics are about.
//!
//! What excludes the answer sets found so far holds only under a switch, so that later searches see them again.

use fixedbitset::FixedBitSet;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit, TernaryVal};

use super::{Assumptions, End, Found, Search, SolveError};
use crate::program::{Literal, Program};

/// Which answer sets count as one.
#[derive(Debug)]
pub enum Distinct {
    /// No two of them.
    All,
    /// Those that agree on all of these literals.
    On(Vec<Literal>),
    /// One that was found, and those that differ from it only on variables that it has as their heuristic would: clasp calls
    /// this domain recording. Only for a search that has such variables.
    Domain,
}

/// An enumeration under way: see [`Search::enumerator`].
#[derive(Debug)]
pub struct Enumerator {
    /// The assumptions, the switch among them.
    literals: Vec<Lit>,
    switch: Option<Lit>,
    distinct: Distinct,
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
    /// Begins an enumeration of the answer sets in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn enumerator(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        distinct: Distinct,
    ) -> Result<Enumerator, SolveError> {
        if let (Distinct::Domain, Some(decider)) = (&distinct, &self.decider) {
            decider.keep_signs();
        }
        Ok(match self.assume(program, assumptions)? {
            Assumptions::Literals(mut literals, _) => {
                let switch = self.translation.switch();
                literals.push(switch);
                Enumerator { literals, switch: Some(switch), distinct, blocked: None, end: None }
            }
            Assumptions::Refuted(_) => Enumerator {
                literals: Vec::new(),
                switch: None,
                distinct,
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
        let clause = match (&enumerator.distinct, &self.decider) {
            (Distinct::On(projection), _) => self.translation.projected_blocking_clause(&values, projection),
            (Distinct::Domain, Some(decider)) => {
                let solver = &self.solver;
                decider.recorded_clause(|literal| matches!(solver.lit_val(literal), Ok(TernaryVal::True)))
            }
            _ => self.translation.blocking_clause(&values),
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
