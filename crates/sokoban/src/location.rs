//! Locations and the directions between them.

/// The number of a location, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub u32);

impl Location {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A direction; the discriminants index [`Instance::neighbours`](crate::Instance::neighbours).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the right.
    Right,
    /// To the left.
    Left,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Up, Direction::Down];

    /// The name, as in `push/4`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }

    /// The direction with this name in `push/4`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// The letter of a move in this direction, in lower case.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Right => 'r',
            Direction::Left => 'l',
            Direction::Up => 'u',
            Direction::Down => 'd',
        }
    }

    /// The direction with this letter, in upper or lower case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}
