//! Loop formulas that are added when a model is not stable.
//!
//! F. Lin and Y. Zhao, ASSAT: computing answer sets of a logic program by SAT solvers, AIJ 157, 2004. The true atoms
//! of a model that the rules do not derive from the rest of it form cycles. Among these there is a *terminating* loop,
//! which depends on no other loop: every rule for it with a true body has a body atom in the loop. Its loop formula
//! says that an atom of the loop is true only if a rule supports one of them from outside, and so it refutes the
//! model.
//!
//! Departures from the paper: the graph has only rules whose bodies hold in the model, so the loops are smaller. The
//! formulas of all terminating loops of the model are added at once. A sum supports from outside if it reaches its
//! bound without the atoms of the loop (Ferraris, TOCL 2011).

use super::component::{LoopBody, LoopComponent, Member};
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates, Valuation};
use crate::translate::index::Table;
use crate::translate::tightness::{cyclic_components, Graph};

/// Returns the terminating loops among a component's true atoms, none if all of these are founded.
pub(in crate::translate) fn unfounded_loops(
    component: &LoopComponent,
    values: &Valuation,
) -> Vec<Vec<Member>> {
    let levels = component.levels(values);
    let unfounded: Table<Member, bool> = (component.members())
        .map(|atom| levels[atom].is_none() && values.get(component.truth(atom)))
        .collect();
    if !unfounded.iter().any(|&unfounded| unfounded) {
        return Vec::new();
    }
    terminating_loops(component, values, &unfounded)
}

/// Writes the loop formula of a set of atoms. It holds in every answer set, for any set.
pub(in crate::translate) fn loop_formula(
    component: &LoopComponent,
    atoms: &[Member],
    gates: &mut Gates,
    formulas: &mut Formulas,
) {
    let mut inside: Table<Member, bool> = Table::of(false, component.len());
    atoms.iter().for_each(|&atom| inside[atom] = true);
    let mut supports: Vec<Edge> = Vec::new();
    for &atom in atoms {
        for rule in component.rules_of(atom) {
            supports.push(component.external_support(rule, gates, |atom| inside[atom]));
        }
    }
    let supported = gates.or(&supports);
    for &atom in atoms {
        formulas.push(&[!component.truth(atom), supported]);
    }
}

/// Returns the terminating loops of an unfounded set of true atoms. A rule with a true head outside the set supports
/// no atom in it.
pub(in crate::translate) fn terminating_loops(
    component: &LoopComponent,
    values: &Valuation,
    unfounded: &Table<Member, bool>,
) -> Vec<Vec<Member>> {
    let holds = |&atom: &Member| values.get(component.truth(atom));
    let graph = Graph::new(component.len(), |edge| {
        for number in component.rule_numbers() {
            let (head, body) = component.rule(number);
            let elsewhere = |sibling: &Member| !unfounded[*sibling] && holds(sibling);
            if !unfounded[head] || component.siblings(number).iter().any(elsewhere) {
                continue;
            }
            match body {
                LoopBody::All { condition, internal } => {
                    if values.get(condition) && internal.iter().all(holds) {
                        internal.iter().filter(|&&a| unfounded[a]).for_each(|&a| edge(head, a));
                    }
                }
                LoopBody::Sum(sum) => {
                    sum.internal.iter().filter(|&&(a, _)| unfounded[a]).for_each(|&(a, _)| edge(head, a));
                }
            }
        }
    });
    let components = cyclic_components(&graph);
    let mut number: Table<Member, usize> = Table::of(usize::MAX, component.len());
    for (i, atoms) in components.iter().enumerate() {
        atoms.iter().for_each(|&atom| number[atom] = i);
    }
    let terminates = |i: usize, atoms: &[Member]| {
        atoms.iter().flat_map(|&a| graph.successors(a)).all(|&successor| number[successor] == i)
    };
    let terminating = components.iter().enumerate().filter(|(i, atoms)| terminates(*i, atoms));
    let loops: Vec<Vec<Member>> = terminating.map(|(_, atoms)| atoms.clone()).collect();
    debug_assert!(!loops.is_empty(), "unfounded atoms contain a loop");
    loops
}
