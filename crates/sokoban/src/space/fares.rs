//! The least cost of bringing a single box to each storage location, by any metric, without other boxes on the floor.
//!
//! As in `distances`, which counts actions, only the side of the box that the sokoban is on counts. Walks cost
//! nothing here except for what the prices of pushes include for them, so that the costs of several boxes can be
//! added up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::distances::{self, Sides, Standing};
use super::floor::{opposite, Cell, Floor};
use super::matching;
use super::tariff::Prices;

/// The table is not built if it would have more entries than this.
const MOST_ENTRIES: usize = 50_000_000;

/// The cost of a storage location that cannot be reached.
pub(crate) const NEVER: u32 = u32::MAX;

/// The least costs by standing and storage location.
#[derive(Clone, Debug)]
pub(crate) struct Fares {
    sides: Sides,
    storages: usize,
    /// The costs, indexed by standing, then by storage location.
    fares: Vec<u32>,
    /// For each standing, whether no storage location can be reached from it.
    dead: Vec<bool>,
}

impl Fares {
    /// Computes the costs on a floor; returns `None` if the table would be too large.
    pub(crate) fn new(floor: &Floor, storages: &[Cell], prices: &impl Prices) -> Option<Self> {
        let sides = Sides::new(floor);
        let standings = sides.standings();
        let entries = standings.checked_mul(storages.len()).filter(|&all| all <= MOST_ENTRIES)?;
        let mut fares = vec![NEVER; entries];
        let mut dead = vec![true; standings];
        for (index, &storage) in storages.iter().enumerate() {
            let mut set = |standing: Standing, fare| {
                fares[standing * storages.len() + index] = fare;
                dead[standing] &= fare == NEVER;
            };
            if prices.counts_lines() {
                for (standing, lines) in sides.distances(floor, storage).into_iter().enumerate() {
                    set(standing, if lines == distances::NEVER { NEVER } else { u32::from(lines) });
                }
            } else {
                let fares = to_storage(&sides, floor, storage, prices);
                fares.into_iter().enumerate().for_each(|(standing, fare)| set(standing, fare));
            }
        }
        Some(Fares { sides, storages: storages.len(), fares, dead })
    }

    /// The number of entries of the tables.
    pub(crate) fn entries(&self) -> usize {
        self.fares.len() + self.dead.len()
    }

    /// Returns the standing of a box on `place` with the sokoban on `cell`.
    pub(crate) fn standing(&self, place: Cell, cell: Cell) -> Standing {
        self.sides.standing(place, cell)
    }

    /// Returns whether no storage location can be reached from a standing.
    pub(crate) fn is_dead(&self, standing: Standing) -> bool {
        self.dead[standing]
    }

    /// Returns whether no storage location can be reached from a place, on any side.
    pub(crate) fn is_dead_place(&self, place: Cell) -> bool {
        self.sides.at(place).all(|standing| self.dead[standing])
    }

    /// Calls `push` for each push of a cheapest way of a box to a storage location, as far as one is found. Its
    /// arguments are the cells of the sokoban and of the box before the push.
    pub(crate) fn way(
        &self,
        (mut place, mut sokoban): (Cell, Cell),
        storage: usize,
        floor: &Floor,
        prices: &impl Prices,
        mut push: impl FnMut(Cell, Cell),
    ) {
        // Bounds the loop, since pushes that cost nothing may lead round and round.
        for _ in 0..floor.none() {
            let standing = self.standing(place, sokoban);
            let fare = self.row(standing)[storage];
            let line = (0..4).find_map(|direction| {
                let (mut behind, mut from) = (floor.neighbour(place, opposite(direction)), place);
                if behind == floor.none() || self.standing(place, behind) != standing {
                    return None;
                }
                let mut price = prices.line();
                for pushes in 1..floor.none() {
                    let to = floor.neighbour(from, direction);
                    if to == floor.none() {
                        return None;
                    }
                    price = price.saturating_add(prices.push(behind, from));
                    let rest = self.row(self.standing(to, from))[storage];
                    if rest != NEVER && price.saturating_add(rest) == fare {
                        return Some((direction, pushes));
                    }
                    (behind, from) = (from, to);
                }
                None
            });
            let Some((direction, pushes)) = line.filter(|_| fare > 0 && fare != NEVER) else { return };
            sokoban = floor.neighbour(place, opposite(direction));
            for _ in 0..pushes {
                push(sokoban, place);
                (sokoban, place) = (place, floor.neighbour(place, direction));
            }
        }
    }

    /// Returns the row of assignment costs of one of `boxes` boxes: its costs to each storage location, then a column
    /// of cost 0 for each surplus box.
    ///
    /// Costs are capped so that their sum stays below [`matching::NEVER`].
    pub(crate) fn costs(&self, standing: Standing, boxes: usize) -> impl Iterator<Item = i64> + '_ {
        let most = (matching::NEVER - 1) / boxes.max(1) as i64;
        let cost = move |&fare: &u32| match fare {
            NEVER => matching::NEVER,
            fare => i64::from(fare).min(most),
        };
        let surplus = boxes.saturating_sub(self.storages);
        self.row(standing).iter().map(cost).chain(std::iter::repeat_n(0, surplus))
    }

    /// The costs from a standing to each storage location.
    pub(crate) fn row(&self, standing: Standing) -> &[u32] {
        &self.fares[standing * self.storages..][..self.storages]
    }
}

