//! `groundplan fmt`: formats logic programs, in place or from standard input to standard output.
//!
//! One file does not depend on another: if one cannot be read or written, the others are formatted all the same.

use std::path::Path;

use groundplan::syntax::{self, FormatError};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::input::{self, InputText};
use groundplan_terminal::{file, output, report};

use super::arguments::FmtArguments;
use super::load;

/// The largest number of places that are shown of a file that is not formatted.
const MOST_PLACES: usize = 3;

/// The largest number of lines that are shown of each text at such a place.
const MOST_LINES: usize = 5;

/// Runs the command. Returns the largest exit code of the files.
///
/// # Errors
///
/// When no file is named and standard input is a terminal, or the reader of standard output is gone.
pub fn run(arguments: &FmtArguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    for name in load::files(&arguments.files)? {
        let of_file = match one(&name, arguments) {
            Ok(of_file) => of_file,
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                report::failure(&failure);
                failure.exit()
            }
        };
        if of_file.code() > exit.code() {
            exit = of_file;
        }
    }
    Ok(exit)
}

/// Formats or checks a file.
fn one(path: &str, arguments: &FmtArguments) -> Result<Exit, Failure> {
    let InputText { name, text } = input::read_any(path)?;
    let formatted = syntax::format(&name, &text).map_err(|error| match error {
        FormatError::Syntax(errors) => {
            report::diagnostics(&errors);
            Failure::Reported
        }
        error @ FormatError::Changed(_) => Failure::Internal(error.to_string()),
    })?;
    if arguments.check {
        if formatted == text {
            return Ok(Exit::Success);
        }
        output::copy(&format!("{name}\n"))?;
        if !arguments.quiet {
            report::excerpt(&difference(&name, &text, &formatted));
        }
        return Ok(Exit::None);
    }
    if path == input::STANDARD_INPUT {
        output::copy(&formatted)?;
    } else if formatted != text {
        file::write(Path::new(path), &formatted)?;
    }
    Ok(Exit::Success)
}

/// Describes the first places where a text and the formatted text differ: `-` before old lines, `+` before new ones.
fn difference(name: &str, text: &str, formatted: &str) -> String {
    let places = places(text, formatted);
    let mut shown = String::new();
    for place in places.iter().take(MOST_PLACES) {
        shown += &format!("{name}:{}\n", place.line);
        shown += &lines("-", &place.old);
        shown += &lines("+", &place.new);
    }
    if places.is_empty() {
        shown += &format!("{name}: other line breaks, or none at the end\n");
    }
    if places.len() > MOST_PLACES {
        shown += &format!("{name}: more places: {}\n", places.len() - MOST_PLACES);
    }
    shown.trim_end().to_owned()
}

/// A place where a text changes: the number of its first line, the old lines and the new ones.
struct FormattedPlace<'a> {
    line: usize,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
}

/// Returns the places where two texts differ that have the same characters but for white space. So two places correspond if
/// both texts have the same number of such characters before them.
fn places<'a>(text: &'a str, formatted: &'a str) -> Vec<FormattedPlace<'a>> {
    let (mut old, mut new) = (text.lines().enumerate().peekable(), formatted.lines().peekable());
    let mut places = Vec::new();
    loop {
        while old.peek().zip(new.peek()).is_some_and(|((_, old), new)| old == new) {
            old.next();
            new.next();
        }
        let line = old.peek().map_or_else(|| text.lines().count(), |&(line, _)| line + 1);
        let mut place = FormattedPlace { line, old: Vec::new(), new: Vec::new() };
        let (mut before_old, mut before_new) = (0, 0);
        loop {
            let is_same = old.peek().zip(new.peek()).is_some_and(|((_, old), new)| old == new);
            if before_old == before_new && is_same {
                break;
            }
            if let Some((_, line)) = old.next_if(|_| before_old <= before_new) {
                before_old += letters(line);
                place.old.push(line);
            } else if let Some(line) = new.next() {
                before_new += letters(line);
                place.new.push(line);
            } else if let Some((_, line)) = old.next() {
                place.old.push(line);
            } else {
                break;
            }
        }
        if place.old.is_empty() && place.new.is_empty() {
            return places;
        }
        places.push(place);
    }
}

/// The number of characters of a line that are not white space.
fn letters(line: &str) -> usize {
    line.chars().filter(|character| !character.is_whitespace()).count()
}

/// Lines behind a sign, with the last ones left out if they are many.
fn lines(sign: &str, lines: &[&str]) -> String {
    let mut shown: String = lines.iter().take(MOST_LINES).map(|line| format!("{sign}{line}\n")).collect();
    if lines.len() > MOST_LINES {
        shown += &format!("{sign}... {} more lines\n", lines.len() - MOST_LINES);
    }
    shown
}
