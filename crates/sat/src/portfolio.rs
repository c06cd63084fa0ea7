//! A portfolio in one thread: batsat, batsat with positive phases and CaDiCaL search the same clauses in time slices.
//!
//! batsat solves many small dense problems while CaDiCaL still simplifies; large or regular ones are often CaDiCaL's. Phase saving
//! misses for minutes models that decisions with positive phases find at once (placement problems); elsewhere the reverse
//! holds. Which solver suits a program is not known beforehand, so each gets a number of conflicts and then the next, in
//! slices that grow (algorithm portfolios: Gomes & Selman, AIJ 126, 2001). Each keeps what it learned, and shares the short
//! clauses with the others (Hamadi, Jabbour & Saïs: ManySAT, JSAT 6, 2009). A slice goes on from solve to solve: an
//! optimisation asks many small questions.
//!
//! A sum that batsat hears cheaply of a propagator is better told to CaDiCaL by clauses: so each can be told in its own way.
//! Assumptions switch either on, and mean nothing to the solver that does not know them.
//!
//! Invariant: batsat has all clauses that are for it until it retires; the others have those of theirs that do not wait.

use std::rc::Rc;

use rustsat::types::{Lit, Var};

use crate::{
    batsat::Batsat,
    cadical::Cadical,
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    Config, Interrupter, Part, SatError, SolverCounts, Tuning,
};

/// All solvers in one thread.
pub(crate) struct Portfolio {
    tuning: Tuning,
    /// `None` once there is a propagator of which batsat has no copy; so is the next.
    batsat: Option<Batsat>,
    positive: Option<Later<Batsat>>,
    cadical: Later<Cadical>,
    /// Whether the configuration has positive phases at all, and whether they have time slices now.
    has_positive: bool,
    is_positive_on: bool,
    /// Conflicts of batsat's slices, at present.
    slice: u64,
    /// Whose slice it is, and how many conflicts are left of it.
    whose: Part,
    left: u64,
    /// Whether CaDiCaL has a propagator.
    has_propagator: bool,
    /// How many clauses each part has shared.
    shared: [u64; Part::ALL.len()],
}

/// A solver that is told what it has to know when its first slice comes: until then it costs nothing.
struct Later<E> {
    engine: E,
    waiting: Vec<Waiting>,
}

enum Waiting {
    Clauses(Rc<FlatClauses>),
    Connection(Connection),
    Observed(Vec<Var>),
    Preferred(Vec<Lit>),
}

impl<E: Engine> Later<E> {
    fn new(engine: E) -> Self {
        Later { engine, waiting: Vec::new() }
    }

    fn catch_up(&mut self) -> &mut E {
        for waiting in self.waiting.drain(..) {
            match waiting {
                Waiting::Clauses(clauses) => self.engine.add_clauses(Rc::unwrap_or_clone(clauses)),
                Waiting::Connection(connection) => self.engine.connect(connection),
                Waiting::Observed(vars) => self.engine.observe(&vars),
                Waiting::Preferred(lits) => self.engine.prefer(&lits),
            }
        }
        &mut self.engine
    }
}

impl Portfolio {
    /// The solvers of a configuration whose options for CaDiCaL were checked; all add their conflicts to its counter.
    pub fn new(config: &Config) -> Self {
        let (tuning, conflicts) = (config.tuning, &config.conflicts);
        let slice = tuning.first_slice.max(1);
        let longest = if config.shares_clauses { tuning.longest_shared } else { 0 };
        let mut batsat = Batsat::new(&tuning, conflicts.clone());
        let mut positive = Batsat::with_positive_phases(&tuning, conflicts.clone());
        let mut cadical = Cadical::new(&config.cadical, conflicts.clone());
        batsat.share_up_to(longest);
        positive.share_up_to(longest);
        cadical.share_up_to(longest);
        Portfolio {
            tuning,
            batsat: Some(batsat),
            positive: Some(Later::new(positive)),
            cadical: Later::new(cadical),
            has_positive: config.has_positive_phases,
            is_positive_on: config.has_positive_phases,
            slice,
            whose: Part::Batsat,
            left: slice,
            has_propagator: false,
            shared: [0; Part::ALL.len()],
        }
    }

    /// Ends a slice: the others get the clauses that this solver shares, and the next slice begins.
    fn change(&mut self) {
        let last = self.whose;
        let shared = Rc::new(match (last, &mut self.batsat, &mut self.positive) {
            (Part::Batsat, Some(batsat), _) => batsat.take_shared(),
            (Part::Positive, _, Some(positive)) => positive.engine.take_shared(),
            _ => self.cadical.engine.take_shared(),
        });
        if !shared.is_empty() {
            self.shared[last as usize] += shared.iter().count() as u64;
            // A solver without slices would only keep them.
            let has_slices = |part| part != Part::Positive || self.is_positive_on;
            let others: Vec<Part> =
                Part::ALL.into_iter().filter(|&part| part != last && has_slices(part)).collect();
            for part in others {
                self.tell(part, Waiting::Clauses(Rc::clone(&shared)));
            }
        }
        (self.whose, self.left) = match last {
            Part::Batsat if self.is_positive_on => (Part::Positive, self.slice),
            Part::Batsat | Part::Positive => {
                let divisor = if self.has_propagator {
                    self.tuning.cadical_divisor_with_propagator
                } else {
                    self.tuning.cadical_divisor
                };
                (Part::Cadical, (self.slice / divisor).max(1))
            }
            Part::Cadical => {
                self.slice = self.slice.saturating_mul(self.tuning.slice_growth);
                (Part::Batsat, self.slice)
            }
        };
    }

