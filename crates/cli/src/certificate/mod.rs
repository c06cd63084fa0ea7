//! `groundplan check certificate`: checks proofs that there is no answer set, without using the engine for solving, and that
//! the ground program is that of its sources.
//!
//! The contents of a certificate are untrusted and go to a terminal, so all output here passes through [`printable`].

mod grounders;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{
    labelled_directories, printable, Checked, Checking, Checks, Claim, Grounding, Groundings, Line, Named,
    SourcePlaces, Verdict,
};
use groundplan_sokoban_commands::certified::Plans;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::{escape, output, report};
use serde_json::json;

use crate::arguments::CheckCertificateArguments;
use grounders::CommandGrounders;

/// The proof checker.
const VERIPB: &str = "veripb";

/// Runs the command.
///
/// # Errors
///
/// When there is no certificate, or a source is invalid.
pub fn run(arguments: &CheckCertificateArguments) -> Result<Exit, Failure> {
    let directories = all_directories(arguments)?;
    let (format, quiet) = (arguments.format, arguments.quiet);
    let give_up = move |ended: &EarlyEnd| {
        if ended.cause != Cause::Closed {
            if !quiet {
                ended.say("the check was cut short");
            }
            // The interrupt decides the exit code, even if printing fails.
            let _ = print(format, &Checks::default(), &[]);
        }
        Exit::Unknown
    };
    let interrupter = SearchConfig::default().solver.interrupter;
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    let stop = || interrupter.is_interrupted();
    let constants = Some(arguments.constants.clone()).filter(|constants| !constants.is_empty());
    let files = arguments.files().into_iter().map(PathBuf::from).collect();
    let named = Named { files, constants, permitted: SourcePlaces::default() };
    let groundings = Groundings::new(named, CommandGrounders::new(arguments, &interrupter), &stop);
    let mut checking = Checking::new(groundings, Path::new(VERIPB), arguments.require_sources, &stop);
    let mut questions = CertificateQuestions { stop: &stop, last: None, asked: Vec::new() };
    for (name, directory) in directories {
        match checking.check(&name, &directory) {
            Err(Failure::Halted(growing)) => watchdog.halted(growing),
            checked => questions.add(checked?, &directory),
        }
        yield_to_watchdog(&interrupter);
    }
    let (checks, asked) = (checking.conclude(), questions.asked);
    let _speaking = watchdog.speak();
    print(format, &checks, &asked)?;
    if !quiet {
        let notes = asked.iter().map(|plans| plans.as_ref().map_or_else(String::new, Plans::to_string));
        for line in checks.lines(&notes.collect::<Vec<_>>()) {
            match line {
                Line::Said(line) => report::say(&line),
                Line::Error(line) => report::error(&line),
                Line::Unavailable(line, help) => report::error_with_help(&line, help),
            }
        }
    }
    Ok(match checks.verified() {
        Some(true) => Exit::Success,
        Some(false) => Exit::None,
        None => Exit::Unknown,
    })
}

/// The questions about plans that the sources of certificates are.
struct CertificateQuestions<'a> {
    stop: &'a dyn Fn() -> bool,
    /// The last comparison, with the question that its sources are.
    last: Option<(Arc<Grounding>, Option<Plans>)>,
    /// The question of each certificate.
    asked: Vec<Option<Plans>>,
}

impl CertificateQuestions<'_> {
    /// Adds the question of a certificate in a directory.
    fn add(&mut self, checked: &Checked, directory: &Path) {
        let mut plans = checked.grounding.as_ref().and_then(|grounding| self.of(grounding));
        // Only a claim about all plans, proven from the source, is one half of "fewest".
        if let (Verdict::Verified(verified), Some(plans)) = (&checked.verdict, &mut plans) {
            let is_from_source = checked.grounding.as_ref().is_some_and(|it| it.is_from_source());
            let program = &verified.program;
            let is_whole = program.assumptions.is_empty() && program.externals.is_empty();
            if is_from_source && is_whole && verified.claim == Claim::default() {
                plans.find_plan(directory);
            }
        }
        self.asked.push(plans);
    }

    fn of(&mut self, grounding: &Arc<Grounding>) -> Option<Plans> {
        if let Some((_, plans)) = self.last.as_ref().filter(|(last, _)| Arc::ptr_eq(last, grounding)) {
            return plans.clone();
        }
        let plans = match &**grounding {
            Grounding::Same(same) => Plans::of(same.texts(), same.constants(), self.stop),
            _ => None,
        };
        self.last = Some((Arc::clone(grounding), plans.clone()));
        plans
    }
}

/// Waits for the watchdog to end the process if it has interrupted the check.
fn yield_to_watchdog(interrupter: &Interrupter) {
    while interrupter.is_interrupted() {
        std::thread::park();
    }
}

/// Returns the certificates in all named directories, with their labels.
fn all_directories(arguments: &CheckCertificateArguments) -> Result<Vec<(String, PathBuf)>, Failure> {
    let named = [vec![arguments.directory.clone()], arguments.more()].concat();
    labelled_directories(&named).map_err(|(directory, error)| {
        report::refuse(
            &printable(&format!("`{}` is no certificate: {error}", directory.display())),
            "name a directory that `groundplan certify` wrote",
        )
    })
}

fn print(format: Format, checks: &Checks, asked: &[Option<Plans>]) -> Result<(), Failure> {
    match format {
        Format::Text => output::print(&format!("{}\n", checks.headline())),
        Format::Json => {
            let mut object = checks.json();
            for (certificate, plans) in object["certificates"].as_array_mut().into_iter().flatten().zip(asked)
            {
                // Only of texts that were compared.
                if certificate["grounding"].get("from_source").is_some() {
                    certificate["grounding"]["plans"] = json!(plans.as_ref().map(Plans::json));
                }
            }
            output::print(&escape::json(&object))
        }
    }
}
