//! Prunings and estimates of `tabled+` against breadth-first search without any, on random rooms that boxes shut off
//! parts of: the least number of actions, and whether there is a plan of exactly n actions each of which moves its box; and
//! the least costs by other metrics.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use groundplan::solve::Threads;
use groundplan_sokoban::level::Collection;
use groundplan_sokoban::{answer, EngineName, Instance, Objective, Question, Verdict, Wanted};

use crate::support::{moves, Random};

/// So many rooms are drawn with a seed of their own.
const ROOMS: u64 = 3000;
/// Among the rooms from here on is one whose dead successors were once put off for ever.
const FIRST: u64 = 200_000;
const MOST_ACTIONS: usize = 7;

/// A room on a grid, walls all around, by bits of cells.
struct Room {
    width: usize,
    floor: u64,
    storages: u64,
    boxes: u64,
    sokoban: usize,
}

type State = (u64, u64);

impl Room {
    fn draw(seed: u64) -> Room {
        let mut random = Random::new(seed);
        let mut below = |end: usize| random.below(end as u64) as usize;
        let (width, height) = (5 + below(4), 5 + below(3));
        let is_inner = |cell: &usize| {
            let (x, y) = (cell % width, cell / width);
            x > 0 && y > 0 && x + 1 < width && y + 1 < height
        };
        let mut cells: Vec<usize> = (0..width * height).filter(is_inner).collect();
        cells.retain(|_| below(8) > 0);
        let floor = cells.iter().fold(0, |set, cell| set | 1 << cell);
        let count = 2 + below(3);
        let mut take = |count: usize, cells: &mut Vec<usize>| {
            let taken = (0..count.min(cells.len())).map(|_| cells.swap_remove(below(cells.len())));
            taken.fold(0u64, |set, cell| set | 1 << cell)
        };
        // Every fifth room has a box to spare.
        let storages = take(count - usize::from(seed.is_multiple_of(5)), &mut cells.clone());
        // On a line with two free cells at its ends, so that it is often not lost from the start.
        let sides =
            |cell: &usize| [1, width].map(|step| floor >> (cell - step) & floor >> (cell + step) & 1 == 1);
        let mut lines: Vec<usize> =
            cells.iter().copied().filter(|cell| sides(cell).contains(&true)).collect();
        let boxes = take(count, &mut lines);
        cells.retain(|cell| boxes >> cell & 1 == 0);
        let sokoban = take(1, &mut cells).trailing_zeros() as usize;
        Room { width, floor, storages, boxes, sokoban }
    }

    fn has(set: u64, cell: usize) -> bool {
        set >> cell & 1 == 1
    }

    fn text(&self) -> String {
        let height = 8;
        let mut text = String::new();
        for y in 0..height {
            for x in 0..self.width {
                let cell = y * self.width + x;
                let (storage, is_box) = (Self::has(self.storages, cell), Self::has(self.boxes, cell));
                text.push(match (storage, is_box, cell == self.sokoban) {
                    _ if !Self::has(self.floor, cell) => '#',
                    (false, true, _) => '$',
                    (true, true, _) => '*',
                    (false, _, true) => '@',
                    (true, _, true) => '+',
                    (false, ..) => ' ',
                    (true, ..) => '.',
                });
            }
            text.push('\n');
        }
        text
    }

    fn steps(&self) -> [isize; 4] {
        [1, -1, self.width as isize, -(self.width as isize)]
    }

