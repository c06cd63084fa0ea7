//! Reads the pushes or moves of a plan.
//!
//! Invariant: either all pushes name their step, or none does. With steps, they are sorted by the step terms.

use std::borrow::Cow;

use crate::error::{Problem, ReadError};
use crate::fact::FactAtom;
use crate::instance::Instance;
use crate::json;
use crate::lurd::{self, LetterReader, Move};
use crate::push::Push;
use crate::scan::CharScanner;
use crate::term::Term;
use crate::walk;

/// A plan as written; [`check`](crate::check) decides whether it is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pushes: Vec<Push>,
    /// The moves of a plan in letters; then there are no pushes.
    moves: Option<Vec<Move>>,
}

impl Plan {
    /// Reads a plan in one of three forms, which are detected by their beginning.
    ///
    /// Atoms: `push(Before,Direction,After,Step)` in any order, or `push(Before,Direction,After)` in order. Blanks,
    /// commas, full stops and comments may separate them, and `[` and `]` may enclose them.
    ///
    /// Lines that solvers print around a plan are skipped: `Answer: 1` before it, and `SATISFIABLE`, `OPTIMUM FOUND`
    /// and `Optimization: 13` after it. A text without any push is the plan without actions.
    ///
    /// Letters: `l u r d` for a move, upper case for a push, on one line or several. A number repeats the letter or the
    /// group in parentheses next to it, as in `3r(uL)2` and `2(uL)`. `Solution:` may precede them, comments from `;` or
    /// `%` on may be among them, and the lines that solvers print may follow.
    ///
    /// JSON: an object whose `plan` is a list of objects with `box`, `direction`, `to` and optionally `step`, or that
    /// list.
    ///
    /// # Errors When the text holds anything else, mixes pushes with and without steps, or says that there is no plan.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        if json::is_json(text) {
            return Ok(Self { pushes: json::read(text)?, moves: None });
        }
        let mut scanner = CharScanner::new(text);
        scanner.blank()?;
        if begins_with_letters(&text[scanner.at()..]) {
            return Ok(Self { pushes: Vec::new(), moves: Some(read_letters(&mut scanner, text)?) });
        }
        let mut pushes: Vec<(Option<Term<'_>>, Push)> = Vec::new();
        let mut frame = PlanFrame::default();
        while frame.item(&mut scanner, pushes.is_empty())? {
            match scanner.peek() {
                Some(b'[') if frame.brackets == BracketStyle::None && pushes.is_empty() => {
                    scanner.eat("[");
                    frame.brackets = BracketStyle::Open;
                }
                Some(b']') if frame.brackets == BracketStyle::Open => {
                    scanner.eat("]");
                    frame.brackets = BracketStyle::Closed;
                }
                Some(_) if frame.brackets == BracketStyle::Closed => {
                    return Err(scanner.unexpected("the end of the plan"))
                }
                _ => {
                    let (step, push) = read_push(&mut scanner)?;
                    if pushes.first().is_some_and(|(first, _)| first.is_some() != step.is_some()) {
                        return Err(ReadError::new(push.range, Problem::MixedPushes));
                    }
                    pushes.push((step, push));
                }
            }
        }
        if frame.brackets == BracketStyle::Open {
            return Err(scanner.unexpected("`]` after the last push"));
        }
        // The sort is stable, so pushes without steps keep their order.
        pushes.sort_by(|(step, _), (other, _)| step.cmp(other));
        Ok(Self { pushes: pushes.into_iter().map(|(_, push)| push).collect(), moves: None })
    }

    /// Reads a plan that is known to be in letters, with the syntax of [`Plan::parse`].
    ///
    /// # Errors When the text holds anything else.
    pub fn parse_letters(text: &str) -> Result<Self, ReadError> {
        Ok(Self { pushes: Vec::new(), moves: Some(read_letters(&mut CharScanner::new(text), text)?) })
    }

    /// The number of actions; for a plan in letters, the number of runs of pushes in one direction.
    pub fn actions(&self) -> usize {
        self.moves().map_or(self.pushes.len(), lurd::lines)
    }

    /// The letters of a plan in letters, without blanks and with repetitions expanded; `None` for other plans.
    pub fn letters(&self) -> Option<String> {
        self.moves().map(lurd::text)
    }

    /// Returns the plan with the case of its letters set by the map, if all letters have the same case and the plan
    /// solves the instance when each move into a box pushes it. Other plans are returned unchanged, so that errors
    /// refer to the letters as written.
    pub fn told_apart(&self, instance: &Instance) -> Cow<'_, Self> {
        let told = self.moves().and_then(|moves| walk::told_apart(instance, moves));
        told.map_or(Cow::Borrowed(self), |moves| Cow::Owned(Self { pushes: Vec::new(), moves: Some(moves) }))
    }

    pub(crate) fn moves(&self) -> Option<&[Move]> {
        self.moves.as_deref()
    }

    /// The pushes, sorted by their steps as terms (integers by value), or as written if they name no steps. Empty for a
    /// plan in letters.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Whether the pushes name their steps; true if there are none.
    pub(crate) fn names_steps(&self) -> bool {
        self.pushes.first().is_none_or(|push| push.step.is_some())
    }
}

fn first_line(text: &str) -> Option<&str> {
    text.split(['\n', '%']).next()
}

