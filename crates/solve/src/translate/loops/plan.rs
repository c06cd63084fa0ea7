//! Which method a component gets, and the supports that it writes.

use super::component::Component;
use super::guess::Guesses;
use super::method::Method;
use super::predict::{self, Size};
use super::{eliminate, rank};
use crate::translate::formulas::Formulas;
use crate::translate::gates::Gates;
use crate::Tuning;

/// What was chosen for a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The method; never [`Method::Auto`].
    pub method: Method,
    /// What was predicted, if it was.
    pub predicted: Option<Size>,
}

/// What to do about a component. `fallback` is for what elimination is not for, or would take too many clauses for.
pub(in crate::translate) fn plan(
    method: Method,
    fallback: Method,
    component: &Component,
    gates: &Gates,
    tuning: &Tuning,
) -> Plan {
    if component.has_head_cycle() {
        // The clauses that other methods write are those of shifted rules.
        let method = if matches!(method, Method::Lazy | Method::Propagate) { method } else { fallback };
        return Plan { method, predicted: None };
    }
    match method {
        Method::Auto => {
            let (method, predicted) = predict::choose(component, gates, fallback, tuning);
            Plan { method, predicted: Some(predicted) }
        }
        Method::Eliminate if !component.is_linear() => Plan { method: fallback, predicted: None },
        _ => Plan { method, predicted: None },
    }
}

/// Writes the supports of a component's atoms.
pub(in crate::translate) fn encode(
    method: Method,
    component: &Component,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) {
    if component.has_head_cycle() {
        // The completion says which atoms are supported by themselves.
        return;
    }
    match method {
        Method::Auto => unreachable!("a plan has a method of its own"),
        Method::Eliminate => eliminate::close(component, gates, formulas),
        Method::Rank => rank::rank(component, gates, guesses, formulas),
        Method::Lazy | Method::Propagate => {
            for atom in component.members() {
                formulas.push(&[!component.truth(atom), component.supported(atom)]);
            }
        }
    }
}
