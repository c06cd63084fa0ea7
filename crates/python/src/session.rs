//! A search of a control: the front end's session, with its assumptions and the symbols that Python adds to models.

use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;

use groundplan::program::Literal;
use groundplan::{Engine, Error, Outcome};
use groundplan_frontend::lock::lock;
use groundplan_frontend::session;
use rustc_hash::FxHashSet;

use crate::literal::number;
use crate::term::Term;

/// An assumption: its literal, or `None` if the program does not have the atom, and its number in clingo.
pub type Assumption = (Option<Literal>, i64);

/// A search of a control.
pub struct Session {
    search: session::Session,
    assumptions: Vec<Assumption>,
    /// The memory limit of the process, in MiB.
    pub memory: Option<u64>,
    /// The number of an answer, and the symbols added to it by `extend`.
    added: Mutex<(u64, Vec<Term>)>,
    /// The process in which a thread is at work on the search; 0 for none.
    process: AtomicU32,
}

impl Deref for Session {
    type Target = session::Session;

    fn deref(&self) -> &session::Session {
        &self.search
    }
}

impl Session {
    /// Wraps a search that was started under these assumptions.
    pub fn new(search: session::Session, assumptions: Vec<Assumption>, memory: Option<u64>) -> Self {
        Session { search, assumptions, memory, added: Mutex::default(), process: AtomicU32::new(0) }
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
        let is_at_hand = self.progress().number == number;
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
        match added.0 == number && self.progress().number == number {
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
