//! Programs of the whole language: aggregates, conditional literals, disjunctions, objectives, shown terms, edges, loops.

use std::fmt::Write;

use super::plain::{Body, PLAIN};
use super::{atom, Generator};

const FUNCTIONS: [&str; 5] = ["#count", "#sum", "#sum+", "#min", "#max"];

impl Generator {
    /// A program of the whole language: aggregates of every kind over what only solving decides, conditional literals,
    /// disjunctions, objectives, shown terms, edges; mostly with a choice of edges and what is reached over them, where
    /// completion alone is wrong.
    pub fn whole_language(&mut self) -> String {
        self.may_be_unsafe = true;
        let mut text = String::new();
        let (before, behind) = self.constants();
        let _ = writeln!(text, "{before} n(0..top). d(a;1).");
        for _ in 0..2 + self.below(3) {
            let _ = writeln!(text, "e({},{}).", self.below(2), self.below(3));
        }
        if !self.one_in(4) {
            let (from, to) = if self.one_in(2) { ("X", "Y") } else { ("Y", "X") };
            let _ =
                writeln!(text, "l({to}) :- e(X,Y), l({from}){}.", self.pick(&["", ", not m(X)", ", n(X)"]));
            let _ = writeln!(
                text,
                "l({from}) :- e(X,Y), l({to}), {}.",
                self.pick(&["not m(Y)", "n(Y)", "not q(Y)"])
            );
            let _ = writeln!(
                text,
                "{{ m(X) : n(X) }}. l(X) :- m(X), {}.",
                self.pick(&["X = 0", "not q(X)", "d(X)"])
            );
        }
        for _ in 0..1 + self.below(3) {
            let choice = self.choice();
            let _ = writeln!(text, "{choice}");
        }
        for _ in 0..1 + self.below(3) {
            let _ = writeln!(text, "{}", self.rule());
        }
        for _ in 0..1 + self.below(4) {
            let statement = self.statement_of_any_kind();
            let _ = writeln!(text, "{statement}");
        }
        if self.one_in(3) {
            let _ = writeln!(text, "{}", self.head_cycle());
        }
        if self.one_in(4) {
            let statement = self.recursive_condition();
            let _ = writeln!(text, "{statement}");
        }
        if self.one_in(6) {
            let _ = writeln!(text, "{}", self.recursive_aggregate());
        }
        if self.one_in(8) {
            text += &self.theory();
        }
        if self.one_in(10) {
            let _ = writeln!(text, "{}", self.large_aggregate());
        }
        if self.one_in(5) {
            let _ = writeln!(text, "{}", self.assigned_objective());
        }
        for _ in 0..if self.one_in(4) { 1 + self.below(3) } else { 0 } {
            let heuristic = self.heuristic();
            let _ = writeln!(text, "{heuristic}");
        }
        if self.one_in(6) {
            let _ = writeln!(text, "#show p/1. #show s/2. #show u/0. #show l/1.");
        }
        text + &behind
    }

    /// The constant `top`, 1 or 2, before the text or behind it: in half of the programs from others, in any order.
    fn constants(&mut self) -> (String, String) {
        let above = self.below(2);
        let mut lines = if self.one_in(2) {
            vec![format!("#const top = {}.", above + 1)]
        } else {
            let first = self.pick(&["half+rest", "rest+half", "half+half-unit+rest"]);
            vec![
                format!("#const top = {first}."),
                "#const half = unit.".to_owned(),
                format!("#const rest = {above}+unit-half."),
                "#const unit = 1.".to_owned(),
            ]
        };
        self.shuffle(&mut lines);
        let behind = if self.one_in(2) { lines.split_off(self.below(lines.len() + 1)) } else { Vec::new() };
        (lines.join(" "), behind.join(" "))
    }

