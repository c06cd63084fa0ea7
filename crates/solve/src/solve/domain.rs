//! Decision heuristic for `#heuristic` (Gebser, Kaufmann, Otero, Romero, Schaub & Wanko: Domain-Specific Heuristics in
//! Answer Set Programming, AAAI 2013).
//!
//! The next decision is an unassigned atom of the highest level, and among these one with the largest product of score
//! and factor. Scores grow as in VSIDS (Moskewicz, Madigan, Zhao, Zhang & Malik: Chaff, DAC 2001): with each learned
//! clause, and more for later ones. If only positive levels are given, the solver decides on all atoms of level 0
//! itself. Otherwise this heuristic decides on all atoms of the program, and the solver only on its auxiliary
//! variables.
//!
//! Invariant: level, sign and factor of an assigned atom are those that applied when it got its value. They are updated
//! when it loses the value. While it is unassigned, the queue contains an entry with its current level and score.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex, MutexGuard};

use groundplan_sat::{Propagator, Trail};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::{AtomId, Heuristic, Literal, Modifier, Program};

/// Factor by which each learned clause reduces the weight of earlier ones.
const DECAY: f64 = 0.95;
/// Scores are scaled down when one exceeds this.
const LARGE: f64 = 1e100;
/// Initial score of an atom; not 0, so that a factor has an effect.
const SCORE: f64 = 1.0;

/// The property that a modification changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aspect {
    Level,
    Sign,
    Factor,
}

#[derive(Debug)]
struct Modification {
    aspect: Aspect,
    bias: i64,
    priority: u64,
    /// The index of its condition; `None` if it always applies.
    condition: Option<usize>,
    /// Whether it sets a level above 0, or comes from a heuristic that does.
    lifts: bool,
}

/// An atom that this heuristic decides on. Several may share a variable.
#[derive(Debug)]
struct Candidate {
    literal: Lit,
    modifications: Vec<Modification>,
    level: i64,
    factor: i64,
    /// The value that `#heuristic` prescribes, if any.
    sign: Option<bool>,
    score: f64,
    /// The saved phase: the last value.
    saved: bool,
    /// The level and score of its current entry in the queue.
    queued: Option<(i64, f64)>,
    stamp: u32,
}

/// A conjunction under which modifications apply.
#[derive(Debug)]
struct Condition {
    /// The number of its literals that are not true.
    lacking: usize,
    candidates: Vec<usize>,
}

