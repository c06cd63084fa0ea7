//! Propagators of whoever embeds the engine: constraints that no program states, in the search itself.
//!
//! The interface is that of clingo (Gebser, Kaminski, Kaufmann, Ostrowski, Schaub & Wanko: Theory Solving Made Easy with
//! Clingo 5, ICLP 2016): a propagator watches literals, is told when they become true and when that is taken back, and
//! speaks in clauses. The engine's own difference constraints are one, beside unfounded sets and sums.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan_sat::Trail;
/// A literal of the SAT solver: [`rustsat::types::Lit`] under another name.
///
/// This type is part of the public interface. A new major version of `rustsat` is therefore a new major version of `groundplan`.
#[doc(inline)]
pub use rustsat::types::Lit as SolverLiteral;
use rustsat::types::{Lit, Var};

use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::{Literal, Program};

/// A constraint in the search for answer sets.
///
/// Whatever it excludes has to be excluded by a clause that it gives, at the latest when it is asked about an assignment of
/// all literals: [`Propagator::check`].
///
/// To reach a propagator between searches, give the engine an `Arc<Mutex<P>>` and keep a clone; a search holds the lock
/// while it calls a method.
pub trait Propagator: Send {
    /// The search knows the program: before the first search, and again when the program has grown. What was set up before
    /// stays.
    fn set_up(&mut self, setup: &mut Setup<'_>);

    /// These watched literals became true. It may give clauses; where one is false, the search goes back, and with it
    /// [`undo`](Propagator::undo) is called.
    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]);

    /// These watched literals, which `propagate` was told of, are no longer true.
    fn undo(&mut self, changes: &[SolverLiteral]);

    /// Levels above this one were taken back, and [`undo`](Propagator::undo) was called if it had anything to undo.
    fn backtrack(&mut self, level: usize) {
        let _ = level;
    }

    /// All literals have values, and they are an answer set as far as the program is concerned, or will be refuted as none. A
    /// clause that is false excludes it.
    fn check(&mut self, control: &mut Control<'_>) {
        let _ = control;
    }

    /// Whether it is to be set up before each question, also where the program has not grown.
    fn is_always_set_up(&self) -> bool {
        false
    }

    /// Whether it decides; asked once, before the first search.
    fn decides(&self) -> bool {
        false
    }

    /// What the search decides, if this one [decides](Propagator::decides): a literal that was got from [`Setup`] and has no
    /// value, or `None` to leave it to the solver.
    fn decide(&mut self, control: &mut Control<'_>) -> Option<SolverLiteral> {
        let _ = control;
        None
    }
}

/// A propagator that its maker can still reach.
impl<P: Propagator + ?Sized> Propagator for Arc<Mutex<P>> {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        lock(self).set_up(setup);
    }

    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]) {
        lock(self).propagate(control, changes);
    }

    fn undo(&mut self, changes: &[SolverLiteral]) {
        lock(self).undo(changes);
    }

    fn backtrack(&mut self, level: usize) {
        lock(self).backtrack(level);
    }

    fn check(&mut self, control: &mut Control<'_>) {
        lock(self).check(control);
    }

    fn is_always_set_up(&self) -> bool {
        lock(self).is_always_set_up()
    }

    fn decides(&self) -> bool {
        lock(self).decides()
    }

    fn decide(&mut self, control: &mut Control<'_>) -> Option<SolverLiteral> {
        lock(self).decide(control)
    }
}

fn lock<P: ?Sized>(propagator: &Mutex<P>) -> MutexGuard<'_, P> {
    propagator.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search as a propagator finds it before the solver begins.
#[derive(Debug)]
pub struct Setup<'a> {
    pub(crate) program: &'a Program,
    pub(crate) translation: &'a mut Translation,
    pub(crate) watches: &'a mut Watches,
    pub(crate) clauses: Vec<Vec<SolverLiteral>>,
}

impl Setup<'_> {
    /// The ground program.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.program
    }

    /// The solver's literal that is true exactly where a literal of the program is. Several may have the same.
    pub fn literal(&mut self, literal: Literal) -> SolverLiteral {
        // Each direction is written where it is asked for.
        self.translation.assumption(self.program, literal.complement());
        let literal = match self.translation.assumption(self.program, literal) {
            KnownLiteral::Literal(literal) => literal,
            KnownLiteral::Constant(true) => self.truth(),
            KnownLiteral::Constant(false) => !self.truth(),
        };
        self.watches.observe(literal);
        literal
    }

    /// A new literal of the solver, which no program knows.
    pub fn new_literal(&mut self) -> SolverLiteral {
        let literal = self.translation.activation_literal();
        self.watches.observe(literal);
        literal
    }

    /// Has the propagator told when a literal that was got here becomes true.
    pub fn watch(&mut self, literal: SolverLiteral) {
        self.watches.watch(literal);
    }

    /// Excludes what makes all of these literals false.
    pub fn add_clause(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push(clause.to_vec());
    }

    /// A literal that is true.
    pub fn truth(&mut self) -> SolverLiteral {
        if let Some(truth) = self.watches.truth {
            return truth;
        }
        let truth = self.translation.activation_literal();
        self.clauses.push(vec![truth]);
        self.watches.truth = Some(truth);
        self.watches.observe(truth);
        truth
    }
}

