//! Whether the true atoms of a component with a head cycle are stable, as clauses for a solver of their own.
//!
//! A model of the completion is an answer set unless there is an *unfounded set*: some of its true atoms, such that
//! every rule whose body holds and that has one of them in its head needs one of them in its body, or has another true
//! head that is not among them (Leone, Rullo & Scarcello, Inf. Comput. 135, 1997). One lies in a single component, if
//! there is any. Without head cycles there is a largest one, which is found directly; with them it is a search of its
//! own, and answer sets are complete for the second level of the polynomial hierarchy (Eiter & Gottlob, AMAI 1995). What
//! is found is refuted by its loop formula (Lee & Lifschitz, ICLP 2003; Gebser, Kaufmann & Schaub, IJCAI 2013).
//!
//! The model's values are assumptions, so that one solver looks at one model after the other.

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::component::{Component, LoopBody, Member};
use crate::translate::clauses::Clauses;
use crate::translate::clausify;
use crate::translate::cnf::Cnf;
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates, Valuation};
use crate::translate::index::Table;

/// The question for an unfounded set of a component: clauses with such sets, and the empty one, as models.
#[derive(Debug)]
pub(crate) struct Unfounded {
    clauses: Clauses,
    /// Of each atom, that it is in the set.
    members: Table<Member, Lit>,
    /// What the clauses need to know of a model.
    given: Vec<(Edge, Lit)>,
    variables: u32,
}

/// Formulas of the translation as variables of the question.
#[derive(Default)]
struct Given {
    gates: Gates,
    inputs: FxHashMap<usize, Edge>,
}

impl Given {
    /// What a formula of the translation, whose values `known` has, is called here.
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

impl Unfounded {
    /// The question about a component.
    pub(in crate::translate) fn new(component: &Component, known: &Gates) -> Unfounded {
        let mut given = Given::default();
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
        let Given { mut gates, inputs } = given;
        let mut cnf = Cnf::encoding();
        let members = chosen.iter().map(|&edge| cnf.input_literal(&gates, edge)).collect();
        let mut given: Vec<(Edge, Lit)> = (inputs.into_iter())
            .map(|(node, input)| (Edge::of_node(node), cnf.input_literal(&gates, input)))
            .collect();
        given.sort_unstable();
        clausify::assert(&mut cnf, &mut gates, &formulas);
        let variables = cnf.variable_count() as u32;
        Unfounded { clauses: std::mem::take(&mut cnf.clauses), members, given, variables }
    }

    /// The clauses, once.
    pub(crate) fn take_clauses(&mut self) -> Clauses {
        std::mem::take(&mut self.clauses)
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// Of each atom, the literal that says that it is in the set.
    pub(crate) fn members(&self) -> impl Iterator<Item = Lit> + '_ {
        self.members.iter().copied()
    }

    /// What is to be assumed for a model.
    pub(crate) fn given<'a>(&'a self, values: &'a Valuation) -> impl Iterator<Item = Lit> + 'a {
        self.given.iter().map(|&(edge, literal)| if values.get(edge) { literal } else { !literal })
    }

    /// The unfounded set that a model of the clauses is.
    pub(crate) fn set(&self, holds: impl Fn(Lit) -> bool) -> Table<Member, bool> {
        self.members.iter().map(|&literal| holds(literal)).collect()
    }
}
