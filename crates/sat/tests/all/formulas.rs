//! Formulas to test solvers with, and the slow way to solve them.

use rustsat::types::{Assignment, Lit, TernaryVal};

/// Random numbers from a seed.
pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub fn lit(&mut self, n_vars: u32) -> Lit {
        Lit::new(self.below(n_vars as usize) as u32, self.below(2) == 0)
    }

    /// A clause of one to four literals, mostly three; a literal may come twice, and with both signs.
    pub fn clause(&mut self, n_vars: u32) -> Vec<Lit> {
        let len = [1, 2, 2, 3, 3, 3, 3, 3, 4, 4][self.below(10)];
        (0..len).map(|_| self.lit(n_vars)).collect()
    }
}

/// Random 3-SAT over distinct variables; hard where there are about 4.26 clauses for each variable.
pub fn random_3sat(n_vars: u32, n_clauses: usize, seed: u64) -> Vec<Vec<Lit>> {
    let mut random = Random::new(seed);
    let clause = |_| loop {
        let clause: Vec<_> = (0..3).map(|_| random.lit(n_vars)).collect();
        if clause[0].var() != clause[1].var()
            && clause[0].var() != clause[2].var()
            && clause[1].var() != clause[2].var()
        {
            return clause;
        }
    };
    (0..n_clauses).map(clause).collect()
}

/// Every pigeon sits in a hole, no two in the same; if `only_if`, only under that literal.
pub fn pigeons(n_pigeons: u32, n_holes: u32, only_if: Option<Lit>) -> Vec<Vec<Lit>> {
    let sits = |pigeon, hole| Lit::positive(pigeon * n_holes + hole);
    let mut clauses = Vec::new();
    for pigeon in 0..n_pigeons {
        let mut clause: Vec<_> = (0..n_holes).map(|hole| sits(pigeon, hole)).collect();
        clause.extend(only_if.map(|lit| !lit));
        clauses.push(clause);
    }
    for hole in 0..n_holes {
        for pigeon in 0..n_pigeons {
            clauses.extend((0..pigeon).map(|other| vec![!sits(pigeon, hole), !sits(other, hole)]));
        }
    }
    clauses
}

/// A model, found by trying all assignments.
pub fn brute_force(n_vars: u32, clauses: &[Vec<Lit>]) -> Option<Assignment> {
    assert!(n_vars <= 20, "too many variables to try all assignments");
    (0..1_u32 << n_vars)
        .find(|bits| {
            clauses
                .iter()
                .all(|clause| clause.iter().any(|lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos()))
        })
        .map(|bits| {
            let value = |var| if bits >> var & 1 == 1 { TernaryVal::True } else { TernaryVal::False };
            (0..n_vars).map(value).collect::<Vec<_>>().into()
        })
}

/// Whether an assignment satisfies every clause, whatever the variables it leaves open are.
pub fn satisfies(model: &Assignment, clauses: &[Vec<Lit>]) -> bool {
    let holds = |clause: &Vec<Lit>| {
        clause.iter().any(|&lit| model.lit_value(lit) == TernaryVal::True)
            || clause.iter().any(|&lit| clause.contains(&!lit))
    };
    clauses.iter().all(holds)
}
