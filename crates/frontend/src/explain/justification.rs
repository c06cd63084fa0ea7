//! Justifications as JSON.

use groundplan::diagnostic::Span;
use groundplan_explain::{
    DerivedAtom, FailedRule, Failure, FailureEnd, FalseAtom, Instance, Reason, Support, SupportKind, Verdict,
};
use serde_json::{json, Map, Value};

use super::places::Places;

/// A function that tells the place of a statement, as entries of an object.
pub type Place<'p> = dyn FnMut(Span) -> Map<String, Value> + 'p;

/// Returns the truth value of an atom with its reasons: an object with the key `holds`, and the key `derivation` or the keys
/// `suggestion` and `rules`.
pub fn verdict(verdict: &Verdict, places: &Places) -> Value {
    let place: &mut Place<'_> = &mut |span| {
        let mut object = Map::new();
        places.add(&mut object, span);
        object
    };
    match verdict {
        Verdict::True(atoms) => json!({
            "holds": true,
            "derivation": atoms.iter().map(|it| derived(it, place)).collect::<Value>(),
        }),
        Verdict::False(FalseAtom { rules, suggestion, value, .. }) => {
            let mut object = json!({
                "holds": false,
                "suggestion": suggestion,
                "rules": rules.iter().map(|rule| failed_rule(rule, place)).collect::<Value>(),
            });
            if let Some(value) = value {
                object["reason"] = json!(value);
            }
            object
        }
    }
}

/// Returns an atom of a derivation.
pub fn derived(atom: &DerivedAtom, place: &mut Place<'_>) -> Value {
    let mut object = json!({
        "atom": atom.atom,
        "by_cases": atom.by_cases,
        "supports": atom.supports.iter().map(|it| support(it, place)).collect::<Vec<_>>(),
        "other_supports": atom.others,
    });
    if let Some(words) = &atom.words {
        object["words"] = json!(words);
    }
    object
}

fn support(support: &Support, place: &mut Place<'_>) -> Value {
    let mut object = Map::new();
    object.insert("kind".to_owned(), json!(support.kind.name()));
    if let Some(span) = support.span {
        object.extend(place(span));
    }
    if let SupportKind::Open { least, greatest } = support.kind {
        object.insert("least".to_owned(), json!(least));
        object.insert("greatest".to_owned(), json!(greatest));
    }
    object.extend(said(support.words.as_deref()));
    object.insert("values".to_owned(), values(&support.instance));
    object.insert("body".to_owned(), support.body.iter().map(reason).collect());
    Value::Object(object)
}

/// What the author of a program says of a statement, as an entry of an object.
fn said(words: Option<&str>) -> Option<(String, Value)> {
    words.map(|words| ("words".to_owned(), json!(words)))
}

fn reason(reason: &Reason) -> Value {
    match reason {
        Reason::Atom(index) => json!({ "atom": index }),
        Reason::Literal { text, reason } => json!({ "literal": text, "reason": reason }),
        Reason::Compound { text, reason, elements } => {
            let elements = elements.iter().map(|it| json!({ "element": it.text, "atoms": it.atoms }));
            json!({ "literal": text, "reason": reason, "elements": elements.collect::<Vec<_>>() })
        }
    }
}

/// Returns a rule that does not derive a false atom.
pub fn failed_rule(rule: &FailedRule, place: &mut Place<'_>) -> Value {
    let mut object = place(rule.span);
    object.extend(said(rule.words.as_deref()));
    object.insert("values".to_owned(), values(&rule.instance));
    object.insert("fails".to_owned(), failed(&rule.failure));
    Value::Object(object)
}

fn failed(failure: &Failure) -> Value {
    let steps: Vec<Value> = failure
        .steps
        .iter()
        .map(|(text, instance)| json!({ "literal": text, "values": values(instance) }))
        .collect();
    let mut object = json!({ "only": steps });
    match &failure.end {
        FailureEnd::Literal { text, reason } => {
            object["literal"] = json!(text);
            object["reason"] = json!(reason);
        }
        FailureEnd::Head(reason) => object["reason"] = json!(reason),
        FailureEnd::Cases { text, cases, omitted } => {
            object["literal"] = json!(text);
            let case = |(instance, failure): &(Instance, Failure)| json!({ "values": values(instance), "fails": failed(failure) });
            object["cases"] = cases.iter().map(case).collect();
            object["omitted"] = json!(omitted);
        }
    }
    object
}

/// The values of variables.
pub(super) fn values(instance: &Instance) -> Value {
    instance.values.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
}