#[derive(PartialEq, Debug)]
struct Entry {
    level: i64,
    score: f64,
    candidate: Reverse<usize>,
    stamp: u32,
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let levels = self.level.cmp(&other.level);
        levels.then(self.score.total_cmp(&other.score)).then(self.candidate.cmp(&other.candidate))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The decision heuristic of a search. The solver's thread calls it; it is updated between searches.
#[derive(Debug)]
pub(super) struct DomainHeuristic {
    candidates: Vec<Candidate>,
    candidate_of: FxHashMap<AtomId, usize>,
    /// The candidates of each variable.
    sharing: FxHashMap<Var, Vec<usize>>,
    conditions: Vec<Condition>,
    /// The conditions that contain each literal.
    occurrences: FxHashMap<Lit, Vec<usize>>,
    queue: BinaryHeap<Entry>,
    /// The increment of a score for a literal of a learned clause.
    step: f64,
    /// The assignment.
    trail: Trail,
    /// Whether all atoms are candidates.
    decides_all: bool,
    /// The numbers of heuristics and atoms that were read.
    read: (usize, usize),
    /// Variables that the solver does not observe yet.
    new: Vec<Var>,
    observed: FxHashSet<Var>,
    /// The sign of each candidate when the last model was found, indexed by candidate; `None` unless domain recording
    /// needs them.
    signs: Option<Vec<Option<bool>>>,
}

impl Default for DomainHeuristic {
    fn default() -> Self {
        DomainHeuristic {
            candidates: Vec::new(),
            candidate_of: FxHashMap::default(),
            sharing: FxHashMap::default(),
            conditions: Vec::new(),
            occurrences: FxHashMap::default(),
            queue: BinaryHeap::new(),
            step: 1.0,
            trail: Trail::default(),
            decides_all: false,
            read: (0, 0),
            new: Vec::new(),
            observed: FxHashSet::default(),
            signs: None,
        }
    }
}

impl DomainHeuristic {
    /// Reads the heuristics that were added to the program since the last call. May write clauses.
    pub fn read(&mut self, program: &Program, translation: &mut Translation) {
        let new = &program.heuristics[self.read.0..];
        self.read.0 = program.heuristics.len();
        let mut scores: FxHashMap<usize, (u64, i64)> = FxHashMap::default();
        let mut touched: Vec<usize> = Vec::new();
        for heuristic in new {
            let Some(literal) = self.literal(heuristic.atom.positive(), program, translation).open() else {
                continue;
            };
            let Some(condition) = self.condition(&heuristic.condition, program, translation) else {
                continue;
            };
            let candidate = self.candidate(heuristic.atom, literal);
            touched.push(candidate);
            if heuristic.modifier == Modifier::Init {
                // A condition cannot delay an initial score.
                if condition.is_empty()
                    && scores.get(&candidate).is_none_or(|known| known.0 <= heuristic.priority)
                {
                    scores.insert(candidate, (heuristic.priority, heuristic.bias));
                }
                continue;
            }
            let condition = self.enter(condition, candidate);
            self.candidates[candidate].modify(heuristic, condition);
        }
        for (&candidate, &(_, score)) in &scores {
            self.candidates[candidate].score += score as f64;
        }
        self.decides_all |= touched
            .iter()
            .any(|&candidate| !self.candidates[candidate].is_lifted(scores.contains_key(&candidate)));
        if self.decides_all {
            let atoms: Vec<AtomId> = translation.core_atoms(self.read.1).collect();
            self.read.1 += atoms.len();
            for atom in atoms {
                if let Some(literal) = self.literal(atom.positive(), program, translation).open() {
                    touched.push(self.candidate(atom, literal));
                }
            }
        }
        touched.into_iter().for_each(|candidate| self.look_up(candidate));
    }

    /// Returns the solver's literal that is equivalent to a literal of the program, and has its variable observed.
    fn literal(
        &mut self,
        literal: Literal,
        program: &Program,
        translation: &mut Translation,
    ) -> KnownLiteral {
        translation.assumption(program, literal.complement());
        let known = translation.assumption(program, literal);
        if let KnownLiteral::Literal(literal) = known {
            if self.observed.insert(literal.var()) {
                self.new.push(literal.var());
            }
        }
        known
    }

