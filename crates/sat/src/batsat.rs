//! batsat, a descendant of MiniSat in pure Rust.
//!
//! What it has and the others have not: a literal that a propagator implies needs no clause. Its reason is asked for where
//! conflict analysis meets it, and forgotten at once; so sums and loops that are propagated cost little.

use std::{
    cell::Cell,
    mem,
    rc::Rc,
    sync::{
        atomic::{AtomicU64, Ordering},
        Arc,
    },
    time::{Duration, Instant},
};

use batsat::{lbool, Callbacks, SolverInterface as _};
use rustsat::types::{Lit, TernaryVal, Var};

use crate::{
    batsat_theory::{from_batsat, to_batsat, Adapter},
    clauses::{FlatClauses, Shared},
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    SatError, SearchStats, SolverCounts, Tuning,
};

/// One in so many times that batsat asks whether to stop, which is at each decision, the clock is looked at.
const GLANCE: u32 = 256;

/// batsat in its thread.
pub(crate) struct Batsat {
    solver: batsat::Solver<StopAsked>,
    name: &'static str,
    /// The value of a variable that is decided on; undefined: the value that it had last, at first false.
    decided: lbool,
    theory: Adapter,
    calls: u64,
    /// How long it searched.
    time: Duration,
}

impl Batsat {
    /// A solver that adds its conflicts to a counter.
    pub fn new(tuning: &Tuning, counter: Option<Arc<AtomicU64>>) -> Self {
        Self::with("batsat", options(tuning), lbool::UNDEF, counter)
    }

    /// A solver with positive phases: a variable that is decided on becomes true. What it decides is a partial assignment that has to
    /// be completed, so restarts grow geometrically and activities decay faster.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "it is one of several solvers"))]
    pub fn with_positive_phases(tuning: &Tuning, counter: Option<Arc<AtomicU64>>) -> Self {
        let options = batsat::SolverOpts {
            var_decay: tuning.positive_decay,
            luby_restart: false,
            restart_inc: tuning.positive_restart_growth,
            ..options(tuning)
        };
        Self::with("batsat, positive phases", options, lbool::TRUE, counter)
    }

    fn with(
        name: &'static str,
        options: batsat::SolverOpts,
        decided: lbool,
        counter: Option<Arc<AtomicU64>>,
    ) -> Self {
        let theory = Adapter::default();
        let is_refuted = Rc::clone(&theory.is_refuted);
        let callbacks = StopAsked { counter, is_refuted, ..StopAsked::default() };
        let solver = batsat::Solver::new(options, callbacks);
        Batsat { solver, name, decided, theory, calls: 0, time: Duration::ZERO }
    }

    fn make_room(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            self.solver.new_var(self.decided, true);
        }
    }
}

/// The options with any phases.
fn options(tuning: &Tuning) -> batsat::SolverOpts {
    batsat::SolverOpts {
        min_learnts_lim: tuning.least_learned,
        learntsize_factor: tuning.learned_part,
        learntsize_inc: tuning.learned_growth,
        ..Default::default()
    }
}

impl Engine for Batsat {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        let mut lits = Vec::new();
        for clause in clauses.iter() {
            self.make_room(clause.iter().map(|number| number.unsigned_abs() as usize).max().unwrap_or(0));
            lits.clear();
            lits.extend(
                clause
                    .iter()
                    .map(|&number| to_batsat(Lit::from_ipasir(number).expect("no clause has a zero"))),
            );
            self.solver.add_clause_reuse(&mut lits);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Answer, SatError> {
        self.make_room(assumptions.iter().map(|lit| lit.vidx() + 1).max().unwrap_or(0));
        let assumed: Vec<batsat::Lit> = assumptions.iter().copied().map(to_batsat).collect();
        self.solver.cb_mut().begin(stop);
        let start = Instant::now();
        let status = self.solver.solve_limited_th(&mut self.theory, &assumed);
        self.calls += 1;
        self.time += start.elapsed();
        Ok(if self.theory.is_refuted.get() {
            Answer::Unsat(Vec::new())
        } else if status == lbool::TRUE {
            let value =
                |&value: &lbool| if value == lbool::TRUE { TernaryVal::True } else { TernaryVal::False };
            Answer::Sat(self.solver.get_model().iter().map(value).collect::<Vec<_>>().into())
        } else if status == lbool::FALSE {
            let is_in_core = |&lit: &Lit| self.solver.unsat_core_contains_lit(!to_batsat(lit));
            Answer::Unsat(assumptions.iter().copied().filter(is_in_core).collect())
        } else {
            Answer::Interrupted
        })
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let known = self.solver.num_vars() as usize;
        let value = |var: &Var| {
            if var.idx() >= known {
                return None;
            }
            let value = self.solver.value_lvl_0(to_batsat(var.pos_lit()));
            (value != lbool::UNDEF).then(|| value == lbool::TRUE)
        };
        vars.iter().map(value).collect()
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let stats = SearchStats {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        };
        let counts = SolverCounts::new(self.name, stats, self.calls, self.time);
        vec![SolverCounts { is_positive: self.decided == lbool::TRUE, ..counts }]
    }

    fn connect(&mut self, connection: Connection) {
        self.theory.connect(connection.propagator);
        self.observe(&connection.observed);
    }

    fn observe(&mut self, vars: &[Var]) {
        self.make_room(vars.iter().map(|var| var.idx() + 1).max().unwrap_or(0));
        self.theory.observe(vars);
    }

    fn share_up_to(&mut self, longest: usize) {
        self.solver.cb_mut().shared.longest = longest;
    }

    fn take_shared(&mut self) -> FlatClauses {
        mem::take(&mut self.solver.cb_mut().shared.clauses)
    }
}

/// Whether batsat is to stop; counts conflicts, each of which brings a clause.
#[derive(Default)]
struct StopAsked {
    stop: Stop,
    /// In this solve.
    conflicts: u64,
    /// In all, for whoever looks on.
    counter: Option<Arc<AtomicU64>>,
    is_refuted: Rc<Cell<bool>>,
    shared: Shared,
    lits: Vec<Lit>,
    asked: Cell<u32>,
    /// Where it has stopped, it asks once more what it stopped for.
    is_stopped: Cell<bool>,
}

impl StopAsked {
    fn begin(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        self.conflicts = 0;
        self.is_stopped.set(false);
    }
}

impl Callbacks for StopAsked {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], _: batsat::ClauseKind) {
        self.conflicts += 1;
        if clause.len() <= self.shared.longest {
            self.lits.clear();
            self.lits.extend(clause.iter().copied().map(from_batsat));
            self.shared.clauses.push(&self.lits);
        }
        if let Some(counter) = &self.counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn stop(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        let is_exhausted = self.stop.conflicts.is_some_and(|limit| self.conflicts >= limit);
        if is_exhausted
            || self.is_refuted.get()
            || self.asked.get().is_multiple_of(GLANCE) && self.stop.requested()
        {
            self.is_stopped.set(true);
        }
        self.is_stopped.get()
    }
}
