//! What a control, its handles and its models share: the engine, or where it is while it works.
//!
//! Invariants: a lock here is never held while Python code runs, and never waited for by a thread that holds the
//! interpreter: whoever finds it taken says that the control is at work. Work takes the engine out, and brings it back.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use groundplan::program::{AtomId, ExternalValue, GroundProgram};
use groundplan::{Cleanup, Engine, Error, Interrupter};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyErr, PyResult};

use crate::backend::TheoryTerms;
use crate::error::raise;
use crate::externals::Externals;
use crate::session::Session;
use crate::table::Table;
use crate::term::Terms;
use crate::theory::{theory_atoms, Conditions, PyTheoryAtom};
use groundplan_frontend::lock::{lock, try_lock};

/// Where the engine is.
pub enum Slot {
    /// Here.
    Idle(Box<Engine>),
    /// In a search, which gives it back when it has ended.
    Searching(Arc<Session>),
    /// At work.
    Busy,
}

/// What belongs to one control.
pub struct Shared {
    slot: Mutex<Slot>,
    /// The terms of the engine's symbols.
    pub terms: Mutex<Terms>,
    table: Mutex<Table>,
    /// Ends grounding and searches.
    pub interrupter: Interrupter,
    /// What a callback raised while the engine worked.
    raised: Mutex<Option<PyErr>>,
    /// What external atoms are set to.
    pub externals: Mutex<Externals>,
    theory: Mutex<Vec<PyTheoryAtom>>,
    /// How many atoms of theories belong to steps that were searched before the last one was ground.
    pub theory_start: AtomicUsize,
    /// Whether there was a search since something was ground.
    pub is_searched: AtomicBool,
    /// What the conditions of their elements are called.
    pub conditions: Mutex<Conditions>,
    /// What `backend` has numbered.
    pub theory_terms: Mutex<TheoryTerms>,
    /// Whether a propagator was given.
    pub has_propagators: AtomicBool,
    /// The search that was begun last.
    pub last: Mutex<Option<Arc<Session>>>,
    /// How many answers the searches before it have found, and how many of them were proven best.
    pub before: Mutex<(u64, u64)>,
    /// How many assumptions of the ground program a search has made: as in clingo, the next one does not make them again.
    pub assumed: AtomicUsize,
    /// Whether a call has said what answer sets are projected to.
    pub projects: AtomicBool,
    /// How many searches were begun.
    pub calls: AtomicU64,
}

/// What is said of a call at the wrong time.
pub fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "the control is at work: it grounds, or a search has not ended; close its handle, or leave its `with` block, first",
    )
}

impl Shared {
    /// A control with this engine.
    pub fn new(engine: Engine) -> Arc<Self> {
        Arc::new(Shared {
            interrupter: engine.interrupter(),
            slot: Mutex::new(Slot::Idle(Box::new(engine))),
            terms: Mutex::default(),
            table: Mutex::default(),
            raised: Mutex::default(),
            externals: Mutex::default(),
            theory: Mutex::default(),
            theory_start: AtomicUsize::new(0),
            is_searched: AtomicBool::new(false),
            conditions: Mutex::default(),
            theory_terms: Mutex::default(),
            has_propagators: AtomicBool::new(false),
            last: Mutex::default(),
            before: Mutex::default(),
            assumed: AtomicUsize::new(0),
            projects: AtomicBool::new(false),
            calls: AtomicU64::new(0),
        })
    }

