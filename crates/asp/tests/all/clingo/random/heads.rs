//! Pools, intervals and signs in heads of every kind: literals, disjunctions with and without conditions, choices,
//! aggregates.
//!
//! What conditions ask for, `d`, `e` and `o`, no head derives; what heads derive is in loops now and then.

use std::fmt::Write;

use super::Generator;

/// Terms with several values, and some with one; `X` may have a value or not.
const CLOSED: [&str; 14] = [
    "1", "2", "a", "1..2", "(1;2)", "(1;a)", "2..1", "(1..2)+1", "(0;1)*2", "f(1;2)", "f(a)", "(1;2..3)",
    "1/0", "2-(0;1)",
];
/// Terms with a variable that perhaps the body gives a value.
const OPEN: [&str; 8] = ["X", "X", "(X;1)", "(X;X+1)", "1..X", "f(X;1)", "X+(0;1)", "X..2"];
/// Terms with the variable of a condition in each alternative. What one literal says in a second instance, clingo 5.8.3
/// forgets where the conditions are decided: `p(Y..2) : d(Y). d(1..2).` gives it {p(1), p(2)}, not {p(2)}, and
/// `2 < Y : d(Y) ; q. d(1..3).` q. So there no alternative goes without the variable, and nothing has intervals or arithmetic.
const LOCAL: [&str; 3] = ["Y", "Y", "f(Y;1,Y)"];
/// Such terms where only solving decides the condition.
const OPEN_LOCAL: [&str; 6] = ["Y", "(Y;Y+1)", "Y+(0;1)", "1..Y", "Y..2", "(Y;1)"];

/// Which terms are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Terms {
    Any,
    Local,
    OpenLocal,
}

impl Generator {
    /// A program whose heads have pools and intervals wherever they may stand.
    pub fn heads(&mut self) -> String {
        let mut text = String::new();
        let given = self.pick(&[
            "d(1).",
            "d(1..2).",
            "d(1;a).",
            "{d(1..2)}.",
            "{d(1;a)}.",
            "d(1). {d(2)}.",
            "{d(0..1)}.",
        ]);
        let open = self.pick(&["", "o.", "{o}.", "{o}.", "{o; e(1)}."]);
        let _ = writeln!(text, "{given} {open} e(1,2).");
        let _ = writeln!(
            text,
            "{}",
            self.some(
                &[
                    "{p(1..2)}.",
                    "{p(a;1)}.",
                    "{-p(1;2)}.",
                    "{q}.",
                    "{r(1,1..2)}.",
                    "{r(1,2);r(2,1)}.",
                    "q :- p(1).",
                    "p(2) :- q.",
                    "p(1) :- p(2)."
                ],
                3
            )
        );
        for _ in 0..1 + self.below(2) {
            let head = match self.below(6) {
                0 => self.sign_and_atom(Terms::Any),
                1..=3 => self.disjunction(given.starts_with('{')),
                4 => self.choice_of_pools(),
                _ => self.aggregate_of_pools(),
            };
            let body = self.pick(&[
                "",
                "",
                "",
                " :- o",
                " :- d(X)",
                " :- not o, d(X)",
                " :- X = 1..2",
                " :- X = (1;a)",
            ]);
            let _ =
                writeln!(text, "{}{body}.", if body.contains('X') { head } else { head.replace('X', "2") });
        }
        if self.one_in(3) {
            let _ = writeln!(
                text,
                "{}",
                self.pick(&[
                    ":- not q.",
                    ":- p(1), q.",
                    ":- p(2), not r(1,2).",
                    "s :- not p(_).",
                    "s :- -p(X), not p(X)."
                ])
            );
        }
        text
    }

