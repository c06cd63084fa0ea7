//! The content of a competition file before validation, and its conversion to an instance.

use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{directions, Competition, Format};
use crate::instance::InstanceError;
use crate::location::Direction;

/// A name and its position in the text.
pub(super) struct SpannedName {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A player or stone, and its location.
pub(super) struct Placement {
    pub(super) thing: String,
    pub(super) place: String,
    pub(super) span: Span,
}

/// A directed connection from one location to an adjacent one.
pub(super) struct Way {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) direction: String,
    pub(super) span: Span,
}

/// The content of a file, before it is checked.
pub(super) struct Draft {
    pub(super) format: Format,
    /// The start of the text, for diagnostics about missing things.
    pub(super) start: Span,
    pub(super) players: Vec<SpannedName>,
    pub(super) stones: Vec<SpannedName>,
    pub(super) at: Vec<Placement>,
    /// The goal locations.
    pub(super) goals: Vec<SpannedName>,
    /// The locations that are stated not to be goals.
    pub(super) nongoals: Vec<SpannedName>,
    pub(super) clear: Vec<SpannedName>,
    /// The stones that have to end on a goal.
    pub(super) wanted: Vec<SpannedName>,
    pub(super) ways: Vec<Way>,
    pub(super) steps: Option<usize>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

type Names<'d> = IndexMap<&'d str, Span, FxBuildHasher>;

fn names(named: &[SpannedName]) -> Names<'_> {
    let mut names = Names::default();
    for SpannedName { text, span } in named {
        names.entry(text).or_insert(*span);
    }
    names
}

