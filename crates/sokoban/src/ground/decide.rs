//! Decides whether there is a plan of exactly n actions.

use super::encoding;
use super::session::{PushAtom, QueryResult, StepSession};
use crate::answer::{Answer, AskError, Event, Verdict};
use crate::instance::Instance;
use crate::plan::{Plan, Steps};
use crate::question::Question;

/// Name and text of the shipped encoding.
pub const ENCODING: (&str, &str) =
    ("encodings/sokoban/decision.lp", include_str!("../../encodings/decision.lp"));

/// Grounds and solves the instance for one number of actions, or for its own steps.
pub(super) fn decide(
    instance: &Instance,
    question: &Question,
    actions: Option<usize>,
    no_noop: bool,
    watch: &mut dyn FnMut(Event),
) -> Result<Answer, AskError> {
    if actions.is_none() && instance.steps.is_empty() {
        return Err(AskError::NoSteps);
    }
    let mut session = StepSession::new(instance, question);
    watch(Event::Begun(session.pulse()));
    let verdict = decide_in(&mut session, instance, question, actions, no_noop)?;
    Ok(session.answer_with(verdict, actions.map_or(instance.steps.len(), |actions| actions + 1)))
}

/// Grounds and solves the instance in a session that has read nothing yet.
pub(super) fn decide_in(
    session: &mut StepSession<'_>,
    instance: &Instance,
    question: &Question,
    actions: Option<usize>,
    no_noop: bool,
) -> Result<Verdict, AskError> {
    session.read(encoding(question, ENCODING))?;
    if no_noop {
        session.forbid_noops()?;
    }
    let (numbers, steps) = match actions {
        Some(actions) => (Some(session.numbers(actions + 1)), Steps::Numbered),
        None => (None, Steps::Own),
    };
    session.ground_base(numbers.as_deref())?;
    session.keep_within(&question.within)?;
    let all = numbers.as_deref().unwrap_or(&instance.steps);
    Ok(match session.search(all)? {
        QueryResult::Pushes(pushes) => Verdict::Plan(plan(&pushes, steps, all.len() - 1)?),
        QueryResult::Nothing => Verdict::NoPlan,
        QueryResult::Interrupted => Verdict::Unknown,
    })
}

/// The plan of these pushes, which must be one push at each step that has a successor.
fn plan(found: &[PushAtom], steps: Steps, actions: usize) -> Result<Plan, AskError> {
    let in_order =
        found.len() == actions && found.iter().enumerate().all(|(index, push)| push.step == Some(index));
    let pushes: Option<Vec<_>> = found.iter().map(|push| push.push).collect();
    match pushes.filter(|_| in_order) {
        Some(pushes) => Ok(Plan { pushes, steps }),
        None => Err(AskError::NoPlan {
            atoms: found.iter().map(|push| format!("push({})", push.texts.join(","))).collect(),
        }),
    }
}
