//! `groundplan check plan`: replays a plan, or the solutions in a level file, with the independent checker.

use std::sync::Arc;

use groundplan_check::{Instance, Plan, Rules, Verdict, Violation};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::input::{self, InputText};
use groundplan_terminal::options::Format;
use groundplan_terminal::words::quantity;
use groundplan_terminal::{escape, output, report};
use serde_json::{json, Value};

use crate::arguments::CheckPlanArguments;
use crate::competition::CompetitionInstance;
use crate::instance::{self, Content, Source};
use crate::known::{self, Wrong};
use crate::plan::{counted, judge, refuse_two_standard_inputs, Played};
use crate::selection::as_ranges;
use crate::{levels, messages};

/// Runs the command.
///
/// # Errors
///
/// When instance or plan cannot be read.
pub fn run(arguments: &CheckPlanArguments) -> Result<Exit, Failure> {
    let Some(plan) = &arguments.plan else { return solutions(arguments) };
    refuse_two_standard_inputs(&arguments.instance, Some(plan))?;
    let source = instance::source(&arguments.instance, &arguments.levels)?;
    let instance_text = &source.text;
    let instance =
        Instance::parse(&instance_text.text).map_err(|error| messages::unreadable(instance_text, &error))?;
    let plan_text = input::read(plan)?;
    let rules = Rules { any_length: arguments.any_length, no_noop: arguments.no_noop, actions: None };
    if let Some(given) = source.given.as_ref().filter(|given| given.is_plan(&plan_text.text)) {
        return moves(arguments, given, &plan_text, &rules);
    }
    let plan = Plan::parse(&plan_text.text).map_err(|error| messages::unreadable(&plan_text, &error))?;
    let plan = plan.told_apart(&instance);
    let (verdict, rules) = judge(&instance, &plan, rules);
    let verdict = match &source.given {
        Some(given) => given.within_steps(&instance, &plan, &rules, verdict),
        None => verdict,
    };
    let actions = plan.actions();
    output::print(&match arguments.format {
        Format::Text => line(&verdict).to_owned(),
        Format::Json => escape::json(&object(&verdict, actions)),
    })?;
    if !arguments.quiet {
        match &verdict {
            Verdict::Valid { .. } => {
                let played =
                    Played::read(Arc::new(instance::read(&source, true)?), &instance, &plan, &rules)?;
                say_valid(&source, actions, &played);
            }
            Verdict::Invalid(violation) => broken(violation, &plan_text),
        }
    }
    Ok(if matches!(verdict, Verdict::Valid { .. }) { Exit::Success } else { Exit::None })
}

/// Judges a plan in the atoms or actions of the competition that the instance is from.
fn moves(
    arguments: &CheckPlanArguments,
    given: &CompetitionInstance,
    plan: &InputText,
    rules: &Rules,
) -> Result<Exit, Failure> {
    let judged = given.judge(plan, rules)?;
    let actions = judged.as_ref().map_or(0, |counts| counts.actions);
    let verdict = match &judged {
        Ok(_) => Verdict::Valid { actions },
        Err(violation) => Verdict::Invalid(violation.clone()),
    };
    output::print(&match arguments.format {
        Format::Text => line(&verdict).to_owned(),
        Format::Json => escape::json(&object(&verdict, actions)),
    })?;
    if !arguments.quiet {
        match &judged {
            Ok(counts) => report::say(&format!(
                "the plan solves the instance in {}; it has {}, {}",
                quantity(counts.moves, "move", "moves"),
                quantity(counts.pushes, "push", "pushes"),
                counted(actions)
            )),
            Err(violation) => broken(violation, plan),
        }
    }
    Ok(if judged.is_ok() { Exit::Success } else { Exit::None })
}

/// Returns a verdict as a line of text.
fn line(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Valid { .. } => "VALID\n",
        Verdict::Invalid(_) => "INVALID\n",
    }
}

/// Returns the verdict on a plan as JSON; `actions` is its length.
fn object(verdict: &Verdict, actions: usize) -> Value {
    let error = match verdict {
        Verdict::Valid { .. } => Value::Null,
        Verdict::Invalid(violation) => json!({
            "action": violation.action,
            "rule": violation.rule.name(),
            "push": violation.push,
            "message": violation.message,
        }),
    };
    json!({ "valid": matches!(verdict, Verdict::Valid { .. }), "actions": actions, "error": error })
}

