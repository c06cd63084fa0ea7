//! The least that plans cost, by a search over single moves (Dijkstra) that shares nothing with the engines.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use groundplan_sokoban::{Costs, Instance, Metric, Objective};

/// Boxes and sokoban by cell, and the direction of the last move if that was a push.
type State = (u64, u8, u8);

/// No push came last.
const WALKED: u8 = 4;

/// What a best plan of at most so many lines costs; `None` if there is none. `Err` when more than `cap` states are reached.
pub fn least(
    instance: &Instance,
    objective: Objective,
    most: Option<usize>,
    cap: usize,
) -> Result<Option<Costs>, usize> {
    assert!(instance.neighbours.len() <= 64, "a set of cells is a word");
    let set = |cells: &[groundplan_sokoban::Location]| cells.iter().fold(0u64, |set, cell| set | 1 << cell.0);
    let storages = set(&instance.storages);
    let start: State = (set(&instance.boxes), instance.sokoban.0 as u8, WALKED);
    let step = |state: State, direction: usize| -> Option<(State, bool, bool)> {
        let (boxes, sokoban, last) = state;
        let to = instance.neighbours[sokoban as usize][direction]?.0;
        if boxes >> to & 1 == 0 {
            return Some(((boxes, to as u8, WALKED), false, false));
        }
        let beyond = instance.neighbours[to as usize][direction]?.0;
        if boxes >> beyond & 1 == 1 {
            return None;
        }
        let boxes = boxes & !(1 << to) | 1 << beyond;
        Some(((boxes, to as u8, direction as u8), true, last != direction as u8))
    };
    // The number of lines is part of the state where it is limited.
    let mut known: HashMap<(State, usize), Costs> = HashMap::from([((start, 0), Costs::default())]);
    let mut open = BinaryHeap::from([Reverse((Costs::default(), 0, start))]);
    while let Some(Reverse((costs, lines, state))) = open.pop() {
        let number = if most.is_some() { lines } else { 0 };
        if known[&(state, number)] < costs {
            continue;
        }
        if storages & !state.0 == 0 {
            return Ok(Some(costs));
        }
        if known.len() > cap {
            return Err(known.len());
        }
        for direction in 0..4 {
            let Some((next, pushes, begins)) = step(state, direction) else { continue };
            let lines = lines + usize::from(begins);
            if most.is_some_and(|most| lines > most) {
                continue;
            }
            let price = |metric| match metric {
                Metric::Lines => usize::from(begins),
                Metric::Pushes => usize::from(pushes),
                Metric::Moves => 1,
            };
            let next_costs = Costs {
                first: costs.first + price(objective.first),
                second: costs.second + objective.second.map_or(0, price),
            };
            let number = if most.is_some() { lines } else { 0 };
            if known.get(&(next, number)).is_none_or(|known| next_costs < *known) {
                known.insert((next, number), next_costs);
                open.push(Reverse((next_costs, lines, next)));
            }
        }
    }
    Ok(None)
}
