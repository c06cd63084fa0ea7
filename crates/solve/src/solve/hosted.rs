//! Adapter that runs a [`Propagator`] inside the SAT solver: its watches, and how its clauses reach the solver.
//!
//! A deletable clause that is false, or has one unassigned literal left, becomes the reason of a propagation. So it
//! costs the solver nothing unless it takes part in a conflict. All other clauses are added to the solver.
//!
//! Invariant: `notified` is the length of the part of the trail that the propagator has been notified of.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::Propagator as SatPropagator;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::propagator::{Control, LiteralNumbers, Propagator, Setup, Watches};
use crate::translate::Translation;
use groundplan_ground::program::Program;

/// A propagator in the form that the solver expects.
pub(super) struct Hosted {
    propagator: Box<dyn Propagator>,
    watches: Watches,
    notified: usize,
    /// Clauses that the propagator has added, with whether they are deletable.
    added: Vec<(Vec<Lit>, bool)>,
    /// Clauses that are to be added to the solver.
    clauses: VecDeque<(Vec<Lit>, bool)>,
    /// The clause that propagated each literal.
    reasons: FxHashMap<Lit, Vec<Lit>>,
}

/// The status of a clause under an assignment.
enum HostStatus {
    /// The clause is false, or implies this literal.
    Forces(Lit),
    Satisfied,
    Open,
}

/// Whether a clause says that a literal is true, which the solver never forgets.
fn is_fact(clause: &[Lit]) -> bool {
    clause.iter().all(|literal| *literal == clause[0])
}

impl Hosted {
    fn new(propagator: Box<dyn Propagator>, numbers: LiteralNumbers) -> Self {
        Hosted {
            propagator,
            watches: Watches { numbers, ..Watches::default() },
            notified: 0,
            added: Vec::new(),
            clauses: VecDeque::new(),
            reasons: FxHashMap::default(),
        }
    }

    /// Notifies the propagator of watched literals that became true since the last call. Returns whether there were
    /// any.
    fn notify(&mut self) -> bool {
        let mut changes: Vec<Lit> = std::mem::take(&mut self.watches.late);
        let are_late = !changes.is_empty();
        changes.retain(|&literal| self.watches.value(literal) == Some(true));
        let new = &self.watches.trail.lits()[self.notified..];
        changes.extend(new.iter().copied().filter(|&literal| self.watches.is_watched(literal)));
        if are_late {
            // A literal that was watched more than once must be reported once.
            let mut seen = FxHashSet::default();
            changes.retain(|&literal| seen.insert(literal));
        }
        self.notified = self.watches.trail.lits().len();
        if changes.is_empty() {
            return false;
        }
        let mut control = Control { watches: &mut self.watches, clauses: &mut self.added };
        self.propagator.propagate(&mut control, &changes);
        true
    }

    fn status(&self, clause: &[Lit]) -> HostStatus {
        let mut open = None;
        let mut last: Option<(u32, Lit)> = None;
        for &literal in clause {
            match self.watches.value(literal) {
                Some(true) => return HostStatus::Satisfied,
                Some(false) => last = last.max(Some((self.watches.trail.since(!literal), literal))),
                None if open.is_some_and(|other| other != literal) => return HostStatus::Open,
                None => open = Some(literal),
            }
        }
        match (open, last) {
            (Some(literal), _) | (None, Some((_, literal))) => HostStatus::Forces(literal),
            (None, None) => HostStatus::Open,
        }
    }

    /// Whether a clause is satisfied.
    fn is_true(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&literal| self.watches.value(literal) == Some(true))
    }

    /// Returns the number of the next variable that the propagator may create.
    fn next_variable(&self) -> u32 {
        self.watches.variables.as_ref().map_or(0, |next| next.load(Ordering::Relaxed))
    }

    /// Checks an assignment of all literals. Returns all clauses that the propagator adds if one of them is not
    /// satisfied, and none otherwise. If it creates variables, a clause that always holds has the last of them, so that the
    /// solver gives them values.
    fn check(&mut self) -> Vec<Vec<Lit>> {
        let next = self.next_variable();
        self.watches.in_model = Some(self.watches.numbers.len());
        while self.notify() {}
        // An assignment that is excluded already is no candidate.
        if self.added.iter().all(|(clause, _)| self.is_true(clause)) {
            let mut control = Control { watches: &mut self.watches, clauses: &mut self.added };
            self.propagator.check(&mut control);
        }
        self.watches.in_model = None;
        let added = std::mem::take(&mut self.added);
        let created = (next..self.next_variable()).next_back().map(Var::new);
        if created.is_none() && added.iter().all(|(clause, _)| self.is_true(clause)) {
            self.clauses
                .extend(added.into_iter().filter(|(clause, forgettable)| !forgettable || is_fact(clause)));
            return Vec::new();
        }
        let added = added.into_iter().map(|(clause, _)| self.normalized(clause));
        added.chain(created.map(|created| vec![created.pos_lit(), created.neg_lit()])).collect()
    }

    /// Returns a clause sorted and without duplicates, as the solver requires.
    fn normalized(&self, mut clause: Vec<Lit>) -> Vec<Lit> {
        clause.sort_unstable();
        clause.dedup();
        clause
    }
}

