//! Dispatch of a question to one engine: ground-and-solve, or a state-space engine.

use crate::answer::{Answer, AskError, Event};
use crate::finder::{self, Beside};
use crate::instance::Instance;
use crate::question::{EngineName, Question};
use crate::{ground, search};

/// Puts a question to one engine and returns its answer.
pub(crate) fn by_one(
    engine: EngineName,
    instance: &Instance,
    question: &Question,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    match engine {
        EngineName::Tabled => search::by_search(search::StateSpaceEngine::Tabled, instance, question, watch),
        EngineName::TabledPlus => {
            search::by_search(search::StateSpaceEngine::TabledPlus, instance, question, watch)
        }
        EngineName::Fess => finder::by_features(instance, question, Beside::default(), watch),
        EngineName::Ground => ground::by_grounding(instance, question, watch),
        EngineName::Auto => unreachable!("`auto` is several engines, which `answer` asks one by one"),
    }
}
