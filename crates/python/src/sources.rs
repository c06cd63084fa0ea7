//! The comparison of a certificate's ground program with its sources, as the module makes it.

use std::convert::Infallible;
use std::fmt::Display;
use std::path::PathBuf;

use groundplan::solve::SearchConfig;
use groundplan::{Engine, Interrupter, Loader};
use groundplan_certificate::{printable, Grounders, NoComparison, SourcePlaces, Text, Told};
use groundplan_certify::texts;
use groundplan_frontend::explain::ground_again;
use groundplan_prove::gringo;

/// The grounders that the module asks again: the engine, and gringo.
pub struct ModuleGrounders<'a> {
    interrupter: &'a Interrupter,
    /// The files that were read last.
    read: Option<(Vec<PathBuf>, Engine)>,
}

impl<'a> ModuleGrounders<'a> {
    pub fn new(interrupter: &'a Interrupter) -> Self {
        ModuleGrounders { interrupter, read: None }
    }
}

impl Grounders for ModuleGrounders<'_> {
    /// No file ends a check: what is wrong with it is why nothing is known.
    type Error = Infallible;

    fn read(
        &mut self,
        listed: &[(PathBuf, bool)],
        places: &SourcePlaces,
        constants: &[String],
    ) -> Result<Vec<Text>, NoComparison<Infallible>> {
        let files = listed.iter().filter(|(_, is_included)| !is_included);
        let files: Vec<PathBuf> = files.map(|(file, _)| file.clone()).collect();
        let mut engine = Engine::new();
        let mut config = SearchConfig::default();
        config.solver.interrupter = self.interrupter.clone();
        engine.configure(config).map_err(unknown)?;
        for constant in constants {
            engine.define_text(constant).map_err(unknown)?;
        }
        let mut loader = Loader::reading(|path| places.read(path));
        loader.load_all(&mut engine, &files).map_err(unknown)?;
        if loader.is_incremental() {
            return Err(unknown("`<incmode>` is included, which is solved step by step"));
        }
        drop(loader);
        let texts = texts(&engine).collect();
        self.read = Some((files, engine));
        Ok(texts)
    }

    fn ground(&mut self, grounder: &str, told: &Told) -> Result<Option<String>, NoComparison<Infallible>> {
        let Some((files, mut engine)) = self.read.take() else { return Ok(None) };
        if grounder == "gringo" {
            let stop = || self.interrupter.is_interrupted();
            let ground = gringo::ground_again(files, &told.constants, &stop);
            return ground.map(Some).map_err(NoComparison::Unknown);
        }
        ground_again(&mut engine, grounder, &told.soft).map_err(unknown)
    }

    fn reason(&self, error: Infallible) -> Result<String, Infallible> {
        match error {}
    }
}

fn unknown(why: impl Display) -> NoComparison<Infallible> {
    NoComparison::Unknown(printable(&why.to_string()))
}
