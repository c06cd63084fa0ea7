//! `groundplan check plan`.

use groundplan_check::{check, Instance, Plan, ReadError, Rules, Verdict};
use serde_json::json;

use crate::arguments::{CheckPlanArguments, Format};
use crate::exit::{Exit, Failure};
use crate::input::{self, Text};
use crate::plan::counted;
use crate::{output, report};

/// Runs the command.
///
/// # Errors
///
/// When instance or plan cannot be read.
pub fn run(arguments: &CheckPlanArguments) -> Result<Exit, Failure> {
    if arguments.instance == "-" && arguments.plan == "-" {
        return Err(Failure::Usage("instance and plan cannot both come from standard input".to_owned()));
    }
    let instance_text = input::read(&arguments.instance)?;
    let instance = Instance::parse(&instance_text.text).map_err(|error| refuse(&instance_text, &error))?;
    let plan_text = input::read(&arguments.plan)?;
    let plan = Plan::parse(&plan_text.text).map_err(|error| refuse(&plan_text, &error))?;
    let rules = Rules { any_length: arguments.any_length, no_noop: arguments.no_noop, actions: None };
    let verdict = check(&instance, &plan, &rules);
    let actions = plan.pushes().len();
    if !arguments.quiet {
        match &verdict {
            Verdict::Valid { .. } => {
                report::say(&format!("the plan solves the instance in {}", counted(actions)));
            }
            Verdict::Invalid(violation) => match &violation.range {
                Some(range) => {
                    report::error_at(
                        &plan_text.name,
                        &plan_text.text,
                        range.clone(),
                        &violation.message,
                        None,
                    );
                }
                None => report::error(&violation.message),
            },
        }
    }
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
    Ok(if matches!(verdict, Verdict::Valid { .. }) { Exit::Found } else { Exit::None })
}

fn refuse(text: &Text, error: &ReadError) -> Failure {
    report::error_at(&text.name, &text.text, error.range(), &error.message(), error.help());
    Failure::Reported
}
