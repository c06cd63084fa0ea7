//! Compares the ground program of a certificate with what its sources give when they are ground again.
//!
//! The reference grounder grounds them, over the atoms that the certificate lists. If it does not know a construct, the grounder
//! that made the certificate is asked again; that is a comparison, and no proof. Source files come from the command line. For
//! gringo they must, if it is asked, since it runs scripts. Otherwise the files named by the certificate are used, as far as
//! [`groundplan_certificate::Manifest::find_sources`] allows them to be opened. Included files must lie below the source files.

use std::fmt;
use std::path::{Path, PathBuf};

use groundplan::exchange::{is_aspif, write_aspif};
use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{
    difference, listed, listed_sources, printable, quoted, without_assumptions, Claim, Grounder, Places,
    Source, SourceComparison, SourceTexts, Told, Verified,
};
use groundplan_prove::gringo::{Grounded, Task};
use groundplan_reference::{Error, Place, Text};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use serde_json::{json, Value};

use super::plans::Plans;
use crate::arguments::CheckCertificateArguments;
use crate::certify::{conflict, ground::texts};
use crate::solve::load::{self, Loaded};
use groundplan_frontend::arguments::ProgramArguments;

/// The names of grounders: this program, gringo, and the placeholder for a source that was already ground.
const OURS: &str = "groundplan";
const GRINGO: &str = "gringo";
const NONE: &str = "none";

/// The result of the comparison.
#[derive(Clone)]
pub enum Grounding {
    /// The ground programs are the same.
    Same(Same),
    /// The ground programs differ.
    Differs { again: Regrounded, why: String },
    /// Sources are named, but it is unknown whether they give the ground program.
    Unknown { why: String },
    /// No sources are named: the claim is only about the ground program in the folder.
    Alone,
}

/// A description of what was ground again.
#[derive(Clone)]
pub struct Regrounded {
    grounder: String,
    /// All texts that were read, including included files.
    files: Vec<String>,
    /// Whether each of them is there only because another one includes it.
    included: Vec<bool>,
    constants: Vec<String>,
}

/// A ground program that is that of its sources.
#[derive(Clone)]
pub struct Same {
    again: Regrounded,
    /// Why the reference grounder did not repeat it; `None` if it did.
    unproven: Option<String>,
    /// The question about plans, if the sources are one.
    plans: Option<Plans>,
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

/// Why the ground program cannot be compared.
enum NoComparison {
    /// The comparison is impossible, for this reason.
    Unknown(String),
    /// The command has to fail.
    Failure(Failure),
}

impl From<Failure> for NoComparison {
    fn from(failure: Failure) -> Self {
        NoComparison::Failure(failure)
    }
}

/// Compares certificates one after the other. The result is reused if the next certificate has the same ground
/// program and sources.
pub struct Groundings<'a> {
    arguments: &'a CheckCertificateArguments,
    interrupter: &'a Interrupter,
    /// The last comparison that found both the same.
    last: Option<(Origin, Grounding)>,
}

/// All inputs of a comparison.
#[derive(PartialEq)]
struct Origin {
    /// The directory that sources may lie in; empty if none of them does.
    directory: PathBuf,
    /// The ground program without its assumptions.
    aspif: String,
    atoms: Option<String>,
    sources: Vec<Source>,
    grounder: String,
    told: Option<Told>,
}

impl<'a> Groundings<'a> {
    /// Creates an empty cache.
    pub fn new(arguments: &'a CheckCertificateArguments, interrupter: &'a Interrupter) -> Self {
        Groundings { arguments, interrupter, last: None }
    }

    /// Grounds the sources again, and compares.
    ///
    /// # Errors
    ///
    /// When a file of the command line is invalid.
    pub fn compare(&mut self, verified: &Verified, directory: &Path) -> Result<Grounding, Failure> {
        let origin = Origin::of(verified, directory, self.arguments);
        let known = self.last.as_ref().filter(|(last, _)| *last == origin);
        let mut grounding = match known {
            Some((_, grounding)) => grounding.clone(),
            None => {
                let comparison =
                    Comparison { verified, arguments: self.arguments, interrupter: self.interrupter };
                match comparison.run(directory) {
                    Ok(grounding) => grounding,
                    Err(NoComparison::Unknown(why)) => Grounding::Unknown { why },
                    Err(NoComparison::Failure(failure)) => return Err(failure),
                }
            }
        };
        if matches!(grounding, Grounding::Same { .. }) {
            self.last = Some((origin, grounding.clone()));
        }
        // The plan and the claim are those of this certificate, and not of one before.
        grounding.find_plan(verified, directory);
        Ok(grounding)
    }
}

