//! The SAT solver type that the rest of the workspace uses, the same for every backend.
//!
//! Invariant: `verdict` belongs to the clauses added so far; adding a clause resets it.

mod profiled;
mod rustsat_traits;

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use groundplan_cdnl::Modification;
use rustsat::types::{Assignment, Cl, Lit, Var};

use crate::{
    backend_solver::{BackendSolver, SolveOutcome},
    clauses::FlatClauses,
    limits::Stop,
    propagator::PropagatorConnection,
    worker::{Reply, SolverThread, SHUTDOWN_TIMEOUT},
    Alarm, Backend, Config, Exchange, Interrupter, PortfolioMember, ProofLog, Propagator, SatError,
};

/// Clauses are sent to the backend's thread in batches of this many numbers (4 MiB).
const BATCH: usize = 1 << 20;

const NO_PROPAGATOR: SatError =
    SatError::PropagatorState("the solver has no propagator that could observe a variable");

/// The highest variable index that all backends support: varisat reserves four bits of a literal.
const MAX_VAR_IDX: u32 = (u32::MAX >> 4) - 1;

/// Search statistics of a backend since it was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStats {
    /// Conflicts found, by unit propagation or by a propagator.
    pub conflicts: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
}

impl std::ops::Add for SearchStats {
    type Output = SearchStats;

    fn add(self, other: SearchStats) -> SearchStats {
        SearchStats {
            conflicts: self.conflicts + other.conflicts,
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            restarts: self.restarts + other.restarts,
        }
    }
}

/// Search statistics of one member of a backend since it was created.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SolverCounts {
    /// The name of the solver, as statistics show it.
    pub name: &'static str,
    /// Its search statistics.
    pub stats: SearchStats,
    /// The number of its solves, or of its time slices in a portfolio.
    pub calls: u64,
    /// The number of learned clauses that it shared with the other members of a portfolio.
    pub shared: u64,
    /// True for a solver that decides with positive phases.
    pub is_positive: bool,
    /// The time that it searched.
    pub time: Duration,
}

impl SolverCounts {
    /// Returns the statistics of a solver that shares no clauses.
    #[must_use]
    pub fn new(name: &'static str, stats: SearchStats, calls: u64, time: Duration) -> Self {
        SolverCounts { name, stats, calls, shared: 0, is_positive: false, time }
    }
}

/// A SAT solver with an incremental interface, an interrupter and a deadline.
///
/// The backend runs in its own thread, which ends when the solver is dropped. The solver can be used again after a solve was
/// stopped, but varisat loses its learned clauses then.
#[derive(Debug)]
pub struct Solver {
    backend: Backend,
    worker: SolverThread,
    interrupter: Interrupter,
    /// Set when the last solve was abandoned.
    cancelled: Interrupter,
    deadline: Option<Instant>,
    alarm: Option<Alarm>,
    conflict_limit: Option<u64>,
    /// Clauses not yet sent to the backend.
    batch: FlatClauses,
    /// The outcome of the last solve, while it belongs to the clauses.
    verdict: Option<SolveOutcome>,
    /// The variables on which the models of an enumeration differ.
    relevant: Vec<Var>,
    /// The literals of these variables that are false in the last model, unless the backend remembers it.
    differing: Vec<Lit>,
    n_clauses: usize,
    n_literals: usize,
    max_var: Option<Var>,
    n_sat: usize,
    n_unsat: usize,
    n_terminated: usize,
    counts: Vec<SolverCounts>,
    /// Whether a propagator is connected, for each [`PortfolioMember`] of the backend.
    has_propagator: Vec<bool>,
    /// Whether the backend says what its clauses contribute.
    has_profile: bool,
    /// Whether propagators may have received assignments that were not undone.
    needs_unwind: bool,
}

impl Solver {
    /// Returns a solver without clauses.
    ///
    /// # Errors
    ///
    /// [`SatError::NotBuilt`] if the backend was left out when this crate was built, [`SatError::NoProgram`] if the program of a
    /// process backend was not found, [`SatError::NoThread`] if no thread can be started.
    pub fn new(backend: Backend) -> Result<Self, SatError> {
        Self::with_config(Config::new(backend))
    }

