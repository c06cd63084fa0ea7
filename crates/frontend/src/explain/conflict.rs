//! Conflicts, repairs and odd loops as JSON.

use groundplan::RelaxedKind;
use groundplan_explain::{CauseKind, ConflictCause, LoopStep, OddLoop};
use serde_json::{json, Map, Value};

use super::places::Places;

/// Returns the causes of a conflict, or those that a repair leaves out, as a list. With `instances`, each statement has the
/// key `instances`.
pub fn causes(causes: &[ConflictCause], places: &Places, instances: bool) -> Value {
    let cause = |ConflictCause { kind, span, instances: found, words, .. }: &ConflictCause| {
        let mut object = match kind {
            CauseKind::Statement(kind) => json!({ "kind": kind_name(*kind) }),
            CauseKind::Support(predicate) => json!({ "kind": "support", "predicate": predicate }),
            CauseKind::Assumption(literal) => json!({ "kind": "assumption", "literal": literal }),
        };
        if let Some(span) = *span {
            places.add(entries(&mut object), span);
            if !words.is_empty() {
                object["words"] = json!(words);
            }
            if instances {
                object["instances"] = found.iter().map(super::justification::values).collect();
            }
        }
        object
    };
    causes.iter().map(cause).collect()
}

/// Returns odd loops as a list of lists of dependencies.
pub fn odd_loops(loops: &[OddLoop], places: &Places) -> Value {
    let step = |LoopStep { atom, depends_on, span }: &LoopStep| {
        let mut object = json!({ "atom": atom, "depends_on": depends_on });
        places.add(entries(&mut object), *span);
        object
    };
    loops.iter().map(|odd| odd.steps.iter().map(step).collect::<Value>()).collect()
}

fn entries(object: &mut Value) -> &mut Map<String, Value> {
    object.as_object_mut().expect("it is an object")
}

/// Returns the name of a kind of statement.
fn kind_name(kind: RelaxedKind) -> &'static str {
    match kind {
        RelaxedKind::Constraint => "constraint",
        RelaxedKind::Fact => "fact",
        RelaxedKind::Rule => "rule",
        RelaxedKind::Bounds => "bounds",
    }
}