    /// Does something quick with the engine, which no Python code is called by.
    ///
    /// # Errors
    ///
    /// When it is at work.
    pub fn with<T>(&self, act: impl FnOnce(&mut Engine) -> T) -> PyResult<T> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        self.reclaim(&mut slot);
        match &mut *slot {
            Slot::Idle(engine) => Ok(act(engine)),
            Slot::Searching(_) | Slot::Busy => Err(busy()),
        }
    }

    /// The same where the engine may fail.
    ///
    /// # Errors
    ///
    /// When it does, or is at work.
    pub fn try_with<T>(&self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> PyResult<T> {
        self.with(act)?.map_err(|error| self.raise(&error))
    }

    /// Takes the engine for longer work.
    ///
    /// # Errors
    ///
    /// When it is at work already.
    pub fn take(&self) -> PyResult<Box<Engine>> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        self.reclaim(&mut slot);
        match std::mem::replace(&mut *slot, Slot::Busy) {
            Slot::Idle(engine) => Ok(engine),
            other => {
                *slot = other;
                Err(busy())
            }
        }
    }

    /// Brings it back, or says who has it.
    pub fn put(&self, slot: Slot) {
        *lock(&self.slot) = slot;
    }

    /// Takes the engine back from a search that has ended.
    fn reclaim(&self, slot: &mut Slot) {
        if let Slot::Searching(session) = slot {
            if let Some(engine) = session.give_back() {
                *slot = Slot::Idle(engine);
            }
        }
    }

    /// Looks at the ground program, as far as nobody is at work on it. A search that has ended keeps the engine, and with it
    /// what it found last, unless it cannot be looked at otherwise.
    fn look(&self, mut act: impl FnMut(GroundProgram<'_>)) {
        let Some(mut slot) = try_lock(&self.slot) else { return };
        if let Slot::Searching(session) = &*slot {
            if session.look(&mut act) {
                return;
            }
        }
        self.reclaim(&mut slot);
        if let Slot::Idle(engine) = &*slot {
            act(engine.ground_program());
        }
    }

    /// What a callback raised, or else the error.
    pub fn raise(&self, error: &Error) -> PyErr {
        self.take_raised().unwrap_or_else(|| raise(error))
    }

    /// Keeps what a callback raised, and ends the work.
    pub fn keep(&self, raised: PyErr) {
        lock(&self.raised).get_or_insert(raised);
        self.interrupter.interrupt();
    }

    /// What a callback raised.
    pub fn take_raised(&self) -> Option<PyErr> {
        lock(&self.raised).take()
    }

    /// Whether a callback has raised something.
    pub fn has_raised(&self) -> bool {
        lock(&self.raised).is_some()
    }

    /// The program has changed, so that the table of its atoms is no longer right.
    pub fn outdate(&self) {
        lock(&self.table).outdate();
    }

    /// Does something with the table of atoms, which is brought up to date where the engine can be looked at.
    pub fn with_table<T>(&self, act: impl FnOnce(&Table) -> T) -> T {
        let mut table = lock(&self.table);
        if table.is_outdated() {
            let terms = &mut *lock(&self.terms);
            self.look(|ground| table.update(ground, terms));
        }
        act(&table)
    }

    /// Sets an external atom for the searches to come.
    pub fn assign_external(&self, atom: AtomId, value: ExternalValue) {
        if value == ExternalValue::Released {
            lock(&self.table).release(atom);
        }
        lock(&self.externals).assign(atom, value);
    }

    /// Tells a search that begins the values of external atoms.
    ///
    /// # Errors
    ///
    /// When the engine fails.
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

    /// Has the search that begins make only those assumptions of the ground program that no search has made.
    ///
    /// # Errors
    ///
    /// When the engine fails.
    pub fn forget_assumptions(&self, engine: &mut Engine) -> Result<(), Error> {
        let assumed = self.assumed.load(Ordering::Relaxed);
        if assumed > 0 {
            engine.program_mut()?.assumptions.drain(..assumed);
        }
        self.assumed.store(engine.ground_program().program.assumptions.len(), Ordering::Relaxed);
        Ok(())
    }

    /// Prepares a search, by whoever has the engine: propagators are told of the program while it is at work.
    pub fn prepare(&self, engine: &Engine) {
        let terms = &mut lock(&self.terms);
        let ground = engine.ground_program();
        lock(&self.table).update(ground, terms);
        *lock(&self.theory) = theory_atoms(ground, self.theory_start(), terms, &mut lock(&self.conditions));
    }

    fn theory_start(&self) -> usize {
        self.theory_start.load(Ordering::Relaxed)
    }

    /// The next step begins.
    pub fn begin_step(&self, engine: &Engine) {
        self.is_searched.store(false, Ordering::Relaxed);
        self.theory_start.store(engine.ground_program().program.theory.atoms().len(), Ordering::Relaxed);
    }

    /// Atoms were found to be true or false for good.
    pub fn clean(&self, found: &Cleanup) {
        lock(&self.table).clean(found);
    }

    /// The atoms of theories, as far as the engine can be looked at.
    pub fn theory_atoms(&self) -> Vec<PyTheoryAtom> {
        let mut theory = lock(&self.theory);
        let (terms, conditions) = (&mut *lock(&self.terms), &mut *lock(&self.conditions));
        self.look(|ground| *theory = theory_atoms(ground, self.theory_start(), terms, conditions));
        theory.clone()
    }
}
