//! `decide` agrees with plain breadth-first search on random small levels, at every number of actions up to 8.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::support::{Level, SplitMix};
use groundplan_sokoban::space::{dead_places, remaining};
use groundplan_sokoban::{obstacles, Instance, Obstacle};

/// So many levels are drawn.
const LEVELS: u64 = 96;
const MOST_ACTIONS: usize = 8;

/// A set of cells, by bit.
type Cells = u32;

fn set(cells: &[usize]) -> Cells {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

fn has(set: Cells, cell: usize) -> bool {
    set >> cell & 1 == 1
}

/// A level on a grid of at most five by five.
struct Grid {
    width: usize,
    height: usize,
    floor: Cells,
    boxes: Cells,
    storages: Cells,
    sokoban: usize,
}

/// Where the boxes and the sokoban are.
type State = (Cells, usize);

impl Grid {
    fn draw(random: &mut SplitMix) -> Grid {
        let (width, height) = (3 + random.below(3), 3 + random.below(3));
        let mut cells: Vec<usize> = (0..width * height).collect();
        random.shuffle(&mut cells);
        cells.truncate(width * height - random.below(width * height / 4));
        let boxes = 1 + random.below(3);
        let storages = match random.below(6) {
            0 => boxes + 1,
            1 | 2 => boxes - 1,
            _ => boxes,
        };
        let (sokoban, others) = cells.split_first().expect("a cell");
        let (sokoban, boxes) = (*sokoban, set(&others[..boxes]));
        let floor = set(&cells);
        random.shuffle(&mut cells);
        Grid { width, height, floor, boxes, storages: set(&cells[..storages]), sokoban }
    }

    /// The cells next to a cell to its right and left, above and below it; opposite directions side by side.
    fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        let (x, y) = (cell % self.width, cell / self.width);
        let at = |there: bool, cell: usize| Some(cell).filter(|&cell| there && has(self.floor, cell));
        [
            at(x + 1 < self.width, cell + 1),
            at(x > 0, cell.wrapping_sub(1)),
            at(y > 0, cell.wrapping_sub(self.width)),
            at(y + 1 < self.height, cell + self.width),
        ]
    }

    /// The facts in random order; the rows count from the top.
    fn facts(&self, random: &mut SplitMix) -> String {
        let name = |cell: usize| format!("c{}r{}", cell % self.width, cell / self.width);
        let cells = || (0..self.width * self.height).filter(|&cell| has(self.floor, cell));
        let mut facts = vec![format!("sokoban({}).", name(self.sokoban))];
        for cell in cells() {
            let [right, _, up, _] = self.neighbours(cell);
            facts.extend(right.map(|right| format!("right({},{}).", name(cell), name(right))));
            facts.extend(up.map(|up| format!("top({},{}).", name(cell), name(up))));
        }
        facts.extend(
            cells().filter(|&cell| has(self.boxes, cell)).map(|cell| format!("box({}).", name(cell))),
        );
        let storage = ["solution", "storage"][random.below(2)];
        facts.extend(cells().filter(|&c| has(self.storages, c)).map(|c| format!("{storage}({}).", name(c))));
        random.shuffle(&mut facts);
        facts.join("\n")
    }

    fn is_solved(&self, boxes: Cells) -> bool {
        self.storages & !boxes == 0
    }

    /// The cells that the sokoban can walk to.
    fn walk(&self, (boxes, sokoban): State) -> Cells {
        let mut reached = set(&[sokoban]);
        let mut open = vec![sokoban];
        while let Some(cell) = open.pop() {
            for next in self.neighbours(cell).into_iter().flatten() {
                if !has(boxes, next) && !has(reached, next) {
                    reached |= set(&[next]);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The states after one action.
    fn successors(&self, state: State, no_noop: bool, successors: &mut HashSet<State>) {
        let (boxes, _) = state;
        let walk = self.walk(state);
        for from in (0..self.width * self.height).filter(|&cell| has(boxes, cell)) {
            let neighbours = self.neighbours(from);
            for direction in 0..4 {
                // Opposite directions differ in the last bit.
                let Some(side) = neighbours[direction ^ 1].filter(|&side| has(walk, side)) else { continue };
                let others = boxes & !set(&[from]);
                if !no_noop {
                    successors.insert((boxes, side));
                }
                let mut behind = from;
                while let Some(to) = self.neighbours(behind)[direction].filter(|&to| !has(others, to)) {
                    successors.insert((others | set(&[to]), behind));
                    behind = to;
                }
            }
        }
    }

    /// Whether there is a plan of exactly n actions, for n from 0 on.
    fn verdicts(&self, no_noop: bool) -> Vec<bool> {
        let mut layer: HashSet<State> = HashSet::from([(self.boxes, self.sokoban)]);
        let mut verdicts = Vec::new();
        loop {
            verdicts.push(layer.iter().any(|&(boxes, _)| self.is_solved(boxes)));
            if verdicts.len() > MOST_ACTIONS {
                return verdicts;
            }
            let mut next = HashSet::new();
            layer.iter().for_each(|&state| self.successors(state, no_noop, &mut next));
            layer = next;
        }
    }

    /// Whether there is no plan of any number of actions.
    fn is_unsolvable(&self) -> bool {
        let mut seen: HashSet<State> = HashSet::from([(self.boxes, self.sokoban)]);
        let mut open: Vec<State> = seen.iter().copied().collect();
        while let Some(state) = open.pop() {
            if self.is_solved(state.0) {
                return false;
            }
            let mut next = HashSet::new();
            self.successors(state, false, &mut next);
            open.extend(next.into_iter().filter(|&state| seen.insert(state)));
        }
        true
    }

    /// The states that the start leads to, with the least number of actions to a solution from each; none from where there
    /// is none.
    fn actions_left(&self) -> HashMap<State, Option<u32>> {
        let start = (self.boxes, self.sokoban);
        let mut left: HashMap<State, Option<u32>> = HashMap::from([(start, None)]);
        let mut open = vec![start];
        let mut after: HashMap<State, HashSet<State>> = HashMap::new();
        while let Some(state) = open.pop() {
            let mut next = HashSet::new();
            self.successors(state, true, &mut next);
            open.extend(next.iter().copied().filter(|&state| left.insert(state, None).is_none()));
            after.insert(state, next);
        }
        for actions in 0.. {
            let found: Vec<State> = (left.iter())
                .filter(|&(state, known)| {
                    known.is_none()
                        && match actions {
                            0 => self.is_solved(state.0),
                            _ => after[state].iter().any(|next| left[next] == Some(actions - 1)),
                        }
                })
                .map(|(&state, _)| state)
                .collect();
            if found.is_empty() && actions > 0 {
                return left;
            }
            left.extend(found.into_iter().map(|state| (state, Some(actions))));
        }
        unreachable!("it ends where no state is found")
    }

    /// Whether a location has no neighbours.
    fn has_isolated_cell(&self) -> bool {
        let named = self.boxes | self.storages | set(&[self.sokoban]);
        (0..self.width * self.height)
            .any(|cell| has(named, cell) && self.neighbours(cell).iter().all(Option::is_none))
    }
}

/// What may be special about a level.
const KINDS: [&str; 8] = [
    "a plan of some length",
    "no plan of any length",
    "more boxes than storage locations",
    "fewer boxes than storage locations",
    "a location without neighbours",
    "solved from the start",
    "at least three actions needed",
    "without no-ops, a number of actions that fails between two that do not",
];

/// A level with what breadth-first search says of it, no-ops allowed and not.
struct Drawn {
    grid: Grid,
    verdicts: [Vec<bool>; 2],
    kinds: [bool; KINDS.len()],
}

impl Drawn {
    /// Draws until the level is of one kind, which takes turns with the seed: most random levels have no plan.
    fn draw(seed: u64, random: &mut SplitMix) -> Drawn {
        loop {
            let grid = Grid::draw(random);
            let verdicts = [false, true].map(|no_noop| grid.verdicts(no_noop));
            let minimum = verdicts[0].iter().position(|&verdict| verdict);
            let fails = verdicts[1].windows(2).any(|pair| pair == [true, false]);
            let kinds = [
                minimum.is_some(),
                minimum.is_none() && grid.is_unsolvable(),
                grid.boxes.count_ones() > grid.storages.count_ones(),
                grid.boxes.count_ones() < grid.storages.count_ones(),
                grid.has_isolated_cell(),
                minimum == Some(0),
                minimum.is_some_and(|minimum| minimum >= 3),
                fails && verdicts[1].last() == Some(&true),
            ];
            if kinds[seed as usize % KINDS.len()] {
                return Drawn { grid, verdicts, kinds };
            }
        }
    }
}

#[test]
fn decide_agrees_with_breadth_first_search() {
    let mut seen = [0; KINDS.len()];
    let mut differ = String::new();
    for seed in 0..LEVELS {
        let mut random = SplitMix(seed);
        let Drawn { grid, verdicts, kinds } = Drawn::draw(seed, &mut random);
        let facts = grid.facts(&mut random);
        let level = Level::read(&format!("level {seed}"), &facts);
        for (no_noop, expected) in [false, true].into_iter().zip(&verdicts) {
            for (actions, &expected) in expected.iter().enumerate() {
                if level.has_plan(Some(actions), no_noop) != expected {
                    // Writing to a string cannot fail.
                    let _ = writeln!(
                        differ,
                        "{actions} actions, no_noop {no_noop}, search says {expected}:\n{facts}\n"
                    );
                }
            }
        }
        seen.iter_mut().zip(kinds).for_each(|(count, is)| *count += usize::from(is));
    }
    assert!(differ.is_empty(), "{differ}");
    let counts: Vec<String> =
        KINDS.iter().zip(seen).map(|(kind, count)| format!("{kind}: {count}")).collect();
    eprintln!("{}", counts.join("\n"));
    assert!(seen.iter().all(|&count| count >= 10), "the levels are too much alike:\n{}", counts.join("\n"));
}

#[test]
fn what_stands_in_the_way_does() {
    // Fewer boxes, lost, contested, frozen for good, frozen, too far.
    let mut seen = [0; 6];
    for seed in 0..3000 {
        let mut random = SplitMix(seed);
        let grid = Grid::draw(&mut random);
        let facts = grid.facts(&mut random);
        let instance = Instance::read(&format!("level {seed}"), &facts).expect("an instance");
        for actions in [0, 1, 2, MOST_ACTIONS] {
            for obstacle in obstacles(&instance, actions) {
                let kind = match &obstacle {
                    Obstacle::FewerBoxes { boxes, storages } => {
                        assert!(boxes < storages);
                        0
                    }
                    Obstacle::Lost(_) => 1,
                    Obstacle::Contested { storages, boxes } => {
                        assert_eq!(boxes.len() + 1, storages.len());
                        2
                    }
                    Obstacle::Frozen { for_good: true, boxes, off_storage } => {
                        assert!(!off_storage.is_empty() && off_storage.iter().all(|it| boxes.contains(it)));
                        3
                    }
                    Obstacle::Frozen { for_good: false, .. } => 4,
                    Obstacle::TooFar { least, assignment } => {
                        assert!(*least > actions);
                        assert_eq!(*least, assignment.iter().map(|(.., cost)| cost).sum::<usize>());
                        let verdicts = grid.verdicts(false);
                        let early = verdicts.iter().take(*least).position(|&verdict| verdict);
                        assert_eq!(early, None, "{obstacle:?}\n{facts}");
                        5
                    }
                };
                assert!(kind == 5 || grid.is_unsolvable(), "{obstacle:?}\n{facts}");
                seen[kind] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count >= 10), "the levels are too much alike: {seen:?}");
}

#[test]
fn every_configuration_that_play_leads_to_has_its_least_number_of_actions() {
    let (mut solvable, mut lost, mut surplus, mut dead) = (0, 0, 0, 0);
    for seed in 0..2000 {
        let mut random = SplitMix(seed);
        let grid = Grid::draw(&mut random);
        let facts = grid.facts(&mut random);
        let instance = Instance::read(&format!("level {seed}"), &facts).expect("an instance");
        let cell = |name: &str| {
            let (x, y) = name[1..].split_once('r').expect("two numbers");
            x.parse::<usize>().expect("a column") + grid.width * y.parse::<usize>().expect("a row")
        };
        let cells: Vec<usize> = instance.locations().map(|place| cell(&instance.name(place))).collect();
        let left = grid.actions_left();
        let found = remaining(&instance, left.len()).expect("a small level");
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "in order, each once\n{facts}");
        let table: HashMap<(Cells, usize), u32> = (found.iter())
            .map(|it| {
                let boxes: Vec<usize> = it.boxes.iter().map(|place| cells[place.index()]).collect();
                ((set(&boxes), it.region.index()), it.actions)
            })
            .collect();
        let mut used = HashSet::new();
        for (&state, &expected) in &left {
            let walk = grid.walk(state);
            // A location without a neighbour that nothing stands on is no location.
            let region = cells.iter().position(|&cell| has(walk, cell)).expect("where the sokoban stands");
            let key = (state.0, region);
            assert_eq!(table.get(&key).copied(), expected, "{state:?}\n{facts}");
            if expected.is_some() {
                used.insert(key);
            }
            *(if expected.is_some() { &mut solvable } else { &mut lost }) += 1;
            surplus += usize::from(expected.is_some() && state.0.count_ones() > grid.storages.count_ones());
        }
        assert_eq!(used.len(), table.len(), "nothing else is in the table\n{facts}");
        for place in dead_places(&instance).into_iter().map(|place| cells[place.index()]) {
            dead += 1;
            let saved = left.iter().find(|(state, left)| has(state.0, place) && left.is_some());
            assert_eq!(saved, None, "{place} is not dead\n{facts}");
        }
    }
    assert!(
        [solvable, lost, surplus, dead].iter().all(|&count| count > 1000),
        "{solvable} {lost} {surplus} {dead}"
    );
}
