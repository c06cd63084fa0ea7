//! Levels in XSB notation, as the Sokoban community writes them, and their conversion to facts.
//!
//! In reading order: `paste` removes what clipboards and forums add; [`Square`] is the meaning of a character; `row`
//! parses a line of a map, run-length coded or not; [`Solution`] is a plan behind a map; [`Field`] and `surrounding` read
//! titles and other text around maps; `slc`, `ssx` and `letslogic` are formats in XML and JSON; [`Collection`] holds the levels of a text; `ornament`
//! makes walls of boxes that only adorn; `room` finds the squares that belong to the game; `facts` converts these to an instance.
//!
//! `notation` recognizes maps in other notations, which are not read.
//!
//! Source: the level format of the Sokoban community, <http://sokobano.de/wiki/index.php?title=Level_format>.
//!
//! ```
//! use groundplan_sokoban::level::Collection;
//!
//! let collection = Collection::read("; a corridor\n#####\n#@$.#\n#####\n")?;
//! let level = &collection.levels[0];
//! assert_eq!(level.title.as_deref(), Some("a corridor"));
//! assert!(level.facts()?.contains("right(c1r1,c2r1)."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collection;
mod error;
mod facts;
mod field;
mod kind;
mod letslogic;
mod notation;
mod ornament;
mod paste;
mod room;
mod row;
mod slc;
mod solution;
mod square;
mod ssx;
mod surrounding;

pub use collection::Collection;
pub use error::{CollectionError, LevelError};
pub use field::Field;
pub use kind::LevelFormat;
pub use notation::elsewhere;
pub use row::lines;
pub use slc::is as is_slc;
pub use solution::Solution;
pub use square::Square;

/// A position on a map: column and row, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapPosition {
    /// The column, from the left.
    pub column: usize,
    /// The row, from the top.
    pub row: usize,
}

/// A map and the text around it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// The number of the level in its collection, from 1.
    pub number: usize,
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The other fields.
    pub fields: Vec<Field>,
    /// The remaining text about the level, line by line.
    pub comments: Vec<String>,
    /// The squares, row by row; rows may differ in length.
    pub rows: Vec<Vec<Square>>,
    /// The boxes on storage locations that are ornaments of the outer wall, so that they were read as walls.
    pub ornaments: Vec<MapPosition>,
    /// The number of blank columns in front of all rows in the text, which are not part of `rows`.
    pub indent: usize,
    /// The plans in letters behind the map, valid or not.
    pub solutions: Vec<Solution>,
    /// The line of the text for each row, from 1.
    pub lines: Vec<usize>,
}

impl Level {
    /// The map as canonical XSB, one line per row.
    #[must_use]
    pub fn map(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.extend(row.iter().map(|square| square.to_char()));
            text.push('\n');
        }
        text
    }

    /// The map followed by its title, author, other fields, comments and solutions, as [`Collection::read`] reads them.
    #[must_use]
    pub fn xsb(&self) -> String {
        // A blank line would end the map.
        let rows = self.map();
        let visible = |row: &str| match row.trim().is_empty() {
            true => "-".repeat(row.len().max(1)) + "\n",
            false => format!("{row}\n"),
        };
        let mut text: String = rows.lines().map(visible).collect();
        let title = self.title.as_deref().map(|title| ("Title", title));
        text.push_str(&field::xsb(title, self.author.as_deref(), &self.fields, &self.comments));
        for solution in &self.solutions {
            text.push_str("\nSolution\n");
            for line in solution.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                text.push_str(&format!("{line}\n"));
            }
        }
        text
    }

    /// The byte offset of a position in [`Level::map`]. A position beyond the end of its row maps to that end.
    #[must_use]
    pub fn offset(&self, place: MapPosition) -> usize {
        let before: usize = self.rows[..place.row].iter().map(|row| row.len() + 1).sum();
        before + place.column.min(self.rows[place.row].len())
    }

    /// The number of columns of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The square at a position; `None` outside of the rows.
    #[must_use]
    pub fn square(&self, place: MapPosition) -> Option<Square> {
        self.rows.get(place.row)?.get(place.column).copied()
    }

    /// All positions of the map with their squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (MapPosition, Square)> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, squares)| {
            squares.iter().enumerate().map(move |(column, &square)| (MapPosition { column, row }, square))
        })
    }
}
