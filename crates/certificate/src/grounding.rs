//! Compares the ground program of a certificate with what its sources give when they are ground again.
//!
//! The reference grounder grounds them, over the atoms that the certificate lists. If it does not know a construct, the grounder
//! that made the certificate is asked again, if it is there; that is a comparison, and no proof. The user may name source files. For
//! gringo that is a must, since it runs scripts. Otherwise the files named by the certificate are used, as far as
//! [`Manifest::find_sources`] allows them to be opened. Included files must lie below the source files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use groundplan_reference::{Error, Place, Text};
use serde_json::{json, Value};

use crate::aspif::is_aspif;
use crate::check::Verified;
use crate::from_source::{SourceComparison, SourceTexts};
use crate::manifest::{Grounder, Source};
use crate::printable::{listed, listed_sources, printable, quoted};
use crate::sources::{difference, without_assumptions, SourcePlaces, Told};
#[cfg(doc)]
use crate::Manifest;

/// The names of grounders: the engine, gringo, and the placeholder for a source that was already ground.
const OURS: &str = "groundplan";
const GRINGO: &str = "gringo";
const NONE: &str = "none";

/// Reads source files, and grounds them as the grounder of a certificate did.
pub trait Grounders {
    /// Why files cannot be read or ground.
    type Error;

    /// Reads files with those that they include, which must lie in these places. `listed` are the files of the certificate if the user
    /// names none, each with whether it is only included.
    ///
    /// # Errors
    ///
    /// [`NoComparison::Unknown`] if it is not to end the check that a file cannot be read, otherwise the error of the file.
    fn read(
        &mut self,
        listed: &[(PathBuf, bool)],
        places: &SourcePlaces,
        constants: &[String],
    ) -> Result<Vec<Text>, NoComparison<Self::Error>>;

    /// Grounds what was read last as this grounder does, and returns the ground program in aspif. `None` if it cannot be asked.
    ///
    /// # Errors
    ///
    /// [`NoComparison::Unknown`] if the grounder gives no program, otherwise the error of the files.
    fn ground(&mut self, grounder: &str, told: &Told) -> Result<Option<String>, NoComparison<Self::Error>>;

    /// Returns the reason of an error of files that the user did not name.
    ///
    /// # Errors
    ///
    /// The error itself, if it ends the check.
    fn reason(&self, error: Self::Error) -> Result<String, Self::Error>;
}

/// Why ground programs cannot be compared.
#[derive(Debug)]
pub enum NoComparison<E> {
    /// The comparison is impossible, for this reason.
    Unknown(String),
    /// Files cannot be read or ground.
    Failure(E),
}

impl<E> From<E> for NoComparison<E> {
    fn from(error: E) -> Self {
        NoComparison::Failure(error)
    }
}

/// The sources that a user names.
#[derive(Debug, Clone, Default)]
pub struct Named {
    /// The files; if there are none, those of the certificate that may be opened.
    pub files: Vec<PathBuf>,
    /// Definitions of constants, `NAME=VALUE`; `None` for those of the certificate.
    pub constants: Option<Vec<String>>,
    /// Files that may be opened if a certificate names them.
    pub permitted: SourcePlaces,
}

/// The result of the comparison.
#[derive(Debug, Clone)]
pub enum Grounding {
    /// The ground programs are the same.
    Same(Same),
    /// The ground programs differ.
    Differs {
        /// What was ground again.
        again: Regrounded,
        /// The first difference. It is not safe to print.
        why: String,
    },
    /// Sources are named, but it is unknown whether they give the ground program.
    Unknown {
        /// The reason. It is not safe to print.
        why: String,
    },
    /// No sources are named: the claim is only about the ground program in the folder.
    Alone,
}

/// A description of what was ground again.
#[derive(Debug, Clone)]
pub struct Regrounded {
    grounder: String,
    /// All texts that were read, including included files.
    files: Vec<String>,
    /// Whether each of them is there only because another one includes it.
    included: Vec<bool>,
    constants: Vec<String>,
}