    fn retire_batsat(&mut self) {
        self.batsat = None;
        self.positive = None;
        self.cadical.engine.share_up_to(0);
        self.whose = Part::Cadical;
        self.left = u64::MAX;
    }

    /// Conflicts of the solver whose slice it is.
    fn conflicts(&self) -> u64 {
        let counts = match (self.whose, &self.batsat, &self.positive) {
            (Part::Batsat, Some(batsat), _) => batsat.counts(),
            (Part::Positive, _, Some(positive)) => positive.engine.counts(),
            _ => self.cadical.engine.counts(),
        };
        counts.iter().map(|counts| counts.stats.conflicts).sum()
    }

    /// Tells a solver that may have retired, or whose slice comes later.
    fn tell(&mut self, part: Part, news: Waiting) {
        match (part, &mut self.batsat, &mut self.positive) {
            (Part::Cadical, ..) => self.cadical.waiting.push(news),
            (Part::Positive, _, Some(positive)) => positive.waiting.push(news),
            (Part::Batsat, Some(batsat), _) => match news {
                Waiting::Clauses(clauses) => batsat.add_clauses(Rc::unwrap_or_clone(clauses)),
                Waiting::Connection(connection) => batsat.connect(connection),
                Waiting::Observed(vars) => batsat.observe(&vars),
                Waiting::Preferred(lits) => batsat.prefer(&lits),
            },
            _ => {}
        }
    }
}

impl Engine for Portfolio {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        let clauses = Rc::new(clauses);
        for part in Part::ALL {
            self.tell(part, Waiting::Clauses(Rc::clone(&clauses)));
        }
    }

    fn add_clauses_to(&mut self, part: Part, clauses: FlatClauses) {
        self.tell(part, Waiting::Clauses(Rc::new(clauses)));
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Answer, SatError> {
        let mut allowed = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            let limit = self.left.min(allowed);
            let conflicts = (limit < u64::MAX).then_some(limit);
            let limits = Stop { conflicts, exhausted: Interrupter::new(), ..stop.clone() };
            let before = self.conflicts();
            let answer = match (self.whose, &mut self.batsat, &mut self.positive) {
                (Part::Batsat, Some(batsat), _) => batsat.solve(assumptions, &limits)?,
                (Part::Positive, _, Some(positive)) => positive.catch_up().solve(assumptions, &limits)?,
                _ => self.cadical.catch_up().solve(assumptions, &limits)?,
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
            // A solver may count otherwise than we do, and end before the limit.
            if spent < limit && self.batsat.is_some() {
                self.change();
            }
        }
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let mut values = self.cadical.engine.fixed(vars);
        let batsat = self.batsat.as_mut().into_iter();
        for engine in batsat.chain(self.positive.as_mut().map(|positive| &mut positive.engine)) {
            for (value, found) in values.iter_mut().zip(engine.fixed(vars)) {
                *value = value.or(found);
            }
        }
        values
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let batsat = self.batsat.iter().flat_map(Engine::counts);
        let positive = self.positive.iter().flat_map(|positive| positive.engine.counts());
        let solvers = batsat.zip([Part::Batsat]).chain(positive.zip([Part::Positive]));
        let solvers = solvers.chain(self.cadical.engine.counts().into_iter().zip([Part::Cadical]));
        let with_shared = |(counts, part)| SolverCounts { shared: self.shared[part as usize], ..counts };
        solvers.map(with_shared).collect()
    }

    fn connect(&mut self, connection: Connection) {
        self.retire_batsat();
        self.connect_to(Part::Cadical, connection);
    }

    fn connect_to(&mut self, part: Part, connection: Connection) {
        self.has_propagator |= part == Part::Cadical;
        self.tell(part, Waiting::Connection(connection));
    }

    fn observe(&mut self, vars: &[Var]) {
        for part in Part::ALL {
            self.observe_in(part, vars);
        }
    }

    fn observe_in(&mut self, part: Part, vars: &[Var]) {
        self.tell(part, Waiting::Observed(vars.to_vec()));
    }

    fn set_positive_phases(&mut self, is_on: bool) {
        self.is_positive_on = is_on && self.has_positive;
        if self.whose == Part::Positive && !self.is_positive_on {
            self.change();
        }
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.tell(Part::Cadical, Waiting::Preferred(lits.to_vec()));
    }
}
