//! The solver by the traits of RustSAT.

use rustsat::solvers::{
    Interrupt, Solve, SolveIncremental, SolveStats, SolverResult, SolverState, SolverStats, StateError,
};
use rustsat::types::{Cl, Clause, Lit, TernaryVal};

use super::Solver;
use crate::backend_solver::SolveOutcome;
use crate::clauses::differing;
use crate::Interrupter;

impl Solver {
    fn conclude(&mut self, outcome: SolveOutcome) -> SolverResult {
        self.differing.clear();
        if let (SolveOutcome::Sat(model), false) = (&outcome, self.continues_from_models()) {
            self.differing = differing(&self.relevant, model);
        }
        let (result, count) = match outcome {
            SolveOutcome::Sat(_) => (SolverResult::Sat, &mut self.n_sat),
            SolveOutcome::Unsat(_) => (SolverResult::Unsat, &mut self.n_unsat),
            SolveOutcome::Interrupted => (SolverResult::Interrupted, &mut self.n_terminated),
        };
        *count += 1;
        self.verdict = Some(outcome);
        result
    }

    /// The error of a question that only the outcome of a solve answers.
    fn requires(&self, required_state: SolverState) -> anyhow::Error {
        let actual_state = match self.verdict {
            None => SolverState::Input,
            Some(SolveOutcome::Sat(_)) => SolverState::Sat,
            Some(SolveOutcome::Unsat(_)) => SolverState::Unsat,
            Some(SolveOutcome::Interrupted) => SolverState::Unknown,
        };
        StateError { required_state, actual_state }.into()
    }
}

impl Solve for Solver {
    fn signature(&self) -> &'static str {
        self.backend.signature()
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        match &self.verdict {
            Some(SolveOutcome::Sat(model)) => Ok(model.lit_value(lit)),
            _ => Err(self.requires(SolverState::Sat)),
        }
    }

    fn add_clause_ref<C>(&mut self, clause: &C) -> anyhow::Result<()>
    where
        C: AsRef<Cl> + ?Sized,
    {
        Ok(self.push_clause(clause.as_ref().as_ref())?)
    }
}

impl SolveIncremental for Solver {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> anyhow::Result<SolverResult> {
        self.verdict = Some(SolveOutcome::Interrupted);
        let outcome = self.request_solve(assumps)?;
        Ok(self.conclude(outcome))
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        match &self.verdict {
            Some(SolveOutcome::Unsat(failed)) => Ok(failed.iter().map(|&lit| !lit).collect()),
            _ => Err(self.requires(SolverState::Unsat)),
        }
    }
}

impl Interrupt for Solver {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        self.interrupter.clone()
    }
}

impl SolveStats for Solver {
    /// `cpu_solve_time` is the wall-clock time of the searches of all members that count.
    fn stats(&self) -> SolverStats {
        SolverStats {
            n_sat: self.n_sat,
            n_unsat: self.n_unsat,
            n_terminated: self.n_terminated,
            n_clauses: self.n_clauses,
            max_var: self.max_var,
            avg_clause_len: self.n_literals as f32 / self.n_clauses.max(1) as f32,
            cpu_solve_time: self.counts.iter().map(|counts| counts.time).sum(),
        }
    }
}

impl Extend<Clause> for Solver {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_clause_ref(&clause).expect("the solver takes clauses");
        }
    }
}

impl<'a> Extend<&'a Clause> for Solver {
    fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_clause_ref(clause).expect("the solver takes clauses");
        }
    }
}
