//! The cdnl backend: our own solver.

use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicU64, Ordering},
        Arc,
    },
    time::{Duration, Instant},
};

use groundplan_cdnl::{BadPropagation, Modification, Options, Solver, Stats};
use rustsat::solvers::SolverResult;
use rustsat::types::{Assignment, Lit, TernaryVal, Var};

use crate::{
    backend_solver::{BackendSolver, SolveOutcome},
    clauses::FlatClauses,
    limits::Stop,
    profile::{ClauseProfile, ProfileWriter},
    propagator::PropagatorConnection,
    SatError, SearchStats, SolverCounts,
};

/// cdnl, in its own thread or in the caller's.
pub(crate) struct Cdnl {
    solver: Solver,
    has_positive_phases: bool,
    /// A counter of conflicts, which other threads may read during the search.
    counter: Option<Arc<AtomicU64>>,
    calls: u64,
    time: Duration,
    lits: Vec<Lit>,
    /// Where it says what the clauses of each tag contribute.
    profile: Option<ProfileWriter>,
}

impl Cdnl {
    /// Returns a solver that adds its conflicts to `counter`, and says in `profile` what its clauses contribute.
    pub fn new(options: Options, counter: Option<Arc<AtomicU64>>, profile: Option<&ClauseProfile>) -> Self {
        let mut solver = Solver::new(options);
        if profile.is_some() {
            solver.set_tag(None);
        }
        Cdnl {
            solver,
            has_positive_phases: options.initial_phase && !options.saves_phases,
            counter,
            calls: 0,
            time: Duration::ZERO,
            lits: Vec::new(),
            profile: profile.map(ClauseProfile::writer),
        }
    }

    fn model(&self) -> Vec<TernaryVal> {
        let value = |value: Option<bool>| match value {
            Some(true) => TernaryVal::True,
            Some(false) => TernaryVal::False,
            None => TernaryVal::DontCare,
        };
        self.solver.values().map(value).collect()
    }
}

impl Drop for Cdnl {
    fn drop(&mut self) {
        self.note_profile();
    }
}

impl BackendSolver for Cdnl {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        let is_tagged = clauses.has_tags() && self.profile.is_some();
        for (tag, run) in clauses.runs() {
            if is_tagged {
                self.solver.set_tag(tag);
            }
            for clause in run {
                self.lits.clear();
                self.lits.extend(
                    clause.iter().map(|&number| Lit::from_ipasir(number).expect("no clause has a zero")),
                );
                self.solver.add_clause(&self.lits);
            }
        }
        if is_tagged {
            self.solver.set_tag(None);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        let start = Instant::now();
        let mut counted = self.solver.stats().conflicts;
        let mut count = |stats: &Stats| {
            if let Some(counter) = &self.counter {
                counter.fetch_add(stats.conflicts - counted, Ordering::Relaxed);
                counted = stats.conflicts;
            }
        };
        let limit = stop.conflicts.unwrap_or(u64::MAX);
        let outcome = self.solver.solve(assumptions, limit, &mut |stats| {
            count(stats);
            stop.requested()
        });
        count(&self.solver.stats());
        if self.profile.as_ref().is_some_and(ProfileWriter::is_due) {
            self.note_profile();
        }
        let answer = match outcome {
            Ok(SolverResult::Sat) => SolveOutcome::Sat(self.model().into()),
            Ok(SolverResult::Unsat) => SolveOutcome::Unsat(self.solver.core().to_vec()),
            Ok(SolverResult::Interrupted) => SolveOutcome::Interrupted,
            // Ends the thread, which sends the error as its answer: the solver's state is invalid.
            Err(BadPropagation { lit, why }) => {
                resume_unwind(Box::new(SatError::BadPropagation { lit, why }))
            }
        };
        self.calls += 1;
        self.time += start.elapsed();
        Ok(answer)
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        vars.iter().map(|var| self.solver.fixed(var.pos_lit())).collect()
    }

    fn note_profile(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.write(self.solver.stats(), self.solver.tag_counts());
        }
    }

    fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Vec<Lit> {
        // An error of a propagator is reported by the next solve.
        let is_consistent = self.solver.propagate_assumptions(assumptions) == Ok(true);
        let refuted =
            lits.iter().copied().filter(|&lit| is_consistent && self.solver.value(lit) == Some(false));
        refuted.collect()
    }

    fn exclude_model(&mut self, others: &[Lit]) {
        self.solver.exclude_model(others);
    }

    fn enumerate_on(&mut self, relevant: &[Var], is_projection: bool) {
        self.solver.enumerate_on(relevant, is_projection);
    }

    fn retire(&mut self, lit: Lit) -> bool {
        self.solver.retire(lit)
    }

    fn define(&mut self, vars: &[Var]) {
        self.solver.define(vars);
    }

    fn take_exclusions(&mut self) -> FlatClauses {
        FlatClauses::from_iter(self.solver.take_exclusions())
    }

    fn solve_anywhere(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        self.solve(assumptions, stop)
    }

    fn suggest(&mut self, model: &Assignment) {
        self.solver.suggest(model.iter());
    }

    fn unwind(&mut self) {
        self.solver.reset();
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let stats = self.solver.stats();
        let stats = SearchStats {
            conflicts: stats.conflicts,
            decisions: stats.decisions,
            propagations: stats.propagations,
            restarts: stats.restarts,
        };
        let name = if self.has_positive_phases { "cdnl, positive phases" } else { "cdnl" };
        let counts = SolverCounts::new(name, stats, self.calls, self.time);
        vec![SolverCounts { is_positive: self.has_positive_phases, ..counts }]
    }

    fn conflicts(&self) -> u64 {
        self.solver.stats().conflicts
    }

    fn connect(&mut self, connection: PropagatorConnection) {
        self.solver.connect(connection.propagator);
        self.observe(&connection.observed);
    }

    fn modify(&mut self, modification: &Modification) {
        self.solver.modify(modification);
    }

    fn exclude_preferred(&mut self, clause: &[Lit], recorded: &[(usize, Lit)]) {
        self.solver.exclude_preferred(clause, recorded);
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.solver.prefer(lits);
    }

    fn share_up_to(&mut self, longest: usize) {
        self.solver.share_up_to(longest);
    }

    fn take_shared(&mut self) -> FlatClauses {
        FlatClauses::from_iter(self.solver.take_shared())
    }

    fn observe(&mut self, vars: &[Var]) {
        vars.iter().for_each(|&var| self.solver.observe(var));
    }
}
