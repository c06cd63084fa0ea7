//! The decision order of the variables.
//!
//! Variables of recent conflicts have higher scores (VSIDS; Moskewicz et al.: Chaff, DAC 2001, in the exponential form and with
//! the heap of MiniSat: Eén & Sörensson, SAT 2003). Variables without conflicts are ordered by their clauses: each clause counts
//! for half as much as one that is shorter by a literal (Jeroslow & Wang: Solving propositional satisfiability problems, AMAI 1,
//! 1990).

use std::cmp::Ordering;

use rustsat::types::{Lit, Var};

/// The position of a variable that is not in the heap.
const NONE: u32 = u32::MAX;

/// Scores above this are rescaled.
const TOO_LARGE: f64 = 1e150;

/// The score of a hypothetical empty clause. It is so small that a million clauses weigh less than one conflict.
const CLAUSE_SCORE: f64 = 1e-6;

/// What comes before the score of a variable in the order.
#[derive(Clone, Copy, Debug)]
struct HeapPlace {
    level: i32,
    /// The score counts times this.
    factor: f32,
    /// Whether an enumeration decides the variable first.
    is_relevant: bool,
}

impl Default for HeapPlace {
    fn default() -> Self {
        HeapPlace { level: 0, factor: 1.0, is_relevant: false }
    }
}

/// The scores of the variables, and a heap that contains at least the unassigned ones.
#[derive(Debug)]
pub(crate) struct Scores {
    heap: Vec<u32>,
    /// The position of each variable in the heap, indexed by variable.
    positions: Vec<u32>,
    scores: Vec<f64>,
    /// Whether each variable is defined.
    defined: Vec<bool>,
    step: f64,
    /// The score after a first conflict.
    first_step: f64,
    /// Whether clauses were counted since the heap was last sorted.
    is_unsorted: bool,
    /// The place of each variable; a variable beyond the end has the default.
    places: Vec<HeapPlace>,
    uses_ranks: bool,
    /// Whether relevant variables are decided though they are defined.
    decides_relevant: bool,
    /// Whether a variable has a level or a factor.
    has_levels: bool,
}

impl Default for Scores {
    fn default() -> Self {
        Scores {
            heap: Vec::new(),
            positions: Vec::new(),
            scores: Vec::new(),
            defined: Vec::new(),
            step: 1.0,
            first_step: 1.0,
            is_unsorted: false,
            places: Vec::new(),
            uses_ranks: false,
            decides_relevant: false,
            has_levels: false,
        }
    }
}

impl Scores {
    pub fn make_room(&mut self, variables: usize) {
        self.scores.resize(variables, 0.0);
        self.defined.resize(variables, false);
        for variable in self.positions.len()..variables {
            self.positions.push(NONE);
            self.put_back(variable);
        }
    }

    /// Adds the score of a clause to its variables. The heap must be [sorted](Scores::sort) before the next decision.
    pub fn count(&mut self, clause: &[Lit]) {
        let score = CLAUSE_SCORE * 0.5_f64.powi(clause.len() as i32);
        clause.iter().for_each(|lit| self.scores[lit.vidx()] += score);
        self.is_unsorted = true;
    }

    /// Restores the heap order if clauses were counted.
    pub fn sort(&mut self) {
        if std::mem::take(&mut self.is_unsorted) {
            for position in (0..self.heap.len() / 2).rev() {
                self.sink(position, self.heap[position]);
            }
        }
    }

    /// Sets whether a variable is defined.
    pub fn define(&mut self, variable: usize, is_defined: bool) {
        let was_defined = std::mem::replace(&mut self.defined[variable], is_defined);
        if was_defined != is_defined && self.uses_places() {
            self.move_up_or_down(variable as u32);
        }
    }

    /// Whether a variable is defined.
    pub fn is_defined(&self, variable: usize) -> bool {
        self.defined[variable]
    }

    /// Names the relevant variables, and ceases to use ranks. `decides_relevant` says whether those of them that are defined are decided
    /// with ranks.
    pub fn rank(&mut self, relevant: &[Var], decides_relevant: bool) {
        self.use_ranks(false);
        self.decides_relevant = decides_relevant;
        self.places.iter_mut().for_each(|place| place.is_relevant = false);
        self.places.resize(self.scores.len(), HeapPlace::default());
        relevant.iter().for_each(|var| self.places[var.idx()].is_relevant = true);
    }

    /// Whether an enumeration named a variable as relevant.
    pub fn is_relevant(&self, variable: usize) -> bool {
        self.place_of(variable as u32).is_relevant
    }

    /// Sets whether ranks are used.
    pub fn use_ranks(&mut self, uses_ranks: bool) {
        if self.uses_ranks != uses_ranks {
            self.uses_ranks = uses_ranks;
            self.is_unsorted = true;
            self.sort();
        }
    }

    /// Whether levels, factors or ranks are in use.
    fn uses_places(&self) -> bool {
        self.uses_ranks || self.has_levels
    }

    /// Whether ranks are used.
    pub fn uses_ranks(&self) -> bool {
        self.uses_ranks
    }

