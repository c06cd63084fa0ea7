//! A portfolio in one thread: several solvers search the same clauses in time slices.
//!
//! Which solver suits a program is not known in advance. So the solvers take turns, each for a slice counted in conflicts; slices
//! grow from round to round (algorithm portfolios: Gomes & Selman, AIJ 126, 2001). Each solver keeps its learned clauses, and
//! shares the short ones (Hamadi, Jabbour & Saïs: ManySAT, JSAT 6, 2009). A slice may extend over several solves, because an
//! optimisation makes many short ones.
//!
//! Clauses and propagators may be given to one member alone. Their activation literals have no clauses in the other members.
//!
//! Invariant: the first member has received everything that is for it. For the other members it may be queued until their next
//! slice.

use std::rc::Rc;

use rustsat::types::{Lit, Var};

use crate::{
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Answer, Engine},
    Config, Interrupter, Member, SatError, SolverCounts, Tuning,
};

/// Several solvers that take turns in one thread.
pub(crate) struct Portfolio {
    tuning: Tuning,
    /// The members that have not retired.
    seats: Vec<Seat>,
    /// The statistics of the retired members.
    retired: Vec<SolverCounts>,
    /// The length of a slice in the current round, in conflicts.
    slice: u64,
    /// The index in `seats` of the member whose slice it is. `left` is the number of conflicts left in this slice.
    current: usize,
    left: u64,
    /// The index in `seats` of the member that found the last model, until clauses exclude it.
    found: Option<usize>,
}

/// A member with the messages for it. They are delivered when its next slice begins, so a member costs nothing before its first
/// slice.
struct Seat {
    member: Member,
    engine: Box<dyn Engine>,
    waiting: Vec<News>,
    has_propagator: bool,
    /// The number of clauses that it has shared.
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

    fn counts(&self) -> Vec<SolverCounts> {
        let counts = self.engine.counts().into_iter();
        counts.map(|counts| SolverCounts { shared: self.shared, ..counts }).collect()
    }

    fn conflicts(&self) -> u64 {
        self.engine.counts().iter().map(|counts| counts.stats.conflicts).sum()
    }
}

impl Portfolio {
    /// Returns a portfolio of these solvers, in the order of their slices.
    pub fn new(config: &Config, engines: impl Iterator<Item = (Member, Box<dyn Engine>)>) -> Self {
        let tuning = config.tuning;
        let slice = tuning.first_slice.max(1);
        let longest = if config.shares_clauses { tuning.longest_shared } else { 0 };
        let engines =
            engines.filter(|(member, _)| config.has_positive_phases || !member.has_positive_phases());
        let seats = engines.map(|(member, mut engine)| {
            engine.share_up_to(longest);
            Seat { member, engine, waiting: Vec::new(), has_propagator: false, shared: 0 }
        });
        Portfolio {
            tuning,
            seats: seats.collect(),
            retired: Vec::new(),
            slice,
            current: 0,
            left: slice,
            found: None,
        }
    }

    /// Ends a slice: sends the shared clauses of the current member to the others, and begins the next slice.
    fn change(&mut self) {
        let shared = Rc::new(self.seats[self.current].engine.take_shared());
        if !shared.is_empty() {
            self.seats[self.current].shared += shared.iter().count() as u64;
            for seat in (0..self.seats.len()).filter(|&seat| seat != self.current) {
                self.seats[seat].tell(News::Clauses(Rc::clone(&shared)));
            }
        }
        self.current += 1;
        if self.current == self.seats.len() {
            self.current = 0;
            self.slice = self.slice.saturating_mul(self.tuning.slice_growth);
        }
        let Seat { member, has_propagator, .. } = &self.seats[self.current];
        let divisor = match (member.explains_lazily(), has_propagator) {
            (true, _) => 1,
            (false, false) => self.tuning.eager_divisor,
            (false, true) => self.tuning.eager_divisor_with_propagator,
        };
        self.left = (self.slice / divisor).max(1);
    }

    /// Returns a member by its index, or `None` if it has retired.
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
            self.found = matches!(answer, Answer::Sat(_)).then_some(self.current);
            let spent = seat.conflicts() - before;
            self.left = self.left.saturating_sub(spent);
            allowed = allowed.saturating_sub(spent);
            if self.left == 0 {
                self.change();
            }
            if !matches!(answer, Answer::Interrupted) || allowed == 0 || stop.requested() {
                return Ok(answer);
            }
            // A member may count differently and end before the limit.
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

    fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Vec<Lit> {
        self.seats[0].engine.refuted_by(assumptions, lits)
    }

    fn counts(&self) -> Vec<SolverCounts> {
        self.seats.iter().flat_map(Seat::counts).chain(self.retired.iter().copied()).collect()
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

    fn prefer(&mut self, lits: &[Lit]) {
        self.seats[0].engine.prefer(lits);
    }

    /// The member that found the model continues from it; the others add the clause.
    fn exclude_model(&mut self, clause: &[Lit]) {
        let Some(current) = self.found.take() else {
            self.add_clauses(FlatClauses::of(clause));
            return;
        };
        for (number, seat) in self.seats.iter_mut().enumerate() {
            match number == current {
                true => seat.catch_up().exclude_model(clause),
                false => seat.tell(News::Clauses(Rc::new(FlatClauses::of(clause)))),
            }
        }
    }

    fn unwind(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.engine.unwind());
    }

    fn retire_others(&mut self) {
        self.found = None;
        let retired = self.seats.drain(1..).flat_map(|seat| seat.counts());
        self.retired.extend(retired.filter(|counts| counts.calls > 0));
        self.seats[0].engine.share_up_to(0);
        self.current = 0;
        self.left = u64::MAX;
    }
}
