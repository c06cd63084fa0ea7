//! Storage of clauses of at least three literals, in one vector.
//!
//! A clause is a header word with its length and flags, then its literals, then a word for its activity if it was learned. The
//! first two literals are watched. Words are stored as literals, by the index of their variable, so that literals need no
//! conversion.
//!
//! Invariant: a dropped clause stays readable until [`Arena::collect`], which moves the other clauses.

use rustsat::types::Lit;

/// The number of words before the literals.
const HEADER: usize = 1;

/// Flags in the header word; the length is in the bits above them.
const LEARNED: u32 = 1;
const DROPPED: u32 = 2;
const MOVED: u32 = 4;
const LEN: u32 = 3;

/// The position of a clause in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    /// The clause at a position.
    pub fn at(position: usize) -> Self {
        ClauseRef(position as u32)
    }

    /// The position.
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

/// Clauses of at least three literals.
#[derive(Default, Debug)]
pub(crate) struct Arena {
    words: Vec<Lit>,
    /// The number of words of dropped clauses.
    wasted: usize,
}

/// Encodes a number of 31 bits as a literal.
fn word(number: u32) -> Lit {
    Lit::new(number, false)
}

/// Returns the number of words of a clause, given its header.
#[inline]
fn size(flags: u32) -> usize {
    HEADER + (flags >> LEN) as usize + (flags & LEARNED) as usize
}

impl Arena {
    /// Adds a clause.
    pub fn add(&mut self, lits: &[Lit], is_learned: bool) -> ClauseRef {
        let start = u32::try_from(self.words.len()).ok().filter(|&start| start < u32::MAX >> 1);
        let start = start.expect("clauses fit 31 bits");
        self.words.push(word((lits.len() as u32) << LEN | if is_learned { LEARNED } else { 0 }));
        self.words.extend_from_slice(lits);
        if is_learned {
            self.words.push(word(0));
        }
        ClauseRef(start)
    }

    /// Adds a reason given by a propagator. It is dropped at once, but stays as long as it is a reason.
    pub fn add_dropped(&mut self, lits: &[Lit]) -> ClauseRef {
        let clause = self.add(lits, true);
        self.drop(clause);
        clause
    }

    /// The number of literals.
    #[inline]
    pub fn len(&self, clause: ClauseRef) -> usize {
        (self.flags(clause) >> LEN) as usize
    }

    /// The literals.
    #[inline]
    pub fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    /// Returns a literal by its index in the clause.
    #[inline]
    pub fn lit(&self, clause: ClauseRef, place: usize) -> Lit {
        self.words[clause.0 as usize + HEADER + place]
    }

    /// The literals, for reordering.
    #[inline]
    pub fn lits_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let (start, len) = (clause.0 as usize + HEADER, self.len(clause));
        &mut self.words[start..start + len]
    }

    #[inline]
    fn flags(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize].vidx32()
    }

    #[inline]
    fn set_flags(&mut self, clause: ClauseRef, flags: u32) {
        self.words[clause.0 as usize] = word(flags);
    }

    /// Returns whether the clause was learned.
    #[inline]
    pub fn is_learned(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & LEARNED != 0
    }

    /// Returns whether the clause was dropped.
    pub fn is_dropped(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & DROPPED != 0
    }

    /// Returns the position behind the last word of the clause.
    fn end(&self, clause: ClauseRef) -> usize {
        clause.0 as usize + size(self.flags(clause))
    }

    /// The activity of a learned clause: a measure of its use in recent conflicts.
    pub fn activity(&self, clause: ClauseRef) -> f32 {
        f32::from_bits(self.words[self.end(clause) - 1].vidx32())
    }

    /// Sets the activity of a learned clause. It must not be negative.
    #[inline]
    pub fn set_activity(&mut self, clause: ClauseRef, activity: f32) {
        // The sign bit is 0, so 31 bits suffice.
        let place = self.end(clause) - 1;
        self.words[place] = word(activity.to_bits());
    }

    /// Marks a clause as dropped.
    pub fn drop(&mut self, clause: ClauseRef) {
        self.set_flags(clause, self.flags(clause) | DROPPED);
        self.wasted += size(self.flags(clause));
    }

    /// Returns whether dropped clauses fill a large part of the arena.
    pub fn is_wasteful(&self) -> bool {
        self.wasted > 1 << 16 && 4 * self.wasted > self.words.len()
    }

    /// Iterates over the clauses that are not dropped.
    pub fn clauses(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.clauses_from(0).filter(|&clause| !self.is_dropped(clause))
    }

    /// Iterates over all clauses from a position.
    fn clauses_from(&self, from: usize) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut next = from;
        std::iter::from_fn(move || {
            let clause = ClauseRef((next < self.words.len()).then_some(next as u32)?);
            next = self.end(clause);
            Some(clause)
        })
    }

    /// Removes the dropped clauses, except those for which `keeps` returns true. All references to clauses must be updated by the
    /// result.
    pub fn collect(&mut self, keeps: impl Fn(ClauseRef) -> bool) -> Relocation {
        let is_removed = |arena: &Arena, clause| arena.is_dropped(clause) && !keeps(clause);
        let Some(from) = self.clauses_from(0).find(|&clause| is_removed(self, clause)) else {
            return Relocation { from: self.words.len(), old: Vec::new() };
        };
        let from = from.0 as usize;
        let mut old = self.words.split_off(from);
        let mut at = 0;
        self.wasted = 0;
        while at < old.len() {
            let flags = old[at].vidx32();
            let size = size(flags);
            let is_dropped = flags & DROPPED != 0;
            if !is_dropped || keeps(ClauseRef((from + at) as u32)) {
                let place = self.words.len() as u32;
                self.words.extend_from_slice(&old[at..at + size]);
                self.wasted += if is_dropped { size } else { 0 };
                old[at] = word(flags | MOVED);
                old[at + HEADER] = word(place);
            }
            at += size;
        }
        Relocation { from, old }
    }
}

/// The new positions of the clauses after [`Arena::collect`].
pub(crate) struct Relocation {
    from: usize,
    /// The old words from `from` on. In clauses that were moved, the first literal is replaced by the new position.
    old: Vec<Lit>,
}

impl Relocation {
    /// Returns the new position of a clause, or `None` if it was removed.
    #[inline]
    pub fn new_position(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let Some(at) = (clause.0 as usize).checked_sub(self.from) else { return Some(clause) };
        if self.old.is_empty() {
            return Some(clause);
        }
        (self.old[at].vidx32() & MOVED != 0).then(|| ClauseRef(self.old[at + HEADER].vidx32()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    #[test]
    fn what_is_not_dropped_is_found_after_collecting() {
        let mut arena = Arena::default();
        let lits = [lit![1], !lit![2], lit![3], lit![4]];
        let clauses: Vec<ClauseRef> = (0..10).map(|_| arena.add(&lits, true)).collect();
        clauses.iter().skip(2).step_by(3).for_each(|&clause| arena.drop(clause));
        clauses.iter().zip(0_u8..).for_each(|(&clause, number)| arena.set_activity(clause, number.into()));
        let moves = arena.collect(|clause| clause == clauses[5]);
        for (number, &clause) in clauses.iter().enumerate() {
            let now = moves.new_position(clause);
            assert_eq!(now.is_none(), [2, 8].contains(&number), "{number}");
            if let Some(now) = now {
                assert_eq!(arena.activity(now), number as f32);
                assert_eq!(arena.lits(now), lits);
                assert_eq!(arena.is_dropped(now), number == 5);
            }
        }
        assert_eq!(arena.wasted, 6);
        assert_eq!(arena.clauses().count(), 7);
    }
}