    /// Like [`Solver::new`], with options.
    ///
    /// # Errors
    ///
    /// See [`Solver::new`]; also [`SatError::BadOption`].
    pub fn with_config(config: Config) -> Result<Self, SatError> {
        let worker = Backend::start(&config)?;
        let has_profile = config.profile.is_some();
        let has_propagator = vec![false; config.backend.members().len()];
        Ok(Self {
            backend: config.backend,
            worker,
            interrupter: config.interrupter,
            cancelled: Interrupter::new(),
            deadline: None,
            alarm: None,
            conflict_limit: None,
            batch: FlatClauses::default(),
            verdict: None,
            relevant: Vec::new(),
            differing: Vec::new(),
            n_clauses: 0,
            n_literals: 0,
            max_var: None,
            n_sat: 0,
            n_unsat: 0,
            n_terminated: 0,
            counts: Vec::new(),
            has_propagator,
            has_profile,
            needs_unwind: false,
        })
    }

    /// The backend that this solver runs.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.backend
    }

    /// Sets or removes the time at which solves end. It stays set for later solves.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The time at which solves end.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Sets or removes an alarm: while it rings, solves end as if they were interrupted.
    pub fn set_alarm(&mut self, alarm: Option<Alarm>) {
        self.alarm = alarm;
    }

    /// The alarm set by [`Solver::set_alarm`].
    #[must_use]
    pub fn alarm(&self) -> Option<&Alarm> {
        self.alarm.as_ref()
    }

    /// Returns whether the alarm rings.
    #[must_use]
    pub fn is_alarmed(&self) -> bool {
        self.alarm.as_ref().is_some_and(Alarm::rings)
    }

    /// Sets or removes a conflict limit, after which a solve ends as if it was interrupted. Conflicts found by unit propagation
    /// and conflicts reported by a propagator may be counted separately. See [`Solver::counts_conflicts`]. The limit stays set
    /// for later solves.
    pub fn set_conflict_limit(&mut self, conflicts: Option<u64>) {
        self.conflict_limit = conflicts;
    }

    /// Whether the backend counts conflicts, so that a conflict limit works.
    #[must_use]
    pub fn counts_conflicts(&self) -> bool {
        self.backend.takes_propagators()
    }

    /// Whether work must end: the deadline has passed, or the interrupter is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.interrupter.is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The last solve's model, if there is one.
    #[must_use]
    pub fn model(&self) -> Option<&Assignment> {
        match &self.verdict {
            Some(SolveOutcome::Sat(model)) => Some(model),
            _ => None,
        }
    }

    fn stop(&mut self) -> Stop {
        if self.cancelled.is_interrupted() {
            self.cancelled = Interrupter::new();
        }
        Stop {
            interrupter: self.interrupter.clone(),
            cancelled: self.cancelled.clone(),
            deadline: self.deadline,
            alarm: self.alarm.clone(),
            conflicts: self.conflict_limit,
            is_exhausted: false,
        }
    }

    /// Returns the statistics of all solves that were answered, or `None` if the backend does not count (varisat).
    #[must_use]
    pub fn search_stats(&self) -> Option<SearchStats> {
        self.counts.iter().map(|counts| counts.stats).reduce(std::ops::Add::add)
    }

    /// Returns the statistics of each member that counts.
    #[must_use]
    pub fn counts(&self) -> &[SolverCounts] {
        &self.counts
    }

    /// Connects a propagator permanently, with the variables that it observes at first. `cdnl` takes several.
    ///
    /// Every variable that the propagator names must be observed before the solve in which it is named. Observed variables are
    /// excluded from simplification, which costs speed: observe only what is needed.
    ///
    /// # Errors
    ///
    /// [`SatError::NoPropagators`] unless the backend [takes propagators](Backend::takes_propagators),
    /// [`SatError::PropagatorState`] if there is a propagator already, [`SatError::VariableTooHigh`].
    pub fn connect_propagator(
        &mut self,
        propagator: Box<dyn Propagator>,
        observed: &[Var],
    ) -> Result<(), SatError> {
        self.connect(None, propagator, observed)
    }

    /// Connects a propagator to one member only. [`connect_propagator`](Solver::connect_propagator) instead leaves [one
    /// member](Backend::sole_member) to search.
    ///
    /// # Errors
    ///
    /// See [`Solver::connect_propagator`]; also [`SatError::NoMember`].
    pub fn connect_to(
        &mut self,
        member: PortfolioMember,
        propagator: Box<dyn Propagator>,
        observed: &[Var],
    ) -> Result<(), SatError> {
        self.connect(Some(member), propagator, observed)
    }

    fn connect(
        &mut self,
        only: Option<PortfolioMember>,
        propagator: Box<dyn Propagator>,
        observed: &[Var],
    ) -> Result<(), SatError> {
        let member = only.unwrap_or_else(|| self.backend.sole_member());
        self.check_member(member)?;
        if !member.takes_propagators() {
            return Err(SatError::NoPropagators { backend: self.backend.clone() });
        }
        // Other members may have a propagator already: they retire.
        if self.has_propagator[member.index] && !member.explains_lazily() {
            return Err(SatError::PropagatorState("the solver has a propagator already"));
        }
        let numbers = self.note_vars(observed.iter().copied())?;
        let connection = PropagatorConnection { propagator, observed: observed.to_vec() };
        self.tell(numbers, move |solver| match only {
            None => solver.connect(connection),
            Some(member) => solver.connect_to(member.index, connection),
        })?;
        self.has_propagator[member.index] = true;
        Ok(())
    }

    /// Searches in the caller's thread from now on, as it must where propagators call back into code with locks of its own: each
    /// thread switch costs more than the call. No timeout is enforced from outside then.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn stay_here(&mut self) -> Result<(), SatError> {
        self.send_batch()?;
        self.worker.stay_here()
    }

    /// Lets the propagator observe more variables, old or new ones. In a portfolio this applies to every member that has a
    /// propagator.
    ///
    /// # Errors
    ///
    /// [`SatError::PropagatorState`] if no propagator was connected, [`SatError::VariableTooHigh`].
    pub fn observe(&mut self, vars: &[Var]) -> Result<(), SatError> {
        if !self.has_propagator.contains(&true) {
            return Err(NO_PROPAGATOR);
        }
        for &member in self.backend.members() {
            if self.has_propagator[member.index] {
                self.observe_in(member, vars)?;
            }
        }
        Ok(())
    }

    /// Lets the propagator of one member observe more variables.
    ///
    /// # Errors
    ///
    /// See [`Solver::observe`]; also [`SatError::NoMember`].
    pub fn observe_in(&mut self, member: PortfolioMember, vars: &[Var]) -> Result<(), SatError> {
        self.check_member(member)?;
        if !self.has_propagator[member.index] {
            return Err(NO_PROPAGATOR);
        }
        let observed = vars.to_vec();
        let numbers = self.note_vars(vars.iter().copied())?;
        self.tell(numbers, move |solver| solver.observe_in(member.index, &observed))
    }

    /// Excludes the model of the last solve from later solves, to enumerate models. All models that agree with it on the
    /// [relevant](Solver::enumerate_on) variables and on those of `others` are excluded too, as long as the assumptions are the same.
    /// The literals of `others` are false in the model, and have the relevant variables as well if they were named after it was found.
    /// `cdnl` continues from the model; other backends add a clause.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn exclude_model(&mut self, others: Vec<Lit>) -> Result<(), SatError> {
        if !self.continues_from_models() {
            let clause = [std::mem::take(&mut self.differing), others].concat();
            return self.push_clause(&clause);
        }
        self.note_vars(others.iter().map(|lit| lit.var()))?;
        self.n_clauses += 1;
        self.n_literals += self.relevant.len() + others.len();
        // An excluded model is only of use together with the next solve.
        self.tell(0, move |solver| solver.exclude_model(&others))
    }

    /// Whether the backend remembers its last model until that is excluded.
    fn continues_from_models(&self) -> bool {
        self.backend.sole_member().explains_lazily()
    }

    /// Modifies the decision order of `cdnl`.
    ///
    /// # Errors
    ///
    /// [`SatError::NoModifications`] unless the backend is `cdnl`, [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn modify(&mut self, modification: Modification) -> Result<(), SatError> {
        self.check_modifications()?;
        let lits = modification.condition.iter().chain([&modification.lit]);
        let numbers = self.note_vars(lits.map(|lit| lit.var()))?;
        self.tell(numbers, move |solver| solver.modify(&modification))
    }

    /// [Excludes](Solver::exclude_model) the model of the last solve, and those that differ from it on `clause` and `recorded` only in
    /// recorded atoms that have their [preferred](Solver::modify) value in it. The literals are false in the model; the recorded ones
    /// come with the numbers of their atoms.
    ///
    /// # Errors
    ///
    /// Those of [`Solver::modify`].
    pub fn exclude_preferred(&mut self, clause: &[Lit], recorded: Vec<(usize, Lit)>) -> Result<(), SatError> {
        self.check_modifications()?;
        self.note_vars(clause.iter().chain(recorded.iter().map(|(_, lit)| lit)).map(|lit| lit.var()))?;
        let clause = clause.to_vec();
        self.tell(0, move |solver| solver.exclude_preferred(&clause, &recorded))
    }

    fn check_modifications(&self) -> Result<(), SatError> {
        match self.backend {
            Backend::Cdnl => Ok(()),
            _ => Err(SatError::NoModifications { backend: self.backend.clone() }),
        }
    }

    /// Prepares to [exclude](Solver::exclude_model) models one by one that differ on the `relevant` variables, before the first is
    /// excluded. `cdnl` decides them first. In a projection, that includes those that others [define](Solver::define). Without variables, the enumeration ends.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn enumerate_on(&mut self, relevant: Vec<Var>, is_projection: bool) -> Result<(), SatError> {
        let numbers = self.note_vars(relevant.iter().copied())?;
        self.relevant.clone_from(&relevant);
        self.differing.clear();
        self.tell(numbers, move |solver| solver.enumerate_on(&relevant, is_projection))
    }

    /// Ends an enumeration of models that had a literal among its assumptions, if no clause was added for that. Returns whether it did:
    /// then the literal may be assumed for another enumeration.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn retire(&mut self, lit: Lit) -> Result<bool, SatError> {
        if !self.continues_from_models() {
            return Ok(false);
        }
        self.note_vars(std::iter::once(lit.var()))?;
        self.send_batch()?;
        self.verdict = None;
        let is_free = self.worker.ask(SHUTDOWN_TIMEOUT, move |solver| solver.retire(lit))?;
        Ok(is_free.unwrap_or(false))
    }

    /// Makes variables defined by others: any values of the others that satisfy the clauses must extend to them. A solver need
    /// not decide them, so they may be missing in a model. Only `cdnl` uses it.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn define(&mut self, vars: Vec<Var>) -> Result<(), SatError> {
        let numbers = self.note_vars(vars.iter().copied())?;
        self.worker.tell(numbers, move |solver| solver.define(&vars))
    }

    /// Undoes all assignments that propagators received. To be called before a propagator is modified from outside, because a
    /// solve continues from where the last one ended.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn unwind(&mut self) -> Result<(), SatError> {
        if !std::mem::take(&mut self.needs_unwind) {
            return Ok(());
        }
        self.send_batch()?;
        self.worker.ask(10 * SHUTDOWN_TIMEOUT, |solver| solver.unwind()).map(drop)
    }

    /// Adds clauses to one member only; the other members must receive the same constraint in another form.
    ///
    /// # Errors
    ///
    /// [`SatError::NoMember`], [`SatError::VariableTooHigh`].
    pub fn add_clauses_to<C: AsRef<Cl>>(
        &mut self,
        member: PortfolioMember,
        clauses: impl IntoIterator<Item = C>,
    ) -> Result<(), SatError> {
        self.check_member(member)?;
        let mut batch = FlatClauses::default();
        for clause in clauses {
            let clause: &[Lit] = clause.as_ref().as_ref();
            self.note_vars(clause.iter().map(|lit| lit.var()))?;
            self.n_clauses += 1;
            self.n_literals += clause.len();
            batch.push(clause);
        }
        let numbers = batch.len();
        self.tell(numbers, move |solver| solver.add_clauses_to(member.index, batch))
    }

    fn check_member(&self, member: PortfolioMember) -> Result<(), SatError> {
        if self.backend.members().contains(&member) {
            return Ok(());
        }
        Err(SatError::NoMember { backend: self.backend.clone() })
    }

    /// Makes the backend log every clause that it receives or derives from now on.
    ///
    /// # Errors
    ///
    /// [`SatError::NoProofs`] unless the backend is `cadical`, [`SatError::ProofState`] if it has clauses or a propagator.
    pub fn log_proof(&mut self) -> Result<Arc<Mutex<ProofLog>>, SatError> {
        if !self.backend.logs_proofs() {
            return Err(SatError::NoProofs { backend: self.backend.clone() });
        }
        if self.n_clauses > 0 || self.has_propagator.contains(&true) {
            return Err(SatError::ProofState);
        }
        let log = Arc::<Mutex<ProofLog>>::default();
        let written = Arc::clone(&log);
        self.worker.tell(0, move |solver| solver.log_proof(written))?;
        Ok(log)
    }

    /// Returns the value of each variable that is the same in every model of the clauses so far, as far as the backend knows;
    /// `None` if it does not, or takes longer than a fifth of a second. Only `cdnl`, `cadical` and their portfolio report such values.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn fixed(&mut self, vars: &[Var]) -> Result<Vec<Option<bool>>, SatError> {
        self.note_vars(vars.iter().copied())?;
        self.send_batch()?;
        let asked = vars.to_vec();
        let values = self.worker.ask(SHUTDOWN_TIMEOUT, move |solver| solver.fixed(&asked))?;
        Ok(values.unwrap_or_else(|| vec![None; vars.len()]))
    }

    /// Returns the literals among `lits` that unit propagation of the assumptions makes false, without search. Empty if the
    /// assumptions conflict, if the backend is not `cdnl`, or after two seconds.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Result<Vec<Lit>, SatError> {
        self.note_vars(assumptions.iter().chain(lits).map(|lit| lit.var()))?;
        self.send_batch()?;
        // The last verdict belongs to another search.
        self.verdict = None;
        self.needs_unwind = self.has_propagator.contains(&true);
        let (assumptions, lits) = (assumptions.to_vec(), lits.to_vec());
        let question =
            move |solver: &mut dyn BackendSolver| (solver.refuted_by(&assumptions, &lits), solver.counts());
        let Some((refuted, counts)) = self.worker.ask(10 * SHUTDOWN_TIMEOUT, question)? else {
            return Ok(Vec::new());
        };
        self.counts = counts;
        Ok(refuted)
    }

    /// Lets a portfolio exchange learned clauses with those of other threads from now on, or no longer. Their clauses over the first
    /// variables must be the same.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn exchange(&mut self, exchange: Option<Exchange>) -> Result<(), SatError> {
        self.worker.tell(0, |solver| solver.exchange(exchange))
    }

    /// Lets these members of a portfolio rest, because others search in their place: they have no time slices until this is called
    /// again. If they are all, none rests.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn rest(&mut self, members: Vec<PortfolioMember>) -> Result<(), SatError> {
        self.worker.tell(0, move |solver| solver.rest(&members))
    }

    /// Retires all members but the [first](Backend::sole_member), permanently. This pays for problems dominated by propagators
    /// and bounds, which the other members would need in another form.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn retire_others(&mut self) -> Result<(), SatError> {
        self.worker.tell(0, |solver| solver.retire_others())
    }

    /// Notes that the last model was refuted, so that a portfolio counts it as work of the member that found it: see
    /// [`Tuning::refutation_price`](crate::Tuning::refutation_price).
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`].
    pub fn note_refutation(&mut self) -> Result<(), SatError> {
        self.worker.tell(0, |solver| solver.note_refutation())
    }

    /// Makes the [first member](Backend::sole_member) decide on these literals early, and make them true rather than false. Only
    /// `cdnl` supports it.
    ///
    /// # Errors
    ///
    /// [`SatError::Dead`], [`SatError::VariableTooHigh`].
    pub fn prefer(&mut self, lits: &[Lit]) -> Result<(), SatError> {
        let numbers = self.note_vars(lits.iter().map(|lit| lit.var()))?;
        let lits = lits.to_vec();
        self.worker.tell(numbers, move |solver| solver.prefer(&lits))
    }

    fn push_clause(&mut self, clause: &[Lit]) -> Result<(), SatError> {
        self.note_vars(clause.iter().map(|lit| lit.var()))?;
        self.verdict = None;
        self.n_clauses += 1;
        self.n_literals += clause.len();
        self.batch.push(clause);
        if self.batch.len() >= BATCH {
            self.send_batch()?;
        }
        Ok(())
    }

    fn send_batch(&mut self) -> Result<(), SatError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let following = self.batch.continued();
        let batch = std::mem::replace(&mut self.batch, following);
        self.worker.tell(batch.len(), |solver| solver.add_clauses(batch))
    }

    /// Tells the backend, after the clauses so far, something that changes which models it finds: see [`SolverThread::tell`].
    fn tell(
        &mut self,
        numbers: usize,
        order: impl FnOnce(&mut dyn BackendSolver) + Send + 'static,
    ) -> Result<(), SatError> {
        self.send_batch()?;
        self.verdict = None;
        self.worker.tell(numbers, order)
    }

    /// Notes variables, and returns their number.
    fn note_vars(&mut self, vars: impl Iterator<Item = Var>) -> Result<usize, SatError> {
        let (mut count, mut highest) = (0, None);
        for var in vars {
            count += 1;
            highest = highest.max(Some(var));
        }
        if let Some(var) = highest.filter(|var| var.idx32() > MAX_VAR_IDX) {
            return Err(SatError::VariableTooHigh { var, max: MAX_VAR_IDX });
        }
        self.max_var = self.max_var.max(highest);
        Ok(count)
    }

    fn request_solve(&mut self, assumptions: &[Lit]) -> Result<SolveOutcome, SatError> {
        self.note_vars(assumptions.iter().map(|lit| lit.var()))?;
        let mut stop = self.stop();
        if stop.requested() {
            return Ok(SolveOutcome::Interrupted);
        }
        self.send_batch()?;
        self.needs_unwind = self.has_propagator.contains(&true);
        // A short search does not leave the caller's thread.
        let before = self.conflicts();
        if let Some(reply) = self.worker.solve_here(assumptions, &stop)? {
            let outcome = self.note(reply)?;
            stop.conflicts = stop.conflicts.map(|limit| limit.saturating_sub(self.conflicts() - before));
            if !matches!(outcome, SolveOutcome::Interrupted) || stop.conflicts == Some(0) || stop.requested()
            {
                return Ok(outcome);
            }
        }
        let reply = self.worker.solve(assumptions.to_vec(), &stop)?;
        self.note(reply)
    }

    fn conflicts(&self) -> u64 {
        self.search_stats().map_or(0, |stats| stats.conflicts)
    }

    fn note(&mut self, reply: Reply) -> Result<SolveOutcome, SatError> {
        if let Some(counts) = reply.counts {
            self.counts = counts;
        }
        reply.answer
    }
}

const _: () = {
    const fn assert_send<T: Send>() {}
    const fn assert_send_sync<T: Send + Sync>() {}
    assert_send::<Solver>();
    assert_send_sync::<Interrupter>();
    assert_send_sync::<SatError>();
};
