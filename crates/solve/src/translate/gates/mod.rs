//! Formulas behind the clauses: a hash-consed graph of conjunctions and sums over signed edges.
//!
//! An [`Edge`] is a node or its negation, so a disjunction is a negated conjunction of negated edges. Two bodies with
//! the same literals are one node, whichever atoms they were written for (And-Inverter graphs: Kuehlmann, Paruthi,
//! Krohm & Ganai, TCAD 2002, with conjunctions of any length).
//!
//! Invariants: a node's children have smaller numbers than the node, so one pass in order evaluates the graph. No node
//! is a conjunction of fewer than two edges, contains an edge twice or both signs of one, or could have been written
//! without a constant when it was made.

mod adder;
mod graph;
mod sum;

pub use graph::{Edge, Valuation};
pub(crate) use graph::{Fanout, Gate, Gates};
pub(crate) use sum::gcd;
