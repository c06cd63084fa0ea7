//! Levels as Sokoban people write them, in XSB notation, and what they are as facts.
//!
//! In reading order: `paste`, lines without what clipboards and forums add to them; [`Square`], what a character of a map
//! means; `row`, a line of a map, run-length coded or not; [`Solution`], letters behind a map; [`Field`] and `words`, titles and what
//! else is written around maps; `slc`, the same as XML; [`Collection`], the maps in a text with their words; `room`, which squares of a map the game is about, or why it is no level; `facts`, those squares
//! as an instance.
//!
//! `notation` knows maps that are drawn otherwise, which are not read.
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
mod notation;
mod paste;
mod room;
mod row;
mod slc;
mod solution;
mod square;
mod words;

pub use collection::Collection;
pub use error::{CollectionError, LevelError};
pub use field::Field;
pub use kind::Kind;
pub use notation::elsewhere;
pub use row::lines;
pub use slc::is as is_slc;
pub use solution::Solution;
pub use square::Square;

/// A square of a map: column and row, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The column, from the left.
    pub column: usize,
    /// The row, from the top.
    pub row: usize,
}

/// A map and what is written around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number in the collection, from 1.
    pub number: usize,
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The other fields.
    pub fields: Vec<Field>,
    /// What else is said about it, a line each.
    pub comments: Vec<String>,
    /// The squares, row by row; rows may differ in length.
    pub rows: Vec<Vec<Square>>,
    /// How many columns of blanks stand in front of all rows in the text; they are left out of the rows.
    pub indent: usize,
    /// The plans in letters behind it, right or wrong.
    pub solutions: Vec<Solution>,
    /// The line of the text that each row stands on, from 1.
    pub lines: Vec<usize>,
}

impl Level {
    /// The map as canonical XSB, a line for each row.
    #[must_use]
    pub fn map(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.extend(row.iter().map(|square| square.to_char()));
            text.push('\n');
        }
        text
    }

    /// The map with its title, author, comments and solutions behind it, as [`Collection::read`] reads them.
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

    /// Where a place is in [`Level::map`], in bytes. A place past the end of its row is the end of it.
    #[must_use]
    pub fn offset(&self, place: Place) -> usize {
        let before: usize = self.rows[..place.row].iter().map(|row| row.len() + 1).sum();
        before + place.column.min(self.rows[place.row].len())
    }

    /// How many columns the longest row has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// What is on a square; none outside of the rows.
    #[must_use]
    pub fn square(&self, place: Place) -> Option<Square> {
        self.rows.get(place.row)?.get(place.column).copied()
    }

    /// All places of the map with what is on them, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (Place, Square)> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, squares)| {
            squares.iter().enumerate().map(move |(column, &square)| (Place { column, row }, square))
        })
    }
}
