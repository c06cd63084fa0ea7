//! A portfolio in one thread: solvers search the same clauses in time slices.
//!
//! Which solver suits a program is not known beforehand, so each gets a number of conflicts and then the next, in slices that
//! grow (algorithm portfolios: Gomes & Selman, AIJ 126, 2001). Each keeps what it learned, and shares the short clauses with
//! the others (Hamadi, Jabbour & Saïs: ManySAT, JSAT 6, 2009). A slice goes on from solve to solve: an optimisation asks many
//! small questions.
//!
//! A sum that one solver propagates cheaply is better told to another by clauses: so each can be told in its own way.
//! Assumptions switch either on, and mean nothing to the solver that does not know them.
//!
//! Invariant: the first solver has all that is for it; the others have what does not wait for their next slice.

use std::rc::Rc;

use rustsat::types::{Lit, Var};

use crate::{
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    Config, Interrupter, Member, SatError, SolverCounts, Tuning,
};

/// Several solvers in one thread.
pub(crate) struct Portfolio {
    tuning: Tuning,
    /// Those that have not retired.
    seats: Vec<Seat>,
    /// Whether the configuration has positive phases at all, and whether they have time slices now.
    has_positive: bool,
    is_positive_on: bool,
    /// Conflicts of a slice, at present.
    slice: u64,
    /// The seat whose slice it is, and how many conflicts are left of it.
    current: usize,
    left: u64,
}

/// A solver with what it is told when its next slice comes: until its first one it costs nothing.
struct Seat {
    member: Member,
    engine: Box<dyn Engine>,
    waiting: Vec<News>,
    has_propagator: bool,
    /// How many clauses it has shared.
    shared: u64,
}

enum News {
    Clauses(Rc<FlatClauses>),
    Connection(Connection),
    Observed(Vec<Var>),
}

impl Seat {
    fn tell(&mut self, news: News) {
        self.has_propagator |= matches!(news, News::Connection(_));
        self.waiting.push(news);
        if self.member.index == 0 {
            self.catch_up();
        }
    }

    fn catch_up(&mut self) -> &mut dyn Engine {
        for news in self.waiting.drain(..) {
            match news {
                News::Clauses(clauses) => self.engine.add_clauses(Rc::unwrap_or_clone(clauses)),
                News::Connection(connection) => self.engine.connect(connection),
                News::Observed(vars) => self.engine.observe(&vars),
            }
        }
        &mut *self.engine
    }

    fn conflicts(&self) -> u64 {
        self.engine.counts().iter().map(|counts| counts.stats.conflicts).sum()
    }
}

impl Portfolio {
    /// The solvers of a configuration, in the order of their slices.
    pub fn new(config: &Config, engines: impl Iterator<Item = (Member, Box<dyn Engine>)>) -> Self {
        let (tuning, is_positive_on) = (config.tuning, config.has_positive_phases);
        let slice = tuning.first_slice.max(1);
        let longest = if config.shares_clauses { tuning.longest_shared } else { 0 };
        let seats = engines.map(|(member, mut engine)| {
            engine.share_up_to(longest);
            Seat { member, engine, waiting: Vec::new(), has_propagator: false, shared: 0 }
        });
        Portfolio {
            tuning,
            seats: seats.collect(),
            has_positive: is_positive_on,
            is_positive_on,
            slice,
            current: 0,
            left: slice,
        }
    }

    /// Whether a solver has time slices.
    fn has_slices(&self, seat: usize) -> bool {
        self.is_positive_on || !self.seats[seat].member.has_positive_phases()
    }

    /// Ends a slice: the others get the clauses that this solver shares, and the next slice begins.
    fn change(&mut self) {
        let shared = Rc::new(self.seats[self.current].engine.take_shared());
        if !shared.is_empty() {
            self.seats[self.current].shared += shared.iter().count() as u64;
            // A solver without slices would only keep them.
            for seat in (0..self.seats.len()).filter(|&seat| seat != self.current) {
                if self.has_slices(seat) {
                    self.seats[seat].tell(News::Clauses(Rc::clone(&shared)));
                }
            }
        }
        let following = (self.current + 1..self.seats.len()).find(|&seat| self.has_slices(seat));
        self.current = following.unwrap_or_else(|| {
            self.slice = self.slice.saturating_mul(self.tuning.slice_growth);
            0
        });
        let Seat { member, has_propagator, .. } = &self.seats[self.current];
        let divisor = match (member.explains_lazily(), has_propagator) {
            (true, _) => 1,
            (false, false) => self.tuning.eager_divisor,
            (false, true) => self.tuning.eager_divisor_with_propagator,
        };
        self.left = (self.slice / divisor).max(1);
    }

    /// Leaves the first solver.
    fn retire_others(&mut self) {
        self.seats.truncate(1);
        self.seats[0].engine.share_up_to(0);
        self.current = 0;
        self.left = u64::MAX;
    }

    /// A solver, unless it has retired.
    fn seat(&mut self, member: usize) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.member.index == member)
    }

    fn tell(&mut self, member: usize, news: News) {
        if let Some(seat) = self.seat(member) {
            seat.tell(news);
        }
    }
}

impl Engine for Portfolio {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        let clauses = Rc::new(clauses);
        self.seats.iter_mut().for_each(|seat| seat.tell(News::Clauses(Rc::clone(&clauses))));
    }

    fn add_clauses_to(&mut self, member: usize, clauses: FlatClauses) {
        self.tell(member, News::Clauses(Rc::new(clauses)));
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Answer, SatError> {
        let mut allowed = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            let limit = self.left.min(allowed);
            let conflicts = (limit < u64::MAX).then_some(limit);
            let limits = Stop { conflicts, exhausted: Interrupter::new(), ..stop.clone() };
            let seat = &mut self.seats[self.current];
            let before = seat.conflicts();
            let answer = seat.catch_up().solve(assumptions, &limits)?;
            let spent = seat.conflicts() - before;
            self.left = self.left.saturating_sub(spent);
            allowed = allowed.saturating_sub(spent);
            if self.left == 0 {
                self.change();
            }
            if !matches!(answer, Answer::Interrupted) || allowed == 0 || stop.requested() {
                return Ok(answer);
            }
            // A solver may count otherwise than we do, and end before the limit.
            if spent < limit && self.seats.len() > 1 {
                self.change();
            }
        }
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let mut values = vec![None; vars.len()];
        for seat in &mut self.seats {
            for (value, found) in values.iter_mut().zip(seat.engine.fixed(vars)) {
                *value = value.or(found);
            }
        }
        values
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let counts = self.seats.iter().map(|seat| (seat.engine.counts(), seat.shared));
        let with_shared = |(counts, shared): (Vec<SolverCounts>, u64)| {
            counts.into_iter().map(move |counts| SolverCounts { shared, ..counts })
        };
        counts.flat_map(with_shared).collect()
    }

    fn connect(&mut self, connection: Connection) {
        self.retire_others();
        self.seats[0].tell(News::Connection(connection));
    }

    fn connect_to(&mut self, member: usize, connection: Connection) {
        self.tell(member, News::Connection(connection));
    }

    fn observe(&mut self, vars: &[Var]) {
        self.seats.iter_mut().for_each(|seat| seat.tell(News::Observed(vars.to_vec())));
    }

    fn observe_in(&mut self, member: usize, vars: &[Var]) {
        self.tell(member, News::Observed(vars.to_vec()));
    }

    fn set_positive_phases(&mut self, is_on: bool) {
        self.is_positive_on = is_on && self.has_positive;
        if !self.has_slices(self.current) {
            self.change();
        }
    }
}
