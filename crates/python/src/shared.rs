//! The state that a control shares with its handles and models: the engine, or a record of who uses it.
//!
//! Invariants: no lock here is held while Python code runs, and no thread that holds the interpreter waits for one. A caller
//! that finds a lock taken raises an error that the control is busy. Long work takes the engine out and returns it
//! afterwards.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use groundplan::program::{AtomId, ExternalValue, GroundProgram};
use groundplan::{Cleanup, Engine, Error, Interrupter};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyErr, PyResult};

use crate::backend::TheoryTerms;
use crate::error::raise;
use crate::held::Held;
use crate::session::Session;
use groundplan_clingo::externals::Externals;
use groundplan_clingo::theory::{theory_atoms, Conditions, TheoryAtom};
use groundplan_clingo::Table;
use groundplan_clingo::Terms;
use groundplan_frontend::lock::{lock, try_lock};

/// The location of the engine.
pub enum EngineSlot {
    /// The engine is here, unused.
    Idle(Box<Engine>),
    /// A search has the engine, and returns it when it has ended.
    Searching(Arc<Session>),
    /// Other work has the engine.
    Busy,
}

/// The shared state of one control.
pub struct Shared {
    slot: Mutex<EngineSlot>,
    /// A cache of Python terms for the engine's symbols.
    pub terms: Mutex<Terms>,
    table: Mutex<Table>,
    /// Interrupts grounding and searches.
    pub interrupter: Interrupter,
    /// The engines that explain this program.
    explanations: Mutex<Vec<Weak<Shared>>>,
    /// The exception that a callback raised while the engine worked.
    raised: Mutex<Option<PyErr>>,
    /// The values assigned to external atoms.
    pub externals: Mutex<Externals>,
    theory: Mutex<Vec<TheoryAtom>>,
    /// The number of theory atoms that belong to earlier steps, before the last grounding.
    theory_start: AtomicUsize,
    /// Whether a search took place since the last grounding.
    pub is_searched: AtomicBool,
    /// The names of the conditions of theory elements.
    pub conditions: Mutex<Conditions>,
    /// The theory terms and elements that `backend` has numbered.
    pub theory_terms: Mutex<TheoryTerms>,
    /// The propagators that were registered.
    pub propagators: Mutex<Vec<Held>>,
    /// The last search that was started.
    pub last: Mutex<Option<Arc<Session>>>,
    /// The number of answers that earlier searches found, and the number of those proven optimal.
    pub before: Mutex<(u64, u64)>,
    /// The number of the ground program's assumptions that a search has already used. As in clingo, the next search does not
    /// use them again.
    pub assumed: AtomicUsize,
    /// Whether a backend call has set the atoms for projection.
    pub projects: AtomicBool,
    /// The number of searches started.
    pub calls: AtomicU64,
}

/// Returns the exception for a call in a fork of the process in which another thread is at work on the search.
pub fn elsewhere() -> PyErr {
    PyRuntimeError::new_err(
        "the search runs only in the process that this one is a fork of: here it cannot go on, and its control cannot be used",
    )
}

/// Returns the exception for a call while the control is busy.
pub fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "the control is at work: it grounds, or a search has not ended; close its handle, or leave its `with` block, first",
    )
}

impl Shared {
    /// Creates the state of a control with this engine.
    pub fn new(engine: Engine) -> Arc<Self> {
        Arc::new(Shared {
            interrupter: engine.interrupter(),
            slot: Mutex::new(EngineSlot::Idle(Box::new(engine))),
            terms: Mutex::default(),
            table: Mutex::default(),
            explanations: Mutex::default(),
            raised: Mutex::default(),
            externals: Mutex::default(),
            theory: Mutex::default(),
            theory_start: AtomicUsize::new(0),
            is_searched: AtomicBool::new(false),
            conditions: Mutex::default(),
            theory_terms: Mutex::default(),
            propagators: Mutex::default(),
            last: Mutex::default(),
            before: Mutex::default(),
            assumed: AtomicUsize::new(0),
            projects: AtomicBool::new(false),
            calls: AtomicU64::new(0),
        })
    }

