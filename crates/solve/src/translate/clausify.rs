//! Conversion of formulas to clauses, with each direction of a definition written only where it is needed.
//!
//! A clause over edges is written as it is; a gate that occurs in it is either *inlined* or gets a variable. A
//! variable `v` of a gate `g` is defined by `v -> g` where `v` occurs positively, and by `g -> v` where it occurs
//! negatively (Plaisted & Greenbaum, JSC 1986). So `v` may differ from `g` in a model of the clauses. But an
//! assignment of the inputs extends to a model exactly if the asserted formulas hold, and `v = g` is then one such
//! extension: the meaning of `v`.
//!
//! A gate is inlined if that costs no more than a variable: a disjunction is spliced into the few clauses that use it,
//! and a conjunction is distributed over a short clause.

use groundplan_ground::program::RuleOrigins;
use rustsat::types::Lit;

use super::bounds;
use super::cnf::Cnf;
use super::formulas::Formulas;
use super::gates::{Edge, Gate, Gates};

/// A partly expanded clause: its literals, and the edges still to be expanded.
struct PartialClause {
    literals: Vec<Lit>,
    open: Vec<OpenEdge>,
    /// The number of clauses that result from the same original clause, this one included.
    siblings: usize,
}

#[derive(Clone, Copy)]
struct OpenEdge {
    edge: Edge,
    depth: u8,
    /// Whether this conjunction was chosen for distribution.
    distribute: bool,
}

impl OpenEdge {
    fn new(edge: Edge, depth: u8) -> Self {
        OpenEdge { edge, depth, distribute: false }
    }
}

/// Writes clauses over edges and the definitions that they need.
pub(super) fn assert(cnf: &mut Cnf, gates: &mut Gates, formulas: &Formulas) {
    announce(cnf, gates, formulas);
    write(cnf, gates, formulas);
}

/// Counts the uses of each gate in some clauses, so that the counts are complete before the first clause is written.
pub(super) fn announce(cnf: &mut Cnf, gates: &Gates, formulas: &Formulas) {
    cnf.grow(gates);
    formulas.iter().flatten().for_each(|&edge| cnf.count(gates, edge));
}

/// Writes clauses whose uses were counted by [`announce`].
pub(super) fn write(cnf: &mut Cnf, gates: &mut Gates, formulas: &Formulas) {
    let mut origins = formulas.origins();
    let mut end = 0;
    for (number, edges) in formulas.iter().enumerate() {
        if number == end {
            let (next, origin) = origins.next().unwrap_or((usize::MAX, RuleOrigins::NONE));
            cnf.set_origin(origin);
            end = next;
        }
        let mut unknown = edges.iter().copied().filter(|&e| gates.value(e) != Some(false));
        match (unknown.next(), unknown.next()) {
            (Some(edge), None) => assert_unit(cnf, gates, edge),
            _ => clause(cnf, gates, &[], edges),
        }
    }
    define(cnf, gates);
    cnf.set_origin(RuleOrigins::NONE);
}

/// Returns a literal for assumptions: if it is true, the edge holds.
pub(super) fn assumable(cnf: &mut Cnf, gates: &Gates, edge: Edge) -> Lit {
    cnf.grow(gates);
    cnf.count(gates, edge);
    let literal = cnf.require(gates, edge);
    define(cnf, gates);
    literal
}

/// Writes that an edge holds and records its value. Does the same for its conjuncts.
fn assert_unit(cnf: &mut Cnf, gates: &mut Gates, edge: Edge) {
    let mut stack = vec![edge];
    while let Some(edge) = stack.pop() {
        if gates.value(edge) == Some(true) {
            continue;
        }
        match gates.gate(edge.node()) {
            Gate::And(edges) if !edge.is_negated() => {
                stack.extend_from_slice(edges);
                if let Some(literal) = cnf.literals[edge.node()] {
                    cnf.raw_clause(&[literal]);
                }
            }
            _ => clause(cnf, gates, &[], &[edge]),
        }
        if gates.value(edge).is_none() {
            gates.fix(edge);
        }
    }
}

fn define(cnf: &mut Cnf, gates: &Gates) {
    while let Some(edge) = cnf.next_undefined() {
        let node = edge.node();
        let positive = cnf.literals[node].expect("a required node has a variable");
        match gates.gate(node) {
            Gate::Constant => cnf.raw_clause(&[positive]),
            Gate::Input => {}
            Gate::And(edges) if edge.is_negated() => {
                let negated: Vec<Edge> = edges.iter().map(|&e| !e).collect();
                clause(cnf, gates, &[positive], &negated);
            }
            Gate::And(edges) => edges.iter().for_each(|&e| clause(cnf, gates, &[!positive], &[e])),
            Gate::Sum(..) => bounds::define(cnf, gates, edge),
        }
    }
}

