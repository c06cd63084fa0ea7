//! Unfounded sets in components with head cycles, found by a SAT solver (C. Koch, N. Leone and G. Pfeifer, Enhancing Disjunctive
//! Logic Programming Systems by SAT Checkers, AIJ 151, 2003).
//!
//! A model of the SAT problem is a set of true atoms of the component that no rule supports from outside: each body is false
//! without the set's atoms, or a head outside the set is true.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use groundplan_certificate::{Constraint, Lit};
use groundplan_sat::unfounded::{Member, Rule, UnfoundedSet};
use groundplan_sat::{Backend, Solver, Trail};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit as SatLit, TernaryVal};

use super::component::Loops;
use crate::derivation::{ConstraintRef, Derivation};
use crate::solver::sat_literal;
use crate::translate::translate;

/// Returns an unfounded set of a component with head cycles under an assignment, or `None` if there is none.
///
/// # Errors
///
/// If the solver cannot be started, or failed.
pub(super) fn unfounded_set(loops: &Loops, component: usize, trail: &Trail) -> Result<Option<UnfoundedSet>> {
    let is_true_atom = |atom: &Member| trail.is_true(loops.supports.atoms[atom.index()]);
    let members: Vec<Member> = loops.cyclic[component].iter().copied().filter(is_true_atom).collect();
    if members.is_empty() {
        return Ok(None);
    }
    let chosen: BTreeMap<Member, Lit> = members.iter().copied().zip((1..).map(Lit::positive)).collect();
    let mut question = Derivation::over(members.len() as u32);
    // The derivations of these clauses are not used.
    let nowhere = ConstraintRef::Axiom(0);
    question.give(&chosen.values().copied().collect::<Vec<_>>(), nowhere);
    for (rule, beside) in loops.rules().filter(|(rule, _)| chosen.contains_key(&rule.head)) {
        if let Some(constraint) = unsupported(rule, beside, &chosen, trail) {
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
            let set = chosen.iter().filter(|&(_, &literal)| in_set(literal)).map(|(&atom, _)| atom).collect();
            Ok(Some(refute(loops, &set, trail)))
        }
        SolverResult::Unsat => Ok(None),
        SolverResult::Interrupted => unreachable!("the solver has no limit"),
    }
}

/// Returns the constraint that a rule does not support the chosen set from outside, or `None` if it never does. `beside` has its
/// other heads in the component.
fn unsupported(
    rule: &Rule,
    beside: &[Member],
    chosen: &BTreeMap<Member, Lit>,
    trail: &Trail,
) -> Option<Constraint> {
    let Rule { head, conditions, internal, sum } = rule;
    if !conditions.iter().all(|&literal| trail.is_true(literal)) {
        return None;
    }
    // The true heads that may be in the set. The rule supports none of them if one is left out.
    let heads: Vec<Member> =
        [*head].into_iter().chain(beside.iter().copied().filter(|atom| chosen.contains_key(atom))).collect();
    let mut missing: BTreeMap<Member, i128> = BTreeMap::new();
    for &(atom, weight) in internal.iter().filter(|term| chosen.contains_key(&term.0)) {
        *missing.entry(atom).or_default() += i128::from(weight);
    }
    let mut at_least = match sum {
        Some(sum) => {
            let external = sum.external.iter().filter(|term| trail.is_true(term.0));
            let external: i128 = external.map(|term| i128::from(term.1)).sum();
            external + missing.values().sum::<i128>() - i128::from(sum.bound) + 1
        }
        None if internal.iter().all(|term| chosen.contains_key(&term.0)) => 1,
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

/// Returns a set with false literals of which at least one must be true for a rule to support it from outside.
fn refute(loops: &Loops, set: &BTreeSet<Member>, trail: &Trail) -> UnfoundedSet {
    let literal = |atom: Member| loops.supports.atoms[atom.index()];
    let is_false = |&literal: &SatLit| trail.is_true(!literal);
    let mut supports = Vec::new();
    for (rule, beside) in loops.rules().filter(|(rule, _)| set.contains(&rule.head)) {
        let Rule { conditions, internal, sum, .. } = rule;
        if sum.is_none() && internal.iter().any(|term| set.contains(&term.0)) {
            continue;
        }
        let beside = beside.iter().filter(|atom| !set.contains(atom)).map(|&atom| !literal(atom));
        let internal = internal.iter().map(|term| literal(term.0));
        let needed = internal.clone().filter(|_| sum.is_none());
        // The literal that became false first is false in most other branches of the search.
        let refuted = conditions.iter().copied().chain(beside).chain(needed).filter(is_false);
        if let Some(literal) = refuted.min_by_key(|&literal| trail.since(!literal)) {
            supports.push(literal);
        } else {
            let external = sum.iter().flat_map(|sum| &sum.external).map(|term| term.0);
            supports.extend(external.chain(internal).filter(is_false));
        }
    }
    supports.sort_unstable();
    supports.dedup();
    UnfoundedSet { atoms: set.iter().map(|&atom| literal(atom)).collect(), supports: supports.into() }
}
