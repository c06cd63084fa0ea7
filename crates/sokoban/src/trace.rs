//! A plan as single moves of the sokoban, and the counts that follow from them.
//!
//! Moves are written as Sokoban programs write them: `l u r d` for a move, upper case for a push. Where a plan says
//! only which box is pushed, the sokoban walks to each pushing side by a shortest path. Each walk is shortest by
//! itself; the total number of moves need not be, because it depends on the plan.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::instance::Instance;
use crate::location::{Direction, Location};
use crate::metric::Metric;
use crate::plan::{Plan, Push};

/// A plan, move by move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The moves after the last push; only plans in letters can have some.
    pub rest: Vec<Direction>,
}

/// One action: a walk, then a push in one direction over any distance, even 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The moves to the square from which the box is pushed.
    pub walk: Vec<Direction>,
    /// The index of the box in [`Instance::boxes`].
    pub box_index: usize,
    /// The location of the box before the push.
    pub from: Location,
    /// The direction of the push.
    pub direction: Direction,
    /// The number of squares that the box is pushed.
    pub pushes: usize,
    /// The location of the box after the push.
    pub to: Location,
}

/// The counts that are usual for Sokoban solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of actions, or box lines.
    pub actions: usize,
    /// The number of pushes by one square each.
    pub pushes: usize,
    /// The number of moves of the sokoban, pushes included.
    pub moves: usize,
    /// The number of times that a push moves another box than the push before; the first push counts.
    pub box_changes: usize,
}

/// The positions of the boxes and of the sokoban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The locations of the boxes, in the order of [`Instance::boxes`].
    pub boxes: Vec<Location>,
    /// The location of the sokoban.
    pub sokoban: Location,
}

/// The error for a plan that breaks the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {action} cannot be done")]
pub struct TraceError {
    /// The number of the first action that cannot be done, from 1.
    pub action: usize,
}

impl Board {
    /// The start configuration.
    #[must_use]
    pub fn start(instance: &Instance) -> Board {
        Board { boxes: instance.boxes.clone(), sokoban: instance.sokoban }
    }

    /// Moves the sokoban by one square, and pushes a box that is there. Returns the index of the pushed box, if any;
    /// the outer `None` if the move is impossible.
    pub fn step(&mut self, instance: &Instance, direction: Direction) -> Option<Option<usize>> {
        let to = instance.neighbour(self.sokoban, direction)?;
        let pushed = self.boxes.iter().position(|&location| location == to);
        if let Some(index) = pushed {
            let beyond = instance.neighbour(to, direction)?;
            if self.boxes.contains(&beyond) {
                return None;
            }
            self.boxes[index] = beyond;
        }
        self.sokoban = to;
        Some(pushed)
    }

    /// A shortest walk to a location over squares without boxes, or `None`.
    fn walk(&self, instance: &Instance, target: Location) -> Option<Vec<Direction>> {
        let mut closed = vec![false; instance.locations.len()];
        self.boxes.iter().for_each(|location| closed[location.index()] = true);
        let mut from: FxHashMap<Location, (Location, Direction)> = FxHashMap::default();
        let mut open = VecDeque::from([self.sokoban]);
        if closed[target.index()] {
            return None;
        }
        closed[self.sokoban.index()] = true;
        while let Some(at) = open.pop_front() {
            if at == target {
                let mut walk = Vec::new();
                let mut at = at;
                while let Some(&(before, direction)) = from.get(&at) {
                    walk.push(direction);
                    at = before;
                }
                walk.reverse();
                return Some(walk);
            }
            for direction in Direction::ALL {
                let Some(next) = instance.neighbour(at, direction) else { continue };
                if !std::mem::replace(&mut closed[next.index()], true) {
                    from.insert(next, (at, direction));
                    open.push_back(next);
                }
            }
        }
        None
    }
}

impl Trace {
    /// Plays a plan that says which box is pushed where, and adds the walks.
    ///
    /// # Errors
    ///
    /// When an action breaks the rules of the game.
    pub fn of_plan(instance: &Instance, plan: &Plan) -> Result<Trace, TraceError> {
        let mut board = Board::start(instance);
        let mut trace = Trace::default();
        for &push in &plan.pushes {
            let action = play_push(instance, &mut board, push);
            trace.actions.push(action.ok_or(TraceError { action: trace.actions.len() + 1 })?);
        }
        Ok(trace)
    }

