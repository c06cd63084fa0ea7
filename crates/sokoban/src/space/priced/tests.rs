//! Checks searches with the tables computed late against searches without them.

use super::*;
use crate::metric::Metric;
use groundplan_search::{a_star, Budget, SearchResult};

/// Returns the facts of a room with four boxes and some walls.
fn room(seed: u64) -> String {
    let mut random = seed;
    let mut below = |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % end
    };
    let mut cells: Vec<(usize, usize)> = (0..30).map(|cell| (cell % 6, cell / 6)).collect();
    cells.retain(|_| below(7) > 0);
    let mut text = String::new();
    for &(x, y) in &cells {
        for (relation, next) in [("right", (x + 1, y)), ("top", (x, y + 1))] {
            if cells.contains(&next) {
                text += &format!("{relation}(c{x}r{y},c{}r{}). ", next.0, next.1);
            }
        }
    }
    let mut free = cells.clone();
    let mut put = |kind: &str, free: &mut Vec<(usize, usize)>| {
        let (x, y) = free.swap_remove(below(free.len()));
        text += &format!("{kind}(c{x}r{y}). ");
    };
    (0..4).for_each(|_| put("solution", &mut cells));
    (0..4).for_each(|_| put("box", &mut free));
    put("sokoban", &mut free);
    text
}

fn search(space: &Priced, thresholds: [u32; 3]) -> SearchResult<Push> {
    let (late, threes, fours) = Default::default();
    let mut space = Priced { expansions_left: thresholds, late, threes, fours, ..space.clone() };
    a_star(&mut space, &Budget { table_bytes: 1 << 26, ..Budget::default() }, &mut |_| ())
}

#[test]
fn late_tables_change_no_costs() {
    let (mut solved, mut fewer) = ([0; 4], [0; 4]);
    for seed in 0..400 {
        let Ok(instance) = Instance::read("room", &room(seed)) else { continue };
        let of = |first, second| Objective { first, second };
        let objectives = [
            of(Metric::Lines, None),
            of(Metric::Pushes, None),
            of(Metric::Moves, None),
            of(Metric::Pushes, Some(Metric::Moves)),
        ];
        for (index, objective) in objectives.into_iter().enumerate() {
            let Some(space) = Priced::new(&instance, objective, None) else { continue };
            let (with, without) = (search(&space, [1, 1, 1]), search(&space, [0, 0, 0]));
            let of_three = search(&space, [1, 1, 0]);
            let cost = |found: &SearchResult<Push>| found.path.as_ref().map(|path| path.cost);
            assert_eq!(with.end, without.end, "seed {seed}, {objective}");
            assert_eq!(cost(&with), cost(&without), "seed {seed}, {objective}");
            assert_eq!(of_three.end, without.end, "seed {seed}, {objective}, sets of three");
            assert_eq!(cost(&of_three), cost(&without), "seed {seed}, {objective}, sets of three");
            solved[index] += usize::from(with.path.is_some());
            fewer[index] += usize::from(with.progress.expanded < without.progress.expanded);
        }
    }
    assert!(solved.iter().chain(&fewer).all(|&count| count >= 5), "{solved:?} solved, {fewer:?} fewer");
}
