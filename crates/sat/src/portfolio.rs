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

use std::sync::Arc;

use rustsat::types::{Lit, Var};

use crate::{
    clauses::FlatClauses,
    limits::Stop,
    propagator::Connection,
    worker::{Engine, SolveOutcome},
    Config, Interrupter, Member, SatError, SolverCounts, Tuning,
};

/// Several solvers that take turns in one thread.
pub(crate) struct Portfolio {
    tuning: Tuning,
    /// The members that have not retired.
    slots: Vec<Slot>,
    /// The statistics of the retired members.
    retired: Vec<SolverCounts>,
    /// The length of a slice in the current round, in conflicts.
    slice: u64,
    /// The index in `slots` of the member whose slice it is. `conflicts_left` is what is left of this slice.
    current: usize,
    conflicts_left: u64,
    /// The index in `slots` of the member that found the last model, until clauses exclude it.
    finder: Option<usize>,
}

/// A member with the messages for it. They are delivered when its next slice begins, so a member costs nothing before its first
/// slice.
struct Slot {
    member: Member,
    engine: Box<dyn Engine + Send>,
    queue: Vec<Message>,
    has_propagator: bool,
    /// The number of clauses that it has shared.
    shared: u64,
}

enum Message {
    Clauses(Arc<FlatClauses>),
    Connection(Connection),
    Observed(Vec<Var>),
}

impl Slot {
    fn send(&mut self, message: Message) {
        self.has_propagator |= matches!(message, Message::Connection(_));
        self.queue.push(message);
        if self.member.index == 0 {
            self.deliver_messages();
        }
    }

    fn deliver_messages(&mut self) -> &mut dyn Engine {
        for message in self.queue.drain(..) {
            match message {
                Message::Clauses(clauses) => self.engine.add_clauses(Arc::unwrap_or_clone(clauses)),
                Message::Connection(connection) => self.engine.connect(connection),
                Message::Observed(vars) => self.engine.observe(&vars),
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
    pub fn new(config: &Config, engines: impl Iterator<Item = (Member, Box<dyn Engine + Send>)>) -> Self {
        let tuning = config.tuning;
        let slice = tuning.first_slice.max(1);
        let longest = if config.shares_clauses { tuning.longest_shared } else { 0 };
        let engines =
            engines.filter(|(member, _)| config.has_positive_phases || !member.has_positive_phases());
        let slots = engines.map(|(member, mut engine)| {
            engine.share_up_to(longest);
            Slot { member, engine, queue: Vec::new(), has_propagator: false, shared: 0 }
        });
        Portfolio {
            tuning,
            slots: slots.collect(),
            retired: Vec::new(),
            slice,
            current: 0,
            conflicts_left: slice,
            finder: None,
        }
    }

    /// Ends a slice: sends the shared clauses of the current member to the others, and begins the next slice.
    fn begin_next_slice(&mut self) {
        let shared = Arc::new(self.slots[self.current].engine.take_shared());
        if !shared.is_empty() {
            self.slots[self.current].shared += shared.iter().count() as u64;
            for slot in (0..self.slots.len()).filter(|&slot| slot != self.current) {
                self.slots[slot].send(Message::Clauses(Arc::clone(&shared)));
            }
        }
        self.current += 1;
        if self.current == self.slots.len() {
            self.current = 0;
            self.slice = self.slice.saturating_mul(self.tuning.slice_growth);
        }
        let Slot { member, has_propagator, .. } = &self.slots[self.current];
        let divisor = match (member.explains_lazily(), has_propagator) {
            (true, _) => 1,
            (false, false) => self.tuning.eager_divisor,
            (false, true) => self.tuning.eager_divisor_with_propagator,
        };
        self.conflicts_left = (self.slice / divisor).max(1);
        let (member, conflicts) = (self.slots[self.current].member.index, self.conflicts_left);
        tracing::trace!(member, conflicts, shared = shared.iter().count(), "time slice");
    }

    /// Returns a member by its index, or `None` if it has retired.
    fn slot(&mut self, member: usize) -> Option<&mut Slot> {
        self.slots.iter_mut().find(|slot| slot.member.index == member)
    }

    fn send(&mut self, member: usize, message: Message) {
        if let Some(slot) = self.slot(member) {
            slot.send(message);
        }
    }
}

impl Engine for Portfolio {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        let clauses = Arc::new(clauses);
        self.slots.iter_mut().for_each(|slot| slot.send(Message::Clauses(Arc::clone(&clauses))));
    }

    fn add_clauses_to(&mut self, member: usize, clauses: FlatClauses) {
        self.send(member, Message::Clauses(Arc::new(clauses)));
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        let mut allowed = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            let limit = self.conflicts_left.min(allowed);
            let conflicts = (limit < u64::MAX).then_some(limit);
            let limits = Stop { conflicts, exhausted: Interrupter::new(), ..stop.clone() };
            let slot = &mut self.slots[self.current];
            let before = slot.conflicts();
            let answer = slot.deliver_messages().solve(assumptions, &limits)?;
            self.finder = matches!(answer, SolveOutcome::Sat(_)).then_some(self.current);
            let spent = slot.conflicts() - before;
            self.conflicts_left = self.conflicts_left.saturating_sub(spent);
            allowed = allowed.saturating_sub(spent);
            if self.conflicts_left == 0 {
                self.begin_next_slice();
            }
            if !matches!(answer, SolveOutcome::Interrupted) || allowed == 0 || stop.requested() {
                return Ok(answer);
            }
            // A member may count differently and end before the limit.
            if spent < limit && self.slots.len() > 1 {
                self.begin_next_slice();
            }
        }
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let mut values = vec![None; vars.len()];
        for slot in &mut self.slots {
            for (value, found) in values.iter_mut().zip(slot.engine.fixed(vars)) {
                *value = value.or(found);
            }
        }
        values
    }

    fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Vec<Lit> {
        self.slots[0].engine.refuted_by(assumptions, lits)
    }

    fn counts(&self) -> Vec<SolverCounts> {
        self.slots.iter().flat_map(Slot::counts).chain(self.retired.iter().copied()).collect()
    }

    fn connect(&mut self, connection: Connection) {
        self.retire_others();
        self.slots[0].send(Message::Connection(connection));
    }

    fn connect_to(&mut self, member: usize, connection: Connection) {
        self.send(member, Message::Connection(connection));
    }

    fn observe(&mut self, vars: &[Var]) {
        self.slots.iter_mut().for_each(|slot| slot.send(Message::Observed(vars.to_vec())));
    }

    fn observe_in(&mut self, member: usize, vars: &[Var]) {
        self.send(member, Message::Observed(vars.to_vec()));
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.slots[0].engine.prefer(lits);
    }

    /// The member that found the model continues from it; the others add the clause.
    fn exclude_model(&mut self, clause: &[Lit]) {
        let Some(current) = self.finder.take() else {
            self.add_clauses(FlatClauses::of(clause));
            return;
        };
        for (number, slot) in self.slots.iter_mut().enumerate() {
            match number == current {
                true => slot.deliver_messages().exclude_model(clause),
                false => slot.send(Message::Clauses(Arc::new(FlatClauses::of(clause)))),
            }
        }
    }

    fn unwind(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.engine.unwind());
    }

    fn retire_others(&mut self) {
        self.finder = None;
        let retired = self.slots.drain(1..).flat_map(|slot| slot.counts());
        self.retired.extend(retired.filter(|counts| counts.calls > 0));
        self.slots[0].engine.share_up_to(0);
        self.current = 0;
        self.conflicts_left = u64::MAX;
    }
}
