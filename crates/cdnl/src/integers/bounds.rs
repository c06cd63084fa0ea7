//! The bounds of integer variables, their literals, and how both change along the search.
//!
//! A [`View`] is a variable or its negation, so that every bound is an upper one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use rustsat::types::{Lit, Var};

/// The number of an integer variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntegerVariable(pub u32);

impl IntegerVariable {
    /// The variable itself, as a view.
    #[must_use]
    pub fn view(self) -> View {
        View(2 * self.0)
    }
}

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct View(u32);

impl View {
    /// The variable.
    #[must_use]
    pub fn variable(self) -> IntegerVariable {
        IntegerVariable(self.0 / 2)
    }

    /// The view of the opposite value.
    #[must_use]
    pub fn negated(self) -> View {
        View(self.0 ^ 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    fn is_negation(self) -> bool {
        self.0 % 2 == 1
    }
}

/// A change of the upper bound of a view.
#[derive(Clone, Copy, Debug)]
struct Change {
    view: View,
    /// The bound before.
    old: i64,
    /// The number of changes up to the one of this view before; 0 if there is none.
    previous: usize,
    /// The literal that says so; `None` on level 0.
    literal: Option<Lit>,
}

/// The bounds, literals and changes.
#[derive(Debug)]
pub(super) struct Bounds {
    /// The upper bound of each view.
    upper: Vec<i64>,
    /// The number of changes up to the last one of each view; 0 if there is none.
    last: Vec<usize>,
    changes: Vec<Change>,
    /// The literals reported true, in their order.
    reported: Vec<Lit>,
    /// Whether each literal was reported true.
    is_true: Vec<bool>,
    /// The numbers of changes and reported literals where each level above 0 begins.
    levels: Vec<(usize, usize)>,
    /// For each variable and value, the solver's variable that is true if the value is exceeded.
    exceeded: Vec<BTreeMap<i64, Var>>,
    /// What each of those says.
    meanings: FxHashMap<Var, (IntegerVariable, i64)>,
    made: Vec<Var>,
    next_variable: Arc<AtomicU32>,
    to_observe: Vec<Var>,
    /// Variables before this one have one value, or had one when the level was the current one or a lower one.
    first_open: usize,
}

impl Bounds {
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        Bounds {
            upper: Vec::new(),
            last: Vec::new(),
            changes: Vec::new(),
            reported: Vec::new(),
            is_true: Vec::new(),
            levels: Vec::new(),
            exceeded: Vec::new(),
            meanings: FxHashMap::default(),
            made: Vec::new(),
            next_variable,
            to_observe: Vec::new(),
            first_open: 0,
        }
    }

    pub fn add_variable(&mut self, least: i64, greatest: i64) -> IntegerVariable {
        let variable = IntegerVariable(self.exceeded.len() as u32);
        self.upper.extend([greatest, -least]);
        self.last.extend([0, 0]);
        self.exceeded.push(BTreeMap::new());
        variable
    }

    pub fn len(&self) -> usize {
        self.exceeded.len()
    }

    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// The number of changes so far.
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    pub fn upper(&self, view: View) -> i64 {
        self.upper[view.index()]
    }

    pub fn lower(&self, view: View) -> i64 {
        -self.upper[view.negated().index()]
    }

    pub fn range(&self, variable: IntegerVariable) -> (i64, i64) {
        (self.lower(variable.view()), self.upper(variable.view()))
    }

    /// The first variable that has more than one value left, with the least.
    pub fn first_open(&mut self) -> Option<(IntegerVariable, i64)> {
        let ranges = (self.first_open..self.len()).map(|index| IntegerVariable(index as u32));
        let open = ranges.map(|it| (it, self.range(it))).find(|(_, (least, greatest))| least < greatest);
        self.first_open = open.map_or(self.len(), |(variable, _)| variable.0 as usize);
        open.map(|(variable, (least, _))| (variable, least))
    }

    /// Observes a variable of the solver.
    pub fn observe(&mut self, var: Var) {
        self.to_observe.push(var);
    }

    pub fn take_observed(&mut self) -> Vec<Var> {
        std::mem::take(&mut self.to_observe)
    }

    /// The solver's variables that stand for bounds.
    pub fn made(&self) -> &[Var] {
        &self.made
    }

    /// Whether a literal was reported true.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.is_true.get(lit.lidx()).copied().unwrap_or(false)
    }

    /// Notes that a literal is true. Returns false if that is known.
    pub fn note(&mut self, lit: Lit) -> bool {
        if self.is_true.len() <= lit.lidx() {
            self.is_true.resize((lit.lidx() | 1) + 1, false);
        }
        let is_new = !std::mem::replace(&mut self.is_true[lit.lidx()], true);
        if is_new {
            self.reported.push(lit);
        }
        is_new
    }

    /// The bound that a literal states.
    pub fn meaning(&self, lit: Lit) -> Option<(View, i64)> {
        let &(variable, value) = self.meanings.get(&lit.var())?;
        Some(match lit.is_neg() {
            true => (variable.view(), value),
            false => (variable.view().negated(), -value - 1),
        })
    }

