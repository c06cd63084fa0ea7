//! Certificates that there is no plan of a given number of actions.

use std::time::Instant;

use groundplan::solve::SearchConfig;
use groundplan::Engine;
use groundplan_certificate::Claim;
use groundplan_certify::{GroundRequest, Inquiry};
use groundplan_sokoban::{texts, Instance, Question, Texts};
use groundplan_terminal::certificate::{failure, WantedCertificate};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

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
        let mut engine = Engine::new();
        let mut config = SearchConfig::default();
        config.solver.interrupter = self.question.config.solver.interrupter.clone();
        engine.configure(config).map_err(report::engine)?;
        engine.set_ground_limit(self.question.ground_limit);
        for constant in &constants {
            engine.define_text(constant).map_err(report::engine)?;
        }
        engine.add_text("encoding.lp", &encoding).map_err(report::engine)?;
        engine.add_text("instance.lp", &instance).map_err(report::engine)?;
        engine.ground(["base"]).map_err(report::engine)?;
        Ok(GroundTexts { engine, constants })
    }
}

/// The texts of a question, which become files of its certificate.
pub struct GroundTexts {
    /// The engine that has ground them.
    pub engine: Engine,
    constants: Vec<String>,
}

impl GroundTexts {
    /// Returns the inquiry whether there is no plan. The reference grounder is asked for the ground program, which takes time, and no
    /// result of a search needs it.
    pub fn inquiry(&self) -> Inquiry {
        let mut request = GroundRequest::of(&self.engine, &self.constants);
        request.texts.iter_mut().for_each(|(_, is_own)| *is_own = true);
        request.inquiry()
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
    pub fn certify(&self, wanted: &WantedCertificate<'_>) -> Result<(), Failure> {
        if self.actions.is_empty() {
            let _speaking = wanted.watchdog.speak();
            if !wanted.quiet {
                report::say(&format!("no certificate is written: {}", self.otherwise));
            }
            return Ok(());
        }
        let mut proven = Vec::new();
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
                Err(Failure::Halted(growing)) => wanted.watchdog.halted(growing),
                grounded => grounded?,
            };
            let mut inquiry = Inquiry { start, ..grounded.inquiry() };
            inquiry.assume_texts(self.cube, "--cube", &mut grounded.engine).map_err(failure)?;
            let folder = (self.actions.len() > 1).then(|| format!("actions-{}", actions.unwrap_or(0)));
            inquiry.claims = vec![(folder, Claim::default())];
            let otherwise = "there is a plan after all: the proof finds one that the search did not";
            proven.push(wanted.prove(inquiry, otherwise)?);
        }
        let actions: Vec<String> = self.actions.iter().map(|&actions| self.counted(actions)).collect();
        let within = if self.cube.is_empty() { "" } else { " within the cube" };
        wanted.write(&proven, &self.files, &format!("no plan of {}{within}", actions.join(", ")))
    }

    fn counted(&self, actions: Option<usize>) -> String {
        counted(actions.unwrap_or(self.instance.steps.len().saturating_sub(1)))
    }
}