    /// A head whose conditions ask for what depends on the head, beside another scope: the condition moves to the body
    /// while grounding, where no variable may be captured.
    fn recursive_condition(&mut self) -> String {
        let (atom, condition, back) = self.pick(&[
            ("p(A)", "q(A)", "q(X+1) :- p(X), n(X+1)."),
            ("p(A)", "q(A), n(A)", "q(Y) :- p(X), e(X,Y)."),
            ("q(A)", "p(A), not m(A)", "p(X) :- q(X), d(X). p(0)."),
            ("l(A)", "e(B,A), l(B)", "l(X) :- n(X), X < 1."),
            ("s(A,B)", "l(A), e(A,B)", "l(Y) :- s(X,Y). l(0)."),
            ("m(A)", "n(A), l(A)", "l(0) :- not u."),
        ]);
        let start = self.pick(&["{ q(X) : n(X) }. ", "{ q(0) }. ", "q(0). ", ""]);
        let element = self.scope(&format!("{atom} : {condition}"));
        let head = match self.below(4) {
            0 => {
                let (tuple, rest) = self.pick(&[("A", ""), ("1,A", " >= 1"), ("1", " <= 2")]);
                let element = self.scope(&format!("{tuple} : {atom} : {condition}"));
                format!("{} {{ {element} }}{rest}", self.pick(&["#count", "#sum"]))
            }
            1 => format!("{{ {element} }} {}", self.pick(&["1", "2", ">= 1", "!= 1"])),
            _ => format!("{{ {element} }}"),
        };
        let mut body = if self.one_in(3) { self.body(1) } else { Body::default() };
        for _ in 0..1 + self.below(2) {
            let literal =
                if self.one_in(3) { self.conditional(&body) } else { self.aggregate(&mut body, false) };
            body.literals.push(literal);
        }
        format!("{start}{head} :- {}. {back}", body.literals.join("; "))
    }

    /// A disjunction of atoms that depend on each other.
    fn head_cycle(&mut self) -> String {
        let (one, other) = self.pick(&[("p(X)", "q(X)"), ("l(X)", "p(X)"), ("q(X)", "s(X,X)")]);
        let third = self.pick(&["", "", " ; m(X)", " ; u", " ; not q(X)"]);
        let mut under = || self.pick(&["", "", "", ", not m(X)", ", m(X)", ", not not p(0)"]);
        let (disjoined, there, back) = (under(), under(), under());
        format!(
            "{one} ; {other}{third} :- n(X){disjoined}. {one} :- {other}, n(X){there}. {other} :- {one}, n(X){back}."
        )
    }

    /// An aggregate that is not monotone, over atoms that depend on it.
    fn recursive_aggregate(&mut self) -> String {
        let head = self.pick(&["p(X)", "q(X)", "l(X)"]);
        let other = self.pick(&["m(Y)", "q(Y)", "p(Y)", "not l(Y)"]);
        let elements = self.pick(&[
            "1,Y : HEAD, n(Y); -1,Y : OTHER, n(Y)",
            "2,Y : HEAD, n(Y); -1,a : OTHER, n(Y)",
            "Y : HEAD, e(Y,_); 1-Y : OTHER, n(Y)",
        ]);
        let elements = elements.replace("HEAD", &head.replace('X', "Y")).replace("OTHER", other);
        let (function, guard) = self.pick(&[
            ("#sum", ">= 0"),
            ("#sum", "!= 1"),
            ("#count", "!= 1"),
            ("#sum", "<= 1"),
            ("#max", "!= 1"),
        ]);
        format!("{head} :- n(X), {function} {{ {elements} }} {guard}.")
    }

    /// An objective over the values of a sum, for each of several groups or in all.
    fn assigned_objective(&mut self) -> String {
        let elements = self.pick(&[
            "A,B : k(A,B)",
            "2*A-3,B : k(A,B)",
            "A+1,A : k(A,B), not u",
            "B,A : not k(A,B), e(B,A)",
        ]);
        let group = self.pick(&["k(A,B)", "k(A,B), B = G", "k(A,B), B != G"]);
        let elements = elements.replace("k(A,B)", group);
        let function = self.pick(&["#sum", "#sum", "#count", "#sum+"]);
        let among = self.pick(&["n(G)", "n(G), q(G)", "n(G), not p(G)", "G = 0"]);
        let value = self.pick(&["T", "T", "-T", "2*T+1", "3-T", "T*T"]);
        let tuple = self.pick(&["", ",G", ",G", ",x"]);
        let rest = self.pick(&["", "", ", G > 0", ", not q(G)", ", T != 1"]);
        let limit =
            self.pick(&["", "", ":- w(G,T), T > 3.", ":- w(G,T), T < 1.", ":- w(0,T), w(1,T), T > 0."]);
        let objective = match self.below(3) {
            0 => format!("#minimize {{ {value}{tuple} : w(G,T){rest} }}."),
            1 => format!("#maximize {{ {value}@1{tuple} : w(G,T){rest} }}."),
            _ => format!(":~ w(G,T){rest}. [{value}{tuple}]"),
        };
        format!(
            "{{ k(0..2,0..1) }} {}. w(G,T) :- T = {function} {{ {elements} }}, {among}. {limit} {objective}",
            self.pick(&["", "3", "4"])
        )
    }

