//! Integer variables and their constraints, as a propagator that makes its literals when they are first needed.
//!
//! The method is lazy clause generation (Ohrimenko, Stuckey & Codish: Propagation via lazy clause generation, Constraints 14, 2009)
//! with literals made on demand (Feydy & Stuckey: Lazy clause generation reengineered, CP 2009). The search knows a variable x by
//! literals `x <= v`. Each tighter bound is such a literal, whose reason is computed when a conflict asks for it: the bounds from which
//! the constraint derived it, each weakened as far as the constraint allows and a literal for it stands on the trail.
//!
//! On level 0 bounds change without a literal, and reasons leave them out.
//!
//! Invariants: the bounds are those that the literals reported so far say. What a constraint implies is put into a queue, and changes
//! the bounds when the search reports it back. If a bound makes other literals of its variable true, they are implied one after the
//! other, the nearest first.

mod bounds;
mod cycle;
mod distinct;
mod domain;
mod linear;
mod product;

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::AtomicU32;
use std::sync::Arc;

use rustsat::types::{Lit, Var};

use self::bounds::Bounds;
pub use self::bounds::{IntegerVariable, View};
use self::distinct::Distinct;
use self::domain::Domain;
use self::linear::Linear;
use self::product::Product;
use crate::Propagator;

/// The number of terms up to which a sum is propagated before longer ones.
const SHORT: usize = 3;

/// The number of constraints that are propagated before the search is polled.
const RUNS: u32 = 100_000;

/// The least number of constraints that are propagated on a level before a [cycle] is looked for.
const RUNS_OF_CYCLES: usize = 1000;

/// The number of a constraint.
pub type ConstraintId = u32;

/// A constraint, which holds where its literal is true.
#[derive(Debug)]
enum Constraint {
    Linear(Linear),
    Domain(Domain),
    Distinct(Distinct),
    Product(Product),
}

impl Constraint {
    /// The literal that enforces the constraint.
    fn literal(&self) -> Lit {
        match self {
            Constraint::Linear(linear) => linear.literal,
            Constraint::Domain(domain) => domain.literal,
            Constraint::Distinct(distinct) => distinct.literal,
            Constraint::Product(product) => product.literal,
        }
    }

    /// Calls `watch` with each view whose upper bound matters, and its coefficient in a sum.
    fn views(&self, mut watch: impl FnMut(View, i64)) {
        match self {
            Constraint::Linear(linear) => linear.views().for_each(|(view, factor)| watch(view, factor)),
            Constraint::Domain(domain) => domain.views().for_each(|view| watch(view, 0)),
            Constraint::Distinct(distinct) => distinct.views().for_each(|view| watch(view, 0)),
            Constraint::Product(product) => product.views().for_each(|view| watch(view, 0)),
        }
    }

    /// Adds to `implied` what the constraint implies under the bounds, with this slack of a sum. If it is not enforced, that can only be
    /// that it fails.
    fn propagate(&self, slack: i64, bounds: &Bounds, implied: &mut Vec<Implication>) {
        if bounds.is_true(!self.literal()) {
            return;
        }
        let is_enforced = bounds.is_true(self.literal());
        match self {
            Constraint::Linear(linear) => linear.propagate(slack, is_enforced, bounds, implied),
            Constraint::Domain(domain) => domain.propagate(is_enforced, bounds, implied),
            Constraint::Distinct(distinct) => distinct.propagate(is_enforced, bounds, implied),
            Constraint::Product(product) => product.propagate(is_enforced, bounds, implied),
        }
    }

    /// Appends to `clause` the literals that were false before the constraint implied this, when there were `position` changes of
    /// bounds.
    fn explain(&self, implication: &Implication, position: usize, bounds: &Bounds, clause: &mut Vec<Lit>) {
        match self {
            Constraint::Linear(linear) => linear.explain(implication, position, bounds, clause),
            Constraint::Domain(domain) => domain.explain(implication, position, bounds, clause),
            Constraint::Distinct(distinct) => distinct.explain(implication, position, bounds, clause),
            Constraint::Product(product) => product.explain(implication, position, bounds, clause),
        }
    }
}

