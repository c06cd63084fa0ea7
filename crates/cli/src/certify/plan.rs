//! Certificates about plans: that there is none of so many actions.

use std::path::Path;

use groundplan::Interrupter;
use groundplan_certificate::Claim;
use groundplan_sokoban::{texts, Instance, Question, Texts};

use super::ground::Ground;
use super::told;
use super::write::{certify, write, Claimed};
use crate::exit::Failure;
use crate::instance::Source;
use crate::plan::counted;
use crate::refusal::refuse;
use crate::report;
use crate::watchdog::Watchdog;

/// What is claimed about an instance.
pub struct Refutation<'a> {
    pub source: &'a Source,
    pub instance: &'a Instance,
    pub question: &'a Question,
    /// The numbers of actions for which there is no plan; `None` stands for the instance's own.
    pub actions: Vec<Option<usize>>,
    pub no_noop: bool,
    /// Why there is no such number.
    pub otherwise: &'static str,
    /// Further files.
    pub files: Vec<(&'static str, String)>,
}

impl Refutation<'_> {
    /// Proves it and writes the certificates, one folder for each number of actions if there are several; or says why there
    /// is none.
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
        let options = self.question.encoding.as_ref().map(|(name, _)| name.as_str());
        let mut proven = Vec::new();
        for &actions in &self.actions {
            let rules = |_| groundplan_check::Rules { any_length: false, no_noop: self.no_noop, actions };
            let Texts { encoding, instance, constants } =
                texts(self.instance, self.question, actions, self.no_noop)
                    .map_err(|error| refuse(error, self.source, options, rules))?;
            let files = vec![("encoding.lp", encoding), ("instance.lp", instance)];
            let ground = Ground::of_texts(files, &constants, self.question.ground_limit, interrupter);
            let ground = match ground {
                Err(Failure::Halted(growing)) => watchdog.halted(growing),
                ground => ground?,
            };
            let folder = (self.actions.len() > 1).then(|| format!("actions-{}", actions.unwrap_or(0)));
            match certify(&ground, Claim::default(), folder, interrupter)? {
                Claimed::Proven(certificate) => proven.push((ground, *certificate)),
                Claimed::Wrong => {
                    return Err(Failure::Internal(
                        "there is a plan after all: the proof finds one that the search did not".to_owned(),
                    ));
                }
                Claimed::Unknown => super::interrupted(watchdog),
            }
        }
        let mut word = watchdog.hold();
        let proven: Vec<_> = proven.iter().map(|(ground, certificate)| (ground, certificate)).collect();
        let size = write(output, &proven, &self.files)?;
        *word = true;
        if !quiet {
            let actions: Vec<String> = self.actions.iter().map(|&actions| self.counted(actions)).collect();
            report::say(&told(output, &format!("no plan of {}", actions.join(", ")), size));
        }
        Ok(())
    }

    fn counted(&self, actions: Option<usize>) -> String {
        counted(actions.unwrap_or(self.instance.steps.len().saturating_sub(1)))
    }
}
