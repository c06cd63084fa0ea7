//! The bounds of integer variables, their literals, and how both change along the search.
//!
//! A [`View`] is a variable or its negation, so that every bound is an upper one.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use rustsat::types::{Lit, Var};

/// The number of an integer variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntegerVariable(pub u32);

impl IntegerVariable {
    /// The variable itself, as a view.
    #[must_use]
    #[inline]
    pub fn view(self) -> View {
        View(2 * self.0)
    }

    /// The variable itself, or its negation where it is multiplied by a negative number.
    #[must_use]
    pub fn times(self, factor: i64) -> View {
        if factor < 0 {
            self.view().negated()
        } else {
            self.view()
        }
    }
}

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct View(u32);

impl View {
    /// The variable.
    #[must_use]
    #[inline]
    pub fn variable(self) -> IntegerVariable {
        IntegerVariable(self.0 / 2)
    }

    /// The view of the opposite value.
    #[must_use]
    #[inline]
    pub fn negated(self) -> View {
        View(self.0 ^ 1)
    }

    /// 1 for the variable itself, -1 for its negation.
    #[must_use]
    pub fn factor(self) -> i64 {
        if self.is_negation() {
            -1
        } else {
            1
        }
    }

    /// The view with this index.
    pub(super) fn of(index: usize) -> View {
        View(index as u32)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn is_negation(self) -> bool {
        self.0 % 2 == 1
    }
}

/// An upper bound of a view.
#[derive(Clone, Copy, Debug)]
struct Step {
    bound: i64,
    /// The number of changes up to the one that set it; 0 on level 0.
    position: usize,
    /// The literal that says so; `None` on level 0.
    literal: Option<Lit>,
}

/// The bounds, literals and changes.
#[derive(Debug)]
pub(super) struct Bounds {
    /// The upper bound of each view.
    upper: Vec<i64>,
    /// The falling upper bounds of each view, from that of level 0 on.
    steps: Vec<Vec<Step>>,
    /// The views whose bounds changed above level 0.
    changes: Vec<View>,
    /// The literals reported true, in their order.
    reported: Vec<Lit>,
    /// Whether each literal was reported true.
    is_true: Vec<bool>,
    /// The numbers of changes and reported literals where each level above 0 begins.
    levels: Vec<(usize, usize)>,
    /// For each variable, values in ascending order, with the literal that is true if the value is exceeded.
    exceeded: Vec<Vec<(i64, Lit)>>,
    /// What each of those says, by variable of the solver: the variable, the value, and whether its positive literal says that this is
    /// exceeded.
    meanings: Vec<Option<(IntegerVariable, i64, bool)>>,
    next_variable: Arc<AtomicU32>,
    to_observe: Vec<Var>,
    /// The variables of the solver that were made above level 0, each with the level; those of higher levels come last.
    made: Vec<(usize, Var)>,
    /// Whether each of them is in a clause, by variable of the solver, and whether all of them are kept as if they were.
    kept: Vec<bool>,
    keeps_all: bool,
    to_call_temporary: Vec<Var>,
    /// Those that were undone, and are in no clause.
    free: Vec<Var>,
    /// Variables before this one have one value, or had one when the level was the current one or a lower one.
    first_open: usize,
}

impl Bounds {
    pub fn new(next_variable: Arc<AtomicU32>) -> Self {
        Bounds {
            upper: Vec::new(),
            steps: Vec::new(),
            changes: Vec::new(),
            reported: Vec::new(),
            is_true: Vec::new(),
            levels: Vec::new(),
            exceeded: Vec::new(),
            meanings: Vec::new(),
            next_variable,
            to_observe: Vec::new(),
            made: Vec::new(),
            kept: Vec::new(),
            keeps_all: false,
            to_call_temporary: Vec::new(),
            free: Vec::new(),
            first_open: 0,
        }
    }

    pub fn add_variable(&mut self, least: i64, greatest: i64) -> IntegerVariable {
        let variable = IntegerVariable(self.exceeded.len() as u32);
        self.upper.extend([greatest, -least]);
        self.steps.extend([greatest, -least].map(|bound| vec![Step { bound, position: 0, literal: None }]));
        self.exceeded.push(Vec::new());
        variable
    }

    pub fn len(&self) -> usize {
        self.exceeded.len()
    }

    #[inline]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// The number of changes above level 0 so far.
    #[inline]
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    #[inline]
    pub fn upper(&self, view: View) -> i64 {
        self.upper[view.index()]
    }

    #[inline]
    pub fn lower(&self, view: View) -> i64 {
        -self.upper[view.negated().index()]
    }

    #[inline]
    pub fn range(&self, variable: IntegerVariable) -> (i64, i64) {
        (self.lower(variable.view()), self.upper(variable.view()))
    }