    /// Atoms of a theory that nobody knows, in heads and bodies.
    fn theory(&mut self) -> String {
        let mut text = "#theory t { u { + : 1, binary, left; - : 2, unary; .. : 0, binary, right };
            &h/0 : u, { <=, = }, u, head; &b/1 : u, { <= }, u, body; &c/1 : u, any; &d/0 : u, directive }.\n"
            .to_owned();
        for _ in 0..1 + self.below(2) {
            let mut body = self.body(1);
            let known = self.argument(&body);
            let element = self.pick(&[
                "A+1 : p(A)",
                "-A : n(A), not q(A)",
                "f(A,-1)..[B] : e(A,B)",
                "1; {x}, \"s\" : u",
            ]);
            let element = self.scope(element);
            let line = match self.below(5) {
                0 => format!("&h {{ {element} }} <= {known}+2{}.", body.text()),
                1 => format!("&c({known}) {{ {element} }}{}.", body.text()),
                2 => "&d { 1 }. &d { : u }.".to_owned(),
                _ => {
                    let not = self.pick(&["", "not ", "not not "]);
                    let atom = self.pick(&["&b(1)", "&c(0)", "&c(1)"]);
                    body.literals.push(format!("{not}{atom} {{ {element} }}"));
                    let (name, arity) = self.pick(&PLAIN[..5]);
                    let arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                    format!("{}{}.", super::atom(name, &arguments), bounded(&body))
                }
            };
            let _ = writeln!(text, "{line}");
        }
        text
    }

    fn statement_of_any_kind(&mut self) -> String {
        let mut body = if self.one_in(2) { Body::default() } else { self.body(1) };
        match self.below(14) {
            0..=3 => {
                let aggregate = self.aggregate(&mut body, true);
                body.literals.push(aggregate);
                let (name, arity) = self.pick(&PLAIN[..5]);
                let arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                format!("{}{}.", atom(name, &arguments), bounded(&body))
            }
            4 | 5 => {
                let conditional = self.conditional(&body);
                body.literals.push(conditional);
                let (name, arity) = self.pick(&PLAIN[..5]);
                let arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                let last = if self.one_in(2) { "; not u" } else { "" };
                format!("{} :- {}{last}.", atom(name, &arguments), body.literals.join("; "))
            }
            6 | 7 => {
                let heads: Vec<String> = (0..2 + self.below(2))
                    .map(|_| {
                        let (name, arity) = self.pick(&PLAIN[..5]);
                        let arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                        let not = self.pick(&["", "", "", "", "not "]);
                        format!("{not}{}", atom(name, &arguments))
                    })
                    .collect();
                format!("{}{}.", heads.join(" ; "), body.text())
            }
            8 => {
                let aggregate = self.aggregate(&mut body, false);
                body.literals.push(aggregate);
                format!("{}.", body.text().trim_start())
            }
            9 => {
                let function = self.pick(&FUNCTIONS);
                let (left, right) = self.guards();
                let (one, other) = (self.scope("A,p : p(A) : d(A)"), self.scope("B,s : s(B,A) : e(A,B)"));
                format!("{left}{function} {{ {one}; {other} }}{right}{}.", body.text())
            }
            10 => {
                let (weight, priority) = (self.below(5) as i64 - 1, self.below(2));
                let tuple = self.argument(&body);
                format!(":~{}. [{weight}@{priority},{tuple}]", body.text().trim_start_matches(" :-"))
            }
            11 => {
                let direction = self.pick(&["#minimize", "#maximize"]);
                let weight = self.pick(&["1", "A", "2@1", "A+1@1", "-A"]);
                let local = self.pick(&["p(A)", "n(A), q(A)", "e(A,B), s(A,B)", "n(A), not r(A,0)"]);
                format!("{direction} {{ {weight},A : {local} }}.")
            }
            12 => {
                let term = format!("f({},{})", self.argument(&body), self.argument(&body));
                format!(
                    "#show {term} :{}.",
                    if body.literals.is_empty() { " u".to_owned() } else { body.text().replace(" :-", "") }
                )
            }
            _ => format!(
                "#edge ({0},{1}) : {2}.",
                "X",
                "Y",
                self.pick(&["s(X,Y)", "e(X,Y), m(X)", "e(X,Y), not p(X)"])
            ),
        }
    }

    fn heuristic(&mut self) -> String {
        let about = self.pick(&[
            "p(X)",
            "p(X) : n(X)",
            "p(X) : not q(X)",
            "s(X,Y) : e(X,Y), not p(Y)",
            "u : #count { A : p(A) } > 1",
            "q(X) : p(X-1)",
            "r(X,Y) : p(A) : q(A)",
            "l(X;1)",
        ]);
        let bias = self.pick(&["1", "2", "-1", "0", "top", "a"]);
        let priority = self.pick(&["", "", "@1", "@top+1", "@-1"]);
        let modifier = self.pick(&["level", "sign", "true", "false", "true", "false", "init", "factor"]);
        format!("#heuristic {about}. [{bias}{priority},{modifier}]")
    }

    fn guards(&mut self) -> (String, String) {
        let relation = self.pick(&["<", "<=", ">", ">=", "=", "<=", ">="]);
        let bound = self.below(4) as i64 - 1;
        match self.below(4) {
            0 => (format!("{bound} {relation} "), String::new()),
            1 => (format!("{} <= ", bound - 1), format!(" <= {}", bound + 1)),
            2 => (String::new(), format!(" != {bound}")),
            _ => (String::new(), format!(" {relation} {bound}")),
        }
    }

    /// An aggregate over anything; with `assigns`, perhaps one that gives a value to a new variable.
    fn aggregate(&mut self, body: &mut Body, assigns: bool) -> String {
        let known = self.argument(body);
        let mut elements: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let element = self.pick(&[
                    "A : p(A)",
                    "A,B : s(A,B)",
                    "A : r(A,B), not q(B)",
                    "1,A : q(A)",
                    "-A,A : p(A), n(A)",
                    "A : d(A), not p(A)",
                    "A : l(A)",
                    "1,A,B : e(A,B), l(A), not not p(B)",
                    "2,x : u",
                    "A-1,A : n(A), q(A)",
                    "B : v(A,B,_)",
                    "A : p(A), q(A;0)",
                    "1,A : q(A), n((A;A+1))",
                    "A : e(A,(B;0))",
                    "B,(A;0) : e(A,B), not q(A;B)",
                    "A : d(A;1), p(A)",
                ]);
                self.scope(element)
            })
            .collect();
        if self.one_in(4) {
            elements.push(format!("1,k : p({known})"));
        }
        let elements = elements.join("; ");
        if self.one_in(5) {
            let (left, right) = self.guards();
            let not = self.pick(&["", "", "not "]);
            let (one, other) = (self.scope("p(A) : n(A)"), self.scope("not q(B) : d(B)"));
            return format!("{not}{left}{{ {one}; {other}; u }}{right}");
        }
        let function = self.pick(&FUNCTIONS);
        if assigns && self.one_in(4) {
            body.bound.push("N");
            return format!("N = {function} {{ {elements} }}");
        }
        let (left, right) = self.guards();
        let not = self.pick(&["", "", "", "not ", "not not "]);
        format!("{not}{left}{function} {{ {elements} }}{right}")
    }

    /// A conditional literal.
    fn conditional(&mut self, body: &Body) -> String {
        let known = self.argument(body);
        let literal = match self.below(8) {
            0 => "p(A)".to_owned(),
            1 => "not q(A)".to_owned(),
            2 => format!("s(A,{known})"),
            3 => "r(A,_)".to_owned(),
            4 => "A < 1".to_owned(),
            5 => "p(A;0)".to_owned(),
            6 => format!("s(({known};0),A)"),
            _ => "l(A)".to_owned(),
        };
        let condition = self.pick(&[
            "d(A)",
            "n(A), A > 0",
            "e(A,B), not u",
            "p(A)",
            "n(A), not p(A)",
            "e(A,0)",
            "q(A), n(A)",
            "n(A), q(A;0)",
            "e(A,(B;1))",
        ]);
        self.scope(&format!("{literal} : {condition}"))
    }
}

/// The body with what keeps a new number from being counted up, or summed up below zero, without end.
fn bounded(body: &Body) -> String {
    let text = body.text();
    if body.bound.contains(&"N") && !text.is_empty() {
        format!("{text}, -top <= N <= top")
    } else {
        text
    }
}
