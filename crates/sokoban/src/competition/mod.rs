//! Instances in two competition formats: facts of the ASP Competitions since 2013, and PDDL problems of the
//! International Planning Competition, from which those facts were made.
//!
//! Both give the locations of a named player and of named stones, and the connections between locations. They are
//! converted to the facts of an instance. Players, stones and directions keep their names, so that plans can be written
//! with them.
//!
//! `asp` and `pddl` read texts, `sexpr` parses the parenthesized lists of PDDL, `draft` checks the content and converts
//! it, `directions` finds out which directions are opposite, and `write` writes instances.

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

/// Name and text of a program that decides instances of [`Format::Asp13`] as they are, with one move per step.
pub const ENCODING: (&str, &str) = ("encodings/sokoban/asp13.lp", include_str!("../../encodings/asp13.lp"));

/// A competition format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Facts as in the ASP Competitions of 2013 and later.
    Asp13,
    /// A PDDL problem of the domain `sokoban-sequential`, as in the International Planning Competitions of 2008 to
    /// 2014.
    Pddl,
}

/// An instance that was read in a competition format.
#[derive(Clone, Debug)]
pub struct Competition {
    /// The format.
    pub format: Format,
    /// The limit on the number of moves of a plan, pushes included; `None` if it is open.
    pub steps: Option<usize>,
    /// The number of goal locations.
    pub goals: usize,
    /// Warnings about the text.
    pub warnings: Diagnostics,
    facts: String,
    player: String,
    /// The names of the stones, in the order of the instance's boxes.
    stones: Vec<String>,
    /// The names of the directions, indexed by [`Direction`]; `None` where no connection has that direction.
    directions: [Option<String>; 4],
    /// The names of locations in the text, keyed by their names in the facts, where the two differ.
    places: FxHashMap<String, String>,
}

impl Competition {
    /// Reads facts; `None` if they do not use the predicates of the competition. `name` is how messages refer to the
    /// text.
    ///
    /// # Errors
    ///
    /// When they use these predicates but do not describe an instance.
    pub fn read_facts(name: &str, text: &str) -> Result<Option<Competition>, InstanceError> {
        asp::read(name, text)
    }

    /// Reads a PDDL problem. `name` is how messages refer to the text.
    ///
    /// # Errors
    ///
    /// When the text is not a PDDL problem, or does not describe an instance.
    pub fn read_pddl(name: &str, text: &str) -> Result<Competition, InstanceError> {
        pddl::read(name, text)
    }

    /// The facts of the instance, without steps.
    ///
    /// If there are fewer goals than stones, an unreachable storage location stands for each missing goal, so that
    /// there is no plan.
    #[must_use]
    pub fn facts(&self) -> &str {
        &self.facts
    }

    /// The number of stones.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    /// Writes a plan in the format of the competition, with the names of the text.
    ///
    /// For facts, these are atoms, one per step: `move/5`, `pushtogoal/7` and `pushtonongoal/7` for the moves, and
    /// `noop/1` for the remaining steps. For PDDL, they are ground actions: `(move …)`, `(push-to-goal …)` and
    /// `(push-to-nongoal …)`.
    #[must_use]
    pub fn told(&self, instance: &Instance, trace: &Trace) -> Vec<String> {
        let mut writer =
            PlanWriter { competition: self, instance, board: Board::start(instance), moves: Vec::new() };
        for action in &trace.actions {
            action.walk.iter().for_each(|&direction| writer.write_move(direction));
            (0..action.pushes).for_each(|_| writer.write_move(action.direction));
        }
        let mut moves = writer.moves;
        let rest = moves.len() + 1..=self.steps.unwrap_or(0);
        moves.extend(rest.map(|step| format!("noop({step})")));
        moves
    }

    /// Converts moves to a plan in letters. Each move is the name of its direction, and whether it pushes a stone.
    /// `None` if there is no such direction.
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

/// The state of writing a plan move by move.
struct PlanWriter<'a> {
    competition: &'a Competition,
    instance: &'a Instance,
    board: Board,
    moves: Vec<String>,
}

impl PlanWriter<'_> {
    /// Writes one move. An impossible move is omitted; the checker then finds the plan incomplete.
    fn write_move(&mut self, direction: Direction) {
        let PlanWriter { competition, instance, board, moves } = self;
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
