//! Chains of comparisons with intervals, in bodies, conditions, heads and counted sets. Each side has one value in a whole chain,
//! and a counted set counts the values of the sides.
//!
//! X is a number: gringo takes variables under `-` for numbers in some comparisons. A chain that is refuted, under `not` or as a
//! head, is a single comparison: whether its other sides need values is a matter of its own in gringo.

use std::fmt::Write;

use super::Generator;

/// Sides; X has a value.
const SIDES: [&str; 13] =
    ["X", "X", "X+1", "-X", "1..3", "X..2", "0..X", "f(X)", "f(1..2)", "1+(0..1)", "-(1..2)", "2", "a"];
const RELATIONS: [&str; 7] = ["<", "<=", ">", ">=", "=", "=", "!="];

impl Generator {
    /// A program with chains wherever a comparison may stand.
    pub fn chains(&mut self) -> String {
        let mut text = "n(0..3).\n{ m(1;3) }.\n".to_owned();
        for _ in 0..2 + self.below(3) {
            let statement = self.statement_with_chains();
            let _ = writeln!(text, "{statement}");
        }
        text
    }

    fn chain(&mut self, most: usize) -> String {
        let mut chain = self.pick(&SIDES).to_owned();
        let length = 1 + self.below(most);
        for place in 0..length {
            let relation = self.pick(&RELATIONS);
            // A variable of its own gets its value from the side before.
            let side = if relation == "=" && place + 1 == length && self.one_in(3) {
                "Y"
            } else {
                self.pick(&SIDES)
            };
            let _ = write!(chain, " {relation} {side}");
        }
        chain
    }

    /// A chain, or a comparison under `not`.
    fn literal_with_chain(&mut self) -> String {
        match self.below(4) {
            0 => format!("not {}", self.chain(1)),
            _ => self.chain(3),
        }
    }

    fn statement_with_chains(&mut self) -> String {
        let (given, first) = (self.pick(&["n(X)", "n(X)", "m(X)"]), self.literal_with_chain());
        let relation = self.pick(&RELATIONS);
        match self.below(8) {
            0 | 1 => format!("p(X) :- {given}, {first}."),
            2 | 3 => format!("q(N) :- N = {{ {first} : {given}; {} : m(X) }}.", self.literal_with_chain()),
            4 => format!(
                "r(N) :- N = #count {{ X,Z : {given}, {first}, Z = {} }}.",
                self.pick(&["1..2", "X", "f(X)"])
            ),
            5 => format!("{{ {first} : {given}; h }} {relation} {}.", self.below(4)),
            6 => format!("z :- {first} : {given}."),
            _ => format!("{} ; g(X) :- {given}.", self.chain(1)),
        }
    }
}
