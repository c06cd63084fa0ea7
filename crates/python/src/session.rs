//! A search of a control: the front end's, with what Python adds to it.

use std::ops::Deref;
use std::sync::Mutex;

use groundplan::program::Literal;
use groundplan::{Engine, Error, Outcome};
use groundplan_frontend::lock::lock;
use groundplan_frontend::session;

use crate::literal::number;
use crate::term::Term;

/// An assumption: what has to hold, `None` for an atom that the program does not have, and clingo's number for it.
pub type Assumption = (Option<Literal>, i64);

/// A search.
pub struct Session {
    search: session::Session,
    assumptions: Vec<Assumption>,
    /// How many MiB the process may hold.
    pub memory: Option<u64>,
    /// What was added to the answer of a number by its `extend`.
    added: Mutex<(u64, Vec<Term>)>,
}

impl Deref for Session {
    type Target = session::Session;

    fn deref(&self) -> &session::Session {
        &self.search
    }
}

impl Session {
    /// A search that was begun under these assumptions.
    pub fn new(search: session::Session, assumptions: Vec<Assumption>, memory: Option<u64>) -> Self {
        Session { search, assumptions, memory, added: Mutex::default() }
    }

    /// Adds symbols to the answer of this number; false if it is no more at hand.
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

    /// What was added to the answer of this number; nothing if it is no more at hand.
    pub fn added(&self, number: u64) -> Vec<Term> {
        let added = lock(&self.added);
        match added.0 == number && self.progress().number == number {
            true => added.1.clone(),
            false => Vec::new(),
        }
    }

    /// Which of the assumptions exclude all answer sets, where there is none, with those of the ground program: by clingo's
    /// numbers.
    ///
    /// # Errors
    ///
    /// When the engine fails.
    pub fn core(&self, engine: &mut Engine) -> Result<Vec<i64>, Error> {
        /// Conflicts to find out that none of them is needed.
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
                // As in clingo, no atom stands for one that is not there, but two literals that exclude each other.
                None => return Ok(vec![number, -number]),
            }
        }
        match query.solve()? {
            Outcome::Unsatisfiable(found) => {
                core.extend(found.positions().iter().map(|&position| self.assumptions[position].1));
            }
            // The search was bound by costs besides: all of them exclude what is within the bound.
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
