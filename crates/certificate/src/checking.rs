//! Checks certificates one after the other, and says what they prove, as text and as JSON.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{json, Map, Value};

use crate::check::{check, directories, Verdict, Verified};
use crate::constraint::Lit;
use crate::cubes::{together, Conclusion, Part};
use crate::error::Refusal;
use crate::grounding::{Grounders, Grounding, Groundings};
use crate::manifest::Manifest;
use crate::printable::{listed, printable, quoted};
use crate::priorities::least;

/// The option that a certificate within a cube records.
const CUBE: &str = "--cube";

/// The number of cubes listed for people; JSON lists all.
const LISTED: usize = 16;

/// A check of several certificates.
pub struct Checking<'a, G> {
    groundings: Groundings<'a, G>,
    veripb: PathBuf,
    requires_sources: bool,
    stop: &'a dyn Fn() -> bool,
    checked: Vec<Checked>,
    parts: Vec<Part>,
    is_split: bool,
}

/// A certificate with its verdict.
#[derive(Debug)]
pub struct Checked {
    /// Its directory, relative to the one that was named; empty for that one itself.
    pub name: String,
    /// Whether it is proven. The text and the rules of its program were dropped.
    pub verdict: Verdict,
    /// The comparison of its ground program, if the proof is verified.
    pub grounding: Option<Arc<Grounding>>,
    /// Why it is unknown whether a verified proof is about the sources. The sentence is not safe to print.
    pub unknown: Option<String>,
}

/// What several certificates prove.
#[derive(Debug, Default)]
pub struct Checks {
    checked: Vec<Checked>,
    /// What certificates of cubes prove together.
    together: Option<Result<Conclusion, String>>,
    /// The costs by priority that certificates prove least together.
    least: Option<Vec<(i64, i128)>>,
}

/// A line for people, which is safe to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// What was proven or compared.
    Said(String),
    /// Why nothing is proven.
    Error(String),
    /// Why the check could not be completed, and what can be done about it.
    Unavailable(String, &'static str),
}

