//! Propagators of others in the solver's search: what they watch, and how their clauses get to the solver.
//!
//! A clause that may be forgotten and is false, or has one literal left, is the reason of a propagation, and so costs the
//! solver nothing unless it takes part in a conflict. All others are handed over as clauses.
//!
//! Invariant: `told` is how much of the trail the propagator knows.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::Propagator as SatPropagator;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::propagator::{Control, Propagator, Setup, Watches};
use crate::translate::Translation;
use groundplan_ground::program::Program;

/// A propagator as the solver's.
pub(super) struct Hosted {
    propagator: Box<dyn Propagator>,
    watches: Watches,
    told: usize,
    /// What the propagator has said.
    said: Vec<(Vec<Lit>, bool)>,
    /// What the solver is to be given as clauses.
    clauses: VecDeque<(Vec<Lit>, bool)>,
    /// Why literals were propagated.
    reasons: FxHashMap<Lit, Vec<Lit>>,
}

/// What a clause says under an assignment.
enum Status {
    /// It is false, or implies this literal.
    Forces(Lit),
    Satisfied,
    Open,
}

impl Hosted {
    fn new(propagator: Box<dyn Propagator>) -> Self {
        Hosted {
            propagator,
            watches: Watches::default(),
            told: 0,
            said: Vec::new(),
            clauses: VecDeque::new(),
            reasons: FxHashMap::default(),
        }
    }

    /// Tells the propagator what has become true since it was told last; whether there was anything.
    fn tell(&mut self) -> bool {
        let mut changes: Vec<Lit> = std::mem::take(&mut self.watches.late);
        let are_late = !changes.is_empty();
        changes.retain(|&literal| self.watches.value(literal) == Some(true));
        let new = &self.watches.trail.lits()[self.told..];
        changes.extend(new.iter().copied().filter(|&literal| self.watches.is_watched(literal)));
        if are_late {
            // One that was watched more than once is told of once.
            let mut seen = FxHashSet::default();
            changes.retain(|&literal| seen.insert(literal));
        }
        self.told = self.watches.trail.lits().len();
        if changes.is_empty() {
            return false;
        }
        let mut control = Control { watches: &mut self.watches, clauses: &mut self.said };
        self.propagator.propagate(&mut control, &changes);
        true
    }

    fn status(&self, clause: &[Lit]) -> Status {
        let mut open = None;
        let mut last: Option<(u32, Lit)> = None;
        for &literal in clause {
            match self.watches.value(literal) {
                Some(true) => return Status::Satisfied,
                Some(false) => last = last.max(Some((self.watches.trail.since(!literal), literal))),
                None if open.is_some_and(|other| other != literal) => return Status::Open,
                None => open = Some(literal),
            }
        }
        match (open, last) {
            (Some(literal), _) | (None, Some((_, literal))) => Status::Forces(literal),
            (None, None) => Status::Open,
        }
    }

    /// Whether a clause is satisfied.
    fn is_true(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&literal| self.watches.value(literal) == Some(true))
    }

    /// The clauses that exclude an assignment of all literals, or are about new ones, if any.
    fn check(&mut self) -> Vec<Vec<Lit>> {
        while self.tell() {}
        let mut control = Control { watches: &mut self.watches, clauses: &mut self.said };
        self.propagator.check(&mut control);
        let said = std::mem::take(&mut self.said);
        if said.iter().all(|(clause, _)| self.is_true(clause)) {
            self.clauses.extend(said.into_iter().filter(|(_, forgettable)| !forgettable));
            return Vec::new();
        }
        said.into_iter().map(|(clause, _)| self.written(clause)).collect()
    }

    /// A clause as the solver takes it.
    fn written(&self, mut clause: Vec<Lit>) -> Vec<Lit> {
        clause.sort_unstable();
        clause.dedup();
        clause
    }
}

