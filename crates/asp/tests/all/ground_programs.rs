//! What grounding leaves of a program: nothing that is known before solving.

use groundplan::{exchange, Engine};

/// The ground program as text, without what it shows.
fn ground(program: &str) -> String {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let text = exchange::text(engine.ground_program());
    text.lines().filter(|line| !line.starts_with("#show")).collect::<Vec<_>>().join(" ")
}

fn check(programs: &[(&str, &str)]) {
    let mut differ = String::new();
    for (program, expected) in programs {
        let found = ground(program);
        if found != *expected {
            differ += &format!("{program}\nis ground to: {found}\nand not to:   {expected}\n\n");
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn what_is_known_late_is_left_out_of_recursive_rules() {
    check(&[
        ("b :- a. a. x :- #count { 1 : a; 2 : b } >= 2. a :- x.", "a. b. x."),
        ("{c}. b :- a. a. x :- #count { 1 : a; 2 : c; 3 : b } >= 3. a :- x.", "a. b. { c }. x :- c."),
        ("{c}. x :- #sum { 1 : a; 2 : c; 3 : b } >= 3. a :- x. b :- a, not a.", "{ c }."),
        (
            "{e}. y :- #count { 1 : b; 2 : d; 3 : e } >= 2. b :- z. d :- z. z :- #count { 1 : g; 2 : e } >= 1. \
             g :- not h. h :- y, k.",
            "z. g. b. d. y. aux(7). aux(8). { e }.",
        ),
        ("{c}. a :- not b, c. b :- a, d. d :- b. e :- a, not d.", "{ c }. a :- c. e :- a."),
        (
            "p(1). p(X+1) :- p(X), X < 4, not q(X). q(3) :- p(3), p(1). q(5) :- p(5).",
            "p(1). p(2). p(3). q(3).",
        ),
        ("{x}. a ; b :- c. c :- a, b, x. c. {a; d} :- b. b :- d.", "c. { x }. a; b. { a; d } :- b. b :- d."),
        ("{x}. {y} :- a. a :- y. a. { z } :- z, x.", "a. { y }. { x }."),
        ("{x}. y :- not z, x. z :- y, w. w :- z. v :- y, not w.", "{ x }. y :- x. v :- y."),
    ]);
}

#[test]
fn bounds_of_choices_are_as_short_as_they_can_be() {
    check(&[
        ("{a; b; c} 2.", "{ a; b; c }. :- 3 <= #sum { 1,0 : a; 1,1 : b; 1,2 : c }."),
        ("1 {a; b; c}.", "{ a; b; c }. :- not a, not b, not c."),
        ("2 {a; b; c}.", "{ a; b; c }. aux(3) :- 2 <= #sum { 1,0 : a; 1,1 : b; 1,2 : c }. :- not aux(3)."),
        ("3 {a; b; c}.", "{ a; b; c }. :- not a. :- not b. :- not c."),
        ("4 {a; b; c}.", "{ a; b; c }. :- ."),
        ("{a; b; c} 0.", "{ a; b; c }. :- a. :- b. :- c."),
        ("{a; b; c} 3.", "{ a; b; c }."),
        ("{x}. 1 {a; b; c} 2 :- x.", "{ x }. { a; b; c } :- x. :- x, not a, not b, not c. aux(4) :- 3 <= #sum { 1,0 : a; 1,1 : b; 1,2 : c }. :- x, aux(4)."),
        ("{x}. {a; b} != 1 :- x.", "{ x }. { a; b } :- x. aux(3) :- 1 <= #sum { 1,0 : a; 1,1 : b }. aux(4) :- 2 <= #sum { 1,0 : a; 1,1 : b }. :- x, aux(3), not aux(4)."),
        ("{x}. {a; b} != 0 :- x.", "{ x }. { a; b } :- x. aux(3) :- 1 <= #sum { 1,0 : a; 1,1 : b }. :- x, not aux(3)."),
        ("{x}. {a; b} != 2 :- x.", "{ x }. { a; b } :- x. aux(3) :- 2 <= #sum { 1,0 : a; 1,1 : b }. :- x, aux(3)."),
        ("{x}. {a; b} != 3 :- x.", "{ x }. { a; b } :- x."),
        ("{x}. {a; b} = 2 :- x.", "{ x }. { a; b } :- x. :- x, not a. :- x, not b."),
        ("{a; b} < 0.", "{ a; b }. :- ."),
        ("a. {a; b} 1.", "a. { b }. :- b."),
        ("a. {a; b; c} = 2.", "a. { b; c }. :- not b, not c. :- 2 <= #sum { 1,0 : b; 1,1 : c }."),
        ("{a; b; c} #inf.", "{ a; b; c }. :- ."),
        ("{a; b; c} <= n.", "{ a; b; c }."),
    ]);
}

#[test]
fn aggregates_count_only_what_is_open() {
    check(&[
        ("{a; b}. x :- #sum { 1 : a; -2 : b } >= 0.", "{ a; b }. aux(2) :- 2 <= #sum { 1,0 : a; 2,1 : not b }. x :- aux(2)."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } > 0.", "{ a; b }. x :- a, not b."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } < 0.", "{ a; b }. aux(2) :- 2 <= #sum { 1,0 : a; 2,1 : not b }. x :- not aux(2)."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } <= -2.", "{ a; b }. aux(2) :- a. aux(2) :- not b. x :- not aux(2)."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } <= 1.", "x. { a; b }."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } >= -2.", "x. { a; b }."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } != -1.", "{ a; b }. aux(2) :- 2 <= #sum { 1,0 : a; 2,1 : not b }. aux(3) :- a. aux(3) :- not b. aux(4) :- aux(2). aux(4) :- not aux(3). x :- aux(4)."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } = n.", "{ a; b }."),
        ("c. {a}. x :- #count { 1 : c; 1 : a } >= 1. y :- #count { 1 : a; 1 : c } >= 2.", "c. x. { a }."),
        ("{a; b}. x :- #sum { 1 : a; -2 : b } < n.", "x. { a; b }."),
        ("c. {a; b}. x :- #sum { 3 : c; 1 : a; 2 : b } >= 5.", "c. { a; b }. aux(3) :- 2 <= #sum { 1,0 : a; 2,1 : b }. x :- aux(3)."),
        ("{a; b}. x :- #min { 1 : a; 2 : b } <= 1.", "{ a; b }. x :- a."),
        ("{a; b}. x :- #min { 1 : a; 2 : b } < 2.", "{ a; b }. x :- a."),
        ("{a; b}. x :- #min { 1 : a; 2 : b } >= 2.", "{ a; b }. x :- not a."),
        ("{a; b}. x :- #min { 1 : a; 2 : b } > 2.", "{ a; b }. aux(2) :- a. aux(2) :- b. x :- not aux(2)."),
        ("{a; b}. x :- #max { 1 : a; 2 : b } >= 1.", "{ a; b }. aux(2) :- a. aux(2) :- b. x :- aux(2)."),
        ("{a; b}. x :- #max { 1 : a; 2 : b } > 1.", "{ a; b }. x :- b."),
        ("{a; b}. x :- #max { 1 : a; 2 : b } <= 1.", "{ a; b }. x :- not b."),
        ("{a; b}. x :- #max { 1 : a; 2 : b } = 2.", "{ a; b }. x :- b."),
        ("{a; b}. x(N) :- N = #count { 1 : a; 2 : b }.", "{ a; b }. aux(2) :- a. aux(2) :- b. aux(3) :- a, b. x(0) :- not aux(2). x(1) :- aux(2), not aux(3). x(2) :- a, b."),
        ("{a; b}. x :- not #count { 1 : a; 2 : b } >= 2. y :- not not #count { 1 : a; 2 : b } >= 2.", "{ a; b }. aux(2) :- a, b. aux(3) :- not aux(2). y :- not aux(3). x :- not aux(2)."),
    ]);
}

