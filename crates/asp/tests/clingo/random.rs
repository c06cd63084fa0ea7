//! Random programs with variables: safe, of finite ground size, and over the whole language.
//!
//! Ground programs stay finite because the arguments of `p`, `q`, `r`, `s`, `u` and `v` are integers of a small range or
//! one of two constants: arithmetic in a head is bounded by a comparison in the body. Function terms are only made by
//! `t`, from those, and only taken apart again.

use std::fmt::Write;

/// The predicates of plain arguments, with their arities.
const PLAIN: [(&str, usize); 6] = [("p", 1), ("q", 1), ("r", 2), ("s", 2), ("u", 0), ("v", 3)];
/// Those that only facts define, so that they can be counted while grounding.
const GIVEN: [(&str, usize); 3] = [("d", 1), ("e", 2), ("n", 1)];
const VARIABLES: [&str; 4] = ["X", "Y", "Z", "W"];
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "=", "!="];

const FUNCTIONS: [&str; 5] = ["#count", "#sum", "#sum+", "#min", "#max"];

/// Draws programs.
pub struct Generator {
    state: u64,
}

/// The body of a rule in the making.
#[derive(Default)]
struct Body {
    literals: Vec<String>,
    /// The variables that positive atoms give values to.
    bound: Vec<&'static str>,
}

impl Body {
    fn text(&self) -> String {
        if self.literals.is_empty() {
            String::new()
        } else {
            format!(" :- {}", self.literals.join(", "))
        }
    }
}

impl Generator {
    /// A generator that draws the same programs for the same seed.
    pub fn new(seed: u64) -> Self {
        Generator { state: seed }
    }

    /// A number below `end` (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

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

    /// A program of the whole language: aggregates of every kind over what only solving decides, conditional literals,
    /// disjunctions, objectives, shown terms, edges; mostly with a choice of edges and what is reached over them, where
    /// completion alone is wrong.
    pub fn whole_language(&mut self) -> String {
        let mut text = String::new();
        let top = 1 + self.below(2);
        let _ = writeln!(text, "#const top = {top}. n(0..top). d(a;1).");
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
        if self.one_in(6) {
            let _ = writeln!(text, "#show p/1. #show s/2. #show u/0. #show l/1.");
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
                format!(
                    "{left}{function} {{ A,p : p(A) : d(A); B,s : s(B,A) : e(A,B) }}{right}{}.",
                    body.text()
                )
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
                ]);
                element.to_owned()
            })
            .collect();
        if self.one_in(4) {
            elements.push(format!("1,k : p({known})"));
        }
        let elements = elements.join("; ");
        if self.one_in(5) {
            let (left, right) = self.guards();
            let not = self.pick(&["", "", "not "]);
            return format!("{not}{left}{{ p(A) : n(A); not q(B) : d(B); u }}{right}");
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
        let literal = match self.below(6) {
            0 => "p(A)".to_owned(),
            1 => "not q(A)".to_owned(),
            2 => format!("s(A,{known})"),
            3 => "r(A,_)".to_owned(),
            4 => "A < 1".to_owned(),
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
        ]);
        format!("{literal} : {condition}")
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

    fn rule(&mut self) -> String {
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

    fn choice(&mut self) -> String {
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

    fn body(&mut self, least: usize) -> Body {
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
        for i in (1..body.literals.len()).rev() {
            let j = self.below(i + 1);
            body.literals.swap(i, j);
        }
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

    /// An argument whose variables have values.
    fn argument(&mut self, body: &Body) -> String {
        match self.below(8) {
            0 => self.pick(&["a", "b", "0", "1", "top"]).to_owned(),
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
                let local = self.pick(&[
                    "#count { A : d(A) }",
                    "#count { A,B : e(A,B) }",
                    "#count { A : e(A,_), n(A), A > 0 }",
                ]);
                let not = self.pick(&["", "", "not "]);
                format!("{not}{local} {} {}", self.pick(&RELATIONS), self.below(4))
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

/// The body with what keeps a new number from being counted up, or summed up below zero, without end.
fn bounded(body: &Body) -> String {
    let text = body.text();
    if body.bound.contains(&"N") && !text.is_empty() {
        format!("{text}, -top <= N <= top")
    } else {
        text
    }
}

fn atom(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", arguments.join(","))
    }
}
