//! A portfolio in one thread: several solvers search the same clauses in time slices.
//!
//! Which solver suits a program is not known in advance. So the solvers take turns, each for a slice counted in conflicts, where a
//! refuted model counts as many; slices grow from round to round (algorithm portfolios: Gomes & Selman, AIJ 126, 2001). Each solver keeps its learned clauses, and
//! shares the short ones (Hamadi, Jabbour & Saïs: ManySAT, JSAT 6, 2009). A slice may extend over several solves, because an
//! optimisation makes many short ones.
//!
//! Clauses and propagators may be given to one member alone. Their activation literals have no clauses in the other members.
//!
//! Invariant: the first member has received everything that is for it. The other members are made when their first slice begins,
//! and what is for them may be queued until their next slice.

use std::sync::Arc;

use rustsat::types::{Lit, Var};

use crate::{
    backend_solver::{BackendSolver, Order, SolveOutcome},
    clauses::{differing, FlatClauses},
    limits::Stop,
    propagator::PropagatorConnection,
    Config, Exchange, PortfolioMember, SatError, SolverCounts, Tuning,
};

/// Several solvers that take turns in one thread.
pub(crate) struct Portfolio {
    tuning: Tuning,
    /// The members that have not retired.
    slots: Vec<MemberSlot>,
    /// The statistics of the retired members.
    retired: Vec<SolverCounts>,
    /// The length of a slice in the current round, in conflicts.
    slice: u64,
    /// The index in `slots` of the member whose slice it is. `conflicts_left` is what is left of this slice.
    current: usize,
    conflicts_left: u64,
    /// The index in `slots` of the member that found the last model, until it is excluded.
    finder: Option<usize>,
    /// The variables on which the models of an enumeration differ, none if there is no enumeration.
    relevant: Vec<Var>,
    /// The literals of these variables that are false in the last model, if another than the first member found it.
    differing: Vec<Lit>,
    /// Whether members have received clauses that exclude models since the enumeration began.
    is_written: bool,
    /// The exchange with portfolios in other threads.
    exchange: Option<Exchange>,
}

/// A member with the messages for it. They are delivered when its next slice begins, so a member costs nothing before its first
/// slice.
struct MemberSlot {
    member: PortfolioMember,
    solver: MemberSolver,
    queue: Vec<Order>,
    has_propagator: bool,
    /// Whether it has no slices.
    rests: bool,
    /// The number of clauses that it has shared.
    shared: u64,
}

/// The solver of a member.
enum MemberSolver {
    /// It has not begun. `longest` is the length of the clauses that it will share. `None` while the solver is made.
    Later { make: Option<MakeSolver>, longest: usize },
    /// It has received messages.
    Made(Box<dyn BackendSolver + Send>),
}

/// Makes the solver of a member.
pub(crate) type MakeSolver = Box<dyn FnOnce() -> Box<dyn BackendSolver + Send> + Send>;

impl MemberSolver {
    /// Returns the solver, and makes it if need be.
    fn made(&mut self) -> &mut (dyn BackendSolver + Send) {
        if let MemberSolver::Later { make, longest } = self {
            let mut solver = make.take().expect("a solver that cannot be made ends the portfolio")();
            solver.share_up_to(*longest);
            *self = MemberSolver::Made(solver);
        }
        self.known().expect("it was just made")
    }

    /// Returns the solver if it is made.
    fn known(&mut self) -> Option<&mut (dyn BackendSolver + Send + 'static)> {
        match self {
            MemberSolver::Made(solver) => Some(&mut **solver),
            MemberSolver::Later { .. } => None,
        }
    }

    /// Returns the statistics of the solver, none before it is made.
    fn counts(&self) -> Vec<SolverCounts> {
        match self {
            MemberSolver::Made(solver) => solver.counts(),
            MemberSolver::Later { .. } => Vec::new(),
        }
    }
}

impl MemberSlot {
    fn send(&mut self, order: impl FnOnce(&mut dyn BackendSolver) + Send + 'static) {
        self.queue.push(Box::new(order));
        if self.member.index == 0 {
            self.deliver_messages();
        }
    }

