//! Encoding of sums as clauses, one direction at a time.
//!
//! Both directions of `v <-> sum >= bound` are reduced to *forbidding* that a sum reaches a bound unless some literals
//! hold: the sum of the elements for `sum >= bound -> v`, and that of their complements for `v -> sum >= bound`. If
//! there are few minimal covers, these are written as clauses. An at-most-one constraint uses groups (see
//! [`super::at_most_one`]). A cardinality uses a totalizer (Bailleux & Boufkhad, CP 2003), whose outputs both
//! directions share. A weighted sum uses a decision diagram (see [`super::diagram`]). Sums too large for a small
//! totalizer or diagram are left to the propagator (see [`super::pseudo_boolean`]). Without one, sums too large for
//! any diagram never get here: [`super::gates`] makes them adders.

use rustsat::encodings::card::{BoundLower, BoundUpper};
use rustsat::encodings::card::{BoundLowerIncremental, BoundUpperIncremental};
use rustsat::instances::ManageVars as _;
use rustsat::types::Lit;

use super::at_most_one::at_most_one;
use super::clauses::Clauses;
use super::cnf::Cnf;
use super::counter::Counter;
use super::covers::{cover_limit, has_few_covers, minimal_covers};
use super::diagram::{Diagram, Next};
use super::gates::{Edge, Gate, Gates};
use super::pseudo_boolean::AtMost;
use super::sums::Sums;

/// Writes the disjunction of `literals` and a sum without a variable. Returns false if a variable is better.
pub(super) fn inline(cnf: &mut Cnf, gates: &Gates, literals: &[Lit], edge: Edge) -> bool {
    let (bound, inputs) = forbidden(gates, edge);
    if literals.len() <= 1 && is_propagated(cnf, bound, &inputs) {
        propagate(cnf, gates, literals.first().copied(), bound, &inputs);
        return true;
    }
    let is_at_most_one = bound == 2 && inputs.iter().all(|&(_, w)| w == 1);
    if is_at_most_one && literals.is_empty() && cnf.recorded_sets.is_some() {
        let inputs: Vec<Lit> = inputs.iter().map(|&(e, _)| !cnf.require(gates, !e)).collect();
        cnf.recorded_sets.iter_mut().for_each(|recorded_sets| recorded_sets.exclude(&inputs));
    }
    if is_at_most_one && literals.len() <= 1 && inputs.len() > cnf.tuning.pairwise_literals {
        let inputs: Vec<Lit> = inputs.iter().map(|&(e, _)| !cnf.require(gates, !e)).collect();
        let before = cnf.clause_count;
        at_most_one(cnf, literals, &inputs);
        if let (true, Some(exclusive)) = (literals.is_empty(), &mut cnf.exclusive) {
            exclusive.push(&inputs, before..cnf.clause_count);
        }
        return true;
    }
    if let Some(covers) = minimal_covers(bound, &inputs, cover_limit(inputs.len())) {
        forbid_covers(cnf, gates, literals, &inputs, &covers);
        return true;
    }
    false
}

/// Writes the direction of a sum's definition that its edge needs.
pub(super) fn define(cnf: &mut Cnf, gates: &Gates, edge: Edge) {
    let variable = cnf.variable(edge.node()).expect("a required node has a variable");
    let unless = [if edge.is_negated() { variable } else { !variable }];
    if inline(cnf, gates, &unless, edge) {
        return;
    }
    let (bound, inputs) = forbidden(gates, edge);
    if inputs.iter().all(|&(_, w)| w == 1) {
        totalizer(cnf, gates, unless[0], edge);
        return;
    }
    diagram(cnf, gates, unless[0], bound, &inputs);
}

fn totalizer(cnf: &mut Cnf, gates: &Gates, unless: Lit, edge: Edge) {
    let Gate::Sum(bound, elements) = gates.gate(edge.node()) else { unreachable!("sums are counted") };
    let bound = bound as usize;
    // One direction has the inputs positively, the other negatively. The literal is the same, but not its definition.
    let sign = |e: Edge| e.negate_if(edge.is_negated());
    let inputs: Vec<Lit> = elements
        .iter()
        .map(|&(e, _)| if edge.is_negated() { !cnf.require(gates, sign(e)) } else { cnf.require(gates, e) })
        .collect();
    let same = |c: &Counter| matches!(c, Counter::Totalizer { node, .. } if *node == edge.node());
    let counter = cnf.counters.iter().position(same).unwrap_or_else(|| {
        let encoder = Box::new(inputs.into_iter().collect());
        cnf.counters.push(Counter::Totalizer { node: edge.node(), encoder });
        cnf.counters.len() - 1
    });
    let Counter::Totalizer { encoder, .. } = &mut cnf.counters[counter] else { unreachable!("just found") };
    let mut clauses = Clauses::default();
    let enforced = if edge.is_negated() {
        encoder.encode_ub_change(bound - 1..bound, &mut clauses, &mut cnf.variables).expect("vectors grow");
        encoder.enforce_ub(bound - 1).expect("just encoded")
    } else {
        encoder.encode_lb_change(bound..=bound, &mut clauses, &mut cnf.variables).expect("vectors grow");
        encoder.enforce_lb(bound).expect("just encoded")
    };
    for literal in enforced {
        clauses.push(&[literal, unless]);
    }
    cnf.claim_variables(counter);
    clauses.iter().for_each(|clause| cnf.raw_clause(clause.as_ref()));
}