/// A ground program that is that of its sources.
#[derive(Debug, Clone)]
pub struct Same {
    again: Regrounded,
    /// Why the reference grounder did not repeat it; `None` if it did.
    unproven: Option<String>,
    texts: Vec<Text>,
}

/// The result of grounding sources.
struct Ground {
    program: GroundAgain,
    texts: Vec<Text>,
}

/// A program that was ground again.
enum GroundAgain {
    /// By the reference grounder, and compared.
    Reference(SourceComparison),
    /// By the grounder that the certificate names, or as it is, for the reason that the text gives.
    Other { aspif: String, unproven: String },
}

/// Compares certificates one after the other. The result is reused if the next certificate has the same ground
/// program and sources.
pub struct Groundings<'a, G> {
    named: Named,
    grounders: G,
    stop: &'a dyn Fn() -> bool,
    /// The last comparison that found both the same.
    last: Option<(SourceOrigin, Arc<Grounding>)>,
}

/// All inputs of a comparison.
#[derive(PartialEq)]
struct SourceOrigin {
    /// The directory that sources may lie in; empty if none of them does.
    directory: PathBuf,
    /// The ground program without its assumptions.
    aspif: String,
    atoms: Option<String>,
    sources: Vec<Source>,
    grounder: String,
    told: Option<Told>,
}

impl<'a, G: Grounders> Groundings<'a, G> {
    /// Creates an empty cache. `stop` is polled and returns whether to end a comparison.
    pub fn new(named: Named, grounders: G, stop: &'a dyn Fn() -> bool) -> Self {
        Groundings { named, grounders, stop, last: None }
    }

    /// Grounds the sources of a certificate in a directory again, and compares.
    ///
    /// # Errors
    ///
    /// If a file that the user names cannot be read or ground.
    pub fn compare(&mut self, verified: &Verified, directory: &Path) -> Result<Arc<Grounding>, G::Error> {
        let origin = SourceOrigin::of(verified, directory, &self.named);
        if let Some((_, known)) = self.last.as_ref().filter(|(last, _)| *last == origin) {
            return Ok(Arc::clone(known));
        }
        let grounding = Arc::new(match self.run(verified, directory) {
            Ok(grounding) => grounding,
            Err(NoComparison::Unknown(why)) => Grounding::Unknown { why },
            Err(NoComparison::Failure(failure)) => return Err(failure),
        });
        if matches!(*grounding, Grounding::Same { .. }) {
            self.last = Some((origin, Arc::clone(&grounding)));
        }
        Ok(grounding)
    }

    fn run(&mut self, verified: &Verified, directory: &Path) -> Result<Grounding, NoComparison<G::Error>> {
        let manifest = &verified.manifest;
        let is_named = !self.named.files.is_empty();
        if !is_named && manifest.sources.is_empty() {
            return Ok(Grounding::Alone);
        }
        let Some(mut told) = manifest.grounder.told() else {
            let options = &manifest.grounder.arguments;
            return Err(NoComparison::Unknown(format!(
                "the options of the grounder are not known: {options:?}"
            )));
        };
        if let Some(constants) = &self.named.constants {
            told.constants.clone_from(constants);
        }
        let files: Vec<(PathBuf, bool)> = match is_named {
            true => self.named.files.iter().map(|file| (file.clone(), false)).collect(),
            false => {
                let found = manifest.find_sources(directory, Path::new(""), &self.named.permitted);
                found.map_err(NoComparison::Unknown)?
            }
        };
        let places = SourcePlaces::around(files.iter().map(|(file, _)| file));
        let ground = match self.ground(verified, &files, &places, &told) {
            Err(NoComparison::Failure(failure)) if !is_named => {
                // It is not a failure of the check, because the user did not choose the files.
                return Err(NoComparison::Unknown(self.grounders.reason(failure)?));
            }
            ground => ground?,
        };
        Ok(judge(verified, ground, &told))
    }

