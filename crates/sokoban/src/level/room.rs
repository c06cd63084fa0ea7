//! The squares of a map that belong to the game.
//!
//! These are the squares that the sokoban could walk to if there were no boxes, and enclosed chambers that hold a box
//! or a storage location. Such chambers cannot be reached, but the goal depends on them. Empty enclosed floor and
//! everything outside of the walls are left out.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Level, LevelError, MapPosition};

impl Level {
    /// The squares that belong to the game, ordered by column.
    ///
    /// # Errors
    ///
    /// When there is not exactly one sokoban, when it can walk out, or when a box or a storage location is not enclosed
    /// by walls.
    pub fn room(&self) -> Result<BTreeSet<MapPosition>, LevelError> {
        let mut sokobans = self.squares().filter(|(_, square)| square.has_sokoban()).map(|(place, _)| place);
        let Some(first) = sokobans.next() else { return Err(LevelError::NoSokoban) };
        if let Some(second) = sokobans.next() {
            return Err(LevelError::TwoSokobans { first, second });
        }
        let mut room = BTreeSet::new();
        self.flood(first, &mut room).map_err(|way| LevelError::Leak { gap: self.gap(&way) })?;
        for (at, square) in self.squares() {
            let matters = square.has_box() || square.is_storage();
            if matters && !room.contains(&at) {
                let outside = if square.has_box() {
                    LevelError::BoxOutside { at }
                } else {
                    LevelError::StorageOutside { at }
                };
                self.flood(at, &mut room).map_err(|_| outside)?;
            }
        }
        Ok(room)
    }

    /// Adds all squares that can be reached from `start`.
    ///
    /// # Errors
    ///
    /// When that leads out of the map. The error is the path out, from its last square back to the start.
    fn flood(&self, start: MapPosition, room: &mut BTreeSet<MapPosition>) -> Result<(), Vec<MapPosition>> {
        let mut from: FxHashMap<MapPosition, MapPosition> = FxHashMap::from_iter([(start, start)]);
        let mut frontier = vec![start];
        while !frontier.is_empty() {
            // Breadth-first, so that the path out is a shortest one.
            for place in std::mem::take(&mut frontier) {
                for next in around(place) {
                    let Some(square) = next.and_then(|next| self.square(next)) else {
                        let mut way = vec![place];
                        while way.last() != Some(&start) {
                            way.push(from[&way[way.len() - 1]]);
                        }
                        return Err(way);
                    };
                    let next = next.expect("it is on the map");
                    if square != super::Square::Wall && !from.contains_key(&next) {
                        from.insert(next, place);
                        frontier.push(next);
                    }
                }
            }
        }
        room.extend(from.into_keys());
        Ok(())
    }

    /// The square on the path out that looks most like a gap in a wall: the last one between two walls, or else the
    /// last of all.
    fn gap(&self, way: &[MapPosition]) -> MapPosition {
        let wall = |place: Option<MapPosition>| {
            place.and_then(|place| self.square(place)).is_some_and(|square| square == super::Square::Wall)
        };
        let between = |&&place: &&MapPosition| {
            let [right, left, up, down] = around(place);
            (wall(right) && wall(left)) || (wall(up) && wall(down))
        };
        way.iter().find(between).copied().unwrap_or(way[0])
    }
}

/// The positions to the right, to the left, above and below.
pub fn around(MapPosition { column, row }: MapPosition) -> [Option<MapPosition>; 4] {
    [
        Some(MapPosition { column: column + 1, row }),
        column.checked_sub(1).map(|column| MapPosition { column, row }),
        row.checked_sub(1).map(|row| MapPosition { column, row }),
        Some(MapPosition { column, row: row + 1 }),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::Collection;
    use super::*;

    fn room(map: &str) -> Result<usize, LevelError> {
        Collection::read(map).expect("a map").levels[0].room().map(|room| room.len())
    }

    #[test]
    fn the_room_is_what_matters() {
        assert_eq!(room("#####\n#@$.#\n#####"), Ok(3));
        // Enclosed floor with nothing on it, and floor outside.
        assert_eq!(room("-######--\n-#@$.# ##\n-######"), Ok(3));
        assert_eq!(room("#########\n#@$.#  ##\n#########"), Ok(3));
        // Chambers with a box or a storage location.
        assert_eq!(room("########\n#@$.#* #\n########"), Ok(5));
        assert_eq!(room("########\n#@$.#.##\n########"), Ok(4));
    }

    #[test]
    fn what_is_no_level_says_where() {
        let at = |column, row| MapPosition { column, row };
        assert_eq!(room("####\n#$.#\n####"), Err(LevelError::NoSokoban));
        assert_eq!(
            room("#####\n#@+$#\n#####"),
            Err(LevelError::TwoSokobans { first: at(1, 1), second: at(2, 1) })
        );
        // A gap to the blanks in front of a row, to those behind one, and at the edge.
        assert_eq!(room("  #####\n   @$.#\n  #####"), Err(LevelError::Leak { gap: at(0, 1) }));
        assert_eq!(room("#####\n#@$.\n#####"), Err(LevelError::Leak { gap: at(3, 1) }));
        assert_eq!(room("## ##\n#@$.#\n#####"), Err(LevelError::Leak { gap: at(2, 0) }));
        assert_eq!(room("#####  \n#@$. --\n#####"), Err(LevelError::Leak { gap: at(4, 1) }));
        assert_eq!(room("#####\n#@*.# $\n#####"), Err(LevelError::BoxOutside { at: at(6, 1) }));
        assert_eq!(room("#####\n#@*.#.\n#####"), Err(LevelError::StorageOutside { at: at(5, 1) }));
    }
}
