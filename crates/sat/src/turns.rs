//! batsat, in two moods, and CaDiCaL in turns, on the same clauses.
//!
//! batsat solves many a small dense problem while CaDiCaL still looks for ways to simplify it; what is large or regular is
//! often CaDiCaL's. And batsat's usual decisions, the value that a variable had last, miss for minutes what it finds at once
//! where it makes true whatever it decides on, as one who fills in a square does; on other problems it is the other way
//! round. Nobody knows beforehand which it is. So each gets a number of conflicts and then the next, in growing turns; all
//! keep what they learned, and teach the others what of it is short. A turn goes on from solve to solve: an optimisation asks
//! many small questions.
//!
//! What follows from a sum batsat hears cheaply of a propagator, and CaDiCaL better by clauses: so each may be told in its own
//! way. Assumptions switch either on, and say nothing to the one that does not know them.
//!
//! Invariant: the first one has all clauses that are for it until it retires; the others have those of theirs that do not
//! wait.

use std::{
    rc::Rc,
    sync::{atomic::AtomicU64, Arc},
};

use rustsat::types::{Lit, Var};

use crate::{
    batsat::Batsat,
    cadical::Cadical,
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    CadicalConfig, Interrupter, Part, SatError, SearchStats,
};

/// So much shorter is a turn of CaDiCaL, whose conflicts take longer. The bold batsat has as many as the other: with half, what
/// has a model takes a tenth longer, and what has none a twentieth less.
const SHORTER: u64 = 2;

/// And with a propagator: each literal that it implies becomes a clause there. Partitions take half as long with 8 as with 4.
const SHORTER_WITH_PROPAGATOR: u64 = 8;

/// By how much the turns of one solve grow.
const GROWTH: u64 = 2;

/// How many literals a learned clause has at most that the others are taught. With 4, Petersen graphs take half as long as
/// without, Golomb rulers two thirds; with 8, van der Waerden's numbers and colourings three quarters, too, and with 20
/// squares of numbers take five times as long.
const LONGEST_LESSON: usize = 8;

/// All of them in one thread.
pub(crate) struct Turns {
    /// `None` once there is a propagator of which batsat has no copy; so is the next.
    batsat: Option<Batsat>,
    bold: Option<Later<Batsat>>,
    /// Whether that one has turns.
    is_bold: bool,
    cadical: Later<Cadical>,
    /// Conflicts of batsat's turns, at present.
    turn: u64,
    /// Whose turn it is, and how many conflicts are left of it.
    whose: Part,
    left: u64,
    /// Whether CaDiCaL has one.
    has_propagator: bool,
}

/// A solver that is told what it has to know when its turn comes: until then it costs nothing.
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

impl Turns {
    /// CaDiCaL with options that were checked, and two that are batsat; all add their conflicts to a counter.
    pub fn new(options: &CadicalConfig, conflicts: Option<&Arc<AtomicU64>>, first_turn: u64) -> Self {
        let turn = first_turn.max(1);
        let mut batsat = Batsat::new(conflicts.cloned());
        let mut bold = Batsat::bold(conflicts.cloned());
        let mut cadical = Cadical::new(options, conflicts.cloned());
        batsat.teach(LONGEST_LESSON);
        bold.teach(LONGEST_LESSON);
        cadical.teach(LONGEST_LESSON);
        Turns {
            batsat: Some(batsat),
            bold: Some(Later::new(bold)),
            is_bold: true,
            cadical: Later::new(cadical),
            turn,
            whose: Part::Batsat,
            left: turn,
            has_propagator: false,
        }
    }

    /// The others are taught what the last one has learned, and the next one's turn begins.
    fn change(&mut self) {
        let last = self.whose;
        let lessons = Rc::new(match (last, &mut self.batsat, &mut self.bold) {
            (Part::Batsat, Some(batsat), _) => batsat.take_lessons(),
            (Part::Bold, _, Some(bold)) => bold.engine.take_lessons(),
            _ => self.cadical.engine.take_lessons(),
        });
        if !lessons.is_empty() {
            // One that has no turns would only keep them.
            let is_bold = self.is_bold;
            for part in Part::ALL.into_iter().filter(|&part| part != last && (part != Part::Bold || is_bold))
            {
                self.tell(part, Waiting::Clauses(Rc::clone(&lessons)));
            }
        }
        (self.whose, self.left) = match last {
            Part::Batsat if self.is_bold => (Part::Bold, self.turn),
            Part::Batsat | Part::Bold => {
                let shorter = if self.has_propagator { SHORTER_WITH_PROPAGATOR } else { SHORTER };
                (Part::Cadical, (self.turn / shorter).max(1))
            }
            Part::Cadical => {
                self.turn = self.turn.saturating_mul(GROWTH);
                (Part::Batsat, self.turn)
            }
        };
    }

    fn retire_batsat(&mut self) {
        self.batsat = None;
        self.bold = None;
        self.cadical.engine.teach(0);
        self.whose = Part::Cadical;
        self.left = u64::MAX;
    }

    fn conflicts(&self) -> u64 {
        self.search_stats().map_or(0, |stats| stats.conflicts)
    }

    /// Tells one that may have retired, or whose turn comes later.
    fn tell(&mut self, part: Part, news: Waiting) {
        match (part, &mut self.batsat, &mut self.bold) {
            (Part::Cadical, ..) => self.cadical.waiting.push(news),
            (Part::Bold, _, Some(bold)) => bold.waiting.push(news),
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

impl Engine for Turns {
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
            let answer = match (self.whose, &mut self.batsat, &mut self.bold) {
                (Part::Batsat, Some(batsat), _) => batsat.solve(assumptions, &limits)?,
                (Part::Bold, _, Some(bold)) => bold.catch_up().solve(assumptions, &limits)?,
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
            // It may count otherwise than we do, and end before the limit.
            if spent < limit && self.batsat.is_some() {
                self.change();
            }
        }
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let mut values = self.cadical.engine.fixed(vars);
        let batsat = self.batsat.as_mut().into_iter();
        for engine in batsat.chain(self.bold.as_mut().map(|bold| &mut bold.engine)) {
            for (value, found) in values.iter_mut().zip(engine.fixed(vars)) {
                *value = value.or(found);
            }
        }
        values
    }

    fn search_stats(&self) -> Option<SearchStats> {
        let batsat = self.batsat.as_ref().and_then(Engine::search_stats);
        let bold = self.bold.as_ref().and_then(|bold| bold.engine.search_stats());
        let stats = [batsat, bold, self.cadical.engine.search_stats()];
        Some(stats.into_iter().flatten().fold(SearchStats::default(), |sum, stats| SearchStats {
            conflicts: sum.conflicts + stats.conflicts,
            decisions: sum.decisions + stats.decisions,
            propagations: sum.propagations + stats.propagations,
        }))
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

    fn set_bold(&mut self, is_bold: bool) {
        self.is_bold = is_bold;
        if self.whose == Part::Bold && !is_bold {
            self.change();
        }
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.tell(Part::Cadical, Waiting::Preferred(lits.to_vec()));
    }
}
