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
};

use batsat::{lbool, Callbacks, SolverInterface as _};
use rustsat::types::{Lit, TernaryVal, Var};

use crate::{
    batsat_theory::{from_batsat, to_batsat, Adapter},
    clauses::{FlatClauses, Lessons},
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    SatError, SearchStats,
};

/// One in so many times that batsat asks whether to stop, which is at each decision, the clock is looked at.
const GLANCE: u32 = 256;

/// So many learned clauses are kept at first at least, and else such a part of the clauses; some times in each solve the limit grows
/// by a factor. batsat's own limits (a third of the clauses, 1.1) are too few where there are few clauses, and where there
/// are 100,000 the search for what they imply takes ten times as long.
const LEAST_LEARNED: i32 = 8000;
const LEARNED_PART: f64 = 0.03;
const LEARNED_GROWTH: f64 = 1.05;

/// How soon a bold solver forgets what conflicts were about: of fillings-in and placings with 0.92 most were faster than with
/// batsat's 0.95.
const BOLD_DECAY: f64 = 0.92;

/// By how much longer a bold solver goes on at each restart of a solve: what it decides is a filling-in that has to be
/// completed. Of 140 programs without an objective 25 are unsolved in 12 s with batsat's Luby sequence and 17 so, a sixth
/// faster in the mean. 1.2 is as good, 3 less so.
const BOLD_RESTART_GROWTH: f64 = 1.5;

/// batsat in its thread.
pub(crate) struct Batsat {
    solver: batsat::Solver<StopAsked>,
    /// What a variable becomes when it is decided on; undefined: what it was last, at first false.
    decided: lbool,
    theory: Adapter,
}

impl Batsat {
    /// A solver that adds its conflicts to a counter.
    pub fn new(counter: Option<Arc<AtomicU64>>) -> Self {
        Self::with(options(), lbool::UNDEF, counter)
    }

    /// One that makes true whatever it decides on.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "it is one of several solvers"))]
    pub fn bold(counter: Option<Arc<AtomicU64>>) -> Self {
        let options = batsat::SolverOpts {
            var_decay: BOLD_DECAY,
            luby_restart: false,
            restart_inc: BOLD_RESTART_GROWTH,
            ..options()
        };
        Self::with(options, lbool::TRUE, counter)
    }

    fn with(options: batsat::SolverOpts, decided: lbool, counter: Option<Arc<AtomicU64>>) -> Self {
        let theory = Adapter::default();
        let is_refuted = Rc::clone(&theory.is_refuted);
        let callbacks = StopAsked { counter, is_refuted, ..StopAsked::default() };
        Batsat { solver: batsat::Solver::new(options, callbacks), decided, theory }
    }

    /// Writes learned clauses of so many literals or fewer down from here on, as lessons for others.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "for those that take turns with it"))]
    pub fn teach(&mut self, longest: usize) {
        self.solver.cb_mut().lessons.longest = longest;
    }

    /// What was written down since this was asked last.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "for those that take turns with it"))]
    pub fn take_lessons(&mut self) -> FlatClauses {
        mem::take(&mut self.solver.cb_mut().lessons.clauses)
    }

    fn make_room(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            self.solver.new_var(self.decided, true);
        }
    }
}

/// Those of both moods.
fn options() -> batsat::SolverOpts {
    batsat::SolverOpts {
        min_learnts_lim: LEAST_LEARNED,
        learntsize_factor: LEARNED_PART,
        learntsize_inc: LEARNED_GROWTH,
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
        let status = self.solver.solve_limited_th(&mut self.theory, &assumed);
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

    fn search_stats(&self) -> Option<SearchStats> {
        Some(SearchStats {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        })
    }

    fn connect(&mut self, connection: Connection) {
        self.theory.connect(connection.propagator);
        self.observe(&connection.observed);
    }

    fn observe(&mut self, vars: &[Var]) {
        self.make_room(vars.iter().map(|var| var.idx() + 1).max().unwrap_or(0));
        self.theory.observe(vars);
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
    lessons: Lessons,
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
        if clause.len() <= self.lessons.longest {
            self.lits.clear();
            self.lits.extend(clause.iter().copied().map(from_batsat));
            self.lessons.clauses.push(&self.lits);
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
