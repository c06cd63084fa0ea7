//! Reads PDDL problems of the domain `sokoban-sequential`.

use std::ops::Range;

use groundplan::diagnostic::SourceId;
use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{Draft, Placement, SpannedName, Way};
use super::sexpr::{self, Broken, PddlNode};
use super::{Competition, Format};
use crate::instance::InstanceError;

/// Whether a text is PDDL: its first tokens are `(define`.
pub(crate) fn is(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(';'));
    let word = first.and_then(|line| line.strip_prefix('(')).map(str::trim_start);
    let word =
        word.map(|word| word.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default());
    word.is_some_and(|word| word.eq_ignore_ascii_case("define"))
}

/// Reads a PDDL problem.
pub(super) fn read(name: &str, text: &str) -> Result<Competition, InstanceError> {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let mut reader = ProblemReader {
        source,
        objects: FxHashMap::default(),
        home: Vec::new(),
        draft: Draft::new(Format::Pddl, Span { source, start: 0, end: 0 }),
    };
    let offset = text.len() - text.trim_start_matches('\u{feff}').len();
    let read = sexpr::read(&text[offset..]).and_then(|nodes| reader.problem(&nodes));
    if let Err(Broken { range, message }) = read {
        let span = reader.span(range.start + offset..range.end + offset);
        let error = Diagnostic::error(message, span).help(HELP);
        return Err(InstanceError(Diagnostics::new(vec![error], sources)));
    }
    reader.check_names();
    reader.check_home();
    reader.draft.finish(sources)
}

const HELP: &str =
    "a problem is `(define (problem NAME) (:domain sokoban-sequential) (:objects …) (:init …) (:goal …))`";

struct ProblemReader {
    source: SourceId,
    /// The type of each object, keyed by name.
    objects: FxHashMap<String, String>,
    /// The stones that are stated to be on goals at the start.
    home: Vec<SpannedName>,
    draft: Draft,
}

fn broken<T>(node: &PddlNode, message: impl Into<String>) -> Result<T, Broken> {
    Err(Broken { range: node.range(), message: message.into() })
}

impl ProblemReader {
    fn span(&self, range: Range<usize>) -> Span {
        Span { source: self.source, start: range.start as u32, end: range.end as u32 }
    }

    fn named(&self, node: &PddlNode) -> Option<SpannedName> {
        Some(SpannedName { text: node.name()?.to_owned(), span: self.span(node.range()) })
    }

    fn refuse(&mut self, node: &PddlNode, message: String, help: &str) {
        let error = Diagnostic::error(message, self.span(node.range())).help(help);
        self.draft.diagnostics.push(error);
    }

    fn problem(&mut self, nodes: &[PddlNode]) -> Result<(), Broken> {
        let [define, others @ ..] = nodes else {
            return Err(Broken { range: 0..0, message: "there is no problem".to_owned() });
        };
        if let Some(other) = others.first() {
            return broken(other, "this comes after the problem");
        }
        let Some(("define", [title, sections @ ..])) = define.headed() else {
            return broken(define, "expected `(define (problem NAME) …)`");
        };
        match title.headed() {
            Some(("problem", _)) => {}
            Some(("domain", _)) => {
                return broken(title, "this is a domain: name the file of a problem, whose rules are known");
            }
            _ => return broken(title, "expected `(problem NAME)`"),
        }
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for section in sections {
            let Some((head, rest)) = section.headed() else {
                return broken(section, "expected a section such as `(:init …)`");
            };
            seen.insert(head);
            match head {
                ":domain" => self.domain(section, rest),
                ":objects" => self.objects(rest)?,
                ":init" => rest.iter().try_for_each(|fact| self.fact(fact))?,
                ":goal" => self.goal(section, rest)?,
                ":metric" => self.metric(section, rest),
                ":requirements" => self.requirements(rest),
                _ => return broken(section, format!("`{head}` is no section of a problem of Sokoban")),
            }
        }
        match [":objects", ":init", ":goal"].into_iter().find(|section| !seen.contains(section)) {
            Some(missing) => broken(define, format!("the problem has no `({missing} …)`")),
            None => Ok(()),
        }
    }

