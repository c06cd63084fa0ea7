//! The comparison of a certificate's ground program with its sources, as the module makes it.

use std::path::PathBuf;

use groundplan::solve::SearchConfig;
use groundplan::{Engine, Interrupter, Loader};
use groundplan_certificate::{printable, Grounders, NoComparison, SourcePlaces, Text, Told};
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
    type Error = String;

    fn read(
        &mut self,
        listed: &[(PathBuf, bool)],
        places: &SourcePlaces,
        constants: &[String],
    ) -> Result<Vec<Text>, String> {
        let files = listed.iter().filter(|(_, is_included)| !is_included);
        let files: Vec<PathBuf> = files.map(|(file, _)| file.clone()).collect();
        let mut engine = Engine::new();
        let mut config = SearchConfig::default();
        config.solver.interrupter = self.interrupter.clone();
        engine.configure(config).map_err(|error| failed(&error))?;
        for constant in constants {
            engine.define_text(constant).map_err(|error| failed(&error))?;
        }
        let mut loader = Loader::reading(|path| places.read(path));
        loader.load_all(&mut engine, &files).map_err(|error| failed(&error))?;
        if loader.is_incremental() {
            return Err("`<incmode>` is included, which is solved step by step".to_owned());
        }
        drop(loader);
        let sources = engine.sources();
        let text = |id| Text {
            name: sources.name(id).to_owned(),
            text: sources.text(id).to_owned(),
            is_included: sources.is_included(id),
        };
        let texts = sources.ids().map(text).collect();
        self.read = Some((files, engine));
        Ok(texts)
    }

    fn ground(&mut self, grounder: &str, told: &Told) -> Result<Option<String>, NoComparison<String>> {
        let Some((files, mut engine)) = self.read.take() else { return Ok(None) };
        if grounder == "gringo" {
            let stop = || self.interrupter.is_interrupted();
            let ground = gringo::ground_again(files, &told.constants, &stop);
            return ground.map(Some).map_err(NoComparison::Unknown);
        }
        let ground = ground_again(&mut engine, grounder, &told.soft);
        ground.map_err(|why| NoComparison::Failure(printable(&why.to_string())))
    }

    fn reason(&self, error: String) -> Result<String, String> {
        Ok(error)
    }
}

fn failed(error: &groundplan::Error) -> String {
    printable(&error.to_string())
}
