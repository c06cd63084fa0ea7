//! batsat and CaDiCaL in turns, on the same clauses.
//!
//! batsat solves many a small dense problem while CaDiCaL still looks for ways to simplify it; what is large or regular is
//! often CaDiCaL's. Nobody knows beforehand which it is. So each gets a number of conflicts and then the other, in growing
//! turns, and both keep what they learned. A turn goes on from solve to solve: an optimisation asks many small questions.
//!
//! What follows from a sum batsat hears cheaply of a propagator, and CaDiCaL better by clauses: so each may be told in its own
//! way. Assumptions switch either on, and say nothing to the one that does not know them.
//!
//! Invariant: batsat has all clauses that are for it until it retires; CaDiCaL has those of its own that do not wait.

use rustsat::types::{Lit, Var};

use crate::{
    batsat::Batsat,
    cadical::Cadical,
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    Half, Interrupter, SatError, SearchStats,
};

/// So much shorter is a turn of CaDiCaL, whose conflicts take longer.
const SHORTER: u64 = 2;

/// And with a propagator: each literal that it implies becomes a clause there. Partitions take half as long with 8 as with 4.
const SHORTER_WITH_PROPAGATOR: u64 = 8;

/// By how much the turns of one solve grow.
const GROWTH: u64 = 2;

/// The two in one thread.
pub(crate) struct Turns {
    /// `None` once there is a propagator of which batsat has no copy.
    batsat: Option<Batsat>,
    cadical: Cadical,
    /// What CaDiCaL is told when its first turn comes: until then it costs nothing.
    waiting: Vec<Waiting>,
    /// Conflicts of batsat's turns, at present.
    turn: u64,
    /// Whose turn it is, and how many conflicts are left of it.
    is_cadical: bool,
    left: u64,
    /// Whether CaDiCaL has one.
    has_propagator: bool,
}

enum Waiting {
    Clauses(FlatClauses),
    Connection(Connection),
    Observed(Vec<Var>),
    Preferred(Vec<Lit>),
}

impl Turns {
    pub fn new(batsat: Batsat, cadical: Cadical, first_turn: u64) -> Self {
        let turn = first_turn.max(1);
        Turns {
            batsat: Some(batsat),
            cadical,
            waiting: Vec::new(),
            turn,
            is_cadical: false,
            left: turn,
            has_propagator: false,
        }
    }

    /// The other one's turn.
    fn change(&mut self) {
        self.is_cadical = !self.is_cadical;
        if !self.is_cadical {
            self.turn = self.turn.saturating_mul(GROWTH);
        }
        let shorter = if self.has_propagator { SHORTER_WITH_PROPAGATOR } else { SHORTER };
        self.left = if self.is_cadical { (self.turn / shorter).max(1) } else { self.turn };
    }

    fn retire_batsat(&mut self) {
        self.batsat = None;
        self.is_cadical = true;
        self.left = u64::MAX;
    }

    fn conflicts(&self) -> u64 {
        self.search_stats().map_or(0, |stats| stats.conflicts)
    }

    fn catch_up(&mut self) {
        for waiting in self.waiting.drain(..) {
            match waiting {
                Waiting::Clauses(clauses) => self.cadical.add_clauses(clauses),
                Waiting::Connection(connection) => self.cadical.connect(connection),
                Waiting::Observed(vars) => self.cadical.observe(&vars),
                Waiting::Preferred(lits) => self.cadical.prefer(&lits),
            }
        }
    }
}

impl Engine for Turns {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        if let Some(batsat) = &mut self.batsat {
            batsat.add_clauses(clauses.clone());
        }
        self.waiting.push(Waiting::Clauses(clauses));
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Answer, SatError> {
        let mut allowed = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            let limit = self.left.min(allowed);
            let conflicts = (limit < u64::MAX).then_some(limit);
            let limits = Stop { conflicts, exhausted: Interrupter::new(), ..stop.clone() };
            let before = self.conflicts();
            let answer = match &mut self.batsat {
                Some(batsat) if !self.is_cadical => batsat.solve(assumptions, &limits)?,
                _ => {
                    self.catch_up();
                    self.cadical.solve(assumptions, &limits)?
                }
            };
            let spent = self.conflicts() - before;
            self.left = self.left.saturating_sub(spent);
            allowed = allowed.saturating_sub(spent);
            if self.left == 0 {
                self.change();
            }
            if !matches!(answer, Answer::Interrupted) || allowed == 0 || stop.requested() {
                return Ok(answer);
            }
            // It may count otherwise than we do, and end before the limit.
            if spent < limit && self.batsat.is_some() {
                self.change();
            }
        }
    }

    fn search_stats(&self) -> Option<SearchStats> {
        let stats = [self.batsat.as_ref().and_then(Engine::search_stats), self.cadical.search_stats()];
        Some(stats.into_iter().flatten().fold(SearchStats::default(), |sum, stats| SearchStats {
            conflicts: sum.conflicts + stats.conflicts,
            decisions: sum.decisions + stats.decisions,
            propagations: sum.propagations + stats.propagations,
        }))
    }

    fn add_clauses_to(&mut self, half: Half, clauses: FlatClauses) {
        match (half, &mut self.batsat) {
            (Half::Cadical, _) => self.waiting.push(Waiting::Clauses(clauses)),
            (Half::Batsat, Some(batsat)) => batsat.add_clauses(clauses),
            (Half::Batsat, None) => {}
        }
    }

    fn connect(&mut self, connection: Connection) {
        self.retire_batsat();
        self.connect_to(Half::Cadical, connection);
    }

    fn connect_to(&mut self, half: Half, connection: Connection) {
        match (half, &mut self.batsat) {
            (Half::Cadical, _) => {
                self.waiting.push(Waiting::Connection(connection));
                self.has_propagator = true;
            }
            (Half::Batsat, Some(batsat)) => batsat.connect(connection),
            (Half::Batsat, None) => {}
        }
    }

    fn observe(&mut self, vars: &[Var]) {
        self.observe_in(Half::Batsat, vars);
        self.observe_in(Half::Cadical, vars);
    }

    fn observe_in(&mut self, half: Half, vars: &[Var]) {
        match (half, &mut self.batsat) {
            (Half::Cadical, _) => self.waiting.push(Waiting::Observed(vars.to_vec())),
            (Half::Batsat, Some(batsat)) => batsat.observe(vars),
            (Half::Batsat, None) => {}
        }
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.waiting.push(Waiting::Preferred(lits.to_vec()));
    }
}
