//! Whether the ground program of a certificate is what its sources give when they are grounded again.
//!
//! This is a comparison, not a proof: it repeats what a grounder did. Where the certificate names gringo, it compares with
//! gringo. The files that count are those on the command line; those that a certificate names, which may be anybody's, are
//! read only where they have the digest that it says, and only by our own grounder, which runs no scripts.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use groundplan::exchange::write_aspif;
use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{digest, Grounder, Source, Verified};
use serde_json::{json, Value};

use super::closure::{close, Closure};
use crate::arguments::CheckCertificateArguments;
use crate::exit::Failure;
use crate::solve::arguments::ProgramArguments;
use crate::solve::load;
use crate::{input, report};

/// The grounder of this program, the other one that is known, and what is named where the source was ground already.
const OURS: &str = "groundplan";
const GRINGO: &str = "gringo";
const NONE: &str = "none";

/// How a ground program compares with that of the sources.
#[derive(Clone)]
pub enum Grounding {
    /// It is the same; and where the names of the atoms are known, whether these are closed under the rules.
    Same { grounder: String, files: Vec<String>, closure: Option<Closure> },
    /// It is another one.
    Differs { grounder: String, files: Vec<String>, why: String },
    /// They were not compared.
    Unchecked { why: String },
}

/// Compares one certificate after the other; where several are of the same ground program and say that it comes from the same
/// sources, once.
pub struct Groundings<'a> {
    arguments: &'a CheckCertificateArguments,
    interrupter: &'a Interrupter,
    /// What was the same last.
    last: Option<(Origin, Grounding)>,
}

/// All that a comparison depends on.
#[derive(PartialEq)]
struct Origin {
    /// Assumptions apart.
    aspif: String,
    atoms: Option<String>,
    sources: Vec<Source>,
    grounder: Grounder,
}

impl<'a> Groundings<'a> {
    /// Nothing is compared yet.
    pub fn new(arguments: &'a CheckCertificateArguments, interrupter: &'a Interrupter) -> Self {
        Groundings { arguments, interrupter, last: None }
    }

    /// Grounds again, and compares.
    ///
    /// # Errors
    ///
    /// When a file of the command line is wrong.
    pub fn compare(&mut self, verified: &Verified, directory: &Path) -> Result<Grounding, Failure> {
        let origin = Origin::of(verified);
        if let Some((_, grounding)) = self.last.as_ref().filter(|(last, _)| *last == origin) {
            return Ok(grounding.clone());
        }
        let grounding = compare(verified, directory, self.arguments, self.interrupter)?;
        if matches!(grounding, Grounding::Same { .. }) {
            self.last = Some((origin, grounding.clone()));
        }
        Ok(grounding)
    }
}

impl Origin {
    fn of(verified: &Verified) -> Origin {
        let Verified { aspif, atoms, manifest, .. } = verified;
        let mut grounder = manifest.grounder.clone();
        grounder.arguments = constants(&grounder.arguments).unwrap_or(grounder.arguments);
        Origin {
            aspif: without_assumptions(aspif).flat_map(|(line, _)| [line, "\n"]).collect(),
            atoms: atoms.clone(),
            sources: manifest.sources.clone(),
            grounder,
        }
    }
}

fn compare(
    verified: &Verified,
    directory: &Path,
    arguments: &CheckCertificateArguments,
    interrupter: &Interrupter,
) -> Result<Grounding, Failure> {
    let grounder = &verified.manifest.grounder;
    let unchecked = |why: String| Ok(Grounding::Unchecked { why });
    let constants = match constants(&grounder.arguments) {
        _ if !arguments.constants.is_empty() => arguments.constants.clone(),
        Some(constants) => constants,
        None => {
            return unchecked(format!("the options of the grounder are not known: {:?}", grounder.arguments))
        }
    };
    let files = match sources(&verified.manifest.sources, directory) {
        _ if !arguments.files().is_empty() => arguments.files(),
        Ok(files) if grounder.name != GRINGO => files,
        Ok(_) => {
            return unchecked(format!(
                "it is from {}: name the source files to have them ground",
                grounder.name
            ))
        }
        Err(why) => return unchecked(why),
    };
    let text = match grounder.name.as_str() {
        NONE => match files.as_slice() {
            [file] => input::read_any(file)?.text,
            _ => return unchecked("the certificate names several ground programs".to_owned()),
        },
        OURS => ground(&files, &constants, arguments, interrupter)?,
        GRINGO => match gringo(&files, &constants) {
            Ok(text) => text,
            Err(why) => return unchecked(why),
        },
        other => return unchecked(format!("it is from {other}, which cannot be asked again")),
    };
    let name = grounder.name.clone();
    let Some(line) = difference(&verified.aspif, &text) else {
        let closure = closure(verified, &files, &constants, interrupter)?;
        if let Some((atom, place)) = closure.as_ref().and_then(|closure| closure.missing.as_ref()) {
            let why = format!("the ground program has no {atom}, which the rule at {place} derives");
            return Ok(Grounding::Differs { grounder: name, files, why });
        }
        return Ok(Grounding::Same { grounder: name, files, closure });
    };
    let by = if name == OURS && grounder.version != env!("CARGO_PKG_VERSION") {
        format!(" (written by version {}, this is {})", grounder.version, env!("CARGO_PKG_VERSION"))
    } else {
        String::new()
    };
    let why = format!("the ground program is not that of {}: line {line} differs{by}", files.join(", "));
    Ok(Grounding::Differs { grounder: name, files, why })
}

