//! The search for all minimal conflicts, as a Python object that returns one after the other.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::diagnostic::Sources;
use groundplan::Engine;
use groundplan_clingo::control::{busy, Control};
use groundplan_explain::{why_definitions, ConflictSearch, DefinitionConflict, Error, Negotiable};
use groundplan_frontend::explain::{odd_loops, Places};
use groundplan_frontend::lock::lock;
use pyo3::prelude::*;
use self_cell::{self_cell, MutBorrow};
use serde_json::json;

use crate::error::raise;
use crate::explanation::{conflict_object, failed, KeptAxioms};
use crate::limits::{limited, Limits};
use crate::signal::{at_work, check_signals};

self_cell!(
    struct EngineWithSearch {
        owner: MutBorrow<Box<Engine>>,

        #[not_covariant]
        dependent: ConflictSearch,
    }
);

/// The state of a search.
enum ConflictState {
    /// The program is ground.
    Ready(Box<Engine>),
    /// The search has begun.
    Searching(EngineWithSearch),
    /// A call is at work.
    Busy,
    /// The search has ended.
    Ended,
}

/// A search for all minimal conflicts.
#[pyclass(frozen, name = "ConflictSearch", module = "groundplan._core")]
pub struct PyConflictSearch {
    control: Arc<Control>,
    sources: Sources,
    axioms: KeptAxioms,
    negotiable: Vec<Negotiable>,
    assumptions: Vec<String>,
    limits: Limits,
    /// The time from which the time limit counts.
    start: Instant,
    progress: Mutex<FoundConflicts>,
}

struct FoundConflicts {
    state: ConflictState,
    /// Whether a conflict was found in which no constraint takes part.
    is_by_definitions: bool,
    end: Option<SearchEnd>,
}

/// The end of a search.
struct SearchEnd {
    is_complete: bool,
    /// What is known of a conflict that is perhaps not minimal, and of the definitions, as JSON.
    told: String,
}

impl PyConflictSearch {
    /// Creates a search over a program that was grounded with these statements relaxed.
    pub fn new(
        control: &Arc<Control>,
        (axioms, negotiable, assumptions): (KeptAxioms, Vec<Negotiable>, Vec<String>),
        (limits, start): (Limits, Instant),
    ) -> PyResult<Self> {
        let engine = control.take().map_err(raise)?;
        let sources = engine.sources().clone();
        let progress =
            FoundConflicts { state: ConflictState::Ready(engine), is_by_definitions: false, end: None };
        let (control, progress) = (Arc::clone(control), Mutex::new(progress));
        Ok(PyConflictSearch { control, sources, axioms, negotiable, assumptions, limits, start, progress })
    }

    fn begin(&self, engine: Box<Engine>) -> Result<EngineWithSearch, Error> {
        let begun = EngineWithSearch::try_new_or_recover(MutBorrow::new(engine), |engine| {
            let why = self.axioms.why(engine.borrow_mut(), &self.negotiable, &self.assumptions)?;
            Ok::<_, Error>(why.conflicts()?)
        });
        begun.map_err(|(_, error)| error)
    }

    /// Finds the next conflict. After the last one, the search has ended.
    fn advance(&self, state: ConflictState) -> Result<Option<String>, Error> {
        let mut search = match state {
            ConflictState::Ready(engine) => self.begin(engine)?,
            ConflictState::Searching(search) => search,
            ConflictState::Busy | ConflictState::Ended => return Ok(None),
        };
        if let Some(conflict) = search.with_dependent_mut(|_, search| search.next()).transpose()? {
            let mut progress = lock(&self.progress);
            progress.is_by_definitions |= conflict.is_by_definitions();
            progress.state = ConflictState::Searching(search);
            let shown = conflict_object(&self.sources, &conflict, &DefinitionConflict::default());
            return Ok(Some(shown.to_string()));
        }
        let (is_complete, unfinished) =
            search.with_dependent(|_, search| (search.is_complete(), search.unfinished().cloned()));
        let mut engine = search.into_owner().into_inner();
        let definitions = match lock(&self.progress).is_by_definitions {
            true => why_definitions(&mut engine, None)?,
            false => DefinitionConflict::default(),
        };
        let unfinished = unfinished
            .map(|conflict| conflict_object(&self.sources, &conflict, &DefinitionConflict::default()));
        let told = json!({
            "unfinished": unfinished,
            "odd_loops": odd_loops(&definitions.odd_loops, &Places::of(&self.sources)),
            "more": definitions.has_more,
        });
        lock(&self.progress).end = Some(SearchEnd { is_complete, told: told.to_string() });
        Ok(None)
    }
}

#[pymethods]
impl PyConflictSearch {
    /// Returns the next minimal conflict as JSON, or None if there are no more or the search was cut short.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let state = match &mut lock(&self.progress).state {
            ConflictState::Busy => return Err(raise(busy())),
            ConflictState::Ended => return Ok(None),
            state => std::mem::replace(state, ConflictState::Busy),
        };
        let time = self.limits.time.map(|limit| limit.saturating_sub(self.start.elapsed()));
        let limits = Limits { time, ..self.limits };
        let interrupter = &self.control.interrupter;
        let (found, cause) =
            at_work(py, interrupter, || limited(limits, interrupter, || self.advance(state)));
        // An interrupt ends the search even if it came after the last conflict was found.
        let is_interrupted = interrupter.is_interrupted();
        interrupter.clear();
        let ended = {
            let state = &mut lock(&self.progress).state;
            let is_over = is_interrupted || matches!(state, ConflictState::Busy);
            is_over.then(|| std::mem::replace(state, ConflictState::Ended))
        };
        if let Some(ended) = ended {
            // No lock is held while the engine, which may refer to Python objects, is dropped.
            drop(ended);
            self.control.put(Box::new(Engine::new()));
        }
        check_signals(py)?;
        match found {
            Err(Error::Engine(groundplan::Error::Interrupted)) => Ok(None),
            found => found.map_err(|error| failed(&self.control, error, cause)),
        }
    }

    /// Whether there are no other minimal conflicts than those that were returned.
    #[getter]
    fn is_complete(&self) -> bool {
        lock(&self.progress).end.as_ref().is_some_and(|end| end.is_complete)
    }

    /// Returns what else is known at the end, as JSON, or None before the end.
    fn end(&self) -> Option<String> {
        lock(&self.progress).end.as_ref().map(|end| end.told.clone())
    }
}
