//! Reading instances: what is accepted and what it means, and each bad input with the bytes it is about.

use groundplan_check::{Instance, Problem};

/// A valid rest for facts that do not make an instance by themselves.
const BOARD: &str = "right(a,b). sokoban(a). ";

fn parse(text: &str) -> Instance {
    Instance::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn boxes(text: &str) -> Vec<String> {
    parse(&format!("{BOARD}{text}")).boxes().map(String::from).collect()
}

fn steps(text: &str) -> Vec<String> {
    parse(&format!("{BOARD}{text}")).steps().map(String::from).collect()
}

/// The text must be refused for its part between the brackets `⟦⟧`, which are taken out first.
#[track_caller]
fn refuses(marked: &str, message: &str) -> Problem {
    let start = marked.find('⟦').expect("a mark");
    let end = marked.find('⟧').expect("a mark") - '⟦'.len_utf8();
    let text = marked.replace(['⟦', '⟧'], "");
    let error = Instance::parse(&text).expect_err(&text);
    assert_eq!(error.message(), message);
    assert_eq!(error.range(), start..end, "{:?} is underlined", text.get(error.range()));
    assert_eq!(error.to_string(), message);
    error.problem().clone()
}

#[test]
fn the_predicates() {
    let instance = parse(
        "right(a,b). top(b,c). box(b). solution(c). storage(d). sokoban(a). step(1). step(2). next(1,2).",
    );
    assert_eq!(instance.location_count(), 4);
    assert_eq!(instance.locations().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    assert_eq!(instance.boxes().collect::<Vec<_>>(), ["b"]);
    assert_eq!(instance.storages().collect::<Vec<_>>(), ["c", "d"]);
    assert_eq!(instance.sokoban(), "a");
    assert_eq!(instance.step_count(), 2);
    assert_eq!(instance.steps().collect::<Vec<_>>(), ["1", "2"]);
}

#[test]
fn a_single_location_without_neighbours_is_a_board() {
    let instance = parse("sokoban(here).");
    assert_eq!((instance.location_count(), instance.step_count()), (1, 0));
}

#[test]
fn other_predicates_are_skipped() {
    let other = "box. box(a,b). right(a). -box(b). wall(x). step. next(1). sokoban(x,y). p((1..3;x),\"s\"). ";
    assert_eq!(boxes(other), [""; 0]);
    assert_eq!(parse(&format!("{BOARD}{other}")).location_count(), 2);
    // Skipped facts are never spelled out.
    boxes("p(1..1000000000000,1..1000000000000).");
}

#[test]
fn duplicate_facts_count_once() {
    let instance = parse(
        "right(a,b). right(a,b). sokoban(a). sokoban(a). box(b). box(b). solution(b). storage(b).
         step(1). step(1). step(2). next(1,2). next(1,2).",
    );
    assert_eq!((instance.boxes().len(), instance.storages().len(), instance.step_count()), (1, 1, 2));
}

#[test]
fn blanks_and_comments() {
    let text = "\u{feff}% ###\r\n%* a %* nested *% b\r\n% *% still inside\r\n*% right(a,\tb)\r\n.%\r\nsokoban( % here\n a ) .box\n(b).%";
    let instance = parse(text);
    assert_eq!((instance.location_count(), instance.sokoban()), (2, "a"));
    assert_eq!(instance.boxes().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn terms_have_one_text_each() {
    for (written, text) in [
        ("x", "x"),
        ("_x'Y1", "_x'Y1"),
        ("0", "0"),
        ("-0", "0"),
        ("- 12", "-12"),
        ("--12", "12"),
        ("0x1F", "31"),
        ("-0o17", "-15"),
        ("0b11", "3"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("9223372036854775807", "9223372036854775807"),
        ("-x", "-x"),
        ("-(-x)", "x"),
        ("-(1, 2)", "-(1,2)"),
        ("-f(-1)", "-f(-1)"),
        ("f( a , -1 )", "f(a,-1)"),
        ("f()", "f"),
        ("(x)", "x"),
        ("((x))", "x"),
        ("( x , )", "(x,)"),
        ("(1,2)", "(1,2)"),
        ("()", "()"),
        ("((),)", "((),)"),
        ("\"a b\"", "\"a b\""),
        (r#""\"\\\n%""#, r#""\"\\\n%""#),
        ("\"é⟧\"", "\"é⟧\""),
        ("#inf", "#inf"),
        ("#supremum", "#sup"),
    ] {
        assert_eq!(boxes(&format!("box({written}).")), [text], "{written}");
    }
}

#[test]
fn terms_are_told_apart_by_structure() {
    let distinct =
        ["x", "\"x\"", "-x", "x(x)", "(x,)", "(x,x)", "1", "-1", "\"1\"", "f(1,2)", "f((1,2))", "f(1),2"];
    let list = distinct[..distinct.len() - 1].join(";");
    assert_eq!(boxes(&format!("box({list}).")).len(), distinct.len() - 1);
}

#[test]
fn intervals() {
    assert_eq!(boxes("box(1..3)."), ["1", "2", "3"]);
    // An interval from each number of an interval on.
    assert_eq!(boxes("box(1..2..4)."), ["1", "2", "3", "4"]);
    assert_eq!(boxes("box(-1 .. 1)."), ["-1", "0", "1"]);
    assert_eq!(boxes("box((-1)..(1))."), ["-1", "0", "1"]);
    assert_eq!(boxes("box(-(1..2))."), ["-2", "-1"]);
    assert_eq!(boxes("box(2..1)."), [""; 0]);
    assert_eq!(boxes("box(9223372036854775807..-9223372036854775808)."), [""; 0]);
    assert_eq!(boxes("box(9223372036854775806..9223372036854775807).").len(), 2);
    assert_eq!(boxes("box(c(1..2,3..4))."), ["c(1,3)", "c(1,4)", "c(2,3)", "c(2,4)"]);
    assert_eq!(steps("step(1..3). next(1,2). next(2..2,3)."), ["1", "2", "3"]);
}

/// Enough terms for some of their 32-bit hashes to be equal, all but certainly.
#[test]
fn many_terms_stay_apart() {
    let instance = parse("sokoban(a). box(1..300000).");
    assert!(instance.boxes().eq((1..=300_000).map(|number| number.to_string())));
}

#[test]
fn pools() {
    assert_eq!(boxes("box(x;y;1..2)."), ["x", "y", "1", "2"]);
    assert_eq!(boxes("box((x;y))."), ["x", "y"]);
    assert_eq!(boxes("box(-(x;y))."), ["-x", "-y"]);
    assert_eq!(boxes("box(f(x;y,z))."), ["f(x)", "f(y,z)"]);
    assert_eq!(boxes("box((x,y;z;w,))."), ["(x,y)", "z", "(w,)"]);
    // A semicolon splits whole argument lists, and lists of another length are another predicate.
    assert_eq!(boxes("box(x;y,z;)."), ["x"]);
    assert_eq!(steps("step(1;2;3). next(1,2;2,3)."), ["1", "2", "3"]);
}

#[test]
fn the_chain_decides_the_order_of_the_steps() {
    assert_eq!(steps("next(b,a). next(3,b). step(a). step(b). step(3)."), ["3", "b", "a"]);
    assert_eq!(steps("step(7)."), ["7"]);
    assert_eq!(steps(""), [""; 0]);
}

#[test]
fn rules_directives_and_variables() {
    assert_eq!(refuses("right(a,b). ⟦box(a) :-⟧ p(a).", "this is a rule, not a fact"), Problem::NotAFact);
    refuses("⟦:-⟧ box(a).", "this is a rule, not a fact");
    refuses("⟦:~⟧ box(a).", "this is a rule, not a fact");
    refuses("⟦{⟧box(a)}.", "this is a rule, not a fact");
    refuses("⟦box(a) |⟧ box(b).", "this is a rule, not a fact");
    refuses("⟦box(a) ;⟧ box(b).", "this is a rule, not a fact");
    refuses("⟦not⟧ box(a).", "this is a rule, not a fact");
    refuses("⟦#show⟧ box/1.", "this is a directive, not a fact");
    refuses("box(⟦#true⟧).", "this is a directive, not a fact");
    refuses("box(⟦X⟧).", "`X` is a variable");
    refuses("box(f(a,⟦_⟧)).", "`_` is a variable");
    refuses("p(⟦_Ab⟧).", "`_Ab` is a variable");
    refuses("⟦Box⟧(a).", "`Box` is a variable");
}

#[test]
fn syntax_errors() {
    refuses("box(a⟦⟧", "expected `,`, `;` or `)`, found the end of the text");
    refuses("box(a)⟦⟧", "expected a `.` at the end of the fact, found the end of the text");
    refuses("box(a) ⟦b⟧ox(b).", "expected a `.` at the end of the fact, found `b`");
    refuses("box(a⟦.⟧).", "expected `,`, `;` or `)`, found `.`");
    refuses("box(⟦,⟧a).", "expected a term, found `,`");
    refuses("box(a⟦,⟧).", "expected an argument, found nothing after this comma");
    refuses("box(⟦not⟧).", "expected a term, found `not`");
    refuses("⟦1⟧.", "expected a fact, found `1`");
    refuses("⟦\0⟧", "expected a fact, found `\\0`");
    refuses("box(⟦é⟧).", "expected a term, found `é`");
    refuses("box(⟦007⟧).", "a number does not start with a zero");
    refuses("box(0x⟦G⟧).", "expected the digits of a number, found `G`");
    refuses("box(0b1⟦2⟧).", "expected `,`, `;` or `)`, found `2`");
    refuses("box(⟦9223372036854775808⟧).", "this integer does not fit into 64 bits");
    refuses("box(⟦-(-9223372036854775808)⟧).", "this integer does not fit into 64 bits");
    refuses("box(1⟦+⟧1).", "arithmetic is not evaluated here");
    refuses("box(⟦a..3⟧).", "the bounds of an interval must be integers");
    refuses("box(⟦1..(2;3)⟧).", "the bounds of an interval must be integers");
    refuses("box(⟦1..2..a⟧).", "the bounds of an interval must be integers");
    refuses("box(⟦-⟧\"a\").", "only integers, constants, functions and tuples can carry a minus sign");
    refuses("box(⟦-⟧#inf).", "only integers, constants, functions and tuples can carry a minus sign");
    refuses("box(⟦\"a⟧\nb\").", "this string is not closed on its line");
    refuses("box(⟦\"a⟧", "this string is not closed on its line");
    refuses("box(\"a⟦\\⟧t\").", "unknown escape in a string");
    refuses("⟦%*⟧ %* *% box(a).", "this block comment is never closed");
    refuses("⟦%*⟧ 100% *%", "this block comment is never closed");
}

#[test]
fn deep_terms_are_refused_without_overflowing_the_stack() {
    let nested = |open: &str, close: &str, depth: usize| {
        Instance::parse(&format!("sokoban({}a{}).", open.repeat(depth), close.repeat(depth)))
    };
    assert!(nested("f(", ")", 200).is_ok());
    assert!(nested("(", ",)", 200).is_ok());
    for (open, close) in [("f(", ")"), ("(", ",)"), ("(", ")"), ("f(a,", ")"), ("(a;", ")"), ("-(", ")")] {
        for depth in [201, 1_000_000] {
            let error = nested(open, close, depth).unwrap_err();
            assert_eq!(error.problem(), &Problem::TooDeep { limit: 200 });
        }
    }
    assert!(nested("-", "", 1_000_000).is_ok());
}

#[test]
fn what_would_not_fit_is_refused() {
    let message = "the intervals and pools up to here stand for too many terms";
    refuses("⟦step(1..1000000000)⟧.", message);
    refuses("⟦step(-9223372036854775808..9223372036854775807)⟧.", message);
    refuses("⟦next(1..10000,1..10000)⟧.", message);
    refuses(&format!("⟦box(f(1..1000,\"{}\"))⟧.", "a".repeat(20_000)), message);
    refuses(&format!("⟦box(f({}1..2))⟧.", "1..2,".repeat(99)), message);
    refuses(&format!("⟦box(f({}1,1..0))⟧.", "1..2,".repeat(99)), message);
    // The limit is on a whole text.
    let many = "box(f(1..1000000,1..0)). ".repeat(5);
    assert_eq!(Instance::parse(&many).unwrap_err().problem(), &Problem::TooManyValues);
}

#[test]
fn boards_that_are_none() {
    let none = "there is no location: no fact of right/2, top/2, box/1, solution/1 or sokoban/1";
    refuses("⟦⟧", none);
    refuses("step(1). wall(a).⟦⟧", none);
    refuses("right(a,b).⟦⟧", "the sokoban has no place");
    refuses("sokoban(a). ⟦sokoban(b)⟧.", "a second sokoban on b: there is one on a already");
    refuses("sokoban(a; ⟦b⟧ ).", "a second sokoban on b: there is one on a already");
    refuses("box(a). ⟦sokoban(a)⟧.", "the sokoban and a box are both on a");
    refuses("sokoban(a). box(b). box(c;⟦a⟧).", "the sokoban and a box are both on a");
    refuses("⟦right(a,a)⟧.", "a cannot be its own neighbour");
    refuses("⟦top(f(1),f( 1 ))⟧.", "f(1) cannot be its own neighbour");
}

#[test]
fn two_neighbours_on_one_side() {
    refuses("right(a,b). ⟦right(a,c)⟧.", "c cannot be to the right of a: b is there already");
    refuses("right(b,a). ⟦right(c,a)⟧.", "c cannot be to the left of a: b is there already");
    refuses("top(a,b). ⟦top(a,c)⟧.", "c cannot be above a: b is there already");
    refuses("right(a,b;d,e;⟦a,c⟧;e,f).", "c cannot be to the right of a: b is there already");
    refuses("top(b,a). ⟦top(c,a)⟧.", "c cannot be below a: b is there already");
    // One cell on several sides of another is odd, but no contradiction.
    parse("right(a,b). right(b,a). top(a,b). sokoban(a).");
}

#[test]
fn steps_that_are_no_line() {
    let refuses = |text: &str, message: &str| refuses(&format!("{BOARD}{text}"), message);
    refuses("step(1..3). next(1,2). ⟦next(1,3)⟧.", "step 1 is followed by both 2 and 3");
    refuses("step(1..3). next(1,3). ⟦next(2,3)⟧.", "step 3 comes after both 1 and 2");
    refuses("step(1). ⟦next(1,1)⟧.", "the steps run in a circle through 1");
    refuses("step(1..2). next(1,2). ⟦next(2,1)⟧.", "the steps run in a circle through 1");
    refuses("step(1..4). next(2,3). next(4,2). ⟦next(3,4)⟧.", "the steps run in a circle through 4");
    refuses(
        "step(0..4). next(3,4). ⟦next(4,3)⟧. next(0,1). next(1,2).",
        "the steps run in a circle through 3",
    );
    refuses("step(1). ⟦next(1,2)⟧.", "there is no fact step(2)");
    refuses("step(2). ⟦next(1,2)⟧. next(2,3).", "there is no fact step(1)");
    refuses("⟦next(1,2)⟧.", "there is no fact step(1)");
    refuses("step(1). ⟦step(3)⟧. step(2). next(1,2).", "no next(...) connects step 3 with the other steps");
    refuses("⟦step(0)⟧. step(1..2). next(1,2).", "no next(...) connects step 0 with the other steps");
    refuses("step(1;2). ⟦step(3)⟧. step(3). next(1,2).", "no next(...) connects step 3 with the other steps");
    refuses("step(1). ⟦step(2)⟧. step(3).", "no next(...) connects step 2 with the other steps");
    refuses(
        "step(1..4). next(1,2). ⟦next(3,4)⟧.",
        "the steps form separate chains: nothing leads from step 2 to step 3",
    );
}

#[test]
fn what_to_do_is_said_where_it_is_not_obvious() {
    for text in [
        "",
        "right(a,b).",
        "sokoban(a;b).",
        "box(a). sokoban(a).",
        "right(a,a).",
        "right(a,b;a,c).",
        "next(1,1).",
        "sokoban(a). next(1,2).",
        "sokoban(a). step(1;2).",
        "sokoban(X).",
        "a :- b.",
        "#show.",
        "box(1+1).",
    ] {
        let error = Instance::parse(text).unwrap_err();
        assert!(error.help().is_some(), "{error}");
    }
    assert_eq!(Instance::parse("box(").unwrap_err().help(), None);
}