    /// Sets the level of a variable, and the factor of its score.
    pub fn place(&mut self, variable: u32, level: i64, factor: i64) {
        let level = level.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let factor = factor as f32;
        let old = self.place_of(variable);
        if (level, factor) == (old.level, old.factor) {
            return;
        }
        if !std::mem::replace(&mut self.has_levels, true) {
            self.is_unsorted = true;
            self.sort();
        }
        if self.places.len() <= variable as usize {
            self.places.resize(self.scores.len(), HeapPlace::default());
        }
        self.places[variable as usize] = HeapPlace { level, factor, ..self.places[variable as usize] };
        self.move_up_or_down(variable);
    }

    /// Adds to the score of a variable.
    pub fn add(&mut self, variable: usize, score: f64) {
        self.scores[variable] += score;
        self.move_up_or_down(variable as u32);
    }

    /// Restores the heap order after the place of a variable has changed.
    fn move_up_or_down(&mut self, variable: u32) {
        let position = self.positions[variable as usize];
        if position != NONE {
            self.rise(position as usize, variable);
            self.sink(self.positions[variable as usize] as usize, variable);
        }
    }

    fn place_of(&self, variable: u32) -> HeapPlace {
        self.places.get(variable as usize).copied().unwrap_or_default()
    }

    /// Whether a variable may be decided. With ranks, the defined ones are not, but for relevant ones in a projection; with levels,
    /// only those of them are that have a level or took part in a conflict.
    fn is_decidable(&self, variable: u32) -> bool {
        if !self.defined[variable as usize] || !self.uses_places() {
            return true;
        }
        let place = self.place_of(variable);
        let is_bumped = self.scores[variable as usize] >= self.first_step;
        place.level > 0
            || if self.uses_ranks { self.decides_relevant && place.is_relevant } else { is_bumped }
    }

    /// Returns the first open variable that may be decided, which stays in the heap. Assigned variables before it are removed.
    #[inline]
    pub fn first(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.heap.first()?;
            if is_open(first as usize) {
                return self.is_decidable(first).then_some(first as usize);
            }
            let last = self.heap.pop()?;
            self.positions[first as usize] = NONE;
            if last != first {
                self.sink(0, last);
            }
        }
    }

    /// The variables in the heap: all open ones, and possibly others.
    pub fn waiting(&self) -> &[u32] {
        &self.heap
    }

    /// Puts a variable back into the heap, if it is not there.
    #[inline]
    pub fn put_back(&mut self, variable: usize) {
        if self.positions[variable] == NONE {
            let position = self.heap.len();
            self.heap.push(variable as u32);
            self.rise(position, variable as u32);
        }
    }

    /// Increases the score of a variable that took part in a conflict.
    #[inline]
    pub fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.scores[variable] > TOO_LARGE {
            self.rescale();
        }
        let position = self.positions[variable];
        if position != NONE {
            self.rise(position as usize, variable as u32);
        }
    }

    #[cold]
    fn rescale(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= TOO_LARGE);
        self.step /= TOO_LARGE;
        self.first_step /= TOO_LARGE;
    }

    /// Lowers the weight of earlier conflicts by this factor.
    pub fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }

    /// Returns whether one variable comes before another.
    #[inline]
    pub fn is_before(&self, one: u32, other: u32) -> bool {
        if self.uses_places() {
            return self.is_placed_before(one, other);
        }
        self.scores[one as usize] > self.scores[other as usize]
    }

    /// Compares the scores of two variables.
    pub fn compare(&self, one: u32, other: u32) -> Ordering {
        self.scores[one as usize].total_cmp(&self.scores[other as usize])
    }

    /// Returns whether a variable comes before all variables without a level that took part in no conflict.
    pub fn is_urgent(&self, variable: usize) -> bool {
        self.scores[variable] >= self.first_step
            || self.uses_places() && self.place_of(variable as u32).level > 0
    }

    fn is_placed_before(&self, one: u32, other: u32) -> bool {
        let (place, other_place) = (self.place_of(one), self.place_of(other));
        let key = |place: HeapPlace, variable: u32| {
            (self.is_decidable(variable), place.level, self.uses_ranks && place.is_relevant)
        };
        let score =
            |place: HeapPlace, variable: u32| f64::from(place.factor) * self.scores[variable as usize];
        match key(place, one).cmp(&key(other_place, other)) {
            Ordering::Equal => score(place, one) > score(other_place, other),
            order => order == Ordering::Greater,
        }
    }

    fn rise(&mut self, mut position: usize, variable: u32) {
        while position > 0 {
            let parent = (position - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.set(position, self.heap[parent]);
            position = parent;
        }
        self.set(position, variable);
    }

    fn sink(&mut self, mut position: usize, variable: u32) {
        loop {
            let left = 2 * position + 1;
            let Some(&child) = self.heap.get(left) else { break };
            let (mut at, mut best) = (left, child);
            if let Some(&right) = self.heap.get(left + 1) {
                if self.is_before(right, best) {
                    (at, best) = (left + 1, right);
                }
            }
            if !self.is_before(best, variable) {
                break;
            }
            self.set(position, best);
            position = at;
        }
        self.set(position, variable);
    }

    #[inline]
    fn set(&mut self, position: usize, variable: u32) {
        self.heap[position] = variable;
        self.positions[variable as usize] = position as u32;
    }
}
