//! Clause storage, watched literals and unit propagation.
//!
//! The first two literals of a clause are watched, each with a blocking literal whose truth lets the clause be skipped (Moskewicz
//! et al.: Chaff, DAC 2001; blocking literals as in MiniSat). Invariant: a watched literal is false only in one of four cases.
//! The other watched literal is true; its falsity has not been propagated yet; both are false in a conflict that is reported; or
//! it became false on a level that is kept.

use rustsat::types::Lit;

use super::{BacktrackingEnumerator, Reason};

/// The index of a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseId(u32);

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseId,
    blocker: Lit,
}

#[derive(Default, Debug)]
pub(super) struct Clauses {
    /// The literals of each clause; empty if the clause was dropped.
    lits: Vec<Box<[Lit]>>,
    dropped: Vec<ClauseId>,
    /// The learned clauses, each with its number of distinct levels (LBD).
    learned: Vec<(ClauseId, u32)>,
    reductions: usize,
    /// The clauses that watch each literal, indexed by literal.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub fn make_room(&mut self, vars: usize) {
        self.watches.resize_with(2 * vars, Vec::new);
    }

    pub fn lits(&self, id: ClauseId) -> &[Lit] {
        &self.lits[id.0 as usize]
    }

    /// Adds a permanent clause. Its first two literals are watched.
    pub fn add(&mut self, clause: &[Lit]) -> ClauseId {
        let id = match self.dropped.pop() {
            Some(id) => id,
            None => {
                self.lits.push(Box::default());
                ClauseId(u32::try_from(self.lits.len() - 1).expect("fewer clauses than fit memory"))
            }
        };
        self.lits[id.0 as usize] = clause.into();
        if let &[first, second, ..] = clause {
            self.watches[first.lidx()].push(Watch { clause: id, blocker: second });
            self.watches[second.lidx()].push(Watch { clause: id, blocker: first });
        }
        id
    }

    /// Adds a learned clause, which may be dropped.
    pub fn learn(&mut self, clause: &[Lit], levels: &[u32]) -> ClauseId {
        let id = self.add(clause);
        let mut distinct: Vec<u32> = clause.iter().map(|lit| levels[lit.vidx()]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        self.learned.push((id, distinct.len() as u32));
        id
    }

    /// The number of learned clauses.
    pub fn learned(&self) -> usize {
        self.learned.len()
    }

    /// The number of reductions so far.
    pub fn reductions(&self) -> usize {
        self.reductions
    }

    /// Drops half of the learned clauses, those with the most levels, except those that are needed.
    pub fn reduce(&mut self, is_needed: impl Fn(ClauseId, Lit) -> bool) {
        self.reductions += 1;
        self.learned.sort_by_key(|&(_, levels)| levels);
        let half = self.learned.len() / 2;
        let rest = self.learned.split_off(half);
        let mut gone = Vec::new();
        for (id, levels) in rest {
            if levels <= 2 || is_needed(id, self.lits(id)[0]) {
                self.learned.push((id, levels));
            } else {
                self.lits[id.0 as usize] = Box::default();
                gone.push(id);
            }
        }
        let lits = &self.lits;
        for watches in &mut self.watches {
            watches.retain(|watch| !lits[watch.clause.0 as usize].is_empty());
        }
        // Their ids may be reused only after the watches are gone.
        self.dropped.extend(gone);
    }
}

impl BacktrackingEnumerator {
    /// Propagates all clauses. Returns a false clause if there is a conflict.
    pub(super) fn propagate_clauses(&mut self) -> Option<ClauseId> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.stats.propagations += 1;
            let falsified = !lit;
            let mut watches = std::mem::take(&mut self.clauses.watches[falsified.lidx()]);
            let mut kept = 0;
            let mut conflict = None;
            let mut next = 0;
            while next < watches.len() {
                let watch = watches[next];
                next += 1;
                if self.values[watch.blocker.lidx()] == 1 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let clause = &mut self.clauses.lits[watch.clause.0 as usize];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                if self.values[first.lidx()] != 1 {
                    let other = clause[2..].iter().position(|other| self.values[other.lidx()] != -1);
                    if let Some(position) = other {
                        clause.swap(1, position + 2);
                        let watched = clause[1];
                        self.clauses.watches[watched.lidx()]
                            .push(Watch { clause: watch.clause, blocker: first });
                        continue;
                    }
                }
                watches[kept] = Watch { clause: watch.clause, blocker: first };
                kept += 1;
                match self.values[first.lidx()] {
                    0 => self.assign(first, Reason::Clause(watch.clause)),
                    -1 => {
                        conflict = Some(watch.clause);
                        break;
                    }
                    _ => {}
                }
            }
            watches.copy_within(next.., kept);
            watches.truncate(kept + watches.len() - next);
            self.clauses.watches[falsified.lidx()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}
