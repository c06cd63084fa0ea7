//! Replays the actions of a plan by the rules of the game.
//!
//! Invariant: the sokoban is never on a box, and no two boxes are on one location.

use crate::instance::{Cell, Direction, Instance};
use crate::schedule::ScheduledPush;
use crate::verdict::{Counts, Rule, Rules, Violation};

/// The positions of the boxes and of the sokoban.
pub(crate) struct ReplayBoard<'i> {
    instance: &'i Instance,
    has_box: Vec<bool>,
    sokoban: Cell,
}

/// Replays the actions in order, and checks the goal.
///
/// # Errors At the first broken rule.
pub(crate) fn replay(
    instance: &Instance,
    actions: &[ScheduledPush<'_>],
    rules: &Rules,
) -> Result<Counts, Violation> {
    let mut board = ReplayBoard::start(instance);
    let mut counts = Counts { actions: actions.len(), ..Counts::default() };
    for (index, ScheduledPush { step, push }) in actions.iter().enumerate() {
        let (walk, pushes) = board
            .act(&push.before, &push.direction, &push.after, rules)
            .map_err(|(rule, what)| Violation::by(push, Some(index + 1), step.as_deref(), rule, &what))?;
        counts.pushes += pushes;
        counts.moves += walk + pushes;
    }
    board.goal(actions.len()).map(|()| counts)
}

impl<'i> ReplayBoard<'i> {
    /// The start configuration.
    pub(crate) fn start(instance: &'i Instance) -> Self {
        let mut has_box = vec![false; instance.location_count()];
        for location in &instance.boxes {
            has_box[location.index()] = true;
        }
        Self { instance, has_box, sokoban: instance.sokoban }
    }

    /// Moves the sokoban to an adjacent location. With `pushes` there must be a box to push, otherwise there must be
    /// none.
    pub(crate) fn walk(&mut self, heading: Direction, pushes: bool) -> Result<(), (Rule, String)> {
        let text = |location| self.instance.text(location);
        let here = text(self.sokoban);
        let side = heading.side();
        let beside = self.instance.neighbour(self.sokoban, heading);
        let to = beside.ok_or_else(|| (Rule::Wall, format!("there is no location {side} {here}")))?;
        match (self.has_box(to), pushes) {
            (true, false) => {
                let what = format!("there is a box on {}; upper case pushes it", text(to));
                return Err((Rule::CellOccupied, what));
            }
            (false, true) => {
                let what = format!("there is no box on {} to push; lower case walks", text(to));
                return Err((Rule::NoBox, what));
            }
            (true, true) => {
                let beyond = self.instance.neighbour(to, heading);
                let missing = || (Rule::Wall, format!("there is no location {side} {}", text(to)));
                let beyond = beyond.ok_or_else(missing)?;
                if self.has_box(beyond) {
                    let what = format!("there is a box in the way, on {}", text(beyond));
                    return Err((Rule::CellOccupied, what));
                }
                self.has_box[to.index()] = false;
                self.has_box[beyond.index()] = true;
            }
            (false, false) => {}
        }
        self.sokoban = to;
        Ok(())
    }

    /// Whether the sokoban can reach a side of some box, so that a no-op is possible.
    pub(crate) fn reaches_a_box(&self) -> bool {
        let beside = |&location: &Cell| {
            let sides = self.instance.neighbours[location.index()].iter().flatten();
            sides.copied().any(|side| !self.has_box(side) && self.walk_to(side).is_some())
        };
        self.instance.boxes.iter().any(beside)
    }

    /// Does one action, given the texts of its terms. Returns the number of moves of the walk, by a shortest path, and
    /// of the push.
    fn act(
        &mut self,
        before: &str,
        direction: &str,
        after: &str,
        rules: &Rules,
    ) -> Result<(usize, usize), (Rule, String)> {
        let location = |text: &str| {
            let unknown = || (Rule::UnknownLocation, format!("there is no location {text}"));
            self.instance.location(text).ok_or_else(unknown)
        };
        let Some(heading) = Direction::from_name(direction) else {
            let what = format!("{direction} is none of the directions right, left, up and down");
            return Err((Rule::UnknownDirection, what));
        };
        let (from, to) = (location(before)?, location(after)?);
        if !self.has_box(from) {
            return Err((Rule::NoBox, format!("there is no box on {before}")));
        }
        if from == to && rules.no_noop {
            return Err((Rule::NoOp, format!("the box stays on {before}, and no-ops are not allowed")));
        }
        let path = self.line(from, heading, to).ok_or_else(|| {
            (Rule::NotInLine, format!("{after} is not in a straight line {} {before}", heading.side()))
        })?;
        let pushing_side = self.instance.neighbour(from, heading.opposite()).ok_or_else(|| {
            let side = heading.opposite().side();
            (Rule::PushingSideMissing, format!("there is no location {side} {before} to push from"))
        })?;
        let text = |location| self.instance.text(location);
        if self.has_box(pushing_side) {
            let what = format!("there is a box on {}, the cell to push from", text(pushing_side));
            return Err((Rule::PushingSideOccupied, what));
        }
        if let Some(&blocked) = path.iter().find(|&&cell| self.has_box(cell)) {
            let what = format!("there is a box in the way, on {}", text(blocked));
            return Err((Rule::CellOccupied, what));
        }
        let Some(walk) = self.walk_to(pushing_side) else {
            let what = format!("the sokoban cannot reach {}, the cell it must push from", text(pushing_side));
            return Err((Rule::NotReachable, what));
        };
        self.has_box[from.index()] = false;
        self.has_box[to.index()] = true;
        // This location always exists. It is the last one before `to` on the box's path; for a no-op it is the pushing
        // side.
        self.sokoban = self.instance.neighbour(to, heading.opposite()).unwrap_or(pushing_side);
        Ok((walk, path.len()))
    }

    /// The locations after `from` up to `to` in this direction; empty if they are the same, `None` if `to` is not in
    /// line.
    fn line(&self, from: Cell, heading: Direction, to: Cell) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut at = from;
        while at != to {
            // On a floor that closes to a ring, as on a cylinder, the line may return to `from`.
            at = self.instance.neighbour(at, heading).filter(|&next| next != from)?;
            cells.push(at);
        }
        Some(cells)
    }

    /// The number of moves of a shortest walk to a location over locations without boxes, if there is one.
    fn walk_to(&self, target: Cell) -> Option<usize> {
        let mut seen = vec![false; self.has_box.len()];
        let mut reached = vec![self.sokoban];
        seen[self.sokoban.index()] = true;
        let mut moves = 0;
        while !reached.is_empty() {
            if reached.contains(&target) {
                return Some(moves);
            }
            moves += 1;
            for at in std::mem::take(&mut reached) {
                for &next in self.instance.neighbours[at.index()].iter().flatten() {
                    if !self.has_box(next) && !seen[next.index()] {
                        seen[next.index()] = true;
                        reached.push(next);
                    }
                }
            }
        }
        None
    }

    pub(crate) fn goal(&self, actions: usize) -> Result<(), Violation> {
        let mut empty = self.instance.storages.iter().filter(|&&storage| !self.has_box(storage));
        let Some(&first) = empty.next() else {
            return Ok(());
        };
        let first = self.instance.text(first);
        let others = match empty.count() {
            0 => String::new(),
            1 => String::from(", nor does one other"),
            more => format!(", nor do {more} others"),
        };
        let when = match actions {
            0 => String::from("at the start"),
            1 => String::from("after the only action"),
            _ => format!("after all {actions} actions"),
        };
        let message = format!("{when} the storage {first} holds no box{others}");
        Err(Violation::global(None, Rule::GoalNotReached, message))
    }

    fn has_box(&self, location: Cell) -> bool {
        self.has_box[location.index()]
    }
}
