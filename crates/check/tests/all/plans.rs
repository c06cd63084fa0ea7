//! Reading plans: the forms people and solvers write them in, and what is no plan.

use groundplan_check::{Plan, Problem};

/// The canonical pushes of a plan.
#[track_caller]
fn pushes(text: &str) -> Vec<String> {
    let plan = Plan::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    plan.pushes().iter().map(ToString::to_string).collect()
}

/// The text must be refused for its part between the brackets `⟦⟧`, which are taken out first.
#[track_caller]
fn refuses(marked: &str, message: &str) -> Problem {
    let start = marked.find('⟦').expect("a mark");
    let end = marked.find('⟧').expect("a mark") - '⟦'.len_utf8();
    let text = marked.replace(['⟦', '⟧'], "");
    let error = Plan::parse(&text).expect_err(&text);
    assert_eq!(error.message(), message);
    assert_eq!(error.range(), start..end, "{:?} is underlined", text.get(error.range()));
    error.problem().clone()
}

#[test]
fn separators() {
    let both = ["push(a,right,b,1)", "push(b,up,c,2)"];
    for text in [
        "push(a,right,b,1). push(b,up,c,2).",
        "push(a,right,b,1).\r\npush(b,up,c,2).\r\n",
        "push(a,right,b,1),push(b,up,c,2)",
        "push(a,right,b,1) push(b,up,c,2)",
        "[push(a,right,b,1), push(b,up,c,2)]",
        "[ push( a , right , b , 1 ). push(b,up,c,2) ].\n",
        "% a plan\npush(a,right,b,1) %* then *% push(b,up,c,2)",
    ] {
        assert_eq!(pushes(text), both, "{text}");
    }
}

#[test]
fn steps_order_the_pushes() {
    assert_eq!(pushes("push(a,right,b,10) push(a,right,b,9)"), ["push(a,right,b,9)", "push(a,right,b,10)"]);
    assert_eq!(pushes("push(b,up,c) push(a,right,b)"), ["push(b,up,c)", "push(a,right,b)"]);
}

#[test]
fn pushes_know_their_parts_and_place() {
    let text = "[push(f( 1 ), right,\"x\" , -1)]";
    let plan = Plan::parse(text).unwrap();
    let push = &plan.pushes()[0];
    assert_eq!(
        (push.before.as_str(), push.direction.as_str(), push.after.as_str()),
        ("f(1)", "right", "\"x\"")
    );
    assert_eq!(push.step.as_deref(), Some("-1"));
    assert_eq!(&text[push.range.clone()], "push(f( 1 ), right,\"x\" , -1)");
}

#[test]
fn no_actions() {
    for text in
        ["", " \n", "% nothing\n", "[]", "[ ].", "SATISFIABLE\n", "Answer: 1\n\nSATISFIABLE\n", "\u{feff}"]
    {
        assert_eq!(pushes(text), [""; 0], "{text}");
    }
}

#[test]
fn what_solvers_print_around_a_plan() {
    let one = ["push(a,right,b,1)"];
    assert_eq!(pushes("push(a,right,b,1).\nSATISFIABLE\n"), one);
    assert_eq!(pushes("push(a,right,b,1).\r\nSATISFIABLE\r\n"), one);
    assert_eq!(pushes("push(a,right,b,1).\nOptimization: 1\nOPTIMUM FOUND\n"), one);
    assert_eq!(pushes("push(a,right,b,1).\nOptimization: 1 2\nOPTIMUM FOUND\n"), one);
    assert_eq!(pushes("Answer: 1\npush(a,right,b,1)\nSATISFIABLE\n"), one);
    assert_eq!(pushes("Answer: 1 (Time: 0.001s)\npush(a,right,b,1)\nSATISFIABLE % done\n% bye"), one);
}

#[test]
fn texts_that_say_there_is_no_plan() {
    refuses("⟦UNSATISFIABLE⟧\n", "this says UNSATISFIABLE, which is not a plan");
    refuses("⟦UNKNOWN⟧", "this says UNKNOWN, which is not a plan");
    refuses("SATISFIABLE\n ⟦UNSATISFIABLE⟧ \n", "this says UNSATISFIABLE, which is not a plan");
}

#[test]
fn one_plan_at_a_time() {
    let second = "this is a second answer: one plan is checked at a time";
    refuses("Answer: 1\npush(a,right,b,1)\n⟦Answer: 2⟧\npush(a,right,c,1)\n", second);
    refuses("Answer: 1\n⟦Answer: 2⟧\n", second);
    refuses("SATISFIABLE\n⟦Answer: 1⟧\n", second);
    refuses("SATISFIABLE\n⟦push(a,right,b,1)⟧", "the plan has already ended with its verdict");
    refuses("Optimization: 1\n⟦[]⟧", "the plan has already ended with its verdict");
}

#[test]
fn anything_else() {
    refuses("⟦Models       : 1⟧\n", "expected a push, found `Models       : 1`");
    refuses("⟦SATISFIABLE?⟧\n", "expected a push, found `SATISFIABLE?`");
    refuses("⟦Optimization:⟧\n", "expected a push, found `Optimization:`");
    refuses("⟦Optimization: few⟧\n", "expected a push, found `Optimization: few`");
    refuses("⟦Answer: 1 (Time⟧", "expected a push, found `Answer: 1 (Time`");
    refuses("push(a,right,b) ⟦S⟧ATISFIABLE", "expected a push, found `S`");
    refuses("⟦reach(a,1)⟧.", "a plan consists of push/3 or push/4, this is reach/2");
    refuses("⟦-push(a,right,b)⟧.", "a plan consists of push/3 or push/4, this is -push/3");
    refuses("⟦push(a)⟧.", "a plan consists of push/3 or push/4, this is push/1");
    refuses("⟦push⟧ .", "a plan consists of push/3 or push/4, this is push/0");
    refuses("push(a,right,⟦X⟧).", "`X` is a variable");
    refuses("push(a,right,b⟦⟧", "expected `,`, `;` or `)`, found the end of the text");
    refuses("⟦1⟧", "expected a push, found `1`");
    refuses("push(a,right,b) ⟦:⟧- x.", "expected a push, found `:`");
    refuses("⟦é⟧", "expected a push, found `é`");
}

#[test]
fn brackets_come_once_and_in_pairs() {
    refuses("[push(a,right,b)⟦⟧", "expected `]` after the last push, found the end of the text");
    refuses("push(a,right,b)⟦]⟧", "expected a push, found `]`");
    refuses("push(a,right,b) ⟦[⟧]", "expected a push, found `[`");
    refuses("[⟦[⟧]]", "expected a push, found `[`");
    refuses("[]⟦]⟧", "expected the end of the plan, found `]`");
    refuses("[] ⟦p⟧ush(a,right,b)", "expected the end of the plan, found `p`");
}

#[test]
fn pushes_are_all_of_one_kind_and_single() {
    let mixed = "some pushes name their step and this one differs";
    refuses("push(a,right,b,1). ⟦push(b,right,c)⟧.", mixed);
    refuses("push(a,right,b). ⟦push(b,right,c,2)⟧.", mixed);
    let several = "a push names one action, not several at once";
    refuses("⟦push(a,right,b,1..2)⟧.", several);
    refuses("⟦push(a,right,(b;c))⟧.", several);
    refuses("push(⟦a,right,b⟧;a,right,c).", several);
}
