//! Derives what a claim says about plans, if its sources are an encoding and an instance as `decide` and `optimize`
//! write them. This is read from the compared source texts, not from the certificate.

use groundplan_certificate::printable;
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
}

impl Plans {
    /// Returns the question that source texts are, if they are one.
    pub fn of(texts: &[Text]) -> Option<Plans> {
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
        })
    }

    /// Returns the question as JSON.
    pub fn json(&self) -> Value {
        let encoding = self.is_ours.then_some(DECISION_ENCODING.0);
        json!({ "encoding": encoding, "instance": self.instance, "actions": self.actions, "no_noop": self.no_noop })
    }
}

impl std::fmt::Display for Plans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Plans { instance, is_ours, actions, boxes, no_noop } = self;
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
                )
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