    fn domain(&mut self, section: &PddlNode, rest: &[PddlNode]) {
        let name = rest.first().and_then(PddlNode::name).unwrap_or_default().to_owned();
        if name.contains("temporal") {
            let message = format!("`{name}` has actions that take time");
            self.refuse(section, message, "that is not supported: problems of `sokoban-sequential` are");
        } else if !name.starts_with("sokoban") {
            let message = format!("the domain `{name}` is not Sokoban");
            self.refuse(section, message, "problems of `sokoban-sequential` are read");
        }
    }

    fn requirements(&mut self, rest: &[PddlNode]) {
        for node in rest {
            if node.name().is_some_and(|name| name.contains("durative") || name.contains("timed")) {
                let message = format!("`{}`: actions take time", node.name().unwrap_or_default());
                self.refuse(node, message, "that is not supported: problems of `sokoban-sequential` are");
            }
        }
    }

    /// Reads `:objects`, a list such as `a b - type c - other`.
    fn objects(&mut self, rest: &[PddlNode]) -> Result<(), Broken> {
        let mut untyped: Vec<&PddlNode> = Vec::new();
        let mut nodes = rest.iter();
        while let Some(node) = nodes.next() {
            match node.name() {
                None => return broken(node, "expected the name of an object"),
                Some("-") => {
                    let Some(of) = nodes.next() else { return broken(node, "the type is missing") };
                    let Some(of) = of.name() else { return broken(of, "expected the name of a type") };
                    for object in untyped.drain(..) {
                        self.object(object, of);
                    }
                }
                Some(_) => untyped.push(node),
            }
        }
        match untyped.first() {
            Some(node) => broken(node, "this object has no type, as in `player-01 - player`"),
            None => Ok(()),
        }
    }

    fn object(&mut self, node: &PddlNode, of: &str) {
        let Some(named) = self.named(node) else { return };
        self.objects.insert(named.text.clone(), of.to_owned());
        match of {
            "player" => self.draft.players.push(named),
            "stone" => self.draft.stones.push(named),
            "direction" | "location" => {}
            _ => {
                let message = format!("`{of}` is none of the types direction, location, player and stone");
                self.refuse(node, message, "name one of these");
            }
        }
    }

    /// Reads a fact of the initial state.
    fn fact(&mut self, node: &PddlNode) -> Result<(), Broken> {
        let Some((head, rest)) = node.headed() else {
            return broken(node, "expected a fact such as `(clear L)`");
        };
        let span = self.span(node.range());
        let mut names: Vec<String> = Vec::with_capacity(rest.len());
        if head == "=" {
            return match rest {
                [function, PddlNode::Name(..)] if function.headed() == Some(("total-cost", &[])) => Ok(()),
                _ => broken(node, "plans are counted by `(total-cost)` alone, and actions take no time"),
            };
        }
        for argument in rest {
            let Some(name) = argument.name() else {
                return broken(argument, "expected the name of an object");
            };
            if !self.objects.contains_key(name) {
                self.refuse(
                    argument,
                    format!("`{name}` is not among the objects"),
                    "is the name spelt right?",
                );
            }
            names.push(name.to_owned());
        }
        let named = |text: &String| SpannedName { text: text.clone(), span };
        match (head, &names[..]) {
            ("is-goal", [place]) => self.draft.goals.push(named(place)),
            ("is-nongoal", [place]) => self.draft.nongoals.push(named(place)),
            ("clear", [place]) => self.draft.clear.push(named(place)),
            ("at-goal", [stone]) => self.home.push(named(stone)),
            ("at", [thing, place]) => {
                self.draft.at.push(Placement { thing: thing.clone(), place: place.clone(), span });
            }
            ("move-dir", [from, to, direction]) => self.draft.ways.push(Way {
                from: from.clone(),
                to: to.clone(),
                direction: direction.clone(),
                span,
            }),
            _ => {
                let count = names.len();
                return broken(
                    node,
                    format!("`{head}` with {count} arguments is no predicate of `sokoban-sequential`"),
                );
            }
        }
        Ok(())
    }

