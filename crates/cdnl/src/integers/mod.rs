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
mod distinct;
mod domain;
mod linear;

use std::collections::VecDeque;
use std::sync::atomic::AtomicU32;
use std::sync::Arc;

use rustsat::types::{Lit, Var};

use self::bounds::Bounds;
pub use self::bounds::{IntegerVariable, View};
use self::distinct::Distinct;
use self::domain::Domain;
use self::linear::Linear;
use crate::Propagator;

/// The number of a constraint.
pub type ConstraintId = u32;

/// A constraint, which holds where its literal is true.
#[derive(Debug)]
enum Constraint {
    Linear(Linear),
    Domain(Domain),
    Distinct(Distinct),
}

impl Constraint {
    /// The literal that enforces the constraint.
    fn literal(&self) -> Lit {
        match self {
            Constraint::Linear(linear) => linear.literal,
            Constraint::Domain(domain) => domain.literal,
            Constraint::Distinct(distinct) => distinct.literal,
        }
    }

    /// Calls `watch` with each view whose upper bound matters.
    fn views(&self, watch: impl FnMut(View)) {
        match self {
            Constraint::Linear(linear) => linear.views().for_each(watch),
            Constraint::Domain(domain) => domain.views().for_each(watch),
            Constraint::Distinct(distinct) => distinct.views().for_each(watch),
        }
    }

    /// Adds to `implied` what the constraint implies under the bounds. If it is not enforced, that can only be that it fails.
    fn propagate(&self, bounds: &Bounds, implied: &mut Vec<Implication>) {
        if bounds.is_true(!self.literal()) {
            return;
        }
        let is_enforced = bounds.is_true(self.literal());
        match self {
            Constraint::Linear(linear) => linear.propagate(is_enforced, bounds, implied),
            Constraint::Domain(domain) => domain.propagate(is_enforced, bounds, implied),
            Constraint::Distinct(distinct) => distinct.propagate(is_enforced, bounds, implied),
        }
    }

