//! Feature-space search on mazes: a way wherever there is one, made of moves that there are, and the end where there is none.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use groundplan_search::{
    feature_search, BackwardSpace, Budget, Deepened, Deepening, End, FeatureSpace, Moves, SearchResult,
    Weighed,
};

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

    /// The least cost of a way to the goal.
    fn least(&self) -> Option<u32> {
        let mut costs = HashMap::from([([0, 0], 0)]);
        let mut open = vec![[0, 0]];
        while let Some(field) = open.pop() {
            for next in self.next(field) {
                let cost = costs[&field] + self.cost(next);
                if costs.get(&next).is_none_or(|&known| cost < known) {
                    costs.insert(next, cost);
                    open.push(next);
                }
            }
        }
        costs.get(&self.goal).copied()
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

    fn moves(&mut self, state: &[u8], moves: &mut Moves<[u8; 2]>) -> Option<[u8; 2]> {
        let field = [state[0], state[1]];
        // Each move costs 1 at least.
        let away =
            |field: [u8; 2]| u32::from(field[0].abs_diff(self.goal[0]) + field[1].abs_diff(self.goal[1]));
        if !moves.has_room(away(field)) {
            return None;
        }
        for step in self.next(field) {
            if moves.has_room(self.cost(step) + away(step)) {
                let weight = u32::from(away(step) > away(field));
                moves.list.push(Weighed { weight, rank: away(step).into(), hash: hash(&step), step });
            }
        }
        Some(field.map(|at| at / self.coarse))
    }

    fn cost(&self, [x, y]: [u8; 2]) -> u32 {
        1 + u32::from(5 * x + 3 * y) % 4
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

#[test]
fn deepening_ends_at_the_least_cost() {
    let mut proven = 0;
    for seed in 0..400 {
        let maze = Maze::new(seed, 4);
        let least = maze.least();
        let upper = least.map_or(100, |least| least + seed as u32 % 12);
        let spaces = vec![maze.clone(), Maze { coarse: 1, ..maze.clone() }];
        let mut search = Deepening::new(spaces, upper);
        // A lower bound that others have found.
        search.learn(least.unwrap_or(0).saturating_sub(seed as u32 % 5), u32::MAX);
        let (mut best, mut lower) = (upper, search.lower());
        loop {
            match search.run_slice(&Budget::default()) {
                Deepened::Open => {}
                Deepened::Bound => {
                    assert!(
                        search.lower() > lower && least.is_none_or(|least| search.lower() <= least),
                        "seed {seed}"
                    );
                    lower = search.lower();
                }
                Deepened::Cheaper(path) => {
                    assert!(path.cost < best, "seed {seed}");
                    best = path.cost;
                    let mut at = [0, 0];
                    for &action in &path.actions {
                        assert!(maze.next(at).contains(&action), "seed {seed}: {at:?} to {action:?}");
                        at = action;
                    }
                    let cost: u32 = path.actions.iter().map(|&action| maze.cost(action)).sum();
                    assert_eq!((at, cost), (maze.goal, path.cost), "seed {seed}");
                }
                Deepened::Proven => break,
                Deepened::Ended(end) => panic!("seed {seed}: {end:?}"),
            }
        }
        assert_eq!(best, least.unwrap_or(upper), "seed {seed}");
        proven += usize::from(best < upper);
    }
    assert!(proven > 50, "{proven} plans");
}

#[test]
fn deepening_keeps_to_its_budget() {
    let maze = Maze { walls: HashSet::new(), goal: [SIZE, SIZE], coarse: 4 };
    let small = Budget { table_bytes: 0, ..Budget::default() };
    let mut search = Deepening::new(vec![maze.clone()], 1000);
    let mut ends = (0..100).map(|_| search.run_slice(&small));
    let end = ends.find(|deepened| matches!(deepened, Deepened::Ended(_)));
    assert_eq!(end, Some(Deepened::Ended(End::TableFull)));
    let stopped = Budget { stop: &|| true, ..Budget::default() };
    assert_eq!(Deepening::new(vec![maze], 1000).run_slice(&stopped), Deepened::Ended(End::Stopped));
}
