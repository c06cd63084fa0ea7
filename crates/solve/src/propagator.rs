//! Interface for propagators of an embedding program, which add constraints during the search.
//!
//! The interface is that of clingo (Gebser, Kaminski, Kaufmann, Ostrowski, Schaub & Wanko: Theory Solving Made Easy
//! with Clingo 5, ICLP 2016). A propagator watches literals, is notified when they become true and when they are
//! retracted, and adds clauses. The engine's own difference constraints use the same interface; unfounded sets and sums
//! do not.

mod numbers;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan_sat::Trail;
pub use numbers::LiteralNumbers;
/// A literal of the SAT solver: [`rustsat::types::Lit`] under another name.
///
/// This type is part of the public interface. A new major version of `rustsat` is therefore a new major version of `groundplan`.
#[doc(inline)]
pub use rustsat::types::Lit as SolverLiteral;
use rustsat::types::{Lit, Var};

use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::{Literal, Program};

/// A constraint that is checked and propagated during the search for answer sets.
///
/// Every assignment that the constraint excludes must violate a clause that the propagator adds, at the latest when
/// [`Propagator::check`] is called on an assignment of all literals.
///
/// To access a propagator between searches, give the engine an `Arc<Mutex<P>>` and keep a clone. A search holds the
/// lock while it calls a method.
pub trait Propagator: Send {
    /// Prepares the propagator for a program: chooses the literals to watch, and adds clauses.
    ///
    /// Called before the first search, and again when the program has grown. Earlier watches and clauses remain.
    fn set_up(&mut self, setup: &mut Setup<'_>);

    /// Reacts to watched literals that became true. May add clauses; if one of them is false, the search backtracks,
    /// and [`undo`](Propagator::undo) is called.
    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]);

    /// Retracts watched literals that were passed to `propagate` and are no longer true.
    fn undo(&mut self, changes: &[SolverLiteral]);

    /// Called after the search has backtracked to this decision level, and after [`undo`](Propagator::undo) if that had
    /// anything to retract.
    fn backtrack(&mut self, level: usize) {
        let _ = level;
    }

    /// Checks an assignment of all literals. A false clause excludes the assignment.
    ///
    /// The true atoms satisfy the program as far as it has been checked; the search may still reject them as unfounded.
    fn check(&mut self, control: &mut Control<'_>) {
        let _ = control;
    }

    /// Whether assignments of all literals are [checked](Propagator::check). Asked once, before the first search.
    fn checks(&self) -> bool {
        true
    }

    /// Whether `set_up` is called before each question, even if the program has not grown.
    fn is_always_set_up(&self) -> bool {
        false
    }

    /// Whether the propagator makes decisions. Asked once, before the first search.
    fn decides(&self) -> bool {
        false
    }

    /// Returns the next decision, if the propagator [decides](Propagator::decides): an unassigned literal obtained from
    /// [`Setup`]. `None` leaves the decision to the solver.
    fn decide(&mut self, control: &mut Control<'_>) -> Option<SolverLiteral> {
        let _ = control;
        None
    }
}

