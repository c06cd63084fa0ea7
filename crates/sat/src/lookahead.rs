//! Look-ahead: the effect of unit propagation of a literal, and how much it shortens the remaining clauses.
//!
//! Look-ahead solvers choose decisions this way (M. Heule and H. van Maaren, Look-Ahead Based SAT Solvers, Handbook of
//! Satisfiability, 2009). Cubes are made with it too (M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and Conquer: Guiding
//! CDCL SAT Solvers by Lookaheads, HVC 2011).
//!
//! Invariant: the numbers of true and of unassigned literals of each clause are up to date with the propagated part of the trail.

use rustsat::types::Lit;

/// Clause lengths from this one on have the same weight. Below it, each literal less multiplies the weight by five.
const LONGEST: u32 = 12;

/// Whether propagation has met a conflict; after a conflict nothing more is propagated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LookaheadState {
    Open,
    Conflict,
}

/// Clauses under a trail of literals.
#[derive(Debug)]
pub struct Lookahead {
    literals: Vec<Lit>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    /// The clauses that contain each literal, indexed by literal.
    occurrences: Vec<Vec<u32>>,
    /// The number of true and of unassigned literals of each clause.
    counts: Vec<[u32; 2]>,
    /// The value of each variable.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// The length of the propagated part of the trail.
    head: usize,
    state: LookaheadState,
    /// Whether unit propagation has shown that the clauses are unsatisfiable.
    is_refuted: bool,
}

impl Lookahead {
    /// Takes clauses over `variables` variables, and propagates the unit clauses.
    ///
    /// # Panics
    ///
    /// If a clause has a variable out of range, or there are 2^32 clauses.
    #[must_use]
    pub fn new<'c>(variables: usize, clauses: impl IntoIterator<Item = &'c [Lit]>) -> Self {
        let mut lookahead = Lookahead {
            literals: Vec::new(),
            ends: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            counts: Vec::new(),
            values: vec![None; variables],
            trail: Vec::new(),
            head: 0,
            state: LookaheadState::Open,
            is_refuted: false,
        };
        let mut units = Vec::new();
        for clause in clauses {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause.dedup();
            if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
                continue;
            }
            match clause[..] {
                [] => lookahead.is_refuted = true,
                [unit] => units.push(unit),
                _ => lookahead.add(&clause),
            }
        }
        lookahead.is_refuted |= !lookahead.assume(&units);
        lookahead
    }

    fn add(&mut self, clause: &[Lit]) {
        let number = u32::try_from(self.ends.len()).expect("fewer clauses than fit memory");
        clause.iter().for_each(|literal| self.occurrences[literal.lidx()].push(number));
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        self.counts.push([0, clause.len() as u32]);
    }

    /// Whether unit propagation alone shows that the clauses have no model.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// The value of a literal.
    #[must_use]
    pub fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.vidx()].map(|value| value != literal.is_neg())
    }

    /// The number of unassigned variables.
    #[must_use]
    pub fn open(&self) -> usize {
        self.values.len() - self.trail.len()
    }

    /// The length of the trail, to be passed to [`undo`](Lookahead::undo), [`since`](Lookahead::since) and
    /// [`gain`](Lookahead::gain).
    #[must_use]
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Makes literals true and propagates. Returns false at a conflict. The caller must then undo to a mark taken before.
    pub fn assume(&mut self, literals: &[Lit]) -> bool {
        if self.is_refuted || self.state == LookaheadState::Conflict {
            return false;
        }
        literals.iter().for_each(|&literal| self.set(literal));
        while self.state == LookaheadState::Open && self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            self.count(literal, true);
        }
        self.state == LookaheadState::Open
    }

    /// Undoes all assignments made since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let literal = self.trail.pop().expect("it is longer");
            self.values[literal.vidx()] = None;
            if self.trail.len() < self.head {
                self.head = self.trail.len();
                self.count(literal, false);
            }
        }
        self.state = LookaheadState::Open;
    }

    /// Returns the literals assigned since a mark.
    #[must_use]
    pub fn since(&self, mark: usize) -> &[Lit] {
        &self.trail[mark..]
    }

    /// Returns the total weight of the unsatisfied clauses shortened since a mark, once per removed literal.
    #[must_use]
    pub fn gain(&self, mark: usize) -> u64 {
        let shortened = self.trail[mark..].iter().flat_map(|&literal| &self.occurrences[(!literal).lidx()]);
        let left = shortened.map(|&clause| self.counts[clause as usize]);
        left.filter(|&[satisfied, _]| satisfied == 0).map(|[_, open]| weight(open)).sum()
    }

    /// Returns an estimate of how useful it is to look ahead on a literal: the total weight of the clauses that it would shorten.
    #[must_use]
    pub fn promise(&self, literal: Lit) -> u64 {
        let counts = self.occurrences[(!literal).lidx()].iter().map(|&clause| self.counts[clause as usize]);
        counts.filter(|&[satisfied, _]| satisfied == 0).map(|[_, open]| weight(open - 1)).sum()
    }

    fn set(&mut self, literal: Lit) {
        match self.value(literal) {
            Some(true) => {}
            Some(false) => self.state = LookaheadState::Conflict,
            None => {
                self.values[literal.vidx()] = Some(literal.is_pos());
                self.trail.push(literal);
            }
        }
    }

    /// Updates the counts of the clauses of a literal that is set or unset. If it is set, clauses with one literal left are
    /// propagated.
    fn count(&mut self, literal: Lit, is_set: bool) {
        let (satisfied, shortened) = (literal.lidx(), (!literal).lidx());
        for index in 0..self.occurrences[satisfied].len() {
            let [count, open] = &mut self.counts[self.occurrences[satisfied][index] as usize];
            (*count, *open) = if is_set { (*count + 1, *open - 1) } else { (*count - 1, *open + 1) };
        }
        for index in 0..self.occurrences[shortened].len() {
            let clause = self.occurrences[shortened][index] as usize;
            let [satisfied, open] = &mut self.counts[clause];
            *open = if is_set { *open - 1 } else { *open + 1 };
            match (is_set, *satisfied, *open) {
                (true, 0, 0) => self.state = LookaheadState::Conflict,
                (true, 0, 1) => self.propagate(clause),
                _ => {}
            }
        }
    }

    /// Makes the last literal of a clause true that is not known to be false.
    fn propagate(&mut self, clause: usize) {
        let start = clause.checked_sub(1).map_or(0, |before| self.ends[before]);
        let literals = start..self.ends[clause];
        // An assigned literal that is not counted yet may have made it true or false.
        let last = literals.map(|at| self.literals[at]).find(|&literal| self.value(literal) != Some(false));
        match last {
            Some(literal) => self.set(literal),
            None => self.state = LookaheadState::Conflict,
        }
    }
}