/// Checks the solutions in a level file.
fn solutions(arguments: &CheckPlanArguments) -> Result<Exit, Failure> {
    let argument = &arguments.instance;
    let (text, collection) = match instance::content(argument, &arguments.levels)? {
        Content::Levels(text, collection) => (text, collection),
        Content::Facts(_) | Content::Competition(_) => {
            let message = "name a plan to check: only levels bring solutions along (see `groundplan check plan --help`)";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let one_of_many = collection.levels.len() > 1;
    let levels = instance::choose(&text.name, collection, &arguments.levels)?;
    if levels.iter().all(|level| level.solutions.is_empty()) {
        let levels = if levels.len() == 1 { "the level has no solution" } else { "no level has a solution" };
        return Err(Failure::Usage(format!("name a plan to check: {levels} in `{}`", text.name)));
    }
    let several = arguments.levels.are_several();
    let rules = Rules { any_length: true, no_noop: arguments.no_noop, actions: None };
    let (mut valid, mut wrong, mut without) = (0, Vec::new(), Vec::new());
    let mut gravest = Exit::Success;
    for level in levels {
        let number = level.number;
        if level.solutions.is_empty() {
            without.push(number);
            continue;
        }
        if several && arguments.format == Format::Text {
            output::print(&levels::heading(&level))?;
        }
        let judged = instance::of_level(&text.name, level, one_of_many)
            .and_then(|source| of_level(&source, &rules, arguments));
        match judged {
            Ok(true) => valid += 1,
            Ok(false) => wrong.push(number),
            Err(Failure::Reported) => {
                wrong.push(number);
                gravest = Exit::Input;
            }
            Err(failure) => return Err(failure),
        }
    }
    if several && !arguments.quiet {
        let mut counts = vec![format!("{} with valid solutions", quantity(valid, "level", "levels"))];
        let mut count = |numbers: &[usize], what: &str| {
            if !numbers.is_empty() {
                counts.push(format!("{} {what} ({})", numbers.len(), as_ranges(numbers)));
            }
        };
        count(&wrong, "with wrong ones");
        count(&without, "without");
        report::say(&counts.join(", "));
    }
    Ok(if gravest == Exit::Success && !wrong.is_empty() { Exit::None } else { gravest })
}

/// Checks the solutions of one level; returns whether all are valid.
fn of_level(source: &Source, rules: &Rules, arguments: &CheckPlanArguments) -> Result<bool, Failure> {
    let level = source.level.as_ref().expect("a level brings solutions along");
    let mut all = true;
    for (index, solution) in level.solutions.iter().enumerate() {
        let played = known::play(&source.text.text, solution, *rules)?;
        let (verdict, actions) = match &played {
            Ok(played) => {
                let actions = played.trace.actions.len();
                (Verdict::Valid { actions }, actions)
            }
            Err(Wrong::Broken(violation, actions)) => (Verdict::Invalid(violation.clone()), *actions),
            Err(unreadable) => {
                unreadable.say(&source.text.name, level, solution);
                return Err(Failure::Reported);
            }
        };
        output::print(&match arguments.format {
            Format::Text => line(&verdict).to_owned(),
            Format::Json => {
                let mut object = object(&verdict, actions);
                source.add_level(&mut object);
                object["solution"] = json!(index + 1);
                escape::json(&object)
            }
        })?;
        match &played {
            Err(wrong) => {
                all = false;
                if !arguments.quiet {
                    wrong.say(&source.text.name, level, solution);
                }
            }
            Ok(played) if !arguments.quiet => say_valid(source, actions, played),
            Ok(_) => {}
        }
    }
    Ok(all)
}

fn say_valid(source: &Source, actions: usize, played: &Played) {
    let (label, actions) = (source.label(), counted(actions));
    report::say(&format!("{label}the plan solves the instance in {actions}; it has {}", played.counted()));
}

/// Prints which rule a plan breaks, and where.
pub(crate) fn broken(violation: &Violation, plan: &InputText) {
    match &violation.range {
        Some(range) => report::error_at(&plan.name, &plan.text, range.clone(), &violation.message, None),
        None => report::error(&violation.message),
    }
}