    fn connect(&mut self, connection: PropagatorConnection) {
        self.has_propagator = true;
        self.send(|solver| solver.connect(connection));
    }

    fn deliver_messages(&mut self) -> &mut dyn BackendSolver {
        let solver = self.solver.made();
        self.queue.drain(..).for_each(|order| order(solver));
        solver
    }

    fn counts(&self) -> Vec<SolverCounts> {
        let counts = self.solver.counts().into_iter();
        counts.map(|counts| SolverCounts { shared: self.shared, ..counts }).collect()
    }

    fn conflicts(&self) -> u64 {
        match &self.solver {
            MemberSolver::Made(solver) => solver.conflicts(),
            MemberSolver::Later { .. } => 0,
        }
    }
}

impl Portfolio {
    /// Returns a portfolio of these members, in the order of their slices.
    pub fn new(config: &Config, members: impl Iterator<Item = (PortfolioMember, MakeSolver)>) -> Self {
        let tuning = config.tuning;
        let slice = tuning.first_slice.max(1);
        let longest = if config.shares_clauses { tuning.longest_shared } else { 0 };
        let members =
            members.filter(|(member, _)| config.has_positive_phases || !member.has_positive_phases());
        let slots = members.map(|(member, make)| {
            let solver = MemberSolver::Later { make: Some(make), longest };
            MemberSlot { member, solver, queue: Vec::new(), has_propagator: false, rests: false, shared: 0 }
        });
        Portfolio {
            tuning,
            slots: slots.collect(),
            retired: Vec::new(),
            slice,
            current: 0,
            conflicts_left: slice,
            finder: None,
            relevant: Vec::new(),
            differing: Vec::new(),
            is_written: false,
            exchange: None,
        }
    }

    /// Ends a slice: sends the shared clauses of the current member to the others, and begins the next slice.
    fn begin_next_slice(&mut self) {
        let shared = self.slots[self.current].solver.made().take_shared();
        self.slots[self.current].shared += shared.iter().count() as u64;
        tracing::trace!(shared = shared.iter().count(), "end of a time slice");
        if let Some(exchange) = &self.exchange {
            let theirs = exchange.swap(&shared);
            if !theirs.is_empty() {
                self.add_clauses(theirs);
            }
        }
        self.send_to_others(self.current, shared);
        self.share_exclusions();
        loop {
            self.current += 1;
            if self.current == self.slots.len() {
                self.current = 0;
                // With other threads, clauses are exchanged at the end of each slice.
                let growth = if self.exchange.is_some() { 1 } else { self.tuning.slice_growth };
                self.slice = self.slice.saturating_mul(growth);
            }
            if !self.slots[self.current].rests {
                break;
            }
        }
        let MemberSlot { member, has_propagator, .. } = &self.slots[self.current];
        let divisor = match (member.explains_lazily(), has_propagator) {
            (true, _) => 1,
            (false, false) => self.tuning.eager_divisor,
            (false, true) => self.tuning.eager_divisor_with_propagator,
        };
        self.conflicts_left = (self.slice / divisor).max(1);
        let (member, conflicts) = (self.slots[self.current].member.index, self.conflicts_left);
        tracing::trace!(member, conflicts, "time slice");
    }

    /// Sends the exclusions of models by the current member to the others.
    fn share_exclusions(&mut self) {
        let exclusions = self.slots[self.current].solver.made().take_exclusions();
        self.is_written |= !exclusions.is_empty();
        self.send_to_others(self.current, exclusions);
    }

    fn is_enumerating(&self) -> bool {
        !self.relevant.is_empty()
    }

    fn send_to_others(&mut self, sender: usize, clauses: FlatClauses) {
        if clauses.is_empty() {
            return;
        }
        let clauses = Arc::new(clauses);
        for slot in (0..self.slots.len()).filter(|&slot| slot != sender) {
            let clauses = Arc::clone(&clauses);
            self.slots[slot].send(|solver| solver.add_clauses(Arc::unwrap_or_clone(clauses)));
        }
    }

