//! Which literals are true, on which level, and why.
//!
//! Invariant: the trail has the true literals in the order in which they became so, level by level; literals of level 0 have no
//! reason.

use rustsat::types::Lit;

use crate::arena::ClauseRef;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// It was decided, or holds on level 0.
    None,
    /// The other literal of a clause of two is false.
    Binary(Lit),
    Clause(ClauseRef),
    /// The propagator said so, and was not asked why yet.
    Propagator,
}

#[derive(Clone, Copy, Debug)]
struct Variable {
    level: u32,
    position: u32,
    reason: Reason,
}

/// An assignment, as it grows and is taken back.
#[derive(Default, Debug)]
pub(crate) struct Assignment {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable; what a variable without a value had last.
    variables: Vec<Variable>,
    trail: Vec<Lit>,
    /// Where on the trail each level above 0 begins.
    starts: Vec<u32>,
}

impl Assignment {
    pub fn make_room(&mut self, variables: usize) {
        self.values.resize(2 * variables, 0);
        self.variables.resize(variables, Variable { level: 0, position: 0, reason: Reason::None });
    }

    /// How many variables there is room for.
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is open.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.lidx()]
    }

    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) > 0
    }

    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) < 0
    }

    #[inline]
    pub fn is_open(&self, lit: Lit) -> bool {
        self.value(lit) == 0
    }

    /// The present level.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The level on which a literal got its value.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.variables[lit.vidx()].level
    }

    /// Where on the trail a variable that has a value is.
    #[inline]
    pub fn position_of(&self, lit: Lit) -> u32 {
        self.variables[lit.vidx()].position
    }

    /// Why a literal is true.
    #[inline]
    pub fn reason(&self, lit: Lit) -> Reason {
        self.variables[lit.vidx()].reason
    }

    /// Says why in another way.
    #[inline]
    pub fn set_reason(&mut self, lit: Lit, reason: Reason) {
        self.variables[lit.vidx()].reason = reason;
    }

    /// Makes an open literal true on the present level.
    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_open(lit), "{lit} has a value");
        let level = self.level();
        let reason = if level == 0 { Reason::None } else { reason };
        self.values[lit.lidx()] = 1;
        self.values[(!lit).lidx()] = -1;
        let position = self.trail.len() as u32;
        self.variables[lit.vidx()] = Variable { level, position, reason };
        self.trail.push(lit);
    }

    /// Begins a level.
    #[inline]
    pub fn new_level(&mut self) {
        self.starts.push(self.trail.len() as u32);
    }

    /// The trail.
    #[inline]
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Where on the trail a level begins; its end for the level above the last.
    pub fn start(&self, level: u32) -> usize {
        match level {
            0 => 0,
            _ => self.starts.get(level as usize - 1).map_or(self.trail.len(), |&start| start as usize),
        }
    }

    /// The literal that a level above 0 was begun with; `None` if that was true already, or everything was.
    pub fn decision(&self, level: u32) -> Option<Lit> {
        let lit = *self.trail.get(self.start(level))?;
        (self.level_of(lit) == level && self.reason(lit) == Reason::None).then_some(lit)
    }

    /// The clauses that are reasons.
    pub fn clauses_of_reasons(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.trail.iter().filter_map(|&lit| match self.reason(lit) {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        })
    }

    /// Says where the clauses that are reasons are now.
    pub fn move_reasons(&mut self, now: impl Fn(ClauseRef) -> ClauseRef) {
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.variables[lit.vidx()].reason {
                *clause = now(*clause);
            }
        }
    }

    /// Takes back the levels above this one; `undone` hears of each literal, the last one first.
    #[inline]
    pub fn backtrack(&mut self, level: u32, mut undone: impl FnMut(Lit)) {
        let start = self.start(level + 1);
        for lit in self.trail.drain(start..).rev() {
            self.values[lit.lidx()] = 0;
            self.values[(!lit).lidx()] = 0;
            undone(lit);
        }
        self.starts.truncate(level as usize);
    }
}