    /// Plays a plan in letters; each maximal run of pushes in one direction is one action.
    ///
    /// # Errors
    ///
    /// When a move breaks the rules of the game, or a letter has the wrong case.
    pub fn of_letters(instance: &Instance, letters: &str) -> Result<Trace, TraceError> {
        let mut board = Board::start(instance);
        let mut trace = Trace::default();
        let mut previous = None;
        for letter in letters.chars() {
            let wrong = TraceError { action: trace.actions.len() + 1 };
            let direction = Direction::from_letter(letter).ok_or(wrong)?;
            let pushed = board.step(instance, direction).ok_or(wrong)?;
            if pushed.is_some() != letter.is_ascii_uppercase() {
                return Err(wrong);
            }
            match (pushed, trace.actions.last_mut()) {
                (None, _) => trace.rest.push(direction),
                (Some(index), Some(action)) if previous == Some(letter) => {
                    action.pushes += 1;
                    action.to = board.boxes[index];
                }
                (Some(box_index), _) => trace.actions.push(Action {
                    walk: std::mem::take(&mut trace.rest),
                    box_index,
                    from: board.sokoban,
                    direction,
                    pushes: 1,
                    to: board.boxes[box_index],
                }),
            }
            previous = Some(letter);
        }
        Ok(trace)
    }

    /// The pushes as a plan with numbered steps.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let push = |action: &Action| Push { from: action.from, direction: action.direction, to: action.to };
        Plan::numbered(self.actions.iter().map(push).collect())
    }

    /// The plan in letters.
    #[must_use]
    pub fn letters(&self) -> String {
        let mut letters = String::new();
        for action in &self.actions {
            letters.extend(action.walk.iter().map(|direction| direction.letter()));
            let push = action.direction.letter().to_ascii_uppercase();
            letters.extend(std::iter::repeat_n(push, action.pushes));
        }
        letters.extend(self.rest.iter().map(|direction| direction.letter()));
        letters
    }

    /// The counts of the plan.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { actions: self.actions.len(), moves: self.rest.len(), ..Counts::default() };
        let mut last = None;
        for action in &self.actions {
            counts.pushes += action.pushes;
            counts.moves += action.walk.len() + action.pushes;
            if action.pushes > 0 {
                counts.box_changes += usize::from(last != Some(action.box_index));
                last = Some(action.box_index);
            }
        }
        counts
    }

    /// Whether all storage locations hold a box at the end.
    ///
    /// # Panics
    ///
    /// Never: there is always a start configuration.
    #[must_use]
    pub fn solves(&self, instance: &Instance) -> bool {
        let boards = self.boards(instance);
        let last = boards.last().expect("there is a start");
        instance.storages.iter().all(|storage| last.boxes.contains(storage))
    }

    /// The configuration after so many actions, pushes or moves; `None` if the plan has fewer.
    #[must_use]
    pub fn board_after(&self, instance: &Instance, metric: Metric, count: usize) -> Option<Board> {
        let mut board = Board::start(instance);
        let mut done = 0;
        // Goes on by a move, or to the end of an action without one.
        let mut go_on = |direction: Option<Direction>, counts: bool| {
            if done < count {
                if let Some(direction) = direction {
                    board.step(instance, direction);
                }
                done += usize::from(counts);
            }
        };
        for action in &self.actions {
            for &direction in &action.walk {
                go_on(Some(direction), metric == Metric::Moves);
            }
            for _ in 0..action.pushes {
                go_on(Some(action.direction), metric != Metric::Lines);
            }
            go_on(None, metric == Metric::Lines);
        }
        for &direction in &self.rest {
            go_on(Some(direction), metric == Metric::Moves);
        }
        (done == count).then_some(board)
    }

    /// The configurations: at the start, after each action, and after the moves in `rest` if there are any.
    #[must_use]
    pub fn boards(&self, instance: &Instance) -> Vec<Board> {
        let mut board = Board::start(instance);
        let mut boards = vec![board.clone()];
        for action in &self.actions {
            let push = std::iter::repeat_n(&action.direction, action.pushes);
            for &direction in action.walk.iter().chain(push) {
                board.step(instance, direction);
            }
            boards.push(board.clone());
        }
        if !self.rest.is_empty() {
            for &direction in &self.rest {
                board.step(instance, direction);
            }
            boards.push(board);
        }
        boards
    }
}

/// Plays one action of a plan without walks; `None` if it breaks the rules of the game.
fn play_push(instance: &Instance, board: &mut Board, Push { from, direction, to }: Push) -> Option<Action> {
    let box_index = board.boxes.iter().position(|&location| location == from)?;
    let side = instance.neighbour(from, direction.opposite())?;
    let walk = board.walk(instance, side)?;
    board.sokoban = side;
    let mut pushes = 0;
    while board.boxes[box_index] != to {
        board.step(instance, direction)?;
        pushes += 1;
        // On a floor that closes to a ring, as on a cylinder, the box may return without ever reaching `to`.
        if board.boxes[box_index] == from {
            return None;
        }
    }
    Some(Action { walk, box_index, from, direction, pushes, to })
}
