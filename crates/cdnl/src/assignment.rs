//! The current assignment: the true literals, their levels and reasons.
//!
//! Invariant: the trail has the true literals in the order of their assignment, level by level. Literals of level 0 have no
//! reason.

use rustsat::types::Lit;

use crate::arena::ClauseRef;

/// The reason of an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// A decision or assumption, or a literal of level 0.
    None,
    /// A binary clause whose other literal is this one, which is false.
    Binary(Lit),
    Clause(ClauseRef),
    /// Implied by the propagator, whose reason has not been queried yet.
    Propagator,
}

#[derive(Clone, Copy, Debug)]
struct VariableState {
    level: u32,
    position: u32,
    reason: Reason,
}

/// An assignment that grows and is undone level by level.
#[derive(Default, Debug)]
pub(crate) struct Assignment {
    /// The value of each literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// The level, position and reason of each variable; out of date for open variables.
    variables: Vec<VariableState>,
    trail: Vec<Lit>,
    /// The position on the trail at which each level above 0 begins.
    starts: Vec<u32>,
}

impl Assignment {
    pub fn make_room(&mut self, variables: usize) {
        self.values.resize(2 * variables, 0);
        self.variables.resize(variables, VariableState { level: 0, position: 0, reason: Reason::None });
    }

    /// The number of variables that there is room for.
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is open.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.lidx()]
    }

    /// The values of the variables.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = Option<bool>> + '_ {
        self.values.chunks_exact(2).map(|of_var| (of_var[0] != 0).then_some(of_var[0] > 0))
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

    /// The current level.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The level on which the literal's variable was assigned.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.variables[lit.vidx()].level
    }

    /// The position on the trail of the literal's variable, which must be assigned.
    #[inline]
    pub fn position_of(&self, lit: Lit) -> u32 {
        self.variables[lit.vidx()].position
    }

    /// The reason of a literal.
    #[inline]
    pub fn reason(&self, lit: Lit) -> Reason {
        self.variables[lit.vidx()].reason
    }

    /// Replaces the reason of a literal.
    #[inline]
    pub fn set_reason(&mut self, lit: Lit, reason: Reason) {
        self.variables[lit.vidx()].reason = reason;
    }

    /// Makes an open literal true on the current level.
    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_open(lit), "{lit} has a value");
        let level = self.level();
        let reason = if level == 0 { Reason::None } else { reason };
        self.values[lit.lidx()] = 1;
        self.values[(!lit).lidx()] = -1;
        let position = self.trail.len() as u32;
        self.variables[lit.vidx()] = VariableState { level, position, reason };
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

    /// The position on the trail at which a level begins; the trail's length for the level above the last.
    pub fn start(&self, level: u32) -> usize {
        match level {
            0 => 0,
            _ => self.starts.get(level as usize - 1).map_or(self.trail.len(), |&start| start as usize),
        }
    }

    /// Returns the literal that opened a level above 0. `None` if the level has no decision: its assumption was true already, or
    /// every variable was assigned.
    pub fn decision(&self, level: u32) -> Option<Lit> {
        let lit = *self.trail.get(self.start(level))?;
        (self.level_of(lit) == level && self.reason(lit) == Reason::None).then_some(lit)
    }

    /// Iterates over the clauses that are reasons.
    pub fn clauses_of_reasons(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.trail.iter().filter_map(|&lit| match self.reason(lit) {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        })
    }

    /// Updates the reasons after clauses were moved.
    pub fn move_reasons(&mut self, new_position: impl Fn(ClauseRef) -> ClauseRef) {
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.variables[lit.vidx()].reason {
                *clause = new_position(*clause);
            }
        }
    }

    /// Undoes the levels above `level`. `undone` is called with each literal, the last one first.
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
