//! What a backend offers to the thread that it runs in.
//!
//! `add_clauses` and `solve` are enough: `process.rs` is the smallest backend. The rest is for propagators, portfolios and enumeration,
//! and does nothing, or knows nothing, unless a backend has it.

use std::sync::{Arc, Mutex};

use groundplan_cdnl::Modification;
use rustsat::types::{Assignment, Lit, Var};

use crate::{
    clauses::FlatClauses, limits::Stop, propagator::PropagatorConnection, Exchange, PortfolioMember,
    ProofLog, SatError, SolverCounts,
};

/// A backend, as its thread uses it.
pub(crate) trait BackendSolver {
    /// Adds clauses.
    fn add_clauses(&mut self, clauses: FlatClauses);

    /// Adds clauses to one member only, by its index.
    fn add_clauses_to(&mut self, _member: usize, clauses: FlatClauses) {
        self.add_clauses(clauses);
    }

    /// Solves under assumptions, which may repeat or contradict each other, and checks `stop` several times a second.
    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError>;

    /// Returns the search statistics of each member since it was created; empty if none counts.
    fn counts(&self) -> Vec<SolverCounts> {
        Vec::new()
    }

    /// Returns the number of conflicts since it was created.
    #[cfg_attr(
        not(feature = "cadical"),
        allow(dead_code, reason = "the portfolio alone has several members")
    )]
    fn conflicts(&self) -> u64 {
        self.counts().iter().map(|counts| counts.stats.conflicts).sum()
    }

    /// Returns the value of each variable if it is known to be the same in every model of the clauses so far, otherwise `None`.
    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        vec![None; vars.len()]
    }

    /// Says in the profile what the clauses of each tag contributed so far, if there is a profile and the backend counts it.
    fn note_profile(&mut self) {}

    /// Returns the literals among `lits` that propagation of the assumptions makes false. Empty if the assumptions conflict, or
    /// if the backend does not support the query.
    fn refuted_by(&mut self, _assumptions: &[Lit], _lits: &[Lit]) -> Vec<Lit> {
        Vec::new()
    }

    /// Excludes the model of the last solve: see [`groundplan_cdnl::Solver::exclude_model`]. Called only if the first member is cdnl.
    fn exclude_model(&mut self, _others: &[Lit]) {
        unreachable!("its models are excluded by clauses");
    }

    /// Prepares to enumerate models that differ on the relevant variables: see [`groundplan_cdnl::Solver::enumerate_on`].
    fn enumerate_on(&mut self, _relevant: &[Var], _is_projection: bool) {}

    /// Ends an enumeration: see [`groundplan_cdnl::Solver::retire`].
    fn retire(&mut self, _lit: Lit) -> bool {
        false
    }

    /// Makes variables defined by others: see [`groundplan_cdnl::Solver::define`].
    fn define(&mut self, _vars: &[Var]) {}

    /// Returns clauses that exclude the models excluded since the last call.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone shares"))]
    fn take_exclusions(&mut self) -> FlatClauses {
        FlatClauses::default()
    }

    /// Continues the search as long as it may run in any thread and notices at once that it must stop. The outcome is
    /// [`SolveOutcome::Interrupted`] if [`BackendSolver::solve`] must continue.
    fn solve_anywhere(&mut self, _assumptions: &[Lit], _stop: &Stop) -> Result<SolveOutcome, SatError> {
        Ok(SolveOutcome::Interrupted)
    }

    /// Makes the first member try these values first.
    #[cfg_attr(
        not(feature = "cadical"),
        allow(dead_code, reason = "the portfolio alone has several members")
    )]
    fn suggest(&mut self, _model: &Assignment) {}

    /// Undoes all assignments that propagators received, so that they may be modified from outside.
    fn unwind(&mut self) {}

    /// Connects a propagator. Called once, and only if [`Backend`](crate::Backend) supports it.
    fn connect(&mut self, _connection: PropagatorConnection) {
        unreachable!("this backend takes no propagator");
    }

    /// Connects a propagator to one member only.
    fn connect_to(&mut self, _member: usize, connection: PropagatorConnection) {
        self.connect(connection);
    }

    /// Logs all derivations from now on. Called at most once, before any clause is added, and only if [`Backend`](crate::Backend)
    /// supports it.
    fn log_proof(&mut self, _log: Arc<Mutex<ProofLog>>) {
        unreachable!("this backend logs no proof");
    }

    /// Exchanges learned clauses with other threads from now on, or no longer.
    fn exchange(&mut self, _exchange: Option<Exchange>) {}

    /// Gives no slices to these members until this is called again; if they are all, to all. By default there is one member.
    fn rest(&mut self, _members: &[PortfolioMember]) {}

    /// Retires all members but the first.
    fn retire_others(&mut self) {}

    /// Notes that the last model was refuted: clauses exclude it that the solver did not have.
    fn note_refutation(&mut self) {}

    /// Modifies the decision order. Called only for [`Backend::Cdnl`](crate::Backend).
    fn modify(&mut self, _modification: &Modification) {
        unreachable!("this backend takes no modifications");
    }

    /// Excludes the last model and those that differ from it only by preferred values: see
    /// [`groundplan_cdnl::Solver::exclude_preferred`]. Called only for [`Backend::Cdnl`](crate::Backend).
    fn exclude_preferred(&mut self, _clause: &[Lit], _recorded: &[(usize, Lit)]) {
        unreachable!("this backend takes no modifications");
    }

    /// Makes the first member decide on these literals early, and make them true rather than false.
    fn prefer(&mut self, _lits: &[Lit]) {}

    /// Collects learned clauses of up to `longest` literals from now on, for other solvers.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone shares"))]
    fn share_up_to(&mut self, _longest: usize) {}

    /// Returns the clauses collected since the last call. They follow from the given clauses.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone shares"))]
    fn take_shared(&mut self) -> FlatClauses {
        FlatClauses::default()
    }

    /// Lets the propagator observe more variables.
    fn observe(&mut self, _vars: &[Var]) {
        unreachable!("this backend takes no propagator");
    }

    /// Lets the propagator of one member observe more variables.
    fn observe_in(&mut self, _member: usize, vars: &[Var]) {
        self.observe(vars);
    }
}

/// What a backend is told, to be executed where it runs.
pub(crate) type Order = Box<dyn FnOnce(&mut dyn BackendSolver) + Send>;

/// The outcome of a solve.
#[derive(Debug)]
pub(crate) enum SolveOutcome {
    /// Satisfiable, with a model. A variable that is missing in the model is free.
    Sat(Assignment),
    /// Unsatisfiable, with failed assumptions as they were given: those that the clauses contradict together, or more of them.
    Unsat(Vec<Lit>),
    /// Stopped.
    Interrupted,
}