    /// Returns a member by its index, or `None` if it has retired.
    fn slot(&mut self, member: usize) -> Option<&mut MemberSlot> {
        self.slots.iter_mut().find(|slot| slot.member.index == member)
    }

    /// Sends what every member has to do with the same data.
    fn send_to_all<T: Send + Sync + 'static>(
        &mut self,
        data: T,
        order: impl Fn(&mut dyn BackendSolver, Arc<T>) + Copy + Send + 'static,
    ) {
        let data = Arc::new(data);
        for slot in &mut self.slots {
            let data = Arc::clone(&data);
            slot.send(move |solver| order(solver, data));
        }
    }
}

impl Portfolio {
    /// Lets the current member search within its time slice, with a limit of conflicts. Returns its conflicts, too.
    fn solve_in_slice(
        &mut self,
        assumptions: &[Lit],
        limit: u64,
        stop: &Stop,
    ) -> Result<(SolveOutcome, u64), SatError> {
        let conflicts = (limit < u64::MAX).then_some(limit);
        let current = self.current;
        let slot = &mut self.slots[current];
        let limits = Stop { conflicts, ..stop.clone() };
        let before = slot.conflicts();
        let answer = slot.deliver_messages().solve(assumptions, &limits)?;
        let spent = slot.conflicts() - before;
        self.finder = None;
        self.differing.clear();
        if let SolveOutcome::Sat(model) = &answer {
            self.finder = Some(current);
            if current > 0 {
                self.differing = differing(&self.relevant, model);
            }
            if self.is_enumerating() && !self.slots[current].member.explains_lazily() {
                self.slots[0].solver.made().suggest(model);
            }
        }
        self.conflicts_left = self.conflicts_left.saturating_sub(spent);
        if self.conflicts_left == 0 {
            self.begin_next_slice();
        }
        Ok((answer, spent))
    }
}

