//! `groundplan certify`: writes proofs that there is no answer set, in certificates that others can check.

pub mod arguments;
pub mod conflict;
pub mod ground;
pub mod plan;
pub mod second;
pub mod write;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use groundplan::solve::SearchConfig;
use groundplan_certificate::{Claim, Program};
use groundplan_prove::second::Question;
use groundplan_prove::{below, Certificate, Claimed, Ground, ProveError};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::instance::quantity;
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::{output, report};

use arguments::CertifyArguments;
pub use ground::{of_loaded, refuse_steps};
use ground::{program, unproven, Grounded};
use second::question;
use write::certify;
pub use write::prepare;

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
    let Some(Grounded { ground, input, assumed }) = ground else { interrupted(&watchdog) };
    let grounding = start.elapsed();
    let claims = claims(arguments, &program(&ground)?)?;
    let (mut certificates, mut questions) = (Vec::new(), Vec::new());
    let compare = |questions: &[Question], holds| {
        let (first, asked) = (start.elapsed(), (questions, holds));
        let compared = second::compare(&ground, input.clone(), first, asked, (&interrupter, &watchdog));
        if interrupter.is_interrupted() {
            interrupted(&watchdog);
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
            Claimed::Unknown => interrupted(&watchdog),
        }
        questions.push(question);
    }
    let opinion = compare(&questions, true)?;
    let mut word = watchdog.hold();
    let certificates: Vec<_> = certificates.iter().map(|certificate| (&ground, certificate)).collect();
    let size = write::write(&arguments.output, &certificates, &[])?;
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

/// A verdict that is printed while its certificate is still being made. A later interrupt does not change it, but the command has
/// not done all that it was asked for.
#[derive(Clone, Default)]
pub struct PrintedVerdict(Arc<Mutex<Option<Exit>>>);

impl PrintedVerdict {
    /// Prints the verdict, and returns how to exit once there is a certificate.
    ///
    /// # Errors
    ///
    /// When it cannot be printed.
    pub fn print(
        &self,
        watchdog: &Watchdog,
        exit: Exit,
        deliver: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let _word = watchdog.hold();
        deliver()?;
        self.set(exit);
        Ok(exit)
    }

    /// Records a printed verdict; the caller holds the lock of the watchdog.
    pub fn set(&self, exit: Exit) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(exit);
    }

    /// Returns the exit code if the verdict is known, and prints that no certificate is written. The codes of clasp tell the verdict;
    /// any other is that of an interrupt, so that nobody looks for a certificate.
    pub fn exit(&self, ended: &EarlyEnd, quiet: bool) -> Option<Exit> {
        let exit = (*self.0.lock().unwrap_or_else(PoisonError::into_inner))?;
        if ended.cause != Cause::Closed && !quiet {
            ended.say("the verdict stands, but its proof came too late, and no certificate is written");
        }
        match exit {
            Exit::Clasp(_) => Some(exit),
            _ => Some(Exit::Unknown),
        }
    }
}

/// Waits for the watchdog, which has interrupted the work, to end the process.
pub fn interrupted(watchdog: &Watchdog) -> ! {
    let _waiting = watchdog;
    loop {
        std::thread::park();
    }
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

/// Returns the message that a certificate is written.
pub fn written_message(output: &Path, claim: &str, size: u64) -> String {
    format!(
        "{claim}: the certificate is in `{}`, its proof has {} KiB",
        output.display(),
        size.div_ceil(1024)
    )
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
