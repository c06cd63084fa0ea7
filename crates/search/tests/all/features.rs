//! Feature-space search on mazes: a way wherever there is one, made of moves that there are, and the end where there is none.

use std::collections::HashSet;
use std::convert::Infallible;

use groundplan_search::{feature_search, BackwardSpace, Budget, End, FeatureSpace, SearchResult, Weighed};

const SIZE: u8 = 12;

/// A maze of fields, some of them walls; a move leads to the next field.
#[derive(Clone)]
struct Maze {
    walls: HashSet<[u8; 2]>,
    goal: [u8; 2],
    /// How many fields wide a cell of features is.
    coarse: u8,
}

impl Maze {
    fn new(seed: u64, coarse: u8) -> Maze {
        let mut state = seed;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u8
        };
        let fields = (0..SIZE).flat_map(|x| (0..SIZE).map(move |y| [x, y]));
        let walls: HashSet<[u8; 2]> = fields.filter(|&field| field != [0, 0] && draw() % 5 < 2).collect();
        let goal = [draw() % SIZE, draw() % SIZE];
        Maze { walls, goal, coarse }
    }

    fn next(&self, [x, y]: [u8; 2]) -> Vec<[u8; 2]> {
        let beside = [[x.wrapping_sub(1), y], [x + 1, y], [x, y.wrapping_sub(1)], [x, y + 1]];
        let is_free = |field: &[u8; 2]| field.iter().all(|&at| at < SIZE) && !self.walls.contains(field);
        beside.into_iter().filter(is_free).collect()
    }

    fn can_be_solved(&self) -> bool {
        let (mut seen, mut open) = (HashSet::from([[0, 0]]), vec![[0, 0]]);
        while let Some(field) = open.pop() {
            open.extend(self.next(field).into_iter().filter(|&next| seen.insert(next)));
        }
        seen.contains(&self.goal)
    }
}

impl FeatureSpace for Maze {
    type Move = [u8; 2];
    type Action = [u8; 2];
    type Features = [u8; 2];

    fn width(&self) -> usize {
        2
    }

    fn starts(&mut self, start: &mut dyn FnMut(&[u8])) {
        start(&[0, 0]);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        state == self.goal
    }

    fn moves(&mut self, state: &[u8], moves: &mut Vec<Weighed<[u8; 2]>>) -> Option<[u8; 2]> {
        let field = [state[0], state[1]];
        let away =
            |field: [u8; 2]| u32::from(field[0].abs_diff(self.goal[0]) + field[1].abs_diff(self.goal[1]));
        moves.extend(self.next(field).into_iter().map(|step| {
            let weight = u32::from(away(step) > away(field));
            Weighed { weight, rank: away(step).into(), hash: hash(&step), step }
        }));
        Some(field.map(|at| at / self.coarse))
    }

    fn apply(&mut self, _: &[u8], step: [u8; 2], successor: &mut [u8]) {
        successor.copy_from_slice(&step);
    }

    fn actions(&mut self, _: &[u8], successor: &[u8]) -> Vec<[u8; 2]> {
        vec![[successor[0], successor[1]]]
    }
}

/// A hash of a field.
fn hash(field: &[u8]) -> u64 {
    (u64::from(field[0]) << 32 | u64::from(field[1])).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The maze from its goal back.
impl BackwardSpace for Maze {
    type Features = u8;

    fn width(&self) -> usize {
        2
    }

    fn goals(&mut self, goal: &mut dyn FnMut(&[u8])) {
        if !self.walls.contains(&self.goal) {
            goal(&self.goal);
        }
    }

    fn predecessors(&mut self, state: &[u8], visit: &mut dyn FnMut(u32, u64, &[u8])) -> Option<u8> {
        for before in self.next([state[0], state[1]]) {
            visit(1, u64::from(before[0] + before[1]), &before);
        }
        Some(state[0] / self.coarse)
    }

    fn hash(&mut self, state: &[u8]) -> u64 {
        hash(state)
    }
}

/// Searches from the start alone, or from both ends.
fn search(maze: &Maze, way: u64) -> SearchResult<[u8; 2]> {
    let spaces = vec![maze.clone(), Maze { coarse: 1, ..maze.clone() }];
    match way {
        0 => feature_search(spaces, None::<Infallible>, &Budget::default(), &mut |_| ()),
        _ => feature_search(spaces, Some(maze.clone()), &Budget::default(), &mut |_| ()),
    }
}

#[test]
fn there_is_a_way_exactly_where_there_is_one() {
    let mut solved = 0;
    for seed in 0..400 {
        let maze = Maze::new(seed / 2, 4);
        let found = search(&maze, seed % 2);
        let Some(path) = found.path else {
            assert_eq!((found.end, maze.can_be_solved()), (End::Exhausted, false), "seed {seed}");
            continue;
        };
        solved += 1;
        assert_eq!(found.end, End::Enough, "seed {seed}");
        let mut at = [0, 0];
        for &action in &path.actions {
            assert!(maze.next(at).contains(&action), "seed {seed}: {at:?} to {action:?}");
            at = action;
        }
        assert_eq!(at, maze.goal, "seed {seed}");
    }
    assert!((80..=320).contains(&solved), "{solved} solved");
}

#[test]
fn it_keeps_to_its_budget() {
    let maze = Maze { walls: HashSet::new(), goal: [SIZE, SIZE], coarse: 4 };
    let stopped = Budget { stop: &|| true, ..Budget::default() };
    assert_eq!(
        feature_search(vec![maze.clone()], Some(maze.clone()), &stopped, &mut |_| ()).end,
        End::Stopped
    );
    let small = Budget { table_bytes: 0, ..Budget::default() };
    assert_eq!(feature_search(vec![maze], None::<Infallible>, &small, &mut |_| ()).end, End::TableFull);
}
