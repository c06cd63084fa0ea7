//! `groundplan check certificate`: proofs that there is no answer set, checked without the engine; and whether the ground
//! program that they are about is that of the sources, which is compared, not proven.

mod closure;
mod grounding;

use std::path::{Path, PathBuf};

use groundplan::solve::SearchConfig;
use groundplan::Interrupter;
use groundplan_certificate::{check, together, Conclusion, Part, Refusal, Verdict, Verified};
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
}

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
    let watchdog = Watchdog::start(arguments.limits.limits(), interrupter.clone(), give_up)?;
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
        checked.push(Checked { name, verdict: differing(verdict, grounding.as_ref()), grounding });
    }
    let are_verified = checked.iter().all(|checked| matches!(checked.verdict, Verdict::Verified(_)));
    let together = (is_split && !is_alone && are_verified).then(|| together(&parts));
    let _speaking = watchdog.speak();
    let is_rejected = |checked: &Checked| matches!(checked.verdict, Verdict::Rejected(_));
    let verified = match &checked {
        checked if checked.iter().any(is_rejected) => Some(false),
        _ if are_verified => Some(!matches!(together, Some(Err(_)))),
        _ => None,
    };
    print(format, verified, &checked, together.as_ref())?;
    if !quiet {
        checked.iter().for_each(Checked::say);
        match &together {
            None => {}
            Some(Ok(conclusion)) => report::say(&sentence(conclusion)),
            Some(Err(why)) => report::error(&format!("together they prove nothing: {why}")),
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
                &format!("`{}` is no certificate: {error}", directory.display()),
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
            output::print(&format!("{object}\n"))
        }
    }
}

impl Checked {
    /// Says what was proven, what was compared, and what was not; or why not.
    fn say(&self) {
        let label = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        match &self.verdict {
            Verdict::Verified(verified) => {
                report::say(&format!(
                    "{label}proven by VeriPB {}: {}",
                    verified.veripb, verified.manifest.claim
                ));
                if let Some(grounding) = &self.grounding {
                    report::say(&format!("{label}{grounding}"));
                }
            }
            Verdict::Rejected(refusal) => report::error(&format!("{label}{refusal}")),
            Verdict::Unavailable(why) => drop(report::refuse(&format!("{label}{why}"), INSTALL)),
        }
    }

    fn json(&self) -> Value {
        let (verified, reason) = match &self.verdict {
            Verdict::Verified(_) => (Some(true), None),
            Verdict::Rejected(refusal) => (Some(false), Some(refusal.to_string())),
            Verdict::Unavailable(why) => (None, Some(why.clone())),
        };
        let mut object = Map::new();
        object.insert("directory".to_owned(), json!(self.name));
        object.insert("verified".to_owned(), json!(verified));
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

/// What was proven.
fn proven(verified: &Verified, object: &mut Map<String, Value>) {
    let Verified { program, claim, .. } = verified;
    let bounds: Vec<Value> = claim
        .costs
        .iter()
        .map(|&(priority, bound)| json!({ "priority": priority, "at_most": bound.to_string() }))
        .collect();
    let assumptions: Vec<String> =
        program.assumptions.iter().map(|&literal| program.literal(literal)).collect();
    let externals: Map<String, Value> = program
        .externals
        .iter()
        .map(|(&atom, value)| (program.name(atom), json!(value.to_string())))
        .collect();
    for (key, value) in [
        ("claim", json!(verified.manifest.claim)),
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
