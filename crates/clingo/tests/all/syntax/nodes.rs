//! What nodes can do.

use std::cmp::Ordering;

use groundplan_clingo::syntax::{Kind, Node, Value};
use groundplan_clingo::{Error, Term};

use super::{child, place, statement, texts};

fn variable(name: &str) -> Node {
    Node::new(Kind::Variable, vec![Value::Location(place(1)), Value::Text(name.into())]).expect("a variable")
}

/// `-…-X` with so many signs.
fn signed(depth: usize) -> Node {
    (0..depth).fold(variable("X"), |node, _| {
        let values = vec![Value::Location(place(1)), Value::Number(0), Value::Node(node)];
        Node::new(Kind::UnaryOperation, values).expect("an operation")
    })
}

#[test]
fn attributes_are_checked() {
    let node = variable("X");
    node.set("name", Value::Text("Y".into())).expect("it is a text");
    assert_eq!(node.text().expect("a name"), "Y");
    let error = node.set("name", Value::Number(3)).expect_err("it is no text");
    assert_eq!(
        (matches!(error, Error::Type(_)), error.to_string()),
        (true, "Variable.name is a text, not a number".to_owned())
    );
    let error = node.get("nme").expect_err("there is none");
    assert_eq!(
        (matches!(error, Error::Attribute(_)), error.to_string()),
        (true, "a node Variable has no attribute `nme`".to_owned())
    );
    assert!(matches!(Node::new(Kind::Variable, vec![Value::Location(place(1))]), Err(Error::Type(_))));
    assert!(matches!(Node::new(Kind::Guard, vec![Value::Number(0), Value::Missing]), Err(Error::Type(_))));
    assert!(matches!(node.sequence("name"), Err(Error::Type(_))));
    let error =
        Node::new(Kind::UnaryOperation, vec![Value::Location(place(1)), Value::Number(7), Value::Node(node)]);
    assert!(matches!(error.expect("any number will do").text(), Err(Error::Value(_))));
}

#[test]
fn keys_are_those_of_the_kind() {
    let rule = statement("a :- b.");
    let keys: Vec<_> = rule.kind().fields().iter().map(|(name, _)| *name).collect();
    assert_eq!(keys, ["location", "head", "body"]);
    assert_eq!(rule.kind().child_keys().collect::<Vec<_>>(), ["head", "body"]);
    assert!(Kind::all().enumerate().all(|(number, kind)| Kind::of_number(number) == Some(kind)));
    assert!(Kind::all().all(|kind| Kind::of_name(kind.name()) == Some(kind)));
}

#[test]
fn the_content_is_compared_and_not_the_location() {
    let (one, other, third) = (statement("a :- b."), statement("  a:-b  ."), statement("a :- c."));
    assert_eq!(one.compare(&other).expect("they are small"), Ordering::Equal);
    assert_eq!(one.hash_value().expect("it is small"), other.hash_value().expect("it is small"));
    assert_eq!(one.compare(&third).expect("they are small"), Ordering::Less);
    assert_eq!(third.compare(&one).expect("they are small"), Ordering::Greater);
    assert!(!one.is_same(&other) && one.is_same(&one.clone()));
    one.set("location", Value::Location(place(7))).expect("it is a location");
    assert_eq!(one.location(), Some(place(7)));
    assert_eq!(one.compare(&other).expect("they are small"), Ordering::Equal);
}

#[test]
fn a_copy_has_the_same_children() {
    let rule = statement("a :- b.");
    let (shallow, deep) = (rule.copy(), rule.deep_copy().expect("it is small"));
    child(&child(&child(&rule, "head"), "atom"), "symbol")
        .set("name", Value::Text("z".into()))
        .expect("a text");
    rule.sequence("body").expect("a sequence").remove(0).expect("there is one");
    assert_eq!(texts(&[rule, shallow, deep]), ["z.", "z :- b.", "a :- b."]);
}

#[test]
fn a_change_is_seen_by_all_who_hold_the_node() {
    let rule = statement("a(1) :- b.");
    let symbol = child(&child(&child(&rule, "head"), "atom"), "symbol");
    let number = symbol.sequence("arguments").expect("a sequence").get(0).expect("there is one");
    let Value::Node(number) = number else { panic!("it is a node") };
    number.set("symbol", Value::Symbol(Term::Number(2))).expect("a symbol");
    assert_eq!(rule.text().expect("a rule"), "a(2) :- b.");
}

#[test]
fn deep_nodes_are_refused_and_dropped() {
    let deep = signed(100_000);
    let copy = deep.copy();
    let refused = |error: Error| matches!(error, Error::Depth(_));
    assert!(refused(deep.text().expect_err("it is deep")));
    assert!(refused(deep.hash_value().expect_err("it is deep")));
    assert!(refused(deep.deep_copy().expect_err("it is deep")));
    assert!(refused(deep.unpool(true, true).expect_err("it is deep")));
    assert!(refused(deep.compare(&signed(100_000)).expect_err("they are deep")));
    assert!(deep.compare(&copy).expect("they share what is below").is_eq());
    drop(deep);
    drop(copy);
    assert!(signed(900).text().is_ok());
}

#[test]
fn a_node_may_be_below_itself() {
    let node = signed(1);
    node.set("argument", Value::Node(node.clone())).expect("it is a node");
    assert!(matches!(node.text(), Err(Error::Depth(_))));
    node.set("argument", Value::Node(variable("X"))).expect("it is a node");
    assert_eq!(node.text().expect("it is small"), "-X");
}
