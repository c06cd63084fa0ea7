//! Programs that are solved step by step, without a declaration of `query(t)`.
//!
//! Every atom that a step derives carries the step, so that none is defined twice; what a step asks for is its own, the
//! one before it, or any (`_`).
//!
//! Left out are pools in disjunctions that depend on themselves: of `a(1,1;1,2) | c :- a(1,_), a(1,1). a(1,1). :- not c.`
//! clingo (5.4.1 and 5.8.3) drops the disjunction, one of its atoms being a fact, and finds no answer set.

use std::fmt::Write;

use super::Generator;

impl Generator {
    /// A program for `#include <incmode>.`
    pub fn steps(&mut self) -> String {
        let mut text = String::from("#include <incmode>.\n");
        let most = 2 + self.below(3);
        let _ = writeln!(text, "#const imax = {most}.");
        if self.one_in(4) {
            let _ = writeln!(text, "#const imin = {}.", 1 + self.below(3));
        }
        if self.one_in(4) {
            let _ = writeln!(text, "#const istop = \"{}\".", self.pick(&["SAT", "UNSAT", "UNKNOWN"]));
        }
        let _ = writeln!(
            text,
            "{}",
            self.pick(&["", "#program base.", "#const k = 2.", "#show a/2. #show b/1."])
        );
        for _ in 0..self.below(3) {
            let statement = self.pick(&[
                "d(1..2).",
                "{a(0,1)}.",
                "a(0,1).",
                "{a(0,1..2)}.",
                "b(0) :- not a(0,_).",
                "b(0) :- not a(_,1).",
                "d(1).",
                "e(1,2;2,1).",
                "{c(0)}.",
                "-b(0).",
                "a(0,X) :- d(X), not c(0).",
            ]);
            let _ = writeln!(text, "{statement}");
        }
        let _ = writeln!(text, "#program step({}).", self.pick(&["t", "t", "s"]));
        let parameter = if text.ends_with("(s).\n") { "s" } else { "t" };
        if !self.one_in(4) {
            let choice = self.pick(&[
                "{a(T,1..2)}.",
                "{a(T,1)}. {b(T)}.",
                "{a(T,X) : d(X)}. {c(T)}.",
                "{a(T,2)} :- not a(T-1,_).",
            ]);
            let _ = writeln!(text, "{}", with_parameter(choice, parameter));
        }
        for _ in 0..1 + self.below(3) {
            let statement = self.step_statement();
            let _ = writeln!(text, "{}", with_parameter(&statement, parameter));
        }
        if !self.one_in(8) {
            text.push_str("#program check(t).\n");
            if !self.one_in(4) {
                let _ = writeln!(text, ":- query(t), t < {}.", 1 + self.below(3));
            }
            for _ in 0..1 + self.below(2) {
                let statement = self.check_statement();
                let _ = writeln!(text, "{statement}");
            }
        }
        text
    }

    fn step_statement(&mut self) -> String {
        let head = self.pick(&[
            "a(T,1)",
            "a(T,2)",
            "b(T)",
            "c(T)",
            "a(T,X)",
            "-b(T)",
            "{a(T,1..2)}",
            "{b(T);c(T)}",
            "1 {a(T,X) : d(X)} 1",
            "b(T) | c(T)",
        ]);
        let mut body: Vec<&str> = Vec::new();
        if head.contains("(T,X)") && !head.contains(':') {
            body.push(self.pick(&["d(X)", "a(T-1,X)", "e(X,_)", "a(_,X)"]));
        }
        for _ in 0..self.below(3) {
            let literal = self.pick(&[
                "not a(T,_)",
                "not a(_,1)",
                "not a(_,_)",
                "not a(T-1,_)",
                "not not a(_,2)",
                "a(T-1,1)",
                "b(T-1)",
                "not b(T-1)",
                "not b(_)",
                "c(T-1)",
                "not c(T)",
                "not c(_)",
                "a(_,2)",
                "b(T)",
                "a(T,1)",
                "not -b(T-1)",
                "T > 1",
                "1 #count { Y : a(_,Y) }",
                "not a(_,Y) : d(Y)",
                "#count { Y : d(Y), not a(_,Y) } < 2",
                "not e(_,2)",
                "a(T-1,_)",
                "a(T,_)",
                "a(_,1)",
                "d(Z); a(_,Z)",
                "e(Z,_); a(_,Z)",
                "1 #count { Y : a(Y,_), a(_,Y) }",
                "#count { Y : a(T,Y) } != 1",
                "#sum { 2 : b(T); -1,a : c(T); -1,Y : a(T,Y) } >= 0",
                "b(T) : c(T)",
            ]);
            body.push(literal);
        }
        if body.is_empty() {
            format!("{head}.")
        } else {
            format!("{head} :- {}.", body.join("; "))
        }
    }

    fn check_statement(&mut self) -> String {
        let bound = 1 + self.below(3);
        match self.below(9) {
            0..=2 => format!(":- query(t), t < {bound}."),
            3 => ":- query(t), not a(t,1).".to_owned(),
            4 => ":- query(t), not a(_,2).".to_owned(),
            5 => ":- query(t), b(t).".to_owned(),
            6 => ":- not c(t), query(t).".to_owned(),
            7 => format!("#external query(t). :- query(t), {bound} #count {{ X,T : a(T,X) }}."),
            _ => "g(t) :- query(t), not b(_). :- query(t), t < 1.".to_owned(),
        }
    }
}

fn with_parameter(statement: &str, parameter: &str) -> String {
    statement.replace('T', parameter)
}