    /// Calls `act`, which must be short and must not run Python code, with the engine.
    ///
    /// # Errors
    ///
    /// Returns `RuntimeError` if the control is busy.
    pub fn with<T>(&self, act: impl FnOnce(&mut Engine) -> T) -> PyResult<T> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        self.reclaim(&mut slot);
        match &mut *slot {
            EngineSlot::Idle(engine) => Ok(act(engine)),
            EngineSlot::Searching(session) if session.is_elsewhere() => Err(elsewhere()),
            EngineSlot::Searching(_) | EngineSlot::Busy => Err(busy()),
        }
    }

    /// Calls a fallible `act` with the engine; see [`Shared::with`].
    ///
    /// # Errors
    ///
    /// Returns an exception if `act` fails or the control is busy.
    pub fn try_with<T>(&self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> PyResult<T> {
        self.with(act)?.map_err(|error| self.raise(error))
    }

    /// Takes the engine for longer work.
    ///
    /// # Errors
    ///
    /// Returns `RuntimeError` if the control is busy.
    pub fn take(&self) -> PyResult<Box<Engine>> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        self.reclaim(&mut slot);
        match std::mem::replace(&mut *slot, EngineSlot::Busy) {
            EngineSlot::Idle(engine) => Ok(engine),
            other => {
                let is_elsewhere = matches!(&other, EngineSlot::Searching(session) if session.is_elsewhere());
                *slot = other;
                Err(if is_elsewhere { elsewhere() } else { busy() })
            }
        }
    }

    /// Returns the engine, or records who has it.
    pub fn put(&self, slot: EngineSlot) {
        *lock(&self.slot) = slot;
    }

    /// Whether a search, or other work, has the engine.
    pub fn is_at_work(&self) -> bool {
        !matches!(*lock(&self.slot), EngineSlot::Idle(_))
    }

    /// Adds an engine that explains this program.
    pub fn add_explanation(&self, explanation: &Arc<Shared>) {
        let mut explanations = lock(&self.explanations);
        explanations.retain(|explanation| explanation.strong_count() > 0);
        explanations.push(Arc::downgrade(explanation));
    }

    /// Interrupts the explanations that are at work. Returns whether there are any.
    pub fn interrupt_explanations(&self) -> bool {
        let explanations: Vec<Arc<Shared>> =
            lock(&self.explanations).iter().filter_map(Weak::upgrade).collect();
        let mut at_work = explanations.iter().filter(|explanation| explanation.is_at_work()).peekable();
        let are_any = at_work.peek().is_some();
        at_work.for_each(|explanation| explanation.interrupter.interrupt());
        are_any
    }

    /// Takes the engine back from a search that has ended.
    fn reclaim(&self, slot: &mut EngineSlot) {
        if let EngineSlot::Searching(session) = slot {
            if let Some(engine) = session.give_back() {
                *slot = EngineSlot::Idle(engine);
            }
        }
    }

    /// Calls `act` with the ground program unless the engine is in use. A finished search keeps the engine, and its last
    /// answer, if the ground program is readable through it.
    fn look(&self, mut act: impl FnMut(GroundProgram<'_>)) {
        let Some(mut slot) = try_lock(&self.slot) else { return };
        if let EngineSlot::Searching(session) = &*slot {
            if session.look(&mut act) {
                return;
            }
        }
        self.reclaim(&mut slot);
        if let EngineSlot::Idle(engine) = &*slot {
            act(engine.ground_program());
        }
    }

    /// Returns the exception that a callback raised or, without one, the exception for `error`.
    pub fn raise(&self, error: Error) -> PyErr {
        self.take_raised().unwrap_or_else(|| raise(error))
    }

    /// Stores the exception that a callback raised, and interrupts the work.
    pub fn keep(&self, raised: PyErr) {
        lock(&self.raised).get_or_insert(raised);
        self.interrupter.interrupt();
    }

    /// Takes the exception that a callback raised.
    pub fn take_raised(&self) -> Option<PyErr> {
        lock(&self.raised).take()
    }

    /// Whether a callback has raised an exception.
    pub fn has_raised(&self) -> bool {
        lock(&self.raised).is_some()
    }

    /// Whether a propagator was registered.
    pub fn has_propagators(&self) -> bool {
        !lock(&self.propagators).is_empty()
    }

    /// Marks the table of atoms as outdated, after a change of the program.
    pub fn outdate(&self) {
        lock(&self.table).outdate();
    }

    /// Calls `act` with the table of atoms, which is updated first unless the engine is in use.
    pub fn with_table<T>(&self, act: impl FnOnce(&Table) -> T) -> T {
        let mut table = lock(&self.table);
        if table.is_outdated() {
            let terms = &mut *lock(&self.terms);
            self.look(|ground| table.update(ground, terms));
        }
        act(&table)
    }

    /// Assigns a value to an external atom, for later searches.
    pub fn assign_external(&self, atom: AtomId, value: ExternalValue) {
        if value == ExternalValue::Released {
            lock(&self.table).release(atom);
        }
        lock(&self.externals).assign(atom, value);
    }

    /// Passes the assigned values of external atoms to the engine, before a search starts.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn tell_externals(&self, engine: &mut Engine) -> Result<(), Error> {
        let pending = lock(&self.externals).take();
        for (atom, value) in pending {
            match value {
                ExternalValue::Released => engine.release_external_atom(atom)?,
                value => drop(engine.assign_external_atom(atom, value)?),
            }
            let declarations = engine.ground_program().program.externals.len();
            lock(&self.externals).note(declarations, atom, value);
        }
        Ok(())
    }

    /// Removes the assumptions of the ground program that an earlier search has used.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn forget_assumptions(&self, engine: &mut Engine) -> Result<(), Error> {
        let assumed = self.assumed.load(Ordering::Relaxed);
        if assumed > 0 {
            engine.program_mut()?.assumptions.drain(..assumed);
        }
        self.assumed.store(engine.ground_program().program.assumptions.len(), Ordering::Relaxed);
        Ok(())
    }

    /// Updates the atoms and theory atoms before a search: propagators are initialized while the engine is in use.
    pub fn prepare(&self, engine: &Engine) {
        let terms = &mut lock(&self.terms);
        let ground = engine.ground_program();
        lock(&self.table).update(ground, terms);
        *lock(&self.theory) = theory_atoms(ground, self.theory_start(), terms, &mut lock(&self.conditions));
    }

    /// The number of theory atoms of earlier steps.
    pub fn theory_start(&self) -> usize {
        self.theory_start.load(Ordering::Relaxed)
    }

    /// Starts the next step.
    pub fn begin_step(&self, engine: &Engine) {
        self.is_searched.store(false, Ordering::Relaxed);
        self.theory_start.store(engine.ground_program().program.theory.used_count(), Ordering::Relaxed);
    }

    /// Updates the table after a cleanup: these atoms were found to be true or false in all answer sets.
    pub fn clean(&self, found: &Cleanup) {
        lock(&self.table).clean(found);
    }

    /// Returns the theory atoms, updated unless the engine is in use.
    pub fn theory_atoms(&self) -> Vec<TheoryAtom> {
        let mut theory = lock(&self.theory);
        let (terms, conditions) = (&mut *lock(&self.terms), &mut *lock(&self.conditions));
        self.look(|ground| *theory = theory_atoms(ground, self.theory_start(), terms, conditions));
        theory.clone()
    }
}
