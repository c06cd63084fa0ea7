//! What a character of a map means.

/// What is on a square of a map.
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
    /// Reads a character, in any of the spellings in use.
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

    /// The usual character.
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

    /// What people call it, with an article where it has one.
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

    /// The square with a box on it, where it is free.
    #[must_use]
    pub fn with_box(self) -> Square {
        match self {
            Square::Floor => Square::Box,
            Square::Storage => Square::BoxOnStorage,
            taken => taken,
        }
    }

    /// The square with the sokoban on it, where it is free.
    #[must_use]
    pub fn with_sokoban(self) -> Square {
        match self {
            Square::Floor => Square::Sokoban,
            Square::Storage => Square::SokobanOnStorage,
            taken => taken,
        }
    }

    /// Whether a box stands there.
    #[must_use]
    pub fn has_box(self) -> bool {
        matches!(self, Square::Box | Square::BoxOnStorage)
    }

    /// Whether it is a storage location.
    #[must_use]
    pub fn is_storage(self) -> bool {
        matches!(self, Square::Storage | Square::BoxOnStorage | Square::SokobanOnStorage)
    }

    /// Whether the sokoban stands there.
    #[must_use]
    pub fn has_sokoban(self) -> bool {
        matches!(self, Square::Sokoban | Square::SokobanOnStorage)
    }
}
