//! `groundplan certify`: writes proofs that there is no answer set, in certificates that others can check.

pub mod arguments;
pub mod conflict;
mod ground;

use std::time::Duration;

use groundplan::solve::SearchConfig;
use groundplan_certify::{write, Decision, Proven};
use groundplan_prove::ProveError;
use groundplan_terminal::certificate::{failure, prepare, WantedCertificate};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{output, report};

use arguments::CertifyArguments;
pub use ground::refuse_steps;

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid or has something that cannot be certified, or the certificate cannot be written.
pub fn run(arguments: &CertifyArguments) -> Result<Exit, Failure> {
    prepare(&arguments.output)?;
    let terse = arguments.quiet || arguments.program.is_terse();
    let give_up = move |ended: &EarlyEnd| {
        if ended.cause == Cause::Closed {
            return Exit::Unknown;
        }
        let printed = output::print("UNKNOWN\n");
        if !terse {
            ended.say("whether there is such an answer set is not known, and nothing is written");
        }
        printed.map_or_else(|failure| failure.exit(), |()| Exit::Unknown)
    };
    let interrupter = SearchConfig::default().solver.interrupter;
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    let mut inquiry = match ground::ground(arguments, &interrupter, &watchdog) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        inquiry => inquiry?.unwrap_or_else(|| watchdog.await_end()),
    };
    let grounding = inquiry.start.elapsed();
    if let Some(costs) = &arguments.cost_below {
        inquiry.claim_optimal(&costs.0).map_err(unfit)?;
    }
    let (output, interrupter) = (&arguments.output, &interrupter);
    let wanted = WantedCertificate { output, interrupter, watchdog: &watchdog, quiet: terse };
    let proven = match wanted.decide(inquiry)? {
        Decision::Proven(proven) => [proven],
        Decision::Wrong { opinion, .. } => {
            let _speaking = watchdog.speak();
            output::print("SATISFIABLE\n")?;
            if !terse {
                report::say("there is such an answer set: there is nothing to certify");
                opinion.iter().for_each(|opinion| report::say(opinion));
            }
            return Ok(Exit::None);
        }
        Decision::Disputed(why) => {
            drop(watchdog.speak());
            output::print("UNKNOWN\n")?;
            return Err(Failure::Disputed(why));
        }
        Decision::Unknown => watchdog.await_end(),
    };
    let mut word = watchdog.hold();
    let size = write(output, &proven, &[], &|| false).map_err(failure)?;
    *word = true;
    output::print("UNSATISFIABLE\n")?;
    let [proven] = &proven;
    wanted.say(&proven.claims().join("; "), size, std::slice::from_ref(proven));
    if arguments.stats {
        report::say(&stats(proven, size, grounding));
    }
    Ok(Exit::Success)
}

/// Returns the failure for an error of costs that do not fit the program.
fn unfit(error: ProveError) -> Failure {
    match error {
        ProveError::Costs { costs, priorities } => {
            let has = match priorities {
                0 => "the program has no objective".to_owned(),
                count => {
                    format!("the program has objectives of {}", quantity(count, "priority", "priorities"))
                }
            };
            Failure::Usage(format!("`--cost-below` names {}, and {has}", quantity(costs, "cost", "costs")))
        }
        error => failure(error.into()),
    }
}

fn stats(proven: &Proven, size: u64, grounding: Duration) -> String {
    let sum = |count| proven.sum(count).to_string();
    let time: Duration = proven.certificates.iter().map(|certificate| certificate.time).sum();
    let rows = [
        ("axioms", sum(|certificate| certificate.proof.axioms().constraints().len())),
        ("sets", sum(|certificate| certificate.proof.sets().len())),
        ("proof steps", sum(|certificate| certificate.proof.steps())),
        ("proof bytes", size.to_string()),
        ("seconds ground", grounding.as_secs_f64().to_string()),
        ("seconds prove", time.as_secs_f64().to_string()),
    ];
    let rows: Vec<String> = rows.into_iter().map(|(name, value)| format!("{name:<24} {value}")).collect();
    rows.join("\n")
}
