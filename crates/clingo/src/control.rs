//! A control: an engine, or a record of who uses it, and what clingo's users see of its program.
//!
//! Invariants: a thread holds a lock here only for a short time, and never while code of the host language runs. A caller that finds
//! the engine taken gets an error that the control is busy. Long work takes the engine out and returns it afterwards.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Instant;

use groundplan::program::{AtomId, ExternalValue, GroundProgram, Literal};
use groundplan::solve::{Decisions, End};
use groundplan::symbol::Symbol;
use groundplan::{Cleanup, Engine, Interrupter, Part, Projection};
use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::lock::{lock, try_lock};
use groundplan_frontend::plan::{Plan, PlanError};
use groundplan_frontend::run::Run;

use rustc_hash::FxHashSet;

use crate::backend::TheoryTerms;
use crate::error::{Error, Result};
use crate::externals::{opposite, Externals};
use crate::ground_output::GroundFiles;
use crate::literal::number;
use crate::observer::Observers;
use crate::propagator::objective::AddedObjective;
use crate::session::{Assumption, Session};
use crate::statistics::UserStatistics;
use crate::table::SymbolicAtoms;
use crate::term::{Term, TermCache};
use crate::texts::Texts;
use crate::theory::{theory_atoms, Conditions, TheoryAtom};

/// What a callback of the host language raised: an exception, say.
pub type Raised = Box<dyn Any + Send>;

/// What a call of the host's code gives.
pub type Told<T> = std::result::Result<T, Raised>;

/// Work that the host runs once, inside of what it has to do before and after: letting go of an interpreter, watching a limit.
pub type Work<'w> = &'w mut (dyn FnMut() + Send);

/// Runs work and nothing else.
pub fn just(work: Work<'_>) {
    work();
}

/// The location of the engine.
enum EngineSlot {
    /// The engine is here, unused.
    Idle(Box<Engine>),
    /// A search has the engine, and returns it when it has ended.
    Searching(Arc<Session>),
    /// Other work has the engine.
    Busy,
}

/// What is known of the program beside the engine.
#[derive(Default)]
struct ControlState {
    terms: TermCache,
    table: SymbolicAtoms,
    /// The values assigned to external atoms.
    externals: Externals,
    theory: Vec<TheoryAtom>,
    /// The number of theory atoms that belong to earlier steps, before the last grounding.
    theory_start: usize,
    /// The numbers of the conditions of theory elements.
    conditions: Conditions,
    /// The theory terms and elements that a backend has numbered.
    theory_terms: TheoryTerms,
    has_propagators: bool,
    reads_as_clingcon: bool,
    /// What propagators have added to the objective.
    added_objective: AddedObjective,
    /// The number of changes of the program.
    changes: u64,
    /// The last search that was started.
    last: Option<Arc<Session>>,
    /// The number of answers that earlier searches found, and the number of those proven optimal.
    before: (u64, u64),
    /// The number of searches started.
    calls: u64,
    /// Whether a search took place since the last grounding.
    is_searched: bool,
    /// The number of the ground program's assumptions that a search has already used. As in clingo, the next search does not
    /// use them again.
    assumed: usize,
    /// Whether a backend call has set the atoms for projection.
    projects: bool,
    /// The names after `@` in a text for which a function is registered.
    called: FxHashSet<String>,
    observers: Observers,
    /// The statistics that users add, once callbacks may do so.
    user_statistics: Option<UserStatistics>,
}

/// A control: see clingo's class of this name.
pub struct Control {
    slot: Mutex<EngineSlot>,
    known: Mutex<ControlState>,
    /// Interrupts grounding and searches.
    pub interrupter: Interrupter,
    /// The controls whose engines explain this program.
    explanations: Mutex<Vec<Weak<Control>>>,
    /// What a callback raised while the engine worked.
    raised: Mutex<Option<Raised>>,
    files: Mutex<GroundFiles>,
    texts: Mutex<Texts>,
}

/// The arguments of one search beside the options.
#[derive(Default)]
pub struct SearchRequest {
    /// The assumptions.
    pub assumptions: Vec<Assumption>,
    /// The time at which the search ends.
    pub deadline: Option<Instant>,
    /// Whether there is no search, because the ground program goes to another consumer.
    pub is_idle: bool,
    /// Whether, after the last requested answer, to check by propagation that no more answers exist.
    pub seeks_end: bool,
}

