//! An engine while it answers: the search, and what is ground.

use std::cell::OnceCell;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::error::Error;
use super::model::Model;
use super::state::State;
use crate::pulse::Pulse;
use crate::Reports;
use groundplan_ground::analysis::sorts::Sorts;
use groundplan_ground::program::{AtomId, GroundProgram, Literal, Minimize};
use groundplan_solve::solve::{End, MinimalCore, Pause, Question, Search, SolveError, Step};
use groundplan_solve::symmetry::{self, Symmetries};

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

    /// The query has ended: propagators are told that nothing holds any more, and whoever looks on hears of it.
    pub fn note_end(&mut self) {
        // Whoever asks the broken solver next is told that it is.
        let _ = self.search.rest();
        if let Some(pulse) = self.pulse {
            pulse.note_search(None, self.search.statistics().with(self.grounding));
        }
    }

    /// The next answer of a question; `None` where it has ended. It is told of symmetries where it wants to know of them.
    pub fn next<Q: Question>(&mut self, question: &mut Q) -> Result<Option<Q::Answer>, Error> {
        loop {
            let step = question.next(self.search, self.ground.program);
            match self.checked(step)? {
                Step::Answer(answer) => return Ok(Some(answer)),
                Step::Paused(Pause::Symmetries) => {
                    let symmetries = Arc::new(self.symmetries());
                    let broken = self.search.break_symmetries(self.ground.program, symmetries);
                    self.checked(broken)?;
                }
                Step::Exhausted | Step::Paused(_) => return Ok(None),
            }
        }
    }

    /// Soft assumptions that have no answer set together with the hard ones, as few as were found, and whether the search came to
    /// its end: then none of them can be left out, or without any all have an answer set together. `smaller` hears of each set
    /// that is smaller than the one before.
    pub fn minimal_core(
        &mut self,
        hard: &[Literal],
        soft: &[Literal],
        mut smaller: impl FnMut(&[Literal]),
    ) -> Result<(Option<Vec<Literal>>, bool), Error> {
        let mut question = MinimalCore::new(hard, soft);
        let mut core = None;
        while let Some(found) = self.next(&mut question)? {
            smaller(&found);
            core = Some(found);
        }
        Ok((core, question.ended() == Some(End::Exhausted)))
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
