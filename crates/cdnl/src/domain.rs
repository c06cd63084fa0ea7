//! Modifications of the decision order that hold under conditions (Gebser, Kaufmann, Otero, Romero, Schaub & Wanko:
//! Domain-Specific Heuristics in Answer Set Programming, AAAI 2013).
//!
//! Several atoms may share a variable. Each has a level, a factor and a sign of its own; the highest level determines the place of the
//! variable, and the sign with which it is decided.
//!
//! Invariants: `lacking` counts the literals of a condition that are not among the first `counted` of the trail. Level, factor and
//! sign of an atom with an assigned variable are those that held when it got its value. Those of an open one are up to date, or it is
//! `due`.

use rustsat::types::{Lit, Var};

use crate::assignment::Assignment;
use crate::lists::Lists;
use crate::order::Scores;

/// No subject, or no condition.
const NONE: u32 = u32::MAX;

/// What a [`Modification`] changes in the decision order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// Variables of a higher level are decided first. The default is 0.
    Level,
    /// The value with which the literal is decided: true if the bias is positive, false if it is negative.
    Sign,
    /// The factor by which the score counts. The default is 1.
    Factor,
    /// The bias is added to the score, once and whatever the condition. A conflict raises scores by 1 at first.
    Score,
}

/// A modification of the decision order. It holds while all literals of its condition are true. Of those for one aspect of an
/// atom, the one of the highest priority counts; of equal ones a conditional one, and then the last.
#[derive(Clone, Debug)]
pub struct Modification {
    /// The literal of the atom.
    pub lit: Lit,
    /// The number of the atom. The caller numbers the atoms with modifications from 0.
    pub atom: usize,
    /// What it changes.
    pub aspect: Aspect,
    /// The value.
    pub bias: i64,
    /// Its priority.
    pub priority: u64,
    /// Literals that must all be true.
    pub condition: Vec<Lit>,
}

#[derive(Clone, Copy, Debug)]
struct DomainEntry {
    aspect: Aspect,
    bias: i64,
    priority: u64,
    condition: u32,
}

/// An atom with modifications.
#[derive(Debug)]
struct Subject {
    /// The literal; `None` before the first modification.
    lit: Option<Lit>,
    entries: Vec<DomainEntry>,
    level: i64,
    factor: i64,
    sign: Option<bool>,
    is_due: bool,
    /// The subject before it of the same variable.
    sibling: u32,
}