    /// Returns the literals of a condition, or `None` if it never holds.
    fn condition(
        &mut self,
        condition: &[Literal],
        program: &Program,
        translation: &mut Translation,
    ) -> Option<Vec<Lit>> {
        let mut literals = Vec::with_capacity(condition.len());
        for &literal in condition {
            match self.literal(literal, program, translation) {
                KnownLiteral::Constant(true) => {}
                KnownLiteral::Constant(false) => return None,
                KnownLiteral::Literal(literal) => literals.push(literal),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        Some(literals)
    }

    /// Adds a condition of a candidate and returns its index, or `None` if it always holds.
    fn enter(&mut self, literals: Vec<Lit>, candidate: usize) -> Option<usize> {
        if literals.is_empty() {
            return None;
        }
        let number = self.conditions.len();
        let lacking = literals.iter().filter(|&&literal| !self.holds(literal)).count();
        self.conditions.push(Condition { lacking, candidates: vec![candidate] });
        literals.into_iter().for_each(|literal| self.occurrences.entry(literal).or_default().push(number));
        Some(number)
    }

    fn candidate(&mut self, atom: AtomId, literal: Lit) -> usize {
        let DomainHeuristic { candidates, candidate_of, sharing, .. } = self;
        *candidate_of.entry(atom).or_insert_with(|| {
            sharing.entry(literal.var()).or_default().push(candidates.len());
            candidates.push(Candidate {
                literal,
                modifications: Vec::new(),
                level: 0,
                factor: 1,
                sign: None,
                score: SCORE,
                saved: false,
                queued: None,
                stamp: 0,
            });
            candidates.len() - 1
        })
    }

    fn holds(&self, literal: Lit) -> bool {
        self.trail.is_true(literal)
    }

    fn has_value(&self, candidate: usize) -> bool {
        let literal = self.candidates[candidate].literal;
        self.holds(literal) || self.holds(!literal)
    }

    /// Updates level, factor and sign of an unassigned candidate, and queues it.
    fn look_up(&mut self, number: usize) {
        if self.has_value(number) {
            return;
        }
        let DomainHeuristic { candidates, conditions, queue, .. } = self;
        let candidate = &mut candidates[number];
        let in_force = |aspect| {
            let of = candidate.modifications.iter().filter(|modification| modification.aspect == aspect);
            let in_force = of.filter(|it| it.condition.is_none_or(|number| conditions[number].lacking == 0));
            // Among equal priorities, conditional modifications win, and then the later one in the ground program.
            in_force.max_by_key(|it| (it.priority, it.condition.is_some())).map(|it| it.bias)
        };
        if !candidate.modifications.is_empty() {
            let (level, factor, sign) =
                (in_force(Aspect::Level), in_force(Aspect::Factor), in_force(Aspect::Sign));
            candidate.level = level.unwrap_or(0);
            candidate.factor = factor.unwrap_or(1);
            candidate.sign = sign.filter(|&bias| bias != 0).map(|bias| bias > 0);
        }
        let key = (candidate.level, candidate.factor as f64 * candidate.score);
        if candidate.queued == Some(key) {
            return;
        }
        candidate.stamp = candidate.stamp.wrapping_add(1);
        candidate.queued = Some(key);
        let stamp = candidate.stamp;
        queue.push(Entry { level: key.0, score: key.1, candidate: Reverse(number), stamp });
        if queue.len() > 4 * candidates.len() + 64 {
            queue.retain(|entry| candidates[entry.candidate.0].stamp == entry.stamp);
        }
    }

    /// Scales all scores down.
    fn rescale(&mut self) {
        self.step /= LARGE;
        self.queue.clear();
        for number in 0..self.candidates.len() {
            self.candidates[number].score /= LARGE;
            self.candidates[number].queued = None;
            self.look_up(number);
        }
    }

    /// Returns the candidates whose level is always above 0, on which models are recorded. As in clasp, the
    /// unconditional level of the highest priority decides.
    fn recorded(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.candidates.len()).filter(|&number| {
            let modifications = self.candidates[number].modifications.iter();
            let levels = modifications.filter(|it| it.aspect == Aspect::Level && it.condition.is_none());
            levels.max_by_key(|it| it.priority).is_some_and(|it| it.bias > 0)
        })
    }
}

impl Candidate {
    fn modify(&mut self, heuristic: &Heuristic, condition: Option<usize>) {
        let Heuristic { bias, priority, .. } = *heuristic;
        let mut push = |aspect, bias, lifts| {
            self.modifications.push(Modification { aspect, bias, priority, condition, lifts });
        };
        match heuristic.modifier {
            Modifier::Level => push(Aspect::Level, bias, bias > 0),
            Modifier::Sign => push(Aspect::Sign, bias, false),
            Modifier::Factor => push(Aspect::Factor, bias, false),
            Modifier::True | Modifier::False => {
                push(Aspect::Level, bias, bias > 0);
                let sign = if heuristic.modifier == Modifier::True { 1 } else { -1 };
                push(Aspect::Sign, sign, bias > 0);
            }
            Modifier::Init => {}
        }
    }

