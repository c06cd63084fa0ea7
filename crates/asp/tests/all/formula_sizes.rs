//! How many variables and clauses a program takes: what is certain takes none, and what is shared is written once.

use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan::{Backend, Engine};

/// The numbers of variables and of clauses.
fn size(program: &str) -> (usize, usize) {
    let mut engine = Engine::new();
    engine.configure(SearchConfig::new(Backend::Varisat, Method::Auto)).expect("it is new");
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let statistics = engine.translate().expect("clauses");
    (statistics.variables, statistics.clauses)
}

fn check(programs: &[(&str, usize, usize)]) {
    let mut differ = String::new();
    for &(program, variables, clauses) in programs {
        let found = size(program);
        if found != (variables, clauses) {
            differ += &format!(
                "{program}\nhas {found:?} variables and clauses, not {:?}\n\n",
                (variables, clauses)
            );
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn what_is_certain_takes_no_clauses_beside_its_own() {
    check(&[
        ("{a; b; c}. :- not a. :- b.", 1, 0),
        ("{a; b}. c :- a. :- c.", 1, 0),
        ("{a; b}. c :- a, b. :- not c.", 0, 0),
        ("{a; b; d}. c :- a, b. c :- d. :- not c. :- d.", 0, 0),
        ("{a; b; c}. :- a, b. :- a, not b. d :- a. d :- b.", 3, 2),
        ("{a; b; c}. :- not a. :- a, b. d :- not b, c. e :- b, c.", 1, 0),
        ("{a; b; c}. d :- 2 { a; b; c }. :- not d. :- a.", 0, 0),
        ("{a; b; c}. d :- 2 { a; b; c }. :- d. :- not a.", 0, 0),
        ("{a; b; c}. d :- #sum { 3 : a; 2 : b; 1 : c } >= 4. :- not d. :- c.", 0, 0),
        ("{a; b; c}. d :- #sum { 3 : a; 2 : b; 1 : c } >= 4. :- not d.", 2, 1),
        ("{a; b; c}. d :- #sum { 3 : a; 2 : b; 1 : c } >= 3. :- d.", 2, 1),
        ("{a; b}. c :- d. d :- c. c :- a, b. :- b.", 1, 0),
        ("{a; b}. c :- d, a. d :- c, b. e :- c. e :- b.", 2, 0),
        ("{a}. c :- d. d :- c. c :- a. :- not d.", 1, 1),
        ("{a; b}. c :- #count { 1 : d; 2 : a; 3 : b } >= 2. d :- c. :- not a. :- b.", 0, 0),
        ("a :- not b. b :- not a. :- a.", 0, 0),
        ("{a; b}. c :- a. c :- b. :- not c, a. :- c, not a. :- not b.", 0, 0),
    ]);
}

#[test]
fn what_is_shared_is_written_once() {
    check(&[
        ("{a; b; c}. d :- a, b. e :- a, b. :- d, e, c.", 3, 1),
        ("{a; b; c; d}. e :- a, b. e :- a, c. e :- a, d.", 4, 0),
        ("{a; b; c; d}. e :- a, b. e :- c, d. :- e, not a. :- e, c.", 4, 3),
        ("{a; b; c; d}. e :- a, b, c, d. f :- not e, a. g :- e, f. :- not f, not g.", 6, 9),
        ("{a(1..9)}. e :- a(1), a(2), a(3), a(4). f :- e, a(5). f :- e, a(6). g :- not f, a(7). g :- f, a(8). :- g, e, a(9).", 11, 10),
        ("{a(1..8)}. p :- a(1), a(2). p :- a(3), a(4). q :- a(5), a(6). q :- a(7), a(8). :- not p, not q.", 10, 8),
        ("{a(1..8)}. p :- a(1), a(2), a(3). p :- a(4), a(5), a(6). :- not p, a(7). :- not p, a(8). :- p, a(1), a(7).", 9, 12),
        ("{a(1..4)}. p :- not a(1). q :- not p. r :- not q, a(2). s :- r, not a(3). :- s, a(4).", 4, 1),
    ]);
}

#[test]
fn sums_are_written_in_the_shortest_way() {
    check(&[
        ("{a(1..4)}. x :- 2 { a(1..4) }. :- x.", 4, 6),
        ("{a(1..4)}. x :- 2 { a(1..4) }. :- not x.", 4, 4),
        ("{a(1..4)}. x :- 2 { a(1..4) }. {y}. :- x, y. :- not x, not y.", 5, 10),
        ("{a(1..20)} 1.", 25, 60),
        ("1 {a(1..20)} 1.", 25, 61),
        ("{a(1..20)} 2.", 68, 100),
        ("{a(1..20)} 5.", 82, 147),
        ("12 {a(1..20)}.", 88, 168),
        ("5 {a(1..12)} 5.", 78, 136),
        ("{a(1..12)}. x :- 5 { a(1..12) }. {y}. :- x, y. :- not x, not y.", 45, 133),
        ("{a(1..8)}. x :- #sum { X : a(X) } >= 15. {y}. :- x, y. :- not x, not y.", 9, 46),
        ("{a(1..8)}. :- #sum { X : a(X) } >= 15.", 8, 25),
        ("{a(1..8)}. :- #sum { X : a(X) } <= 15.", 8, 22),
        ("{a(1..8)}. :- #sum { 4*X : a(X) } >= 58.", 8, 25),
        ("{a(1..8)}. :- #sum { 1000*X*X+X : a(X) } >= 70000.", 8, 11),
        ("{a(1..6)}. x :- #sum { 1,X : a(X), X < 3; 5,X : a(X), X >= 3 } >= 5. :- x, a(1).", 6, 4),
    ]);
}

#[test]
fn loops_take_what_their_rules_need() {
    // That `z` needs it is why it is supported.
    check(&[
        ("{a; b}. c :- d. d :- c. c :- a. d :- b. z :- not c.", 4, 6),
        ("{a; b; e}. c :- d, e. d :- c. c :- a. d :- b. z :- not c.", 5, 7),
        ("{s(1..4); e(1..4)}. r(X) :- s(X), X = 1..4. r(X+1) :- r(X), e(X), X < 4. r(1) :- r(4), e(4). z :- not r(1).", 14, 23),
        ("{s(1..3); e(1..3,1..3)}. r(X) :- s(X). r(Y) :- r(X), e(X,Y). z :- not r(1).", 18, 25),
        ("{s(1..3); e(1..3)}. r(1) :- s(1). r(2) :- s(2). r(1) :- r(2), r(3), e(1). r(2) :- r(1), e(2). r(3) :- r(2), e(3). z :- not r(1).", 9, 12),
        ("{s(1..3)}. r(1) :- s(1). r(2) :- s(2). r(1) :- 2 { r(2); r(3); s(3) }. r(2) :- r(1), s(3). r(3) :- r(2). z :- not r(1).", 7, 15),
        ("{a; b}. {c} :- d. {d} :- c. c :- a. d :- b.", 4, 5),
        // Nothing needs these, or they are forbidden: rules are all there is to say.
        ("{a; b}. c :- d. d :- c. c :- a. d :- b.", 4, 4),
        ("{a; b}. c :- d. d :- c. c :- a. d :- b. :- c, a, b.", 4, 5),
    ]);
}

#[test]
fn disjunctions_grow_with_their_heads() {
    let rest =
        ["", " :- b. { b }", " :- not a(2), c. { c }", " :- 2 { b(1..3) }. { b(1..3) }. :- a(1), a(3)"];
    for rest in rest {
        let size = |heads: usize| {
            let atoms: Vec<String> = (0..heads).map(|head| format!("a({head})")).collect();
            size(&format!("{}{rest}.", atoms.join(" | ")))
        };
        let (small, large) = (size(200), size(800));
        assert!(small.0 > 200 && small.1 > 200, "{rest}: {small:?}");
        assert!(large.0 < 5 * small.0 && large.1 < 5 * small.1, "{rest}: {small:?}, and {large:?}");
    }
}