/// What a constraint implies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Implication {
    /// It cannot hold.
    Fails,
    /// An upper bound of a view.
    AtMost(View, i64),
}

/// Why a literal was implied.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// By this constraint, when there were so many changes of bounds.
    Constraint(ConstraintId, usize),
    /// By a tighter bound of its own variable, whose literal this is; `None` if that holds on level 0.
    Tighter(Option<Lit>),
}

/// A constraint that hears of a view.
#[derive(Clone, Copy, Debug)]
struct Watch {
    constraint: ConstraintId,
    /// The coefficient in a sum; 0 in other constraints.
    coefficient: i64,
}

/// When a constraint has to be propagated.
#[derive(Clone, Copy, Debug)]
struct Alarm {
    /// By how much the least sum may grow; 0 for other constraints than sums.
    slack: i64,
    /// With less slack, the constraint may imply something where it is enforced. With less than none, it fails.
    enough: i64,
    literal: Lit,
    is_queued: bool,
    /// Whether it waits for others.
    is_late: bool,
}

/// The constraints to propagate: those that take little time, and the others, which wait for these.
///
/// On level 0, where all of them may have to be, the former are propagated by rising and falling numbers in turn (Yen: An algorithm for
/// finding shortest routes from all source nodes to a given destination in general networks, Quarterly of Applied Mathematics 27,
/// 1970): along a chain of differences, bounds pass from one end to the other in one turn.
#[derive(Default, Debug)]
struct Queue {
    early: VecDeque<ConstraintId>,
    late: VecDeque<ConstraintId>,
    /// Those of level 0.
    turn: BTreeSet<ConstraintId>,
    /// The number that the turn has reached, and whether it falls.
    reached: ConstraintId,
    falls: bool,
}

impl Queue {
    fn push(&mut self, constraint: ConstraintId, alarm: &mut Alarm) {
        if !std::mem::replace(&mut alarm.is_queued, true) {
            let queue = if alarm.is_late { &mut self.late } else { &mut self.early };
            queue.push_back(constraint);
        }
    }

    fn pop(&mut self, level: usize) -> Option<ConstraintId> {
        if level == 0 {
            self.turn.extend(self.early.drain(..));
        }
        let early = if self.turn.is_empty() { self.early.pop_front() } else { Some(self.pop_of_turn()) };
        early.or_else(|| self.late.pop_front())
    }

    fn pop_of_turn(&mut self) -> ConstraintId {
        let next = match self.falls {
            true => self.turn.range(..self.reached).next_back(),
            false => self.turn.range(self.reached..).next(),
        };
        let next = next.or(if self.falls { self.turn.first() } else { self.turn.last() });
        let next = *next.expect("it has one");
        if (next < self.reached) != self.falls {
            self.falls = !self.falls;
        }
        self.reached = next;
        self.turn.remove(&next);
        next
    }
}

/// The integer variables of a search, and their constraints.
#[derive(Debug)]
pub struct Integers {
    bounds: Bounds,
    constraints: Vec<Constraint>,
    /// The constraints that hear of a lower upper bound, by view.
    watching: Vec<Vec<Watch>>,
    alarms: Vec<Alarm>,
    /// Whether the greatest value of each variable is tried first.
    grows: Vec<bool>,
    /// The constraints that hear of a literal that became true, and those whose literal it is, by literal.
    enforced: Vec<Vec<ConstraintId>>,
    queue: Queue,
    /// The literals to imply, with their reasons.
    implied: VecDeque<(Lit, Reason)>,
    /// Those of them that were handed over, and may not have been assigned.
    handed: Vec<(Lit, Reason)>,
    /// Why each literal was implied last, by literal.
    reasons: Vec<Option<Reason>>,
    found: Vec<Implication>,
    is_paused: bool,
    /// The constraint that lowered the upper bound of each view last.
    tightened_by: Vec<Option<ConstraintId>>,
    /// The number of constraints that were propagated since a level began or was undone, and at which number a cycle is looked for.
    runs: usize,
    until_cycle: usize,
    /// A clause that is false.
    refuted: Option<Vec<Lit>>,
}

