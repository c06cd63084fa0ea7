//! The choice of a loop method for a component, and the encoding of its supports.

use super::component::LoopComponent;
use super::guess::Guesses;
use super::method::Method;
use super::predict::{self, Size};
use super::{eliminate, rank};
use crate::translate::formulas::Formulas;
use crate::translate::gates::Gates;
use crate::Tuning;

/// The choice for a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopPlan {
    /// The method; never [`Method::Auto`].
    pub method: Method,
    /// The predicted size, if there was a prediction.
    pub predicted: Option<Size>,
}

/// Chooses a method for a component. `fallback` is used if elimination is impossible or would take too many clauses.
pub(in crate::translate) fn plan(
    method: Method,
    fallback: Method,
    component: &LoopComponent,
    gates: &Gates,
    tuning: &Tuning,
) -> LoopPlan {
    if component.has_head_cycle() {
        // The other methods' clauses are about shifted rules.
        let method = if matches!(method, Method::Lazy | Method::Propagate) { method } else { fallback };
        return LoopPlan { method, predicted: None };
    }
    match method {
        Method::Auto => {
            let (method, predicted) = predict::choose(component, gates, fallback, tuning);
            LoopPlan { method, predicted: Some(predicted) }
        }
        Method::Eliminate if !component.is_linear() => LoopPlan { method: fallback, predicted: None },
        _ => LoopPlan { method, predicted: None },
    }
}

/// Writes the supports of a component's atoms.
pub(in crate::translate) fn encode(
    method: Method,
    component: &LoopComponent,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) {
    if component.has_head_cycle() {
        // The completion says that each atom is supported by itself.
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