    /// Grounds files with the grounder and options that the certificate records.
    fn ground(
        &mut self,
        verified: &Verified,
        files: &[(PathBuf, bool)],
        places: &SourcePlaces,
        told: &Told,
    ) -> Result<Ground, NoComparison<G::Error>> {
        let texts = self.grounders.read(files, places, &told.constants)?;
        let grounder = verified.manifest.grounder.name.as_str();
        if let [text] = texts.as_slice() {
            if is_aspif(&text.text) {
                let program = GroundAgain::Other { aspif: text.text.clone(), unproven: String::new() };
                return Ok(Ground { program, texts });
            }
        }
        let mut unproven = String::new();
        if [OURS, GRINGO].contains(&grounder) {
            let sources = SourceTexts::new(texts.iter().cloned(), &told.constants);
            match sources.compare(verified, self.stop) {
                Ok(comparison) => return Ok(Ground { program: GroundAgain::Reference(comparison), texts }),
                Err(Error::Unsupported { construct, place }) => {
                    unproven = format!("{construct}, {}", statement(&texts, place));
                }
                Err(error) => unproven = error.to_string(),
            }
        }
        let unknown = |why: &str| Err(NoComparison::Unknown(why.to_owned()));
        if grounder == NONE {
            return unknown("it names no grounder, and the sources are no ground program");
        }
        if grounder == GRINGO && self.named.files.is_empty() {
            return unknown("it is from gringo: name the source files to have them ground");
        }
        match self.grounders.ground(grounder, told)? {
            Some(aspif) => Ok(Ground { program: GroundAgain::Other { aspif, unproven }, texts }),
            None => unknown(&format!("it is from {}, which cannot be asked again", quoted(grounder))),
        }
    }
}

impl SourceOrigin {
    fn of(verified: &Verified, directory: &Path, named: &Named) -> SourceOrigin {
        let Verified { aspif, atoms, manifest, .. } = verified;
        // Only files in the directory of the certificate differ between certificates.
        let is_own = |source: &Source| directory.join(&source.file).symlink_metadata().is_ok();
        let has_own = named.files.is_empty() && manifest.sources.iter().any(is_own);
        SourceOrigin {
            directory: if has_own { directory.to_owned() } else { PathBuf::new() },
            aspif: without_assumptions(aspif).flat_map(|(line, _)| [line, "\n"]).collect(),
            atoms: atoms.clone(),
            sources: manifest.sources.clone(),
            grounder: manifest.grounder.name.clone(),
            told: manifest.grounder.told(),
        }
    }
}

/// Compares the ground program of a certificate with what its sources were ground to.
fn judge(verified: &Verified, ground: Ground, told: &Told) -> Grounding {
    let Verified { aspif, manifest, .. } = verified;
    let Ground { program, texts } = ground;
    let is_ground = matches!(texts.as_slice(), [text] if is_aspif(&text.text));
    let again = Regrounded {
        grounder: if is_ground { NONE.to_owned() } else { manifest.grounder.name.clone() },
        files: texts.iter().map(|text| text.name.clone()).collect(),
        included: texts.iter().map(|text| text.is_included).collect(),
        constants: if is_ground { Vec::new() } else { told.constants.clone() },
    };
    let (why, unproven) = match program {
        GroundAgain::Reference(comparison) => {
            let why = reason(&comparison, &texts);
            (why.map(|why| format!("the ground program is not that of {again}: {why}")), None)
        }
        GroundAgain::Other { aspif: other, unproven } => {
            let Grounder { name, version, .. } = &manifest.grounder;
            let ours = env!("CARGO_PKG_VERSION");
            let by = match again.grounder == OURS && version != ours {
                true => format!(" (written by {} {}, this is {ours})", quoted(name), quoted(version)),
                false => String::new(),
            };
            let line = difference(aspif, &other);
            let why = line
                .map(|line| format!("the ground program is not that of {again}: line {line} differs{by}"));
            (why, Some(unproven))
        }
    };
    match why {
        Some(why) => Grounding::Differs { again, why },
        None => Grounding::Same(Same { again, unproven, texts }),
    }
}

