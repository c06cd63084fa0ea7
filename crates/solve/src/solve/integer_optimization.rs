//! Minimization of sums of integer variables, in one order with the objectives of the program.
//!
//! After each answer set, the search continues for one that is better at the current priority, until there is none. Then the cost at
//! this priority is fixed, and the next one follows.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::{bound, Bound, End, Question, Search, SolveError, Step};
use crate::theory::{self, CostLevel};
use groundplan_ground::program::{Literal, Program};

/// A question for a best answer set, where integer variables are among the objectives.
///
/// Each answer is better than the one before. After [`End::Exhausted`] the last one is best.
#[derive(Debug)]
pub struct IntegerOptimization {
    /// The assumptions, which are the first `assumed`, and then the literals of bounds.
    literals: Vec<Lit>,
    assumed: usize,
    activation: Option<Lit>,
    levels: Vec<CostLevel>,
    /// The priority that is being improved.
    current: usize,
    best: Option<Vec<i64>>,
    end: Option<End>,
}

impl IntegerOptimization {
    /// Creates the question.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        bound: Option<&Bound>,
    ) -> Result<Self, SolveError> {
        let made = bound::assumptions_with_activation(search, program, assumptions, bound)?;
        let (literals, activation, end) = match made {
            Some((literals, activation)) => (literals, Some(activation), None),
            None => (Vec::new(), None, Some(End::Exhausted)),
        };
        let levels = search.cost_levels(program)?;
        let assumed = literals.len();
        Ok(IntegerOptimization { literals, assumed, activation, levels, current: 0, best: None, end })
    }

    /// Asks for less than these costs at the current priority.
    fn improve(&mut self, search: &mut Search, costs: &[i64]) -> Result<(), SolveError> {
        let less = costs[self.current].checked_sub(1).ok_or(SolveError::Unbounded)?;
        let literal = search.bound_costs(&mut self.levels[self.current], less)?;
        if self.literals.last() != Some(&literal) {
            self.literals.push(literal);
        }
        Ok(())
    }

    /// Fixes the cost at the current priority, which is least.
    fn fix(&mut self, search: &mut Search, cost: i64) -> Result<(), SolveError> {
        let level = &mut self.levels[self.current];
        if let Some((literal, _)) = level.bound.take() {
            self.literals.pop();
            search.add_clause(&[!literal])?;
        }
        let literal = search.bound_costs(level, cost)?;
        self.literals.push(literal);
        Ok(())
    }
}

impl Question for IntegerOptimization {
    type Answer = (FixedBitSet, Vec<i64>);

    fn next(
        &mut self,
        search: &mut Search,
        program: &Program,
    ) -> Result<Step<(FixedBitSet, Vec<i64>)>, SolveError> {
        if self.end.is_some() {
            return Ok(Step::Exhausted);
        }
        loop {
            match search.find(&self.literals)? {
                Step::Answer(values) => {
                    let atoms = search.answer_set(program, &values)?;
                    let costs = theory::costs(program, &atoms, search.integer_values());
                    self.improve(search, &costs)?;
                    self.best = Some(costs.clone());
                    return Ok(Step::Answer((atoms, costs)));
                }
                Step::Paused(_) => return self.conclude(search, End::Interrupted),
                Step::Exhausted => {
                    let Some(best) = self.best.clone() else { break };
                    self.fix(search, best[self.current])?;
                    self.current += 1;
                    if self.current == self.levels.len() {
                        break;
                    }
                    self.improve(search, &best)?;
                }
            }
        }
        self.conclude(search, End::Exhausted)
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        if self.end.is_none() {
            self.end = Some(end);
            self.literals.drain(self.assumed..).try_for_each(|literal| search.add_clause(&[!literal]))?;
            if let Some(activation) = self.activation {
                search.add_clause(&[!activation])?;
            }
        }
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}
