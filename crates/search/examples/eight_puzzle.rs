//! The 8-puzzle by A*, with the Manhattan distance and with linear conflicts on top of it.
//!
//!     cargo run --release -p groundplan-search --example eight_puzzle
//!
//! Tiles are 0 to 7 and the blank is -1, row by row; the goal is -1 0 1 2 3 4 5 6 7. Source of the linear conflict:
//! Hansson, Mayer, Yung, "Criticizing solutions to relaxed models yields powerful admissible heuristics", 1992.

use groundplan_search::{a_star, Budget, SearchResult, StateSpace, Visit};

/// Tile and place have the same number in the goal: a tile is stored as its number plus one, the blank as 0.
type Board = [u8; 9];

/// Which estimate is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Estimate {
    /// Rows and columns each tile is away from its place.
    Manhattan,
    /// And two moves for every tile that has to leave its row or column and come back.
    LinearConflict,
}

#[derive(Clone)]
struct EightPuzzle {
    start: Board,
    estimate: Estimate,
}

impl StateSpace for EightPuzzle {
    /// The tile that moves.
    type Action = u8;

    fn width(&self) -> usize {
        9
    }

    fn start(&mut self, state: &mut [u8]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        state.iter().enumerate().all(|(place, &tile)| place == usize::from(tile))
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        Some(estimate(self.estimate, state))
    }

    fn expand<V: Visit<u8>>(&mut self, state: &[u8], visit: &mut V) {
        let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
        for place in (0..9).filter(|&place| apart(place, blank) == 1) {
            let mut next: Board = state.try_into().expect("nine places");
            next.swap(place, blank);
            visit.successor(next[blank] - 1, 1, &next, || Some(estimate(self.estimate, &next)));
        }
    }
}

fn apart(one: usize, other: usize) -> u32 {
    (one / 3).abs_diff(other / 3) as u32 + (one % 3).abs_diff(other % 3) as u32
}

fn estimate(which: Estimate, state: &[u8]) -> u32 {
    let tiles = state.iter().enumerate().filter(|(_, &tile)| tile != 0);
    let manhattan = tiles.map(|(place, &tile)| apart(place, usize::from(tile))).sum();
    if which == Estimate::Manhattan {
        return manhattan;
    }
    let row = |line: usize| -> u32 { leaving([0, 1, 2].map(|i| home(state[3 * line + i], 3, line))) };
    let column = |line: usize| -> u32 { leaving([0, 1, 2].map(|i| home(state[3 * i + line], 1, line))) };
    manhattan + 2 * (0..3).map(|line| row(line) + column(line)).sum::<u32>()
}

/// Where in its line a tile belongs, if it belongs in that line: `stride` is 3 for rows and 1 for columns.
fn home(tile: u8, stride: usize, line: usize) -> Option<usize> {
    let (row, column) = (usize::from(tile) / 3, usize::from(tile) % 3);
    let (its_line, place) = if stride == 3 { (row, column) } else { (column, row) };
    (tile != 0 && its_line == line).then_some(place)
}

/// The fewest tiles that have to leave a line so that no two of the others are in conflict, that is in the wrong order.
/// Counting pairs would not be admissible: three tiles in reverse order are three pairs, but two have to leave.
fn leaving(homes: [Option<usize>; 3]) -> u32 {
    let ordered = |left: u32| {
        let staying = (0..3).filter(|i| left >> i & 1 == 0).filter_map(|i| homes[i]);
        staying.clone().zip(staying.skip(1)).all(|(one, other)| one < other)
    };
    (0..8u32).filter(|&left| ordered(left)).map(u32::count_ones).min().expect("nobody may stay")
}

fn solve(tiles: [i8; 9], estimate: Estimate) -> SearchResult<u8> {
    let start = tiles.map(|tile| (tile + 1) as u8);
    a_star(&mut EightPuzzle { start, estimate }, &Budget::default(), &mut |_| ())
}

/// Two boards and the moves they take.
const BOARDS: [([i8; 9], usize); 2] =
    [([6, 1, 3, 4, -1, 5, 7, 2, 0], 26), ([-1, 7, 6, 5, 4, 3, 2, 1, 0], 30)];

fn main() {
    for (tiles, _) in BOARDS {
        for estimate in [Estimate::Manhattan, Estimate::LinearConflict] {
            let found = solve(tiles, estimate);
            let moves = found.path.map_or(0, |path| path.cost);
            println!("{tiles:?}, {estimate:?}: {moves} moves, {} nodes expanded", found.progress.expanded);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundplan_search::{breadth_first, End};

    #[test]
    fn both_estimates_find_the_fewest_moves_and_the_better_one_expands_less() {
        for (tiles, moves) in BOARDS {
            let expanded = [Estimate::Manhattan, Estimate::LinearConflict].map(|estimate| {
                let found = solve(tiles, estimate);
                assert_eq!(found.end, End::Optimal);
                assert_eq!(found.path.expect("a plan").actions.len(), moves, "{tiles:?}, {estimate:?}");
                found.progress.expanded
            });
            assert!(expanded[1] < expanded[0], "{tiles:?}: {expanded:?}");
        }
    }

    #[test]
    fn the_estimates_are_admissible() {
        // Whatever the start, all boards of its half of the space are its descendants: look at some of them.
        let mut board: Board = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let (mut random, mut conflicts) = (1u32, 0);
        for _ in 0..150 {
            for _ in 0..9 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
                let sides: Vec<usize> = (0..9).filter(|&place| apart(place, blank) == 1).collect();
                board.swap(blank, sides[random as usize / 65_536 % sides.len()]);
            }
            let mut puzzle = EightPuzzle { start: board, estimate: Estimate::Manhattan };
            let moves =
                breadth_first(&mut puzzle, &Budget::default(), &mut |_| ()).path.expect("a plan").cost;
            let estimates =
                [Estimate::Manhattan, Estimate::LinearConflict].map(|which| estimate(which, &board));
            assert!(
                estimates[0] <= estimates[1] && estimates[1] <= moves,
                "{board:?}: {estimates:?}, {moves}"
            );
            conflicts += usize::from(estimates[0] < estimates[1]);
        }
        assert!(conflicts > 20, "{conflicts} boards with a conflict");
    }
}
