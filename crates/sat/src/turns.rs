//! batsat and CaDiCaL in turns, on the same clauses.
//!
//! batsat solves many a small dense problem while CaDiCaL still looks for ways to simplify it; what is large or regular is
//! often CaDiCaL's. Nobody knows beforehand which it is. So each gets a number of conflicts and then the other, in growing
//! turns, and both keep what they learned. Who answered last begins the next time.
//!
//! Invariant: batsat has all clauses until it retires; CaDiCaL has those that do not wait.

use rustsat::types::{Lit, Var};

use crate::{
    batsat::Batsat,
    cadical::Cadical,
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    Interrupter, SatError, SearchStats,
};

/// So much shorter is a turn of CaDiCaL, whose conflicts take longer.
const SHORTER: u64 = 2;

/// And with a propagator: each literal that it implies becomes a clause there.
const SHORTER_WITH_PROPAGATOR: u64 = 16;

/// By how much the turns of one solve grow.
const GROWTH: u64 = 2;

/// The two in one thread.
pub(crate) struct Turns {
    /// `None` once there is a propagator of which batsat has no copy.
    batsat: Option<Batsat>,
    cadical: Cadical,
    /// What CaDiCaL is told when its first turn comes: until then it costs nothing.
    waiting: Vec<Waiting>,
    first_turn: u64,
    cadical_begins: bool,
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
        Turns {
            first_turn: first_turn.max(1),
            batsat: Some(batsat),
            cadical,
            waiting: Vec::new(),
            cadical_begins: false,
            has_propagator: false,
        }
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
        let mut turn = self.first_turn;
        let mut left = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            for cadical in [self.cadical_begins, !self.cadical_begins] {
                let shorter = if self.has_propagator { SHORTER_WITH_PROPAGATOR } else { SHORTER };
                let turn = match (&self.batsat, cadical) {
                    (Some(_), false) => turn.min(left),
                    (Some(_), true) => (turn / shorter).clamp(1, left),
                    (None, false) => continue,
                    (None, true) => left,
                };
                let limits = Stop {
                    conflicts: (turn < u64::MAX).then_some(turn),
                    exhausted: Interrupter::new(),
                    ..stop.clone()
                };
                let answer = match &mut self.batsat {
                    Some(batsat) if !cadical => batsat.solve(assumptions, &limits)?,
                    _ => {
                        self.catch_up();
                        self.cadical.solve(assumptions, &limits)?
                    }
                };
                if !matches!(answer, Answer::Interrupted) {
                    self.cadical_begins = cadical;
                    return Ok(answer);
                }
                left -= turn;
                if left == 0 || stop.requested() {
                    return Ok(answer);
                }
            }
            turn = turn.saturating_mul(GROWTH);
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

    fn connect(&mut self, mut connection: Connection) {
        match (&mut self.batsat, connection.copy.take()) {
            (Some(batsat), Some(propagator)) => {
                let observed = connection.observed.clone();
                batsat.connect(Connection { propagator, copy: None, observed });
            }
            (batsat, _) => *batsat = None,
        }
        self.waiting.push(Waiting::Connection(connection));
        self.has_propagator = true;
    }

    fn observe(&mut self, vars: &[Var]) {
        if let Some(batsat) = &mut self.batsat {
            batsat.observe(vars);
        }
        self.waiting.push(Waiting::Observed(vars.to_vec()));
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.waiting.push(Waiting::Preferred(lits.to_vec()));
    }
}