impl Origin {
    fn of(verified: &Verified, directory: &Path, arguments: &CheckCertificateArguments) -> Origin {
        let Verified { aspif, atoms, manifest, .. } = verified;
        // Only files in the directory of the certificate differ between certificates.
        let is_own = |source: &Source| directory.join(&source.file).symlink_metadata().is_ok();
        let has_own = arguments.files().is_empty() && manifest.sources.iter().any(is_own);
        Origin {
            directory: if has_own { directory.to_owned() } else { PathBuf::new() },
            aspif: without_assumptions(aspif).flat_map(|(line, _)| [line, "\n"]).collect(),
            atoms: atoms.clone(),
            sources: manifest.sources.clone(),
            grounder: manifest.grounder.name.clone(),
            told: manifest.grounder.told(),
        }
    }
}

/// A certificate whose ground program is compared.
struct Comparison<'a> {
    verified: &'a Verified,
    arguments: &'a CheckCertificateArguments,
    interrupter: &'a Interrupter,
}

impl Comparison<'_> {
    fn run(&self, directory: &Path) -> Result<Grounding, NoComparison> {
        let manifest = &self.verified.manifest;
        let named = self.arguments.files();
        if named.is_empty() && manifest.sources.is_empty() {
            return Ok(Grounding::Alone);
        }
        let Some(mut told) = manifest.grounder.told() else {
            let options = &manifest.grounder.arguments;
            return Err(NoComparison::Unknown(format!(
                "the options of the grounder are not known: {options:?}"
            )));
        };
        if !self.arguments.constants.is_empty() {
            told.constants.clone_from(&self.arguments.constants);
        }
        let mut places = Places::around(&named);
        let files = if named.is_empty() {
            let found = manifest.find_sources(directory, Path::new(""), &Places::default());
            let found = found.map_err(NoComparison::Unknown)?;
            places = Places::around(found.iter().map(|(file, _)| file));
            let named = found.iter().filter(|(_, is_included)| !is_included);
            named.map(|(file, _)| file.to_string_lossy().into_owned()).collect()
        } else {
            named.clone()
        };
        let ground = self.ground(&files, &places, &told).map_err(|missing| match missing {
            // The error in the files has been printed; it is not a failure, because the user did not choose them.
            NoComparison::Failure(failure) if named.is_empty() && !matches!(failure, Failure::Halted(_)) => {
                NoComparison::Unknown(match failure {
                    Failure::Usage(why) | Failure::Input(why) | Failure::Internal(why) => why,
                    _ => "they cannot be ground".to_owned(),
                })
            }
            missing => missing,
        })?;
        Ok(self.judge(&ground, &told))
    }

    /// Grounds files with the grounder and options that the certificate records.
    fn ground(&self, files: &[String], places: &Places, told: &Told) -> Result<Ground, NoComparison> {
        let program = ProgramArguments {
            files: files.to_vec(),
            constants: told.constants.clone(),
            warnings: vec!["none".to_owned()],
            verbose: 0,
        };
        let unknown = |why: String| Err(NoComparison::Unknown(why));
        let mut loaded = load::load_below(&program, true, places)?;
        let texts: Vec<Text> = texts(&loaded.engine).collect();
        let grounder = self.verified.manifest.grounder.name.as_str();
        let is_ground = matches!(texts.as_slice(), [text] if is_aspif(&text.text));
        let mut unproven = String::new();
        if !is_ground && [OURS, GRINGO].contains(&grounder) {
            let sources = SourceTexts::new(texts.iter().cloned(), &told.constants);
            match sources.compare(self.verified, &|| self.interrupter.is_interrupted()) {
                Ok(comparison) => {
                    return Ok(Ground { program: GroundAgain::Reference(comparison), texts });
                }
                Err(Error::Unsupported { construct, place }) => {
                    unproven = format!("{construct}, {}", statement(&texts, place));
                }
                Err(error) => unproven = error.to_string(),
            }
        }
        let aspif = match texts.as_slice() {
            [text] if is_ground => text.text.clone(),
            _ => match grounder {
                OURS => {
                    self.configure(&mut loaded)?;
                    loaded.ground(["base"])?;
                    written(&loaded)?
                }
                conflict::GROUNDER => {
                    let Some(soft) = conflict::soft(&told.soft) else {
                        return unknown(format!(
                            "the kinds of soft statements are not known: {:?}",
                            told.soft
                        ));
                    };
                    self.configure(&mut loaded)?;
                    loaded.engine.ground_relaxed(["base"], soft).map_err(report::engine)?;
                    written(&loaded)?
                }
                GRINGO if self.arguments.files().is_empty() => {
                    return unknown(
                        "it is from gringo: name the source files to have them ground".to_owned(),
                    );
                }
                GRINGO => self.gringo(files, &told.constants)?,
                NONE => {
                    return unknown("it names no grounder, and the sources are no ground program".to_owned())
                }
                other => {
                    return unknown(format!("it is from {}, which cannot be asked again", quoted(other)))
                }
            },
        };
        Ok(Ground { program: GroundAgain::Other { aspif, unproven }, texts })
    }

    fn configure(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        let mut config = SearchConfig::default();
        config.solver.interrupter = self.interrupter.clone();
        loaded.engine.configure(config).map_err(report::engine)?;
        loaded.engine.set_ground_limit(self.arguments.limits.ground_limit);
        Ok(())
    }

    /// Has gringo ground the files; it can be interrupted, since it may not terminate.
    fn gringo(&self, files: &[String], constants: &[String]) -> Result<String, NoComparison> {
        let unknown = |why: String| NoComparison::Unknown(format!("gringo does not ground it: {why}"));
        let files = files.iter().map(PathBuf::from).collect();
        let task = Task { files, constants, input: None, is_heard: false };
        match task.run(&|| self.interrupter.is_interrupted()) {
            Ok(Grounded::Program(aspif)) => Ok(aspif),
            Ok(Grounded::Refused(why)) => Err(unknown(why)),
            Ok(Grounded::Stopped) => Err(unknown("it was stopped".to_owned())),
            Err(error) => Err(unknown(error.to_string())),
        }
    }

    fn judge(&self, ground: &Ground, told: &Told) -> Grounding {
        let Verified { aspif, manifest, .. } = self.verified;
        let is_ground = matches!(ground.texts.as_slice(), [text] if is_aspif(&text.text));
        let again = Regrounded {
            grounder: if is_ground { NONE.to_owned() } else { manifest.grounder.name.clone() },
            files: ground.texts.iter().map(|text| text.name.clone()).collect(),
            included: ground.texts.iter().map(|text| text.is_included).collect(),
            constants: if is_ground { Vec::new() } else { told.constants.clone() },
        };
        let (why, unproven) = match &ground.program {
            GroundAgain::Reference(comparison) => {
                let why = reason(comparison, &ground.texts);
                (why.map(|why| format!("the ground program is not that of {again}: {why}")), None)
            }
            GroundAgain::Other { aspif: other, unproven } => {
                let Grounder { name, version, .. } = &manifest.grounder;
                let ours = env!("CARGO_PKG_VERSION");
                let by = match again.grounder == OURS && version != ours {
                    true => format!(" (written by {} {}, this is {ours})", quoted(name), quoted(version)),
                    false => String::new(),
                };
                let line = difference(aspif, other);
                let why = line.map(|line| {
                    format!("the ground program is not that of {again}: line {line} differs{by}")
                });
                (why, Some(unproven.clone()))
            }
        };
        match why {
            Some(why) => Grounding::Differs { again, why },
            None => {
                let plans = Plans::of(&ground.texts, &told.constants, &|| self.interrupter.is_interrupted());
                Grounding::Same(Same { plans, again, unproven })
            }
        }
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

/// Returns the ground program of an engine in aspif.
fn written(loaded: &Loaded) -> Result<String, Failure> {
    let mut text = String::new();
    write_aspif(loaded.engine.ground_program(), &mut text)
        .map_err(|_| Failure::Internal("a text cannot be written".to_owned()))?;
    Ok(text)
}

impl Grounding {
    /// Whether the ground program is proven to be that of its sources.
    pub fn is_from_source(&self) -> bool {
        matches!(self, Grounding::Same(Same { unproven: None, .. }))
    }

    /// Returns why it is unknown whether the ground program is that of its sources, if this matters: sources are
    /// named or required.
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

    /// Looks for a plan beside the certificate. Only a claim about all plans, proven from the source, is one half of "fewest".
    fn find_plan(&mut self, verified: &Verified, directory: &Path) {
        let Grounding::Same(Same { unproven: None, plans: Some(plans), .. }) = self else { return };
        let Verified { program, claim, .. } = verified;
        if program.assumptions.is_empty() && program.externals.is_empty() && *claim == Claim::default() {
            plans.find_plan(directory);
        }
    }

    /// Returns the comparison as JSON.
    pub fn json(&self) -> Value {
        match self {
            Grounding::Same(Same { again, unproven, plans }) => {
                let mut object = again.json(true);
                object["from_source"] = json!(unproven.is_none());
                object["unproven"] = json!(unproven.as_ref().filter(|why| !why.is_empty()));
                object["plans"] = json!(plans.as_ref().map(Plans::json));
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
    /// Writes one line for each thing that was compared.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounding::Same(Same { again, .. }) if again.grounder == NONE => {
                write!(f, "compared: the ground program is {again}; no source text is named")
            }
            Grounding::Same(Same { again, unproven: None, plans }) => {
                write!(f, "proven: {again} is ground to this program, by the reference grounder")?;
                plans.iter().try_for_each(|plans| write!(f, "\n{plans}"))
            }
            Grounding::Same(Same { again, unproven: Some(why), plans }) => {
                write!(f, "compared, not proven: {} grounds {again} to this program", again.grounder)?;
                if !why.is_empty() {
                    write!(f, "\nnot proven from the source: {}", printable(why))?;
                }
                plans.iter().try_for_each(|plans| write!(f, "\n{plans}"))
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
