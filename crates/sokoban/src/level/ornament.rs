//! Boxes on storage locations in the outer wall and outside of it.
//!
//! Authors draw such boxes as ornaments. They never move, and they are on their places, so they are read as walls. An
//! ornament is a `*` at the edge of the map, or beside a square from which a way without any `*` leads to that edge. A
//! `*` that can only be reached through ornaments is one, too.
//!
//! Source: "levels with decorative outside elements", <http://sokobano.de/wiki/index.php?title=Level_format>.

use rustc_hash::FxHashSet;

use super::room::around;
use super::{MapPosition, Square};

/// Replaces ornaments by walls, and returns their positions. A level that leaks has none.
pub fn wall_up(rows: &mut [Vec<Square>]) -> Vec<MapPosition> {
    let is_stored = |square| square == Square::BoxOnStorage;
    let is_open = |square| square != Square::Wall && !is_stored(square);
    if !rows.iter().flatten().any(|&square| is_stored(square)) {
        return Vec::new();
    }
    let is_edge = |&at: &MapPosition| around(at).into_iter().any(|next| square(rows, next).is_none());
    let edge = places(rows, is_open).into_iter().filter(is_edge).collect();
    let outside = flood(rows, edge, is_open);
    if outside.iter().any(|&at| square(rows, Some(at)).is_some_and(Square::has_sokoban)) {
        return Vec::new();
    }
    let is_outermost = |at: &MapPosition| {
        is_edge(at) || around(*at).into_iter().flatten().any(|next| outside.contains(&next))
    };
    let mut ornaments: Vec<MapPosition> = places(rows, is_stored).into_iter().filter(is_outermost).collect();
    replace(rows, &ornaments);
    let room = flood(rows, places(rows, Square::has_sokoban), |square| square != Square::Wall);
    let beside = ornaments.iter().flat_map(|&at| around(at)).flatten();
    let enclosed =
        beside.filter(|&at| square(rows, Some(at)).is_some_and(is_stored) && !room.contains(&at)).collect();
    ornaments.extend(flood(rows, enclosed, is_stored));
    replace(rows, &ornaments);
    ornaments
}

fn replace(rows: &mut [Vec<Square>], ornaments: &[MapPosition]) {
    for at in ornaments {
        rows[at.row][at.column] = Square::Wall;
    }
}

/// The square at a position; `None` outside of the rows.
fn square(rows: &[Vec<Square>], at: Option<MapPosition>) -> Option<Square> {
    let at = at?;
    rows.get(at.row)?.get(at.column).copied()
}

/// The positions of the squares that satisfy a predicate.
fn places(rows: &[Vec<Square>], holds: impl Fn(Square) -> bool) -> Vec<MapPosition> {
    let mut places = Vec::new();
    for (row, squares) in rows.iter().enumerate() {
        let columns = (0..squares.len()).filter(|&column| holds(squares[column]));
        places.extend(columns.map(|column| MapPosition { column, row }));
    }
    places
}

/// The positions that are reached from `starts` through squares that satisfy a predicate.
fn flood(
    rows: &[Vec<Square>],
    starts: Vec<MapPosition>,
    passes: impl Fn(Square) -> bool,
) -> FxHashSet<MapPosition> {
    let mut reached: FxHashSet<MapPosition> = starts.iter().copied().collect();
    let mut open = starts;
    while let Some(at) = open.pop() {
        for next in around(at) {
            if square(rows, next).is_some_and(&passes) {
                open.extend(next.filter(|&next| reached.insert(next)));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::super::Collection;

    /// The map as it is read, and the number of ornaments.
    fn read(map: &str) -> (String, usize) {
        let level = Collection::read(map).expect("a map").levels.remove(0);
        (level.map(), level.ornaments.len())
    }

    #[test]
    fn stored_boxes_in_the_outer_wall_and_outside_of_it_are_walls() {
        for (map, walled, count) in [
            ("######\n#@$ .#\n###*##\n", "######\n#@$ .#\n######\n", 1),
            ("  * #\n######\n#@$ .#\n######\n", "  # #\n######\n#@$ .#\n######\n", 1),
            ("*####*\n#@$ .#\n*####*\n", "######\n#@$ .#\n######\n", 4),
            ("Title: A\n\n  *\n *-*\n######\n#@$ .#\n######\n", "  #\n # #\n######\n#@$ .#\n######\n", 3),
            // A line of text, not beside the map.
            ("* * *\n\n######\n#@$ .#\n######\n", "######\n#@$ .#\n######\n", 0),
            // Behind blanks, and in the middle of a larger ornament.
            ("###### ***\n#@$ .# ***\n###### ***\n", "###### ###\n#@$ .# ###\n###### ###\n", 9),
            ("######\n#@$ B#\n###**#\n# *\n", "######\n#@$ *#\n######\n# #\n", 3),
            // Beside a row that ends early.
            ("#####*\n#@$.##\n#####\n", "######\n#@$.##\n#####\n", 1),
        ] {
            assert_eq!(read(map), (walled.to_owned(), count), "{map}");
        }
        for map in [
            // Within the walls: reached by the sokoban, or in a chamber.
            "######\n#@$*.#\n######\n",
            "########\n#@$.#* #\n########\n",
            "######\n#@$.##\n###*##\n######\n",
            // The level leaks, so nothing is said about ornaments.
            "######\n#@$ .\n###*##\n",
        ] {
            assert_eq!(read(map), (map.to_owned(), 0), "{map}");
        }
    }
}