/// Returns the certificates in directories, each with a name for messages: its place in the directory, if there is only one, otherwise
/// its path.
///
/// # Errors
///
/// The first directory that [has no certificate](directories), and why.
pub fn labelled_directories(named: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, (PathBuf, io::Error)> {
    let mut all = Vec::new();
    for directory in named {
        let label = directory.display().to_string();
        let found = directories(directory).map_err(|error| (directory.clone(), error))?;
        all.extend(found.into_iter().map(|(name, path)| match name.as_str() {
            name if named.len() == 1 => (name.to_owned(), path),
            "" => (label.clone(), path),
            name => (format!("{label}/{name}"), path),
        }));
    }
    Ok(all)
}

impl<'a, G: Grounders> Checking<'a, G> {
    /// Begins a check by the program `veripb`. `stop` is polled and returns whether to end it.
    pub fn new(
        groundings: Groundings<'a, G>,
        veripb: &Path,
        requires_sources: bool,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Checking {
            groundings,
            veripb: veripb.to_owned(),
            requires_sources,
            stop,
            checked: Vec::new(),
            parts: Vec::new(),
            is_split: false,
        }
    }

    /// Checks the certificate in a directory, which is called `name`, and compares its ground program with its sources.
    ///
    /// # Errors
    ///
    /// If a file that the user names cannot be read or ground.
    pub fn check(&mut self, name: &str, directory: &Path) -> Result<&Checked, G::Error> {
        let mut verdict = check(directory, &self.veripb, self.stop);
        let mut grounding = None;
        if let Verdict::Verified(verified) = &mut verdict {
            grounding = Some(self.groundings.compare(verified, directory)?);
            let part = Part::of(name, verified);
            let arguments = &verified.manifest.grounder.arguments;
            self.is_split |= part.is_cover() || arguments.iter().any(|argument| argument == CUBE);
            self.parts.push(part);
            // There may be many certificates, and these fields use most of the memory.
            verified.aspif = String::new();
            verified.program.rules = Vec::new();
        }
        let unknown = grounding.as_ref().and_then(|grounding| grounding.unknown(self.requires_sources));
        if let Some(Grounding::Differs { why, .. }) = grounding.as_deref() {
            verdict = Verdict::Rejected(Refusal { file: None, line: None, message: why.clone() });
        }
        self.checked.push(Checked { name: name.to_owned(), verdict, grounding, unknown });
        Ok(self.checked.last().expect("it was pushed"))
    }

    /// Returns what the certificates prove. One that is named by itself proves what it says, without those of other cubes.
    #[must_use]
    pub fn conclude(self) -> Checks {
        let Checking { checked, parts, is_split, .. } = self;
        let is_alone = matches!(&checked[..], [checked] if checked.name.is_empty());
        let are_proven = checked.iter().all(|checked| matches!(checked.verdict, Verdict::Verified(_)));
        let together = (is_split && !is_alone && are_proven).then(|| together(&parts));
        Checks { checked, together, least: least(&parts) }
    }
}

impl Checks {
    /// The certificates, in the order of their checks.
    #[must_use]
    pub fn checked(&self) -> &[Checked] {
        &self.checked
    }

    /// Whether all claims are proven, about the sources if some are named; `None` if that is unknown.
    #[must_use]
    pub fn verified(&self) -> Option<bool> {
        let mut verified = self.checked.iter().map(Checked::verified);
        match self {
            Checks { together: Some(Err(_)), .. } => Some(false),
            Checks { checked, .. } if checked.is_empty() => None,
            _ if verified.clone().any(|verified| verified == Some(false)) => Some(false),
            _ => verified.all(|verified| verified == Some(true)).then_some(true),
        }
    }

    /// Whether all ground programs are proven to be those of their sources.
    fn is_from_source(&self) -> bool {
        self.checked.iter().all(|checked| checked.grounding.as_ref().is_some_and(|it| it.is_from_source()))
    }

    /// Returns the result in words.
    #[must_use]
    pub fn headline(&self) -> &'static str {
        match self.verified() {
            Some(true) if self.is_from_source() => "VERIFIED FROM SOURCE",
            Some(true) => "VERIFIED",
            Some(false) => "REJECTED",
            None => "UNKNOWN",
        }
    }

    /// Returns what was proven and compared, and why other certificates prove nothing. `notes` are more lines about what each
    /// certificate was compared with, in the order of the certificates.
    #[must_use]
    pub fn lines(&self, notes: &[String]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (number, checked) in self.checked.iter().enumerate() {
            checked.say(notes.get(number).map_or("", String::as_str), &mut lines);
        }
        match &self.together {
            None => {}
            Some(Ok(Conclusion { claim, covers, cubes, .. })) => {
                let covers = quantity(*covers, "cover", "covers");
                let cubes = quantity(*cubes, "cube", "cubes");
                lines.push(Line::Said(printable(&format!("together, by {covers} and {cubes}: {claim}"))));
            }
            Some(Err(why)) => {
                lines.push(Line::Error(printable(&format!("together they prove nothing: {why}"))));
            }
        }
        if let Some(least) = self.least.as_ref().filter(|_| self.verified() == Some(true)) {
            let from = if self.is_from_source() { ", from the source" } else { "" };
            let costs = least.iter().map(|(priority, cost)| format!("{cost} at priority {priority}"));
            let costs = costs.collect::<Vec<_>>().join(", ");
            lines.push(Line::Said(format!("proven{from}: no answer set costs less than {costs}")));
        }
        lines
    }

    /// Returns the result as JSON, with an object for each certificate.
    #[must_use]
    pub fn json(&self) -> Value {
        let certificates: Vec<Value> = self.checked.iter().map(Checked::json).collect();
        let verified = self.verified();
        let from_source = verified == Some(true) && self.is_from_source();
        let mut object =
            json!({ "verified": verified, "from_source": from_source, "certificates": certificates });
        match &self.together {
            None => {}
            Some(Ok(Conclusion { claim, program, covers, cubes })) => {
                object["together"] =
                    json!({ "claim": claim, "program": program, "covers": covers, "cubes": cubes });
            }
            Some(Err(why)) => object["together"] = json!({ "claim": null, "reason": why }),
        }
        object
    }
}

impl Checked {
    /// Whether the claim is proven, about the sources if some are named; `None` if that is unknown.
    fn verified(&self) -> Option<bool> {
        match &self.verdict {
            Verdict::Verified(_) if self.unknown.is_none() => Some(true),
            Verdict::Rejected(_) => Some(false),
            Verdict::Verified(_) | Verdict::Unavailable(_) => None,
        }
    }