#[test]
fn bodies_have_only_what_is_open() {
    check(&[
        ("p(1..6). q(X) :- p(2*X+1). r(X) :- p(3-X), X > 0. s(X) :- p(-X). t(X) :- p(Y), Y = X*2, not q(X).", "p(1). p(2). p(3). p(4). p(5). p(6). s(-1). s(-2). s(-3). s(-4). s(-5). s(-6). r(2). r(1). q(0). q(1). q(2). t(3)."),
        ("{a(1..2)}. b :- a(X) : X = 1..2. c :- not a(X) : X = 1..2.", "{ a(1); a(2) }. c :- not a(1), not a(2). b :- a(1), a(2)."),
        ("{a(1..2)}. d(1). b :- a(X) : d(X). c ; e :- not a(1), not not a(2), not f, not not d(1).", "d(1). { a(1); a(2) }. aux(3) :- not a(2). c; e :- not a(1), not aux(3). b :- a(1)."),
        ("{a(1..2)}. d(X) : a(X).", "{ a(1); a(2) }. aux(4) :- a(1), d(1). aux(5) :- a(2), d(2). d(1) :- a(1), not aux(5). d(2) :- a(2), not aux(4). :- not aux(4), not aux(5)."),
    ]);
}

/// What anonymous variables leave open is not multiplied; where an atom has no other to be multiplied with, it stays as it is.
#[test]
fn anonymous_variables_are_projected_where_that_pays() {
    let choice = "c(1..3). { at(C,S,R) : c(C), S = 1..2, R = 1..9 }.";
    for (rule, instances) in [
        (":- at(C,S,_), at(D,S,_), C < D.", 6),
        (":- at(C,S,_), at(D,S,_), at(E,S,_), C < D, D < E.", 2),
        (":- at(C,S,_), c(C).", 54),
        (":- at(C,S,R), at(D,S,R), C < D.", 54),
    ] {
        let text = ground(&format!("{choice} {rule}"));
        assert_eq!(text.matches(" :- ").count() - text.matches(") :- ").count(), instances, "{rule}\n{text}");
    }
}