    /// The value of a variable that `view <= value` does not exceed, and whether the literal is that or its complement.
    fn place(view: View, value: i64) -> (i64, bool) {
        match view.is_negation() {
            false => (value, true),
            true => (-value - 1, false),
        }
    }

    fn literal_of(var: Var, is_at_most: bool) -> Lit {
        if is_at_most {
            var.neg_lit()
        } else {
            var.pos_lit()
        }
    }

    /// Returns the literal `view <= value`, which is made if it is missing, or its value if that holds on level 0.
    pub fn literal_or_value(&mut self, view: View, value: i64) -> Result<Lit, bool> {
        let (place, is_at_most) = Self::place(view, value);
        let variable = view.variable();
        if let Some(&var) = self.exceeded[variable.0 as usize].get(&place) {
            return Ok(Self::literal_of(var, is_at_most));
        }
        if value >= self.first_upper(view) {
            return Err(true);
        }
        if value < -self.first_upper(view.negated()) {
            return Err(false);
        }
        let var = Var::new(self.next_variable.fetch_add(1, Ordering::Relaxed));
        self.name(variable, place, var);
        self.made.push(var);
        Ok(Self::literal_of(var, is_at_most))
    }

    /// Lets a variable of the solver say that a variable exceeds a value.
    pub fn name(&mut self, variable: IntegerVariable, value: i64, var: Var) {
        self.exceeded[variable.0 as usize].insert(value, var);
        self.meanings.insert(var, (variable, value));
        self.to_observe.push(var);
    }

    /// The upper bound of a view on level 0.
    fn first_upper(&self, view: View) -> i64 {
        let start = self.levels.first().map_or(self.changes.len(), |&(changes, _)| changes);
        self.at(view, start).0
    }

    /// Lowers the upper bound of a view. Returns false if it is not higher.
    pub fn tighten(&mut self, view: View, value: i64, literal: Option<Lit>) -> bool {
        let old = self.upper(view);
        if value >= old {
            return false;
        }
        let previous = self.last[view.index()];
        self.changes.push(Change { view, old, previous, literal });
        self.last[view.index()] = self.changes.len();
        self.upper[view.index()] = value;
        true
    }

    /// Returns a false literal that `view <= value` makes true.
    pub fn contradicted(&self, view: View, value: i64) -> Option<Lit> {
        if value >= self.lower(view) {
            return None;
        }
        let lower = self.last[view.negated().index()].checked_sub(1)?;
        self.changes[lower].literal.map(|literal| !literal)
    }

    /// Returns the nearest literal that `view <= value` makes true, unless it was reported.
    pub fn next_open(&self, view: View, value: i64) -> Option<Lit> {
        let (place, is_at_most) = Self::place(view, value);
        let exceeded = &self.exceeded[view.variable().0 as usize];
        let open = |(_, &var): (&i64, &Var)| {
            Some(Self::literal_of(var, is_at_most)).filter(|&lit| !self.is_true(lit))
        };
        // That of the value itself may be true, and the next one not.
        match is_at_most {
            true => exceeded.range(place..).take(2).find_map(open),
            false => exceeded.range(..=place).rev().take(2).find_map(open),
        }
    }

    /// Returns the upper bound of a view after the first `position` changes, and the number of changes up to the one that set it; 0 if
    /// it is the first bound.
    pub fn at(&self, view: View, position: usize) -> (i64, usize) {
        let mut last = self.last[view.index()];
        let mut bound = self.upper(view);
        while last > position {
            let Change { old, previous, .. } = self.changes[last - 1];
            (bound, last) = (old, previous);
        }
        (bound, last)
    }

    /// Appends the complement of a literal `view <= b` that was true after `position` changes, with the highest possible `b` up to
    /// `most`. Appends nothing if level 0 says so. Returns `b`.
    pub fn explain(&self, view: View, most: i64, position: usize, clause: &mut Vec<Lit>) -> i64 {
        let (mut bound, mut last) = self.at(view, position);
        debug_assert!(bound <= most, "the bound holds");
        while last > 0 {
            let Change { old, previous, .. } = self.changes[last - 1];
            if old > most {
                break;
            }
            (bound, last) = (old, previous);
        }
        if let Some(literal) = last.checked_sub(1).and_then(|change| self.changes[change].literal) {
            clause.push(!literal);
        }
        bound
    }

    pub fn new_level(&mut self) {
        self.levels.push((self.changes.len(), self.reported.len()));
    }

    pub fn backtrack(&mut self, level: usize) {
        let Some(&(changes, reported)) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for Change { view, old, previous, .. } in self.changes.drain(changes..).rev() {
            self.upper[view.index()] = old;
            self.last[view.index()] = previous;
            self.first_open = self.first_open.min(view.variable().0 as usize);
        }
        for lit in self.reported.drain(reported..) {
            self.is_true[lit.lidx()] = false;
        }
    }
}
