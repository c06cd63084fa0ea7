//! The frames of a plan in the order in which they are shown: one for each move of the player.

use std::fmt::Write;

use groundplan_sokoban::{Board, Direction, Layout};
use groundplan_terminal::escape::printable;

use crate::plan::Played;

/// A plan as a sequence of frames.
pub struct Animation<'p> {
    title: String,
    summary: String,
    played: &'p Played,
    layout: &'p Layout,
    frames: Vec<AnimationFrame>,
    /// The index of the frame at the start, and after each action.
    stops: Vec<usize>,
}

/// A frame.
struct AnimationFrame {
    /// The number of the action in progress or just done; 0 at the start.
    action: usize,
    /// The number of moves so far.
    moves: usize,
    board: Board,
}

/// The state of the player.
pub struct PlayerState {
    /// The index of the current frame.
    pub at: usize,
    /// Whether it advances by itself.
    pub playing: bool,
    /// The speed in moves per second.
    pub speed: u32,
    /// The columns and rows of the terminal.
    pub size: (usize, usize),
}

/// The last line of the screen.
const KEYS: &str = "space play/pause  left/right action  , . move  up/down speed  home/end  q quit";

impl<'p> Animation<'p> {
    /// Returns all frames of a plan.
    pub fn of(title: &str, summary: &str, played: &'p Played, layout: &'p Layout) -> Self {
        let mut board = Board::start(&played.instance);
        let mut frames = vec![AnimationFrame { action: 0, moves: 0, board: board.clone() }];
        let mut stops = vec![0];
        let mut add_frames = |action: usize, directions: &mut dyn Iterator<Item = Direction>| {
            let before = frames.len();
            for direction in directions {
                board.step(&played.instance, direction);
                let moves = frames[frames.len() - 1].moves + 1;
                frames.push(AnimationFrame { action, moves, board: board.clone() });
            }
            // An action without any move still gets a frame.
            if frames.len() == before {
                let moves = frames[before - 1].moves;
                frames.push(AnimationFrame { action, moves, board: board.clone() });
            }
            stops.push(frames.len() - 1);
        };
        for (index, action) in played.trace.actions.iter().enumerate() {
            let push = std::iter::repeat_n(action.direction, action.pushes);
            add_frames(index + 1, &mut action.walk.iter().copied().chain(push));
        }
        if !played.trace.rest.is_empty() {
            add_frames(played.trace.actions.len(), &mut played.trace.rest.iter().copied());
        }
        let (title, summary) = (printable(title), printable(summary));
        Animation { title, summary, played, layout, frames, stops }
    }

    /// Whether there is only the start.
    pub fn is_still(&self) -> bool {
        self.frames.len() == 1
    }

    /// The index of the last frame.
    pub fn last(&self) -> usize {
        self.frames.len() - 1
    }

    /// Returns the frame at the end of the action after this one.
    pub fn next_stop(&self, at: usize) -> usize {
        self.stops.iter().copied().find(|&stop| stop > at).unwrap_or(self.last())
    }

    /// Returns the frame at the end of the action before this one.
    pub fn previous_stop(&self, at: usize) -> usize {
        self.stops.iter().rev().copied().find(|&stop| stop < at).unwrap_or(0)
    }

    /// Returns the start and the board after each action, as text.
    pub fn frames(&self) -> String {
        let mut text = format!("{}\n{}\n\n{}", self.title, self.summary, self.map(0));
        for &stop in &self.stops[1..] {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{}\n{}", self.caption(stop), self.map(stop));
        }
        text
    }

    fn map(&self, at: usize) -> String {
        let board = &self.frames[at].board;
        self.layout.map(&self.played.instance, &board.boxes, board.sokoban)
    }

    /// Returns the caption of a frame: its action.
    fn caption(&self, at: usize) -> String {
        let AnimationFrame { action, .. } = self.frames[at];
        let count = self.played.texts.len();
        match action.checked_sub(1).and_then(|index| self.played.texts.get(index)) {
            Some(text) => format!("action {action} of {count}: {}", printable(text)),
            None => format!("start, {count} actions to come"),
        }
    }

