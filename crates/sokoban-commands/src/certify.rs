//! Certificates that there is no plan of a given number of actions.

use std::path::Path;
use std::time::Instant;

use groundplan::Interrupter;
use groundplan_certificate::Claim;
use groundplan_certify::ground::{assume, of_texts, GroundTexts};
use groundplan_certify::second::{self, question};
use groundplan_certify::write::{certify, write, written_message};
use groundplan_prove::second::Input;
use groundplan_prove::Claimed;
use groundplan_sokoban::{texts, Instance, Question, Texts};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;

use crate::instance::Source;
use crate::plan::counted;
use crate::refusal::refuse;

/// The question whether there is a plan of a given number of actions.
pub struct PlanQuestion<'a> {
    pub source: &'a Source,
    pub instance: &'a Instance,
    pub question: &'a Question,
    /// The number of actions; `None` for that of the instance.
    pub actions: Option<usize>,
    pub no_noop: bool,
}

impl PlanQuestion<'_> {
    /// Returns the texts that the certificate will contain.
    ///
    /// # Errors
    ///
    /// When the encoding or the instance cannot be used.
    pub fn texts(&self) -> Result<Texts, Failure> {
        let PlanQuestion { source, instance, question, actions, no_noop } = *self;
        let encoding = question.encoding.as_ref().map(|(name, _)| name.as_str());
        let rules = |_| groundplan_check::Rules { any_length: false, no_noop, actions };
        texts(instance, question, actions, no_noop).map_err(|error| refuse(error, source, encoding, rules))
    }

    /// Grounds these texts.
    ///
    /// # Errors
    ///
    /// When the encoding or the instance cannot be used.
    pub fn ground(&self) -> Result<GroundTexts, Failure> {
        let Texts { encoding, instance, constants } = self.texts()?;
        let question = self.question;
        let files = vec![("encoding.lp", encoding), ("instance.lp", instance)];
        of_texts(files, constants, question.ground_limit, &question.config.solver.interrupter)
    }
}

/// A claim that an instance has no plan of certain numbers of actions.
pub struct PlanRefutation<'a> {
    pub source: &'a Source,
    pub instance: &'a Instance,
    pub question: &'a Question,
    /// The numbers of actions without a plan; `None` stands for that of the instance.
    pub actions: Vec<Option<usize>>,
    pub no_noop: bool,
    /// The cube that the claim is restricted to; empty for none.
    pub cube: &'a [String],
    /// Why no certificate is written, if `actions` is empty.
    pub otherwise: &'static str,
    /// Additional files for the certificate.
    pub files: Vec<(&'static str, String)>,
}

impl PlanRefutation<'_> {
    /// Proves the claim and writes the certificates, in one folder for each number of actions if there are several.
    /// Prints why if there is nothing to certify.
    ///
    /// # Errors
    ///
    /// When there is a plan after all, or the certificates cannot be written.
    pub fn certify(
        &self,
        output: &Path,
        interrupter: &Interrupter,
        watchdog: &Watchdog,
        quiet: bool,
    ) -> Result<(), Failure> {
        if self.actions.is_empty() {
            let _speaking = watchdog.speak();
            if !quiet {
                report::say(&format!("no certificate is written: {}", self.otherwise));
            }
            return Ok(());
        }
        let (mut proven, mut opinion) = (Vec::new(), None);
        for &actions in &self.actions {
            let start = Instant::now();
            let asked = PlanQuestion {
                source: self.source,
                instance: self.instance,
                question: self.question,
                actions,
                no_noop: self.no_noop,
            };
            let mut grounded = match asked.ground() {
                Err(Failure::Halted(growing)) => watchdog.halted(growing),
                grounded => grounded?,
            };
            let mut ground = grounded.program();
            assume(&mut ground, self.cube, "--cube", &mut grounded.engine)?;
            let folder = (self.actions.len() > 1).then(|| format!("actions-{}", actions.unwrap_or(0)));
            match certify(&ground, Claim::default(), folder, interrupter)? {
                Claimed::Proven(certificate) => {
                    let question = question(&certificate.claim, self.cube.to_vec(), Vec::new());
                    let input = Input { texts: ground.files.clone(), ..Input::default() };
                    let (first, asked) = (start.elapsed(), (&[question][..], true));
                    opinion = second::compare(&ground, input, first, asked, (interrupter, watchdog))?;
                    proven.push((ground, *certificate));
                }
                Claimed::Wrong(_) => {
                    return Err(Failure::Internal(
                        "there is a plan after all: the proof finds one that the search did not".to_owned(),
                    ));
                }
                Claimed::Unknown => watchdog.await_end(),
            }
        }
        let mut word = watchdog.hold();
        let proven: Vec<_> = proven.iter().map(|(ground, certificate)| (ground, certificate)).collect();
        let size = write(output, &proven, &self.files)?;
        *word = true;
        if !quiet {
            let actions: Vec<String> = self.actions.iter().map(|&actions| self.counted(actions)).collect();
            let within = if self.cube.is_empty() { "" } else { " within the cube" };
            report::say(&written_message(
                output,
                &format!("no plan of {}{within}", actions.join(", ")),
                size,
            ));
            opinion.iter().for_each(|opinion| report::say(opinion));
        }
        Ok(())
    }

    fn counted(&self, actions: Option<usize>) -> String {
        counted(actions.unwrap_or(self.instance.steps.len().saturating_sub(1)))
    }
}