/// Writes the disjunction of the literals and the edges.
pub(super) fn clause(cnf: &mut Cnf, gates: &Gates, literals: &[Lit], edges: &[Edge]) {
    let is_literal = |&edge: &Edge| {
        let is_input = matches!(gates.gate(edge.node()), Gate::Input) && gates.value(edge).is_none();
        is_input && cnf.literals[edge.node()].is_some()
    };
    if edges.iter().all(is_literal) {
        // Of millions of constraints most are such clauses.
        let inputs = edges.iter().map(|&edge| cnf.require(gates, edge));
        let literals = literals.iter().copied().chain(inputs).collect();
        return cnf.finish(literals);
    }
    let open = edges.iter().map(|&e| OpenEdge::new(e, 0)).collect();
    let mut stack = vec![PartialClause { literals: literals.to_vec(), open, siblings: 1 }];
    while let Some(partial) = stack.pop() {
        expand(cnf, gates, partial, &mut stack);
    }
}

fn expand(cnf: &mut Cnf, gates: &Gates, mut partial: PartialClause, stack: &mut Vec<PartialClause>) {
    let mut conjunctions: Vec<OpenEdge> = Vec::new();
    let mut sums: Vec<Edge> = Vec::new();
    while let Some(open) = partial.open.pop() {
        let OpenEdge { edge, depth, distribute } = open;
        match gates.value(edge) {
            Some(true) => return,
            Some(false) => continue,
            None => {}
        }
        if distribute {
            conjunctions.push(open);
            continue;
        }
        let inlinable = cnf.literals[edge.node()].is_none() && depth < cnf.tuning.inlined_depth;
        match gates.gate(edge.node()) {
            Gate::And(edges) if inlinable && edge.is_negated() => {
                if cnf.uses(edge) * (edges.len() - 1) <= edges.len() + 3 {
                    partial.open.extend(edges.iter().map(|&e| OpenEdge::new(!e, depth + 1)));
                } else {
                    partial.literals.push(cnf.require(gates, edge));
                }
            }
            Gate::And(_) if inlinable => conjunctions.push(open),
            Gate::Sum(..) if inlinable && cnf.uses(edge) == 1 => sums.push(edge),
            _ => partial.literals.push(cnf.require(gates, edge)),
        }
    }
    if let ([sum], []) = (&sums[..], &conjunctions[..]) {
        if bounds::inline(cnf, gates, &partial.literals, *sum) {
            return;
        }
    }
    for sum in sums {
        partial.literals.push(cnf.require(gates, sum));
    }
    distribute(cnf, gates, partial, conjunctions, stack);
}

/// Distributes the cheap conjunctions over the clause, and gives variables to the others.
fn distribute(
    cnf: &mut Cnf,
    gates: &Gates,
    mut partial: PartialClause,
    mut conjunctions: Vec<OpenEdge>,
    stack: &mut Vec<PartialClause>,
) {
    let size = |open: &OpenEdge| match gates.gate(open.edge.node()) {
        Gate::And(edges) => edges.len(),
        _ => unreachable!("only conjunctions are distributed"),
    };
    conjunctions.sort_by_key(size);
    let length = partial.literals.len() + conjunctions.len();
    let mut siblings = partial.siblings;
    let mut chosen: Vec<OpenEdge> = Vec::new();
    for open in conjunctions {
        let m = size(&open);
        let distributed = siblings * (m - 1) * (cnf.tuning.clause_cost + length);
        let named = (m * (cnf.tuning.clause_cost + 2) + cnf.tuning.variable_cost) / cnf.uses(open.edge);
        if open.distribute || distributed <= named {
            siblings *= if open.distribute { 1 } else { m };
            chosen.push(OpenEdge { distribute: true, ..open });
        } else {
            partial.literals.push(cnf.require(gates, open.edge));
        }
    }
    let Some(first) = chosen.pop() else {
        cnf.finish(partial.literals);
        return;
    };
    let Gate::And(edges) = gates.gate(first.edge.node()) else { unreachable!("a conjunction was chosen") };
    for &edge in edges {
        let mut open = chosen.clone();
        open.push(OpenEdge::new(edge, first.depth + 1));
        stack.push(PartialClause { literals: partial.literals.clone(), open, siblings });
    }
}
