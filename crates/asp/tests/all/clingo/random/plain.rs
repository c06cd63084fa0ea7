//! Programs with variables: safe, of finite ground size.
//!
//! Ground programs stay finite because the arguments of `p`, `q`, `r`, `s`, `u` and `v` are integers of a small range or
//! one of two constants: arithmetic in a head is bounded by a comparison in the body. Function terms are only made by
//! `t`, from those, and only taken apart again.

use std::fmt::Write;

use super::{atom, Generator};

/// The predicates of plain arguments, with their arities.
pub(super) const PLAIN: [(&str, usize); 6] = [("p", 1), ("q", 1), ("r", 2), ("s", 2), ("u", 0), ("v", 3)];
/// Those that only facts define, so that they can be counted while grounding.
const GIVEN: [(&str, usize); 3] = [("d", 1), ("e", 2), ("n", 1)];
const VARIABLES: [&str; 4] = ["X", "Y", "Z", "W"];
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "=", "!="];

/// The body of a rule in the making.
#[derive(Default)]
pub(super) struct Body {
    pub(super) literals: Vec<String>,
    /// The variables that positive atoms give values to.
    pub(super) bound: Vec<&'static str>,
}

impl Body {
    pub(super) fn text(&self) -> String {
        if self.literals.is_empty() {
            String::new()
        } else {
            format!(" :- {}", self.literals.join(", "))
        }
    }
}

impl Generator {
    /// A program.
    pub fn program(&mut self) -> String {
        let mut text = String::new();
        let top = 2 + self.below(2);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#const top = {top}. n(0..top). d(a;1..2).");
        for _ in 0..3 + self.below(3) {
            let _ = writeln!(text, "e({},{}).", self.below(3), self.below(3));
        }
        for _ in 0..self.below(3) {
            let (name, arity) = self.pick(&PLAIN);
            let _ = writeln!(text, "{}.", self.fact(name, arity));
        }
        for _ in 0..2 + self.below(6) {
            let _ = writeln!(text, "{}", self.rule());
        }
        for _ in 0..1 + self.below(3) {
            let _ = writeln!(text, "{}", self.choice());
        }
        for _ in 0..self.below(3) {
            let body = self.body(2);
            let _ = writeln!(text, "{}.", body.text().trim_start());
        }
        if self.one_in(4) {
            let _ = writeln!(text, "#show p/1. #show s/2. #show u/0. #show t/1.");
        }
        text
    }

    fn fact(&mut self, name: &str, arity: usize) -> String {
        let arguments: Vec<String> = (0..arity)
            .map(|_| match self.below(6) {
                0 => "a".to_owned(),
                1 => "0..1".to_owned(),
                2 => "(1;b)".to_owned(),
                _ => self.below(3).to_string(),
            })
            .collect();
        atom(name, &arguments)
    }

    pub(super) fn rule(&mut self) -> String {
        let mut body = self.body(1);
        let head = match self.below(8) {
            0 => {
                let inner = [self.argument(&body), self.argument(&body)];
                let functions = [
                    format!("f({},{})", inner[0], inner[1]),
                    format!("g({})", inner[0]),
                    format!("({},{})", inner[0], inner[1]),
                ];
                format!("t({})", functions[self.below(3)])
            }
            1 => {
                let (name, arity) = self.pick(&PLAIN[..4]);
                let mut arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                if let Some(&variable) = body.bound.first() {
                    let column = self.below(arity);
                    let shift = self.pick(&["+1", "-1", "*2", "\\2"]);
                    arguments[column] = format!("{variable}{shift}");
                    body.literals.push(format!("-1 < {variable}{shift} <= top"));
                }
                atom(name, &arguments)
            }
            _ => {
                let (name, arity) = self.pick(&PLAIN);
                let arguments: Vec<String> = (0..arity).map(|_| self.argument(&body)).collect();
                atom(name, &arguments)
            }
        };
        format!("{head}{}.", body.text())
    }

    pub(super) fn choice(&mut self) -> String {
        let body = if self.one_in(3) { self.body(1) } else { Body::default() };
        let mut elements = Vec::new();
        for _ in 0..1 + self.below(2) {
            let mut inner = Body { literals: Vec::new(), bound: body.bound.clone() };
            for _ in 0..self.below(3) {
                // Mostly what is given, so that there is something to choose from.
                let positive =
                    if self.one_in(3) { self.positive(&mut inner) } else { self.given(&mut inner) };
                inner.literals.push(positive);
            }
            if self.one_in(3) {
                let kind = self.below(7);
                let test = self.test(&inner, kind);
                inner.literals.push(test);
            }
            let (name, arity) = self.pick(&PLAIN[..5]);
            let arguments: Vec<String> = (0..arity).map(|_| self.argument(&inner)).collect();
            let condition = if inner.literals.is_empty() {
                String::new()
            } else {
                format!(" : {}", inner.literals.join(", "))
            };
            elements.push(format!("{}{condition}", atom(name, &arguments)));
        }
        let guards = match self.below(6) {
            0 => ["1 ", " 1"],
            1 => ["1 ", ""],
            2 => ["", " 2"],
            3 => ["", " != 1"],
            4 => ["2 > ", ""],
            _ => ["", ""],
        };
        format!("{}{{ {} }}{}{}.", guards[0], elements.join("; "), guards[1], body.text())
    }

