//! Large, long and deep texts.

use super::{read, read_valid};
use groundplan::syntax::ast::{Statement, Term};
use groundplan::syntax::{MAX_DEPTH, MAX_ERRORS};

/// Terms that become one deeper with each repetition, and how much deeper while they are read.
const DEEP: [(&str, &str, &str, usize); 7] = [
    ("f(", "X", ")", 1),
    ("(", "X", ",)", 1),
    ("(1;", "X", ")", 1),
    ("-", "X", "", 1),
    ("2**", "X", "", 1),
    ("|", "X", "|", 1),
    ("-(1+", "X", ")", 3),
];

#[test]
fn terms_nest_up_to_the_limit_and_no_deeper() {
    for (open, middle, close, each) in DEEP {
        let text =
            |times: usize| format!("p({}{middle}{}) :- q(X).", open.repeat(times), close.repeat(times));
        let most = (MAX_DEPTH as usize - 1) / each;
        // What is within the limit can be cloned, printed and dropped on the stack of a thread.
        let reading = read_valid(&text(most));
        let copy = reading.program.clone();
        assert!(format!("{copy:?}").len() > reading.printed().len());
        for times in [MAX_DEPTH as usize + 1, 100_000] {
            let reading = read(&text(times));
            assert_eq!(reading.diagnostics.len(), 1, "{open}{middle}{close}");
            assert_eq!(reading.diagnostics[0].message, format!("terms nest more than {MAX_DEPTH} deep here"));
        }
    }
}

#[test]
fn symbols_and_parentheses_nest_without_a_limit() {
    const DEEP: usize = 100_000;
    for (open, middle, close, read_as) in [
        ("f(", "a", ")", None),
        ("f(1,", "a", ",\"s\")", None),
        ("(", "-1", ",)", None),
        ("(", "a", ")", Some("a")),
        ("(", "X", ")", Some("X")),
        ("(", "X+1", ")", Some("X+1")),
        ("(", "(X;1)", ")", Some("(X;1)")),
    ] {
        let term = format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP));
        let read_as = read_as.unwrap_or(&term);
        let reading = read_valid(&format!("p({term}) :- q(X)."));
        assert!(reading.printed() == format!("p({read_as}) :- q(X).\n"), "{open}{middle}{close}");
    }
    let fact = format!("p({}a{}).\n", "f(".repeat(DEEP), ")".repeat(DEEP));
    let reading = read_valid(&fact);
    assert_eq!(reading.program.parts[0].facts.len(), 1);
    assert!(reading.printed() == fact);
}

#[test]
fn operators_in_a_row_are_as_many_as_one_likes() {
    const MANY: usize = 100_000;
    for (open, middle, close, read_as) in [
        ("1+", "X", "", "1+"),
        ("", "X", "-1", ""),
        ("2*3-", "X", "", "2*3-"),
        ("(", "X", "+1)", ""),
        ("", "X", "*2+1&3?4^5", ""),
    ] {
        let term = format!("{}{middle}{}", open.repeat(MANY), close.repeat(MANY));
        let reading = read_valid(&format!("p({term}) :- q(X)."));
        let copy = reading.program.clone();
        assert!(format!("{copy:?}").len() > MANY);
        let read_as = format!("{}{middle}{}", read_as.repeat(MANY), close.trim_end_matches(')').repeat(MANY));
        assert!(reading.printed() == format!("p({read_as}) :- q(X).\n"), "{open}{middle}{close}");
    }
    // Parentheses that say something stay.
    let reading = read_valid(&format!("p({}X{}) :- q(X).", "(".repeat(MANY), "+1)*2".repeat(MANY)));
    assert!(reading.printed().starts_with("p((((") && reading.printed().ends_with("+1)*2+1)*2) :- q(X).\n"));
}

#[test]
fn long_bodies_pools_and_lists_take_linear_time() {
    const MANY: usize = 100_000;
    let numbers: Vec<String> = (0..MANY).map(|number| number.to_string()).collect();
    let literals: Vec<String> = (0..MANY).map(|number| format!("q({number},X)")).collect();
    let reading = read_valid(&format!("p(X) :- {}.", literals.join(", ")));
    assert!(
        matches!(&reading.program.parts[0].statements[0], Statement::Rule(rule) if rule.body.len() == MANY)
    );
    let reading = read_valid(&format!(
        "p({}). q(({})) :- r. s({}).",
        numbers.join(";"),
        numbers.join(";"),
        numbers.join(",")
    ));
    assert_eq!(reading.program.parts[0].facts.len(), 1);
    assert!(format!("{:?}", reading.program.parts[0].statements[1]).contains("Pool"));
    let signatures: String = (0..MANY).map(|number| format!("p{number}. ")).collect();
    assert_eq!(read_valid(&signatures).program.parts[0].facts.len(), MANY);
}

#[test]
fn long_garbage_takes_linear_time() {
    const LONG: usize = 2_000_000;
    for piece in [
        "_", "_'", "%*", "\"", "\\", "#", "#a", "0", "-", "-a", "(", "|", "a ", "a.b", "\0", "ä", "f(", "{",
        "not ", ":-\n", "a\n", "a,\n", "X<",
    ] {
        let reading = read(&piece.repeat(LONG / piece.len()));
        assert!(reading.diagnostics.len() <= 2 * MAX_ERRORS, "{piece}");
    }
}

#[test]
fn errors_end_after_a_screenful() {
    let reading = read(&"p(.\n".repeat(1_000));
    assert_eq!(reading.diagnostics.len(), MAX_ERRORS);
}

#[test]
fn a_long_line_is_no_different() {
    let reading = read_valid(&"right(col1row1,col2row1).".repeat(100_000));
    assert_eq!(reading.program.parts[0].facts.len(), 100_000);
    let reading = read_valid(&format!("p(X) :- X = {}1.", "1+".repeat(MAX_DEPTH as usize - 1)));
    let Statement::Rule(_) = &reading.program.parts[0].statements[0] else { panic!() };
    assert!(size_of::<Term>() <= 64);
}
