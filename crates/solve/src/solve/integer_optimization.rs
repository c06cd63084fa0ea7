//! Minimization of sums of integer variables, in one order with the objectives of the program.
//!
//! Cores raise the lower bound at the current priority within a conflict budget ([`IntegerCores`]), and in turn the search looks for an
//! answer set that is better, with a larger one. When both bounds meet, or there is none, the cost at this priority is fixed, and the
//! next one follows.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::integer_cores::IntegerCores;
use super::{bound, Bound, End, Pause, Progress, Question, Search, SolveError, Step};
use crate::theory::{self, CostLevel};
use crate::translate::Valuation;
use groundplan_ground::program::{Literal, Program};

/// The conflict budget of the first turn of the cores.
const FIRST_BUDGET: u64 = 50;
/// By what the budget grows from turn to turn.
const BUDGET_GROWTH: u64 = 2;
/// By what the budget of the search for a better answer set is larger.
const IMPROVING_FACTOR: u64 = 4;

/// A question for a best answer set, where integer variables are among the objectives.
///
/// Its answers are better and better answer sets, and lower bounds on the costs. After [`End::Exhausted`] the last answer set is best.
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
    /// What raises the lower bound at this priority, once there is an answer set.
    cores: Option<IntegerCores>,
    /// The conflicts that the search for a better answer set may still use before it is the turn of the cores.
    improving: u64,
    /// The lower bound that was reported last.
    reported: Vec<i64>,
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
        Ok(IntegerOptimization {
            literals,
            assumed,
            activation,
            levels,
            current: 0,
            best: None,
            cores: None,
            improving: 0,
            reported: Vec::new(),
            end,
        })
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

    /// Calls the solver once. Returns an answer set, which is better than the best one; or that there is none; or a pause; or `None` if
    /// the lower bound has risen.
    fn step(&mut self, search: &mut Search) -> Result<Option<Step<Valuation>>, SolveError> {
        let Some(best) = &self.best else { return search.find(&self.literals).map(Some) };
        let level = &self.levels[self.current];
        let cores = match &mut self.cores {
            Some(cores) => cores,
            empty => empty.insert(IntegerCores::new(search, level, FIRST_BUDGET)),
        };
        if cores.lower() >= best[self.current] {
            return Ok(Some(Step::Exhausted));
        }
        if self.improving > 0 {
            let found = search.find_within(&self.literals, &mut self.improving)?;
            return Ok(Some(found));
        }
        let raised = cores.raise(search, &self.literals)?;
        if let Some(Step::Paused(Pause::OverBudget)) = raised {
            // A second turn like the last one would close the gap.
            if cores.raised() >= best[self.current] - cores.lower() {
                cores.extend(cores.granted());
            } else {
                self.improving = IMPROVING_FACTOR * cores.granted();
                cores.extend(BUDGET_GROWTH * cores.granted());
            }
        }
        Ok(raised)
    }

    /// A lower bound on the costs by falling priority: the values of finished levels, and a lower bound for the current one.
    #[must_use]
    pub fn lower_bound(&self) -> Vec<i64> {
        let Some(best) = &self.best else { return Vec::new() };
        let mut bound = best[..self.current].to_vec();
        if let (Some(cores), Some(&cost)) = (&self.cores, best.get(self.current)) {
            bound.push(cores.lower().min(cost));
        }
        bound
    }

    /// Goes on with the next priority. Returns false if there is none, or no answer set.
    fn finish_level(&mut self, search: &mut Search) -> Result<bool, SolveError> {
        let Some(best) = self.best.clone() else { return Ok(false) };
        self.fix(search, best[self.current])?;
        (self.cores, self.improving) = (None, 0);
        self.current += 1;
        if self.current == self.levels.len() {
            return Ok(false);
        }
        self.improve(search, &best)?;
        Ok(true)
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
    type Answer = Progress<(FixedBitSet, Vec<i64>)>;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Self::Answer>, SolveError> {
        if self.end.is_some() {
            return Ok(Step::Exhausted);
        }
        loop {
            let bound = self.lower_bound();
            if bound > self.reported {
                self.reported.clone_from(&bound);
                return Ok(Step::Answer(Progress::Bound(bound)));
            }
            match self.step(search)? {
                None | Some(Step::Paused(Pause::OverBudget)) => {}
                Some(Step::Answer(values)) => {
                    let atoms = search.answer_set(program, &values)?;
                    let costs = theory::costs(program, &atoms, search.integer_values());
                    self.improve(search, &costs)?;
                    self.best = Some(costs.clone());
                    return Ok(Step::Answer(Progress::Better((atoms, costs))));
                }
                Some(Step::Paused(_)) => return self.conclude(search, End::Interrupted),
                Some(Step::Exhausted) => {
                    if !self.finish_level(search)? {
                        return self.conclude(search, End::Exhausted);
                    }
                }
            }
        }
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