impl SatPropagator for Hosted {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            let known = self.watches.observed.get(literal.vidx()).copied().unwrap_or(false);
            if known {
                self.watches.trail.push(literal);
            }
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
        std::mem::take(&mut self.watches.new)
    }

    fn backtrack(&mut self, level: usize) {
        let undone = self.watches.trail.backtrack(level);
        let start = self.watches.trail.lits().len();
        let told = self.told.saturating_sub(start);
        self.told = self.told.min(start);
        self.watches.decisions.truncate(level);
        let changes = undone[..told].iter().copied().filter(|&literal| self.watches.is_watched(literal));
        let changes: Vec<Lit> = changes.collect();
        if !changes.is_empty() {
            self.propagator.undo(&changes);
        }
        self.propagator.backtrack(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            while let Some((clause, forgettable)) = self.said.pop() {
                let clause = self.written(clause);
                match self.status(&clause) {
                    Status::Satisfied if forgettable => {}
                    Status::Forces(literal) if forgettable => {
                        self.reasons.insert(literal, clause);
                        return Some(literal);
                    }
                    _ => self.clauses.push_back((clause, forgettable)),
                }
            }
            if !self.clauses.is_empty() || !self.tell() {
                return None;
            }
        }
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.extend_from_slice(&self.reasons[&literal]);
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        let (mut clause, forgettable) = self.clauses.pop_front()?;
        // The solver wants a literal at least.
        clause.extend(self.watches.truth.filter(|_| clause.is_empty()).map(|truth| !truth));
        Some((clause, forgettable))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        self.check()
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }

    fn decides(&self) -> bool {
        self.propagator.decides()
    }

    fn decide(&mut self) -> Option<Lit> {
        let mut control = Control { watches: &mut self.watches, clauses: &mut self.said };
        let wanted = self.propagator.decide(&mut control)?;
        let known = self.watches.observed.get(wanted.vidx()).copied().unwrap_or(false);
        Some(wanted).filter(|&literal| known && self.watches.value(literal).is_none())
    }
}

/// A propagator of a search.
#[derive(Clone)]
pub(super) struct Host {
    hosted: Arc<Mutex<Hosted>>,
    /// Whether the solver asks it by itself.
    pub is_connected: bool,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("is_connected", &self.is_connected).finish_non_exhaustive()
    }
}

impl Host {
    /// A propagator that has seen nothing.
    pub fn new(propagator: Box<dyn Propagator>) -> Self {
        Host { hosted: Arc::new(Mutex::new(Hosted::new(propagator))), is_connected: false }
    }

    /// Lets it make variables during the search, with the numbers from this one on.
    pub fn number_by(&self, variables: Arc<AtomicU32>) {
        self.lock().watches.variables = Some(variables);
    }

    fn lock(&self) -> MutexGuard<'_, Hosted> {
        self.hosted.lock().expect("the solver's thread did not panic")
    }

    /// It as the solver's.
    pub fn connect(&mut self) -> Box<dyn SatPropagator> {
        self.is_connected = true;
        Box::new(Arc::clone(&self.hosted))
    }

    /// Whether it wants to see the program before each question.
    pub fn is_always_set_up(&self) -> bool {
        self.lock().propagator.is_always_set_up()
    }

    /// Has it see a program; the clauses that it wants added.
    pub fn set_up(&self, program: &Program, translation: &mut Translation) -> Vec<Vec<Lit>> {
        let Hosted { propagator, watches, .. } = &mut *self.lock();
        let mut setup = Setup { program, translation, watches, clauses: Vec::new() };
        setup.truth();
        propagator.set_up(&mut setup);
        setup.clauses
    }

    /// The variables that the solver is to observe from now on.
    pub fn take_new(&self) -> Vec<Var> {
        std::mem::take(&mut self.lock().watches.new)
    }

    /// The clauses by which it excludes a model, if it does, where the solver does not ask.
    pub fn refute(&self, holds: impl Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        let mut hosted = self.lock();
        let observed = hosted.watches.observed.iter().enumerate().filter(|(_, observed)| **observed);
        let literals = observed.map(|(index, _)| Var::new(index as u32).pos_lit());
        let literals: Vec<Lit> =
            literals.map(|literal| if holds(literal) { literal } else { !literal }).collect();
        hosted.new_level();
        hosted.assign(&literals);
        let clauses = hosted.check();
        hosted.backtrack(0);
        clauses
    }
}