/// A shared propagator, which its owner can access between searches.
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

    fn checks(&self) -> bool {
        lock(self).checks()
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

/// Access to the program and the solver's literals, before the solver starts.
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

    /// Returns the solver's literal that is equivalent to a literal of the program. Several literals of the program may
    /// share one.
    pub fn literal(&mut self, literal: Literal) -> SolverLiteral {
        // The translation writes only the directions that are requested; equivalence needs both.
        self.translation.assumption(self.program, literal.complement());
        let literal = match self.translation.assumption(self.program, literal) {
            KnownLiteral::Literal(literal) => literal,
            KnownLiteral::Constant(true) => self.truth(),
            KnownLiteral::Constant(false) => !self.truth(),
        };
        self.watches.observe(literal);
        literal
    }

    /// Returns a new literal of the solver, which does not occur in the program.
    pub fn new_literal(&mut self) -> SolverLiteral {
        let literal = self.translation.activation_literal();
        self.watches.observe(literal);
        literal
    }

    /// The numbers of the literals obtained so far, which are those of clingo's interface: 1 is always true.
    #[must_use]
    pub fn numbers(&self) -> &LiteralNumbers {
        &self.watches.numbers
    }

    /// Returns the value of a literal, if it is known before the search.
    #[must_use]
    pub fn value(&self, literal: SolverLiteral) -> Option<bool> {
        self.watches.value(literal)
    }

    /// Returns the literals known to be true before the search, in the order of assignment.
    #[must_use]
    pub fn trail(&self) -> &[SolverLiteral] {
        self.watches.trail.lits()
    }

    /// Counts answer sets that differ only in this literal as different ones, as clingo does with literals that a
    /// propagator has added. Projected answer sets are counted by the projection alone.
    pub fn count(&mut self, literal: SolverLiteral) {
        self.watches.numbers.count(literal.var());
    }

    /// Does so until the end of the question that begins.
    pub fn count_now(&mut self, literal: SolverLiteral) {
        self.watches.numbers.count_now(literal.var());
    }

    /// Watches a literal obtained here: the propagator is notified when the literal becomes true.
    pub fn watch(&mut self, literal: SolverLiteral) {
        self.watches.watch(literal);
    }

    /// Adds a clause: at least one of these literals must be true.
    pub fn add_clause(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push(clause.to_vec());
    }

    /// Returns a literal that is always true.
    pub fn truth(&mut self) -> SolverLiteral {
        let known = self.watches.numbers.literal(LiteralNumbers::TRUE);
        let truth = known.unwrap_or_else(|| {
            let truth = self.translation.activation_literal();
            self.clauses.push(vec![truth]);
            self.watches.observe(truth);
            truth
        });
        // It is the first literal of every trail, even before the solver reports it.
        self.watches.trail.push(truth);
        truth
    }
}

/// Access to the assignment, and a way to add clauses, while the solver is searching.
#[derive(Debug)]
pub struct Control<'a> {
    pub(crate) watches: &'a mut Watches,
    /// Added clauses, each with a flag that says whether the solver may delete it.
    pub(crate) clauses: &'a mut Vec<(Vec<SolverLiteral>, bool)>,
}

impl Control<'_> {
    /// Returns the value of a literal obtained from [`Setup`], or `None` if it is unassigned.
    #[must_use]
    pub fn value(&self, literal: SolverLiteral) -> Option<bool> {
        self.watches.value(literal)
    }

    /// Whether all literals that propagators have obtained have a value. In a model it does not matter if one has none that the
    /// solver did not need to decide: a propagator may have obtained it because it was decided before.
    #[must_use]
    pub fn is_total(&self) -> bool {
        let Watches { trail, numbers, in_model, .. } = &*self.watches;
        // There is at most one true literal of each variable.
        if in_model.is_none() && trail.lits().len() < numbers.len() {
            return false;
        }
        let has_value = |variable: Var| self.watches.value(variable.pos_lit()).is_some();
        numbers.variables().into_iter().skip(in_model.unwrap_or(0)).all(has_value)
    }

    /// Returns the true literals among those obtained from [`Setup`], in the order of assignment.
    #[must_use]
    pub fn trail(&self) -> &[SolverLiteral] {
        self.watches.trail.lits()
    }

    /// Returns the decision level on which a literal got its value, or `None` if it is unassigned.
    #[must_use]
    pub fn level(&self, literal: SolverLiteral) -> Option<usize> {
        let trail = &self.watches.trail;
        let position = trail.since(literal).max(trail.since(!literal)).checked_sub(1)? as usize;
        Some(trail.starts().partition_point(|&start| start <= position))
    }

    /// Returns the position in [`Control::trail`] where each decision level above 0 starts. The length is the current
    /// level.
    #[must_use]
    pub fn levels(&self) -> &[usize] {
        self.watches.trail.starts()
    }

    /// The numbers of the literals obtained so far, which are those of clingo's interface: 1 is always true.
    #[must_use]
    pub fn numbers(&self) -> &LiteralNumbers {
        &self.watches.numbers
    }

    /// Does as [`Setup::count`], until the end of the question.
    pub fn count(&mut self, literal: SolverLiteral) {
        self.watches.numbers.count_now(literal.var());
    }

    /// Returns the decision or assumption that started a level; levels count from 1. Clauses may contain the literal
    /// from now on.
    ///
    /// Returns `None` if there is no such level, or if the solver does not report decisions. Only `cdnl` reports them.
    pub fn decision(&mut self, level: usize) -> Option<SolverLiteral> {
        let decision = *self.watches.decisions.get(level.checked_sub(1)?)?;
        decision.inspect(|&literal| self.watches.observe(literal))
    }

    /// Does as [`Control::decision`] for all levels.
    pub fn name_decisions(&mut self) {
        let Watches { decisions, named, numbers, .. } = &mut *self.watches;
        for decision in decisions[*named..].iter().flatten() {
            numbers.add(decision.var());
        }
        *named = decisions.len();
    }

    /// Returns a new literal of the solver that does not occur in the program and is constrained only by clauses that
    /// contain it.
    ///
    /// Returns `None` if the solver cannot add variables while it searches. Only `cdnl` can; see
    /// [`Setup::new_literal`].
    pub fn new_literal(&mut self) -> Option<SolverLiteral> {
        let number = self.watches.variables.as_ref()?.fetch_add(1, Ordering::Relaxed);
        let literal = Var::new(number).pos_lit();
        self.watches.observe(literal);
        Some(literal)
    }

    /// Watches a known literal: the propagator is notified when the literal becomes true.
    pub fn watch(&mut self, literal: SolverLiteral) {
        self.watches.watch(literal);
    }

    /// Adds a permanent clause over literals obtained from [`Setup`].
    pub fn add_clause(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push((clause.to_vec(), false));
    }

    /// Adds a clause until the end of the question, or with `is_lemma` for as long as the solver likes until then.
    ///
    /// Returns false, and adds nothing, if the question is one whose clauses stay.
    pub fn add_clause_for_now(&mut self, clause: &[SolverLiteral], is_lemma: bool) -> bool {
        let Some(activation) = self.watches.numbers.activation() else { return false };
        self.watches.observe(activation);
        let clause = clause.iter().copied().chain([!activation]).collect();
        self.clauses.push((clause, is_lemma));
        true
    }

    /// Adds a clause that the solver may delete, like a learned clause. Suitable for a clause that the propagator would
    /// add again.
    pub fn add_lemma(&mut self, clause: &[SolverLiteral]) {
        self.clauses.push((clause.to_vec(), true));
    }
}

