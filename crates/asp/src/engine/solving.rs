//! The state of an engine during a query: the search and the ground program.

use std::cell::OnceCell;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::error::Error;
use super::model::Model;
use super::state::State;
use crate::pulse::Pulse;
use crate::Reports;
use groundplan_ground::analysis::sorts::Sorts;
use groundplan_ground::program::{AtomId, GroundProgram, Literal, Minimize, Program};
use groundplan_solve::solve::{Pause, Question, Search, SolveError, Step};
use groundplan_solve::symmetry;

/// The parts of an engine that a running query borrows.
#[derive(Debug)]
pub(super) struct Solving<'e> {
    pub search: &'e mut Search,
    /// The reports of the grounding passes.
    pub grounding: Reports,
    pub state: &'e mut State,
    pub pulse: Option<&'e Pulse>,
    pub ground: GroundProgram<'e>,
    pub sorts: &'e Sorts,
    /// The assumptions of the query.
    pub assumed: Vec<Literal>,
    pub owner: &'e Arc<()>,
    /// The objectives, computed when the cost of an answer set is first needed.
    pub objectives: OnceCell<Vec<Minimize>>,
}

impl<'e> Solving<'e> {
    /// Passes a result of the search on; after an error the engine is broken.
    pub fn checked<T>(&mut self, result: Result<T, SolveError>) -> Result<T, Error> {
        result.map_err(|error| {
            let error = Error::Solve(error);
            *self.state = State::broken(&error);
            error
        })
    }

    /// Ends the query: propagators are told that their literals no longer hold, and the pulse records the end.
    pub fn note_end(&mut self) {
        // If this fails, the next call of the solver reports it.
        let _ = self.search.unwind_for_hosts();
        if let Some(pulse) = self.pulse {
            pulse.note_search(None, self.search.statistics().with(self.grounding));
        }
    }

    /// Begins a question. The time that this takes is time of the search.
    pub fn begin<Q>(
        &mut self,
        make: impl FnOnce(&mut Search, &Program) -> Result<Q, SolveError>,
    ) -> Result<Q, Error> {
        let program = self.ground.program;
        let made = self.search.measure(|search| make(search, program));
        self.checked(made)
    }

    /// Returns the next answer of a question; `None` when it has ended. Computes the symmetries if the question asks for
    /// them.
    pub fn next<Q: Question>(&mut self, question: &mut Q) -> Result<Option<Q::Answer>, Error> {
        loop {
            // Where answer sets are many, more time goes into reading and excluding them than into the solver.
            let program = self.ground.program;
            let step = self.search.measure(|search| question.next(search, program));
            match self.checked(step)? {
                Step::Answer(answer) => return Ok(Some(answer)),
                Step::Paused(Pause::Symmetries) => {
                    let broken = self.break_symmetries();
                    self.checked(broken)?;
                }
                Step::Exhausted | Step::Paused(_) => return Ok(None),
            }
        }
    }

    /// Breaks the symmetries of the ground program that leave the assumptions unchanged.
    fn break_symmetries(&mut self) -> Result<(), SolveError> {
        let Solving { ground, sorts, .. } = *self;
        let fixed: Vec<AtomId> = self.assumed.iter().map(|literal| literal.atom()).collect();
        self.search.measure(|search| {
            let symmetries = symmetry::find(ground, sorts, &fixed);
            search.break_symmetries(ground.program, Arc::new(symmetries))
        })
    }

    pub fn model(&self, atoms: FixedBitSet, costs: Option<Vec<i64>>) -> Model<'e> {
        let integers = Arc::clone(self.search.integer_values());
        let costs = costs.unwrap_or_else(|| {
            if !self.ground.program.theory.integers.objectives().is_empty() {
                return groundplan_solve::theory::costs(self.ground.program, &atoms, &integers);
            }
            let objectives = self.objectives.get_or_init(|| self.ground.program.objectives());
            objectives.iter().map(|objective| objective.cost(&atoms)).collect()
        });
        Model { atoms, integers, costs, ground: self.ground, owner: self.owner }
    }
}