/// Writes the diagram of a sum that must not reach its bound unless a literal holds. The literal stands for the first
/// node.
fn diagram(cnf: &mut Cnf, gates: &Gates, unless: Lit, bound: i64, inputs: &[(Edge, i64)]) {
    let weights: Vec<i64> = inputs.iter().map(|&(_, w)| w).collect();
    let inputs: Vec<Lit> = inputs.iter().map(|&(e, _)| !cnf.require(gates, !e)).collect();
    let diagram = Diagram::new(bound, &weights).expect("sums too large for a diagram are added up");
    let first = cnf.variable_count() as u32;
    let mut after: Vec<Lit> = Vec::new();
    for (position, missing) in diagram.missing().iter().enumerate().rev() {
        let mut here = Vec::with_capacity(missing.len());
        for &missing in missing {
            let node = if position == 0 { unless } else { cnf.variables.new_lit() };
            here.push(node);
            if let Next::Node(without) = diagram.next(position, missing) {
                cnf.raw_clause(&[!after[without], node]);
            }
            match diagram.next(position, missing - weights[position]) {
                Next::Reached => cnf.raw_clause(&[!inputs[position], node]),
                Next::Missed => {}
                Next::Node(with) => cnf.raw_clause(&[!inputs[position], !after[with], node]),
            }
        }
        after = here;
    }
    cnf.counters.push(Counter::Diagram { inputs: inputs.into_iter().zip(weights).collect(), diagram, first });
    cnf.claim_variables(cnf.counters.len() - 1);
}

/// Whether the propagator takes a sum that must not reach a bound: one without a short encoding. The limit for
/// diagrams, a small multiple of the number of elements, was the best of several in measurements; single problems
/// differ.
fn is_propagated(cnf: &Cnf, bound: i64, inputs: &[(Edge, i64)]) -> bool {
    match cnf.sums {
        Sums::Encode => false,
        Sums::Propagate => true,
        Sums::Auto => {
            let weights: Vec<i64> = inputs.iter().map(|&(_, w)| w).collect();
            let is_long = if weights.iter().all(|&w| w == 1) {
                is_long_count(bound, inputs.len() as i64)
            } else {
                Diagram::within(2 * inputs.len(), bound, &weights).is_none()
            };
            is_long && !has_few_covers(bound, inputs, cover_limit(inputs.len()))
        }
    }
}

/// Whether a totalizer has more outputs than it is worth; never for an at-most-one. In measurements, propagation was
/// faster for long counts, and as often slower as faster for short ones, such as eight neighbours of a cell.
fn is_long_count(bound: i64, elements: i64) -> bool {
    let counted = bound.min(elements - bound + 1);
    counted > 2 && counted * elements > 50
}

/// Leaves a sum that must not reach its bound, unless a literal holds, to the propagator.
fn propagate(cnf: &mut Cnf, gates: &Gates, unless: Option<Lit>, bound: i64, inputs: &[(Edge, i64)]) {
    let elements = inputs.iter().map(|&(e, weight)| (!cnf.require(gates, !e), weight)).collect();
    cnf.propagated.push(AtMost::new(bound - 1, elements, unless));
}

fn forbid_covers(
    cnf: &mut Cnf,
    gates: &Gates,
    literals: &[Lit],
    inputs: &[(Edge, i64)],
    covers: &[Vec<usize>],
) {
    let refuted: Vec<Lit> = inputs.iter().map(|&(e, _)| cnf.require(gates, !e)).collect();
    for cover in covers {
        let clause: Vec<Lit> = literals.iter().copied().chain(cover.iter().map(|&i| refuted[i])).collect();
        cnf.finish(clause);
    }
}

/// Returns the sum that must not reach its bound unless the edge's literal is false.
fn forbidden(gates: &Gates, edge: Edge) -> (i64, Vec<(Edge, i64)>) {
    let Gate::Sum(bound, elements) = gates.gate(edge.node()) else { unreachable!("only sums are forbidden") };
    let (bound, mut inputs): (i64, Vec<(Edge, i64)>) = if edge.is_negated() {
        (bound, elements.to_vec())
    } else {
        let total: i64 = elements.iter().map(|&(_, w)| w).sum();
        let bound = total - bound + 1;
        (bound, elements.iter().map(|&(e, w)| (!e, w.min(bound))).collect())
    };
    inputs.sort_by_key(|&(_, w)| std::cmp::Reverse(w));
    (bound, inputs)
}
