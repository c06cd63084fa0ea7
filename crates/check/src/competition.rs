//! Instances of the ASP Competitions since 2013: named player and stones, connections between locations, and numbered
//! steps. `problem` reads them from PDDL.
//!
//! Invariants: there is one player; each player or stone is on exactly one location, and shares it with no other; the
//! steps are the numbers from 1 to their count.

use crate::error::{Problem, ReadError};
use crate::fact::FactAtom;
use crate::scan::CharScanner;
use crate::term::{combinations, Term, EXPANSION_LIMIT};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// An instance of the ASP Competitions, or of a PDDL problem. Names are canonical text.
#[derive(Debug, Clone, Default)]
pub struct Competition {
    pub(crate) player: String,
    pub(crate) stones: HashSet<String>,
    /// The location of the player and of each stone at the start.
    pub(crate) at: HashMap<String, String>,
    /// The connections of adjacent locations: from, to, direction.
    pub(crate) ways: HashSet<[String; 3]>,
    pub(crate) goals: HashSet<String>,
    /// The locations that are stated not to be goals; `None` means all that are not goals.
    pub(crate) nongoals: Option<HashSet<String>>,
    /// The locations that are clear at the start; `None` means all that nothing is on.
    pub(crate) clear: Option<HashSet<String>>,
    /// The stones that have to end on goals.
    pub(crate) wanted: HashSet<String>,
    pub(crate) steps: Option<usize>,
    /// The stones that are stated to be on goals at the start; `None` if that follows from their locations.
    pub(crate) home: Option<HashSet<String>>,
    /// Whether the instance is a PDDL problem, so that messages use PDDL syntax.
    pub(crate) is_pddl: bool,
    /// Whether the problem minimizes the total cost, which is the number of pushes.
    pub(crate) has_costs: bool,
}

impl Competition {
    /// Reads ground facts of `player/1`, `stone/1`, `at/2`, `movedir/3`, `isgoal/1`, `isnongoal/1`, `clear/1`, `goal/1`
    /// and `step/1`; facts of other predicates are skipped.
    ///
    /// # Errors When the text is not a list of ground facts; or when a player or stone has no location, has two, or
    /// shares one.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut scanner = CharScanner::new(text);
        let mut builder = CompetitionBuilder::default();
        let mut budget = EXPANSION_LIMIT;
        let mut receive = |atom: FactAtom<'_>| {
            if atom.negative {
                return Ok(());
            }
            let texts = |terms: &[Term<'_>]| terms.iter().map(Term::to_string).collect::<Vec<_>>();
            if atom.arguments.iter().all(Term::is_ground) {
                return builder.add(atom.name, &texts(&atom.arguments), &atom.range);
            }
            builder.has_steps |= atom.name == "step" && atom.arguments.len() == 1;
            let values = combinations(&atom.arguments, &mut budget)
                .ok_or_else(|| ReadError::new(atom.range.clone(), Problem::TooManyValues))?;
            values.iter().try_for_each(|arguments| builder.add(atom.name, &texts(arguments), &atom.range))
        };
        while scanner.fact(&mut receive)? {}
        builder.finish(text.len())
    }

    /// The number of steps, if it is given.
    pub fn step_count(&self) -> Option<usize> {
        self.steps
    }

    /// Whether the cost of a plan is its number of pushes, as in a PDDL problem with a metric; otherwise it is the
    /// number of moves.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }
}

/// An instance as far as its facts have been read.
#[derive(Default)]
pub(crate) struct CompetitionBuilder {
    pub(crate) instance: Competition,
    players: BTreeSet<String>,
    aims: HashSet<String>,
    steps: BTreeSet<usize>,
    /// Whether steps are written as an interval or a pool, which may be empty.
    has_steps: bool,
    /// The player or stone on each location, keyed by location.
    taken: HashMap<String, String>,
}

impl CompetitionBuilder {
    /// Adds a fact; predicates that the ASP Competitions do not use are skipped.
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

    /// Whether a stone is named that has to end on a goal.
    pub(crate) fn has_aims(&self) -> bool {
        !self.aims.is_empty()
    }

    /// Checks that nothing is missing, and returns the instance. `end` is the end of the text, for error positions.
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
        // The steps are positive and distinct, so they are 1, 2, ... if and only if the last one equals their number.
        let steps = self.steps.len();
        if self.steps.last().is_some_and(|&last| last != steps) {
            let missing = (1..).find(|step| !self.steps.contains(step)).unwrap_or_default();
            return Err(wrong(Problem::MissingStep(missing)));
        }
        // In competition files `goal/1` names stones; if it names a location, that is a goal.
        let (wanted, places) = self.aims.into_iter().partition(|aim| self.instance.stones.contains(aim));
        self.instance.goals.extend::<HashSet<_>>(places);
        self.instance.wanted = wanted;
        if self.instance.wanted.is_empty() {
            self.instance.wanted = self.instance.stones.clone();
        }
        Ok(Competition { player, steps: (steps > 0 || self.has_steps).then_some(steps), ..self.instance })
    }
}