    pub(super) fn body(&mut self, least: usize) -> Body {
        let mut body = Body::default();
        for _ in 0..least + self.below(2) {
            let positive = self.positive(&mut body);
            body.literals.push(positive);
        }
        for _ in 0..self.below(3) {
            let kind = self.below(8);
            let test = self.test(&body, kind);
            body.literals.push(test);
        }
        if self.one_in(5) {
            let binding = self.binding(&mut body);
            body.literals.push(binding);
        }
        // The order of the text says nothing about what can be evaluated first.
        self.shuffle(&mut body.literals);
        body
    }

    fn any_predicate(&mut self) -> (&'static str, usize) {
        if self.one_in(3) {
            self.pick(&GIVEN)
        } else {
            self.pick(&PLAIN)
        }
    }

    /// A positive atom, which gives values to its variables.
    fn positive(&mut self, body: &mut Body) -> String {
        if self.one_in(8) {
            let left = self.bind(body);
            return match self.below(3) {
                0 => format!("t(g({left}))"),
                1 => format!("t(f({left},{}))", self.bind(body)),
                _ => format!("t(({left},{}))", self.bind(body)),
            };
        }
        let (name, arity) = self.any_predicate();
        let arguments: Vec<String> = (0..arity).map(|_| self.bind(body)).collect();
        atom(name, &arguments)
    }

    /// A positive atom of facts, each argument a variable.
    fn given(&mut self, body: &mut Body) -> String {
        let (name, arity) = self.pick(&GIVEN);
        let arguments: Vec<String> = (0..arity).map(|_| self.variable(body).to_owned()).collect();
        atom(name, &arguments)
    }

    fn variable(&mut self, body: &mut Body) -> &'static str {
        let variable = self.pick(&VARIABLES);
        if !body.bound.contains(&variable) {
            body.bound.push(variable);
        }
        variable
    }

    /// An argument of a positive atom.
    fn bind(&mut self, body: &mut Body) -> String {
        match self.below(12) {
            0 => "_".to_owned(),
            1 => self.below(3).to_string(),
            2 => "a".to_owned(),
            3 => "0..1".to_owned(),
            4 if self.may_be_unsafe => self.pool(body),
            4 => "(1;a)".to_owned(),
            5 if !body.bound.is_empty() => format!("{}+1", self.pick(&body.bound)),
            kind => {
                let variable = self.variable(body);
                if kind == 6 {
                    // A head with this variable would count up without end.
                    body.literals.push(format!("{variable} <= top"));
                    format!("{variable}-1")
                } else {
                    variable.to_owned()
                }
            }
        }
    }

    /// A pool with a variable, which mostly has values in all alternatives.
    fn pool(&mut self, body: &Body) -> String {
        let variable = match body.bound.as_slice() {
            bound if !bound.is_empty() && !self.one_in(6) => self.pick(bound),
            _ => self.pick(&VARIABLES),
        };
        let other = self.pick(&["1", "a", "0", "top", "X"]);
        if self.one_in(2) {
            format!("({variable};{other})")
        } else {
            format!("({other};{variable})")
        }
    }

    /// An argument whose variables have values.
    pub(super) fn argument(&mut self, body: &Body) -> String {
        match self.below(8) {
            0 => self.pick(&["a", "b", "0", "1", "top"]).to_owned(),
            1 if self.may_be_unsafe && self.one_in(3) => self.pool(body),
            _ if body.bound.is_empty() => self.below(3).to_string(),
            _ => self.pick(&body.bound).to_owned(),
        }
    }

    /// A literal that gives no values; below 7 one that may stand in a condition.
    fn test(&mut self, body: &Body, kind: usize) -> String {
        match kind {
            0..=4 => {
                let (name, arity) = self.any_predicate();
                let arguments: Vec<String> = (0..arity)
                    .map(|_| if self.one_in(5) { "_".to_owned() } else { self.argument(body) })
                    .collect();
                let sign = if self.one_in(4) { "not not" } else { "not" };
                format!("{sign} {}", atom(name, &arguments))
            }
            5 | 6 => {
                let (left, right) = (self.argument(body), self.argument(body));
                let not = self.pick(&["", "", "", "not "]);
                format!("{not}{left} {} {right}", self.pick(&RELATIONS))
            }
            _ => {
                let local = self.pick(&["A : d(A)", "A,B : e(A,B)", "A : e(A,_), n(A), A > 0"]);
                let local = if self.may_be_unsafe { self.scope(local) } else { local.to_owned() };
                let not = self.pick(&["", "", "not "]);
                format!("{not}#count {{ {local} }} {} {}", self.pick(&RELATIONS), self.below(4))
            }
        }
    }

    /// A literal that gives a value to a new variable.
    fn binding(&mut self, body: &mut Body) -> String {
        let known = self.argument(body);
        body.bound.push("N");
        match self.below(4) {
            0 => "N = 0..1".to_owned(),
            1 => format!("N = #count {{ A : e(A,{known}) }}"),
            2 => format!("N = ({known};2)"),
            _ => format!("{known} = N"),
        }
    }
}
