//! The pushes of a plan to which there is no alternative.
//!
//! A push by one square is forced if every other push that the rules allow in its place is a certain dead end: it
//! brings a box to a dead place, or freezes more boxes off storage than can be spared. A push counts as another one if
//! it moves another box, or the same box in another direction; by how many squares makes no difference.

use groundplan_search::{StateSpace, Visit};

use super::play::Play;
use crate::instance::Instance;
use crate::plan::Push;
use crate::trace::{Board, Trace};

/// Looks for a push that is not the one of the plan.
struct Alternative {
    planned: Push,
    is_there: bool,
}

impl Visit<Push> for Alternative {
    fn wants(&mut self, _cost: u32, _least: impl FnOnce() -> Option<u32>) -> bool {
        // One is enough.
        !self.is_there
    }

    fn successor(&mut self, push: Push, _cost: u32, _state: &[u8], _estimate: impl FnOnce() -> Option<u32>) {
        let Push { from, direction, .. } = self.planned;
        self.is_there |= (push.from, push.direction) != (from, direction);
    }
}

/// Returns the number of pushes of a plan, square by square, that are forced. `None` if the floor is too large for the
/// tables, or there are fewer boxes than storage locations.
#[must_use]
pub fn forced_pushes(instance: &Instance, trace: &Trace) -> Option<usize> {
    instance.boxes.len().checked_sub(instance.storages.len())?;
    let mut play = Play::new(instance)?;
    let mut board = Board::start(instance);
    let mut state = vec![0; play.width()];
    let mut forced = 0;
    for action in &trace.actions {
        for &direction in &action.walk {
            board.step(instance, direction);
        }
        for _ in 0..action.pushes {
            let from = board.boxes[action.box_index];
            let planned = Push { from, direction: action.direction, to: action.to };
            play.enter(&board, &mut state);
            let mut alternative = Alternative { planned, is_there: false };
            play.expand(&state, &mut alternative);
            forced += usize::from(!alternative.is_there);
            board.step(instance, action.direction);
        }
    }
    Some(forced)
}
