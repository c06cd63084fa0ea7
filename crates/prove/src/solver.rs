//! The search: CaDiCaL with clauses and unfounded sets, and a log of its derivation.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use groundplan_certificate::{Atom, Axioms, Lit};
use groundplan_sat::{Config, ProofLog, Solver};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit as SatLit, TernaryVal, Var};

use crate::derivation::Derivation;
use crate::loops::{Loops, UnfoundedSetClause, UnfoundedSets};
use crate::Limits;

/// The result of the search.
pub(crate) enum SearchResult {
    /// The logged refutation, and the clauses of unfounded sets that the solver received, in order.
    Refutation { log: ProofLog, set_clauses: Vec<UnfoundedSetClause> },
    /// An answer set.
    Model(Vec<Atom>),
    /// The search was stopped.
    Stopped,
}

/// Converts a literal of the axioms or of a new variable to one of the solver.
pub(crate) fn sat_literal(literal: Lit) -> SatLit {
    SatLit::new(literal.variable() - 1, literal.is_negative())
}

/// Searches for an answer set that satisfies the axioms. `derivation` has their clauses.
pub(crate) fn search(axioms: &Axioms, derivation: &Derivation, limits: &Limits) -> Result<SearchResult> {
    let mut config = Config::proving();
    config.interrupter = limits.interrupter.clone();
    let mut solver = Solver::with_config(config)?;
    solver.set_deadline(limits.deadline);
    let log = solver.log_proof()?;
    for clause in derivation.clauses() {
        let clause: Vec<SatLit> = clause.iter().map(|&literal| sat_literal(literal)).collect();
        solver.add_clause_ref(Cl::new(&clause))?;
    }
    let loops = Loops::of(axioms);
    let sets = if loops.supports.atoms.is_empty() {
        None
    } else {
        let mut observed: Vec<Var> = loops.supports.variables().collect();
        observed.sort_unstable();
        observed.dedup();
        let sets = Arc::new(Mutex::new(UnfoundedSets::new(loops)));
        solver.connect_propagator(Box::new(Arc::clone(&sets)), &observed)?;
        Some(sets)
    };
    let result = solver.solve()?;
    let mut set_clauses = Vec::new();
    if let Some(sets) = sets {
        let mut sets = sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = sets.failure.take() {
            return Err(failure);
        }
        set_clauses = std::mem::take(&mut sets.set_clauses);
    }
    Ok(match result {
        SolverResult::Interrupted => SearchResult::Stopped,
        SolverResult::Sat => {
            let holds =
                |atom: Atom| matches!(solver.lit_val(sat_literal(Lit::positive(atom))), Ok(TernaryVal::True));
            SearchResult::Model(axioms.program().atoms.iter().copied().filter(|&atom| holds(atom)).collect())
        }
        SolverResult::Unsat => {
            let log = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
            SearchResult::Refutation { log, set_clauses }
        }
    })
}
