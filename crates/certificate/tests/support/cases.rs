//! Proofs by cases: every assignment to the atoms is refuted by propagation, and cases are put together. It says nothing of
//! how proofs are found, but has every kind of statement that a certificate may have.

use std::fmt::Write;

use groundplan_certificate::Axioms;

use super::random::Random;

/// A proof from the axioms; only where they cannot be satisfied is it one that is accepted.
pub fn proof(axioms: &Axioms, random: &mut Random) -> String {
    let atoms: Vec<u32> = axioms.program().atoms.iter().copied().collect();
    let mut proof = Proof { text: String::new(), last: axioms.constraints().len() };
    writeln!(proof.text, "pseudo-Boolean proof version 3.0\nf {} ;", proof.last).expect("a string");
    if proof.last > 0 && axioms.variables() > 1 {
        proof.ornaments(axioms, random);
    }
    let known: Vec<String> = (1..=axioms.constraints().len()).map(|id| id.to_string()).collect();
    proof.refute(&atoms, &mut Vec::new(), &known.join(" "));
    writeln!(proof.text, "output NONE ;\nconclusion UNSAT : {} ;\nend pseudo-Boolean proof ;", proof.last)
        .expect("a string");
    proof.text
}

struct Proof {
    text: String,
    last: usize,
}

impl Proof {
    /// Statements that nothing needs.
    fn ornaments(&mut self, axioms: &Axioms, random: &mut Random) {
        let new = axioms.variables() + 1;
        let (one, other) = (1 + random.below(self.last), 1 + random.below(self.last));
        writeln!(self.text, "pol {one} 3 * {other} + 2 d s x1 w ~x1 + ;").expect("a string");
        writeln!(self.text, "red 2 ~x{new} 1 x1 1 ~x2 >= 2 : x{new} -> 0 ;").expect("a string");
        writeln!(self.text, "red 1 x{new} 1 ~x1 1 x2 >= 1 : x{new} -> 1 ;").expect("a string");
        writeln!(self.text, "rup 1 x{new} 1 ~x1 1 x2 >= 1 : {} ~ ;", self.last + 3).expect("a string");
        writeln!(self.text, "del id {} {} ;", self.last + 1, self.last + 4).expect("a string");
        self.last += 4;
    }

    /// Refutes what extends an assignment; the constraint that does is the last.
    fn refute(&mut self, atoms: &[u32], assigned: &mut Vec<String>, axioms: &str) {
        let mut hints = axioms.to_owned();
        if let [atom, rest @ ..] = atoms {
            hints.clear();
            for case in [format!("x{atom}"), format!("~x{atom}")] {
                // The clause has the negation of what is assigned.
                assigned.push(case);
                self.refute(rest, assigned, axioms);
                assigned.pop();
                write!(hints, "{}{}", if hints.is_empty() { "" } else { " " }, self.last).expect("a string");
            }
        }
        let clause: String = assigned.iter().map(|literal| format!("1 {literal} ")).collect();
        writeln!(self.text, "rup {clause}>= 1 : {hints} ;").expect("a string");
        self.last += 1;
    }
}
