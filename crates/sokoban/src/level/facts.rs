//! Converts a level to the facts of an instance.

use std::fmt::Write;

use super::{Level, LevelError, MapPosition};

impl Level {
    /// The facts, one per line: `right/2` and `top/2` for adjacent squares, `box/1`, `solution/1` and `sokoban/1`. The
    /// location in column x and row y, both from 0, is named `c{x}r{y}`. Facts are ordered by column, then row. There
    /// are no steps.
    ///
    /// # Errors
    ///
    /// When the map is not a valid level.
    pub fn facts(&self) -> Result<String, LevelError> {
        let room = self.room()?;
        let name = |MapPosition { column, row }: MapPosition| format!("c{column}r{row}");
        let mut text = String::new();
        for &place in &room {
            let mut fact = |fact: std::fmt::Arguments<'_>| {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{fact}");
            };
            let right = MapPosition { column: place.column + 1, ..place };
            if room.contains(&right) {
                fact(format_args!("right({},{}).", name(place), name(right)));
            }
            let above = place.row.checked_sub(1).map(|row| MapPosition { row, ..place });
            if let Some(above) = above.filter(|above| room.contains(above)) {
                fact(format_args!("top({},{}).", name(place), name(above)));
            }
            let square = self.square(place).expect("a room is on its map");
            if square.has_box() {
                fact(format_args!("box({}).", name(place)));
            }
            if square.is_storage() {
                fact(format_args!("solution({}).", name(place)));
            }
            if square.has_sokoban() {
                fact(format_args!("sokoban({}).", name(place)));
            }
        }
        Ok(text)
    }
}
