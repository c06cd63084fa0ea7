//! An engine while it answers: the search, and what is ground.

use std::cell::OnceCell;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::error::Error;
use super::model::Model;
use super::state::State;
use crate::analysis::sorts::Sorts;
use crate::program::{AtomId, GroundProgram, Literal, Minimize};
use crate::pulse::Pulse;
use crate::solve::{Search, SolveError};
use crate::symmetry::{self, Symmetries};
use crate::Reports;

/// An engine while it answers.
#[derive(Debug)]
pub(super) struct Solving<'e> {
    pub search: &'e mut Search,
    /// What the passes of grounding did.
    pub grounding: Reports,
    pub state: &'e mut State,
    pub pulse: Option<&'e Pulse>,
    pub ground: GroundProgram<'e>,
    pub sorts: &'e Sorts,
    /// What the query assumes.
    pub assumed: Vec<Literal>,
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

    /// Tells whoever looks on that the query has ended.
    pub fn note_end(&self) {
        if let Some(pulse) = self.pulse {
            pulse.note_search(None, self.search.statistics().with(self.grounding));
        }
    }

    /// Tells the search of symmetries where it wants to know of them; whether it does.
    pub fn break_symmetries(&mut self) -> Result<bool, SolveError> {
        if !self.search.wants_symmetries() {
            return Ok(false);
        }
        let symmetries = Arc::new(self.symmetries());
        self.search.break_symmetries(self.ground.program, symmetries)?;
        Ok(true)
    }

    /// The symmetries of what is ground, under what is assumed.
    fn symmetries(&self) -> Symmetries {
        let fixed: Vec<AtomId> = self.assumed.iter().map(|literal| literal.atom()).collect();
        symmetry::find(self.ground, self.sorts, &fixed)
    }

    pub fn model(&self, atoms: FixedBitSet, costs: Option<Vec<i64>>) -> Model<'e> {
        let costs = costs.unwrap_or_else(|| {
            let objectives = self.objectives.get_or_init(|| self.ground.program.objectives());
            objectives.iter().map(|objective| objective.cost(&atoms)).collect()
        });
        Model { atoms, costs, ground: self.ground, owner: self.owner }
    }
}
