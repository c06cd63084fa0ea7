//! `groundplan check certificate`: checks proofs that there is no answer set, without using the engine for solving, and that
//! the ground program is that of its sources.
//!
//! The contents of a certificate are untrusted and go to a terminal, so all output here passes through [`printable`].

mod grounding;
mod plans;

use std::path::{Path, PathBuf};

use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{
    check, least, listed, printable, quoted, together, Conclusion, Lit, Manifest, Part, Refusal, Verdict,
    Verified,
};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::instance::quantity;
use groundplan_terminal::options::Format;
use groundplan_terminal::{escape, output, report};
use serde_json::{json, Map, Value};

use crate::arguments::CheckCertificateArguments;
use crate::watchdog::{Cause, Watchdog};
use grounding::{Grounding, Groundings};

/// The proof checker.
const VERIPB: &str = "veripb";

/// The option that a certificate within a cube records.
const CUBE: &str = "--cube";

/// A certificate with its verdict.
struct Checked {
    /// Its directory, relative to the one that was named; empty for that one itself.
    name: String,
    verdict: Verdict,
    /// The comparison of its ground program, if the proof is verified.
    grounding: Option<Grounding>,
    /// Why it is unknown whether a verified proof is about the sources.
    unknown: Option<String>,
}

/// The number of cubes listed for people; JSON lists all.
const LISTED: usize = 16;

/// Runs the command.
///
/// # Errors
///
/// When there is no certificate, or a source is invalid.
pub fn run(arguments: &CheckCertificateArguments) -> Result<Exit, Failure> {
    let directories = all_directories(arguments)?;
    let (format, quiet) = (arguments.format, arguments.quiet);
    let give_up = move |ended: &crate::watchdog::EarlyEnd| {
        if ended.cause != Cause::Closed {
            if !quiet {
                ended.say("the check was cut short");
            }
            // The interrupt decides the exit code, even if printing fails.
            let _ = print(format, None, &[], None);
        }
        Exit::Unknown
    };
    let interrupter = SearchConfig::default().solver.interrupter;
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    // A certificate named by itself is checked alone, without looking for a cover.
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
            // There may be many certificates, and these fields use most of the memory.
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
        if let Some(least) = least(&parts).filter(|_| verified == Some(true)) {
            let from = if is_from_source(&checked) { ", from the source" } else { "" };
            let costs = least.iter().map(|(priority, cost)| format!("{cost} at priority {priority}"));
            let costs = costs.collect::<Vec<_>>().join(", ");
            report::say(&format!("proven{from}: no answer set costs less than {costs}"));
        }
    }
    Ok(match verified {
        Some(true) => Exit::Success,
        Some(false) => Exit::None,
        None => Exit::Unknown,
    })
}

/// Waits for the watchdog to end the process if it has interrupted the check.
fn yield_to_watchdog(interrupter: &Interrupter) {
    while interrupter.is_interrupted() {
        std::thread::park();
    }
}

/// Returns the certificates in all named directories, with their labels.
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

/// Returns the combined claim of covers and the certificates of their cubes, in words.
fn sentence(conclusion: &Conclusion) -> String {
    let Conclusion { claim, covers, cubes, .. } = conclusion;
    let covers = quantity(*covers, "cover", "covers");
    format!("together, by {covers} and {}: {claim}", quantity(*cubes, "cube", "cubes"))
}

/// Rejects a verdict whose ground program differs from that of the sources.
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
            Some(true) if is_from_source(checked) => "VERIFIED FROM SOURCE\n",
            Some(true) => "VERIFIED\n",
            Some(false) => "REJECTED\n",
            None => "UNKNOWN\n",
        }),
        Format::Json => {
            let certificates: Vec<Value> = checked.iter().map(Checked::json).collect();
            let from_source = verified == Some(true) && is_from_source(checked);
            let mut object =
                json!({ "verified": verified, "from_source": from_source, "certificates": certificates });
            match together {
                None => {}
                Some(Ok(Conclusion { claim, program, covers, cubes })) => {
                    object["together"] =
                        json!({ "claim": claim, "program": program, "covers": covers, "cubes": cubes });
                }
                Some(Err(why)) => object["together"] = json!({ "claim": null, "reason": why }),
            }
            output::print(&escape::json(&object))
        }
    }
}

/// Whether all ground programs are proven to be those of their sources.
fn is_from_source(checked: &[Checked]) -> bool {
    checked.iter().all(|checked| checked.grounding.as_ref().is_some_and(Grounding::is_from_source))
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

    /// Prints what was proven and compared, or why the certificate is rejected.
    fn say(&self) {
        let label = if self.name.is_empty() { String::new() } else { format!("{}: ", quoted(&self.name)) };
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
                drop(report::refuse(&format!("{label}{}", printable(&why.to_string())), why.help()));
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