/// Whether the first line with content is a line of letters. Blank lines, comments and headings without letters are
/// skipped.
fn begins_with_letters(text: &str) -> bool {
    let content = |line: &str| {
        let line = first_line(line).unwrap_or_default();
        let content = line[lurd::heading(line)..].split(';').next().unwrap_or_default();
        !content.trim().is_empty()
    };
    text.split('\n').find(|line| content(line)).and_then(first_line).is_some_and(lurd::is_line)
}

/// Reads lines of letters, followed by the lines that solvers print.
fn read_letters(scanner: &mut CharScanner<'_>, text: &str) -> Result<Vec<Move>, ReadError> {
    let mut reader = LetterReader::default();
    let mut frame = PlanFrame::default();
    loop {
        scanner.blank()?;
        let start = scanner.at();
        match first_line(&text[start..]) {
            Some("") | None => return reader.finish(),
            Some(line) if PlanFrame::is_line(line) => frame.line(scanner, false)?,
            Some(_) if frame.ended => return Err(ReadError::new(start..text.len(), Problem::AfterVerdict)),
            Some(line) => {
                reader.line(line, start)?;
                scanner.back_to(start + line.len());
            }
        }
    }
}

/// The state of reading the brackets and lines around a plan.
#[derive(Default)]
pub(crate) struct PlanFrame {
    brackets: BracketStyle,
    answered: bool,
    ended: bool,
}

#[derive(Default, PartialEq, Eq)]
enum BracketStyle {
    #[default]
    None,
    Open,
    Closed,
}

impl PlanFrame {
    /// Whether the verdict of a solver has been read, which ends the plan.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Skips separators and solver output up to the next item of a plan. Returns false at the end of the text.
    pub(crate) fn item(
        &mut self,
        scanner: &mut CharScanner<'_>,
        no_push_yet: bool,
    ) -> Result<bool, ReadError> {
        loop {
            scanner.blank()?;
            match scanner.peek() {
                None => return Ok(false),
                Some(b',' | b'.') => {
                    let _ = scanner.eat(",") || scanner.eat(".");
                }
                Some(b'A'..=b'Z') => self.line(scanner, no_push_yet)?,
                Some(_) if self.ended => return Err(ReadError::new(scanner.rest(), Problem::AfterVerdict)),
                Some(_) => return Ok(true),
            }
        }
    }

    /// Whether a line is one that solvers print around a plan.
    pub(crate) fn is_line(line: &str) -> bool {
        let line = line.trim_end();
        matches!(line, "SATISFIABLE" | "OPTIMUM FOUND" | "UNSATISFIABLE" | "UNKNOWN")
            || line.starts_with("Optimization:")
            || line.starts_with("Answer:")
    }

    /// Reads a line that solvers print around a plan.
    pub(crate) fn line(&mut self, scanner: &mut CharScanner<'_>, no_push_yet: bool) -> Result<(), ReadError> {
        let start = scanner.at();
        let unexpected = scanner.unexpected("a push");
        let Some(line) = scanner.whole_line() else {
            return Err(unexpected);
        };
        let problem = match line {
            "SATISFIABLE" | "OPTIMUM FOUND" => {
                self.ended = true;
                return Ok(());
            }
            _ if line.strip_prefix("Optimization:").is_some_and(are_numbers) => {
                self.ended = true;
                return Ok(());
            }
            _ if line.strip_prefix("Answer:").is_some_and(is_answer) => {
                if no_push_yet && !self.answered && !self.ended {
                    self.answered = true;
                    return Ok(());
                }
                Problem::SecondAnswer
            }
            "UNSATISFIABLE" => Problem::NoPlan("UNSATISFIABLE"),
            "UNKNOWN" => Problem::NoPlan("UNKNOWN"),
            _ => Problem::Unexpected { wanted: "a push", found: format!("`{}`", line.escape_debug()) },
        };
        Err(ReadError::new(start..start + line.len(), problem))
    }
}

/// Whether a text is the costs of a plan, one number for each metric.
fn are_numbers(text: &str) -> bool {
    let mut numbers = text.split_whitespace().peekable();
    numbers.peek().is_some() && numbers.all(is_number)
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<i64>().is_ok()
}

/// Whether a text is the number of an answer, after which newer solvers print a time in parentheses.
fn is_answer(text: &str) -> bool {
    match text.split_once('(') {
        Some((number, time)) => is_number(number) && time.ends_with(')'),
        None => is_number(text),
    }
}

fn read_push<'t>(scanner: &mut CharScanner<'t>) -> Result<(Option<Term<'t>>, Push), ReadError> {
    let FactAtom { negative, name, arguments, range } =
        scanner.atom("a push", &mut |pooled| Err(ReadError::new(pooled.range, Problem::SeveralPushes)))?;
    let (before, direction, after, step) = match arguments.as_slice() {
        [before, direction, after] if name == "push" && !negative => (before, direction, after, None),
        [before, direction, after, step] if name == "push" && !negative => {
            (before, direction, after, Some(step))
        }
        _ => {
            let name = format!("{}{name}", if negative { "-" } else { "" });
            return Err(ReadError::new(range, Problem::NotAPush { name, arity: arguments.len() }));
        }
    };
    if !arguments.iter().all(Term::is_ground) {
        return Err(ReadError::new(range, Problem::SeveralPushes));
    }
    let push = Push {
        before: before.to_string(),
        direction: direction.to_string(),
        after: after.to_string(),
        step: step.map(Term::to_string),
        range,
    };
    Ok((step.cloned(), push))
}
