//! The varisat backend: a CDCL solver in pure Rust.
//!
//! Invariant: `loaded_solver` is a varisat solver with exactly the clauses of `log`, or `None`.
//!
//! varisat has no interrupt and no limits. During a search it calls external code only to write a proof, and a failed write ends
//! the search with an error. So a proof is written to a writer that discards the bytes, and fails once the solve must stop. This
//! costs about a percent. The solver is unusable after such an error, so the clauses are kept, and the next solve loads them into
//! a new solver (learned clauses are lost). The format must be varisat's own, because writing DRAT panics under assumptions.

use std::{
    cell::RefCell,
    io::{self, Write},
    rc::Rc,
};

use rustsat::types::{Assignment, Lit, TernaryVal};
use varisat::{ExtendFormula, ProofFormat};

use crate::{
    backend_solver::{BackendSolver, SolveOutcome},
    clauses::FlatClauses,
    limits::Stop,
    SatError,
};

/// varisat, in its own thread.
pub(crate) struct Varisat {
    loaded_solver: Option<varisat::Solver<'static>>,
    log: Vec<FlatClauses>,
    /// Read by the proof writer; never requested outside of a solve.
    stop: Rc<RefCell<Stop>>,
}

impl Varisat {
    pub fn new() -> Self {
        Self { loaded_solver: None, log: Vec::new(), stop: Rc::default() }
    }

    fn fresh(stop: &Rc<RefCell<Stop>>) -> varisat::Solver<'static> {
        let mut solver = varisat::Solver::new();
        solver.write_proof(StoppingWriter(Rc::clone(stop)), ProofFormat::Varisat);
        solver
    }
}

impl BackendSolver for Varisat {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        if let Some(solver) = &mut self.loaded_solver {
            load(solver, &clauses);
        }
        self.log.push(clauses);
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        let assumed: Vec<varisat::Lit> = assumptions.iter().copied().map(to_varisat).collect();
        let (Some(found), Some(solver)) = (self.search(&assumed, stop), &self.loaded_solver) else {
            return Ok(SolveOutcome::Interrupted);
        };
        if found {
            return Ok(SolveOutcome::Sat(model(solver)));
        }
        // Without a core, the clauses alone are unsatisfiable.
        let core = solver.failed_core().unwrap_or_default().to_vec();
        // varisat very rarely returns a wrong core. So the core is checked by a second solve, and replaced by all assumptions if
        // it is wrong.
        let is_core = core.is_empty() || self.search(&core, stop) == Some(false);
        let core = if is_core { core.into_iter().map(from_varisat).collect() } else { assumptions.to_vec() };
        Ok(SolveOutcome::Unsat(core))
    }
}

impl Varisat {
    /// Returns whether the clauses are satisfiable under the assumptions, or `None` if the solve was stopped.
    fn search(&mut self, assumptions: &[varisat::Lit], stop: &Stop) -> Option<bool> {
        let Self { loaded_solver, log, stop: shared_stop } = self;
        let solver = loaded_solver.get_or_insert_with(|| {
            let mut solver = Self::fresh(shared_stop);
            log.iter().for_each(|clauses| load(&mut solver, clauses));
            solver
        });
        // Also without assumptions: this call resets the verdict of the last solve.
        solver.assume(assumptions);
        *shared_stop.borrow_mut() = stop.clone();
        let result = solver.solve();
        *shared_stop.borrow_mut() = Stop::default();
        if result.is_err() {
            *loaded_solver = None;
        }
        result.ok()
    }
}

fn load(solver: &mut varisat::Solver<'static>, clauses: &FlatClauses) {
    let mut lits = Vec::new();
    for clause in clauses.iter() {
        lits.clear();
        lits.extend(clause.iter().map(|&number| varisat::Lit::from_dimacs(number as isize)));
        solver.add_clause(&lits);
    }
}

fn model(solver: &varisat::Solver<'static>) -> Assignment {
    let lits = solver.model().unwrap_or_default();
    let mut values = vec![TernaryVal::DontCare; lits.iter().map(|lit| lit.index() + 1).max().unwrap_or(0)];
    for lit in lits {
        values[lit.index()] = if lit.is_positive() { TernaryVal::True } else { TernaryVal::False };
    }
    Assignment::from(values)
}

/// Both crates encode a literal as twice its variable, plus one if it is negated.
fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.vidx(), lit.is_pos())
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    // `Solver` accepts only variables whose index fits.
    Lit::new(lit.index() as u32, lit.is_negative())
}

/// Discards a proof, and fails once the solve must stop.
struct StoppingWriter(Rc<RefCell<Stop>>);

impl Write for StoppingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.borrow().requested() {
            // `ErrorKind::Interrupted` would not do: buffered writers retry on it.
            return Err(io::Error::from(io::ErrorKind::TimedOut));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