/// The search as a propagator finds it while the solver is at work.
#[derive(Debug)]
pub struct Control<'a> {
    pub(crate) watches: &'a mut Watches,
    /// Clauses, and whether the solver may forget them.
    pub(crate) clauses: &'a mut Vec<(Vec<SolverLiteral>, bool)>,
}

impl Control<'_> {
    /// The value of a literal that was got from [`Setup`]; `None` while it has none.
    #[must_use]
    pub fn value(&self, literal: SolverLiteral) -> Option<bool> {
        self.watches.value(literal)
    }

    /// The literals that were got from [`Setup`] and are true, in the order in which they became so.
    #[must_use]
    pub fn trail(&self) -> &[SolverLiteral] {
        self.watches.trail.lits()
    }

    /// Where in [`Control::trail`] each level above the lowest begins: how many decisions hold.
    #[must_use]
    pub fn levels(&self) -> &[usize] {
        self.watches.trail.starts()
    }

    /// The literal that a level was begun with, from 1 on: one that was decided or assumed. It may be named from now on. `None` where
    /// there is no such level, or the solver does not say, as only `cdnl` does.
    pub fn decision(&mut self, level: usize) -> Option<SolverLiteral> {
        let decision = *self.watches.decisions.get(level.checked_sub(1)?)?;
        decision.inspect(|&literal| self.watches.observe(literal))
    }

    /// A new literal of the solver, which no program knows and about which nothing is said but by clauses that name it. `None` where the
    /// solver makes none while it searches, as only `cdnl` does: see [`Setup::new_literal`].
    pub fn new_literal(&mut self) -> Option<SolverLiteral> {
        let number = self.watches.variables.as_ref()?.fetch_add(1, Ordering::Relaxed);
        let literal = Var::new(number).pos_lit();
        self.watches.observe(literal);
        Some(literal)
    }

    /// Has the propagator told when a literal that it knows becomes true.
    pub fn watch(&mut self, literal: SolverLiteral) {
        self.watches.watch(literal);
    }

    /// Excludes for good what makes all of these literals false. They have to be literals that were got from [`Setup`].
    pub fn add_clause(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push((clause.to_vec(), false));
    }

    /// The same with a clause that the solver may forget, as it forgets those that it learns: for one that would be given
    /// again.
    pub fn add_lemma(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push((clause.to_vec(), true));
    }
}

/// What a propagator watches, and the values of its literals.
#[derive(Default, Debug)]
pub(crate) struct Watches {
    /// By literal.
    pub(crate) watched: Vec<bool>,
    pub(crate) trail: Trail,
    /// By variable.
    pub(crate) observed: Vec<bool>,
    /// Variables that the solver has not been told to observe.
    pub(crate) new: Vec<Var>,
    /// Literals that were true when they were watched first.
    pub(crate) late: Vec<Lit>,
    /// By level from 1 on: the literal that it was begun with, as far as the solver says.
    pub(crate) decisions: Vec<Option<Lit>>,
    /// The number of the next variable, where the search may make some.
    pub(crate) variables: Option<Arc<AtomicU32>>,
    /// A literal that is always true, once there is one.
    pub(crate) truth: Option<Lit>,
}

impl Watches {
    /// The propagator may name this literal.
    pub(crate) fn observe(&mut self, literal: Lit) {
        let variables = literal.vidx() + 1;
        if self.observed.len() < variables {
            self.observed.resize(variables, false);
            self.watched.resize(2 * variables, false);
        }
        if !std::mem::replace(&mut self.observed[literal.vidx()], true) {
            self.new.push(literal.var());
        }
    }

    /// The propagator is told when this literal becomes true.
    pub(crate) fn watch(&mut self, literal: Lit) {
        self.observe(literal);
        self.watched[literal.lidx()] = true;
        if self.trail.is_true(literal) {
            self.late.push(literal);
        }
    }

    /// Whether the propagator is told when this literal becomes true.
    pub(crate) fn is_watched(&self, literal: Lit) -> bool {
        self.watched.get(literal.lidx()).copied().unwrap_or(false)
    }

    /// The value of a literal.
    pub(crate) fn value(&self, literal: Lit) -> Option<bool> {
        if self.trail.is_true(literal) {
            return Some(true);
        }
        self.trail.is_true(!literal).then_some(false)
    }
}
