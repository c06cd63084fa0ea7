//! Arithmetic without a value, and unary minus on terms of all kinds, wherever a term may stand.
//!
//! Ground programs stay finite because rules go from `n`, `m` and `o`, which are given, to `p` and `s`, and from there to
//! `q` and `z`.

use std::fmt::Write;

use super::Generator;

const VALUES: [&str; 14] =
    ["0", "1", "2", "-1", "a", "b", "-a", "f(1)", "f(a)", "-f(1)", "\"s\"", "f(-b)", "(a,)", "-(1,2)"];
/// Patterns that give a variable its value.
const PATTERNS: [&str; 14] =
    ["V", "V", "V", "-V", "- -V", "V+1", "2*V", "-(V+1)", "f(V)", "-f(V)", "f(-V)", "1-V", "(V,)", "-(V,2)"];
/// Terms of variables with values.
const TERMS: [&str; 22] = [
    "V", "V", "-V", "V+1", "1-V", "2*V", "V/2", "2/V", "V\\2", "1\\V", "|V|", "~V", "f(V)", "-f(V)", "f(-V)",
    "f(V+1)", "- -V", "V&1", "V*V", "a", "-(V,1)", "-()",
];
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "=", "!="];

impl Generator {
    /// A program in which operations meet terms that they are not defined on.
    pub fn undefined(&mut self) -> String {
        let mut text = String::new();
        for name in ["n", "m"] {
            let values: Vec<&str> = (0..2 + self.below(3)).map(|_| self.pick(&VALUES)).collect();
            let text_of = if name == "m" && self.one_in(2) { ("{", "}") } else { ("", "") };
            let _ = writeln!(text, "{}{name}({}){}.", text_of.0, values.join(";"), text_of.1);
        }
        let pairs: Vec<String> = (0..2 + self.below(2))
            .map(|_| format!("{},{}", self.pick(&VALUES), self.pick(&VALUES)))
            .collect();
        let _ = writeln!(text, "{{o({})}}.", pairs.join(";"));
        for _ in 0..2 + self.below(3) {
            let head = self.pick(&["p", "-p", "s"]);
            let statement = self.statement(head, &["n", "m", "o"]);
            let _ = writeln!(text, "{statement}");
        }
        for _ in 0..self.below(3) {
            let head = self.pick(&["q", "z"]);
            let statement = self.statement(head, &["p", "-p", "s", "n"]);
            let _ = writeln!(text, "{statement}");
        }
        text
    }

    /// An atom of one of the predicates, its arguments drawn from the terms; `V` is one of the variables.
    fn of(&mut self, name: &str, terms: &[&str], variables: &[&str]) -> String {
        let term = |generator: &mut Self| {
            let term = generator.pick(terms);
            term.replace('V', generator.pick(variables))
        };
        match name {
            "o" | "s" => format!("{name}({},{})", term(self), term(self)),
            _ => format!("{name}({})", term(self)),
        }
    }

    fn known(&mut self) -> String {
        let term = self.pick(&TERMS);
        term.replace('V', self.pick(&["X", "X", "Y"]))
    }

    fn statement(&mut self, head: &str, from: &[&'static str]) -> String {
        let variables = ["X", "Y"];
        // Both variables have values.
        let mut body: Vec<String> = Vec::new();
        for variable in variables {
            let name = self.pick(from);
            let pattern = if self.one_in(2) { self.pick(&PATTERNS) } else { "V" };
            let atom = self.of(name, &[pattern], &[variable]);
            body.push(atom);
        }
        for _ in 0..self.below(3) {
            let literal = self.literal_of(from);
            body.push(literal);
        }
        for i in (1..body.len()).rev() {
            let j = self.below(i + 1);
            body.swap(i, j);
        }
        let local = self.pick(from);
        // Its own name: clingo 5.8.3 takes a variable of an element of the head for that of a set in the body.
        let local = self.of(local, &["V", "V", "-V", "f(V)"], &["U"]);
        let inner = self.pick(&["U", "-U", "U+1", "f(U)", "X", "X+U", "U/X", "|U|"]);
        let guard = self.known();
        let head = match self.below(14) {
            0..=4 => self.of(head, &TERMS, &variables),
            5 => format!("{} ; {}", self.of(head, &TERMS, &variables), self.of(head, &TERMS, &variables)),
            6 => format!("{}({inner}) : {local} ; z(0)", if head == "s" { "q" } else { head }),
            7 => format!("{{ {} }} {} {guard}", self.of(head, &TERMS, &variables), self.pick(&RELATIONS)),
            8 => format!("{guard} {} {{ q({inner}) : {local} }}", self.pick(&RELATIONS)),
            // Not `#sum+`: in a head clingo 5.8.3 counts negative weights where a bound asks for more.
            9 => format!(
                "#{} {{ {inner},{} : q({inner}) : {local} }}{}",
                self.pick(&["sum", "count", "min", "max"]),
                self.known(),
                self.pick(&["", " <= X", " >= X-1", " != 1", " > 0"])
            ),
            10 => format!("not {}", self.of(head, &TERMS, &variables)),
            11 => {
                return format!(
                    ":~ {}. [{}@{},{}]",
                    body.join("; "),
                    self.known(),
                    self.pick(&["0", "1", "X", "X-1"]),
                    self.known()
                )
            }
            12 => return format!("#show {} : {}.", self.known(), body.join("; ")),
            _ => return format!("#edge ({},{}) : {}.", self.known(), self.known(), body.join("; ")),
        };
        format!("{head} :- {}.", body.join("; "))
    }

    /// A literal that gives no values, mostly.
    fn literal_of(&mut self, from: &[&'static str]) -> String {
        let name = self.pick(from);
        let other = self.pick(from);
        let variables = ["X", "Y"];
        match self.below(10) {
            0 | 1 => format!("not {}", self.of(name, &TERMS, &variables)),
            2 => format!("not not {}", self.of(name, &TERMS, &variables)),
            3 | 4 => format!(
                "{}{} {} {}",
                self.pick(&["", "", "not "]),
                self.known(),
                self.pick(&RELATIONS),
                self.known()
            ),
            5 => self.of(name, &TERMS, &variables),
            6 => format!(
                "{} = {}",
                self.pick(&["X", "Y", "W"]),
                self.pick(&["X..2", "0..Y", "(X;Y)+1", "-X", "f(X)"])
            ),
            7 => format!(
                "{}#{} {{ {},Z : {} }} {} {}",
                self.pick(&["", "", "not "]),
                self.pick(&["sum", "count", "min", "max", "sum+"]),
                self.pick(&["Z", "-Z", "Z+1", "X", "2/Z", "|Z|"]),
                self.of(other, &["V", "-V", "f(V)", "V+1"], &["Z"]),
                self.pick(&RELATIONS),
                self.known()
            ),
            8 => format!(
                "{} : {}",
                self.of(name, &["V", "V+1", "-V", "f(V)"], &["X", "Z"]),
                self.of(other, &["V", "-V"], &["Z"])
            ),
            _ => format!(
                "{} {} {{ {} : {} }}",
                self.known(),
                self.pick(&RELATIONS),
                self.of(name, &["V", "-V", "V+1"], &["X", "Z"]),
                self.of(other, &["V", "-V"], &["Z"])
            ),
        }
    }
}
