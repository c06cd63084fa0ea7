//! Encoders that made auxiliary variables, and the meaning of these variables.
//!
//! A group's variable (in an at-most-one, or among pairs) means that a literal of the group holds. An output of a
//! totalizer means that at least that many literals below its node hold. A variable of a diagram means that the
//! elements from its position on reach the missing weight.

use rustsat::encodings::card::Totalizer;
use rustsat::types::{Assignment, Lit, TernaryVal};

use super::diagram::Diagram;

/// An encoder that made auxiliary variables, kept to evaluate them and to write the other direction later.
#[derive(Debug)]
pub(super) enum Counter {
    /// Literals with the variables of their groups, smaller groups first.
    Groups { groups: Vec<(Lit, Lit)> },
    /// A totalizer, with the node of the sum that it counts for.
    Totalizer { node: usize, encoder: Box<Totalizer> },
    /// A decision diagram of a weighted sum, heaviest element first. Its variables are consecutive, from the last
    /// position to the second.
    Diagram { inputs: Vec<(Lit, i64)>, diagram: Diagram, first: u32 },
}

impl Counter {
    /// Assigns the counter's variables by their meaning, given the values of its inputs.
    pub(super) fn extend(&self, assignment: &mut Assignment) {
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