impl SatPropagator for Hosted {
    fn assign(&mut self, literals: &[Lit]) {
        for literal in self.watches.numbers.known(literals) {
            self.watches.trail.push(literal);
        }
    }

    fn new_level(&mut self) {
        self.watches.trail.new_level();
        self.watches.decisions.push(None);
    }

    fn decided(&mut self, literal: Lit) {
        self.watches.trail.push(literal);
        if let Some(decision) = self.watches.decisions.last_mut() {
            *decision = Some(literal);
        }
    }

    fn take_observed(&mut self) -> Vec<Var> {
        self.watches.numbers.take_new()
    }

    fn backtrack(&mut self, level: usize) {
        let undone = self.watches.trail.backtrack(level);
        let start = self.watches.trail.lits().len();
        let notified = self.notified.saturating_sub(start);
        self.notified = self.notified.min(start);
        self.watches.decisions.truncate(level);
        self.watches.named = self.watches.named.min(level);
        let changes = undone[..notified].iter().copied().filter(|&literal| self.watches.is_watched(literal));
        let changes: Vec<Lit> = changes.collect();
        if !changes.is_empty() {
            self.propagator.undo(&changes);
        }
        self.propagator.backtrack(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            while let Some((clause, forgettable)) = self.added.pop() {
                let clause = self.normalized(clause);
                let forgettable = forgettable && !is_fact(&clause);
                match self.status(&clause) {
                    HostStatus::Satisfied if forgettable => {}
                    HostStatus::Forces(literal) if forgettable => {
                        self.reasons.insert(literal, clause);
                        return Some(literal);
                    }
                    _ => self.clauses.push_back((clause, forgettable)),
                }
            }
            if !self.clauses.is_empty() || !self.notify() {
                return None;
            }
        }
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.extend_from_slice(&self.reasons[&literal]);
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        let (mut clause, forgettable) = self.clauses.pop_front()?;
        // The solver does not accept an empty clause.
        clause.extend(self.watches.truth().filter(|_| clause.is_empty()).map(|truth| !truth));
        Some((clause, forgettable))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        self.check()
    }

    fn checks_models(&self) -> bool {
        self.propagator.checks()
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }

    fn decides(&self) -> bool {
        self.propagator.decides()
    }

    fn decide(&mut self) -> Option<Lit> {
        let mut control = Control { watches: &mut self.watches, clauses: &mut self.added };
        let wanted = self.propagator.decide(&mut control)?;
        let known = self.watches.numbers.number(wanted).is_some();
        Some(wanted).filter(|&literal| known && self.watches.value(literal).is_none())
    }
}

/// A hosted propagator of a search.
#[derive(Clone)]
pub(super) struct Host {
    hosted: Arc<Mutex<Hosted>>,
    /// Whether the propagator is connected to the solver.
    pub is_connected: bool,
    is_set_up: bool,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("is_connected", &self.is_connected).finish_non_exhaustive()
    }
}

impl Host {
    /// Creates a host for a propagator that has not been set up. The hosts of a search share the numbers.
    pub fn new(propagator: Box<dyn Propagator>, numbers: LiteralNumbers) -> Self {
        let hosted = Arc::new(Mutex::new(Hosted::new(propagator, numbers)));
        Host { hosted, is_connected: false, is_set_up: false }
    }

    /// Allows the propagator to create variables during the search, numbered by this counter.
    pub fn number_by(&self, variables: Arc<AtomicU32>) {
        self.lock().watches.variables = Some(variables);
    }

    fn lock(&self) -> MutexGuard<'_, Hosted> {
        self.hosted.lock().expect("the solver's thread did not panic")
    }

    /// Returns the propagator for the solver.
    pub fn connect(&mut self) -> Box<dyn SatPropagator> {
        self.is_connected = true;
        Box::new(Arc::clone(&self.hosted))
    }

    /// Whether the propagator has to be set up though the program has not grown.
    pub fn is_due(&self) -> bool {
        !self.is_set_up || self.lock().propagator.is_always_set_up()
    }

    /// Sets up the propagator for a program, and returns the clauses that it adds.
    pub fn set_up(&mut self, program: &Program, translation: &mut Translation) -> Vec<Vec<Lit>> {
        self.is_set_up = true;
        let Hosted { propagator, watches, .. } = &mut *self.lock();
        let mut setup = Setup { program, translation, watches, clauses: Vec::new() };
        setup.truth();
        propagator.set_up(&mut setup);
        setup.clauses
    }

    /// Returns the clauses with which the propagator excludes a model. Used if the propagator is not connected to the
    /// solver.
    pub fn refute(&self, holds: impl Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        let mut hosted = self.lock();
        let variables = hosted.watches.numbers.variables();
        // What is true for good, such as the literal that always is, need not be in the model.
        let open = variables.into_iter().map(Var::pos_lit).filter(|&it| hosted.watches.value(it).is_none());
        let literals: Vec<Lit> =
            open.map(|literal| if holds(literal) { literal } else { !literal }).collect();
        hosted.new_level();
        if let Some((&first, rest)) = literals.split_first() {
            // As if it had been decided: each level has a decision.
            hosted.decided(first);
            hosted.assign(rest);
        }
        let clauses = hosted.check();
        hosted.backtrack(0);
        clauses
    }
}
