//! How the command reads the sources of a certificate, and grounds them again.

use std::path::PathBuf;

use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{Grounders, NoComparison, SourcePlaces, Text, Told};
use groundplan_certify::texts;
use groundplan_frontend::arguments::ProgramArguments;
use groundplan_frontend::explain::{ground_again, NotGround};
use groundplan_prove::gringo;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

use crate::arguments::CheckCertificateArguments;
use crate::solve::load::{self, Loaded};

/// The grounders that the command asks again: the engine, and gringo.
pub struct CommandGrounders<'a> {
    arguments: &'a CheckCertificateArguments,
    interrupter: &'a Interrupter,
    /// The files that were read last.
    read: Option<(Vec<PathBuf>, Loaded)>,
}

impl<'a> CommandGrounders<'a> {
    pub fn new(arguments: &'a CheckCertificateArguments, interrupter: &'a Interrupter) -> Self {
        CommandGrounders { arguments, interrupter, read: None }
    }
}

impl Grounders for CommandGrounders<'_> {
    type Error = Failure;

    fn read(
        &mut self,
        listed: &[(PathBuf, bool)],
        places: &SourcePlaces,
        constants: &[String],
    ) -> Result<Vec<Text>, NoComparison<Failure>> {
        let files = listed.iter().filter(|(_, is_included)| !is_included);
        let files: Vec<PathBuf> = files.map(|(file, _)| file.clone()).collect();
        let program = ProgramArguments {
            files: files.iter().map(|file| file.to_string_lossy().into_owned()).collect(),
            constants: constants.to_vec(),
            warnings: vec!["none".to_owned()],
            verbose: 0,
        };
        let loaded = load::load_below(&program, true, places)?;
        let texts = texts(&loaded.engine).collect();
        self.read = Some((files, loaded));
        Ok(texts)
    }

    fn ground(&mut self, grounder: &str, told: &Told) -> Result<Option<String>, NoComparison<Failure>> {
        let Some((files, mut loaded)) = self.read.take() else { return Ok(None) };
        if grounder == "gringo" {
            let stop = || self.interrupter.is_interrupted();
            let ground = gringo::ground_again(files, &told.constants, &stop);
            return ground.map(Some).map_err(NoComparison::Unknown);
        }
        let mut config = SearchConfig::default();
        config.solver.interrupter = self.interrupter.clone();
        loaded.engine.configure(config).map_err(report::engine)?;
        loaded.engine.set_ground_limit(self.arguments.limits.ground_limit);
        ground_again(&mut loaded.engine, grounder, &told.soft).map_err(|why| match why {
            NotGround::Kinds(_) => NoComparison::Unknown(why.to_string()),
            NotGround::Engine(error) => NoComparison::Failure(report::engine(error)),
        })
    }

    fn reason(&self, failure: Failure) -> Result<String, Failure> {
        match failure {
            Failure::Usage(why) | Failure::Input(why) | Failure::Internal(why) => Ok(why),
            Failure::Halted(_) => Err(failure),
            // The reason has been printed.
            _ => Ok("they cannot be ground".to_owned()),
        }
    }
}
