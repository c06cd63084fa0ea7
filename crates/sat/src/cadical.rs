//! The CaDiCaL 3 backend (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024), through `cadical-sys`.
//!
//! Invariants: `factor` stays off, because a variable created by CaDiCaL could collide with one of ours, which ends the process.
//! A variable is observed only while it is no witness of a clause on the reconstruction stack, which would end the process as
//! well.

use std::{
    cell::RefCell,
    collections::HashSet,
    mem,
    rc::Rc,
    sync::{
        atomic::{AtomicU64, Ordering},
        Arc, Mutex,
    },
    time::{Duration, Instant},
};

use cadical_sys::{CaDiCal, Learner, Status, Terminator, WitnessIterator};
use rustsat::types::{Assignment, Lit, TernaryVal, Var};

use crate::{
    backend_solver::{BackendSolver, SolveOutcome},
    cadical_propagator::Adapter,
    clauses::FlatClauses,
    limits::Stop,
    proof::Logger,
    propagator::PropagatorConnection,
    CadicalConfig, ProofLog, SatError, SearchStats, SolverCounts,
};

/// CaDiCaL, in its own thread.
pub(crate) struct Cadical {
    solver: CaDiCal,
    /// Read by the terminator; never requested outside of a solve.
    stop: Rc<RefCell<Stop>>,
    propagator: Option<Rc<RefCell<Adapter>>>,
    calls: u64,
    /// The time that it searched.
    time: Duration,
    shared: Rc<RefCell<SharedClauses>>,
}

// SAFETY: CaDiCaL keeps no state outside of its solver, and nothing that belongs to a thread. All clones of the reference-counted
// pointers are in this value and in the solver that it owns, so that they move together, and the value is used by one thread at a
// time.
#[allow(unsafe_code)]
unsafe impl Send for Cadical {}

impl Cadical {
    /// Checks that CaDiCaL supports the preset and the options.
    pub fn check(config: &CadicalConfig) -> Result<(), SatError> {
        if !CaDiCal::is_valid_configuration(&config.preset) {
            return Err(SatError::BadOption {
                option: config.preset.clone(),
                why: "there is no such preset",
            });
        }
        for (option, value) in &config.options {
            let why = if !CaDiCal::is_valid_option(option) {
                "there is no such option"
            } else if option.starts_with("factor") && *value != 0 {
                "variables that CaDiCaL invents would collide with ours"
            } else {
                continue;
            };
            return Err(SatError::BadOption { option: option.clone(), why });
        }
        Ok(())
    }

    /// Returns a solver with options that passed [`check`](Self::check). It adds its conflicts to `conflicts`.
    pub fn new(config: &CadicalConfig, conflicts: Option<Arc<AtomicU64>>) -> Self {
        let mut solver = CaDiCal::new();
        solver.configure(&config.preset);
        for (option, value) in &config.options {
            solver.set(option, *value);
        }
        // This overrides the environment variable `CADICAL_FACTOR`.
        solver.set("factor", 0);
        let stop = Rc::<RefCell<Stop>>::default();
        solver.connect_terminator(StopTerminator(Rc::clone(&stop)));
        let shared = Rc::<RefCell<SharedClauses>>::default();
        solver.connect_learner(LearnedClauseCollector { conflicts, shared: Rc::clone(&shared) });
        Self { solver, stop, propagator: None, calls: 0, time: Duration::ZERO, shared }
    }

    /// Returns an error if the propagator has failed: the result of the solve is then invalid.
    fn check_propagator(&self) -> Result<(), SatError> {
        let failure = self.propagator.as_ref().and_then(|adapter| adapter.borrow_mut().take_failure());
        failure.map_or(Ok(()), Err)
    }

    fn model(&mut self) -> Assignment {
        let value = |value| if value > 0 { TernaryVal::True } else { TernaryVal::False };
        let model: Vec<_> = (1..=self.solver.vars()).map(|var| value(self.solver.val(var))).collect();
        Assignment::from(model)
    }

    /// Ensures that these variables are no witnesses of eliminated clauses, and never will be.
    ///
    /// Freezing marks the variables; `propagate` then restores the clauses of which they were witnesses.
    fn restore_eliminated(&mut self, vars: &[i32], adapter: &RefCell<Adapter>) {
        let mut eliminated = Witnesses::default();
        self.solver.traverse_witnesses_backward(&mut eliminated);
        let restored: Vec<i32> = vars.iter().copied().filter(|var| eliminated.0.contains(var)).collect();
        if restored.is_empty() {
            return;
        }
        for &var in &restored {
            self.solver.freeze(var);
            self.solver.freeze(-var);
        }
        // `propagate` may find a model, which means nothing while the variables are not observed yet.
        adapter.borrow_mut().idle = true;
        self.solver.propagate();
        adapter.borrow_mut().idle = false;
    }
}