/// Returns the costs to a storage location from every standing, computed backwards from the location by Dijkstra's
/// algorithm.
///
/// A box is either at rest, or under way in a direction with the sokoban behind it. Setting it in motion costs the
/// price of a line, each square costs the price of a push, and coming to rest costs nothing.
pub(super) fn to_storage(sides: &Sides, floor: &Floor, storage: Cell, prices: &impl Prices) -> Vec<u32> {
    let mut fares = vec![NEVER; sides.standings()];
    let mut under_way = vec![[NEVER; 4]; floor.none() as usize];
    // A cost, with a place and side at rest, or a place and direction under way.
    let mut open: BinaryHeap<Reverse<(u32, Alone)>> = BinaryHeap::new();
    for standing in sides.at(storage) {
        fares[standing] = 0;
        open.push(Reverse((0, Alone::AtRest(storage, standing))));
    }
    while let Some(Reverse((fare, at))) = open.pop() {
        match at {
            Alone::AtRest(place, standing) if fares[standing] == fare => {
                for (direction, way) in under_way[place as usize].iter_mut().enumerate() {
                    let behind = floor.neighbour(place, opposite(direction));
                    if behind != floor.none() && sides.standing(place, behind) == standing && fare < *way {
                        *way = fare;
                        open.push(Reverse((fare, Alone::UnderWay(place, direction))));
                    }
                }
            }
            Alone::UnderWay(place, direction) if under_way[place as usize][direction] == fare => {
                let from = floor.neighbour(place, opposite(direction));
                let side = floor.neighbour(from, opposite(direction));
                if side == floor.none() {
                    continue;
                }
                let further = fare.saturating_add(prices.push(side, from)).min(NEVER - 1);
                let way = &mut under_way[from as usize][direction];
                if further < *way {
                    *way = further;
                    open.push(Reverse((further, Alone::UnderWay(from, direction))));
                }
                let begun = further.saturating_add(prices.line()).min(NEVER - 1);
                let standing = sides.standing(from, side);
                if begun < fares[standing] {
                    fares[standing] = begun;
                    open.push(Reverse((begun, Alone::AtRest(from, standing))));
                }
            }
            Alone::AtRest(..) | Alone::UnderWay(..) => {}
        }
    }
    fares
}

/// The state of a single box on the floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Alone {
    AtRest(Cell, Standing),
    UnderWay(Cell, usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::metric::{Metric, Objective};
    use crate::space::tariff::Tariff;

    /// Two rooms with a narrow door, and a closed line.
    const FLOORS: [&str; 2] = [
        "right(a,b). right(b,c). right(c,d). right(d,e). right(e,f). top(g,b). top(h,c). right(g,h). \
         top(e,i). top(i,j). top(f,k). right(i,k). sokoban(a). box(b). solution(e). solution(h).",
        "right(a,b). right(b,c). right(c,d). right(d,a). top(b,e). top(e,f). right(e,g). sokoban(a). \
         box(b). solution(d). solution(e).",
    ];

    #[test]
    fn fares_that_count_lines_are_distances() {
        for text in FLOORS {
            let instance = Instance::read("test", text).expect("an instance");
            let floor = Floor::new(&instance);
            let storages: Vec<Cell> = instance.storages.iter().map(|storage| storage.0).collect();
            let tariff = Tariff::new(Objective::LINES, instance.locations.len());
            let sides = Sides::new(&floor);
            for storage in storages {
                let lines: Vec<u32> = (sides.distances(&floor, storage).into_iter())
                    .map(|lines| if lines == distances::NEVER { NEVER } else { u32::from(lines) })
                    .collect();
                assert_eq!(to_storage(&sides, &floor, storage, &tariff), lines);
            }
        }
    }

    #[test]
    fn squares_count_where_pushes_do() {
        let text = "right(a,b). right(b,c). right(c,d). right(d,e). sokoban(a). box(b). solution(e).";
        let instance = Instance::read("test", text).expect("an instance");
        let floor = Floor::new(&instance);
        for (first, second, fare) in [
            (Metric::Pushes, None, (3, 0)),
            (Metric::Moves, None, (3, 0)),
            (Metric::Lines, Some(Metric::Pushes), (1, 3)),
            (Metric::Pushes, Some(Metric::Lines), (3, 1)),
        ] {
            let tariff = Tariff::new(Objective { first, second }, 5);
            let fares = Fares::new(&floor, &[instance.storages[0].0], &tariff).expect("a small floor");
            let standing = fares.standing(instance.boxes[0].0, instance.sokoban.0);
            let costs = tariff.costs(fares.row(standing)[0]);
            assert_eq!((costs.first, costs.second), fare, "{first:?}, {second:?}");
        }
    }
}
