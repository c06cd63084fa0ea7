//! Reads an instance from facts, as a board.
//!
//! Invariants: neighbours are mutual (b is right of a if and only if a is left of b); each location has at most one
//! neighbour on each side, and is not its own; there is one sokoban, not on a box; the steps form one sequence.

use crate::chain::ChainBuilder;
use crate::error::{Problem, ReadError};
use crate::fact::FactAtom;
use crate::intern::InternedTerms;
use crate::scan::CharScanner;
use crate::term::{combinations, Term, EXPANSION_LIMIT};
use std::fmt::Write;
use std::num::NonZeroU32;
use std::ops::Range;

/// A Sokoban board with its boxes, storages, sokoban and steps.
#[derive(Debug, Clone)]
pub struct Instance {
    pub(crate) locations: InternedTerms,
    /// Indexed by location, then by side.
    pub(crate) neighbours: Vec<[Option<Cell>; 4]>,
    pub(crate) boxes: Vec<Cell>,
    pub(crate) storages: Vec<Cell>,
    pub(crate) sokoban: Cell,
    /// The steps, numbered in the order of `next`.
    pub(crate) steps: InternedTerms,
}

/// A location, as its number in [`Instance::locations`] plus one, so that `Option<Cell>` takes 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell(NonZeroU32);

impl Cell {
    fn new(number: u32) -> Option<Self> {
        Some(Self(NonZeroU32::new(number.checked_add(1)?)?))
    }

    fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// The number as an index into arrays with one entry per location.
    pub(crate) fn index(self) -> usize {
        self.number() as usize
    }
}

/// A direction to push in, or a side of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Right,
    Left,
    Up,
    Down,
}

impl Direction {
    /// The direction with this name in plans.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "right" => Self::Right,
            "left" => Self::Left,
            "up" => Self::Up,
            "down" => Self::Down,
            _ => return None,
        })
    }

    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// The phrase for "b is ... a" if b is on this side of a.
    pub(crate) fn side(self) -> &'static str {
        match self {
            Self::Right => "to the right of",
            Self::Left => "to the left of",
            Self::Up => "above",
            Self::Down => "below",
        }
    }
}

impl Instance {
    /// Reads an instance: ground facts of `right/2`, `top/2`, `solution/1` or `storage/1`, `box/1`, `sokoban/1`,
    /// `step/1`, `next/2`, with comments, intervals and pools; facts of other predicates are skipped.
    ///
    /// # Errors When the text is not a list of ground facts, or the facts do not describe a board with one sequence of
    /// steps, which may be empty.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut scanner = CharScanner::new(text);
        let mut builder = InstanceBuilder::default();
        let mut budget = EXPANSION_LIMIT;
        let mut receive = |atom: FactAtom<'_>| {
            let Some(predicate) = InstancePredicate::of(&atom) else {
                return Ok(());
            };
            if atom.arguments.iter().all(Term::is_ground) {
                return builder.add(predicate, &atom.arguments, &atom.range);
            }
            let values = combinations(&atom.arguments, &mut budget)
                .ok_or_else(|| ReadError::new(atom.range.clone(), Problem::TooManyValues))?;
            values.iter().try_for_each(|arguments| builder.add(predicate, arguments, &atom.range))
        };
        while scanner.fact(&mut receive)? {}
        builder.finish(text.len())
    }

    /// The number of locations.
    pub fn location_count(&self) -> usize {
        self.locations.len()
    }

    /// The locations as canonical text, in the order in which the instance names them.
    pub fn locations(&self) -> impl Iterator<Item = &str> {
        self.locations.iter()
    }

    /// The locations of the boxes at the start as canonical text, without duplicates.
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.boxes.iter().map(|&location| self.text(location))
    }

    /// The storages (`solution` locations) as canonical text, without duplicates.
    pub fn storages(&self) -> impl ExactSizeIterator<Item = &str> {
        self.storages.iter().map(|&location| self.text(location))
    }

    /// The location of the sokoban at the start as canonical text.
    pub fn sokoban(&self) -> &str {
        self.text(self.sokoban)
    }

    /// The number of steps: one more than the number of actions, or 0.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The steps in order, as canonical text.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.steps.iter()
    }

    pub(crate) fn text(&self, location: Cell) -> &str {
        self.locations.text(location.number())
    }

    /// The location with this text, if there is one.
    pub(crate) fn location(&self, text: &str) -> Option<Cell> {
        self.locations.get(text).and_then(Cell::new)
    }

    pub(crate) fn neighbour(&self, location: Cell, side: Direction) -> Option<Cell> {
        self.neighbours[location.index()][side as usize]
    }
}

#[derive(Clone, Copy)]
enum InstancePredicate {
    Right,
    Top,
    Storage,
    Box,
    Sokoban,
    Step,
    Next,
}

impl InstancePredicate {
    /// The predicate of an atom; `None` if it is not one of an instance.
    fn of(atom: &FactAtom<'_>) -> Option<Self> {
        Some(match (atom.name, atom.arguments.len()) {
            _ if atom.negative => return None,
            ("right", 2) => Self::Right,
            ("top", 2) => Self::Top,
            ("solution" | "storage", 1) => Self::Storage,
            ("box", 1) => Self::Box,
            ("sokoban", 1) => Self::Sokoban,
            ("step", 1) => Self::Step,
            ("next", 2) => Self::Next,
            _ => return None,
        })
    }
}

