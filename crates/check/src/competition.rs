//! Facts of the ASP Competitions since 2013: a player and stones by name, ways between locations, and numbered steps.
//! `problem` reads the same from PDDL.
//!
//! Invariants: there is one player; each thing is on one location, which holds nothing else; steps are 1, 2, ... up to their
//! number.

use crate::error::{Problem, ReadError};
use crate::fact::Atom;
use crate::scan::Scanner;
use crate::term::{combinations, Term, EXPANSION_LIMIT};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// An instance in these facts, or a problem in PDDL that says the same. Names are canonical text.
#[derive(Debug, Clone, Default)]
pub struct Competition {
    pub(crate) player: String,
    pub(crate) stones: HashSet<String>,
    /// Where things are at the start.
    pub(crate) at: HashMap<String, String>,
    /// From where to where, in which direction.
    pub(crate) ways: HashSet<[String; 3]>,
    pub(crate) goals: HashSet<String>,
    /// `None` if nobody says which locations are no goals: all others.
    pub(crate) nongoals: Option<HashSet<String>>,
    /// What is clear at the start; `None` if nobody says so: all that nothing is on.
    pub(crate) clear: Option<HashSet<String>>,
    /// The stones that are to end on goals.
    pub(crate) wanted: HashSet<String>,
    pub(crate) steps: Option<usize>,
    /// The stones that are said to be on goals at the start; `None` if that is left to where they are.
    pub(crate) home: Option<HashSet<String>>,
    /// Whether it is a problem in PDDL, by whose words it is spoken of.
    pub(crate) is_pddl: bool,
    /// Whether the problem asks for the least costs, which are the pushes.
    pub(crate) has_costs: bool,
}

impl Competition {
    /// Reads ground facts of `player/1`, `stone/1`, `at/2`, `movedir/3`, `isgoal/1`, `isnongoal/1`, `clear/1`, `goal/1` and
    /// `step/1`; facts of other predicates are skipped.
    ///
    /// # Errors
    /// Where the text is not a list of ground facts, or a thing has no place, two, or another's.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut scanner = Scanner::new(text);
        let mut reading = Reading::default();
        let mut budget = EXPANSION_LIMIT;
        let mut receive = |atom: Atom<'_>| {
            if atom.negative {
                return Ok(());
            }
            let texts = |terms: &[Term<'_>]| terms.iter().map(Term::to_string).collect::<Vec<_>>();
            if atom.arguments.iter().all(Term::is_ground) {
                return reading.add(atom.name, &texts(&atom.arguments), &atom.range);
            }
            reading.has_steps |= atom.name == "step" && atom.arguments.len() == 1;
            let values = combinations(&atom.arguments, &mut budget)
                .ok_or_else(|| ReadError::new(atom.range.clone(), Problem::TooManyValues))?;
            values.iter().try_for_each(|arguments| reading.add(atom.name, &texts(arguments), &atom.range))
        };
        while scanner.fact(&mut receive)? {}
        reading.finish(text.len())
    }

    /// How many steps there are, if that is said.
    pub fn step_count(&self) -> Option<usize> {
        self.steps
    }

    /// Whether a plan costs its pushes, as a problem in PDDL with a metric says; else it costs its moves.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }
}

/// An instance as far as read.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) instance: Competition,
    players: BTreeSet<String>,
    aims: HashSet<String>,
    steps: BTreeSet<usize>,
    /// Whether they are written as an interval or a pool, which may be empty.
    has_steps: bool,
    /// What is on which location.
    taken: HashMap<String, String>,
}

impl Reading {
    /// Takes in a fact of the predicates of the ASP Competitions; others are skipped.
    pub(crate) fn add(
        &mut self,
        name: &str,
        arguments: &[String],
        range: &Range<usize>,
    ) -> Result<(), ReadError> {
        let text = |index: usize| arguments[index].clone();
        let instance = &mut self.instance;
        match (name, arguments.len()) {
            ("player", 1) => {
                self.players.insert(text(0));
            }
            ("stone", 1) => {
                instance.stones.insert(text(0));
            }
            ("isgoal", 1) => {
                instance.goals.insert(text(0));
            }
            ("isnongoal", 1) => {
                instance.nongoals.get_or_insert_default().insert(text(0));
            }
            ("clear", 1) => {
                instance.clear.get_or_insert_default().insert(text(0));
            }
            ("goal", 1) => {
                self.aims.insert(text(0));
            }
            ("movedir", 3) => {
                instance.ways.insert([text(0), text(1), text(2)]);
            }
            ("step", 1) => match arguments[0].parse::<i64>() {
                Ok(step) if step > 0 => {
                    self.steps.insert(usize::try_from(step).unwrap_or(usize::MAX));
                }
                _ => return Err(ReadError::new(range.clone(), Problem::NotAStep(text(0)))),
            },
            ("at", 2) => {
                let (thing, place) = (text(0), text(1));
                let other = self.taken.insert(place.clone(), thing.clone()).filter(|other| *other != thing);
                if let Some(first) = other {
                    let problem = Problem::TwoThings { place, first, second: thing };
                    return Err(ReadError::new(range.clone(), problem));
                }
                let before = instance.at.insert(thing.clone(), place.clone());
                if let Some(first) = before.filter(|first| *first != place) {
                    let problem = Problem::TwoPlaces { thing, first, second: place };
                    return Err(ReadError::new(range.clone(), problem));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether some stone is named that is to end on a goal.
    pub(crate) fn has_aims(&self) -> bool {
        !self.aims.is_empty()
    }

    /// The instance, if nothing is missing; `end` is the end of the text.
    pub(crate) fn finish(mut self, end: usize) -> Result<Competition, ReadError> {
        let wrong = |problem| ReadError::new(end..end, problem);
        let mut players = std::mem::take(&mut self.players).into_iter();
        let player = players.next().ok_or_else(|| wrong(Problem::NoPlayer))?;
        if let Some(second) = players.next() {
            return Err(wrong(Problem::TwoPlayers { first: player, second }));
        }
        let things: BTreeSet<&String> = self.instance.stones.iter().chain([&player]).collect();
        if let Some(&thing) = things.iter().find(|&&thing| !self.instance.at.contains_key(thing)) {
            return Err(wrong(Problem::NoPlace(thing.clone())));
        }
        let strangers: BTreeSet<&String> =
            self.instance.at.keys().filter(|thing| !things.contains(thing)).collect();
        if let Some(&thing) = strangers.first() {
            return Err(wrong(Problem::NoThing(thing.clone())));
        }
        // They run from 1 on without a gap exactly if the last one is as large as they are many.
        let steps = self.steps.len();
        if self.steps.last().is_some_and(|&last| last != steps) {
            let missing = (1..).find(|step| !self.steps.contains(step)).unwrap_or_default();
            return Err(wrong(Problem::MissingStep(missing)));
        }
        // The competition names stones here; where a location is named, it is a goal.
        let (wanted, places) = self.aims.into_iter().partition(|aim| self.instance.stones.contains(aim));
        self.instance.goals.extend::<HashSet<_>>(places);
        self.instance.wanted = wanted;
        if self.instance.wanted.is_empty() {
            self.instance.wanted = self.instance.stones.clone();
        }
        Ok(Competition { player, steps: (steps > 0 || self.has_steps).then_some(steps), ..self.instance })
    }
}
