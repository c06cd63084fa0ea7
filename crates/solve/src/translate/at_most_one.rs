//! Encoding of at-most-one constraints, pairwise or by groups.
//!
//! Each group has a variable that is true if one of the group's literals is. At most one of these variables may be
//! true, which is encoded in the same way (the commander encoding in one direction: Klieber & Kwon, CFV 2007).
//! Neighbours share a group, so clauses learned about a group are about literals that belong together in the program.
//!
//! Groups were faster in measurements than defining the group variables in both directions, than a ladder (Gent &
//! Nightingale 2004), and than products (Chen, ModRef 2010).

use rustsat::instances::ManageVars as _;
use rustsat::types::Lit;

use super::cnf::Cnf;
use super::counter::Counter;
use groundplan_ground::{Pass, Report};

/// Writes that at most one of the literals holds, unless a literal of `unless` does.
pub(super) fn at_most_one(cnf: &mut Cnf, unless: &[Lit], literals: &[Lit]) {
    if !cnf.passes.has(Pass::AtMostOneGroups) {
        return pairwise(cnf, unless, literals);
    }
    let (clauses, variables) = (cnf.clause_count, cnf.variable_count());
    let pairs = literals.len() * (literals.len() - 1) / 2;
    let mut groups = Vec::new();
    let mut literals = literals.to_vec();
    while literals.len() > cnf.tuning.pairwise_literals {
        let count = literals.len().div_ceil(cnf.tuning.group_literals);
        let mut rest = literals.as_slice();
        let mut leaders = Vec::with_capacity(count);
        for left in (1..=count).rev() {
            let (group, others) = rest.split_at(rest.len().div_ceil(left));
            let leader = cnf.variables.new_lit();
            pairwise(cnf, unless, group);
            group.iter().for_each(|&literal| cnf.raw_clause(&[!literal, leader]));
            groups.extend(group.iter().map(|&literal| (literal, leader)));
            leaders.push(leader);
            rest = others;
        }
        literals = leaders;
    }
    pairwise(cnf, unless, &literals);
    cnf.counters.push(Counter::Groups { groups });
    cnf.claim_variables(cnf.counters.len() - 1);
    let clauses = (cnf.clause_count - clauses) as i64 - pairs as i64;
    let variables = (cnf.variable_count() - variables) as u64;
    cnf.reports.add(Pass::AtMostOneGroups, Report { clauses, variables, ..Report::once() });
}

fn pairwise(cnf: &mut Cnf, unless: &[Lit], literals: &[Lit]) {
    for (i, &literal) in literals.iter().enumerate() {
        for &before in &literals[..i] {
            let clause: Vec<Lit> = [!literal, !before].into_iter().chain(unless.iter().copied()).collect();
            cnf.raw_clause(&clause);
        }
    }
}
