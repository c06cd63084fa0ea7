//! Unfounded sets in components with head cycles, found by a SAT solver (C. Koch, N. Leone and G. Pfeifer, Enhancing Disjunctive
//! Logic Programming Systems by SAT Checkers, AIJ 151, 2003).
//!
//! A model of the SAT problem is a set of true atoms of the component that no rule supports from outside: each body is false
//! without the set's atoms, or a head outside the set is true.

use std::collections::BTreeMap;

use anyhow::Result;
use groundplan_certificate::{Constraint, Lit};
use groundplan_sat::{Backend, Solver};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit as SatLit, TernaryVal};

use super::component::{Loops, Member, Support};
use crate::derivation::{ConstraintRef, Derivation};
use crate::solver::sat_literal;
use crate::translate::translate;

/// Returns an unfounded set of a component with head cycles under the current assignment, or `None` if there is none.
///
/// # Errors
///
/// If the solver cannot be started, or failed.
pub(super) fn unfounded_set(
    loops: &Loops,
    component: usize,
    is_true: impl Fn(SatLit) -> bool,
) -> Result<Option<Vec<Member>>> {
    let holds = |literal: Lit| is_true(sat_literal(literal));
    let is_true_atom = |atom: Member| holds(Lit::positive(loops.atoms[atom]));
    let members: Vec<Member> =
        loops.cyclic[component].iter().copied().filter(|&atom| is_true_atom(atom)).collect();
    if members.is_empty() {
        return Ok(None);
    }
    let chosen: BTreeMap<Member, Lit> = members.iter().copied().zip((1..).map(Lit::positive)).collect();
    let mut question = Derivation::over(members.len() as u32);
    // The derivations of these clauses are not used.
    let nowhere = ConstraintRef::Axiom(0);
    question.give(&chosen.values().copied().collect::<Vec<_>>(), nowhere);
    for support in loops.supports.iter().filter(|support| chosen.contains_key(&support.head)) {
        if let Some(constraint) = unsupported(support, &chosen, holds) {
            translate(&constraint, nowhere, &mut question)?;
        }
    }
    let mut solver = Solver::new(Backend::default())?;
    for clause in question.clauses() {
        let clause: Vec<SatLit> = clause.iter().map(|&literal| sat_literal(literal)).collect();
        solver.add_clause_ref(Cl::new(&clause))?;
    }
    match solver.solve()? {
        SolverResult::Sat => {
            let in_set = |literal: Lit| matches!(solver.lit_val(sat_literal(literal)), Ok(TernaryVal::True));
            Ok(Some(chosen.iter().filter(|&(_, &literal)| in_set(literal)).map(|(&atom, _)| atom).collect()))
        }
        SolverResult::Unsat => Ok(None),
        SolverResult::Interrupted => unreachable!("the solver has no limit"),
    }
}

/// Returns the constraint that a rule does not support the chosen set from outside, or `None` if it never does.
fn unsupported(
    support: &Support,
    chosen: &BTreeMap<Member, Lit>,
    holds: impl Fn(Lit) -> bool,
) -> Option<Constraint> {
    let Support { head, needs, through, sum, beside } = support;
    if !needs.iter().all(|&literal| holds(literal)) {
        return None;
    }
    // The true heads that may be in the set. The rule supports none of them if one is left out.
    let heads: Vec<Member> =
        [*head].into_iter().chain(beside.iter().copied().filter(|atom| chosen.contains_key(atom))).collect();
    let mut missing: BTreeMap<Member, i128> = BTreeMap::new();
    for &(atom, weight) in through.iter().filter(|term| chosen.contains_key(&term.0)) {
        *missing.entry(atom).or_default() += i128::from(weight);
    }
    let mut at_least = match sum {
        Some((outside, bound)) => {
            let outside = outside.iter().filter(|term| holds(term.0)).map(|term| i128::from(term.1));
            outside.sum::<i128>() + missing.values().sum::<i128>() - i128::from(*bound) + 1
        }
        None if through.iter().all(|term| chosen.contains_key(&term.0)) => 1,
        None => return None,
    };
    // Heads are chosen in this case, so their weights in the body are missing.
    for atom in &heads {
        at_least -= missing.remove(atom).unwrap_or(0);
    }
    if at_least <= 0 {
        return None;
    }
    let capped = |weight: i128| weight.min(at_least) as u64;
    let heads = heads.iter().map(|atom| (at_least as u64, !chosen[atom]));
    let missing = missing.iter().map(|(atom, &weight)| (capped(weight), chosen[atom]));
    Some(Constraint { terms: heads.chain(missing).collect(), at_least: at_least as u64 })
}
