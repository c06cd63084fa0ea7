//! The values of the solver's literals: before the search, during it, and as they were.

use groundplan::propagator::LiteralNumbers;
use rustc_hash::FxHashSet;

use super::no_literal;
use super::state::PropagatorState;
use crate::error::{Error, Result};

/// The values of the solver's literals. They can be asked for only through a unique reference, since the solver may have to number
/// its literals first.
#[allow(clippy::len_without_is_empty, reason = "there always is the true literal")]
pub trait Assignment {
    /// Returns the number of variables.
    fn len(&mut self) -> usize;

    /// Returns the value of a literal; `None` if unassigned.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    fn value(&mut self, literal: i32) -> Result<Option<bool>>;

    /// Returns the decision level on which a literal got its value; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    fn level(&mut self, literal: i32) -> Result<Option<usize>>;

    /// Returns the true literals.
    fn trail(&mut self) -> TrueLiterals;

    /// Returns the number of true literals.
    fn trail_len(&mut self) -> usize {
        self.trail().literals.len()
    }

    /// Returns the true literal with an index in the order of assignment; `None` if there is none.
    fn trail_at(&mut self, index: usize) -> Option<i32> {
        self.trail().literals.get(index).copied()
    }

    /// Returns the index of the first true literal of a level; `None` if there is no such level.
    fn trail_begin(&mut self, level: usize) -> Option<usize> {
        self.trail().begin(level).ok()
    }

    /// Returns the decision or assumption of a decision level; the true literal of level 0.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such level, or nobody knows what was decided.
    fn decision(&mut self, level: usize) -> Result<i32>;

    /// Whether all literals have a value.
    fn is_total(&mut self) -> bool;

    /// Returns the current decision level.
    fn decision_level(&mut self) -> usize {
        self.trail().starts.len()
    }
}

/// The true literals in order of assignment, and the start of each decision level among them.
#[derive(Clone, Debug)]
pub struct TrueLiterals {
    /// The literals.
    pub literals: Vec<i32>,
    /// For each level from 1 on, the index of its first literal.
    pub starts: Vec<usize>,
}

impl TrueLiterals {
    /// Returns the index of the first literal of a level.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if there is no such level.
    pub fn begin(&self, level: usize) -> Result<usize> {
        let Some(above) = level.checked_sub(1) else { return Ok(0) };
        let start = self.starts.get(above).copied();
        start.ok_or_else(|| Error::Runtime(format!("there is no level {level}")))
    }

    /// Returns the index after the last literal of a level.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if there is no such level.
    pub fn end(&self, level: usize) -> Result<usize> {
        self.begin(level)?;
        Ok(self.starts.get(level).copied().unwrap_or(self.literals.len()))
    }
}

/// What `undo` is told of: see [`super::HostPropagator::undo`].
#[derive(Clone, Copy)]
pub struct Undone<'s> {
    state: &'s PropagatorState,
    level: usize,
    changes: &'s [i32],
}

impl<'s> Undone<'s> {
    pub(super) fn new(state: &'s PropagatorState, level: usize, changes: &'s [i32]) -> Self {
        Undone { state, level, changes }
    }

    /// Returns the decision level that is undone.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Whether a solver literal is watched.
    pub fn has_watch(&self, literal: i32) -> bool {
        self.state.watched.contains(&literal)
    }

    /// Returns the assignment as it was, which takes time for each literal of it.
    pub fn assignment(&self) -> FixedAssignment {
        let mut trail: Vec<i32> = self.state.told.iter().map(|&(literal, _)| literal).collect();
        trail.extend(self.changes);
        let holding = trail.iter().copied().chain([LiteralNumbers::TRUE]).collect();
        FixedAssignment { trail, holding, level: self.level, numbers: self.state.numbers.clone() }
    }
}

/// An assignment as it was: the true literals in order, and the decision level of the last ones.
#[derive(Clone, Debug)]
pub struct FixedAssignment {
    trail: Vec<i32>,
    holding: FxHashSet<i32>,
    level: usize,
    numbers: LiteralNumbers,
}

/// It never changes, so that a shared reference is enough.
impl Assignment for &FixedAssignment {
    fn len(&mut self) -> usize {
        self.numbers.len()
    }

    fn value(&mut self, literal: i32) -> Result<Option<bool>> {
        if self.numbers.literal(literal).is_none() {
            return Err(no_literal(literal));
        }
        let holds = self.holding.contains(&literal);
        Ok(if holds { Some(true) } else { self.holding.contains(&-literal).then_some(false) })
    }

    fn level(&mut self, literal: i32) -> Result<Option<usize>> {
        if literal.abs() == LiteralNumbers::TRUE {
            return Ok(Some(0));
        }
        Ok(self.value(literal)?.map(|_| self.level))
    }

    fn trail(&mut self) -> TrueLiterals {
        TrueLiterals { literals: self.trail.clone(), starts: vec![0; self.level] }
    }

    fn trail_len(&mut self) -> usize {
        self.trail.len()
    }

    fn trail_at(&mut self, index: usize) -> Option<i32> {
        self.trail.get(index).copied()
    }

    fn trail_begin(&mut self, level: usize) -> Option<usize> {
        (level <= self.level).then_some(0)
    }

    fn decision(&mut self, level: usize) -> Result<i32> {
        if level == 0 {
            return Ok(LiteralNumbers::TRUE);
        }
        if level > self.level {
            return Err(Error::Runtime(format!("invalid decision level: there is no level {level}")));
        }
        Err(Error::Missing(
            "what was decided is known while `propagate` or `check` is called: keep it from there".to_owned(),
        ))
    }

    fn is_total(&mut self) -> bool {
        false
    }
}
