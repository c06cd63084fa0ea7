//! The number of actions that bring a single box to each storage location, without other boxes on the floor.
//!
//! Of the sokoban, only the *side* counts: the part of the floor it is in, as the box divides the floor. Leaving the
//! other boxes out relaxes the problem, so these distances never exceed the real ones. A place and side from which no
//! storage location can be reached is dead. These include all places found dead by reverse pulls.

use std::collections::VecDeque;

use super::floor::{opposite, Cell, Floor};

/// The number of parts of the floor distinguished: up to four next to the box, and all others together.
const PARTS: usize = 5;
/// The part of all cells that are not connected to a neighbour of the box.
const ELSEWHERE: u8 = 4;

/// The greatest number of cells of a floor on which sides are distinguished.
const SIDES_UP_TO: usize = 2_000;

/// The distance of a storage location that cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;

/// The number of a standing: a place of a box with a side of the sokoban.
pub(crate) type Standing = usize;

/// The sides of each place: the parts of the floor as a box on the place divides it.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    cells: usize,
    /// The part of each cell, indexed by place of the box, then by cell. It is empty on large floors, where all is
    /// one part.
    parts: Vec<u8>,
}

impl Sides {
    pub(crate) fn new(floor: &Floor) -> Self {
        let cells = floor.none() as usize;
        let parts = if cells <= SIDES_UP_TO {
            (0..floor.none()).flat_map(|place| parts(floor, place)).collect()
        } else {
            Vec::new()
        };
        Sides { cells, parts }
    }

    /// Returns sides that treat all sides of a place as one.
    pub(crate) fn none(floor: &Floor) -> Self {
        Sides { cells: floor.none() as usize, parts: Vec::new() }
    }

    /// Returns the standing of a box on `place` with the sokoban on `cell`.
    pub(crate) fn standing(&self, place: Cell, cell: Cell) -> Standing {
        let part =
            if self.parts.is_empty() { 0 } else { self.parts[place as usize * self.cells + cell as usize] };
        place as usize * PARTS + part as usize
    }

    /// The number of standings.
    pub(crate) fn standings(&self) -> usize {
        self.cells * PARTS
    }

    /// The standings of a place, one for each side.
    pub(crate) fn at(&self, place: Cell) -> std::ops::Range<Standing> {
        let start = place as usize * PARTS;
        start..start + PARTS
    }

    /// Returns the number of actions to a storage location from every standing, computed backwards from the location.
    ///
    /// A box is either at rest, or under way in a direction with the sokoban behind it. Setting it in motion is one
    /// action. Going on and coming to rest cost nothing.
    pub(crate) fn distances(&self, floor: &Floor, storage: Cell) -> Vec<u16> {
        let mut distances = vec![NEVER; self.standings()];
        let mut under_way = vec![[false; 4]; self.cells];
        let mut open: VecDeque<Standing> = VecDeque::new();
        for part in 0..PARTS {
            let standing = storage as usize * PARTS + part;
            distances[standing] = 0;
            open.push_back(standing);
        }
        let mut line: Vec<(Cell, usize)> = Vec::new();
        while let Some(standing) = open.pop_front() {
            let next = distances[standing].saturating_add(1).min(NEVER - 1);
            let place = (standing / PARTS) as Cell;
            for direction in 0..4 {
                let before = floor.neighbour(place, opposite(direction));
                if before != floor.none() && self.standing(place, before) == standing {
                    line.push((before, direction));
                }
            }
            while let Some((place, direction)) = line.pop() {
                if std::mem::replace(&mut under_way[place as usize][direction], true) {
                    continue;
                }
                let before = floor.neighbour(place, opposite(direction));
                if before == floor.none() {
                    continue;
                }
                line.push((before, direction));
                let standing = self.standing(place, before);
                let distance = &mut distances[standing];
                if *distance == NEVER {
                    *distance = next;
                    open.push_back(standing);
                }
            }
        }
        distances
    }
}

/// Iterates over the distances from the sides of each place, place by place.
pub(crate) fn by_place(distances: &[u16]) -> impl Iterator<Item = &[u16]> {
    distances.chunks_exact(PARTS)
}

/// Returns the part of each cell when a box is on `place`.
fn parts(floor: &Floor, place: Cell) -> Vec<u8> {
    let mut parts = vec![ELSEWHERE; floor.none() as usize];
    let mut open = Vec::new();
    let mut part = 0;
    for start in floor.neighbours(place) {
        if start == floor.none() || parts[start as usize] != ELSEWHERE {
            continue;
        }
        parts[start as usize] = part;
        open.push(start);
        while let Some(cell) = open.pop() {
            for next in floor.neighbours(cell) {
                if next != floor.none() && next != place && parts[next as usize] == ELSEWHERE {
                    parts[next as usize] = part;
                    open.push(next);
                }
            }
        }
        part += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;

    /// Returns the distance of the only box to the only storage location, from where the sokoban is.
    fn distance(text: &str) -> u16 {
        let instance = Instance::read("test", text).expect("an instance");
        let floor = Floor::new(&instance);
        let sides = Sides::new(&floor);
        let distances = sides.distances(&floor, instance.storages[0].0);
        distances[sides.standing(instance.boxes[0].0, instance.sokoban.0)]
    }

    #[test]
    fn a_line_of_any_length_is_one_action() {
        let corridor = "right(a,b). right(b,c). right(c,d). right(d,e). ";
        assert_eq!(distance(&format!("{corridor} sokoban(a). box(b). solution(e).")), 1);
        assert_eq!(distance(&format!("{corridor} sokoban(a). box(b). solution(b).")), 0);
    }

    #[test]
    fn distances_depend_on_the_side_of_the_sokoban() {
        let corridor = "right(a,b). right(b,c). right(c,d). right(d,e). ";
        assert_eq!(distance(&format!("{corridor} sokoban(d). box(c). solution(e).")), NEVER);
        assert_eq!(distance(&format!("{corridor} sokoban(d). box(c). solution(b).")), 1);
    }

    #[test]
    fn a_closed_line_may_be_gone_round_to_the_pushing_side() {
        assert_eq!(distance("right(a,b). right(b,c). right(c,a). sokoban(a). box(b). solution(a)."), 1);
    }

    #[test]
    fn a_corner_is_dead() {
        let text = "right(a,b). right(b,c). top(a,d). top(b,e). top(c,f). right(d,e). right(e,f). \
                    sokoban(a). box(b). solution(e).";
        let instance = Instance::read("test", text).expect("an instance");
        let floor = Floor::new(&instance);
        let distances = Sides::new(&floor).distances(&floor, instance.storages[0].0);
        let dead: Vec<bool> =
            by_place(&distances).map(|from| from.iter().all(|&distance| distance == NEVER)).collect();
        let names: Vec<String> = instance.locations().map(|location| instance.name(location)).collect();
        let alive: Vec<&String> =
            names.iter().zip(&dead).filter(|(_, dead)| !**dead).map(|(name, _)| name).collect();
        assert_eq!(alive, ["e"], "{names:?} {dead:?}");
    }
}