    /// Adds lines about what was proven and compared, or why the certificate is rejected.
    fn say(&self, notes: &str, lines: &mut Vec<Line>) {
        let label = if self.name.is_empty() { String::new() } else { format!("{}: ", quoted(&self.name)) };
        let mut say = |line: &str| lines.push(Line::Said(format!("{label}{}", printable(line))));
        match &self.verdict {
            Verdict::Verified(verified) => {
                say(&format!("proven by VeriPB {}: {}", verified.veripb, verified.manifest.claim));
                let cubes = cubes(verified);
                for (cube, number) in cubes.iter().zip(1..).take(LISTED) {
                    say(&format!("cube {number}: {}", cube.join(", ")));
                }
                if cubes.len() > LISTED {
                    let more = quantity(cubes.len() - LISTED, "cube", "cubes");
                    say(&format!("and {more} more, which claim.txt has"));
                }
                if let Some(grounding) = &self.grounding {
                    grounding.to_string().lines().chain(notes.lines()).for_each(&mut say);
                }
                if self.unknown.is_some() {
                    let origin = origin(&verified.manifest);
                    say(&format!("what was proven is of the ground program in the folder{origin}"));
                }
            }
            Verdict::Rejected(refusal) => {
                lines.push(Line::Error(printable(&format!("{label}{refusal}"))));
            }
            Verdict::Unavailable(why) => {
                let line = format!("{label}{}", printable(&why.to_string()));
                lines.push(Line::Unavailable(line, why.help()));
            }
        }
    }

    fn json(&self) -> Value {
        let reason = match &self.verdict {
            Verdict::Verified(_) => self.unknown.clone(),
            Verdict::Rejected(refusal) => Some(refusal.raw()),
            Verdict::Unavailable(why) => Some(why.to_string()),
        };
        let mut object = Map::new();
        object.insert("directory".to_owned(), json!(self.name));
        object.insert("verified".to_owned(), json!(self.verified()));
        object.insert("reason".to_owned(), json!(reason));
        if let Verdict::Verified(verified) = &self.verdict {
            proven(verified, &mut object);
        }
        if let Some(grounding) = &self.grounding {
            object.insert("grounding".to_owned(), grounding.json());
        }
        Value::Object(object)
    }
}

/// Returns the cubes of the claim, by the names of their atoms.
fn cubes(verified: &Verified) -> Vec<Vec<String>> {
    let Verified { program, claim, .. } = verified;
    let literals = |cube: &Vec<Lit>| cube.iter().map(|&literal| program.literal(literal)).collect();
    claim.cubes.iter().map(literals).collect()
}

/// Returns the origin of a ground program as its certificate states it; this was not compared.
fn origin(manifest: &Manifest) -> String {
    let files: Vec<&str> = manifest.sources.iter().map(|source| source.file.as_str()).collect();
    if files.is_empty() {
        return String::new();
    }
    let arguments = match manifest.grounder.arguments.as_slice() {
        [] => String::new(),
        arguments => {
            let arguments: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
            format!(" with {}", arguments.join(" "))
        }
    };
    format!("; by its own word, {} made it of {}{arguments}", quoted(&manifest.grounder.name), listed(files))
}

/// Adds what was proven, with the origin that the certificate states, to a JSON object.
fn proven(verified: &Verified, object: &mut Map<String, Value>) {
    let Verified { program, claim, .. } = verified;
    let bounds: Vec<Value> = claim
        .costs
        .iter()
        .map(|&(priority, bound)| json!({ "priority": priority, "at_most": bound.to_string() }))
        .collect();
    let assumptions: Vec<String> =
        program.assumptions.iter().map(|&literal| program.literal(literal)).collect();
    let mut externals = Map::new();
    for (&atom, value) in &program.externals {
        let name = program.name(atom);
        // A certificate may give the same name to two atoms.
        let name = if externals.contains_key(&name) { format!("{name} (atom {atom})") } else { name };
        externals.insert(name, json!(value.to_string()));
    }
    let Manifest { claim: sentence, sources, grounder, .. } = &verified.manifest;
    let files: Vec<&str> = sources.iter().map(|source| source.file.as_str()).collect();
    let constants = grounder.told().map(|told| told.constants);
    for (key, value) in [
        ("claim", json!(sentence)),
        ("cubes", json!(cubes(verified))),
        ("sources", json!(files)),
        ("constants", json!(constants)),
        ("grounder", json!(grounder)),
        ("bounds", json!(bounds)),
        ("assumptions", json!(assumptions)),
        ("externals", json!(externals)),
        ("inequalities", json!(verified.axioms)),
        ("sets", json!(verified.sets)),
        ("veripb", json!(verified.veripb)),
    ] {
        object.insert(key.to_owned(), value);
    }
}

fn quantity(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
