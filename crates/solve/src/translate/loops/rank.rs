//! Level mappings: every true atom has a rule whose atoms have smaller levels.
//!
//! I. Niemelä, Stable models and difference logic, AMAI 53, 2008; T. Janhunen, Some (in)translatability results for
//! normal logic programs and propositional theories, JANCL 2006. Levels are numbers below the size of the component.
//! Small components use unary, which propagates better, and others binary.
//!
//! Meaning of the variables: `level(a) >= k`, or a bit of `level(a)`, with the level of [`LoopComponent::levels`], and 0
//! for a false atom.

use std::collections::BTreeMap;

use super::component::{LoopComponent, Member};
use super::guess::{Guess, Guesses};
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;

/// Components up to this size have levels in unary.
const UNARY_LIMIT: usize = 12;

/// Supports the atoms of a component by atoms of smaller level.
pub(in crate::translate) fn rank(
    component: &LoopComponent,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) {
    let levels: Table<Member, Vec<Edge>> = if component.len() <= UNARY_LIMIT {
        component.members().map(|atom| unary(component, atom, gates, guesses, formulas)).collect()
    } else {
        let bits = usize::BITS - (component.len() - 1).leading_zeros();
        let number = |atom| (0..bits).map(|bit| guesses.make(gates, Guess::LevelBit { atom, bit })).collect();
        component.members().map(number).collect()
    };
    let mut smaller: BTreeMap<(Member, Member), Edge> = BTreeMap::new();
    for head in component.members() {
        let supported = component.supported_by(head, gates, |gates, atom| {
            if atom == head {
                return Edge::FALSE;
            }
            *smaller.entry((atom, head)).or_insert_with(|| {
                let (low, high) = (&levels[atom], &levels[head]);
                if component.len() <= UNARY_LIMIT {
                    unary_less(gates, low, high)
                } else {
                    binary_less(gates, low, high)
                }
            })
        });
        formulas.push(&[!component.truth(head), supported]);
    }
}

/// Returns the level of an atom in unary: `level >= 1, level >= 2, ...`
fn unary(
    component: &LoopComponent,
    atom: Member,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) -> Vec<Edge> {
    let number = |level| guesses.make(gates, Guess::LevelAtLeast { atom, level });
    let steps: Vec<Edge> = (1..component.len() as u32).map(number).collect();
    for pair in steps.windows(2) {
        formulas.push(&[!pair[1], pair[0]]);
    }
    steps
}

fn unary_less(gates: &mut Gates, low: &[Edge], high: &[Edge]) -> Edge {
    // If low is at least k, high is at least k + 1; high is at least 1, and low is not the largest.
    let mut conjuncts = vec![high[0], !low[low.len() - 1]];
    for k in 1..low.len() {
        conjuncts.push(gates.or(&[!low[k - 1], high[k]]));
    }
    gates.and(&conjuncts)
}

fn binary_less(gates: &mut Gates, low: &[Edge], high: &[Edge]) -> Edge {
    let mut less = Edge::FALSE;
    for (&l, &h) in low.iter().zip(high) {
        let here = gates.and(&[!l, h]);
        let not_above = gates.or(&[!l, h]);
        let below = gates.and(&[not_above, less]);
        less = gates.or(&[here, below]);
    }
    less
}