impl Integers {
    /// Creates a store without variables. New variables of the search get numbers from `next_variable` on.
    #[must_use]
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        Integers {
            bounds: Bounds::new(next_variable),
            constraints: Vec::new(),
            watching: Vec::new(),
            alarms: Vec::new(),
            grows: Vec::new(),
            enforced: Vec::new(),
            queue: Queue::default(),
            implied: VecDeque::new(),
            handed: Vec::new(),
            reasons: Vec::new(),
            found: Vec::new(),
            is_paused: false,
            tightened_by: Vec::new(),
            runs: 0,
            until_cycle: RUNS_OF_CYCLES,
            refuted: None,
        }
    }

    /// Adds a variable with a least and a greatest value. The search must be on level 0.
    pub fn add_variable(&mut self, least: i64, greatest: i64) -> IntegerVariable {
        self.watching.extend([Vec::new(), Vec::new()]);
        self.tightened_by.extend([None, None]);
        self.grows.push(false);
        self.bounds.add_variable(least, greatest)
    }

    /// Adds a constraint: where `literal` is true, the sum of variables with positive or negative coefficients is at most `most`. The
    /// sum must fit 63 bits whatever the values are. The search must be on level 0.
    pub fn add_linear(&mut self, literal: Lit, terms: &[(i64, IntegerVariable)], most: i64) -> ConstraintId {
        self.add(Constraint::Linear(Linear::new(literal, terms, most, &self.bounds)))
    }

    /// Lowers the bound of a linear constraint. The search must be on level 0.
    pub fn bound(&mut self, constraint: ConstraintId, most: i64) {
        if let Constraint::Linear(linear) = &mut self.constraints[constraint as usize] {
            let lower = linear.most.min(most);
            self.alarms[constraint as usize].slack -= linear.most - lower;
            linear.most = lower;
        }
        self.enqueue(constraint);
    }

    /// Lets a literal of the solver say that a view is at most a value. Returns false if it cannot: it says another bound already, or
    /// another one says this, or it has a value. The search must be on level 0.
    pub fn name(&mut self, view: View, value: i64, literal: Lit) -> bool {
        self.bounds.name(view, value, literal)
    }

    /// Adds a constraint: where `literal` is true, the variable has a value in one of these ranges, which are in ascending order with
    /// gaps between them. The search must be on level 0.
    pub fn add_domain(&mut self, literal: Lit, variable: IntegerVariable, ranges: Vec<(i64, i64)>) {
        self.add(Constraint::Domain(Domain { literal, variable, ranges }));
    }

    /// Adds a constraint: where `literal` is true, the variables have different values after these numbers were added. Each
    /// occurs once. The search must be on level 0.
    pub fn add_distinct(&mut self, literal: Lit, variables: Vec<(IntegerVariable, i64)>) {
        self.add(Constraint::Distinct(Distinct::new(literal, variables)));
    }

    /// Adds a constraint: where `literal` is true, the result is the product of the factors, none of which it is itself, and whose
    /// values multiplied fit 63 bits. The search must be on level 0.
    pub fn add_product(&mut self, literal: Lit, result: IntegerVariable, factors: [IntegerVariable; 2]) {
        self.add(Constraint::Product(Product { literal, result, factors }));
    }

    fn add(&mut self, constraint: Constraint) -> ConstraintId {
        let number = self.constraints.len() as ConstraintId;
        constraint.views(|view, coefficient| {
            self.watching[view.index()].push(Watch { constraint: number, coefficient });
        });
        let literal = constraint.literal();
        let (slack, enough) = match &constraint {
            Constraint::Linear(linear) => (linear.slack(&self.bounds), linear.largest_growth()),
            Constraint::Domain(_) | Constraint::Distinct(_) | Constraint::Product(_) => (0, 1),
        };
        let is_late = match &constraint {
            Constraint::Linear(linear) => linear.views().count() > SHORT,
            Constraint::Domain(_) | Constraint::Product(_) => false,
            Constraint::Distinct(_) => true,
        };
        self.alarms.push(Alarm { slack, enough, literal, is_queued: false, is_late });
        if self.enforced.len() <= literal.lidx() {
            self.enforced.resize_with(literal.lidx() + 1, Vec::new);
        }
        self.enforced[literal.lidx()].push(number);
        self.bounds.observe(literal.var());
        self.constraints.push(constraint);
        self.enqueue(number);
        number
    }

    /// Returns the literal `view <= value`, which is made of a new variable if it is missing, or the value that it has for good. The
    /// search must be on level 0.
    pub fn at_most(&mut self, view: View, value: i64, new: impl FnOnce() -> Var) -> Result<Lit, bool> {
        let found = self.bounds.literal_of_new(view, value, |_| new());
        found.inspect(|literal| self.bounds.keep(literal.var()))
    }

    /// Lets the least value of a view be tried first.
    pub fn minimize(&mut self, view: View) {
        self.grows[view.variable().0 as usize] = view.factor() < 0;
    }

    /// Returns the least value of a view under the current assignment.
    #[must_use]
    pub fn lower(&self, view: View) -> i64 {
        self.bounds.lower(view)
    }

    /// The variables of the solver by which assignments of the variables differ. From now on, each of them stands for a bound for good.
    pub fn literals(&mut self) -> Vec<Var> {
        self.bounds.all()
    }

    /// Returns the least and the greatest value of a variable under the current assignment.
    #[must_use]
    pub fn range(&self, variable: IntegerVariable) -> (i64, i64) {
        self.bounds.range(variable)
    }

    fn enqueue(&mut self, constraint: ConstraintId) {
        self.queue.push(constraint, &mut self.alarms[constraint as usize]);
    }

    /// Lowers the upper bound of a view. Wakes the constraints that hear of it, and implies the literals that it makes true.
    fn tighten(&mut self, view: View, value: i64, literal: Option<Lit>) {
        let Some(old) = self.bounds.tighten(view, value, literal) else { return };
        let Integers { bounds, watching, alarms, queue, implied, .. } = self;
        for &Watch { constraint, coefficient } in &watching[view.index()] {
            let alarm = &mut alarms[constraint as usize];
            alarm.slack -= coefficient * (old - value);
            // Of a constraint that is not a sum, it is not known whether it fails.
            let may_fail = alarm.slack < 0 || coefficient == 0;
            if may_fail || alarm.slack < alarm.enough && bounds.is_true(alarm.literal) {
                queue.push(constraint, alarm);
            }
        }
        implied.extend(bounds.between(view, value, old).map(|weaker| (weaker, Reason::Tighter(literal))));
    }

    /// Runs a constraint, and puts what it implies into the queue.
    fn run(&mut self, number: ConstraintId) {
        let mut found = std::mem::take(&mut self.found);
        let constraint = &self.constraints[number as usize];
        constraint.propagate(self.alarms[number as usize].slack, &self.bounds, &mut found);
        let violated = !constraint.literal();
        let reason = Reason::Constraint(number, self.bounds.changes());
        for implication in found.drain(..) {
            if let Implication::AtMost(view, _) = implication {
                self.tightened_by[view.index()] = Some(number);
            }
            match implication {
                Implication::Fails => self.implied.push_back((violated, reason)),
                Implication::AtMost(view, value) if self.bounds.level() == 0 => {
                    if value < self.bounds.lower(view) {
                        self.implied.push_back((violated, reason));
                    } else {
                        self.tighten(view, value, None);
                    }
                }
                Implication::AtMost(view, value) => {
                    // Below the lower bound, the literal that contradicts it says enough.
                    let value = value.max(self.bounds.lower(view) - 1);
                    let literal = self.bounds.literal_or_value(view, value).unwrap_or(violated);
                    self.implied.push_back((literal, reason));
                }
            }
        }
        self.found = found;
    }

    fn begin_runs(&mut self) {
        self.runs = 0;
        // To look for one takes as long as the variables are many.
        self.until_cycle = RUNS_OF_CYCLES.max(self.tightened_by.len());
    }

    /// Returns the next literal of the queue that was not reported.
    fn next_implied(&mut self) -> Option<Lit> {
        while let Some((lit, reason)) = self.implied.pop_front() {
            if self.bounds.is_true(lit) {
                continue;
            }
            if self.reasons.len() <= lit.lidx() {
                self.reasons.resize(lit.lidx() + 1, None);
            }
            self.reasons[lit.lidx()] = Some(reason);
            self.handed.push((lit, reason));
            return Some(lit);
        }
        None
    }
}

