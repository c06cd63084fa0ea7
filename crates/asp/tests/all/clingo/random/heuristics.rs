//! Programs whose first answer set is determined by levels and signs, and programs that make atoms false first.

use std::fmt::Write;

use super::Generator;

impl Generator {
    /// Rules, choices and constraints over so many atoms.
    fn rules_over(&mut self, atoms: usize) -> String {
        let mut text = String::new();
        for atom in 0..atoms {
            if self.one_in(2) {
                let _ = writeln!(text, "{{ a({atom}) }}.");
            }
            for _ in 0..self.below(3) {
                let _ = writeln!(text, "a({atom}) :- {}.", self.literals_over(atoms));
            }
        }
        for _ in 0..self.below(4) {
            let _ = writeln!(text, ":- {}, {}.", self.literals_over(atoms), self.literal_over(atoms));
        }
        if self.one_in(3) {
            let (left, right) = (self.below(atoms), self.below(atoms));
            let _ = writeln!(text, "a({left}); a({right}) :- {}.", self.literal_over(atoms));
        }
        if self.one_in(3) {
            let _ = writeln!(
                text,
                ":- #count {{ X : a(X) }} {} {}.",
                self.pick(&["<", ">"]),
                1 + self.below(atoms)
            );
        }
        text
    }

    fn literal_over(&mut self, atoms: usize) -> String {
        format!("{}a({})", self.pick(&["", "", "not "]), self.below(atoms))
    }

    fn literals_over(&mut self, atoms: usize) -> String {
        let literals: Vec<String> = (0..1 + self.below(3)).map(|_| self.literal_over(atoms)).collect();
        literals.join(", ")
    }

    /// Choices and constraints alone: clasp decides on bodies of rules as well, before any level below 0.
    fn choices_over(&mut self, atoms: usize) -> String {
        let mut text = format!("{{ a(0..{}) }}.\n", atoms - 1);
        for _ in 0..self.below(5) {
            let _ = writeln!(text, ":- {}, {}.", self.literals_over(atoms), self.literal_over(atoms));
        }
        text
    }

    /// Every atom has a level of its own and a sign, so that the first answer set is the lexicographically largest however much
    /// the solver infers; or atoms are free, so that nothing is inferred, and what holds in the meantime may change both.
    pub fn determined(&mut self) -> String {
        let atoms = 3 + self.below(5);
        let (negative, free) = (self.one_in(2), self.one_in(3));
        let mut text = match (free, negative) {
            (true, _) => format!("{{ a(0..{}) }}.\n", atoms - 1),
            (false, true) => self.choices_over(atoms),
            (false, false) => self.rules_over(atoms),
        };
        let mut levels: Vec<i64> = (1..=atoms as i64).collect();
        if negative {
            levels.iter_mut().for_each(|level| *level = if *level % 2 == 0 { -*level } else { *level });
        }
        for atom in 0..atoms {
            let level = levels.swap_remove(self.below(levels.len()));
            let _ = writeln!(text, "#heuristic a({atom}). [{level},{}]", self.pick(&["true", "false"]));
            if free && self.one_in(2) {
                let (condition, sign) = (self.literal_over(atoms), self.pick(&["1", "-1"]));
                let _ = writeln!(text, "#heuristic a({atom}) : {condition}. [{sign}@1,sign]");
            }
            if free && self.one_in(2) {
                // clasp decides on a condition of several literals as well.
                let condition = if negative { self.literal_over(atoms) } else { self.literals_over(atoms) };
                let (level, priority) = (20 + level, self.pick(&["1", "2"]));
                let _ = writeln!(text, "#heuristic a({atom}) : {condition}. [{level}@{priority},level]");
            }
        }
        text
    }

    /// Some atoms are made false first, and they alone are shown.
    pub fn minimal(&mut self) -> String {
        let atoms = 3 + self.below(6);
        let mut text = self.rules_over(atoms);
        // One is open in any case: else there is nothing to record.
        let _ = writeln!(text, "{{ open }}. #heuristic open. [1,false]\n#show.");
        for atom in 0..atoms {
            if atom == 0 || !self.one_in(3) {
                let _ = writeln!(text, "#heuristic a({atom}). [1,false] #show a({atom}) : a({atom}).");
            }
        }
        text
    }
}