impl BackendSolver for Portfolio {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        self.send_to_all(clauses, |solver, clauses| solver.add_clauses(Arc::unwrap_or_clone(clauses)));
    }

    fn add_clauses_to(&mut self, member: usize, clauses: FlatClauses) {
        if let Some(slot) = self.slot(member) {
            slot.send(|solver| solver.add_clauses(clauses));
        }
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        let mut allowed = stop.conflicts.unwrap_or(u64::MAX);
        loop {
            let limit = self.conflicts_left.min(allowed);
            let (answer, spent) = self.solve_in_slice(assumptions, limit, stop)?;
            allowed = allowed.saturating_sub(spent);
            if !matches!(answer, SolveOutcome::Interrupted) || allowed == 0 || stop.requested() {
                return Ok(answer);
            }
            // A member may count differently and end before the limit.
            if spent < limit && self.slots.len() > 1 {
                self.begin_next_slice();
            }
        }
    }

    fn solve_anywhere(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        // CaDiCaL may take long to notice that it must stop.
        if !self.slots[self.current].member.explains_lazily() {
            return Ok(SolveOutcome::Interrupted);
        }
        let limit = self.conflicts_left.min(stop.conflicts.unwrap_or(u64::MAX));
        Ok(self.solve_in_slice(assumptions, limit, stop)?.0)
    }

    fn enumerate_on(&mut self, relevant: &[Var], is_projection: bool) {
        self.relevant = relevant.to_vec();
        self.is_written = false;
        self.send_to_all(relevant.to_vec(), move |solver, vars| solver.enumerate_on(&vars, is_projection));
    }

    fn retire(&mut self, lit: Lit) -> bool {
        // CaDiCaL excludes by clauses alone. The others may have come to the end, or begun a branch, in a slice of theirs.
        let mut flipping = self.slots.iter_mut().filter(|slot| slot.member.explains_lazily());
        let is_free = !self.is_written
            && flipping.all(|slot| slot.solver.known().is_none_or(|solver| solver.retire(lit)));
        if is_free {
            self.finder = None;
            self.enumerate_on(&[], false);
        }
        is_free
    }

    fn define(&mut self, vars: &[Var]) {
        self.send_to_all(vars.to_vec(), |solver, vars| solver.define(&vars));
    }

    fn fixed(&mut self, vars: &[Var]) -> Vec<Option<bool>> {
        let mut values = vec![None; vars.len()];
        for solver in self.slots.iter_mut().filter_map(|slot| slot.solver.known()) {
            for (value, found) in values.iter_mut().zip(solver.fixed(vars)) {
                *value = value.or(found);
            }
        }
        values
    }

    fn note_profile(&mut self) {
        self.slots.iter_mut().filter_map(|slot| slot.solver.known()).for_each(BackendSolver::note_profile);
    }

    fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Vec<Lit> {
        self.slots[0].solver.made().refuted_by(assumptions, lits)
    }

    fn counts(&self) -> Vec<SolverCounts> {
        self.slots.iter().flat_map(MemberSlot::counts).chain(self.retired.iter().copied()).collect()
    }

    fn connect(&mut self, connection: PropagatorConnection) {
        self.retire_others();
        self.slots[0].connect(connection);
    }

    fn connect_to(&mut self, member: usize, connection: PropagatorConnection) {
        if let Some(slot) = self.slot(member) {
            slot.connect(connection);
        }
    }

    fn observe(&mut self, vars: &[Var]) {
        self.send_to_all(vars.to_vec(), |solver, vars| solver.observe(&vars));
    }

    fn observe_in(&mut self, member: usize, vars: &[Var]) {
        let vars = vars.to_vec();
        if let Some(slot) = self.slot(member) {
            slot.send(move |solver| solver.observe(&vars));
        }
    }

    fn note_refutation(&mut self) {
        self.conflicts_left = self.conflicts_left.saturating_sub(self.tuning.refutation_price);
        if self.conflicts_left == 0 {
            self.begin_next_slice();
        }
    }

    fn prefer(&mut self, lits: &[Lit]) {
        self.slots[0].solver.made().prefer(lits);
    }

    /// If cdnl found the model, it continues from it, and its slice begins anew; the others receive what it excludes when they
    /// take turns. After CaDiCaL, cdnl continues near the model.
    fn exclude_model(&mut self, others: &[Lit]) {
        match self.finder.take() {
            Some(finder) if finder == self.current && self.slots[finder].member.explains_lazily() => {
                self.slots[finder].deliver_messages().exclude_model(others);
                if self.slots.len() > 1 {
                    self.conflicts_left = self.slice;
                }
                return;
            }
            Some(0) => {
                let first = self.slots[0].solver.made();
                first.exclude_model(others);
                let exclusions = first.take_exclusions();
                self.is_written = true;
                self.send_to_others(0, exclusions);
            }
            _ => {
                let clause = [&self.differing[..], others].concat();
                self.is_written = true;
                self.add_clauses(FlatClauses::of(&clause));
            }
        }
        if self.is_enumerating() && self.current != 0 {
            self.current = self.slots.len() - 1;
            self.begin_next_slice();
        }
    }

    fn unwind(&mut self) {
        self.slots.iter_mut().filter_map(|slot| slot.solver.known()).for_each(BackendSolver::unwind);
    }

    fn exchange(&mut self, exchange: Option<Exchange>) {
        self.exchange = exchange;
    }

    fn rest(&mut self, members: &[PortfolioMember]) {
        for slot in &mut self.slots {
            slot.rests = members.contains(&slot.member);
        }
        if self.slots.iter().all(|slot| slot.rests) {
            self.slots.iter_mut().for_each(|slot| slot.rests = false);
        }
        if self.slots[self.current].rests {
            self.begin_next_slice();
        }
    }

    fn retire_others(&mut self) {
        if self.is_enumerating() {
            self.share_exclusions();
        }
        self.finder = self.finder.filter(|&finder| finder == 0);
        let retired = self.slots.drain(1..).flat_map(|slot| slot.counts());
        self.retired.extend(retired.filter(|counts| counts.calls > 0));
        self.slots[0].rests = false;
        self.slots[0].solver.made().share_up_to(0);
        self.current = 0;
        self.conflicts_left = u64::MAX;
    }
}
