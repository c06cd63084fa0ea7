//! `groundplan check plan`.

use std::sync::Arc;

use groundplan_check::{check, Instance, Plan, ReadError, Rule, Rules, Verdict, Violation};
use serde_json::json;

use crate::arguments::CheckPlanArguments;
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::options::Format;
use crate::plan::{counted, Played};
use crate::{instance, output, report};

/// Runs the command.
///
/// # Errors
///
/// When instance or plan cannot be read.
pub fn run(arguments: &CheckPlanArguments) -> Result<Exit, Failure> {
    let Some(plan) = &arguments.plan else {
        return Err(Failure::Usage("name a plan to check".to_owned()));
    };
    if arguments.instance == "-" && plan == "-" {
        return Err(Failure::Usage("instance and plan cannot both come from standard input".to_owned()));
    }
    let source = instance::source(&arguments.instance, &arguments.levels)?;
    let instance_text = &source.text;
    let instance = Instance::parse(&instance_text.text).map_err(|error| refuse(instance_text, &error))?;
    let plan_text = input::read(plan)?;
    let plan = Plan::parse(&plan_text.text).map_err(|error| refuse(&plan_text, &error))?;
    let rules = Rules { any_length: arguments.any_length, no_noop: arguments.no_noop, actions: None };
    let (verdict, rules) = judge(&instance, &plan, rules);
    let actions = plan.actions();
    match arguments.format {
        Format::Text => {
            output::print(if matches!(verdict, Verdict::Valid { .. }) { "VALID\n" } else { "INVALID\n" })?;
        }
        Format::Json => {
            let error = match &verdict {
                Verdict::Valid { .. } => serde_json::Value::Null,
                Verdict::Invalid(violation) => json!({
                    "action": violation.action,
                    "rule": violation.rule.name(),
                    "push": violation.push,
                    "message": violation.message,
                }),
            };
            let valid = matches!(verdict, Verdict::Valid { .. });
            output::print(&format!("{}\n", json!({ "valid": valid, "actions": actions, "error": error })))?;
        }
    }
    if !arguments.quiet {
        match &verdict {
            Verdict::Valid { .. } => {
                let played =
                    Played::read(Arc::new(instance::read(&source, true)?), &instance, &plan, &rules)?;
                let (label, actions) = (source.label(), counted(actions));
                report::say(&format!(
                    "{label}the plan solves the instance in {actions}; it has {}",
                    played.counted()
                ));
            }
            Verdict::Invalid(violation) => broken(violation, &plan_text),
        }
    }
    Ok(if matches!(verdict, Verdict::Valid { .. }) { Exit::Success } else { Exit::None })
}

/// Judges a plan, and says by which rules: where any length will do, so will steps counted from 1, as `optimize` counts
/// them whatever steps the instance has.
pub fn judge(instance: &Instance, plan: &Plan, rules: Rules) -> (Verdict, Rules) {
    let verdict = check(instance, plan, &rules);
    match &verdict {
        Verdict::Invalid(violation) if rules.any_length && violation.rule == Rule::UnknownStep => {
            let counted = Rules { actions: Some(plan.actions()), ..rules };
            match check(instance, plan, &counted) {
                Verdict::Invalid(second) if second.rule == Rule::UnknownStep => (verdict, rules),
                second => (second, counted),
            }
        }
        _ => (verdict, rules),
    }
}

/// Says how a plan breaks a rule, and where.
pub fn broken(violation: &Violation, plan: &Text) {
    match &violation.range {
        Some(range) => report::error_at(&plan.name, &plan.text, range.clone(), &violation.message, None),
        None => report::error(&violation.message),
    }
}

/// Says why a text is no instance or no plan.
pub fn refuse(text: &Text, error: &ReadError) -> Failure {
    report::error_at(&text.name, &text.text, error.range(), &error.message(), error.help());
    Failure::Reported
}
