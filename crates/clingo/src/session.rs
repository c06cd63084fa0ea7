//! A search of a control: a run that several threads use, with its assumptions and the symbols that its user adds to models.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

use groundplan::program::{AtomId, GroundProgram, Literal};
use groundplan::solve::{End, Reasoning};
use groundplan::{Engine, Error, Outcome};
use groundplan_frontend::lock::{lock, try_lock};
use groundplan_frontend::plan::Plan;
use groundplan_frontend::run::{Event, FoundAnswer, Run, Standing};
use rustc_hash::FxHashSet;

use crate::literal::number;
use crate::term::Term;

/// An assumption: its literal, or `None` if the program does not have the atom, and its number in clingo.
pub type Assumption = (Option<Literal>, i64);

/// A search of a control.
///
/// A thread holds the run while it searches. What others ask of it meanwhile is answered from its last step, or not at all.
pub struct Session {
    run: Mutex<Run>,
    /// How far the run had come after its last step. Its end may be set before the run notices.
    standing: Mutex<Standing>,
    plan: Plan,
    optimizes: bool,
    assumptions: Vec<Assumption>,
    /// The number of an answer, and the symbols added to it by `extend`.
    added: Mutex<(u64, Vec<Term>)>,
    /// The process in which a thread is at work on the search; 0 for none.
    process: AtomicU32,
}

impl Session {
    /// Wraps a run that was started under these assumptions.
    pub fn new(run: Run, assumptions: Vec<Assumption>) -> Self {
        Session {
            plan: run.plan().clone(),
            optimizes: run.optimizes(),
            standing: Mutex::new(run.standing().clone()),
            run: Mutex::new(run),
            assumptions,
            added: Mutex::default(),
            process: AtomicU32::new(0),
        }
    }