/// The literals that a propagator watches, and their values.
#[derive(Default, Debug)]
pub(crate) struct Watches {
    /// Whether the literal is watched, indexed by literal.
    pub(crate) watched: Vec<bool>,
    pub(crate) trail: Trail,
    /// The variables that the propagators may use.
    pub(crate) numbers: LiteralNumbers,
    /// Literals that were already true when they were first watched.
    pub(crate) late: Vec<Lit>,
    /// The decision that started each level, from level 1; `None` if the solver does not report it.
    pub(crate) decisions: Vec<Option<Lit>>,
    /// The number of levels, from level 1, whose decisions have numbers.
    pub(crate) named: usize,
    /// The number of the next new variable, if the solver can add variables while it searches.
    pub(crate) variables: Option<Arc<AtomicU32>>,
    /// While a model is checked: how many variables had numbers when it was found.
    pub(crate) in_model: Option<usize>,
}

impl Watches {
    /// Allows the propagators to use this literal.
    pub(crate) fn observe(&mut self, literal: Lit) {
        self.numbers.add(literal.var());
    }

    /// The literal that is always true, once one was made.
    pub(crate) fn truth(&self) -> Option<Lit> {
        self.numbers.literal(LiteralNumbers::TRUE)
    }

    /// Watches this literal: the propagator is notified when the literal becomes true.
    pub(crate) fn watch(&mut self, literal: Lit) {
        self.observe(literal);
        let literals = 2 * (literal.vidx() + 1);
        if self.watched.len() < literals {
            self.watched.resize(literals, false);
        }
        self.watched[literal.lidx()] = true;
        if self.trail.is_true(literal) {
            self.late.push(literal);
        }
    }

    /// Whether the propagator is notified when this literal becomes true.
    pub(crate) fn is_watched(&self, literal: Lit) -> bool {
        self.watched.get(literal.lidx()).copied().unwrap_or(false)
    }

    /// Returns the value of a literal, or `None` if it is unassigned.
    pub(crate) fn value(&self, literal: Lit) -> Option<bool> {
        if self.trail.is_true(literal) {
            return Some(true);
        }
        self.trail.is_true(!literal).then_some(false)
    }
}
