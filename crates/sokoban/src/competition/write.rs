//! Writes instances in the formats of the competitions.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{Competition, Format};
use crate::instance::Instance;
use crate::location::{Direction, Location};

/// The reason why an instance cannot be written in a competition format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// In these formats each stone has to end on a goal; in an instance each storage location has to get a box.
    #[error("there are {boxes} boxes for {storages} storage locations: in this format each stone is to end on a goal, and that is the same for equal numbers only")]
    Unequal {
        /// The number of boxes.
        boxes: usize,
        /// The number of storage locations.
        storages: usize,
    },
}

impl Format {
    /// Writes an instance in the format. Player, stones and directions keep their names from the competition file that
    /// the instance was read from, if there is one.
    ///
    /// # Errors
    ///
    /// When the format cannot express the instance.
    pub fn write(self, instance: &Instance, read: Option<&Competition>) -> Result<String, WriteError> {
        let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
        if boxes != storages {
            return Err(WriteError::Unequal { boxes, storages });
        }
        let writer = InstanceWriter::new(self, instance, read);
        Ok(match self {
            Format::Asp13 => writer.asp(read.and_then(|read| read.steps)),
            Format::Pddl => writer.pddl(),
        })
    }
}

/// An instance with the names under which it is written.
struct InstanceWriter<'a> {
    instance: &'a Instance,
    player: String,
    /// The names of the stones, in the order of the boxes.
    stones: Vec<String>,
    directions: [String; 4],
    /// The names of the locations, indexed by location.
    places: Vec<String>,
}

impl<'a> InstanceWriter<'a> {
    fn new(format: Format, instance: &'a Instance, read: Option<&Competition>) -> Self {
        let mut places: Vec<String> = instance.locations().map(|location| instance.name(location)).collect();
        let written = |name: &str| match format {
            Format::Asp13 => name.replace('-', "_"),
            Format::Pddl => name.replace('_', "-"),
        };
        if format == Format::Pddl {
            places = places.iter().map(|name| written(name)).collect();
            let is_name = |name: &String| {
                name.starts_with(|letter: char| letter.is_ascii_lowercase())
                    && name
                        .chars()
                        .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
            };
            // In facts, any term can name a location; PDDL allows only identifiers.
            if !places.iter().all(is_name) || places.iter().collect::<FxHashSet<_>>().len() < places.len() {
                places = (1..=places.len()).map(|number| format!("pos-{number}")).collect();
            }
        }
        let stones = (1..=instance.boxes.len()).map(|number| format!("stone-{number:02}"));
        InstanceWriter {
            instance,
            player: written(read.map_or("player-01", |read| &read.player)),
            stones: match read {
                Some(read) => read.stones.iter().map(|stone| written(stone)).collect(),
                None => stones.map(|stone| written(&stone)).collect(),
            },
            directions: Direction::ALL.map(|direction| {
                let own = read.and_then(|read| read.directions[direction as usize].as_deref());
                written(own.unwrap_or(&format!("dir-{}", direction.name())))
            }),
            places,
        }
    }

    fn place(&self, location: Location) -> &str {
        &self.places[location.index()]
    }

    /// All connections of adjacent locations: from, to, direction.
    fn ways(&self) -> impl Iterator<Item = [&str; 3]> {
        self.instance.locations().flat_map(move |from| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let to = self.instance.neighbour(from, direction)?;
                Some([self.place(from), self.place(to), &self.directions[direction as usize]])
            })
        })
    }

    fn is_clear(&self, location: Location) -> bool {
        self.instance.sokoban != location && !self.instance.boxes.contains(&location)
    }

    fn is_goal(&self, location: Location) -> bool {
        self.instance.storages.contains(&location)
    }

    fn asp(&self, steps: Option<usize>) -> String {
        let mut text = String::new();
        let mut fact = |name: &str, arguments: &[&str]| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}({}).", arguments.join(","));
        };
        fact("player", &[&self.player]);
        for stone in &self.stones {
            fact("stone", &[stone]);
        }
        for location in self.instance.locations() {
            fact(if self.is_goal(location) { "isgoal" } else { "isnongoal" }, &[self.place(location)]);
        }
        for way in self.ways() {
            fact("movedir", &way);
        }
        fact("at", &[&self.player, self.place(self.instance.sokoban)]);
        for (stone, &location) in self.stones.iter().zip(&self.instance.boxes) {
            fact("at", &[stone, self.place(location)]);
        }
        for location in self.instance.locations().filter(|&location| self.is_clear(location)) {
            fact("clear", &[self.place(location)]);
        }
        for stone in &self.stones {
            fact("goal", &[stone]);
        }
        if let Some(steps) = steps {
            fact("step", &[&format!("1..{steps}")]);
        }
        text
    }

    fn pddl(&self) -> String {
        let mut text =
            String::from("(define (problem sokoban)\n  (:domain sokoban-sequential)\n  (:objects\n");
        let mut line = |words: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{words}");
        };
        for direction in &self.directions {
            line(format_args!("    {direction} - direction"));
        }
        line(format_args!("    {} - player", self.player));
        for place in &self.places {
            line(format_args!("    {place} - location"));
        }
        for stone in &self.stones {
            line(format_args!("    {stone} - stone"));
        }
        line(format_args!("  )\n  (:init"));
        for location in self.instance.locations() {
            let goal = if self.is_goal(location) { "IS-GOAL" } else { "IS-NONGOAL" };
            line(format_args!("    ({goal} {})", self.place(location)));
        }
        for [from, to, direction] in self.ways() {
            line(format_args!("    (MOVE-DIR {from} {to} {direction})"));
        }
        line(format_args!("    (at {} {})", self.player, self.place(self.instance.sokoban)));
        for (stone, &location) in self.stones.iter().zip(&self.instance.boxes) {
            line(format_args!("    (at {stone} {})", self.place(location)));
            if self.is_goal(location) {
                line(format_args!("    (at-goal {stone})"));
            }
        }
        for location in self.instance.locations().filter(|&location| self.is_clear(location)) {
            line(format_args!("    (clear {})", self.place(location)));
        }
        line(format_args!("    (= (total-cost) 0)\n  )\n  (:goal (and"));
        for stone in &self.stones {
            line(format_args!("    (at-goal {stone})"));
        }
        line(format_args!("  ))\n  (:metric minimize (total-cost))\n)"));
        text
    }
}