/// Returns why a program is not that of these texts by the reference grounder; `None` if it is.
fn reason(comparison: &SourceComparison, texts: &[Text]) -> Option<String> {
    Some(match comparison {
        SourceComparison::Same => return None,
        SourceComparison::OtherAtoms(Error::Missing { atom, place }) => {
            format!("it has no `{atom}`, which is derived {}", statement(texts, *place))
        }
        SourceComparison::OtherAtoms(error) => error.to_string(),
        SourceComparison::OtherProgram(difference) => {
            let place = difference.place.map(|place| statement(texts, place));
            let [theirs, ours] = difference.lines.each_ref().map(|line| line.as_deref().unwrap_or("the end"));
            format!(
                "line {} differs, which is `{theirs}`, and from the source `{ours}`{}",
                difference.line,
                place.map_or_else(String::new, |place| format!(", {place}"))
            )
        }
    })
}

/// Returns a statement with its position: the first line of its text.
fn statement(texts: &[Text], place: Place) -> String {
    let Some(Text { name, text, .. }) = texts.get(place.text).filter(|_| place.line > 0) else {
        return "by the meaning of `-`".to_owned();
    };
    let line = text.lines().nth(place.line - 1).unwrap_or_default().trim();
    format!("at {}:{}: `{line}`", quoted(name), place.line)
}

impl Same {
    /// The texts that were read, including included files.
    #[must_use]
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }

    /// The definitions of constants, `NAME=VALUE`.
    #[must_use]
    pub fn constants(&self) -> &[String] {
        &self.again.constants
    }
}

impl Grounding {
    /// Whether the ground program is proven to be that of its sources.
    #[must_use]
    pub fn is_from_source(&self) -> bool {
        matches!(self, Grounding::Same(Same { unproven: None, .. }))
    }

    /// Returns why it is unknown whether the ground program is that of its sources, if this matters: sources are
    /// named or required. The sentence is not safe to print.
    #[must_use]
    pub fn unknown(&self, requires_sources: bool) -> Option<String> {
        match self {
            Grounding::Unknown { why } => {
                Some(format!("whether the ground program is that of its sources is not known: {why}"))
            }
            Grounding::Alone if requires_sources => {
                Some("no source text is named that the ground program could be compared with".to_owned())
            }
            Grounding::Same(Same { again, .. }) if requires_sources && again.grounder == NONE => {
                Some(format!("{} is a ground program, and no source text was compared", listed(&again.files)))
            }
            _ => None,
        }
    }

    /// Returns the comparison as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        match self {
            Grounding::Same(Same { again, unproven, .. }) => {
                let mut object = again.json(true);
                object["from_source"] = json!(unproven.is_none());
                object["unproven"] = json!(unproven.as_ref().filter(|why| !why.is_empty()));
                object
            }
            Grounding::Differs { again, .. } => again.json(false),
            Grounding::Unknown { why } => json!({ "same": null, "reason": why }),
            Grounding::Alone => json!({ "same": null, "reason": "no source text is named" }),
        }
    }
}

impl Regrounded {
    fn json(&self, same: bool) -> Value {
        json!({ "same": same, "grounder": self.grounder, "files": self.files, "constants": self.constants })
    }
}

impl fmt::Display for Regrounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed_sources(self.files.iter().zip(self.included.iter().copied())))?;
        match self.constants.as_slice() {
            [] => Ok(()),
            constants => write!(f, " with {}", listed(constants)),
        }
    }
}

impl fmt::Display for Grounding {
    /// Writes one line for each thing that was compared. They are safe to print.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounding::Same(Same { again, .. }) if again.grounder == NONE => {
                write!(f, "compared: the ground program is {again}; no source text is named")
            }
            Grounding::Same(Same { again, unproven: None, .. }) => {
                write!(f, "proven: {again} is ground to this program, by the reference grounder")
            }
            Grounding::Same(Same { again, unproven: Some(why), .. }) => {
                write!(f, "compared, not proven: {} grounds {again} to this program", again.grounder)?;
                match why.as_str() {
                    "" => Ok(()),
                    why => write!(f, "\nnot proven from the source: {}", printable(why)),
                }
            }
            Grounding::Differs { why, .. } => f.write_str(&printable(why)),
            Grounding::Unknown { why } => {
                let why = printable(why);
                write!(f, "not checked: whether the ground program is that of its sources ({why})")
            }
            Grounding::Alone => f.write_str("of the ground program in the folder; no source text is named"),
        }
    }
}
