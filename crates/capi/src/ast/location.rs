//! Places in texts.

use groundplan_clingo::syntax::{Location, Position};

use crate::control::clingo_location;
use crate::door::Outcome;
use crate::text::{file_name, forever};

/// Converts a place of the caller.
///
/// # Errors
///
/// Returns an error if one of the names is null.
///
/// # Safety
///
/// The names are null, or strings.
pub(super) unsafe fn location_of(place: &clingo_location) -> Outcome<Location> {
    // SAFETY: by the contract of this function.
    let (begin, end) = unsafe { (file_name(place.begin_file)?, file_name(place.end_file)?) };
    let begin = Position { file: (*begin).into(), line: place.begin_line, column: place.begin_column };
    let file = if *end == *begin.file { begin.file.clone() } else { (*end).into() };
    Ok(Location::new(begin, Position { file, line: place.end_line, column: place.end_column }))
}

/// Converts a location; the names live for ever.
pub(crate) fn place_of(location: &Location) -> clingo_location {
    let (begin, end) = location.positions();
    clingo_location {
        begin_file: forever(&begin.file),
        end_file: forever(&end.file),
        begin_line: begin.line,
        end_line: end.line,
        begin_column: begin.column,
        end_column: end.column,
    }
}
