//! Entry point for questions: runs one engine, or several concurrently.

use std::sync::Arc;

use crate::answer::{Answer, AskError, Event};
use crate::engines::by_one;
use crate::instance::Instance;
use crate::metric::Metric;
use crate::portfolio;
use crate::question::{EngineName, Question, Wanted};

/// Answers a question about an instance. `watch` is called with each event while the engines work.
///
/// # Errors
///
/// When the number of actions is open, the encoding is wrong or yields something that is not a plan, grounding was
/// halted and no other engine has an answer, or an engine fails.
pub fn answer(
    instance: impl Into<Arc<Instance>>,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    let instance = instance.into();
    match question.engine {
        EngineName::Auto => {
            // Ground-and-solve cannot answer some questions. For pushes and moves it gains nothing beside the others.
            let can_ground = match question.wanted {
                Wanted::Any | Wanted::Within { .. } => false,
                Wanted::Exactly { .. } => true,
                Wanted::Fewest { objective, .. } => objective.first == Metric::Lines,
            };
            let all = [EngineName::Ground, EngineName::TabledPlus, EngineName::Fess];
            let engines = if can_ground { &all[..] } else { &all[1..] };
            portfolio::run(engines, &instance, question, watch)
        }
        engine => by_one(engine, &instance, question, watch),
    }
}
