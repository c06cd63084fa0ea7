//! Derives what a claim says about plans, if its sources are an encoding and an instance as `decide` and `optimize`
//! write them. This is read from the compared source texts, not from the certificate. A plan beside them is replayed.

use std::path::Path;

use groundplan_certificate::printable;
use groundplan_check::{Rules, Verdict};
use groundplan_sokoban::{Instance, DECISION_ENCODING};
use groundplan_terminal::input::Text;
use groundplan_terminal::plan::counted;
use serde_json::{json, Value};

/// The names of the source files that these commands write.
const FILES: [&str; 2] = ["encoding.lp", "instance.lp"];

/// The constraint that `--no-noop` adds to an instance.
const NO_NOOP: &str = ":- push(B,_,B,_).\n";

/// A question about plans.
#[derive(Clone)]
pub struct Plans {
    /// The name of the instance file.
    instance: String,
    /// Whether the encoding is the one shipped with this program.
    is_ours: bool,
    /// The number of actions of a plan; `None` if the file contains more than an instance.
    actions: Option<usize>,
    boxes: usize,
    no_noop: bool,
    /// The number of actions of the plan beside the sources, if it is valid.
    plan: Option<usize>,
}

/// The file of a plan that `optimize` writes into a certificate, and its greatest size in bytes.
const PLAN: &str = "plan.lp";
const LARGEST_PLAN: u64 = 1 << 24;

impl Plans {
    /// Returns the question that source texts are, if they are one.
    /// A plan is looked for in `directory`, if there is one.
    pub fn of(texts: &[Text], directory: Option<&Path>) -> Option<Plans> {
        let [encoding, instance] = texts else { return None };
        let is_called = |text: &Text, name: &str| text.name.rsplit('/').next() == Some(name);
        if !is_called(encoding, FILES[0]) || !is_called(instance, FILES[1]) {
            return None;
        }
        let (facts, no_noop) = match instance.text.strip_suffix(NO_NOOP) {
            Some(facts) => (facts, true),
            None => (instance.text.as_str(), false),
        };
        let read = Instance::read(&instance.name, facts).ok();
        let plain = read.as_ref().filter(|read| read.warnings.is_empty());
        Some(Plans {
            instance: instance.name.clone(),
            is_ours: encoding.text == DECISION_ENCODING.1,
            actions: plain.and_then(|read| read.steps.len().checked_sub(1)),
            boxes: read.map_or(0, |read| read.boxes.len()),
            no_noop,
            plan: directory.and_then(|directory| plan(facts, directory)),
        })
    }

    /// Returns the question as JSON.
    pub fn json(&self) -> Value {
        let encoding = self.is_ours.then_some(DECISION_ENCODING.0);
        json!({
            "encoding": encoding,
            "instance": self.instance,
            "actions": self.actions,
            "no_noop": self.no_noop,
            "fewest": self.fewest(),
        })
    }

    /// The fewest actions of any plan, if this is proven: there is a plan of one more than is refuted. Shorter plans could be
    /// filled up by no-ops.
    fn fewest(&self) -> Option<usize> {
        self.plan.filter(|&plan| {
            self.is_ours && !self.no_noop && self.actions.map(|refuted| refuted + 1) == Some(plan)
        })
    }
}

/// Returns the number of actions of a valid plan in a directory.
fn plan(instance: &str, directory: &Path) -> Option<usize> {
    let path = directory.join(PLAN);
    let found = path.symlink_metadata().ok()?;
    if !found.is_file() || found.len() > LARGEST_PLAN {
        return None;
    }
    let plan = groundplan_check::Plan::parse(&std::fs::read_to_string(path).ok()?).ok()?;
    let instance = groundplan_check::Instance::parse(instance).ok()?;
    let actions = plan.actions();
    let rules = Rules { actions: Some(actions), ..Rules::default() };
    matches!(groundplan_check::check(&instance, &plan, &rules), Verdict::Valid { .. }).then_some(actions)
}

impl std::fmt::Display for Plans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Plans { instance, is_ours, actions, boxes, no_noop, .. } = self;
        let instance = printable(instance);
        let (encoding, name) = (FILES[0], DECISION_ENCODING.0);
        match (is_ours, actions) {
            (true, Some(actions)) => {
                let each = if *no_noop { ", each of which moves its box" } else { "" };
                let boxes = groundplan_terminal::instance::quantity(*boxes, "box", "boxes");
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
            (true, None) => {
                write!(f, "the question: {encoding} is {name}, but {instance} is not only an instance")
            }
            (false, _) => write!(
                f,
                "the question: {encoding} is not {name}, so what it says of plans is not known here"
            ),
        }
    }
}