    /// Appends to `clause` the literals that were false before the constraint implied this, when there were `position` changes of
    /// bounds.
    fn explain(&self, implication: &Implication, position: usize, bounds: &Bounds, clause: &mut Vec<Lit>) {
        match self {
            Constraint::Linear(linear) => linear.explain(implication, position, bounds, clause),
            Constraint::Domain(domain) => domain.explain(implication, position, bounds, clause),
            Constraint::Distinct(distinct) => distinct.explain(implication, position, bounds, clause),
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

/// The integer variables of a search, and their constraints.
#[derive(Debug)]
pub struct Integers {
    bounds: Bounds,
    constraints: Vec<Constraint>,
    /// The constraints that hear of a lower upper bound, by view.
    watching: Vec<Vec<ConstraintId>>,
    /// The constraints that hear of a literal that became true, and those whose literal it is, by literal.
    enforced: Vec<Vec<ConstraintId>>,
    /// The constraints to propagate, and whether each is among them.
    queue: VecDeque<ConstraintId>,
    is_queued: Vec<bool>,
    /// The literals to imply, with their reasons.
    implied: VecDeque<(Lit, Reason)>,
    /// Why each literal was implied last, by literal.
    reasons: Vec<Option<Reason>>,
    found: Vec<Implication>,
}

impl Integers {
    /// Creates a store without variables. New variables of the search get numbers from `next_variable` on.
    #[must_use]
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        Integers {
            bounds: Bounds::new(next_variable),
            constraints: Vec::new(),
            watching: Vec::new(),
            enforced: Vec::new(),
            queue: VecDeque::new(),
            is_queued: Vec::new(),
            implied: VecDeque::new(),
            reasons: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Adds a variable with a least and a greatest value. The search must be on level 0.
    pub fn add_variable(&mut self, least: i64, greatest: i64) -> IntegerVariable {
        self.watching.extend([Vec::new(), Vec::new()]);
        self.bounds.add_variable(least, greatest)
    }

    /// Adds a constraint: where `literal` is true, the sum of variables with positive or negative coefficients is at most `most`. The
    /// sum must fit 63 bits whatever the values are. The search must be on level 0.
    pub fn add_linear(&mut self, literal: Lit, terms: &[(i64, IntegerVariable)], most: i64) -> ConstraintId {
        self.add(Constraint::Linear(Linear::new(literal, terms, most)))
    }

    /// Lowers the bound of a linear constraint. The search must be on level 0.
    pub fn lower(&mut self, constraint: ConstraintId, most: i64) {
        if let Constraint::Linear(linear) = &mut self.constraints[constraint as usize] {
            linear.most = linear.most.min(most);
        }
        self.enqueue(constraint);
    }

    /// Adds a variable that is 1 where a variable of the solver is true, and 0 otherwise. Each may have one. The search must be on level
    /// 0.
    pub fn add_boolean(&mut self, of: Var) -> IntegerVariable {
        let variable = self.add_variable(0, 1);
        self.bounds.name(variable, 0, of);
        variable
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

    fn add(&mut self, constraint: Constraint) -> ConstraintId {
        let number = self.constraints.len() as ConstraintId;
        constraint.views(|view| self.watching[view.index()].push(number));
        let literal = constraint.literal();
        if self.enforced.len() <= literal.lidx() {
            self.enforced.resize_with(literal.lidx() + 1, Vec::new);
        }
        self.enforced[literal.lidx()].push(number);
        self.bounds.observe(literal.var());
        self.constraints.push(constraint);
        self.is_queued.push(true);
        self.queue.push_back(number);
        number
    }

    /// Returns the literal `variable <= value`, which is made if it is missing, or the value that it has for good.
    pub fn at_most(&mut self, variable: IntegerVariable, value: i64) -> Result<Lit, bool> {
        self.bounds.literal_or_value(variable.view(), value)
    }

    /// The literals of bounds, by which assignments of the variables differ.
    pub fn literals(&self) -> &[Var] {
        self.bounds.made()
    }

    /// Returns the least and the greatest value of a variable under the current assignment.
    #[must_use]
    pub fn range(&self, variable: IntegerVariable) -> (i64, i64) {
        self.bounds.range(variable)
    }

    fn enqueue(&mut self, constraint: ConstraintId) {
        if !std::mem::replace(&mut self.is_queued[constraint as usize], true) {
            self.queue.push_back(constraint);
        }
    }

    /// Wakes the constraints that hear of an upper bound of a view, and implies the next literal that it makes true.
    fn note_bound(&mut self, view: View, literal: Option<Lit>) {
        for place in 0..self.watching[view.index()].len() {
            self.enqueue(self.watching[view.index()][place]);
        }
        self.imply_weaker(view, self.bounds.upper(view), literal);
    }

    /// Implies the nearest literal of a view that `view <= value` makes true, or that contradicts it.
    fn imply_weaker(&mut self, view: View, value: i64, literal: Option<Lit>) {
        let contradicted = self.bounds.contradicted(view, value);
        let next = contradicted.or_else(|| self.bounds.next_open(view, value));
        if let Some(next) = next {
            self.implied.push_back((next, Reason::Tighter(literal)));
        }
    }

    /// Runs a constraint, and puts what it implies into the queue.
    fn run(&mut self, number: ConstraintId) {
        let mut found = std::mem::take(&mut self.found);
        let constraint = &self.constraints[number as usize];
        constraint.propagate(&self.bounds, &mut found);
        let violated = !constraint.literal();
        let reason = Reason::Constraint(number, self.bounds.changes());
        for implication in found.drain(..) {
            match implication {
                Implication::Fails => self.implied.push_back((violated, reason)),
                Implication::AtMost(view, value) if self.bounds.level() == 0 => {
                    if value < self.bounds.lower(view) {
                        self.implied.push_back((violated, reason));
                    } else if self.bounds.tighten(view, value, None) {
                        self.note_bound(view, None);
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
                if value < self.bounds.lower(view) && self.bounds.contradicted(view, value).is_none() {
                    // It is false on level 0.
                    self.implied.push_back((!lit, Reason::Tighter(None)));
                } else if self.bounds.tighten(view, value, known) {
                    self.note_bound(view, known);
                } else {
                    self.imply_weaker(view, value, known);
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.bounds.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.bounds.backtrack(level);
        // What was implied by bounds that stay has to be found again.
        while let Some((_, reason)) = self.implied.pop_front() {
            if let Reason::Constraint(number, _) = reason {
                self.enqueue(number);
            }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            while let Some((lit, reason)) = self.implied.pop_front() {
                if self.bounds.is_true(lit) {
                    continue;
                }
                if self.reasons.len() <= lit.lidx() {
                    self.reasons.resize(lit.lidx() + 1, None);
                }
                self.reasons[lit.lidx()] = Some(reason);
                return Some(lit);
            }
            let number = self.queue.pop_front()?;
            self.is_queued[number as usize] = false;
            self.run(number);
        }
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

    fn gives_clauses(&self) -> bool {
        true
    }

    fn take_observed(&mut self) -> Vec<Var> {
        self.bounds.take_observed()
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }

    fn complete(&mut self) -> Option<Lit> {
        let (variable, least) = self.bounds.first_open()?;
        Some(self.bounds.literal_or_value(variable.view(), least).expect("more values are left"))
    }
}
