//! `groundplan check certificate`: proofs that there is no answer set, checked without the engine; and whether the ground
//! program that they are about is that of the sources, which is compared, not proven.
//!
//! What a certificate says of itself goes to a terminal, so all that is printed here passes through [`printable`].

mod closure;
mod grounding;
mod plans;

use std::path::{Path, PathBuf};

use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{
    check, is_printable, printable, together, Conclusion, Lit, Manifest, Part, Refusal, Verdict, Verified,
};
use serde_json::{json, Map, Value};

use crate::arguments::CheckCertificateArguments;
use crate::exit::{Exit, Failure};
use crate::instance::quantity;
use crate::options::Format;
use crate::watchdog::{Cause, Watchdog};
use crate::{output, report};
use grounding::{Grounding, Groundings};

/// The program that checks proofs.
const VERIPB: &str = "veripb";

/// What a certificate within a cube says that it was told.
const CUBE: &str = "--cube";

/// What to do where there is none.
const INSTALL: &str = "`cargo install --locked veripb` puts it on the path";

/// A certificate, and what it came to.
struct Checked {
    /// Its directory, below the one that was named; empty for that one itself.
    name: String,
    verdict: Verdict,
    /// Of one that is verified, how its ground program compares.
    grounding: Option<Grounding>,
    /// Why it is not known, though the proof is accepted, whether it is of the sources.
    unknown: Option<String>,
}

/// How many cubes are listed for people; formats for programs have all.
const LISTED: usize = 16;

/// Runs the command.
///
/// # Errors
///
/// When there is no certificate, or a source is wrong.
pub fn run(arguments: &CheckCertificateArguments) -> Result<Exit, Failure> {
    let directories = all_directories(arguments)?;
    let (format, quiet) = (arguments.format, arguments.quiet);
    let give_up = move |ended: &crate::watchdog::Ended| {
        if ended.cause != Cause::Closed {
            if !quiet {
                ended.say("the check was cut short");
            }
            // The cause is what counts, not whether it could be said.
            let _ = print(format, None, &[], None);
        }
        Exit::Unknown
    };
    let interrupter = SearchConfig::default().solver.interrupter;
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    // One that is named by itself claims what it claims.
    let is_alone = matches!(&directories[..], [(name, _)] if name.is_empty());
    let (mut checked, mut parts, mut is_split) = (Vec::new(), Vec::new(), false);
    let mut groundings = Groundings::new(arguments, &interrupter);
    for (name, directory) in directories {
        let mut verdict = check(&directory, Path::new(VERIPB), &|| interrupter.is_interrupted());
        let mut grounding = None;
        if let Verdict::Verified(verified) = &mut verdict {
            match groundings.compare(verified, &directory) {
                Err(Failure::Halted(growing)) => watchdog.halted(growing),
                compared => grounding = Some(compared?),
            }
            let part = Part::of(&name, verified);
            is_split |= part.is_cover() || verified.manifest.grounder.arguments.iter().any(|it| it == CUBE);
            parts.push(part);
            // There may be many, and this is most of it.
            verified.aspif = String::new();
            verified.program.rules = Vec::new();
        }
        yield_to_watchdog(&interrupter);
        let unknown = grounding.as_ref().and_then(|grounding| grounding.unknown(arguments.require_sources));
        let verdict = differing(verdict, grounding.as_ref());
        checked.push(Checked { name, verdict, grounding, unknown });
    }
    let are_proven = checked.iter().all(|checked| matches!(checked.verdict, Verdict::Verified(_)));
    let together = (is_split && !is_alone && are_proven).then(|| together(&parts));
    let _speaking = watchdog.speak();
    let verified = match &checked {
        _ if matches!(together, Some(Err(_))) => Some(false),
        checked if checked.iter().any(|checked| checked.verified() == Some(false)) => Some(false),
        checked if checked.iter().all(|checked| checked.verified() == Some(true)) => Some(true),
        _ => None,
    };
    print(format, verified, &checked, together.as_ref())?;
    if !quiet {
        checked.iter().for_each(Checked::say);
        match &together {
            None => {}
            Some(Ok(conclusion)) => report::say(&printable(&sentence(conclusion))),
            Some(Err(why)) => report::error(&printable(&format!("together they prove nothing: {why}"))),
        }
    }
    Ok(match verified {
        Some(true) => Exit::Success,
        Some(false) => Exit::None,
        None => Exit::Unknown,
    })
}

/// The watchdog has the last word once it has asked for an end.
fn yield_to_watchdog(interrupter: &Interrupter) {
    while interrupter.is_interrupted() {
        std::thread::park();
    }
}

/// The certificates in all directories that are named, by what they are called.
fn all_directories(arguments: &CheckCertificateArguments) -> Result<Vec<(String, PathBuf)>, Failure> {
    let directories = |directory: &Path| {
        groundplan_certificate::directories(directory).map_err(|error| {
            report::refuse(
                &printable(&format!("`{}` is no certificate: {error}", directory.display())),
                "name a directory that `groundplan certify` wrote",
            )
        })
    };
    let more = arguments.more();
    if more.is_empty() {
        return directories(&arguments.directory);
    }
    let mut all = Vec::new();
    for directory in std::iter::once(&arguments.directory).chain(&more) {
        let label = directory.display().to_string();
        let named = directories(directory)?.into_iter().map(|(name, path)| match name.as_str() {
            "" => (label.clone(), path),
            name => (format!("{label}/{name}"), path),
        });
        all.extend(named);
    }
    Ok(all)
}