    fn value(&mut self, terms: Terms) -> &'static str {
        match terms {
            Terms::Any if self.one_in(3) => self.pick(&OPEN),
            Terms::Any => self.pick(&CLOSED),
            Terms::Local => self.pick(&LOCAL),
            Terms::OpenLocal => self.pick(&OPEN_LOCAL),
        }
    }

    fn head_atom(&mut self, terms: Terms) -> String {
        match self.below(8) {
            0 => "q".to_owned(),
            1 => format!("-p({})", self.value(terms)),
            2 => format!("r({},{})", self.value(terms), self.value(terms)),
            3 => format!("p({};{})", self.value(terms), self.value(terms)),
            4 => format!("-p({};{})", self.value(terms), self.value(terms)),
            5 => format!("r(1,{};{},1)", self.value(terms), self.value(terms)),
            _ => format!("p({})", self.value(terms)),
        }
    }

    fn sign_and_atom(&mut self, terms: Terms) -> String {
        let sign = self.pick(&["", "", "", "", "not ", "not not "]);
        if terms == Terms::Local {
            // What is decided in one instance, clingo 5.8.3 forgets in the others: `p(1). d(1..2). not p(Y) : d(Y).` has no
            // answer set there, though `not p(2)` holds.
            return self.head_atom(terms);
        }
        format!("{sign}{}", self.head_atom(terms))
    }

    fn head_condition(&mut self) -> &'static str {
        self.pick(&[
            "d(Y)",
            "d(Y), o",
            "o",
            "not o",
            "#true",
            "",
            "e(1,Y)",
            "Y = 1..2",
            "d(Y;1)",
            "d(Y), Y = (1;2)",
            "not d(1)",
            "d(Y), not o",
        ])
    }

    /// A disjunction; `open` says that only solving decides each `d`.
    fn disjunction(&mut self, open: bool) -> String {
        let count = 1 + self.below(3);
        let conditional = self.one_in(2) || count == 1;
        let elements: Vec<String> = (0..count)
            .map(|_| {
                let condition = if !conditional || self.one_in(4) { "" } else { self.head_condition() };
                let terms = match condition {
                    "d(Y)" if open => Terms::OpenLocal,
                    _ if condition.contains('Y') && !condition.contains("Y;") && self.one_in(2) => {
                        Terms::Local
                    }
                    _ => Terms::Any,
                };
                let literal = match self.below(14) {
                    0 => self.pick(&["#true", "#false", "not #true", "not not #false"]).to_owned(),
                    1 if terms != Terms::Local => format!(
                        "{}{} {} {}",
                        self.pick(&["", "not "]),
                        self.value(terms),
                        self.pick(&["<", "=", "!=", ">="]),
                        self.value(terms)
                    ),
                    2 => format!("{}1 < {} < 3", self.pick(&["", "not "]), self.pick(&["X", "1", "2"])),
                    3 if count > 1 => self.pick(&["not p(_)", "not not p(_)", "not r(_,1)"]).to_owned(),
                    _ => self.sign_and_atom(terms),
                };
                if condition.is_empty() {
                    return literal;
                }
                format!("{literal} : {condition}")
            })
            .collect();
        elements.join(self.pick(&[" ; ", " | ", " ; "]))
    }

    fn choice_of_pools(&mut self) -> String {
        let elements: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let literal =
                    if self.one_in(6) { self.sign_and_atom(Terms::Any) } else { self.head_atom(Terms::Any) };
                match self.below(3) {
                    0 => literal,
                    _ => format!("{literal} : {}", self.head_condition()),
                }
            })
            .collect();
        let guards = self.pick(&[
            ("", ""),
            ("1 ", ""),
            ("", " 1"),
            ("1 ", " 2"),
            ("(0;1) ", ""),
            ("", " = 1..2"),
            ("", " != 1"),
        ]);
        format!("{}{{ {} }}{}", guards.0, elements.join("; "), guards.1)
    }

    fn aggregate_of_pools(&mut self) -> String {
        let function = self.pick(&["#sum", "#count", "#sum+", "#min", "#max"]);
        let guard = self.pick(&["", "", " >= 1", " <= 1", " = 1", " != 2"]);
        let elements: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let tuple = match self.below(4) {
                    // Where no bound asks for the value, it depends on what stands beside them whether clingo minds them.
                    0 if !guard.is_empty() => self.pick(&["a", "", "a,1"]),
                    // Under `#sum+`, clingo 5.8.3 counts it where a bound asks for more.
                    1 if function != "#sum+" => "-1",
                    _ => self.pick(&["1", "1,a", "(1;2)", "1..2", "2,(a;b)", "1/0"]),
                };
                let atom = self.head_atom(Terms::Any);
                let literal = match self.below(6) {
                    0 => self.pick(&["not q", "not not p(1)", "not p(1..2)", "not not r(1,(1;2))"]),
                    1 => self.pick(&["1 < 2", "#true", "not #true", "X != 1", "not 1 < X < 3", "#false"]),
                    _ => &atom,
                };
                match self.below(3) {
                    0 => format!("{tuple} : {literal}"),
                    _ => format!("{tuple} : {literal} : {}", self.head_condition()),
                }
            })
            .collect();
        format!("{function} {{ {} }}{guard}", elements.join("; "))
    }
}