/// Returns the weight of a clause with `open` unassigned literals.
fn weight(open: u32) -> u64 {
    5_u64.pow(LONGEST - open.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rustsat::types::Var;

    const VARIABLES: u32 = 6;

    fn clause() -> impl Strategy<Value = Vec<Lit>> {
        let literal =
            (0..VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Var::new(variable).lit(negated));
        prop::collection::vec(literal, 0..4)
    }

    /// Computes unit propagation without counters: returns all implied literals, or `None` at a conflict.
    fn closure(clauses: &[Vec<Lit>], assumed: &[Lit]) -> Option<Vec<Lit>> {
        let mut known = assumed.to_vec();
        loop {
            if known.iter().any(|&literal| known.contains(&!literal)) {
                return None;
            }
            let mut grown = false;
            for clause in clauses {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let mut left: Vec<Lit> =
                    clause.iter().copied().filter(|&literal| !known.contains(&!literal)).collect();
                left.dedup();
                match left[..] {
                    [] => return None,
                    [unit] => {
                        known.push(unit);
                        grown = true;
                    }
                    _ => {}
                }
            }
            if !grown {
                known.sort_unstable();
                known.dedup();
                return Some(known);
            }
        }
    }

    proptest! {
        #[test]
        fn it_propagates_units_and_takes_them_back(
            mut clauses in prop::collection::vec(clause(), 0..14),
            rounds in prop::collection::vec(clause(), 1..6),
        ) {
            clauses.iter_mut().for_each(|clause| clause.sort_unstable());
            let mut lookahead =
                Lookahead::new(VARIABLES as usize, clauses.iter().map(Vec::as_slice));
            prop_assert_eq!(lookahead.is_refuted(), closure(&clauses, &[]).is_none());
            let (mark, before) = (lookahead.mark(), lookahead.counts.clone());
            for assumed in rounds {
                let expected = closure(&clauses, &assumed);
                prop_assert_eq!(lookahead.assume(&assumed), expected.is_some());
                if let Some(expected) = expected {
                    let mut found = lookahead.since(0).to_vec();
                    found.sort_unstable();
                    prop_assert_eq!(found, expected);
                }
                if !lookahead.is_refuted() {
                    lookahead.undo(mark);
                    prop_assert_eq!(&lookahead.counts, &before);
                }
            }
        }
    }
}