    /// Reads the goal: `(at-goal s)`, or several in `(and …)`.
    fn goal(&mut self, section: &PddlNode, rest: &[PddlNode]) -> Result<(), Broken> {
        let [goal] = rest else {
            return broken(section, "expected one goal, such as `(and (at-goal S) …)`");
        };
        let all = match goal.headed() {
            Some(("and", all)) => all,
            _ => std::slice::from_ref(goal),
        };
        if all.is_empty() {
            return broken(section, "the goal names no stone");
        }
        for one in all {
            match one.headed() {
                Some(("at-goal", [stone])) if stone.name().is_some() => {
                    let wanted = self.named(stone);
                    self.draft.wanted.extend(wanted);
                }
                _ => return broken(one, "goals are `(at-goal S)` for a stone each"),
            }
        }
        Ok(())
    }

    fn metric(&mut self, section: &PddlNode, rest: &[PddlNode]) {
        let is_cost = |node: &PddlNode| node.headed() == Some(("total-cost", &[]));
        match rest {
            [how, what] if how.name() == Some("minimize") && is_cost(what) => {}
            _ => {
                let message =
                    "plans are counted by `(total-cost)` alone, which is the number of pushes".to_owned();
                self.refuse(section, message, "write `(:metric minimize (total-cost))`");
            }
        }
    }

    /// Checks that a stone is stated to be on a goal at the start if and only if it is on one.
    fn check_home(&mut self) {
        let ProblemReader { home, draft, .. } = self;
        let said: FxHashMap<&str, Span> = home.iter().map(|stone| (&*stone.text, stone.span)).collect();
        let goals: FxHashSet<&str> = draft.goals.iter().map(|goal| &*goal.text).collect();
        let stones: FxHashSet<&str> = draft.stones.iter().map(|stone| &*stone.text).collect();
        for at in draft.at.iter().filter(|at| stones.contains(&*at.thing)) {
            let thing = &at.thing;
            match (goals.contains(&*at.place), said.get(&**thing)) {
                // By the rules of PDDL, a plan would have to push it off and back, or on to another goal.
                (true, None) => draft.diagnostics.push(
                    Diagnostic::error(format!("`{thing}` is on a goal, and not said to be"), at.span)
                        .help(format!("what is not said does not hold in PDDL: add `(at-goal {thing})`")),
                ),
                (false, Some(&span)) => draft.diagnostics.push(
                    Diagnostic::error(format!("`{thing}` is said to be on a goal, and is not"), span)
                        .related(at.span, "it is here")
                        .help("leave it out"),
                ),
                _ => {}
            }
        }
    }

    /// Checks that the names of locations become distinct constants in facts, where a dash is an underscore.
    fn check_names(&mut self) {
        let mut constants: FxHashMap<String, &str> = FxHashMap::default();
        let mut objects: Vec<(&String, &String)> = self.objects.iter().collect();
        objects.sort_unstable();
        let start = self.draft.start;
        for (name, _) in objects.into_iter().filter(|(_, of)| *of == "location") {
            let constant = name.replace('-', "_");
            let first = constant.trim_start_matches('_').chars().next();
            let is_name = first.is_some_and(|letter| letter.is_ascii_lowercase())
                && constant.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let message = match constants.insert(constant, name) {
                _ if !is_name => format!("`{name}` is no name that facts could have"),
                Some(other) => format!("`{other}` and `{name}` are the same name in facts, where `-` is `_`"),
                None => continue,
            };
            self.draft
                .diagnostics
                .push(Diagnostic::error(message, start).help("name the location otherwise"));
        }
    }
}
