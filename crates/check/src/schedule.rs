//! Assigns pushes to steps: one push for each step that needs one.

use crate::instance::Instance;
use crate::intern::InternedTerms;
use crate::plan::Plan;
use crate::push::Push;
use crate::verdict::{Rule, Rules, Violation};

/// A push and its step, if there are steps.
pub(crate) struct ScheduledPush<'p> {
    pub(crate) step: Option<String>,
    pub(crate) push: &'p Push,
}

/// The steps that a plan has to use.
enum Timeline<'i> {
    /// The numbers from 1 to one more than the number of actions.
    Numbered { actions: usize },
    /// The steps of the instance, of which there is at least one.
    Given(&'i InternedTerms),
    /// Any steps that the plan names.
    Open,
}

impl Timeline<'_> {
    /// The number of steps with a successor.
    fn actions(&self) -> Option<usize> {
        match self {
            Self::Numbered { actions } => Some(*actions),
            Self::Given(steps) => Some(steps.len() - 1),
            Self::Open => None,
        }
    }

    /// The index of a step. If the last step is an integer, the following integers are steps, too.
    fn place(&self, step: &str) -> Option<usize> {
        match self {
            Self::Numbered { .. } => usize::try_from(integer(step)? - 1).ok(),
            Self::Given(steps) => {
                if let Some(number) = steps.get(step) {
                    return Some(number as usize);
                }
                let last = steps.len() - 1;
                let beyond = integer(step)? - integer(steps.text(last as u32))?;
                usize::try_from(beyond).ok()?.checked_add(last)
            }
            Self::Open => None,
        }
    }

    /// The step with an index: the inverse of `place`.
    fn step(&self, place: usize) -> Option<String> {
        match self {
            Self::Numbered { .. } => Some((place + 1).to_string()),
            Self::Given(steps) if place < steps.len() => Some(steps.text(place as u32).into()),
            Self::Given(steps) => {
                let last = steps.len() - 1;
                Some((integer(steps.text(last as u32))? + (place - last) as i128).to_string())
            }
            Self::Open => None,
        }
    }
}

fn integer(text: &str) -> Option<i128> {
    text.parse::<i64>().ok().map(i128::from)
}

/// The pushes in order.
///
/// # Errors When a step is unknown, has two pushes, or lacks the push it needs.
pub(crate) fn schedule<'p>(
    instance: &Instance,
    plan: &'p Plan,
    rules: &Rules,
) -> Result<Vec<ScheduledPush<'p>>, Violation> {
    let timeline = match rules.actions {
        Some(actions) => Timeline::Numbered { actions },
        None if instance.steps.len() > 0 => Timeline::Given(&instance.steps),
        None => Timeline::Open,
    };
    let required = timeline.actions().filter(|_| !rules.any_length);
    let actions = match (&timeline, plan.names_steps()) {
        (_, false) => in_written_order(plan, &timeline, required)?,
        (Timeline::Open, true) => in_term_order(plan)?,
        (_, true) => in_step_order(plan, &timeline, required)?,
    };
    if let Some(required) = required.filter(|&required| actions.len() < required) {
        let step = timeline.step(actions.len());
        let at = step.as_ref().map_or(String::new(), |step| format!(" at step {step}"));
        let message = format!("there is no push{at}: {} of {required} actions are there", actions.len());
        return Err(Violation::global(step, Rule::MissingPush, message));
    }
    Ok(actions)
}

fn in_written_order<'p>(
    plan: &'p Plan,
    timeline: &Timeline<'_>,
    required: Option<usize>,
) -> Result<Vec<ScheduledPush<'p>>, Violation> {
    if let Some((required, surplus)) = required.and_then(|n| Some((n, plan.pushes().get(n)?))) {
        let what = format!("this is one push too many, {required} are required");
        return Err(Violation::by(surplus, Some(required + 1), None, Rule::TooManyPushes, &what));
    }
    let pushes = plan.pushes().iter().enumerate();
    Ok(pushes.map(|(place, push)| ScheduledPush { step: timeline.step(place), push }).collect())
}

fn in_term_order(plan: &Plan) -> Result<Vec<ScheduledPush<'_>>, Violation> {
    for (index, pair) in plan.pushes().windows(2).enumerate() {
        if pair[0].step == pair[1].step {
            return Err(two_at_one_step(&pair[0], &pair[1], index + 2));
        }
    }
    Ok(plan.pushes().iter().map(|push| ScheduledPush { step: push.step.clone(), push }).collect())
}

/// Orders the pushes by their steps, and rejects a plan that skips a step before one with a push.
fn in_step_order<'p>(
    plan: &'p Plan,
    timeline: &Timeline<'_>,
    required: Option<usize>,
) -> Result<Vec<ScheduledPush<'p>>, Violation> {
    let mut placed = Vec::with_capacity(plan.pushes().len());
    for push in plan.pushes() {
        let step = push.step.as_deref().unwrap_or_default();
        let (rule, what) = match timeline.place(step) {
            Some(place) if required.is_none_or(|required| place < required) => {
                placed.push((place, push));
                continue;
            }
            Some(place) if Some(place) == required => {
                (Rule::LastStep, format!("step {step} is the last, no action follows it"))
            }
            _ => (Rule::UnknownStep, format!("there is no step {step}")),
        };
        return Err(Violation::by(push, None, None, rule, &what));
    }
    placed.sort_by_key(|&(place, _)| place);
    let mut actions: Vec<ScheduledPush<'p>> = Vec::with_capacity(placed.len());
    for (place, push) in placed {
        if place < actions.len() {
            return Err(two_at_one_step(actions[place].push, push, actions.len() + 1));
        }
        if place > actions.len() {
            let missing = timeline.step(actions.len());
            let at = missing.as_deref().unwrap_or_default();
            let message = format!("there is no push at step {at}, but a later one, {push}");
            return Err(Violation::global(missing, Rule::MissingPush, message));
        }
        actions.push(ScheduledPush { step: push.step.clone(), push });
    }
    Ok(actions)
}

fn two_at_one_step(first: &Push, second: &Push, action: usize) -> Violation {
    let what = format!("{first} is at the same step");
    Violation::by(second, Some(action), None, Rule::TwoPushesAtOneStep, &what)
}
