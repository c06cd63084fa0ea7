//! Counters, encoders of sums that made variables of their own, and what those are read as.
//!
//! Readings: a totalizer's variable says that at least so many of the literals below its node hold (weights likewise),
//! a ladder's variable that one of the literals after its position holds.

use rustsat::encodings::card::Totalizer;
use rustsat::encodings::pb::GeneralizedTotalizer;
use rustsat::types::{Assignment, Lit, TernaryVal};

/// An encoder that made variables of its own, kept for their readings and for the other direction.
#[derive(Debug)]
pub(super) enum Counter {
    /// At most one of some literals; the first of its variables.
    Ladder { inputs: Vec<Lit>, first: Lit },
    /// A number of literals, and the node it counts for.
    Totalizer { node: usize, encoder: Box<Totalizer> },
    /// A sum of weights.
    Generalized(Box<GeneralizedTotalizer>),
}

impl Counter {
    /// Gives the counter's variables the values they are read as, from those of its inputs.
    pub(super) fn read(&self, assignment: &mut Assignment) {
        let values: Vec<Lit> = match self {
            Counter::Ladder { inputs, first } => {
                let holds = |l: &Lit| assignment.lit_value(*l) == TernaryVal::True;
                let last = inputs.iter().rposition(holds).unwrap_or(0);
                let step = |i: usize| Lit::new(first.vidx32() + i as u32, i >= last);
                (0..inputs.len() - 1).map(step).collect()
            }
            Counter::Totalizer { encoder, .. } => encoder.strictly_extend_assignment(assignment).collect(),
            Counter::Generalized(encoder) => encoder.strictly_extend_assignment(assignment).collect(),
        };
        values.into_iter().for_each(|literal| assignment.assign_lit(literal));
    }
}