    /// The first variable that has more than one value left.
    pub fn first_open(&mut self) -> Option<IntegerVariable> {
        let mut variables = (self.first_open..self.len()).map(|index| IntegerVariable(index as u32));
        let open = variables.find(|it| self.lower(it.view()) < self.upper(it.view()));
        self.first_open = open.map_or(self.len(), |variable| variable.0 as usize);
        open
    }

    /// Observes a variable of the solver.
    pub fn observe(&mut self, var: Var) {
        self.to_observe.push(var);
    }

    pub fn take_observed(&mut self) -> Vec<Var> {
        std::mem::take(&mut self.to_observe)
    }

    pub fn take_temporary(&mut self) -> Vec<Var> {
        std::mem::take(&mut self.to_call_temporary)
    }

    /// Notes that a variable of the solver is in a clause.
    pub fn keep(&mut self, var: Var) {
        if self.kept.len() <= var.idx() {
            self.kept.resize(var.idx() + 1, false);
        }
        self.kept[var.idx()] = true;
    }

    /// The solver's variables that stand for bounds. They and all later ones do so for good.
    pub fn all(&mut self) -> Vec<Var> {
        self.keeps_all = true;
        self.exceeded.iter().flatten().map(|(_, literal)| literal.var()).collect()
    }

    /// Whether a literal was reported true.
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.is_true.get(lit.lidx()).copied().unwrap_or(false)
    }

    /// Notes that a literal is true. Returns false if that is known.
    #[inline]
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
    #[inline]
    pub fn meaning(&self, lit: Lit) -> Option<(View, i64)> {
        let (variable, value, exceeds) = (*self.meanings.get(lit.vidx())?)?;
        Some(match lit.is_neg() == exceeds {
            true => (variable.view(), value),
            false => (variable.view().negated(), -value - 1),
        })
    }

    /// The value of a variable that `view <= value` does not exceed, and whether the literal is that or its complement.
    #[inline]
    fn place(view: View, value: i64) -> (i64, bool) {
        match view.is_negation() {
            false => (value, true),
            true => (-value - 1, false),
        }
    }

    #[inline]
    fn literal_of(exceeded: Lit, is_at_most: bool) -> Lit {
        if is_at_most {
            !exceeded
        } else {
            exceeded
        }
    }

    /// Returns the literal `view <= value`, or its value if that holds on level 0. A missing one is made; above level 0, it lasts until it
    /// is undone, or for good if a clause has it by then.
    pub fn literal_or_value(&mut self, view: View, value: i64) -> Result<Lit, bool> {
        let level = self.level();
        let mut made = None;
        let found = self.literal_of_new(view, value, |bounds| {
            let next = || Var::new(bounds.next_variable.fetch_add(1, Ordering::Relaxed));
            *made.insert(bounds.free.pop().unwrap_or_else(next))
        });
        if let (Some(var), true) = (made, level > 0) {
            self.made.push((level, var));
            self.to_call_temporary.push(var);
        }
        found
    }

    /// Returns the literal `view <= value`, which is made of a new variable from `new` if it is missing, or its value if that holds on
    /// level 0.
    pub fn literal_of_new(
        &mut self,
        view: View,
        value: i64,
        new: impl FnOnce(&mut Bounds) -> Var,
    ) -> Result<Lit, bool> {
        let (place, is_at_most) = Self::place(view, value);
        let exceeded = &self.exceeded[view.variable().0 as usize];
        if let Ok(found) = exceeded.binary_search_by_key(&place, |&(value, _)| value) {
            return Ok(Self::literal_of(exceeded[found].1, is_at_most));
        }
        if value >= self.first_upper(view) {
            return Err(true);
        }
        if value < -self.first_upper(view.negated()) {
            return Err(false);
        }
        let literal = Self::literal_of(new(self).pos_lit(), is_at_most);
        self.let_say(view, value, literal);
        Ok(literal)
    }

    /// Lets a literal say `view <= value`. Returns false if it says another bound already, or was reported, or if another literal says
    /// this, or nothing needs to.
    pub fn name(&mut self, view: View, value: i64, literal: Lit) -> bool {
        if value >= self.upper(view) || value < self.lower(view) {
            return false;
        }
        let (place, _) = Self::place(view, value);
        let exceeded = &self.exceeded[view.variable().0 as usize];
        let is_said = exceeded.binary_search_by_key(&place, |&(value, _)| value).is_ok();
        if is_said || self.meaning(literal).is_some() || self.is_true(literal) || self.is_true(!literal) {
            return false;
        }
        self.let_say(view, value, literal);
        true
    }

    fn let_say(&mut self, view: View, value: i64, literal: Lit) {
        if self.meanings.len() <= literal.vidx() {
            self.meanings.resize(literal.vidx() + 1, None);
        }
        let (value, is_at_most) = Self::place(view, value);
        let exceeds = Self::literal_of(literal, is_at_most);
        let exceeded = &mut self.exceeded[view.variable().0 as usize];
        let place = exceeded.partition_point(|&(other, _)| other < value);
        exceeded.insert(place, (value, exceeds));
        self.meanings[literal.vidx()] = Some((view.variable(), value, exceeds.is_pos()));
        self.to_observe.push(literal.var());
    }

