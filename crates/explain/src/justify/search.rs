//! The search for the instances of a conjunction over an answer set.
//!
//! Of the literals that can be evaluated, one that does not hold is taken first: so a refutation needs few values. Next come
//! equations and literals that hold in one way, then aggregates and conditions, at last the atom with the fewest instances.

use groundplan_ground::analysis::rule::Literal;

use super::literal::LiteralWays;
use super::statements::Statement;
use super::values::{VariableValues, Way};
use super::world::World;
use crate::Error;

/// A function that is called with the values of a solution.
pub type OnSolution<'f> = dyn FnMut(&mut World, &mut VariableValues) -> Result<(), Error> + 'f;

/// A conjunction with the literals that are still to be evaluated.
#[derive(Clone, Debug)]
pub struct Goal<'s> {
    /// The statement whose variables it has.
    pub statement: &'s Statement,
    /// The literals.
    pub literals: Vec<&'s Literal>,
    /// The indexes of those that are open, in ascending order.
    pub open: Vec<usize>,
}

/// The next step of a goal.
pub enum SearchStep {
    /// The literal with this index does not hold.
    Fails(usize),
    /// All literals hold.
    Solved,
    /// The literal with this index, which is no longer open, holds in these ways only.
    Cases(usize, Vec<Way>),
}

impl<'s> Goal<'s> {
    /// The goal that all these literals hold.
    pub fn new(statement: &'s Statement, literals: Vec<&'s Literal>) -> Self {
        Goal { statement, open: (0..literals.len()).collect(), literals }
    }
}

impl World<'_> {
    /// Evaluates literals of a goal until one fails or holds in several ways.
    ///
    /// # Errors
    ///
    /// If an external function fails, or the work is interrupted.
    pub fn step(&mut self, goal: &mut Goal, values: &mut VariableValues) -> Result<SearchStep, Error> {
        'again: loop {
            self.poll()?;
            // The position among the open literals and the ways of one that holds in one way, the position of the first
            // compound one, and the number of ways and the position of the atom with the fewest instances.
            let (mut only, mut compound, mut fewest) = (None, None, None);
            let mut position = 0;
            while let Some(&index) = goal.open.get(position) {
                let literal = goal.literals[index];
                match self.quick(literal, goal.statement, values)? {
                    LiteralWays::None => return Ok(SearchStep::Fails(index)),
                    LiteralWays::Holds => {
                        goal.open.remove(position);
                        continue;
                    }
                    LiteralWays::Few(ways) if ways.len() == 1 => {
                        if matches!(literal, Literal::Compare(..)) {
                            values.bind_all(&ways[0]);
                            goal.open.remove(position);
                            continue 'again;
                        }
                        only = only.or(Some((position, ways)));
                    }
                    LiteralWays::Few(ways) => fewer(&mut fewest, ways.len(), position),
                    LiteralWays::Many(count) => fewer(&mut fewest, count, position),
                    LiteralWays::Compound => compound = compound.or(Some(position)),
                    LiteralWays::NotReady => {}
                }
                position += 1;
            }
            if let Some((position, ways)) = only {
                return Ok(SearchStep::Cases(goal.open.remove(position), ways));
            }
            let Some(position) = compound.or(fewest.map(|(_, position)| position)) else {
                // A safe rule has no literal left that is never ready.
                return Ok(goal.open.first().map_or(SearchStep::Solved, |&index| SearchStep::Fails(index)));
            };
            let index = goal.open.remove(position);
            match self.fully(goal.literals[index], goal.statement, values)? {
                LiteralWays::Holds => {}
                LiteralWays::Few(ways) => return Ok(SearchStep::Cases(index, ways)),
                _ => return Ok(SearchStep::Fails(index)),
            }
        }
    }

    /// Calls `visit` with each solution of a goal.
    ///
    /// # Errors
    ///
    /// If an external function or `visit` fails, or the work is interrupted.
    pub fn solve(
        &mut self,
        mut goal: Goal,
        values: &mut VariableValues,
        visit: &mut OnSolution,
    ) -> Result<(), Error> {
        let start = values.mark();
        loop {
            match self.step(&mut goal, values)? {
                SearchStep::Fails(_) => break,
                SearchStep::Solved => {
                    visit(self, values)?;
                    break;
                }
                SearchStep::Cases(_, ways) => match &ways[..] {
                    [only] => values.bind_all(only),
                    _ => {
                        for way in &ways {
                            let mark = values.mark();
                            values.bind_all(way);
                            self.solve(goal.clone(), values, visit)?;
                            values.undo(mark);
                        }
                        break;
                    }
                },
            }
        }
        values.undo(start);
        Ok(())
    }

    /// Calls `visit` with each solution of a conjunction of literals of a statement.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn each_solution(
        &mut self,
        literals: &[Literal],
        statement: &Statement,
        values: &mut VariableValues,
        visit: &mut OnSolution,
    ) -> Result<(), Error> {
        self.solve(Goal::new(statement, literals.iter().collect()), values, visit)
    }
}

impl World<'_> {
    /// Gives variables the values that the equations of a goal determine.
    ///
    /// # Errors
    ///
    /// If an external function fails.
    pub fn equate(&mut self, goal: &Goal, values: &mut VariableValues) -> Result<(), Error> {
        loop {
            let before = values.mark();
            for &literal in &goal.literals {
                if let Literal::Compare(..) = literal {
                    if let LiteralWays::Few(ways) = self.quick(literal, goal.statement, values)? {
                        values.bind_all(&ways[0]);
                    }
                }
            }
            if values.mark() == before {
                return Ok(());
            }
        }
    }
}

/// Keeps the smaller count with its position.
fn fewer(fewest: &mut Option<(usize, usize)>, count: usize, position: usize) {
    if fewest.is_none_or(|(least, _)| count < least) {
        *fewest = Some((count, position));
    }
}
