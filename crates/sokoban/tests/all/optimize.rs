//! `optimize` against exhaustive search: the shipped encodings with all their prunings, surplus boxes included.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use groundplan_check::{check, Plan as Text, Rules, Verdict};
use groundplan_sokoban::{
    answer, Direction, Instance, Location, Objective, Plan, Question, Verdict as Known, Wanted,
};

/// A configuration: the boxes in order, and the sokoban's place.
type Configuration = (Vec<Location>, Location);

/// The least number of actions, up to `most`; `None` if there is no plan of so many.
fn exhaustive(instance: &Instance, most: usize) -> Option<usize> {
    let mut boxes = instance.boxes.clone();
    boxes.sort_unstable();
    let solved = |boxes: &[Location]| instance.storages.iter().all(|storage| boxes.contains(storage));
    let start: Configuration = (boxes, instance.sokoban);
    let mut seen: HashSet<Configuration> = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([(start, 0)]);
    while let Some(((boxes, sokoban), actions)) = open.pop_front() {
        if solved(&boxes) {
            return Some(actions);
        }
        if actions == most {
            continue;
        }
        let mut reached = HashSet::from([sokoban]);
        let mut walk = vec![sokoban];
        while let Some(cell) = walk.pop() {
            for next in instance.neighbours[cell.index()].iter().flatten() {
                if !boxes.contains(next) && reached.insert(*next) {
                    walk.push(*next);
                }
            }
        }
        for (index, &from) in boxes.iter().enumerate() {
            for direction in Direction::ALL {
                let side = instance.neighbour(from, direction.opposite());
                if side.is_none_or(|side| !reached.contains(&side)) {
                    continue;
                }
                let mut behind = from;
                while let Some(to) = instance.neighbour(behind, direction).filter(|to| !boxes.contains(to)) {
                    let mut moved = boxes.clone();
                    moved[index] = to;
                    moved.sort_unstable();
                    let next = (moved, behind);
                    if seen.insert(next.clone()) {
                        open.push_back((next, actions + 1));
                    }
                    behind = to;
                }
            }
        }
    }
    None
}

fn question(encoding: Option<&str>) -> Question {
    let encoding = encoding.map(|name| {
        let path = format!("{}/../../encodings/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
        (name.to_owned(), std::fs::read_to_string(path).expect("a shipped encoding"))
    });
    Question {
        encoding,
        ..Question::new(Wanted::Fewest { objective: Objective::LINES, most: Some(MOST), confirm: true })
    }
}

/// Levels that need more actions than this only have to be refuted up to it.
const MOST: usize = 7;

/// A level of 4 by 3 to 5 by 4 cells, made of the bits of a linear congruential generator.
fn level(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (width, height) = (4 + next(2), 3 + next(2));
    let wall: Vec<bool> = (0..width * height).map(|_| next(5) == 0).collect();
    let free: Vec<u64> = (0..width * height).filter(|&cell| !wall[cell as usize]).collect();
    let name = |cell: u64| format!("c{}r{}", cell % width, cell / width);
    let mut text = String::new();
    for &cell in &free {
        if cell % width + 1 < width && !wall[cell as usize + 1] {
            text += &format!("right({},{}). ", name(cell), name(cell + 1));
        }
        if cell >= width && !wall[(cell - width) as usize] {
            text += &format!("top({},{}). ", name(cell), name(cell - width));
        }
    }
    let mut places = free;
    let mut take = |next: &mut dyn FnMut(u64) -> u64| places.swap_remove(next(places.len() as u64) as usize);
    text += &format!("sokoban({}). ", name(take(&mut next)));
    let storages = 1 + next(2);
    let boxes = storages + u64::from(next(3) == 0);
    let homes: Vec<u64> = (0..boxes + storages).map(|_| take(&mut next)).collect();
    for (index, &cell) in homes.iter().enumerate() {
        let predicate = if (index as u64) < boxes { "box" } else { "solution" };
        text += &format!("{predicate}({}). ", name(cell));
    }
    text
}

#[test]
fn every_shipped_encoding_finds_the_optimum_of_random_levels() {
    let (mut solved, mut unsolved, mut surplus) = (0, 0, 0);
    for seed in 0..200 {
        let text = level(seed);
        let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
        let expected = exhaustive(&instance, MOST);
        for encoding in [None, Some("plain.lp"), Some("tight.lp")] {
            let found = answer(Arc::clone(&instance), &question(encoding), &mut |_| ());
            let found = found.expect("the encoding is right");
            // Up to the most all is proven.
            assert!(found.verdict.is_final(question(encoding).wanted), "seed {seed}, {encoding:?}");
            let plan = match found.verdict {
                Known::Bounds(bounds) => bounds.plan,
                _ => None,
            };
            assert_eq!(plan.as_ref().map(Plan::len), expected, "seed {seed}, {encoding:?}: {text}");
            if let Some(plan) = plan {
                let atoms: String = plan.atoms(&instance).map(|atom| format!("{atom}.\n")).collect();
                let checked = groundplan_check::Instance::parse(&text).expect("an instance");
                let rules = Rules { no_noop: true, actions: Some(plan.len()), ..Rules::default() };
                let verdict = check(&checked, &Text::parse(&atoms).expect("a plan"), &rules);
                assert!(matches!(verdict, Verdict::Valid { .. }), "seed {seed}, {encoding:?}: {verdict:?}");
                assert!(found.confirmed || plan.is_empty(), "seed {seed}, {encoding:?}");
            }
        }
        match expected {
            Some(_) => solved += 1,
            None => unsolved += 1,
        }
        surplus += usize::from(instance.boxes.len() > instance.storages.len());
    }
    assert!(
        solved >= 20 && unsolved >= 10 && surplus >= 10,
        "{solved} solved, {unsolved} not, {surplus} with surplus"
    );
}