/// What a cover and the certificates within its cubes come to.
fn sentence(conclusion: &Conclusion) -> String {
    let Conclusion { claim, covers, cubes, .. } = conclusion;
    let covers = quantity(*covers, "cover", "covers");
    format!("together, by {covers} and {}: {claim}", quantity(*cubes, "cube", "cubes"))
}

/// A proof about another program than the one that is asked about proves nothing.
fn differing(verdict: Verdict, grounding: Option<&Grounding>) -> Verdict {
    match grounding {
        Some(Grounding::Differs { why, .. }) => {
            Verdict::Rejected(Refusal { file: None, line: None, message: why.clone() })
        }
        _ => verdict,
    }
}

fn print(
    format: Format,
    verified: Option<bool>,
    checked: &[Checked],
    together: Option<&Result<Conclusion, String>>,
) -> Result<(), Failure> {
    match format {
        Format::Text => output::print(match verified {
            Some(true) => "VERIFIED\n",
            Some(false) => "REJECTED\n",
            None => "UNKNOWN\n",
        }),
        Format::Json => {
            let certificates: Vec<Value> = checked.iter().map(Checked::json).collect();
            let mut object = json!({ "verified": verified, "certificates": certificates });
            match together {
                None => {}
                Some(Ok(Conclusion { claim, program, covers, cubes })) => {
                    object["together"] =
                        json!({ "claim": claim, "program": program, "covers": covers, "cubes": cubes });
                }
                Some(Err(why)) => object["together"] = json!({ "claim": null, "reason": why }),
            }
            output::print(&format!("{}\n", escaped(&object.to_string())))
        }
    }
}

/// JSON in which what a terminal obeys is escaped, also where JSON lets it stand: that is only within strings.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        let mut bytes = [0; 4];
        match is_printable(letter.encode_utf8(&mut bytes)) {
            true => escaped.push(letter),
            // All of them are in the basic plane.
            false => escaped += &format!("\\u{:04x}", u32::from(letter)),
        }
    }
    escaped
}

impl Checked {
    /// Whether it proves its claim, of the sources where it names some; `None` where that is not known.
    fn verified(&self) -> Option<bool> {
        match &self.verdict {
            Verdict::Verified(_) if self.unknown.is_none() => Some(true),
            Verdict::Rejected(_) => Some(false),
            Verdict::Verified(_) | Verdict::Unavailable(_) => None,
        }
    }

    /// Says what was proven, what was compared, and what was not; or why not.
    fn say(&self) {
        let label = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        let label = printable(&label);
        let say = |line: &str| report::say(&format!("{label}{}", printable(line)));
        match &self.verdict {
            Verdict::Verified(verified) => {
                say(&format!("proven by VeriPB {}: {}", verified.veripb, verified.manifest.claim));
                let cubes = cubes(verified);
                cubes.iter().zip(1..).take(LISTED).for_each(|(cube, number)| {
                    say(&format!("cube {number}: {}", cube.join(", ")));
                });
                if cubes.len() > LISTED {
                    say(&format!(
                        "and {} more, which claim.txt has",
                        quantity(cubes.len() - LISTED, "cube", "cubes")
                    ));
                }
                if let Some(grounding) = &self.grounding {
                    grounding.to_string().lines().for_each(say);
                }
                if self.unknown.is_some() {
                    say(&format!(
                        "what was proven is of the ground program in the folder{}",
                        origin(&verified.manifest)
                    ));
                }
            }
            Verdict::Rejected(refusal) => report::error(&printable(&format!("{label}{refusal}"))),
            Verdict::Unavailable(why) => {
                drop(report::refuse(&format!("{label}{}", printable(why)), INSTALL));
            }
        }
    }

    fn json(&self) -> Value {
        let reason = match &self.verdict {
            Verdict::Verified(_) => self.unknown.clone(),
            Verdict::Rejected(refusal) => Some(refusal.raw()),
            Verdict::Unavailable(why) => Some(why.clone()),
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

/// The cubes of the claim, by the names of their atoms.
fn cubes(verified: &Verified) -> Vec<Vec<String>> {
    let Verified { program, claim, .. } = verified;
    let literals = |cube: &Vec<Lit>| cube.iter().map(|&literal| program.literal(literal)).collect();
    claim.cubes.iter().map(literals).collect()
}

/// Where a ground program comes from by the word of its certificate, which was not compared.
fn origin(manifest: &Manifest) -> String {
    let files: Vec<&str> = manifest.sources.iter().map(|source| source.file.as_str()).collect();
    if files.is_empty() {
        return String::new();
    }
    let arguments = match manifest.grounder.arguments.as_slice() {
        [] => String::new(),
        arguments => format!(" with {}", arguments.join(" ")),
    };
    format!("; by its own word, {} made it of {}{arguments}", manifest.grounder.name, files.join(", "))
}

/// What was proven, and of what by the word of the certificate.
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
        // Nothing keeps a certificate from giving two atoms one name.
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
