//! External atoms in bulk: several values for one atom, conditions that facts, choices or dropped disjunctions decide, and
//! rules before and behind the declarations that use them.
//!
//! No rule uses several atoms of a predicate, and no fact but those of the text is in a disjunction: there it counts in which
//! order gringo finds them.

use super::Generator;

impl Generator {
    /// A program that is mostly declarations of external atoms, its statements in any order.
    pub fn externals(&mut self) -> String {
        let mut statements = vec!["{ c(1..2) }.".to_owned(), "d(1). d(3).".to_owned()];
        for _ in 0..1 + self.below(4) {
            statements.push(self.external("e"));
        }
        if self.one_in(2) {
            statements.push(self.external("b"));
        }
        for _ in 0..1 + self.below(3) {
            let atom = self.pick(&["e(1)", "e(2)", "e(X)", "not e(3)"]);
            let other = self.pick(&["c(X)", "d(X)", "d(X), not b(X)", "c(X), b(X)"]);
            let head = self.pick(&["r(X)", "{ r(X) }", "s", "r(X) ; s", ""]);
            statements.push(format!("{head} :- {atom}, {other}."));
        }
        // Rules of the same atoms: they count, whatever the step declares or releases. Their bodies are about atoms that no
        // constraint refutes, for clingo takes an atom as external if no rule is left for it.
        if self.one_in(3) {
            let defined = ["{ e(1) }.", "{ e(2) } :- f(1).", "e(2) :- f(1).", "e(3).", "{ e(X) } :- f(X)."];
            statements.push("{ f(1..2) }.".to_owned());
            statements.push(self.pick(&defined).to_owned());
        }
        if self.one_in(2) {
            let dropped = self.pick(&["q(X/(X-1))", "q(X+a)", "q(1/X)", "d(1)"]);
            let body = self.pick(&["c(X)", "d(X)", "X = 1..2"]);
            let (first, second) = if self.one_in(2) { ("p(X)", dropped) } else { (dropped, "p(X)") };
            statements.push(format!("{first} ; {second} :- {body}."));
            let value = self.external_value();
            statements.push(format!("#external x(X) : p(X). [{value}]"));
        }
        self.shuffle(&mut statements);
        statements.join("\n") + "\n"
    }

    fn external(&mut self, predicate: &str) -> String {
        let atom = self.pick(&["(1)", "(2)", "(1..3)", "(1;2)", "(X)", "(X+1)"]);
        let condition = match atom.contains('X') {
            true => self.pick(&[" : c(X)", " : d(X)", " : c(X), d(X)", " : X = 1..2"]),
            false => self.pick(&["", "", "", " : c(1)", " : d(1)", " : d(2)", " : not d(1)"]),
        };
        let value = self.external_value();
        format!("#external {predicate}{atom}{condition}. [{value}]")
    }

    fn external_value(&mut self) -> &'static str {
        self.pick(&["true", "true", "false", "false", "free", "release"])
    }
}
