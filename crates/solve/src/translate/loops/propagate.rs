//! Unfounded-set propagation during the SAT solver's search: components as the propagator of [`unfounded`] sets reads
//! them, in terms of solver literals.

use groundplan_sat::unfounded;
use rustsat::types::Lit;

use super::component::{LoopBody, LoopComponent, Member};
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Index;

/// Returns a component in terms of literals; `literal` returns the literal of a formula.
pub(in crate::translate) fn watch(
    component: &LoopComponent,
    gates: &Gates,
    mut literal: impl FnMut(Edge) -> Lit,
) -> unfounded::Component {
    let member = |atom: Member| unfounded::Member::at(atom.index());
    let atoms = component.members().map(|atom| literal(component.truth(atom))).collect();
    let rules = component.rules().map(|(head, body)| match body {
        LoopBody::All { condition, internal } => unfounded::Rule {
            head: member(head),
            conditions: gates.conjuncts(condition).into_iter().map(&mut literal).collect(),
            internal: internal.iter().map(|&atom| (member(atom), 1)).collect(),
            sum: None,
        },
        LoopBody::Sum(sum) => unfounded::Rule {
            head: member(head),
            conditions: Vec::new(),
            internal: sum.internal.iter().map(|&(atom, weight)| (member(atom), weight)).collect(),
            sum: Some(unfounded::Sum {
                external: sum.external.iter().map(|&(edge, weight)| (literal(edge), weight)).collect(),
                bound: sum.bound,
            }),
        },
    });
    unfounded::Component { rules: rules.collect(), atoms }
}
