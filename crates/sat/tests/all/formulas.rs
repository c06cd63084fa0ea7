//! Formulas to test solvers with, and the slow way to solve them.

use rustsat::types::{Assignment, Lit, TernaryVal};

/// Numbers from a seed (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
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