    /// Whether its level is above 0 whenever a modification applies, so that no decision at level 0 depends on it.
    /// `scored` says whether it has an initial score of its own.
    fn is_lifted(&self, scored: bool) -> bool {
        let always = |it: &Modification| it.aspect == Aspect::Level && it.condition.is_none();
        let always = self.modifications.iter().any(always);
        let lifts = |it: &Modification| it.lifts || always && it.aspect != Aspect::Level;
        (always || !scored) && self.modifications.iter().all(lifts)
    }
}

impl KnownLiteral {
    fn open(self) -> Option<Lit> {
        match self {
            KnownLiteral::Literal(literal) => Some(literal),
            KnownLiteral::Constant(_) => None,
        }
    }
}

impl Propagator for DomainHeuristic {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            if !self.trail.push(literal) {
                continue;
            }
            let conditions = self.occurrences.get(&literal).map_or(0, Vec::len);
            for index in 0..conditions {
                let condition = self.occurrences[&literal][index];
                self.conditions[condition].lacking -= 1;
                if self.conditions[condition].lacking == 0 {
                    for candidate in 0..self.conditions[condition].candidates.len() {
                        self.look_up(self.conditions[condition].candidates[candidate]);
                    }
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        let mut touched: Vec<usize> = Vec::new();
        for literal in self.trail.backtrack(level).into_iter().rev() {
            for &number in self.sharing.get(&literal.var()).into_iter().flatten() {
                self.candidates[number].saved = self.candidates[number].literal == literal;
                touched.push(number);
            }
            for &condition in self.occurrences.get(&literal).into_iter().flatten() {
                let condition = &mut self.conditions[condition];
                if condition.lacking == 0 {
                    touched.extend_from_slice(&condition.candidates);
                }
                condition.lacking += 1;
            }
        }
        touched.into_iter().for_each(|candidate| self.look_up(candidate));
    }

    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.push(literal);
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        if let Some(signs) = &mut self.signs {
            signs.clear();
            signs.extend(self.candidates.iter().map(|candidate| candidate.sign));
        }
        Vec::new()
    }

    fn decide(&mut self) -> Option<Lit> {
        loop {
            let &Entry { candidate: Reverse(number), stamp, level, .. } = self.queue.peek()?;
            if self.candidates[number].stamp != stamp {
                self.queue.pop();
            } else if self.has_value(number) {
                self.queue.pop();
                self.candidates[number].queued = None;
            } else if level <= 0 && !self.decides_all {
                return None;
            } else {
                let candidate = &self.candidates[number];
                let value = candidate.sign.unwrap_or(candidate.saved);
                return Some(if value { candidate.literal } else { !candidate.literal });
            }
        }
    }

    fn learned(&mut self, clause: &[Lit]) {
        let mut largest = 0.0;
        for literal in clause {
            for index in 0..self.sharing.get(&literal.var()).map_or(0, Vec::len) {
                let number = self.sharing[&literal.var()][index];
                self.candidates[number].score += self.step;
                largest = self.candidates[number].score.max(largest);
                self.look_up(number);
            }
        }
        self.step /= DECAY;
        if largest.max(self.step) > LARGE {
            self.rescale();
        }
    }

    fn decides(&self) -> bool {
        true
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }
}

/// The decision heuristic, shared with the solver's thread.
#[derive(Clone, Default, Debug)]
pub(super) struct Decider(Arc<Mutex<DomainHeuristic>>);

impl Decider {
    pub fn lock(&self) -> MutexGuard<'_, DomainHeuristic> {
        self.0.lock().expect("the solver's thread did not panic")
    }

    /// Returns the heuristic as a propagator for the solver.
    pub fn connect(&self) -> Box<dyn Propagator> {
        Box::new(Arc::clone(&self.0))
    }

    /// Takes the variables that the solver must observe from now on.
    pub fn take_new(&self) -> Vec<Var> {
        std::mem::take(&mut self.lock().new)
    }

    /// Returns the number of variables on which models are recorded.
    pub fn recorded_count(&self) -> usize {
        self.lock().recorded().count()
    }

    /// Stores the signs of models from now on.
    pub fn keep_signs(&self) {
        self.lock().signs.get_or_insert_default();
    }

    /// Returns the clause that excludes the last model, and all models that differ from it only on atoms with the
    /// preferred value.
    ///
    /// If the heuristic prefers false, for example, the clause excludes all models with more of these atoms. `holds`
    /// says which literals are true in the model.
    pub fn recorded_clause(&self, holds: impl Fn(Lit) -> bool) -> Vec<Lit> {
        let domain = self.lock();
        let signs = domain.signs.as_deref().unwrap_or_default();
        let sign = |number: usize| signs.get(number).copied().flatten();
        let values = domain.recorded().map(|number| {
            let literal = domain.candidates[number].literal;
            (number, literal, holds(literal))
        });
        let differing = values.filter(|&(number, _, value)| sign(number) != Some(value));
        differing.map(|(_, literal, value)| if value { !literal } else { literal }).collect()
    }
}
