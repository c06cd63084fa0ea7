//! Derives what a claim says about plans, if its sources are an encoding and an instance as `decide` and `optimize`
//! write them. This is read from the compared source texts, not from the certificate. A plan beside them is replayed.
//!
//! What is said is about the instance as it is written. The proof is about the facts that the program has of it, so both
//! have to be the same: a place called like a constant of the encoding is another one to the program.

use std::collections::BTreeSet;
use std::path::Path;

use groundplan_certificate::{listed, printable, quoted, SourceTexts, Text};
use groundplan_check::{Rules, Verdict};
use groundplan_sokoban::{Instance, DECISION_ENCODING};
use serde_json::{json, Value};

use crate::plan::counted;

/// The names of the source files that these commands write.
const FILES: [&str; 2] = ["encoding.lp", "instance.lp"];

/// The constraint that `--no-noop` adds to an instance, and the constant that it defines.
const NO_NOOP: &str = ":- push(B,_,B,_).\n";
const NO_NOOP_CONSTANT: &str = "noops=0";

/// A question about plans.
#[derive(Clone)]
pub struct Plans {
    /// The name of the instance file.
    instance: String,
    asked: Asked,
    /// The number of actions of the plan beside the sources, if it is valid.
    plan: Option<usize>,
}

/// What the sources ask.
#[derive(Clone)]
enum Asked {
    /// For a plan, under the encoding shipped with this program.
    Plan(CertifiedQuestion),
    /// The encoding is another one.
    OtherEncoding,
    /// The encoding has constants that are not those of a question.
    OtherConstants(Vec<String>),
    /// The instance file has more than an instance.
    More,
    /// The program does not have this fact of the instance, or not as it is written.
    OtherFacts(String),
}

#[derive(Clone)]
struct CertifiedQuestion {
    /// The facts of the instance, each on a line.
    facts: String,
    actions: usize,
    boxes: usize,
    no_noop: bool,
}

/// The file of a plan that `optimize` writes into a certificate, and its greatest size in bytes.
const PLAN: &str = "plan.lp";
const LARGEST_PLAN: u64 = 1 << 24;

impl Plans {
    /// Returns the question that source texts are with these constants, if they are one.
    pub fn of(texts: &[Text], constants: &[String], stop: &dyn Fn() -> bool) -> Option<Plans> {
        let [encoding, instance] = texts else { return None };
        let is_called = |text: &Text, name: &str| text.name.rsplit('/').next() == Some(name);
        if !is_called(encoding, FILES[0]) || !is_called(instance, FILES[1]) {
            return None;
        }
        let asked = asked(encoding, instance, constants, stop);
        Some(Plans { instance: instance.name.clone(), asked, plan: None })
    }

    /// Looks for a plan in a directory, which is valid for the instance.
    pub fn find_plan(&mut self, directory: &Path) {
        if let Asked::Plan(CertifiedQuestion { facts, .. }) = &self.asked {
            self.plan = plan(facts, directory);
        }
    }

    /// Returns the question as JSON.
    pub fn json(&self) -> Value {
        let encoding = (!matches!(self.asked, Asked::OtherEncoding)).then_some(DECISION_ENCODING.0);
        let question = match &self.asked {
            Asked::Plan(question) => Some(question),
            _ => None,
        };
        json!({
            "encoding": encoding,
            "instance": self.instance,
            "actions": question.map(|question| question.actions),
            "no_noop": question.map(|question| question.no_noop),
            "fewest": self.fewest(),
        })
    }

    /// The fewest actions of any plan, if this is proven: there is a plan of one more than is refuted. Shorter plans could be
    /// filled up by no-ops.
    fn fewest(&self) -> Option<usize> {
        let Asked::Plan(CertifiedQuestion { actions, no_noop: false, .. }) = &self.asked else { return None };
        self.plan.filter(|&plan| plan == actions + 1)
    }
}