impl Draft {
    pub(super) fn new(format: Format, start: Span) -> Self {
        Draft {
            format,
            start,
            players: Vec::new(),
            stones: Vec::new(),
            at: Vec::new(),
            goals: Vec::new(),
            nongoals: Vec::new(),
            clear: Vec::new(),
            wanted: Vec::new(),
            ways: Vec::new(),
            steps: None,
            diagnostics: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Checks the content and makes an instance of it.
    ///
    /// # Errors
    ///
    /// When something is missing, duplicate, or contradictory.
    pub(super) fn finish(mut self, sources: Sources) -> Result<Competition, InstanceError> {
        let mut wrong = std::mem::take(&mut self.diagnostics);
        let mut odd = std::mem::take(&mut self.warnings);
        let player = self.player(&mut wrong);
        let places = self.places(&mut wrong);
        self.check_goals(&mut wrong);
        let closed = self.closed(&places, &mut wrong, &mut odd);
        let directions = if self.ways.is_empty() {
            wrong.push(self.missing(
                "there is no way from a location to another",
                "movedir",
                &["A", "B", "D"],
            ));
            Default::default()
        } else {
            directions::named(&self.ways).unwrap_or_else(|error| {
                wrong.push(*error);
                Default::default()
            })
        };
        match player {
            Some(player) if wrong.is_empty() => Ok(Competition {
                format: self.format,
                steps: self.steps,
                goals: names(&self.goals).len(),
                facts: self.facts(player, &places, &closed, &directions),
                player: player.to_owned(),
                stones: names(&self.stones).keys().map(ToString::to_string).collect(),
                directions,
                places: self.renamed(),
                warnings: Diagnostics::new(odd, sources),
            }),
            _ => {
                wrong.sort_by_key(|diagnostic| diagnostic.span);
                Err(InstanceError(Diagnostics::new(wrong, sources)))
            }
        }
    }

    /// A fact in the syntax of the format.
    fn fact(&self, predicate: &str, arguments: &[&str]) -> String {
        match self.format {
            Format::Asp13 => format!("{predicate}({}).", arguments.join(",")),
            Format::Pddl => {
                let predicate = match predicate {
                    "movedir" => "MOVE-DIR",
                    "isgoal" => "IS-GOAL",
                    "isnongoal" => "IS-NONGOAL",
                    "goal" => "at-goal",
                    other => other,
                };
                format!("({predicate} {})", arguments.join(" "))
            }
        }
    }

    fn missing(&self, message: &str, predicate: &str, arguments: &[&str]) -> Diagnostic {
        let help = format!("add facts such as `{}`", self.fact(predicate, arguments));
        Diagnostic::error(message, self.start).help(help)
    }

    /// The player, of whom there must be exactly one.
    fn player(&self, wrong: &mut Vec<Diagnostic>) -> Option<&str> {
        let players = names(&self.players);
        let mut players = players.iter();
        let Some((&player, &first)) = players.next() else {
            wrong.push(match self.format {
                Format::Asp13 => self.missing("the instance has no player", "player", &["p"]),
                Format::Pddl => Diagnostic::error("the problem has no player", self.start)
                    .help("name one among the objects, as in `player-01 - player`"),
            });
            return None;
        };
        if let Some((_, &second)) = players.next() {
            wrong.push(
                Diagnostic::error("there are two players", second)
                    .related(first, "the first one")
                    .help("plans are for one player: problems with several are not supported"),
            );
        }
        Some(player)
    }

    /// The location of each player and stone: each has exactly one, and no two share one.
    fn places(&self, wrong: &mut Vec<Diagnostic>) -> IndexMap<&str, &Placement, FxBuildHasher> {
        let mut things = names(&self.players);
        let stones = names(&self.stones);
        for (&stone, &span) in &stones {
            if let Some(first) = things.insert(stone, span) {
                let message = format!("`{stone}` is both a player and a stone");
                wrong.push(Diagnostic::error(message, span).related(first, "it is a player here"));
            }
        }
        if stones.is_empty() {
            wrong.push(match self.format {
                Format::Asp13 => self.missing("the instance has no stone", "stone", &["s"]),
                Format::Pddl => Diagnostic::error("the problem has no stone", self.start)
                    .help("name some among the objects, as in `stone-01 stone-02 - stone`"),
            });
        }
        let mut places: IndexMap<&str, &Placement, FxBuildHasher> = IndexMap::default();
        let mut taken: IndexMap<&str, &Placement, FxBuildHasher> = IndexMap::default();
        for at in &self.at {
            if !things.contains_key(&*at.thing) {
                // If there are no players or no stones, this may be one that was not declared.
                if self.players.is_empty() || stones.is_empty() {
                    continue;
                }
                let message = format!("`{}` is neither the player nor a stone", at.thing);
                wrong.push(Diagnostic::error(message, at.span).help("is the name spelt right?"));
                continue;
            }
            let known = *places.entry(&at.thing).or_insert(at);
            if known.place != at.place {
                let message = format!("`{}` is both on `{}` and on `{}`", at.thing, known.place, at.place);
                let error =
                    Diagnostic::error(message, at.span).related(known.span, "the other place is here");
                wrong.push(error.help("a thing is on one location"));
            }
            let other = *taken.entry(&at.place).or_insert(at);
            if other.thing != at.thing {
                let message = format!("`{}` and `{}` are both on `{}`", other.thing, at.thing, at.place);
                let error = Diagnostic::error(message, at.span).related(other.span, "the other one is here");
                wrong.push(error.help("a location holds one thing"));
            }
        }
        for (thing, &span) in things.iter().filter(|&(thing, _)| !places.contains_key(thing)) {
            let what = if stones.contains_key(thing) { "stone" } else { "player" };
            let message = format!("the {what} `{thing}` has no place");
            let help = format!("add a fact such as `{}`", self.fact("at", &[thing, "L"]));
            wrong.push(Diagnostic::error(message, span).help(help));
        }
        places
    }

    /// Checks that no location is both a goal and not one, that there are at most as many goals as stones, and that all
    /// stones have to end on a goal.
    fn check_goals(&self, wrong: &mut Vec<Diagnostic>) {
        let (goals, nongoals, stones) = (names(&self.goals), names(&self.nongoals), names(&self.stones));
        for (goal, &span) in &goals {
            if let Some(&other) = nongoals.get(goal) {
                let error = Diagnostic::error(format!("`{goal}` is both a goal and none"), span.max(other));
                wrong.push(
                    error.related(span.min(other), "the opposite is said here").help("keep one of the two"),
                );
            }
        }
        // In ASP without `isnongoal` facts, every location that is not a goal is a non-goal. In PDDL, what is not
        // stated is false.
        let mut told = FxHashSet::default();
        for way in self.ways.iter().filter(|_| !nongoals.is_empty() || self.format == Format::Pddl) {
            for place in [&*way.from, &*way.to] {
                if !goals.contains_key(place) && !nongoals.contains_key(place) && told.insert(place) {
                    let message = format!("`{place}` is declared neither a goal nor a non-goal");
                    let [goal, none] = ["isgoal", "isnongoal"].map(|name| self.fact(name, &[place]));
                    wrong
                        .push(Diagnostic::error(message, way.span).help(format!("add `{goal}` or `{none}`")));
                }
            }
        }
        let wanted = names(&self.wanted);
        if let Some((stone, &span)) = wanted.iter().find(|&(stone, _)| !stones.contains_key(stone)) {
            let message = format!("`{stone}` is neither a stone nor a location");
            wrong.push(
                Diagnostic::error(message, span)
                    .help("a goal names a stone that is to end on a goal location"),
            );
        } else if !wanted.is_empty() && wanted.len() < stones.len() {
            let idle = stones.iter().find(|&(stone, _)| !wanted.contains_key(stone));
            let (stone, &span) = idle.expect("fewer are wanted than there are");
            let message = format!("the stone `{stone}` is to end nowhere, while others are to end on goals");
            let help = format!("that is not supported: add `{}`", self.fact("goal", &[stone]));
            wrong.push(Diagnostic::error(message, span).help(help));
        }
        if let Some((goal, &span)) = goals.get_index(stones.len()).filter(|_| !stones.is_empty()) {
            let message = format!(
                "there are more goals than stones, {} for {}: `{goal}` is one too many",
                goals.len(),
                stones.len()
            );
            let help = "that is not supported by search, for which each goal location has to get a stone; `groundplan solve` with \
                        `encodings/sokoban/asp13.lp` decides such an instance";
            wrong.push(Diagnostic::error(message, span).help(help));
        }
    }

    /// The locations that nothing can ever enter: neither clear nor occupied at the start.
    fn closed(
        &self,
        places: &IndexMap<&str, &Placement, FxBuildHasher>,
        wrong: &mut Vec<Diagnostic>,
        odd: &mut Vec<Diagnostic>,
    ) -> FxHashSet<&str> {
        let clear = names(&self.clear);
        let taken: IndexMap<&str, &Placement, FxBuildHasher> =
            places.values().map(|&at| (&*at.place, at)).collect();
        for (place, &span) in &clear {
            if let Some(at) = taken.get(place) {
                let message = format!("`{place}` is clear, and `{}` is on it", at.thing);
                let error = Diagnostic::error(message, span.max(at.span));
                wrong.push(
                    error.related(span.min(at.span), "the opposite is said here").help("keep one of the two"),
                );
            }
        }
        let mut closed: FxHashSet<&str> = FxHashSet::default();
        let ends = self.ways.iter().flat_map(|way| [(&*way.from, way.span), (&*way.to, way.span)]);
        for (place, span) in ends {
            if clear.contains_key(place) || taken.contains_key(place) {
                continue;
            }
            if clear.is_empty() && self.format == Format::Asp13 {
                odd.push(
                    Diagnostic::warning("no location is said to be clear", self.start)
                        .help("all that nothing stands on are taken to be"),
                );
                return FxHashSet::default();
            }
            if closed.insert(place) {
                let message =
                    format!("nothing ever comes to `{place}`, which is not clear and has nothing on it");
                let help = format!("if that is a mistake, add `{}`", self.fact("clear", &[place]));
                odd.push(Diagnostic::warning(message, span).help(help));
            }
        }
        closed
    }

    /// The name of a location in the facts.
    fn term(&self, name: &str) -> String {
        match self.format {
            Format::Asp13 => name.to_owned(),
            Format::Pddl => name.replace('-', "_"),
        }
    }

    /// The names of locations in the text, keyed by their names in the facts, where the two differ.
    fn renamed(&self) -> FxHashMap<String, String> {
        let ways = self.ways.iter().flat_map(|way| [&way.from, &way.to]);
        let places =
            ways.chain(self.at.iter().map(|at| &at.place)).chain(self.goals.iter().map(|goal| &goal.text));
        let renamed = places.map(|place| (self.term(place), place)).filter(|(term, place)| term != *place);
        renamed.map(|(term, place)| (term, place.clone())).collect()
    }

    /// The instance as facts; the boxes are in the order of the stones.
    fn facts(
        &self,
        player: &str,
        places: &IndexMap<&str, &Placement, FxBuildHasher>,
        closed: &FxHashSet<&str>,
        directions: &[Option<String>; 4],
    ) -> String {
        let term = |name: &str| self.term(name);
        let is =
            |way: &Way, direction: Direction| directions[direction as usize].as_ref() == Some(&way.direction);
        let mut lines: IndexSet<String, FxBuildHasher> = IndexSet::default();
        for way in self.ways.iter().filter(|way| !closed.contains(&*way.from) && !closed.contains(&*way.to)) {
            let (from, to) = (term(&way.from), term(&way.to));
            if is(way, Direction::Right) {
                lines.insert(format!("right({from},{to})."));
            } else if is(way, Direction::Up) {
                lines.insert(format!("top({from},{to})."));
            }
        }
        let stones = names(&self.stones);
        for stone in stones.keys() {
            lines.insert(format!("box({}).", term(&places[stone].place)));
        }
        let goals = names(&self.goals);
        for goal in goals.keys() {
            lines.insert(format!("solution({}).", term(goal)));
        }
        // One unreachable storage location for each stone without a goal, so that there is no plan.
        for missing in goals.len()..stones.len() {
            lines.insert(format!("solution(no_goal({})).", missing + 1));
        }
        lines.insert(format!("sokoban({}).", term(&places[player].place)));
        let mut text = String::new();
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}
