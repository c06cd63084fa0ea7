//! Pools taken out of nodes.

use super::{statement, texts};

fn unpooled(text: &str) -> Vec<String> {
    texts(&statement(text).unpool(true, true).expect("it is small"))
}

#[test]
fn a_node_is_repeated() {
    assert_eq!(unpooled("a."), ["a."]);
    assert_eq!(
        unpooled("p(1;2) :- q(3;4)."),
        ["p(1) :- q(3).", "p(2) :- q(3).", "p(1) :- q(4).", "p(2) :- q(4)."]
    );
}

#[test]
fn instances_come_in_the_order_of_clingo() {
    assert_eq!(
        unpooled("p((1;2),(3;4;5))."),
        ["p(1,3).", "p(2,3).", "p(1,4).", "p(1,5).", "p(2,4).", "p(2,5)."]
    );
    assert_eq!(unpooled("p((1;2)+(3;4))."), ["p((1+3)).", "p((1+4)).", "p((2+3)).", "p((2+4))."]);
    assert_eq!(unpooled("#show (1;2) : p(3;4).")[1], "#show 2 : p(3).");
    assert_eq!(
        unpooled(":~ p(1;2). [(3;4)@5,(7;8),9]")[..3],
        [":~ p(1). [3@5,7,9]", ":~ p(1). [3@5,8,9]", ":~ p(1). [4@5,7,9]"]
    );
}

#[test]
fn elements_of_sets_are_replaced() {
    assert_eq!(unpooled("{ a(1;2): b }."), ["{ a(1): b; a(2): b }."]);
    assert_eq!(unpooled("a :- b(1;2): c(3;4).").len(), 4);
    assert_eq!(unpooled("a :- 1 < #sum { (1;2): p }."), ["a :- 1 < #sum { 1: p; 2: p }."]);
}

#[test]
fn a_conditional_literal_by_its_parts() {
    let body = statement("a :- p(1;2): q(3;4).").sequence("body").expect("it is one").items();
    let count = |other, condition| body.nodes()[0].unpool(other, condition).expect("it is small").len();
    assert_eq!(
        [count(true, true), count(true, false), count(false, true), count(false, false)],
        [4, 2, 2, 1]
    );
}
