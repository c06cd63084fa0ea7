//! Stability check for components with head cycles, by a second solver.
//!
//! A model of the completion is an answer set unless there is an *unfounded set*. This is a set of true atoms such
//! that every rule with a true body and a head in the set has a body atom in the set, or another true head outside it
//! (Leone, Rullo & Scarcello, Inf. Comput. 135, 1997). If there is one, there is one within a single component.
//! Without head cycles there is a largest one, which is found directly. With them the search is a problem of its own:
//! finding answer sets is complete for the second level of the polynomial hierarchy (Eiter & Gottlob, AMAI 1995). An
//! unfounded set is refuted by its loop formula (Lee & Lifschitz, ICLP 2003; Gebser, Kaufmann & Schaub, IJCAI 2013).
//!
//! The model's values are assumptions, so one solver checks one model after the other.

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::component::{LoopBody, LoopComponent, Member};
use crate::translate::clauses::Clauses;
use crate::translate::clausify;
use crate::translate::cnf::Cnf;
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates, Valuation};
use crate::translate::index::Table;

/// The search for an unfounded set of a component, as clauses. Their models are the unfounded sets, and the empty set.
#[derive(Debug)]
pub(crate) struct StabilityCheck {
    clauses: Clauses,
    /// For each atom, the literal that says that it is in the set.
    members: Table<Member, Lit>,
    /// The formulas on which the clauses depend, with the literals that stand for their values in a model.
    given: Vec<(Edge, Lit)>,
    variables: u32,
}

/// Formulas of the translation as inputs of the check's own gates.
#[derive(Default)]
struct CheckInputs {
    gates: Gates,
    inputs: FxHashMap<usize, Edge>,
}

impl CheckInputs {
    /// Returns the edge that stands for a formula of the translation. `known` has the formulas whose values are known.
    fn edge(&mut self, known: &Gates, edge: Edge) -> Edge {
        match known.value(edge) {
            Some(value) => Edge::FALSE.negate_if(value),
            None => {
                let input = *self.inputs.entry(edge.node()).or_insert_with(|| self.gates.input());
                input.negate_if(edge.is_negated())
            }
        }
    }
}

impl StabilityCheck {
    /// Creates the clauses for a component.
    pub(in crate::translate) fn new(component: &LoopComponent, known: &Gates) -> StabilityCheck {
        let mut given = CheckInputs::default();
        let chosen: Table<Member, Edge> = component.members().map(|_| given.gates.input()).collect();
        let mut formulas = Formulas::default();
        // True, and not in the set.
        let mut kept: Table<Member, Edge> = Table::of(Edge::FALSE, component.len());
        for atom in component.members() {
            let truth = given.edge(known, component.truth(atom));
            formulas.push(&[!chosen[atom], truth]);
            kept[atom] = given.gates.and(&[truth, !chosen[atom]]);
        }
        for number in component.rule_numbers() {
            let (head, body) = component.rule(number);
            let supports = match body {
                LoopBody::All { condition, internal } => {
                    let mut conjuncts: Vec<Edge> = internal.iter().map(|&atom| kept[atom]).collect();
                    conjuncts.push(given.edge(known, condition));
                    given.gates.and(&conjuncts)
                }
                LoopBody::Sum(sum) => {
                    let mut elements: Vec<(Edge, i64)> =
                        sum.internal.iter().map(|&(atom, weight)| (kept[atom], weight)).collect();
                    for &(edge, weight) in &sum.external {
                        elements.push((given.edge(known, edge), weight));
                    }
                    given.gates.sum(sum.bound, &elements)
                }
            };
            let others = component.siblings(number).iter().map(|&sibling| kept[sibling]);
            let clause: Vec<Edge> = [!chosen[head], !supports].into_iter().chain(others).collect();
            formulas.push(&clause);
        }
        let CheckInputs { mut gates, inputs } = given;
        let mut cnf = Cnf::encoding();
        let members = chosen.iter().map(|&edge| cnf.input_literal(&gates, edge)).collect();
        let mut given: Vec<(Edge, Lit)> = (inputs.into_iter())
            .map(|(node, input)| (Edge::of_node(node), cnf.input_literal(&gates, input)))
            .collect();
        given.sort_unstable();
        clausify::assert(&mut cnf, &mut gates, &formulas);
        let variables = cnf.variable_count() as u32;
        StabilityCheck { clauses: std::mem::take(&mut cnf.clauses), members, given, variables }
    }

    /// Returns the clauses and leaves none; must be called once.
    pub(crate) fn take_clauses(&mut self) -> Clauses {
        std::mem::take(&mut self.clauses)
    }

    /// Returns the number of variables.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// Iterates over the literals that say that an atom is in the set, by atom.
    pub(crate) fn members(&self) -> impl Iterator<Item = Lit> + '_ {
        self.members.iter().copied()
    }

    /// Iterates over the assumptions for a model.
    pub(crate) fn assumptions<'a>(&'a self, values: &'a Valuation) -> impl Iterator<Item = Lit> + 'a {
        self.given.iter().map(|&(edge, literal)| if values.get(edge) { literal } else { !literal })
    }

    /// Returns the unfounded set given by a model of the clauses.
    pub(crate) fn set(&self, holds: impl Fn(Lit) -> bool) -> Table<Member, bool> {
        self.members.iter().map(|&literal| holds(literal)).collect()
    }
}