/// Returns what an encoding and an instance ask.
fn asked(encoding: &Text, instance: &Text, constants: &[String], stop: &dyn Fn() -> bool) -> Asked {
    if encoding.text != DECISION_ENCODING.1 {
        return Asked::OtherEncoding;
    }
    let facts = instance.text.strip_suffix(NO_NOOP);
    let no_noop = match (constants, facts) {
        ([], None) => false,
        // The constant says it all, and the constraint repeats it. Alone it leaves other plans out as well.
        ([constant], _) if constant == NO_NOOP_CONSTANT => true,
        _ => return Asked::OtherConstants(constants.to_vec()),
    };
    let facts = facts.unwrap_or(&instance.text);
    let Some(read) = Instance::read(&instance.name, facts).ok().filter(|read| read.warnings.is_empty())
    else {
        return Asked::More;
    };
    let (written, is_plain) = facts_of(&read);
    let named = [Text::named(&encoding.name, &encoding.text), Text::named(&instance.name, facts)];
    let Ok(Some(meant)) = SourceTexts::new(named, constants).facts(1, stop) else { return Asked::More };
    let other = written.difference(&meant).next().or_else(|| meant.difference(&written).next());
    if let Some(other) = other {
        return Asked::OtherFacts(other.clone());
    }
    match read.steps.len().checked_sub(1).filter(|_| is_plain) {
        Some(actions) => {
            let facts = written.iter().map(|fact| format!("{fact}.\n")).collect();
            Asked::Plan(CertifiedQuestion { facts, actions, boxes: read.boxes.len(), no_noop })
        }
        None => Asked::More,
    }
}

/// Returns the facts of an instance as they are written, and whether the encoding knows the predicates of all of them.
fn facts_of(instance: &Instance) -> (BTreeSet<String>, bool) {
    let symbols = &instance.symbols;
    let (mut facts, mut is_plain) = (BTreeSet::new(), true);
    for fact in instance.facts.iter() {
        let name = symbols.text(fact.signature.name);
        // Storage locations are called `solution` there.
        is_plain &= name != "storage";
        let sign = if fact.signature.negative { "-" } else { "" };
        let arguments: Vec<String> =
            fact.arguments.iter().map(|&argument| symbols.display(argument).to_string()).collect();
        facts.insert(match arguments.as_slice() {
            [] => format!("{sign}{name}"),
            arguments => format!("{sign}{name}({})", arguments.join(",")),
        });
    }
    (facts, is_plain)
}

/// Returns the number of actions of a valid plan in a directory.
fn plan(facts: &str, directory: &Path) -> Option<usize> {
    let path = directory.join(PLAN);
    let found = path.symlink_metadata().ok()?;
    if !found.is_file() || found.len() > LARGEST_PLAN {
        return None;
    }
    let plan = groundplan_check::Plan::parse(&std::fs::read_to_string(path).ok()?).ok()?;
    let instance = groundplan_check::Instance::parse(facts).ok()?;
    let actions = plan.actions();
    let rules = Rules { actions: Some(actions), ..Rules::default() };
    matches!(groundplan_check::check(&instance, &plan, &rules), Verdict::Valid { .. }).then_some(actions)
}

impl std::fmt::Display for Plans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Plans { instance, asked, .. } = self;
        let instance = quoted(instance);
        let (encoding, name) = (FILES[0], DECISION_ENCODING.0);
        let open = "so what it says of plans is not known here";
        match asked {
            Asked::Plan(CertifiedQuestion { actions, boxes, no_noop, .. }) => {
                let each = if *no_noop { ", each of which moves its box" } else { "" };
                let boxes = groundplan_terminal::words::quantity(*boxes, "box", "boxes");
                write!(
                    f,
                    "the question: {encoding} is {name}, and {instance} asks for a plan of exactly {}{each}, with {boxes}",
                    counted(*actions)
                )?;
                match self.fewest() {
                    Some(fewest) => {
                        write!(
                            f,
                            "\nproven fewest, from the source: {PLAN} has {}, and is valid",
                            counted(fewest)
                        )
                    }
                    None => Ok(()),
                }
            }
            Asked::More => {
                write!(f, "the question: {encoding} is {name}, but {instance} is not only an instance")
            }
            Asked::OtherFacts(fact) => {
                let fact = printable(fact);
                write!(
                    f,
                    "the question: {encoding} is {name}, but to the program {instance} is not what is written there: \
                     `{fact}` is in one of them only, as a constant has another value in the other, {open}"
                )
            }
            Asked::OtherConstants(constants) => {
                let constants = match constants.as_slice() {
                    [] => "without the constant that its constraint needs".to_owned(),
                    constants => format!("with {}", listed(constants)),
                };
                write!(f, "the question: {encoding} is {name}, {constants}, {open}")
            }
            Asked::OtherEncoding => {
                write!(f, "the question: {encoding} is not {name}, {open}")
            }
        }
    }
}
