//! Counters, encoders of sums and pairs that made variables of their own, and what those are read as.
//!
//! Readings: the variable of a group (in an at-most-one, or among pairs) says that one of its literals holds, a totalizer's that at least so
//! many of the literals below its node do, a diagram's that the elements from its position on reach what is missing.

use rustsat::encodings::card::Totalizer;
use rustsat::types::{Assignment, Lit, TernaryVal};

use super::diagram::Diagram;

/// An encoder that made variables of its own, kept for their readings and for the other direction.
#[derive(Debug)]
pub(super) enum Counter {
    /// Literals, each with the variable of a group of them, those of smaller groups first.
    Groups { groups: Vec<(Lit, Lit)> },
    /// A number of literals, and the node it counts for.
    Totalizer { node: usize, encoder: Box<Totalizer> },
    /// A sum of weights, heaviest first. The variables of its nodes are in a row, from the last position to the second.
    Diagram { inputs: Vec<(Lit, i64)>, diagram: Diagram, first: u32 },
}

impl Counter {
    /// Gives the counter's variables the values they are read as, from those of its inputs.
    pub(super) fn read(&self, assignment: &mut Assignment) {
        let holds = |literal: Lit| assignment.lit_value(literal) == TernaryVal::True;
        let values: Vec<Lit> = match self {
            Counter::Groups { groups } => {
                groups.iter().for_each(|&(_, leader)| assignment.assign_lit(!leader));
                for &(literal, leader) in groups {
                    if assignment.lit_value(literal) == TernaryVal::True {
                        assignment.assign_lit(leader);
                    }
                }
                return;
            }
            Counter::Totalizer { encoder, .. } => encoder.strictly_extend_assignment(assignment).collect(),
            Counter::Diagram { inputs, diagram, first } => {
                let mut sum = 0;
                let mut reached = Vec::new();
                for (&(literal, weight), missing) in inputs.iter().zip(diagram.missing()).skip(1).rev() {
                    sum += if holds(literal) { weight } else { 0 };
                    reached.extend(missing.iter().map(|&missing| sum >= missing));
                }
                (*first..).zip(reached).map(|(variable, reached)| Lit::new(variable, !reached)).collect()
            }
        };
        values.into_iter().for_each(|literal| assignment.assign_lit(literal));
    }
}
