//! Deep, long and wide programs through the command: on the stack of the main thread, and in linear time — a quadratic
//! one would keep these tests from ever ending.

use std::fmt::Display;

use crate::support::{self, folder, run_in};

const MANY: usize = 100_000;

/// What the pieces say, one after the other.
fn list<T: Display>(piece: impl Fn(usize) -> T, separator: &str) -> String {
    (0..MANY).map(|index| piece(index).to_string()).collect::<Vec<_>>().join(separator)
}

/// A term that is so deep.
fn deep(innermost: &str) -> String {
    format!("{}{innermost}{}", "f(".repeat(MANY), ")".repeat(MANY))
}

/// Whether the first answer set shows this, and the ground program can be printed.
fn shows(program: &str, expected: &str) {
    let folder = folder(&[("p.lp", program)]);
    let solved = run_in(folder.path(), &["solve", "p.lp", "-Wnone"], "");
    let head: String = program.chars().take(80).collect();
    // Where there is but one answer set, propagation may show that.
    assert!([10, 30].contains(&solved.code) && solved.err.is_empty(), "{head}: {}", solved.code);
    assert!(solved.out == format!("Answer: 1\n{expected}\nSATISFIABLE\n"), "{head}");
    let ground = run_in(folder.path(), &["ground", "p.lp", "--quiet"], "");
    assert_eq!((ground.code, ground.err.as_str()), (0, ""), "{head}");
    let again = run_in(folder.path(), &["solve", "-", "-Wnone"], &ground.out);
    assert_eq!((again.code, again.err.as_str()), (solved.code, ""), "{head}");
    assert!(again.out == solved.out, "{head}");
}

#[test]
fn deep_terms() {
    let a = deep("a");
    shows(&format!("p({a})."), &format!("p({a})"));
    shows(&format!("#const a = b. q. p({a}) :- q. #show p/1."), &format!("p({})", deep("b")));
    shows(&format!("q. #show. #show {a} : q."), &a);
    shows(&format!("#const c = {a}. p(c,c)."), &format!("p({a},{a})"));
    shows(&format!("p({a}). q(X) :- p(f(X)). #show q/1."), &format!("q({})", &a[2..a.len() - 1]));
    let parentheses = format!("{}X{}", "(".repeat(MANY), ")".repeat(MANY));
    shows(&format!("q(1). p({parentheses}) :- q(X), {parentheses} = 1. #show p/1."), "p(1)");
}

#[test]
fn deep_terms_with_operators_are_refused() {
    for (open, close) in [("f(", ")"), ("-", ""), ("|", "|"), ("(", ",)"), ("-(", ")"), ("(1;", ")")] {
        let program = format!("p({}X{}) :- q(X).", open.repeat(MANY), close.repeat(MANY));
        let run = run_in(folder(&[("p.lp", &program)]).path(), &["solve", "p.lp"], "");
        assert_eq!(run.code, support::INPUT, "{open}");
        assert!(run.err.contains("error: terms nest more than 250 deep here"), "{open}");
    }
}

#[test]
fn operators_in_a_row_are_no_depth() {
    let row = "1+".repeat(MANY);
    shows(&format!("q(1). p({row}X) :- q(X). #show p/1."), &format!("p({})", MANY + 1));
    shows(&format!("q({}). p(X) :- q({row}X). #show p/1.", MANY + 2), "p(2)");
}

#[test]
fn long_bodies() {
    let joined = list(|index| format!("q(X{index},X{})", index + 1), ", ");
    shows(&format!("q(1,1). p(X0) :- {joined}. #show p/1."), "p(1)");
    let equations = list(|index| format!("X{}=X{index}+1", index + 1), ", ");
    shows(&format!("q(1). p(X{MANY}) :- q(X0), {equations}. #show p/1."), &format!("p({})", MANY + 1));
    let atoms = list(|index| format!("q({index})"), ", ");
    shows(&format!("{{ {} }}. p :- {atoms}. :- not p. #show p/0.", atoms.replace(", ", "; ")), "p");
    shows(
        &format!(
            "{{ r }}. p :- not r, {}. :- not p. #show p/0.",
            list(|index| format!("not q({index})"), ", ")
        ),
        "p",
    );
    let conditional = list(|index| format!("q({index}) : r({index})"), "; ");
    shows(&format!("{{ q(0); r(1) }}. p :- {conditional}. :- not p. :- r(1). #show p/0."), "p");
    shows(&format!("q. p :- q : {}. #show p/0.", list(|_| "q", ", ")), "p");
    shows(&format!("p(0). q :- p(X), {}X. #show q/0.", "0 <= ".repeat(MANY)), "q");
}

#[test]
fn many_elements() {
    let elements = list(|index| format!("1,{index} : q({index})"), "; ");
    let atoms = list(|index| format!("q({index})"), "; ");
    shows(&format!("{{ {atoms} }}. p :- #sum {{ {elements} }} >= {MANY}. :- not p. #show p/0."), "p");
    shows(&format!("{{ q }}. p :- {}. :- not p. #show p/0.", list(|_| "#count { 1 : q } > 0", ", ")), "p");
    let numbers = list(|index| index, ";");
    let shown = list(|index| format!("p({index})"), " ");
    shows(&format!("p({numbers})."), &shown);
    shows(&format!("q(f). p(({numbers})) :- q(_). #show p/1."), &shown);
}

#[test]
fn many_predicates() {
    let chain = list(|index| format!("p{} :- p{index}.", index + 1), "\n");
    let last = format!("p{MANY}");
    shows(&format!("{{ p0 }}. {chain} :- not {last}. #show {last}/0."), &last);
    shows(&format!("{{ p0 }}. p1 :- {last}. {chain} :- not {last}. #show {last}/0."), &last);
    shows(&list(|index| format!("#external e{index}."), "\n"), "");
}

#[test]
fn a_line_of_fifty_megabytes() {
    let line = "right(col1row1,col2row1).".repeat(2_000_000) + "left(X,Y) :- right(Y,X). #show left/2.";
    let run = run_in(folder(&[("p.lp", &line)]).path(), &["solve", "p.lp"], "");
    assert_eq!(run.out, "Answer: 1\nleft(col2row1,col1row1)\nSATISFIABLE\n");
    let run = run_in(folder(&[("p.lp", &line.replace(":-", "::"))]).path(), &["solve", "p.lp"], "");
    assert_eq!(run.code, support::INPUT);
    assert!(run.err.contains("p.lp:1:50000012\n"), "the place in the line, not in what is shown of it");
    assert!(run.err.len() < 10_000, "the line is not shown in full");
}
