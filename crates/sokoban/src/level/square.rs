//! The squares of a map and the characters that stand for them.

/// The content of a square of a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Square {
    /// A wall.
    Wall,
    /// Nothing, inside or outside of the walls.
    Floor,
    /// A storage location.
    Storage,
    /// A box.
    Box,
    /// A box on a storage location.
    BoxOnStorage,
    /// The sokoban.
    Sokoban,
    /// The sokoban on a storage location.
    SokobanOnStorage,
}

impl Square {
    /// The square that a character stands for, in any of the usual spellings.
    #[must_use]
    pub fn from_char(character: char) -> Option<Square> {
        Some(match character {
            '#' => Square::Wall,
            ' ' | '-' | '_' => Square::Floor,
            '.' => Square::Storage,
            '$' | 'b' => Square::Box,
            '*' | 'B' => Square::BoxOnStorage,
            '@' | 'p' => Square::Sokoban,
            '+' | 'P' => Square::SokobanOnStorage,
            _ => return None,
        })
    }

    /// The usual character for the square.
    #[must_use]
    pub fn to_char(self) -> char {
        match self {
            Square::Wall => '#',
            Square::Floor => ' ',
            Square::Storage => '.',
            Square::Box => '$',
            Square::BoxOnStorage => '*',
            Square::Sokoban => '@',
            Square::SokobanOnStorage => '+',
        }
    }

    /// The name of the square in messages, with an article where it has one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Square::Wall => "a wall",
            Square::Floor => "floor",
            Square::Storage => "a storage location",
            Square::Box => "a box",
            Square::BoxOnStorage => "a box on a storage location",
            Square::Sokoban => "the sokoban",
            Square::SokobanOnStorage => "the sokoban on a storage location",
        }
    }

    /// The square with a box added; unchanged if it is not free.
    #[must_use]
    pub fn with_box(self) -> Square {
        match self {
            Square::Floor => Square::Box,
            Square::Storage => Square::BoxOnStorage,
            taken => taken,
        }
    }

    /// The square with the sokoban added; unchanged if it is not free.
    #[must_use]
    pub fn with_sokoban(self) -> Square {
        match self {
            Square::Floor => Square::Sokoban,
            Square::Storage => Square::SokobanOnStorage,
            taken => taken,
        }
    }

    /// Whether a box stands on the square.
    #[must_use]
    pub fn has_box(self) -> bool {
        matches!(self, Square::Box | Square::BoxOnStorage)
    }

    /// Whether the square is a storage location.
    #[must_use]
    pub fn is_storage(self) -> bool {
        matches!(self, Square::Storage | Square::BoxOnStorage | Square::SokobanOnStorage)
    }

    /// Whether the sokoban stands on the square.
    #[must_use]
    pub fn has_sokoban(self) -> bool {
        matches!(self, Square::Sokoban | Square::SokobanOnStorage)
    }
}
