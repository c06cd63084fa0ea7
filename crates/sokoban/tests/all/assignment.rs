//! The cheapest assignment of boxes to storage locations against another computation of it: forwards from each box instead
//! of backwards from each storage location, with every part of the floor told apart, and by the crate `pathfinding`.

use std::collections::VecDeque;

use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;
use rustc_hash::FxHashMap;

use crate::support::{instances, random_level};
use groundplan_sokoban::{assignment, Direction, Instance, Location};

/// Up to so many locations, costs take into account on which side of the box the sokoban is.
const SIDES_UP_TO: usize = 2_000;

/// The least number of actions of any assignment of boxes to storage locations; `None` if there is no assignment, so
/// that there is no plan of any length.
fn oracle(instance: &Instance) -> Option<usize> {
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
        if instance.locations().len() > SIDES_UP_TO {
            return 0;
        }
        let labels = self.labels.entry(place).or_insert_with(|| {
            let mut labels = vec![u32::MAX; instance.locations().len()];
            let mut parts = 0;
            for start in (0..instance.locations().len() as u32).map(Location) {
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
        let mut costs = vec![None; instance.locations().len()];
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
                    if to == place || slides > instance.locations().len() {
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

#[test]
fn both_find_the_same_cost() {
    let (mut none, mut some) = (0, [0; 5]);
    for seed in 0..4_000 {
        let text = random_level(seed);
        let instance = Instance::read("random", &text).expect("an instance");
        let expected = oracle(&instance);
        assert_eq!(assignment(&instance), expected, "seed {seed}: {text}");
        match expected {
            Some(cost) => some[cost.min(4)] += 1,
            None => none += 1,
        }
    }
    assert!(none > 300 && some[..4].iter().all(|&count| count > 100), "{none} without, {some:?}");
}

#[test]
fn both_find_the_same_cost_of_real_levels() {
    let mut compared = 0;
    for entry in std::fs::read_dir(instances()).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        if let Ok(instance) = Instance::read("instance", &text) {
            assert_eq!(assignment(&instance), oracle(&instance), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 10);
}

/// On a large floor no sides are told apart, by either.
#[test]
fn both_find_the_same_cost_on_a_large_floor() {
    let (width, height) = (60, 50);
    let mut text = String::new();
    for cell in 0..width * height {
        let (x, y) = (cell % width, cell / width);
        if x + 1 < width {
            text += &format!("right(c{x}r{y},c{}r{y}). ", x + 1);
        }
        if y > 0 {
            text += &format!("top(c{x}r{y},c{x}r{}). ", y - 1);
        }
    }
    text += "sokoban(c0r0). box(c5r5;c7r9;c30r0;c59r20). solution(c20r5;c7r49;c31r0).";
    let instance = Instance::read("large", &text).expect("an instance");
    assert!(instance.locations().len() > SIDES_UP_TO);
    assert_eq!(oracle(&instance), Some(3));
    assert_eq!(assignment(&instance), Some(3));
}
