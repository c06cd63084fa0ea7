//! Instances in the formats of two competitions: facts of the ASP Competitions since 2013, and problems in PDDL of the
//! International Planning Competition, from which those were made.
//!
//! Both say where a player and stones with names are, and which way leads where. They become facts of an instance, by
//! which everything else works; players, stones and directions keep their names, in which plans are told.
//!
//! `asp` and `pddl` read texts, `sexpr` the parentheses of PDDL; `draft` looks whether that is an instance, `directions` which
//! directions are opposite; `write` goes the other way.

mod asp;
mod directions;
mod draft;
mod pddl;
mod sexpr;
mod write;

pub use asp::STEP_LIMIT;
pub use write::WriteError;

use groundplan::diagnostic::Diagnostics;
use rustc_hash::FxHashMap;

use crate::instance::{Instance, InstanceError};
use crate::location::{Direction, Location};
use crate::trace::{Board, Trace};

pub(crate) use pddl::is as is_pddl;

/// A program that decides instances of [`Format::Asp13`] as they are, by one move a step, and its name.
pub const ENCODING: (&str, &str) = ("encodings/sokoban/asp13.lp", include_str!("../../encodings/asp13.lp"));

/// Which competition's format it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Facts as in the ASP Competitions of 2013 and later.
    Asp13,
    /// A problem in PDDL of the domain `sokoban-sequential`, as in the International Planning Competitions of 2008 to 2014.
    Pddl,
}

/// What was read in a format of a competition.
#[derive(Clone, Debug)]
pub struct Competition {
    /// The format.
    pub format: Format,
    /// How many steps there are: a plan has no more moves, pushes among them. `None` if that is open.
    pub steps: Option<usize>,
    /// How many goal locations there are.
    pub goals: usize,
    /// What is odd about the text, but can be lived with.
    pub warnings: Diagnostics,
    facts: String,
    player: String,
    /// In the order of the boxes of the instance.
    stones: Vec<String>,
    /// By [`Direction`]; none where no way leads in it.
    directions: [Option<String>; 4],
    /// What the locations are called in the text, by their names in the facts, where that is not the same.
    places: FxHashMap<String, String>,
}

impl Competition {
    /// Reads facts, if they are in the predicates of the competition. `name` is what messages call the text.
    ///
    /// # Errors
    ///
    /// When they are, and describe no instance.
    pub fn read_facts(name: &str, text: &str) -> Result<Option<Competition>, InstanceError> {
        asp::read(name, text)
    }

    /// Reads a problem in PDDL. `name` is what messages call the text.
    ///
    /// # Errors
    ///
    /// When it is none, or describes no instance.
    pub fn read_pddl(name: &str, text: &str) -> Result<Competition, InstanceError> {
        pddl::read(name, text)
    }

    /// The same as facts of an instance, without steps.
    ///
    /// Where there are fewer goals than stones, storage locations that nothing leads to stand for those that are missing: there is
    /// no plan.
    #[must_use]
    pub fn facts(&self) -> &str {
        &self.facts
    }

    /// How many stones there are.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    /// A plan in the words of the competition, with the names of the text.
    ///
    /// In facts these are atoms, one for each step: `move/5`, `pushtogoal/7` and `pushtonongoal/7` for each move, and `noop/1` for the
    /// steps that are left. In PDDL they are ground actions, `(move …)`, `(push-to-goal …)` and `(push-to-nongoal …)`.
    #[must_use]
    pub fn told(&self, instance: &Instance, trace: &Trace) -> Vec<String> {
        let mut telling =
            Telling { competition: self, instance, board: Board::start(instance), moves: Vec::new() };
        for action in &trace.actions {
            action.walk.iter().for_each(|&direction| telling.tell(direction));
            (0..action.pushes).for_each(|_| telling.tell(action.direction));
        }
        let mut moves = telling.moves;
        let rest = moves.len() + 1..=self.steps.unwrap_or(0);
        moves.extend(rest.map(|step| format!("noop({step})")));
        moves
    }

    /// A plan in letters, of its moves: the name of a direction each, and whether it pushes a stone. `None` where there is no such
    /// direction.
    #[must_use]
    pub fn letters<'n>(&self, moves: impl IntoIterator<Item = (&'n str, bool)>) -> Option<String> {
        let letter = |(name, pushes): (&str, bool)| {
            let letter =
                Direction::ALL.into_iter().find(|&direction| self.direction(direction) == name)?.letter();
            Some(if pushes { letter.to_ascii_uppercase() } else { letter })
        };
        moves.into_iter().map(letter).collect()
    }

    fn direction(&self, direction: Direction) -> &str {
        self.directions[direction as usize].as_deref().unwrap_or(direction.name())
    }
}

/// A plan while it is told.
struct Telling<'a> {
    competition: &'a Competition,
    instance: &'a Instance,
    board: Board,
    moves: Vec<String>,
}

impl Telling<'_> {
    /// Tells one move. One that cannot be done is left out: the checker sees what is missing.
    fn tell(&mut self, direction: Direction) {
        let Telling { competition, instance, board, moves } = self;
        let name = |location: Location| {
            let name = instance.name(location);
            competition.places.get(&name).cloned().unwrap_or(name)
        };
        let (player, way) = (competition.player.as_str(), competition.direction(direction));
        let before = board.sokoban;
        let Some(pushed) = board.step(instance, direction) else { return };
        let (from, to) = (name(before), name(board.sokoban));
        let is_pddl = competition.format == Format::Pddl;
        let (verb, mut words) = match pushed {
            None => ("move", vec![player, &from, &to]),
            Some(index) => {
                let verb = match (instance.storages.contains(&board.boxes[index]), is_pddl) {
                    (true, true) => "push-to-goal",
                    (true, false) => "pushtogoal",
                    (false, true) => "push-to-nongoal",
                    (false, false) => "pushtonongoal",
                };
                (verb, vec![player, &competition.stones[index], &from, &to])
            }
        };
        let after = pushed.map(|index| name(board.boxes[index]));
        words.extend(after.as_deref());
        words.push(way);
        moves.push(match is_pddl {
            true => format!("({verb} {})", words.join(" ")),
            false => format!("{verb}({},{})", words.join(","), moves.len() + 1),
        });
    }
}
