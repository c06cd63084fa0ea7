//! Conflict analysis: derives a clause with one literal of the last level, the first unique implication point (Marques-Silva &
//! Sakallah: GRASP, 1999; Zhang et al., ICCAD 2001).
//!
//! Literals directly implied by the others are removed.

use rustsat::types::Lit;

use super::{BacktrackingEnumerator, Conflict, Reason};

/// Whether each variable is in the clause that is being derived.
#[derive(Default)]
pub(super) struct Scratch {
    seen: Vec<bool>,
}

impl Scratch {
    pub fn make_room(&mut self, vars: usize) {
        self.seen.resize(vars, false);
    }
}

impl BacktrackingEnumerator {
    /// Returns the learned clause of a conflict. All literals of `conflict` are false, and some are on the current level, which
    /// is above the floor. The first literal of the result is to become true; the second has the highest level of the others.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Vec<Lit> {
        let mut learned = vec![conflict[0]];
        let mut open = 0;
        let mut position = self.trail.len();
        let mut reason = conflict;
        let unique = loop {
            for &lit in &reason {
                let var = lit.vidx();
                if self.values[lit.lidx()] != -1 || self.analysis.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.analysis.seen[var] = true;
                self.order.bump(var);
                if self.level_of(lit) == self.level() {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = loop {
                position -= 1;
                let lit = self.trail[position];
                if self.analysis.seen[lit.vidx()] {
                    break lit;
                }
            };
            self.analysis.seen[lit.vidx()] = false;
            open -= 1;
            if open == 0 {
                break lit;
            }
            reason.clear();
            self.reason_of(lit, &mut reason);
        };
        self.order.decay();
        learned[0] = !unique;
        self.minimize(&mut learned);
        if let Some(highest) = (1..learned.len()).max_by_key(|&index| self.level_of(learned[index])) {
            learned.swap(1, highest);
        }
        learned
    }

    /// Appends the reason of a literal that was neither decided nor flipped.
    fn reason_of(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        match self.reasons[lit.vidx()] {
            Reason::Clause(id) => reason.extend_from_slice(self.clauses.lits(id)),
            Reason::Propagator => {
                let propagator = self.propagator.as_mut().expect("it said so");
                propagator.reason(lit, reason);
            }
            Reason::None => unreachable!("a decision is the only one left of its level"),
        }
    }

    /// Removes literals whose reason literals are all in the clause, and clears the marks.
    fn minimize(&mut self, learned: &mut Vec<Lit>) {
        let seen: Vec<Lit> = learned[1..].to_vec();
        let (reasons, clauses, levels) = (&self.reasons, &self.clauses, &self.levels);
        let marks = &self.analysis.seen;
        let mut index = 0;
        learned.retain(|lit| {
            index += 1;
            let Reason::Clause(id) = reasons[lit.vidx()] else { return true };
            let is_there =
                |other: &Lit| other.vidx() == lit.vidx() || levels[other.vidx()] == 0 || marks[other.vidx()];
            index == 1 || !clauses.lits(id).iter().all(is_there)
        });
        for lit in seen {
            self.analysis.seen[lit.vidx()] = false;
        }
    }
}