impl Default for Subject {
    fn default() -> Self {
        Subject {
            lit: None,
            entries: Vec::new(),
            level: 0,
            factor: 1,
            sign: None,
            is_due: false,
            sibling: NONE,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Condition {
    lacking: u32,
    subject: u32,
}

/// The modifications, and how much of their conditions holds.
#[derive(Default, Debug)]
pub(crate) struct Domain {
    /// The atoms, by their numbers.
    subjects: Vec<Subject>,
    /// The last subject of each variable.
    subject_of: Vec<u32>,
    conditions: Vec<Condition>,
    /// The conditions that contain each literal, indexed by literal.
    occurrences: Lists<u32>,
    counted: usize,
    /// The subjects whose values must be looked up.
    due: Vec<u32>,
}

impl Domain {
    /// Whether there are no modifications.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    pub fn make_room(&mut self, variables: usize) {
        self.subject_of.resize(variables, NONE);
        self.occurrences.make_room(2 * variables);
    }

    /// Adds a modification, for whose variables there is room.
    pub fn add(&mut self, modification: &Modification, assignment: &Assignment) {
        let Modification { lit, atom, aspect, bias, priority, ref condition } = *modification;
        if atom >= self.subjects.len() {
            self.subjects.resize_with(atom + 1, Subject::default);
        }
        let condition = if condition.is_empty() { NONE } else { self.enter(condition, atom, assignment) };
        let Domain { subjects, subject_of, .. } = self;
        let subject = &mut subjects[atom];
        if subject.lit.is_none() {
            subject.lit = Some(lit);
            subject.sibling = std::mem::replace(&mut subject_of[lit.vidx()], atom as u32);
        }
        subject.entries.push(DomainEntry { aspect, bias, priority, condition });
        self.note(atom);
    }

    fn enter(&mut self, literals: &[Lit], subject: usize, assignment: &Assignment) -> u32 {
        let number = self.conditions.len() as u32;
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let is_counted =
            |lit: Lit| assignment.is_true(lit) && (assignment.position_of(lit) as usize) < self.counted;
        let lacking = literals.iter().filter(|&&lit| !is_counted(lit)).count() as u32;
        self.conditions.push(Condition { lacking, subject: subject as u32 });
        literals.iter().for_each(|lit| self.occurrences.push(lit.lidx(), number));
        number
    }

    fn note(&mut self, subject: usize) {
        if !std::mem::replace(&mut self.subjects[subject].is_due, true) {
            self.due.push(subject as u32);
        }
    }

    /// Brings the order of the open variables up to date.
    pub fn update(&mut self, assignment: &Assignment, scores: &mut Scores) {
        for &lit in &assignment.trail()[self.counted..] {
            for place in 0..self.occurrences.get(lit.lidx()).len() {
                let condition = &mut self.conditions[self.occurrences.get(lit.lidx())[place] as usize];
                condition.lacking -= 1;
                if condition.lacking == 0 {
                    let subject = condition.subject as usize;
                    self.note(subject);
                }
            }
        }
        self.counted = assignment.trail().len();
        while let Some(subject) = self.due.pop() {
            self.look_up(subject as usize, assignment, scores);
        }
    }

    /// Notes that the part of the trail from `start` is about to be undone.
    pub fn backtrack(&mut self, start: usize, assignment: &Assignment) {
        for (position, &lit) in assignment.trail().iter().enumerate().skip(start) {
            let mut subject = self.subject_of[lit.vidx()];
            while subject != NONE {
                self.note(subject as usize);
                subject = self.subjects[subject as usize].sibling;
            }
            if position >= self.counted {
                continue;
            }
            for place in 0..self.occurrences.get(lit.lidx()).len() {
                let condition = &mut self.conditions[self.occurrences.get(lit.lidx())[place] as usize];
                condition.lacking += 1;
                if condition.lacking == 1 {
                    let subject = condition.subject as usize;
                    self.note(subject);
                }
            }
        }
        self.counted = self.counted.min(start);
    }

    /// The subjects of a variable, the last one first.
    fn subjects_of(&self, var: Var) -> impl Iterator<Item = &Subject> {
        let subject = |number: u32| self.subjects.get(number as usize);
        let last = self.subject_of.get(var.idx()).and_then(|&number| subject(number));
        std::iter::successors(last, move |it| subject(it.sibling))
    }

    /// The subject of a variable that determines its place: the first one of the highest level and factor.
    fn leading(&self, var: Var) -> Option<&Subject> {
        self.subjects_of(var).max_by_key(|subject| (subject.level, subject.factor))
    }

    /// Looks up the values of an atom, if its variable is open.
    fn look_up(&mut self, number: usize, assignment: &Assignment, scores: &mut Scores) {
        let Domain { subjects, conditions, .. } = self;
        let subject = &mut subjects[number];
        subject.is_due = false;
        let Some(lit) = subject.lit.filter(|&lit| assignment.is_open(lit)) else { return };
        let holds = |entry: &&DomainEntry| {
            entry.condition == NONE || conditions[entry.condition as usize].lacking == 0
        };
        let value = |aspect: Aspect| {
            let entries = subject.entries.iter().filter(|entry| entry.aspect == aspect).filter(holds);
            entries.max_by_key(|entry| (entry.priority, entry.condition != NONE)).map(|entry| entry.bias)
        };
        let (level, factor) = (value(Aspect::Level).unwrap_or(0), value(Aspect::Factor).unwrap_or(1));
        let sign = value(Aspect::Sign).filter(|&bias| bias != 0).map(|bias| bias > 0);
        (subject.level, subject.factor, subject.sign) = (level, factor, sign);
        if let Some(&Subject { level, factor, .. }) = self.leading(lit.var()) {
            scores.place(lit.var().idx32(), level, factor);
        }
    }

    /// The value with which a variable is to be decided, if a modification says so.
    #[inline]
    pub fn sign(&self, var: Var) -> Option<bool> {
        if self.is_empty() {
            return None;
        }
        let Subject { lit, sign, .. } = self.leading(var)?;
        Some((*sign)? == (*lit)?.is_pos())
    }

    /// Whether a modification prefers this literal, which is that of an atom or its negation.
    pub fn prefers(&self, atom: usize, lit: Lit) -> bool {
        let subject = self.subjects.get(atom);
        subject.is_some_and(|subject| {
            subject.sign.is_some_and(|sign| subject.lit == Some(if sign { lit } else { !lit }))
        })
    }
}
