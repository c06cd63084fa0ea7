//! Variables that get their values from comparisons alone, in bodies and in conditions, and some that get none: then both
//! engines have to refuse the program.
//!
//! Sums of several variables that an atom gives values to stand in no equation: gringo takes such an equation for unsafe, and
//! here it is solved. Nothing but integers stands under `-`: gringo takes X for an integer wherever it infers two bounds.

use super::Generator;

const VARIABLES: [&str; 3] = ["X", "Y", "Z"];

impl Generator {
    /// A program with bounds of every kind.
    pub fn bounds(&mut self) -> String {
        let mut text = format!("#const n = {}. q(0..2). {{ r(1..2) }}.\n", 1 + self.below(3));
        for _ in 0..1 + self.below(2) {
            let count = 1 + self.below(3);
            let variables = &VARIABLES[..count];
            let body: Vec<String> =
                (0..2 + self.below(2 * count)).map(|_| self.bound_of(variables)).collect();
            let first = self.pick(variables);
            let body = match self.below(8) {
                0 => format!("{}, {}", self.pick(&["q(X)", "r(X)", "not r(X)", "q(X+1)"]), body.join(", ")),
                _ => body.join(", "),
            };
            text += &match self.below(8) {
                0 => format!("{{ p({first}) : {body} }}.\n"),
                1 => format!("p({first}) : {body}.\n"),
                2 => format!("p(N) :- N = #count {{ {first} : {body} }}.\n"),
                3 => format!("p(N) :- 0 <= {first} <= 2, N = #sum {{ Z : {body} }}.\n"),
                4 => format!("p(1) :- r(X) : {body}.\n"),
                5 => format!(":- {body}, not r({first}).\n"),
                _ => format!("p({}) :- {body}.\n", variables.join(",")),
            };
        }
        if self.one_in(3) {
            let value = self.pick(&["C+1", "2*C", "3-C", "C-1", "-C", "C"]);
            let aggregate = self.pick(&[
                "#min { 3 : r(1); 4 }",
                "#sum { 3 : r(1); 2,a : r(2) }",
                "#count { 1 : r(1); 2 : r(2) }",
                "{ r(1); r(2) }",
            ]);
            let guard = self.pick(&["", "", " = D", " <= n", " = D+1", " = C", " < D, D = C+1", " <= C+1"]);
            text += &format!("s(C) :- {value} = {aggregate}{guard}.\n");
        }
        // Where inequalities cannot hold together, gringo may not notice it for the way it rounds quotients, and takes a
        // variable without a bound for unsafe. So those with factors stand alone.
        if self.one_in(3) {
            let least = self.pick(&["-1", "0", "1"]);
            let body = self.pick(&[
                "2*X-Y <= n, 0 <= Y <= 2",
                "(X+1)*2 <= n+Y, Y = 0..1",
                "-2*X+3 > -n, q(Y)",
                "3*(X-n) < 4, q(Y)",
            ]);
            text += &format!("u(X,Y) :- {least} <= X, {body}.\n");
        }
        if self.one_in(3) {
            let side = self.pick(&["f(X+1,Y)", "f(2*X,Y)", "f(Y,X-1)", "f(Y,g(X+1))", "(Y,1-X)"]);
            let other = self.pick(&["f(2,1)", "f(1,g(2))", "(1,2)", "f(V,1..2)", "f(2,g(V))", "f(1,a)"]);
            text += &format!("t(X,Y) :- {side} = {other}, q(V).\n");
        }
        text
    }

    fn bound_of(&mut self, variables: &[&'static str]) -> String {
        let one = self.pick(variables);
        let other =
            VARIABLES[(variables.iter().position(|&variable| variable == one).expect("it is one of them")
                + 1)
                % variables.len()];
        let number = self.pick(&["-1", "0", "1", "2", "n", "n+1", "4", "0..1", "(1;2)"]);
        let least = self.pick(&["<=", "<", "<="]);
        let most = self.pick(&[">=", ">", ">="]);
        match self.below(20) {
            0..=4 => format!("{number} {least} {one}"),
            5..=9 => format!("{one} {least} {number}"),
            10 => format!("{one} {most} {number}"),
            11 => format!("-1 <= {one} {least} 2"),
            12 => format!("{one} {least} {other} <= 3"),
            _ if self.one_in(20) => format!("{one} {least} _ <= {}", self.pick(&["2", "n"])),
            13 if one != other => format!("{one} + {other} {least} {number}"),
            14 if one != other => format!("{one} - {other} {most} {number}"),
            15 if one != other => format!("{number} {least} {one} - ({other} + 1)"),
            16 => format!("not {one} {} {number}", self.pick(&["<", ">", "!="])),
            17 => format!("{one} {} {number}", self.pick(&["!=", "="])),
            18 if one != other => format!("{one} = {}", self.pick(&["1", "2", "n"])) + &format!(" - {other}"),
            _ => format!("{one} {} {other}", self.pick(&["<=", "<", "!="])),
        }
    }
}