    /// Returns the lines of the screen, cut to its width.
    pub fn screen(&self, state: &PlayerState) -> Vec<String> {
        let (width, height) = state.size;
        let frame = &self.frames[state.at];
        let status = if state.playing { "playing" } else { "paused" };
        let speed = if state.speed == 1 {
            "1 move a second".into()
        } else {
            format!("{} moves a second", state.speed)
        };
        let mut lines = vec![
            self.title.clone(),
            self.summary.clone(),
            self.caption(state.at),
            format!("move {} of {}, {status}, {speed}", frame.moves, self.frames[self.last()].moves),
            String::new(),
        ];
        // The board has the rows between the lines above and the line of keys, except for a blank line.
        let room = height.saturating_sub(lines.len() + 2);
        let sokoban = self.layout.place(frame.board.sokoban);
        let rows = window(self.layout.height(), room, sokoban.row);
        let columns = window(self.layout.width(), width, sokoban.column);
        for row in self.map(state.at).lines().skip(rows.start).take(rows.len()) {
            lines.push(row.chars().skip(columns.start).take(columns.len()).collect());
        }
        lines.resize(height.saturating_sub(1), String::new());
        lines.push(KEYS.to_owned());
        lines.iter().map(|line| line.chars().take(width).collect()).collect()
    }
}

/// Returns the range of a length that fits into `room` and contains `place`.
fn window(length: usize, room: usize, place: usize) -> std::ops::Range<usize> {
    let shown = length.min(room);
    let start = place.saturating_sub(shown / 2).min(length - shown);
    start..start + shown
}

#[cfg(test)]
mod tests {
    use groundplan_sokoban::level::Collection;
    use groundplan_sokoban::{Instance, Trace};

    use super::*;

    fn played(map: &str, letters: &str) -> Played {
        let collection = Collection::read(map).expect("a map");
        let facts = collection.levels[0].facts().expect("a level");
        let instance = Instance::read("level", &facts).expect("an instance");
        let trace = Trace::of_letters(&instance, letters).expect("a plan");
        let texts = (1..=trace.actions.len()).map(|number| format!("action {number}")).collect();
        Played { instance: instance.into(), trace, texts }
    }

    #[test]
    fn the_screen_fits_and_follows_the_sokoban() {
        let wall = "#".repeat(300);
        let played = played(&format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(295)), "R");
        let layout = Layout::of(&played.instance).expect("flat");
        let animation = Animation::of(&"a title".repeat(20), "", &played, &layout);
        for size in [(80, 24), (20, 8), (1, 1), (0, 0)] {
            for at in 0..=animation.last() {
                let screen = animation.screen(&PlayerState { at, playing: true, speed: 6, size });
                assert!(screen.len() <= size.1.max(8), "{size:?}");
                assert!(screen.iter().all(|line| line.chars().count() <= size.0), "{size:?}");
            }
        }
        let screen = animation.screen(&PlayerState { at: 1, playing: false, speed: 6, size: (80, 24) });
        assert!(screen.iter().any(|line| line.starts_with("# @*  ")), "{screen:?}");
        assert_eq!((screen.len(), screen[23].as_str()), (24, KEYS));
        assert!(KEYS.len() <= 80);
    }

    #[test]
    fn stops_are_the_ends_of_actions() {
        let played = played("#######\n#     #\n# @$ .#\n#     #\n#######\n", "RRdlu");
        let layout = Layout::of(&played.instance).expect("flat");
        let animation = Animation::of("", "", &played, &layout);
        assert_eq!(
            (animation.last(), animation.next_stop(0), animation.next_stop(1), animation.next_stop(2)),
            (5, 2, 2, 5)
        );
        assert_eq!(
            (animation.previous_stop(5), animation.previous_stop(2), animation.previous_stop(0)),
            (2, 0, 0)
        );
        assert_eq!(animation.frames().matches('@').count(), 3);
    }
}
