//! Comparison of a certificate's ground program with the result of grounding its sources again.
//!
//! The command `groundplan check certificate` makes the same comparison.

use std::path::{Path, PathBuf};

use groundplan::exchange::{aspif, is_aspif};
use groundplan::solve::SearchConfig;
use groundplan::{Engine, Interrupter, Loader};
use groundplan_certificate::{
    difference, listed, listed_sources, printable, quoted, Places, SourceComparison, SourceTexts, Text,
    Verified,
};
use groundplan_prove::gringo::{Grounded, Task};

/// The result of comparing two ground programs.
pub enum Comparison {
    /// The programs are equal, or there are no sources; the text describes it.
    Same(String),
    /// The programs differ, for this reason.
    Differs(String),
    /// Sources are named but cannot be compared, for this reason.
    Unknown(String),
}

/// The sources with which a ground program is compared.
#[derive(Clone)]
pub struct Sources {
    /// The files that the user names; if `None`, those of the certificate that may be opened.
    pub files: Option<Vec<PathBuf>>,
    /// The constants that the user defines; if `None`, those of the certificate.
    pub constants: Option<Vec<String>>,
    /// The files that may be opened if a certificate names them.
    pub permitted: Vec<PathBuf>,
    /// Whether missing source texts are an error.
    pub are_required: bool,
}

impl Sources {
    /// Grounds the sources of a certificate in `directory`, and compares the ground programs.
    pub fn compare(&self, verified: &Verified, directory: &Path, interrupter: &Interrupter) -> Comparison {
        self.try_compare(verified, directory, interrupter).unwrap_or_else(Comparison::Unknown)
    }

    fn try_compare(
        &self,
        verified: &Verified,
        directory: &Path,
        interrupter: &Interrupter,
    ) -> Result<Comparison, String> {
        let manifest = &verified.manifest;
        let required = |what: &str| match self.are_required {
            true => Err(format!("{what}, and source texts are required")),
            false => Ok(Comparison::Same(what.to_owned())),
        };
        if self.files.is_none() && manifest.sources.is_empty() {
            return required("of the ground program in the folder; no source text is named");
        }
        let told = manifest.grounder.told();
        let told = told.ok_or_else(|| {
            format!("the options of the grounder are not known: {:?}", manifest.grounder.arguments)
        })?;
        let constants = self.constants.as_ref().unwrap_or(&told.constants);
        let mut places = Places::around(self.files.iter().flatten());
        let files = match &self.files {
            Some(files) => files.clone(),
            None => {
                let found = manifest.find_sources(directory, Path::new(""), &Places::new(&self.permitted))?;
                places = Places::around(found.iter().map(|(file, _)| file));
                found.into_iter().filter(|(_, is_included)| !is_included).map(|(file, _)| file).collect()
            }
        };
        let mut engine = read(&files, &places, constants, interrupter)?;
        let texts: Vec<&str> = engine.sources().iter().map(|(_, text)| text).collect();
        let with = match constants.as_slice() {
            [] => String::new(),
            constants => format!(" with {}", listed(constants)),
        };
        let sources = engine.sources();
        let names = listed_sources(sources.ids().map(|id| (sources.name(id), sources.is_included(id))));
        let as_it_is = match texts.as_slice() {
            [text] if is_aspif(text) => Some((*text).to_owned()),
            _ => None,
        };
        let is_ground = as_it_is.is_some();
        if !is_ground && ["groundplan", "gringo"].contains(&manifest.grounder.name.as_str()) {
            let sources = engine.sources();
            let texts = sources.ids().map(|id| Text {
                name: sources.name(id).to_owned(),
                text: sources.text(id).to_owned(),
                is_included: sources.is_included(id),
            });
            let texts = SourceTexts::new(texts, constants);
            // Where the reference grounder does not know a construct, the other grounder is asked again.
            if let Ok(comparison) = texts.compare(verified, &|| interrupter.is_interrupted()) {
                let why = match comparison {
                    SourceComparison::Same => {
                        return Ok(Comparison::Same(format!(
                            "proven: {names}{with} is ground to this program, by the reference grounder"
                        )));
                    }
                    SourceComparison::OtherProgram(difference) => format!("line {} differs", difference.line),
                    SourceComparison::OtherAtoms(error) => error.to_string(),
                };
                let why = format!("the ground program is not that of {names}{with}: {}", printable(&why));
                return Ok(Comparison::Differs(why));
            }
        }
        let ground = match (as_it_is, manifest.grounder.name.as_str()) {
            (Some(text), _) => text,
            (None, "groundplan") => {
                engine.ground(["base"]).map_err(|error| error.to_string())?;
                aspif(engine.ground_program())
            }
            (None, "gringo") if self.files.is_none() => {
                return Err("it is from gringo: name the source files to have them ground".to_owned());
            }
            (None, "gringo") => {
                let task = Task { files, constants, input: None, is_heard: false };
                match task.run(&|| interrupter.is_interrupted()) {
                    Ok(Grounded::Program(text)) => text,
                    Ok(Grounded::Refused(why)) => return Err(format!("gringo does not ground it: {why}")),
                    Ok(Grounded::Stopped) => return Err("gringo was stopped".to_owned()),
                    Err(error) => return Err(format!("gringo cannot be asked: {error}")),
                }
            }
            (None, other) => {
                return Err(format!("it is from {}, which cannot be asked again here", quoted(other)));
            }
        };
        if let Some(line) = difference(&verified.aspif, &ground) {
            let why = format!("the ground program is not that of {names}{with}: line {line} differs");
            return Ok(Comparison::Differs(why));
        }
        if is_ground {
            return required(&format!("compared: the ground program is {names}; no source text is named"));
        }
        let grounder = &manifest.grounder.name;
        Ok(Comparison::Same(format!(
            "compared, not proven: {grounder} grounds {names}{with} to this program"
        )))
    }
}

/// Loads files, and included files if they lie below them.
fn read(
    files: &[PathBuf],
    places: &Places,
    constants: &[String],
    interrupter: &Interrupter,
) -> Result<Engine, String> {
    let failed = |error: groundplan::Error| printable(&error.to_string());
    let mut engine = Engine::new();
    let mut config = SearchConfig::default();
    config.solver.interrupter = interrupter.clone();
    engine.configure(config).map_err(failed)?;
    for constant in constants {
        engine.define_text(constant).map_err(failed)?;
    }
    let mut loader = Loader::reading(|path| places.read(path));
    loader.load_all(&mut engine, files).map_err(failed)?;
    if loader.is_incremental() {
        return Err("`<incmode>` is included, which is solved step by step".to_owned());
    }
    drop(loader);
    Ok(engine)
}
