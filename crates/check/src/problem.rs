//! Problems in PDDL of the domain `sokoban-sequential` of the International Planning Competitions of 2008 to 2014.
//!
//! Facts that are not stated are false: only locations named by `clear` are clear, only those named by `IS-NONGOAL` are
//! non-goals, and a stone is on a goal at the start only if `at-goal` says so.

use crate::competition::{Competition, CompetitionBuilder};
use crate::error::{Problem, ReadError};
use crate::sexpr::{list, skip, SexprNode};
use std::collections::HashSet;

impl Competition {
    /// Reads a PDDL problem.
    ///
    /// # Errors When the text is not a problem of this domain; or when a player or stone has no location, has two, or
    /// shares one.
    pub fn parse_pddl(text: &str) -> Result<Self, ReadError> {
        let start = skip(text, if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
        let unexpected = |at: usize, wanted| {
            let found = text[at..].chars().next();
            let range = at..at + found.map_or(0, char::len_utf8);
            let found = found
                .map_or(String::from("the end of the text"), |found| format!("`{}`", found.escape_debug()));
            ReadError::new(range, Problem::Unexpected { wanted, found })
        };
        if !text[start..].starts_with('(') {
            return Err(unexpected(start, PROBLEM));
        }
        let (problem, end) = list(text, start)?;
        let rest = skip(text, end);
        if rest < text.len() {
            return Err(unexpected(rest, "the end of the problem"));
        }
        let mut builder = CompetitionBuilder::default();
        builder.instance.is_pddl = true;
        builder.instance.clear = Some(HashSet::new());
        builder.instance.nongoals = Some(HashSet::new());
        builder.instance.home = Some(HashSet::new());
        builder.problem(&problem)?;
        builder.finish(text.len())
    }
}

const PROBLEM: &str = "`(define (problem NAME) …)`";

/// The syntax of a goal, for messages.
const GOAL: &str = "a goal `(at-goal STONE)`";

impl CompetitionBuilder {
    fn problem(&mut self, problem: &SexprNode) -> Result<(), ReadError> {
        let Some(("define", [title, sections @ ..])) = problem.headed() else {
            return Err(problem.unexpected(PROBLEM));
        };
        if title.headed().is_none_or(|(head, _)| head != "problem") {
            return Err(title.unexpected("`(problem NAME)`"));
        }
        let mut goals: Vec<&SexprNode> = Vec::new();
        for section in sections {
            match section.headed() {
                Some((":domain" | ":requirements", _)) => {}
                Some((":metric", _)) => self.instance.has_costs = true,
                Some((":objects", rest)) => self.objects(rest)?,
                Some((":init", rest)) => rest.iter().try_for_each(|fact| self.initial(fact))?,
                Some((":goal", [goal])) => goals.push(goal),
                _ => return Err(section.unexpected("a section of a problem of Sokoban")),
            }
        }
        // Sections may come in any order, so the goals are read after all stones are known.
        goals.into_iter().try_for_each(|goal| self.aim(goal))?;
        match self.has_aims() {
            true => Ok(()),
            false => Err(problem.unexpected("a problem with a goal `(at-goal STONE)`")),
        }
    }

    /// Reads `:objects`, a list such as `a b - type c - other`.
    fn objects(&mut self, nodes: &[SexprNode]) -> Result<(), ReadError> {
        let mut rest = nodes;
        while let Some(dash) = rest.iter().position(|node| node.name() == Some("-")) {
            let (objects, after) = rest.split_at(dash);
            let Some(of) = after.get(1).and_then(SexprNode::name) else {
                return Err(after[0].unexpected("the type of these objects"));
            };
            for object in objects {
                let name = object.name().ok_or_else(|| object.unexpected("the name of an object"))?;
                if let "player" | "stone" = of {
                    self.add(of, &[name.to_owned()], &object.range())?;
                }
            }
            rest = &after[2..];
        }
        rest.first().map_or(Ok(()), |object| Err(object.unexpected("the type of the objects before it")))
    }

    /// Reads a fact of the initial state.
    fn initial(&mut self, fact: &SexprNode) -> Result<(), ReadError> {
        let wanted = "a fact of `sokoban-sequential`";
        let Some((head, rest)) = fact.headed() else { return Err(fact.unexpected(wanted)) };
        if head == "=" {
            return Ok(());
        }
        let names: Option<Vec<String>> = rest.iter().map(|node| node.name().map(str::to_owned)).collect();
        let names = names.ok_or_else(|| fact.unexpected(wanted))?;
        let predicate = match (head, names.len()) {
            ("at", 2) => "at",
            ("clear", 1) => "clear",
            ("is-goal", 1) => "isgoal",
            ("is-nongoal", 1) => "isnongoal",
            ("move-dir", 3) => "movedir",
            ("at-goal", 1) => {
                self.instance.home.get_or_insert_default().extend(names);
                return Ok(());
            }
            _ => return Err(fact.unexpected(wanted)),
        };
        self.add(predicate, &names, &fact.range())
    }

    /// Reads the goal: `(at-goal s)`, or several in `(and …)`.
    fn aim(&mut self, goal: &SexprNode) -> Result<(), ReadError> {
        let all = match goal.headed() {
            Some(("and", all)) => all,
            _ => std::slice::from_ref(goal),
        };
        for one in all {
            let Some(("at-goal", [stone])) = one.headed() else { return Err(one.unexpected(GOAL)) };
            let name = stone.name().ok_or_else(|| stone.unexpected(GOAL))?;
            if !self.instance.stones.contains(name) {
                return Err(ReadError::new(stone.range(), Problem::NoStone(name.to_owned())));
            }
            self.add("goal", &[name.to_owned()], &one.range())?;
        }
        Ok(())
    }
}