    fn walk(&self, boxes: u64, from: usize) -> u64 {
        let (mut reached, mut open) = (1u64 << from, vec![from]);
        while let Some(cell) = open.pop() {
            for step in self.steps() {
                let next = cell.wrapping_add_signed(step);
                if Self::has(self.floor & !boxes & !reached, next) {
                    reached |= 1 << next;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The boxes, and all cells that the sokoban can walk to, after one line.
    fn successors(&self, (boxes, walk): State) -> HashSet<State> {
        let mut all = HashSet::new();
        for from in (0..64).filter(|&cell| Self::has(boxes, cell)) {
            for step in self.steps() {
                if !Self::has(walk, from.wrapping_add_signed(-step)) {
                    continue;
                }
                let (mut behind, mut to) = (from, from.wrapping_add_signed(step));
                while Self::has(self.floor & !boxes, to) {
                    let after = boxes & !(1 << from) | 1 << to;
                    all.insert((after, self.walk(after, behind)));
                    (behind, to) = (to, to.wrapping_add_signed(step));
                }
            }
        }
        all
    }

    fn is_solved(&self, (boxes, _): State) -> bool {
        self.storages & !boxes == 0
    }

    /// The least number of actions, and for 0 to so many actions whether there is a plan of exactly so many.
    fn search(&self) -> (Option<usize>, Vec<bool>) {
        let start = (self.boxes, self.walk(self.boxes, self.sokoban));
        let mut known: HashMap<State, Vec<State>> = HashMap::new();
        let mut layer = HashSet::from([start]);
        let mut exactly = Vec::new();
        for _ in 0..=MOST_ACTIONS {
            exactly.push(layer.iter().any(|&state| self.is_solved(state)));
            let mut next = HashSet::new();
            for state in layer {
                let successors =
                    known.entry(state).or_insert_with(|| self.successors(state).into_iter().collect());
                next.extend(successors.iter().copied());
            }
            layer = next;
        }
        let (mut seen, mut layer, mut least) = (HashSet::from([start]), vec![start], 0);
        while !layer.is_empty() {
            if layer.iter().any(|&state| self.is_solved(state)) {
                return (Some(least), exactly);
            }
            let mut next = Vec::new();
            for state in layer {
                next.extend(self.successors(state).into_iter().filter(|&state| seen.insert(state)));
            }
            (layer, least) = (next, least + 1);
        }
        (None, exactly)
    }
}

fn asked(instance: &Arc<Instance>, wanted: Wanted) -> Verdict {
    asked_of(1, instance, wanted)
}

/// What so many threads answer.
fn asked_of(threads: usize, instance: &Arc<Instance>, wanted: Wanted) -> Verdict {
    let threads = Threads::Number(NonZeroUsize::new(threads).expect("one at least"));
    let question = Question { engine: EngineName::TabledPlus, threads, ..Question::new(wanted) };
    answer(Arc::clone(instance), &question, &mut |_| ()).expect("an answer").verdict
}

#[test]
fn nothing_that_is_left_out_is_missed() {
    let first: u64 = std::env::var("GROUNDPLAN_SEED").map_or(FIRST, |seed| seed.parse().expect("a number"));
    let (mut solvable, mut unsolvable, mut long, mut skipped) = (0, 0, 0, 0);
    for seed in first..first + ROOMS {
        let room = Room::draw(seed);
        let text = room.text();
        let level = &Collection::read(&text).expect("a map").levels[0];
        // The engine looks at the part of the floor that the sokoban is in; boxes elsewhere make it no level.
        let Ok(facts) = level.facts() else {
            skipped += 1;
            continue;
        };
        let instance = Arc::new(Instance::read("room", &facts).expect("an instance"));
        let (least, exactly) = room.search();
        match (
            asked_of(
                1 + seed as usize % 3,
                &instance,
                Wanted::Fewest { objective: Objective::LINES, most: None, confirm: false },
            ),
            least,
        ) {
            (Verdict::Never(_), None) => unsolvable += 1,
            (Verdict::Bounds(bounds), Some(least)) if bounds.is_proven() && bounds.lower.first == least => {
                solvable += 1;
                long += usize::from(least >= 6);
            }
            (verdict, least) => panic!("seed {seed}: {least:?}, but {verdict:?}\n{text}"),
        }
        for (actions, expected) in exactly.into_iter().enumerate() {
            let verdict = asked(&instance, Wanted::Exactly { actions: Some(actions), no_noop: true });
            assert_eq!(
                matches!(verdict, Verdict::Plan(_)),
                expected,
                "seed {seed}: {actions} actions: {verdict:?}\n{text}"
            );
        }
    }
    eprintln!(
        "{solvable} solvable, {long} of them in 6 actions or more, {unsolvable} not, {skipped} no levels"
    );
    assert!(solvable >= 100 && long >= 10 && unsolvable >= 100, "the rooms are too much alike");
}

#[test]
fn nothing_that_is_left_out_is_missed_by_other_metrics() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..300 {
        let text = Room::draw(seed).text();
        let Ok(facts) = Collection::read(&text).expect("a map").levels[0].facts() else { continue };
        let instance = Arc::new(Instance::read("room", &facts).expect("an instance"));
        for metrics in
            ["pushes", "moves", "lines,pushes", "pushes,lines", "pushes,moves", "moves,pushes", "moves,lines"]
        {
            let objective: Objective = metrics.parse().expect("an objective");
            let Ok(least) = moves::least(&instance, objective, None, 100_000) else { continue };
            match (asked(&instance, Wanted::Fewest { objective, most: None, confirm: false }), least) {
                (Verdict::Never(_), None) => unsolvable += 1,
                (Verdict::Bounds(bounds), Some(least)) if bounds.is_proven() && bounds.lower == least => {
                    solvable += 1;
                }
                (verdict, least) => panic!("seed {seed}, {metrics}: {least:?}, but {verdict:?}\n{text}"),
            }
        }
    }
    assert!(solvable >= 200 && unsolvable >= 200, "{solvable} solvable, {unsolvable} not");
}
