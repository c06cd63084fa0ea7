//! `groundplan certify`: writes proofs that there is no answer set, in certificates that others can check.

pub mod arguments;
pub mod conflict;
mod ground;

use std::time::{Duration, Instant};

use groundplan::solve::SearchConfig;
use groundplan_certificate::{Claim, Program};
use groundplan_certify::ground::{program, unproven};
use groundplan_certify::second::{self, question};
use groundplan_certify::write::{certify, prepare, write, written_message};
use groundplan_prove::second::Question;
use groundplan_prove::{below, Certificate, Claimed, Ground, ProveError};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{output, report};

use arguments::CertifyArguments;
pub use ground::refuse_steps;
use ground::Grounded;

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
    let start = Instant::now();
    let ground = match ground::ground(arguments, &interrupter, &watchdog) {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        ground => ground?,
    };
    let Some(Grounded { ground, input, assumed }) = ground else { watchdog.await_end() };
    let grounding = start.elapsed();
    let claims = claims(arguments, &program(&ground)?)?;
    let (mut certificates, mut questions) = (Vec::new(), Vec::new());
    let compare = |questions: &[Question], holds| {
        let (first, asked) = (start.elapsed(), (questions, holds));
        let compared = second::compare(&ground, input.clone(), first, asked, (&interrupter, &watchdog));
        if interrupter.is_interrupted() {
            watchdog.await_end();
        }
        if let Err(Failure::Disputed(_)) = compared {
            drop(watchdog.speak());
            output::print("UNKNOWN\n")?;
        }
        compared
    };
    for (folder, claim) in claims {
        let question = question(&claim, assumed.clone(), Vec::new());
        match certify(&ground, claim, folder, &interrupter)? {
            Claimed::Proven(certificate) => certificates.push(*certificate),
            Claimed::Wrong(_) => {
                let opinion = compare(&[question], false)?;
                let _speaking = watchdog.speak();
                output::print("SATISFIABLE\n")?;
                if !terse {
                    report::say("there is such an answer set: there is nothing to certify");
                    opinion.iter().for_each(|opinion| report::say(opinion));
                }
                return Ok(Exit::None);
            }
            Claimed::Unknown => watchdog.await_end(),
        }
        questions.push(question);
    }
    let opinion = compare(&questions, true)?;
    let mut word = watchdog.hold();
    let certificates: Vec<_> = certificates.iter().map(|certificate| (&ground, certificate)).collect();
    let size = write(&arguments.output, &certificates, &[])?;
    *word = true;
    output::print("UNSATISFIABLE\n")?;
    if !terse {
        let claims = certificates.iter().map(|(_, certificate)| certificate.sentence());
        report::say(&written_message(&arguments.output, &claims.collect::<Vec<_>>().join("; "), size));
        opinion.iter().for_each(|opinion| report::say(opinion));
    }
    if arguments.stats {
        report::say(&stats(&certificates, grounding, size));
    }
    Ok(Exit::Success)
}

/// Returns the claims to prove, each with its folder if there are several.
fn claims(arguments: &CertifyArguments, program: &Program) -> Result<Vec<(Option<String>, Claim)>, Failure> {
    let Some(costs) = &arguments.cost_below else { return Ok(vec![(None, Claim::default())]) };
    below(program, &costs.0).map_err(|error| match error {
        ProveError::Costs { costs, priorities } => {
            let has = match priorities {
                0 => "the program has no objective".to_owned(),
                count => {
                    format!("the program has objectives of {}", quantity(count, "priority", "priorities"))
                }
            };
            Failure::Usage(format!("`--cost-below` names {}, and {has}", quantity(costs, "cost", "costs")))
        }
        error => unproven(error),
    })
}

fn stats(certificates: &[(&Ground, &Certificate)], grounding: Duration, size: u64) -> String {
    let sum = |count: &dyn Fn(&Certificate) -> usize| {
        certificates.iter().map(|(_, certificate)| count(certificate)).sum::<usize>().to_string()
    };
    let time: Duration = certificates.iter().map(|(_, certificate)| certificate.time).sum();
    let rows = [
        ("axioms", sum(&|certificate| certificate.proof.axioms().constraints().len())),
        ("sets", sum(&|certificate| certificate.proof.sets().len())),
        ("proof steps", sum(&|certificate| certificate.proof.steps())),
        ("proof bytes", size.to_string()),
        ("seconds ground", grounding.as_secs_f64().to_string()),
        ("seconds prove", time.as_secs_f64().to_string()),
    ];
    let rows: Vec<String> = rows.into_iter().map(|(name, value)| format!("{name:<24} {value}")).collect();
    rows.join("\n")
}
