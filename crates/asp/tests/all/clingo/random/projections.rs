//! Programs with `#project`, auxiliary names, terms that are shown under conditions, and objectives, for all ways of reasoning.
//!
//! No condition of a shown term is the negation of an atom, and none is true in all answer sets: what clasp's preprocessing
//! proves it shows among any consequences.

use std::fmt::Write;

use super::Generator;

const ATOMS: [&str; 9] = ["a", "b", "c", "_d", "-a", "-_b", "p(1)", "p(2)", "_q(1)"];

impl Generator {
    /// A program, and whether it has an objective.
    pub fn projections(&mut self) -> (String, bool) {
        let mut text = format!("{{ {} }}. f(1). _f(2).", self.some(&ATOMS, 2).replace(' ', "; "));
        for _ in 0..self.below(5) {
            let head = self.pick(&["e", "_g", "h(1)", "h(2)", "a", "p(2)", "", "e | h(1)"]);
            let body: Vec<String> = (0..1 + self.below(2)).map(|_| self.literal()).collect();
            let _ = write!(text, " {head} :- {}.", body.join(", "));
        }
        for _ in 0..self.below(4) {
            let shown = self.pick(&["t", "_t", "s(1)", "(1,2)", "\"_x\"", "_s(X)", "s(X)"]);
            let condition =
                if shown.contains('X') { "p(X)".to_owned() } else { self.pick(&ATOMS).to_owned() };
            let also = if self.one_in(3) { format!(", {}", self.pick(&ATOMS)) } else { String::new() };
            let _ = write!(text, " #show {shown} : {condition}{also}.");
        }
        let _ = match self.below(4) {
            0 => write!(
                text,
                " #show. {}",
                self.some(&["#show a/0.", "#show p/1.", "#show _d/0.", "#show -_b/0."], 2)
            ),
            1 => write!(text, " #show a/0. #show _q/1. #show e/0. #show -a/0. #show f/1."),
            _ => Ok(()),
        };
        if !self.one_in(3) {
            let named = [
                "#project a/0.",
                "#project p/1.",
                "#project _d/0.",
                "#project -a/0.",
                "#project z/3.",
                "#project h(X).",
                "#project p(X) : f(X).",
                "#project f/1.",
                "#project e : f(1).",
            ];
            let _ = write!(text, " {}", self.some(&named, 4));
        }
        let has_objective = self.one_in(2);
        if has_objective {
            let costs = ["1,a : a", "1,b : b", "-1,c : c", "2@2,p : p(1)", "1,d : not _d", "1,e : e"];
            let costs: Vec<&str> =
                costs.into_iter().filter(|_| self.one_in(2)).chain(["1,z : p(2)"]).collect();
            let _ = write!(text, " #minimize {{ {} }}.", costs.join("; "));
        }
        (text, has_objective)
    }

    fn literal(&mut self) -> String {
        let sign = self.pick(&["", "", "not ", "not not "]);
        let atom = self.pick(&["a", "b", "c", "_d", "p(1)", "p(2)", "_q(1)", "e", "_g", "h(1)", "-a", "-_b"]);
        // A rule for another atom of the predicate whose body has `not not h(1)`, where nothing derives that, gringo leaves out:
        // then `#project` names nothing, where here it names an atom that is never true.
        let sign = if atom == "h(1)" { sign.trim_start_matches("not not ") } else { sign };
        format!("{sign}{atom}")
    }
}