/// The numbers of the last search and of all searches of a control.
#[derive(Clone, Default, Debug)]
pub struct SearchCounts {
    /// The number of searches started.
    pub calls: u64,
    /// The answers of the last search, and those proven optimal.
    pub last: (u64, u64),
    /// The answers of all searches, and those proven optimal.
    pub all: (u64, u64),
    /// Whether the last search exhausted the search space.
    pub exhausted: bool,
    /// Whether the last search found an answer set.
    pub satisfiable: bool,
    /// The costs of its last answer.
    pub costs: Vec<i64>,
}

/// Returns the error for a call in a fork of the process in which another thread is at work on the search.
pub fn elsewhere() -> Error {
    Error::runtime(
        "the search runs only in the process that this one is a fork of: here it cannot go on, and its control cannot be used",
    )
}

/// Returns the error for a call while the control is busy.
pub fn busy() -> Error {
    Error::runtime(
        "the control is at work: it grounds, or a search has not ended; close its handle, or leave its `with` block, first",
    )
}

impl Control {
    /// Creates a control with this engine.
    pub fn new(engine: Engine) -> Arc<Self> {
        Arc::new(Control {
            interrupter: engine.interrupter(),
            slot: Mutex::new(EngineSlot::Idle(Box::new(engine))),
            known: Mutex::default(),
            explanations: Mutex::default(),
            raised: Mutex::default(),
            files: Mutex::default(),
            texts: Mutex::default(),
        })
    }