impl Propagator for Integers {
    fn assign(&mut self, lits: &[Lit]) {
        for &lit in lits {
            if !self.bounds.note(lit) {
                continue;
            }
            for place in 0..self.enforced.get(lit.lidx()).map_or(0, Vec::len) {
                self.enqueue(self.enforced[lit.lidx()][place]);
            }
            if let Some((view, value)) = self.bounds.meaning(lit) {
                let known = (self.bounds.level() > 0).then_some(lit);
                if value < self.bounds.lower(view) {
                    self.implied.push_back(match self.bounds.contradicted(view, value) {
                        Some(contradicted) => (contradicted, Reason::Tighter(known)),
                        // It is false on level 0.
                        None => (!lit, Reason::Tighter(None)),
                    });
                }
                self.tighten(view, value, known);
            }
        }
    }

    fn new_level(&mut self) {
        self.begin_runs();
        self.bounds.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.begin_runs();
        self.refuted = None;
        let Integers { bounds, watching, alarms, .. } = self;
        bounds.backtrack(level, |view, by| {
            for &Watch { constraint, coefficient } in &watching[view.index()] {
                alarms[constraint as usize].slack += coefficient * by;
            }
        });
        // What was implied by bounds that stay is still implied, or has to be found again.
        let all = self.handed.len() + self.implied.len();
        self.implied.extend(self.handed.drain(..));
        for _ in 0..all {
            let (lit, reason) = self.implied.pop_front().expect("there are so many");
            match reason {
                _ if self.bounds.is_true(lit) => {}
                Reason::Tighter(_) if self.bounds.meaning(lit).is_none() => {}
                Reason::Constraint(number, _) => self.enqueue(number),
                Reason::Tighter(tighter) => {
                    if tighter.is_none_or(|tighter| self.bounds.is_true(tighter)) {
                        self.implied.push_back((lit, reason));
                    }
                }
            }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        self.handed.clear();
        self.is_paused = false;
        for _ in 0..RUNS {
            if let Some(lit) = self.next_implied() {
                return Some(lit);
            }
            if self.runs == self.until_cycle {
                self.until_cycle *= 2;
                self.refuted = self.cycle();
                if self.refuted.is_some() {
                    return None;
                }
            }
            let number = self.queue.pop(self.bounds.level())?;
            self.alarms[number as usize].is_queued = false;
            self.run(number);
            self.runs += 1;
        }
        // On level 0 it may approach the end of a large domain in small steps.
        self.is_paused = true;
        None
    }

    fn is_paused(&self) -> bool {
        self.is_paused
    }

    fn propagate_many(&mut self, implied: &mut Vec<Lit>) -> bool {
        implied.extend(self.propagate());
        while let Some(lit) = self.next_implied() {
            implied.push(lit);
        }
        // They take less time than constraints.
        true
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        clause.push(lit);
        match self.reasons[lit.lidx()].expect("it was implied") {
            Reason::Tighter(tighter) => clause.extend(tighter.map(|tighter| !tighter)),
            Reason::Constraint(number, position) => {
                let constraint = &self.constraints[number as usize];
                let implication = match self.bounds.meaning(lit) {
                    _ if lit == !constraint.literal() => Implication::Fails,
                    Some((view, value)) => Implication::AtMost(view, value),
                    None => Implication::Fails,
                };
                if implication != Implication::Fails {
                    clause.push(!constraint.literal());
                }
                constraint.explain(&implication, position, &self.bounds, clause);
            }
        }
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        self.refuted.take().map(|clause| (clause, true))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn take_observed(&mut self) -> Vec<Var> {
        self.bounds.take_observed()
    }

    fn take_temporary(&mut self) -> Vec<Var> {
        self.bounds.take_temporary()
    }

    fn keep(&mut self, var: Var) {
        self.bounds.keep(var);
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }

    fn complete(&mut self) -> Option<Lit> {
        let variable = self.bounds.first_open()?;
        let view = variable.times(if self.grows[variable.0 as usize] { -1 } else { 1 });
        let least = self.bounds.lower(view);
        Some(self.bounds.literal_or_value(view, least).expect("more values are left"))
    }
}
