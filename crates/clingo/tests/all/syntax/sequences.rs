//! Sequences that are attributes of nodes.

use groundplan_clingo::syntax::Value;
use groundplan_clingo::Error;

use super::{statement, statements};

#[test]
fn changes_change_the_node() {
    let rule = statement("a :- b, c.");
    let (body, alias) =
        (rule.sequence("body").expect("it is one"), rule.sequence("body").expect("it is one"));
    let (first, second) = (body.get(0).expect("there are two"), body.get(1).expect("there are two"));
    body.insert(2, first.clone()).expect("it is a node");
    body.set(0, second).expect("it is a node");
    assert_eq!(rule.text().expect("a rule"), "a :- c; c; b.");
    alias.remove(1).expect("there are three");
    assert_eq!((rule.text().expect("a rule").as_str(), body.len()), ("a :- c; b.", 2));
    rule.set("body", Value::Nodes(Vec::new())).expect("a sequence");
    assert!(alias.is_empty());
    alias.replace(Value::Nodes(first.nodes().to_vec())).expect("a sequence");
    assert_eq!(rule.text().expect("a rule"), "a :- b.");
}

#[test]
fn they_take_what_they_have() {
    let body = statement("a :- b.").sequence("body").expect("it is one");
    let item = body.get(0).expect("there is one");
    let text = || Value::Text("x".into());
    assert!(matches!(body.set(0, text()), Err(Error::Type(_))));
    assert!(matches!(body.insert(0, text()), Err(Error::Type(_))));
    assert!(matches!(body.replace(Value::Texts(Vec::new())), Err(Error::Type(_))));
    assert!(matches!(body.get(1), Err(Error::Index(_))));
    assert!(matches!(body.set(1, item.clone()), Err(Error::Index(_))));
    assert!(matches!(body.insert(2, item), Err(Error::Index(_))));
    assert!(matches!(body.remove(1), Err(Error::Index(_))));
}

#[test]
fn texts_are_sequences_too() {
    let text = "#theory t { x { }; &a/0: x, {<=}, x, any }.";
    let theory = statements(text).remove(0);
    let atoms = theory.sequence("atoms").expect("it is one").items();
    let Ok(Value::Node(guard)) = atoms.nodes()[0].get("guard") else { panic!("there is a guard") };
    let operators = guard.sequence("operators").expect("it is one");
    assert!(operators.has_texts());
    operators.insert(1, Value::Text(">".into())).expect("a text");
    assert!(guard.text().expect("a guard").contains("{ <=, > }, x"));
    operators.remove(0).expect("there are two");
    assert!(matches!(operators.get(0), Ok(Value::Text(text)) if &*text == ">"));
}