    /// The upper bound of a view on level 0.
    fn first_upper(&self, view: View) -> i64 {
        self.steps[view.index()][0].bound
    }

    /// Lowers the upper bound of a view. Returns the bound before, or `None` if it is not higher.
    #[inline]
    pub fn tighten(&mut self, view: View, value: i64, literal: Option<Lit>) -> Option<i64> {
        let old = self.upper(view);
        if value >= old {
            return None;
        }
        self.upper[view.index()] = value;
        let steps = &mut self.steps[view.index()];
        if self.levels.is_empty() {
            steps[0].bound = value;
        } else {
            self.changes.push(view);
            steps.push(Step { bound: value, position: self.changes.len(), literal });
        }
        Some(old)
    }

    /// Returns a false literal that `view <= value` makes true.
    pub fn contradicted(&self, view: View, value: i64) -> Option<Lit> {
        if value >= self.lower(view) {
            return None;
        }
        self.steps[view.negated().index()].last().and_then(|step| step.literal).map(|literal| !literal)
    }

    /// The literals of a view that `view <= value` makes true, and `view <= old` does not, unless they were reported.
    pub fn between(&self, view: View, value: i64, old: i64) -> impl Iterator<Item = Lit> + '_ {
        let exceeded = &self.exceeded[view.variable().0 as usize];
        let (first, is_at_most) = Self::place(view, value);
        let (end, _) = Self::place(view, old);
        // Of a negation, the places fall where the bounds rise, and that of the old one is the last that is left out.
        let (first, end) = if is_at_most { (first, end) } else { (end + 1, first + 1) };
        let start = exceeded.partition_point(|&(place, _)| place < first);
        let between = exceeded[start..].iter().take_while(move |&&(place, _)| place < end);
        between
            .map(move |&(_, exceeds)| Self::literal_of(exceeds, is_at_most))
            .filter(|&lit| !self.is_true(lit))
    }

    /// Returns the upper bounds of a view that were set by the first `position` changes.
    #[inline]
    fn until(&self, view: View, position: usize) -> &[Step] {
        let steps = &self.steps[view.index()];
        &steps[..last(steps, |step| step.position <= position)]
    }

    /// Returns the upper bound of a view after the first `position` changes, and the number of changes up to the one that set it; 0 if
    /// it is that of level 0.
    #[inline]
    pub fn at(&self, view: View, position: usize) -> (i64, usize) {
        let step = self.until(view, position).last().expect("there is one of level 0");
        (step.bound, step.position)
    }

    /// Appends the complement of a literal `view <= b` that was true after `position` changes, with the highest possible `b` up to
    /// `most`. Appends nothing if level 0 says so. Returns `b`.
    pub fn explain(&self, view: View, most: i64, position: usize, clause: &mut Vec<Lit>) -> i64 {
        let steps = self.until(view, position);
        let above = last(steps, |step| step.bound > most);
        debug_assert!(above < steps.len(), "the bound holds");
        let step = steps[above];
        clause.extend(step.literal.map(|literal| !literal));
        step.bound
    }

    pub fn new_level(&mut self) {
        self.levels.push((self.changes.len(), self.reported.len()));
    }

    /// Undoes the levels above `level`. Calls `undone` with each view whose upper bound rises, and by how much.
    pub fn backtrack(&mut self, level: usize, mut undone: impl FnMut(View, i64)) {
        let Some(&(changes, reported)) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for view in self.changes.drain(changes..).rev() {
            let steps = &mut self.steps[view.index()];
            steps.pop();
            let old = steps.last().expect("there is one of level 0").bound;
            undone(view, old - self.upper[view.index()]);
            self.upper[view.index()] = old;
            self.first_open = self.first_open.min(view.variable().0 as usize);
        }
        for lit in self.reported.drain(reported..) {
            self.is_true[lit.lidx()] = false;
        }
        while let Some((_, var)) = self.made.pop_if(|(made, _)| *made > level) {
            if !self.keeps_all && !self.kept.get(var.idx()).copied().unwrap_or(false) {
                self.release(var);
            }
        }
    }

    /// Lets a variable of the solver stand for nothing any more.
    fn release(&mut self, var: Var) {
        let Some((variable, value, _)) = self.meanings[var.idx()].take() else { return };
        let exceeded = &mut self.exceeded[variable.0 as usize];
        if let Ok(place) = exceeded.binary_search_by_key(&value, |&(value, _)| value) {
            exceeded.remove(place);
        }
        self.free.push(var);
    }
}

/// Returns the number of elements that satisfy a condition: the first ones do, and most often all but a few.
#[inline]
fn last<T>(all: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    const FEW: usize = 8;
    let near = all.len().saturating_sub(FEW);
    match all[near..].iter().rposition(&is_before) {
        Some(place) => near + place + 1,
        None => all[..near].partition_point(is_before),
    }
}