/// Evaluates the rules of the files once.
fn closure(
    verified: &Verified,
    files: &[String],
    constants: &[String],
    interrupter: &Interrupter,
) -> Result<Option<Closure>, Failure> {
    let Some(atoms) = &verified.atoms else { return Ok(None) };
    let texts = files.iter().map(|file| input::read_any(file)).collect::<Result<Vec<_>, _>>()?;
    Ok(close(&verified.program, atoms, &texts, constants, interrupter))
}

/// The constants, if those and assumptions are all options there are; what is assumed is part of the claim.
fn constants(arguments: &[String]) -> Option<Vec<String>> {
    let mut constants = Vec::new();
    for pair in arguments.chunks(2) {
        match pair {
            [option, definition] if option == "-c" && !definition.starts_with('-') => {
                constants.push(definition.clone());
            }
            [option, _] if option == "--assume" || option == "--cube" => {}
            _ => return None,
        }
    }
    Some(constants)
}

/// The files that a certificate names, where all are there and have not changed: in its own directory, or here.
fn sources(sources: &[Source], directory: &Path) -> Result<Vec<String>, String> {
    if sources.is_empty() {
        return Err("the certificate names no source files".to_owned());
    }
    sources
        .iter()
        .map(|source| {
            let places = [directory.join(&source.file), PathBuf::from(&source.file)];
            let place = places.into_iter().find(|place| place.is_file());
            let place = place.ok_or_else(|| format!("there is no file `{}`", source.file))?;
            let found = File::open(&place).and_then(|mut file| digest(&mut file, &mut std::io::sink()));
            match found {
                Ok(found) if found == source.sha256 => Ok(place.to_string_lossy().into_owned()),
                Ok(_) => Err(format!("`{}` is not the file that was ground", place.display())),
                Err(error) => Err(format!("cannot read `{}`: {error}", place.display())),
            }
        })
        .collect()
}

fn ground(
    files: &[String],
    constants: &[String],
    arguments: &CheckCertificateArguments,
    interrupter: &Interrupter,
) -> Result<String, Failure> {
    let program = ProgramArguments {
        files: files.to_vec(),
        constants: constants.to_vec(),
        warnings: vec!["none".to_owned()],
        verbose: 0,
    };
    let mut loaded = load::load(&program, true)?;
    let mut config = SearchConfig::default();
    config.solver.interrupter = interrupter.clone();
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    loaded.ground(["base"])?;
    let mut text = String::new();
    write_aspif(loaded.engine.ground_program(), &mut text)
        .map_err(|_| Failure::Internal("a text cannot be written".to_owned()))?;
    Ok(text)
}

/// Asks gringo, which is not known to end.
fn gringo(files: &[String], constants: &[String]) -> Result<String, String> {
    let failed = |error: &dyn fmt::Display| format!("gringo does not ground it: {error}");
    let output = Command::new(GRINGO)
        .arg("--output=intermediate")
        .args(constants.iter().flat_map(|constant| ["-c", constant.as_str()]))
        .args(files)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(&error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
        return Err(failed(&said));
    }
    String::from_utf8(output.stdout).map_err(|error| failed(&error))
}

/// The lines of a program and their numbers, without what is assumed.
fn without_assumptions(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.starts_with("6 "))
}

/// The first line in which two programs differ. Assumptions are added to what a grounder wrote, and belong to the claim.
fn difference(certified: &str, ground: &str) -> Option<usize> {
    let (mut certified, mut ground) = (without_assumptions(certified), without_assumptions(ground));
    let mut last = 0;
    loop {
        match (certified.next(), ground.next()) {
            (None, None) => return None,
            (Some((one, number)), Some((other, _))) if one == other => last = number,
            (Some((_, number)), _) => return Some(number),
            (None, _) => return Some(last + 1),
        }
    }
}

impl Grounding {
    /// As a value of JSON.
    pub fn json(&self) -> Value {
        match self {
            Grounding::Same { grounder, files, closure } => {
                let closure = closure.as_ref().map(Closure::json);
                json!({ "same": true, "grounder": grounder, "files": files, "closure": closure })
            }
            Grounding::Differs { grounder, files, .. } => {
                json!({ "same": false, "grounder": grounder, "files": files })
            }
            Grounding::Unchecked { why } => json!({ "same": null, "reason": why }),
        }
    }
}

impl fmt::Display for Grounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounding::Same { grounder, files, .. } if grounder == NONE => {
                write!(f, "compared: the ground program is {}", files.join(", "))
            }
            Grounding::Same { grounder, files, closure } => {
                write!(f, "compared, not proven: {grounder} grounds {} to this program", files.join(", "))?;
                closure.iter().try_for_each(|closure| write!(f, "\n{closure}"))
            }
            Grounding::Differs { why, .. } => f.write_str(why),
            Grounding::Unchecked { why } => {
                write!(f, "not checked: whether the ground program is that of its sources ({why})")
            }
        }
    }
}