    fn known(&self) -> MutexGuard<'_, ControlState> {
        lock(&self.known)
    }

    /// Calls `act`, which must be short and must not run code of the host, with the engine.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the control is busy.
    pub fn with<T>(&self, act: impl FnOnce(&mut Engine) -> T) -> Result<T> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        reclaim(&mut slot);
        match &mut *slot {
            EngineSlot::Idle(engine) => Ok(act(engine)),
            EngineSlot::Searching(session) if session.is_elsewhere() => Err(elsewhere()),
            EngineSlot::Searching(_) | EngineSlot::Busy => Err(busy()),
        }
    }

    /// Calls a fallible `act` with the engine; see [`Control::with`].
    ///
    /// # Errors
    ///
    /// Returns an error if `act` fails or the control is busy.
    pub fn try_with<T>(
        &self,
        act: impl FnOnce(&mut Engine) -> std::result::Result<T, groundplan::Error>,
    ) -> Result<T> {
        Ok(self.with(act)??)
    }

    /// Takes the engine for longer work.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the control is busy.
    pub fn take(&self) -> Result<Box<Engine>> {
        let mut slot = try_lock(&self.slot).ok_or_else(busy)?;
        reclaim(&mut slot);
        match std::mem::replace(&mut *slot, EngineSlot::Busy) {
            EngineSlot::Idle(engine) => Ok(engine),
            other => {
                let is_elsewhere = matches!(&other, EngineSlot::Searching(session) if session.is_elsewhere());
                *slot = other;
                Err(if is_elsewhere { elsewhere() } else { busy() })
            }
        }
    }

    /// Returns the engine after longer work.
    pub fn put(&self, engine: Box<Engine>) {
        *lock(&self.slot) = EngineSlot::Idle(engine);
    }

    /// Does longer work with the engine.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the control is busy.
    pub fn work<T: Send>(
        &self,
        during: impl FnOnce(Work<'_>),
        act: impl FnOnce(&mut Engine) -> T + Send,
    ) -> Result<T> {
        let mut engine = self.take()?;
        let (mut act, mut done) = (Some(act), None);
        during(&mut || done = act.take().map(|act| act(&mut engine)));
        self.put(engine);
        Ok(done.expect("the host runs the work once"))
    }

    /// Whether a search, or other work, has the engine.
    pub fn is_at_work(&self) -> bool {
        !matches!(*lock(&self.slot), EngineSlot::Idle(_))
    }

    /// Adds a control whose engine explains this program.
    pub fn add_explanation(&self, explanation: &Arc<Control>) {
        let mut explanations = lock(&self.explanations);
        explanations.retain(|explanation| explanation.strong_count() > 0);
        explanations.push(Arc::downgrade(explanation));
    }

    /// Interrupts the current work of the engine, and of explanations of its program. If there is none, the next work of the
    /// engine is interrupted.
    pub fn interrupt(&self) {
        if !self.interrupt_explanations() || self.is_at_work() {
            self.interrupter.interrupt();
        }
    }

    /// Interrupts the explanations that are at work. Returns whether there are any.
    fn interrupt_explanations(&self) -> bool {
        let explanations: Vec<Arc<Control>> =
            lock(&self.explanations).iter().filter_map(Weak::upgrade).collect();
        let mut at_work = explanations.iter().filter(|explanation| explanation.is_at_work()).peekable();
        let are_any = at_work.peek().is_some();
        at_work.for_each(|explanation| explanation.interrupter.interrupt());
        are_any
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
        reclaim(&mut slot);
        if let EngineSlot::Idle(engine) = &*slot {
            act(engine.ground_program());
        }
    }

    /// Stores what a callback raised, and interrupts the work.
    pub fn keep(&self, raised: Raised) {
        lock(&self.raised).get_or_insert(raised);
        self.interrupter.interrupt();
    }

    /// Takes what a callback raised.
    pub fn take_raised(&self) -> Option<Raised> {
        lock(&self.raised).take()
    }

    /// Whether a callback has raised something.
    pub fn has_raised(&self) -> bool {
        lock(&self.raised).is_some()
    }

    /// Marks the table of atoms as outdated, after a change of the program.
    pub fn outdate(&self) {
        let known = &mut *self.known();
        known.table.outdate();
        known.changes += 1;
    }

    /// Returns a number that grows with each change of the program.
    pub fn changes(&self) -> u64 {
        self.known().changes
    }

    /// Calls `act` with the table of atoms, which is updated first unless the engine is in use.
    pub fn with_table<T>(&self, act: impl FnOnce(&SymbolicAtoms) -> T) -> T {
        let known = &mut *self.known();
        if known.table.is_outdated() {
            self.look(|ground| known.table.update(ground, &mut known.terms));
        }
        act(&known.table)
    }

    /// Calls `act` with the terms of the engine's symbols.
    pub fn with_terms<T>(&self, act: impl FnOnce(&mut TermCache) -> T) -> T {
        act(&mut self.known().terms)
    }

    /// Calls `act` with the names after `@` for which a function is registered.
    pub(crate) fn with_called<T>(&self, act: impl FnOnce(&mut FxHashSet<String>) -> T) -> T {
        act(&mut self.known().called)
    }

    /// Calls `act` with the observers, and with the terms of the engine's symbols.
    pub(crate) fn with_observers<T>(&self, act: impl FnOnce(&mut Observers, &mut TermCache) -> T) -> T {
        let known = &mut *self.known();
        act(&mut known.observers, &mut known.terms)
    }

    /// Calls `act` with the files that the ground program is written to.
    pub(crate) fn with_ground_files<T>(&self, act: impl FnOnce(&mut GroundFiles) -> T) -> T {
        act(&mut lock(&self.files))
    }

    /// Calls `act` with what was added to the program.
    pub(crate) fn with_texts<T>(&self, act: impl FnOnce(&mut Texts) -> T) -> T {
        act(&mut lock(&self.texts))
    }

    /// Calls `act` with the values assigned to external atoms.
    pub fn with_externals<T>(&self, act: impl FnOnce(&Externals) -> T) -> T {
        act(&self.known().externals)
    }

    /// Calls `act` with the engine, and with the theory terms that a backend has numbered.
    pub(crate) fn with_theory_terms<T>(
        &self,
        act: impl FnOnce(&mut Engine, &mut TheoryTerms) -> T,
    ) -> Result<T> {
        let known = &mut *self.known();
        self.with(|engine| act(engine, &mut known.theory_terms))
    }

    /// Records that the program has a new external atom.
    pub(crate) fn declare_external(&self, atom: AtomId) {
        self.known().externals.declare(atom);
    }

    /// Records that the atoms for projection are set.
    pub(crate) fn set_projects(&self) {
        self.known().projects = true;
    }

    /// Records that a propagator was registered.
    pub(crate) fn set_propagators(&self) {
        self.known().has_propagators = true;
    }

    /// Calls `act` with what propagators have added to the objective.
    pub(crate) fn with_added_objective<T>(&self, act: impl FnOnce(&mut AddedObjective) -> T) -> T {
        act(&mut self.known().added_objective)
    }

    /// Returns the literals of the condition of a theory element, if this is the number of one with several literals.
    pub fn condition(&self, number: i64) -> Option<Vec<i64>> {
        self.known().conditions.get(number).map(<[i64]>::to_vec)
    }

    /// Grounds parts. As in clingo, a part that no text defines is empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy.
    pub fn ground(&self, parts: &[(&str, Vec<Term>)], during: impl FnOnce(Work<'_>)) -> Result<()> {
        let declared = self.with(|engine| engine.ground_program().program.externals.len())?;
        let grounded = self.work(during, |engine| {
            let wanted = defined_parts(engine, parts);
            let grounded = engine.ground(wanted);
            let externals = &engine.ground_program().program.externals;
            let externals = &mut externals[declared..].iter().map(|&(atom, _)| atom);
            externals.for_each(|atom| self.declare_external(atom));
            grounded
        });
        self.outdate();
        grounded??;
        self.known().observers.begin();
        Ok(())
    }

    /// Starts the next step, before the program grows, if a search took place since the last grounding. Returns whether one did.
    /// As in clingo, only theory atoms of the new step are visible from then on. With `cleanup`, atoms that are false in all answer
    /// sets lose their names.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy.
    pub fn begin_step(&self, cleanup: bool, during: impl FnOnce(Work<'_>)) -> Result<bool> {
        self.known().observers.open();
        if !self.known().is_searched {
            return Ok(false);
        }
        if cleanup {
            self.cleanup(during)?;
        }
        let used = self.with(|engine| engine.ground_program().program.theory.used_count())?;
        let known = &mut *self.known();
        known.is_searched = false;
        known.theory_start = used;
        known.changes += 1;
        Ok(true)
    }

    /// Removes the names of atoms that are false in all answer sets, and marks as facts those that are true in all.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy.
    pub fn cleanup(&self, during: impl FnOnce(Work<'_>)) -> Result<()> {
        let found: Cleanup = self.work(during, Engine::cleanup)??;
        self.known().table.clean(&found);
        Ok(())
    }

    /// Assigns a value to an external atom, for later searches; to a negated literal, the opposite value.
    ///
    /// # Errors
    ///
    /// Returns what an observer raised.
    pub fn assign_external(&self, external: Literal, value: ExternalValue) -> Result<()> {
        let value = if external.is_negative() { opposite(value) } else { value };
        {
            let known = &mut *self.known();
            if value == ExternalValue::Released {
                known.table.release(external.atom());
            }
            known.externals.assign(external.atom(), value);
        }
        self.with_ground_files(|files| files.assign(number(external.atom().positive()), value));
        self.observe_value(external.atom(), value)
    }

    /// Sets the atoms to which answer sets are projected, or adds to them unless `replace`.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy.
    pub fn project(&self, atoms: &[AtomId], replace: bool) -> Result<()> {
        self.try_with(|engine| {
            let projection = &mut engine.program_mut()?.projection;
            if replace {
                projection.clear();
            }
            projection.extend(atoms);
            Ok(())
        })?;
        self.set_projects();
        Ok(())
    }

    /// Sets the options of the engine, before the first search. With `hears`, `#heuristic` is grounded in any case: only when a
    /// search starts is it known whether a propagator uses it.
    ///
    /// # Errors
    ///
    /// Returns an error if the options contradict each other, the engine refuses them, or the control is busy.
    pub fn configure(&self, arguments: &SolveArguments, hears: bool) -> Result<()> {
        let mut config = arguments.config().map_err(Error::Runtime)?;
        config.solver.interrupter = self.interrupter.clone();
        if hears && config.solver.backend.takes_propagators() {
            config.decisions = Decisions::Domain;
        }
        self.try_with(|engine| {
            engine.set_ground_limit(arguments.limits.ground_limit);
            // What explains the program asks no query of a plan.
            engine.set_integer_bounds(arguments.min_int, arguments.max_int);
            // What is ground is told to observers, or printed.
            engine.preserve_facts(arguments.reify.preserve_facts.preserved());
            engine.configure(config)
        })
    }

    /// Reads constraints over integers as clingcon does where another program writes them: see [`Engine::read_as_clingcon`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the control is busy.
    pub fn read_as_clingcon(&self) -> Result<()> {
        self.with(Engine::read_as_clingcon)?;
        self.known().reads_as_clingcon = true;
        Ok(())
    }

    /// Whether constraints over integers are read as by clingcon.
    pub(crate) fn reads_as_clingcon(&self) -> bool {
        self.known().reads_as_clingcon
    }

    /// Returns the search that options select for the program as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the options contradict each other or do not fit the program, or the control is busy.
    pub fn plan(&self, arguments: &SolveArguments) -> Result<Plan> {
        let (by_steps, projects) = {
            let known = self.known();
            // After a first search, the program may grow by steps.
            (known.calls > 0, known.projects)
        };
        let plan = self.with(|engine| arguments.plan(engine, by_steps))?;
        let mut plan = plan.map_err(|error| match error {
            PlanError::Options(sentence) => Error::Options(sentence.to_owned()),
            PlanError::Program(sentence) => Error::runtime(sentence),
        })?;
        // An explicit projection counts even if it names no atoms.
        if plan.projection == Some(Projection::Auto) && projects {
            plan.projection = Some(Projection::Named);
        }
        Ok(plan)
    }

    /// Starts a search. `announce` hears of it before it begins.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails or the control is busy, if the ground program is to be written and cannot be, or what an
    /// observer of the step's end raised.
    pub fn search(
        &self,
        mut plan: Plan,
        asked: SearchRequest,
        announce: impl FnOnce(&Engine, &Plan) + Send,
        during: impl FnOnce(Work<'_>),
    ) -> Result<Arc<Session>> {
        let SearchRequest { assumptions, deadline, is_idle, seeks_end } = asked;
        plan.assumptions = assumptions.iter().filter_map(|&(literal, _)| literal).collect();
        plan.is_impossible = assumptions.iter().any(|(literal, _)| literal.is_none());
        plan.deadline = deadline;
        plan.is_idle = is_idle;
        plan.seeks_end = seeks_end;
        self.with(|engine| self.with_ground_files(|files| files.write_step(engine.ground_program())))??;
        self.end_step()?;
        let engine = self.take()?;
        self.known().calls += 1;
        let mut begin = Some(|| self.begin(engine, plan, announce));
        let mut begun = None;
        during(&mut || begun = begin.take().map(|begin| begin()));
        let session = match begun.expect("the host runs the work once") {
            Ok(run) => Arc::new(Session::new(run, assumptions)),
            Err((engine, error)) => {
                self.known().calls -= 1;
                self.put(engine);
                self.interrupter.clear();
                return Err(error.into());
            }
        };
        *lock(&self.slot) = EngineSlot::Searching(Arc::clone(&session));
        let known = &mut *self.known();
        if let Some((models, optimal)) = known.last.replace(Arc::clone(&session)).map(|last| last.counts()) {
            known.before = (known.before.0 + models, known.before.1 + optimal);
        }
        known.is_searched = true;
        known.changes += 1;
        Ok(session)
    }

    fn begin(
        &self,
        mut engine: Box<Engine>,
        plan: Plan,
        announce: impl FnOnce(&Engine, &Plan),
    ) -> std::result::Result<Run, (Box<Engine>, groundplan::Error)> {
        // Before any grounding, the program is empty: create it.
        if engine.ground_program().program.atom_count() == 0 {
            let _ = engine.program_mut();
        }
        if self.known().has_propagators {
            self.prepare(&engine);
        }
        announce(&engine, &plan);
        // Propagators are initialized for a translation, which has the integer variables.
        engine.set_integer_bounds(plan.integer_bounds.0, plan.integer_bounds.1);
        let told = self
            .forget_assumptions(&mut engine)
            .and_then(|()| self.tell_externals(&mut engine))
            .and_then(|()| self.ask_for_objectives(&mut engine, &plan));
        match told {
            Ok(()) => Run::begin(engine, plan),
            Err(error) => Err((engine, error)),
        }
    }

    /// Updates the atoms and theory atoms before a search: propagators are initialized while the engine is in use.
    fn prepare(&self, engine: &Engine) {
        let ground = engine.ground_program();
        let ControlState { table, terms, theory, theory_start, conditions, is_searched, .. } =
            &mut *self.known();
        table.update(ground, terms);
        // As in clingo, a search of what has been searched has none.
        *theory = match *is_searched {
            true => Vec::new(),
            false => theory_atoms(ground, *theory_start, terms, conditions),
        };
    }

    /// Initializes the propagators, and adds what they minimize to the program, so that the search knows that it has to.
    fn ask_for_objectives(
        &self,
        engine: &mut Engine,
        plan: &Plan,
    ) -> std::result::Result<(), groundplan::Error> {
        if !self.known().has_propagators || plan.is_idle {
            return Ok(());
        }
        self.with_added_objective(AddedObjective::begin);
        engine.translate()?;
        if self.with_added_objective(|added| added.has_news()) {
            let program = engine.program_mut()?;
            self.with_added_objective(|added| added.state(program));
        }
        Ok(())
    }

    /// Passes the assigned values of external atoms to the engine, before a search starts.
    fn tell_externals(&self, engine: &mut Engine) -> std::result::Result<(), groundplan::Error> {
        let pending = self.known().externals.take();
        for (atom, value) in pending {
            match value {
                ExternalValue::Released => engine.release_external_atom(atom)?,
                value => drop(engine.assign_external_atom(atom, value)?),
            }
            let declarations = engine.ground_program().program.externals.len();
            self.known().externals.note(declarations, atom, value);
        }
        Ok(())
    }

    /// Removes the assumptions of the ground program that an earlier search has used.
    fn forget_assumptions(&self, engine: &mut Engine) -> std::result::Result<(), groundplan::Error> {
        let assumed = self.known().assumed;
        if assumed > 0 {
            engine.program_mut()?.assumptions.drain(..assumed);
        }
        self.known().assumed = engine.ground_program().program.assumptions.len();
        Ok(())
    }

    /// Takes the engine back from a search that has ended.
    pub fn reclaim(&self, session: &Session) {
        if let Some(engine) = session.give_back() {
            self.put(engine);
        }
    }

    /// Returns the last search that was started.
    pub fn last(&self) -> Option<Arc<Session>> {
        self.known().last.clone()
    }

    /// Returns the number of searches started.
    pub fn calls(&self) -> u64 {
        self.known().calls
    }

    /// Returns the numbers of the last search, and of all searches.
    pub fn summary(&self) -> SearchCounts {
        let known = self.known();
        let standing = known.last.as_ref().map(|last| last.standing()).unwrap_or_default();
        let last = known.last.as_ref().map(|last| last.counts()).unwrap_or_default();
        SearchCounts {
            calls: known.calls,
            last,
            all: (known.before.0 + last.0, known.before.1 + last.1),
            exhausted: standing.end == Some(End::Exhausted),
            satisfiable: standing.satisfiable,
            costs: standing.best,
        }
    }

    /// Returns the statistics that users add. From then on they belong to those of the control, even if they are empty: a host calls
    /// this when a search starts that has a callback for them.
    pub fn user_statistics(&self) -> UserStatistics {
        self.known().user_statistics.get_or_insert_default().clone()
    }

    /// Returns the statistics that users add, if callbacks could do so.
    pub(crate) fn added_statistics(&self) -> Option<UserStatistics> {
        self.known().user_statistics.clone()
    }

    /// Whether the ground program is known, without search, to have no answer set.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if the control is busy.
    pub fn is_conflicting(&self) -> Result<bool> {
        if self.last().is_some_and(|last| last.standing().is_refuted) {
            return Ok(true);
        }
        self.with(|engine| engine.is_conflicting())
    }

    /// Returns the number of theory atoms of earlier steps.
    pub(crate) fn theory_start(&self) -> usize {
        self.known().theory_start
    }

    /// Returns the theory atoms of the step, updated unless the engine is in use. As in clingo, a step that was searched has none.
    pub fn theory_atoms(&self) -> Vec<TheoryAtom> {
        let ControlState { theory, theory_start, terms, conditions, is_searched, .. } = &mut *self.known();
        if *is_searched {
            return Vec::new();
        }
        self.look(|ground| *theory = theory_atoms(ground, *theory_start, terms, conditions));
        theory.clone()
    }

    /// Returns the theory atoms of the search that began last, as propagators see them.
    pub fn theory_atoms_of_search(&self) -> Vec<TheoryAtom> {
        self.known().theory.clone()
    }
}

/// Returns those parts that a text defines, with the symbols of an engine for arguments. As in clingo, the others are empty.
pub fn defined_parts<'p>(engine: &mut Engine, parts: &[(&'p str, Vec<Term>)]) -> Vec<Part<'p>> {
    let mut wanted = Vec::new();
    for (name, arguments) in parts {
        if engine.has_part(name, arguments.len()) || (*name == "base" && arguments.is_empty()) {
            let symbols = engine.symbols_mut();
            let arguments: Vec<Symbol> = arguments.iter().map(|it| it.to_symbol(symbols)).collect();
            wanted.push(Part::from((*name, arguments)));
        }
    }
    wanted
}

/// Takes the engine back from a search that has ended.
fn reclaim(slot: &mut EngineSlot) {
    if let EngineSlot::Searching(session) = slot {
        if let Some(engine) = session.give_back() {
            *slot = EngineSlot::Idle(engine);
        }
    }
}

const _: () = {
    const fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Control>();
};