    /// Searches for the next event.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn step(&self) -> Result<Event, Error> {
        let mut run = lock(&self.run);
        if let Some(end) = self.end() {
            run.stop(end);
        }
        let event = run.step();
        self.publish(&run);
        event
    }

    fn publish(&self, run: &Run) {
        let mut standing = lock(&self.standing);
        let end = standing.end.or(run.standing().end);
        *standing = Standing { end, ..run.standing().clone() };
    }

    /// Returns how the search ended, or `None` while it goes on.
    fn end(&self) -> Option<End> {
        lock(&self.standing).end
    }

    /// Returns how far the search has come.
    pub fn standing(&self) -> Standing {
        lock(&self.standing).clone()
    }

    /// Returns the number of answers found.
    pub fn number(&self) -> u64 {
        lock(&self.standing).number
    }

    /// Returns the number of answers found, and the number of those proven optimal.
    pub fn counts(&self) -> (u64, u64) {
        let standing = self.standing();
        let is_best = self.optimizes && standing.end == Some(End::Exhausted);
        let optimal = if is_best { standing.optimal.max(u64::from(standing.satisfiable)) } else { 0 };
        (standing.number - standing.base, optimal)
    }

    /// Whether the program has an objective that is not ignored.
    pub fn optimizes(&self) -> bool {
        self.optimizes
    }

    /// Returns the parameters of the search.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the kind of consequences that the search computes, or `None` if it finds answer sets.
    pub fn reasoning(&self) -> Option<Reasoning> {
        self.plan.reasoning
    }

    /// Ends the search because its user wants no more answers.
    pub fn stop(&self, end: End) {
        lock(&self.standing).end.get_or_insert(end);
    }

    /// Makes the current answer the last one. No thread may hold the run.
    pub fn stop_here(&self) {
        lock(&self.run).stop_here();
    }

    /// Returns the run unless another thread holds it or its last answer has another number.
    fn run_at(&self, number: u64) -> Option<MutexGuard<'_, Run>> {
        try_lock(&self.run).filter(|run| run.standing().number == number)
    }

    /// Calls `act` with the last answer if it has this number and no other thread holds the run.
    pub fn with_answer<T>(
        &self,
        number: u64,
        act: impl FnOnce(&FoundAnswer<'_>, Option<GroundProgram<'_>>) -> T,
    ) -> Option<T> {
        self.run_at(number)?.with_answer(act)
    }

    /// Returns the value of an atom that propagation has shown to be the same in all answer sets. The result is `None` unless
    /// the search computes consequences and its last answer has this number.
    pub fn known_value(&self, number: u64, atom: AtomId) -> Option<bool> {
        self.run_at(number)?.known_value(atom)
    }

    /// Calls `act` with the ground program unless another thread holds the run. Returns whether it was called.
    pub fn look(&self, act: impl FnOnce(GroundProgram<'_>)) -> bool {
        try_lock(&self.run).is_some_and(|run| run.look(act))
    }

    /// Excludes answer sets in which none of these literals is true. Returns `None` if another thread holds the run, or if it
    /// cannot take clauses.
    pub fn restrict(&self, clause: &[Literal]) -> Option<Result<bool, Error>> {
        try_lock(&self.run)?.restrict(clause)
    }

    /// Returns the engine if the search has ended and no other thread holds the run.
    pub fn give_back(&self) -> Option<Box<Engine>> {
        let end = self.end()?;
        let mut run = try_lock(&self.run)?;
        run.stop(end);
        let engine = run.give_back()?;
        self.publish(&run);
        Some(engine)
    }

    /// Records whether a thread of this process is at work on the search.
    pub fn set_running(&self, is_running: bool) {
        self.process.store(if is_running { std::process::id() } else { 0 }, Ordering::Relaxed);
    }

    /// Whether a thread is at work on the search that this process does not have: it is a fork of the one that has it.
    pub fn is_elsewhere(&self) -> bool {
        let process = self.process.load(Ordering::Relaxed);
        process != 0 && process != std::process::id()
    }

    /// Adds symbols to the answer with this number. Returns false if it is no longer the current answer.
    pub fn extend(&self, number: u64, symbols: &mut Vec<Term>) -> bool {
        let is_at_hand = self.number() == number;
        if is_at_hand {
            let mut added = lock(&self.added);
            if added.0 != number {
                *added = (number, Vec::new());
            }
            added.1.append(symbols);
        }
        is_at_hand
    }

    /// Returns the symbols added to the answer with this number. The result is empty if it is no longer the current answer.
    pub fn added(&self, number: u64) -> Vec<Term> {
        let added = lock(&self.added);
        match added.0 == number && self.number() == number {
            true => added.1.clone(),
            false => Vec::new(),
        }
    }

    /// Returns the assumptions that exclude all answer sets, by their numbers in clingo. The assumptions of the ground
    /// program come first, always all of them.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn core(&self, engine: &mut Engine) -> Result<Vec<i64>, Error> {
        let mut core = self.blamed(engine)?;
        let mut seen = FxHashSet::default();
        core.retain(|&literal| seen.insert(literal));
        Ok(core)
    }

    /// Returns the core; an assumption that is made twice may be in it twice.
    fn blamed(&self, engine: &mut Engine) -> Result<Vec<i64>, Error> {
        /// The conflict limit for the check whether the program is unsatisfiable without any of them.
        const EFFORT: u64 = 1000;
        let program = engine.ground_program().program;
        let mut core: Vec<i64> = program.assumptions.iter().map(|&literal| number(literal)).collect();
        if self.assumptions.is_empty()
            || matches!(engine.query().conflict_limit(EFFORT).solve()?, Outcome::Unsatisfiable(_))
        {
            return Ok(core);
        }
        let mut query = engine.query();
        for &(literal, number) in &self.assumptions {
            match literal {
                Some(literal) => query = query.assume_literal(literal),
                // As in clingo, an atom that does not exist is represented by two contradictory literals.
                None => return Ok(vec![number, -number]),
            }
        }
        match query.solve()? {
            Outcome::Unsatisfiable(found) => {
                core.extend(found.positions().iter().map(|&position| self.assumptions[position].1));
            }
            // The search also had a cost bound, which this query lacks: blame all assumptions.
            Outcome::Satisfiable(_) | Outcome::Interrupted => {
                core.extend(self.assumptions.iter().map(|&(_, number)| number));
            }
        }
        Ok(core)
    }
}

const _: () = {
    const fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Session>();
};
