//! Ground-and-solve: the instance under an encoding that is an ordinary logic program.
//!
//! [`decide`] asks for one number of steps, [`optimize`] iterates over horizons, and [`cheapest`] minimizes other
//! metrics than lines alone. All of them use the engine through `session`.

mod cheapest;
mod choices;
mod decide;
mod optimize;
mod session;
mod texts;

pub use choices::choices;
pub use decide::ENCODING as DECISION_ENCODING;
pub use optimize::ENCODING as OPTIMIZE_ENCODING;
pub use texts::{is_stepwise, texts, Texts};

use crate::answer::{Answer, AskError, Event, NotApplicable, Shortfall, Verdict};
use crate::instance::Instance;
use crate::metric::Objective;
use crate::question::{Question, Wanted};

/// Puts a question to ground-and-solve.
///
/// # Errors
///
/// When the number of steps is open, the encoding is wrong or yields something that is not a plan, grounding was
/// halted, or the engine fails.
pub(crate) fn by_grounding(
    instance: &Instance,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    match question.wanted {
        Wanted::Any => Err(AskError::NoSteps),
        Wanted::Within { .. } => Ok(Answer {
            shortfalls: vec![Shortfall::NotApplicable(NotApplicable::Within)],
            ..Answer::new(Verdict::Unknown)
        }),
        Wanted::Exactly { actions, no_noop } => decide::decide(instance, question, actions, no_noop, watch),
        Wanted::Fewest { objective: Objective::LINES, most, confirm } => {
            optimize::optimize(instance, question, most, confirm, watch)
        }
        Wanted::Fewest { objective, most, confirm } => {
            cheapest::cheapest(instance, question, objective, most, confirm, watch)
        }
    }
}

/// The program that a question names, or the shipped one.
fn encoding<'q>(question: &'q Question, shipped: (&'q str, &'q str)) -> (&'q str, &'q str) {
    match &question.encoding {
        Some((name, text)) => (name, text),
        None => shipped,
    }
}
