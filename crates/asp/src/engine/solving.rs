//! An engine while it answers: the search, and what is ground.

use std::cell::OnceCell;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::error::Error;
use super::model::Model;
use super::state::State;
use crate::program::{GroundProgram, Minimize};
use crate::solve::{Search, SolveError};

/// An engine while it answers.
#[derive(Debug)]
pub(super) struct Solving<'e> {
    pub search: &'e mut Search,
    pub state: &'e mut State,
    pub ground: GroundProgram<'e>,
    pub owner: &'e Arc<()>,
    /// Put together when an answer set is first priced.
    pub objectives: OnceCell<Vec<Minimize>>,
}

impl<'e> Solving<'e> {
    /// What the search said; after an error the engine is broken.
    pub fn checked<T>(&mut self, result: Result<T, SolveError>) -> Result<T, Error> {
        result.map_err(|error| {
            let error = Error::Solve(error);
            *self.state = State::broken(&error);
            error
        })
    }

    pub fn model(&self, atoms: FixedBitSet, costs: Option<Vec<i64>>) -> Model<'e> {
        let costs = costs.unwrap_or_else(|| {
            let objectives = self.objectives.get_or_init(|| self.ground.program.objectives());
            objectives.iter().map(|objective| objective.cost(&atoms)).collect()
        });
        Model { atoms, costs, ground: self.ground, owner: self.owner }
    }
}
