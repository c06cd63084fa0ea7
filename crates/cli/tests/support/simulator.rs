//! Plays a plan in letters on a map, letter by letter; shares no code with the command.

use std::collections::{BTreeSet, HashMap};

/// Column and row, from 0.
pub type Square = (usize, usize);

/// A map with what moves on it.
#[derive(Clone, Debug)]
pub struct Simulator {
    walls: BTreeSet<Square>,
    goals: BTreeSet<Square>,
    pub boxes: BTreeSet<Square>,
    pub sokoban: Square,
}

impl Simulator {
    /// Reads one map; lines without a wall are no part of it.
    pub fn new(map: &str) -> Self {
        let (mut walls, mut goals, mut boxes, mut sokoban) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), None);
        for (row, line) in map.lines().take_while(|line| line.contains('#')).enumerate() {
            for (column, character) in line.chars().enumerate() {
                let here = (column, row);
                match character {
                    '#' => drop(walls.insert(here)),
                    '.' => drop(goals.insert(here)),
                    '$' => drop(boxes.insert(here)),
                    '*' => drop((goals.insert(here), boxes.insert(here))),
                    '@' => sokoban = Some(here),
                    '+' => {
                        goals.insert(here);
                        sokoban = Some(here);
                    }
                    ' ' => {}
                    other => panic!("`{other}` on a map"),
                }
            }
        }
        Simulator { walls, goals, boxes, sokoban: sokoban.expect("a sokoban") }
    }

    /// Plays the letters.
    pub fn play(&mut self, letters: &str) {
        let directions = HashMap::from([('l', (-1, 0)), ('r', (1, 0)), ('u', (0, -1)), ('d', (0, 1))]);
        for (index, letter) in letters.chars().enumerate() {
            let (dx, dy) = directions[&letter.to_ascii_lowercase()];
            let shift = |(x, y): Square| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let to = shift(self.sokoban);
            assert!(!self.walls.contains(&to), "move {index}, {letter}, of {letters} runs into a wall");
            let pushes = self.boxes.remove(&to);
            assert_eq!(
                pushes,
                letter.is_ascii_uppercase(),
                "the case of move {index}, {letter}, of {letters}"
            );
            if pushes {
                let beyond = shift(to);
                assert!(!self.walls.contains(&beyond), "move {index} of {letters} pushes into a wall");
                assert!(self.boxes.insert(beyond), "move {index} of {letters} pushes into a box");
            }
            self.sokoban = to;
        }
    }

    /// Plays one letter if that is possible, and says whether it was.
    #[allow(dead_code, reason = "the page's tests alone try")]
    pub fn try_play(&mut self, letter: char) -> bool {
        let (dx, dy) = match letter.to_ascii_lowercase() {
            'l' => (-1, 0),
            'r' => (1, 0),
            'u' => (0, -1),
            _ => (0, 1),
        };
        let shift = |(x, y): Square| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        let (to, beyond) = (shift(self.sokoban), shift(shift(self.sokoban)));
        let is_push = self.boxes.contains(&to);
        let is_blocked = is_push && (self.walls.contains(&beyond) || self.boxes.contains(&beyond));
        if self.walls.contains(&to) || is_blocked || is_push != letter.is_ascii_uppercase() {
            return false;
        }
        self.play(&letter.to_string());
        true
    }

    /// Whether every storage location holds a box.
    pub fn solved(&self) -> bool {
        self.goals.is_subset(&self.boxes)
    }
}