/// An instance as far as its facts have been read.
#[derive(Default)]
struct InstanceBuilder {
    locations: InternedTerms,
    neighbours: Vec<[Option<Cell>; 4]>,
    has_box: Vec<bool>,
    boxes: Vec<Cell>,
    is_storage: Vec<bool>,
    storages: Vec<Cell>,
    sokoban: Option<Cell>,
    chain: ChainBuilder,
    /// Buffers for the texts of the arguments, kept to reuse their memory.
    texts: [String; 2],
}

impl InstanceBuilder {
    /// Adds a ground fact.
    fn add(
        &mut self,
        predicate: InstancePredicate,
        arguments: &[Term<'_>],
        range: &Range<usize>,
    ) -> Result<(), ReadError> {
        let mut texts = std::mem::take(&mut self.texts);
        for (text, argument) in texts.iter_mut().zip(arguments) {
            text.clear();
            write!(text, "{argument}").expect("writing to a string cannot fail");
        }
        self.add_texts(predicate, &texts[0], &texts[1], range)?;
        self.texts = texts;
        Ok(())
    }

    /// Adds a ground fact by the texts of its arguments; predicates with one argument ignore `second`.
    fn add_texts(
        &mut self,
        predicate: InstancePredicate,
        first: &str,
        second: &str,
        range: &Range<usize>,
    ) -> Result<(), ReadError> {
        match predicate {
            InstancePredicate::Right => self.add_neighbours(first, second, Direction::Right, range),
            InstancePredicate::Top => self.add_neighbours(first, second, Direction::Up, range),
            InstancePredicate::Storage => {
                let location = self.location(first, range)?;
                if !std::mem::replace(&mut self.is_storage[location.index()], true) {
                    self.storages.push(location);
                }
                Ok(())
            }
            InstancePredicate::Box => {
                let location = self.location(first, range)?;
                if !std::mem::replace(&mut self.has_box[location.index()], true) {
                    self.boxes.push(location);
                }
                self.sokoban_beside_boxes(range)
            }
            InstancePredicate::Sokoban => {
                let location = self.location(first, range)?;
                if let Some(other) = self.sokoban.filter(|&other| other != location) {
                    let other = self.locations.text(other.number());
                    let problem = Problem::TwoSokobans { first: other.into(), second: first.into() };
                    return Err(ReadError::new(range.clone(), problem));
                }
                self.sokoban = Some(location);
                self.sokoban_beside_boxes(range)
            }
            InstancePredicate::Step => self.chain.add_step(first, range),
            InstancePredicate::Next => self.chain.add_next(first, second, range),
        }
    }

    /// Records that `second` is on the given side of `first`.
    fn add_neighbours(
        &mut self,
        first: &str,
        second: &str,
        side: Direction,
        range: &Range<usize>,
    ) -> Result<(), ReadError> {
        let (from, to) = (self.location(first, range)?, self.location(second, range)?);
        if from == to {
            return Err(ReadError::new(range.clone(), Problem::OwnNeighbour(first.into())));
        }
        for (location, side, neighbour) in [(from, side, to), (to, side.opposite(), from)] {
            let slot = &mut self.neighbours[location.index()][side as usize];
            if let Some(other) = slot.filter(|&other| other != neighbour) {
                let text = |location: Cell| String::from(self.locations.text(location.number()));
                let problem = Problem::TwoNeighbours {
                    location: text(location),
                    side: side.side(),
                    first: text(other),
                    second: text(neighbour),
                };
                return Err(ReadError::new(range.clone(), problem));
            }
            *slot = Some(neighbour);
        }
        Ok(())
    }

    fn sokoban_beside_boxes(&self, range: &Range<usize>) -> Result<(), ReadError> {
        match self.sokoban {
            Some(sokoban) if self.has_box[sokoban.index()] => {
                let problem = Problem::SokobanOnBox(self.locations.text(sokoban.number()).into());
                Err(ReadError::new(range.clone(), problem))
            }
            _ => Ok(()),
        }
    }

    fn location(&mut self, text: &str, range: &Range<usize>) -> Result<Cell, ReadError> {
        let location = self.locations.intern(text).and_then(Cell::new);
        if self.neighbours.len() < self.locations.len() {
            self.neighbours.push([None; 4]);
            self.has_box.push(false);
            self.is_storage.push(false);
        }
        location.ok_or_else(|| ReadError::new(range.clone(), Problem::TooLarge))
    }

    fn finish(self, end: usize) -> Result<Instance, ReadError> {
        let missing = |problem| ReadError::new(end..end, problem);
        if self.locations.len() == 0 {
            return Err(missing(Problem::NoLocation));
        }
        Ok(Instance {
            sokoban: self.sokoban.ok_or_else(|| missing(Problem::NoSokoban))?,
            steps: self.chain.finish()?,
            locations: self.locations,
            neighbours: self.neighbours,
            boxes: self.boxes,
            storages: self.storages,
        })
    }
}
