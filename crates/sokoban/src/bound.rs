//! A lower bound on the number of actions: boxes assigned to storage locations at least total cost.
//!
//! The cost of a box and a storage location is the least number of actions that bring the box there when no other box
//! is in the way. Leaving the other boxes out relaxes the problem: what the sokoban reaches and where a box slides among
//! other boxes, it reaches and slides without them. Each action moves one box, and each storage location needs a box
//! of its own, so no plan has fewer actions than the cheapest assignment.

use std::collections::VecDeque;

use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;
use rustc_hash::FxHashMap;

use crate::instance::{Direction, Instance, Location};

/// Up to so many locations, costs take into account on which side of the box the sokoban is.
const SIDES_UP_TO: usize = 2_000;

/// The least number of actions of any assignment of boxes to storage locations; `None` if there is no assignment, so
/// that there is no plan of any length.
#[must_use]
pub fn assignment(instance: &Instance) -> Option<usize> {
    let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
    if boxes < storages {
        return None;
    }
    if storages == 0 {
        return Some(0);
    }
    let mut sides = Sides::new(instance);
    let costs: Vec<Vec<Option<usize>>> = instance.boxes.iter().map(|&from| sides.costs(from)).collect();
    // Dearer than any assignment of reachable pairs.
    let reachable = costs.iter().flatten().flatten();
    let apart = 1 + reachable.copied().max().unwrap_or(0) as i64 * storages as i64;
    let rows = instance.storages.iter().map(|storage| {
        costs
            .iter()
            .map(move |costs| costs[storage.index()].map_or(apart, |cost| cost as i64))
            .collect::<Vec<_>>()
    });
    let matrix = Matrix::from_rows(rows).expect("every row has one column for each box");
    let (total, _) = kuhn_munkres_min(&matrix);
    (total < apart).then_some(total as usize)
}

/// The parts of the floor that one box divides it into, found when first asked for.
struct Sides<'a> {
    instance: &'a Instance,
    labels: FxHashMap<Location, Vec<u32>>,
}

impl<'a> Sides<'a> {
    fn new(instance: &'a Instance) -> Self {
        Sides { instance, labels: FxHashMap::default() }
    }

    /// Which part each location is in when the only box is on `place`. On large floors all is one part.
    fn label(&mut self, place: Location, cell: Location) -> u32 {
        let instance = self.instance;
        if instance.locations.len() > SIDES_UP_TO {
            return 0;
        }
        let labels = self.labels.entry(place).or_insert_with(|| {
            let mut labels = vec![u32::MAX; instance.locations.len()];
            let mut parts = 0;
            for start in (0..instance.locations.len() as u32).map(Location) {
                if start == place || labels[start.index()] != u32::MAX {
                    continue;
                }
                let mut open = vec![start];
                labels[start.index()] = parts;
                while let Some(cell) = open.pop() {
                    for next in instance.neighbours[cell.index()].iter().flatten() {
                        if *next != place && labels[next.index()] == u32::MAX {
                            labels[next.index()] = parts;
                            open.push(*next);
                        }
                    }
                }
                parts += 1;
            }
            labels
        });
        labels[cell.index()]
    }

    /// The least number of actions that bring a box from its place to each location.
    fn costs(&mut self, from: Location) -> Vec<Option<usize>> {
        let instance = self.instance;
        let mut costs = vec![None; instance.locations.len()];
        costs[from.index()] = Some(0);
        if instance.sokoban == from {
            return costs;
        }
        let start = (from, self.label(from, instance.sokoban));
        let mut cost_of: FxHashMap<(Location, u32), usize> = FxHashMap::from_iter([(start, 0)]);
        let mut open = VecDeque::from([start]);
        while let Some(state @ (place, part)) = open.pop_front() {
            let cost = cost_of[&state] + 1;
            for direction in Direction::ALL {
                let Some(side) = instance.neighbour(place, direction.opposite()) else { continue };
                if self.label(place, side) != part {
                    continue;
                }
                let mut behind = place;
                let mut slides = 0;
                while let Some(to) = instance.neighbour(behind, direction) {
                    // A line of cells may lead round in a circle: `right` need not be a grid's. The way stops where it
                    // began, but the pushing side is free when the sokoban has gone on.
                    slides += 1;
                    if to == place || slides > instance.locations.len() {
                        break;
                    }
                    let next = (to, self.label(to, behind));
                    if let std::collections::hash_map::Entry::Vacant(entry) = cost_of.entry(next) {
                        entry.insert(cost);
                        open.push_back(next);
                        let known = &mut costs[to.index()];
                        *known = Some(known.map_or(cost, |known: usize| known.min(cost)));
                    }
                    behind = to;
                }
            }
        }
        costs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> Option<usize> {
        assignment(&Instance::read("test", text).expect("an instance"))
    }

    #[test]
    fn a_solved_instance_needs_nothing() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(a). box(b). solution(b)."), Some(0));
    }

    #[test]
    fn one_line_is_one_action_whatever_its_length() {
        assert_eq!(bound("right(a,b). right(b,c). right(c,d). sokoban(a). box(b). solution(d)."), Some(1));
    }

    #[test]
    fn a_closed_line_may_be_gone_round_to_the_pushing_side() {
        assert_eq!(bound("right(a,b). right(b,c). right(c,a). sokoban(a). box(b). solution(a)."), Some(1));
    }

    #[test]
    fn a_box_that_nobody_can_get_behind_has_no_assignment() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(c). box(b). solution(c)."), None);
    }

    #[test]
    fn too_few_boxes_have_no_assignment() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(a). box(b). solution(b). solution(c)."), None);
    }

    #[test]
    fn each_storage_location_gets_a_box_of_its_own() {
        // The box on b is the cheaper one for both storage locations, but serves only one.
        let text = "right(a,b). right(b,c). right(c,d). right(x,y). right(y,z). right(z,w). top(a,x). \
                    sokoban(a). box(b). box(y). solution(d). solution(w).";
        assert_eq!(bound(text), Some(2));
    }
}