impl BackendSolver for Cadical {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        for clause in clauses.iter() {
            self.solver.clause6(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        self.check_propagator()?;
        for lit in assumptions {
            self.solver.assume(lit.to_ipasir());
        }
        *self.stop.borrow_mut() = stop.clone();
        // A limit holds for one solve; -1 means no limit. CaDiCaL's conflicts and the propagator's are limited separately.
        if let Some(adapter) = &self.propagator {
            let mut adapter = adapter.borrow_mut();
            adapter.conflict_limit =
                stop.conflicts.map_or(u64::MAX, |conflicts| adapter.conflicts.saturating_add(conflicts));
        }
        let conflicts = stop.conflicts.map_or(-1, |conflicts| i32::try_from(conflicts).unwrap_or(i32::MAX));
        self.solver.limit("conflicts", conflicts);
        let start = Instant::now();
        let status = self.solver.solve();
        self.calls += 1;
        self.time += start.elapsed();
        *self.stop.borrow_mut() = Stop::default();
        self.check_propagator()?;
        Ok(match status {
            Status::SATISFIABLE => SolveOutcome::Sat(self.model()),
            Status::UNSATISFIABLE => {
                let failed = |lit: &Lit| self.solver.failed(lit.to_ipasir());
                SolveOutcome::Unsat(assumptions.iter().copied().filter(failed).collect())
            }
            Status::UNKNOWN => SolveOutcome::Interrupted,
        })
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let known = self.solver.vars();
        let value = |var: &Var| match var.to_ipasir() {
            var if var > known => None,
            var => match self.solver.fixed(var) {
                0 => None,
                sign => Some(sign > 0),
            },
        };
        vars.iter().map(value).collect()
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let count = |name| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
        let propagated = self.propagator.as_ref().map_or(0, |adapter| adapter.borrow().conflicts);
        let stats = SearchStats {
            conflicts: count("conflicts") + propagated,
            decisions: count("decisions"),
            propagations: count("propagations"),
            // CaDiCaL does not say.
            restarts: 0,
        };
        vec![SolverCounts::new("cadical", stats, self.calls, self.time)]
    }

    fn log_proof(&mut self, log: Arc<Mutex<ProofLog>>) {
        self.solver.connect_proof_tracer1(Logger(log), true, false);
    }

    fn connect(&mut self, connection: PropagatorConnection) {
        let PropagatorConnection { propagator, observed } = connection;
        let adapter = Rc::new(RefCell::new(Adapter::new(propagator, Rc::clone(&self.stop))));
        self.solver.connect_external_propagator(Rc::clone(&adapter));
        self.propagator = Some(adapter);
        self.observe(&observed);
    }

    fn observe(&mut self, vars: &[Var]) {
        let adapter =
            self.propagator.clone().expect("`Solver` lets nothing be observed without a propagator");
        let vars: Vec<i32> = vars.iter().map(|var| var.to_ipasir()).collect();
        let known: Vec<i32> = vars.iter().copied().filter(|&var| var <= self.solver.vars()).collect();
        if !known.is_empty() {
            self.restore_eliminated(&known, &adapter);
        }
        if self.solver.inconsistent() {
            // Nothing is left to observe, and clauses cannot be restored.
            return;
        }
        for var in vars {
            // The adapter must not be borrowed here: observing a fixed variable calls the propagator.
            adapter.borrow_mut().observe(var);
            self.solver.add_observed_var(var);
        }
    }

    fn share_up_to(&mut self, longest: usize) {
        self.shared.borrow_mut().longest = longest;
    }

    // Elimination adds models and never removes any, so the learned clauses follow from the given clauses.
    fn take_shared(&mut self) -> FlatClauses {
        mem::take(&mut self.shared.borrow_mut().clauses)
    }
}

/// The witness variables of eliminated clauses.
#[derive(Default)]
struct Witnesses(HashSet<i32>);

impl WitnessIterator for Witnesses {
    fn witness(&mut self, _clause: &[i32], witness: &[i32], _id: i64) -> bool {
        self.0.extend(witness.iter().map(|lit| lit.abs()));
        true
    }
}

/// Learned clauses for the other members of a portfolio.
#[derive(Default)]
struct SharedClauses {
    /// The maximum number of literals of a shared clause; 0 shares none.
    longest: usize,
    clauses: FlatClauses,
}

/// Counts the learned clauses, one per conflict, and collects those to share.
struct LearnedClauseCollector {
    conflicts: Option<Arc<AtomicU64>>,
    shared: Rc<RefCell<SharedClauses>>,
}

impl Learner for LearnedClauseCollector {
    fn learning(&mut self, size: i32) -> bool {
        if let Some(conflicts) = &self.conflicts {
            conflicts.fetch_add(1, Ordering::Relaxed);
        }
        usize::try_from(size).is_ok_and(|size| size <= self.shared.borrow().longest)
    }

    fn learn(&mut self, lit: i32) {
        self.shared.borrow_mut().clauses.write(lit);
    }
}

struct StopTerminator(Rc<RefCell<Stop>>);

impl Terminator for StopTerminator {
    fn terminated(&mut self) -> bool {
        self.0.borrow().requested()
    }
}
