//! Messages on standard error, with excerpts of the text that they are about. What a terminal obeys in them is escaped.

use std::io::{IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level as Severe, Renderer, Snippet};
use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use groundplan::solve::{SatError, SolveError};
use groundplan::Error;
use groundplan_check::ReadError;
use groundplan_sokoban::level::{Level, LevelError, Solution};
use groundplan_sokoban::LayoutError;

use crate::escape::{self, escaped};
use crate::exit::Failure;
use crate::input::Text;
use crate::progress;

/// Prints diagnostics, if there are any.
pub fn diagnostics(diagnostics: &Diagnostics) {
    if diagnostics.is_empty() {
        return;
    }
    match std::io::stderr().is_terminal() {
        true => line(&diagnostics.for_terminal(coloured()).to_string()),
        false => line(&diagnostics.to_string()),
    }
}

/// Prints an error about a range of a text.
pub fn error_at(name: &str, text: &str, range: Range<usize>, message: &str, help: Option<&str>) {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let span = Span { source, start: range.start as u32, end: range.end as u32 };
    let mut diagnostic = Diagnostic::error(message, span);
    diagnostic.help = help.map(str::to_owned);
    diagnostics(&Diagnostics::new(vec![diagnostic], sources));
}

/// Prints the error of a level, marked on its map.
pub fn level(name: &str, level: &Level, error: &LevelError) -> Failure {
    // As in the file, where rows may be indented, and other lines may stand between them.
    let margin = " ".repeat(level.indent);
    let places = error.places();
    let first = places.first().map_or(0, |(place, _)| place.row);
    let are_apart = level.lines.windows(2).all(|pair| pair[0] < pair[1]);
    // If rows share a line, show only the one that the error is about.
    let shown = if are_apart { 0..level.rows.len() } else { first..first + 1 };
    let mut text = String::new();
    let mut starts = Vec::with_capacity(shown.len());
    for (at, row) in level.map().lines().enumerate().filter(|(at, _)| shown.contains(at)) {
        let gap = at
            .checked_sub(1)
            .filter(|before| shown.contains(before))
            .map_or(0, |before| level.lines[at] - level.lines[before]);
        text.push_str(&"\n".repeat(gap));
        text.push_str(&margin);
        starts.push(text.len());
        text.push_str(row);
    }
    let mut snippet = Snippet::source(&text).line_start(level.lines[shown.start]).path(name).fold(false);
    for (index, (place, label)) in
        places.into_iter().enumerate().filter(|(_, (place, _))| shown.contains(&place.row))
    {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = starts[place.row - shown.start] + place.column.min(level.rows[place.row].len());
        snippet = snippet.annotation(kind.span(start..start + 1).label(label));
    }
    let title = format!("level {}: {error}", level.number);
    let group = annotate_snippets::Group::with_title(Severe::ERROR.primary_title(&title))
        .element(snippet)
        .element(Severe::HELP.message(error.help()));
    line(&renderer().render(&[group]));
    Failure::Reported
}

/// Prints an error about a solution in a level file.
pub fn solution(name: &str, solution: &Solution, range: Range<usize>, message: &str, help: Option<&str>) {
    // An error at the end is shown at the last character.
    let last = solution.text.char_indices().last().map_or(0, |(at, _)| at);
    let range = if range.is_empty() { last..solution.text.len() } else { range };
    let snippet = Snippet::source(&solution.text)
        .line_start(solution.line)
        .path(name)
        .annotation(AnnotationKind::Primary.span(range));
    let mut group =
        annotate_snippets::Group::with_title(Severe::ERROR.primary_title(message)).element(snippet);
    if let Some(help) = help {
        group = group.element(Severe::HELP.message(help));
    }
    line(&renderer().render(&[group]));
}

/// Prints why a command failed, unless that was printed already.
pub fn failure(failure: &Failure) {
    match failure {
        Failure::Usage(message)
        | Failure::Input(message)
        | Failure::Internal(message)
        | Failure::Unwritable(message)
        | Failure::NoThread(message)
        | Failure::Disputed(message) => error(message),
        Failure::Halted(halted) => diagnostics(&halted.diagnostics),
        Failure::Reported | Failure::Unwritten | Failure::Closed => {}
    }
}

/// Prints an error of the command line, which quotes it.
pub fn usage(error: &clap::Error) {
    let said = error.render();
    let said = if coloured() { said.ansi().to_string() } else { said.to_string() };
    line(said.trim_end_matches('\n'));
}

/// Prints an error without a position.
pub fn error(message: &str) {
    line(&renderer().render(&[annotate_snippets::Group::with_title(Severe::ERROR.primary_title(message))]));
}

/// Prints an error without a position, and a help text.
pub fn error_with_help(message: &str, help: &str) {
    let title = Severe::ERROR.primary_title(message);
    line(
        &renderer()
            .render(&[annotate_snippets::Group::with_title(title).element(Severe::HELP.message(help))]),
    );
}

/// Refuses the input: prints the reason and a help text.
pub fn refuse(message: &str, help: &str) -> Failure {
    error_with_help(message, help);
    Failure::Reported
}

/// Prints that something cannot be written, and a help text.
pub fn unwritable(message: &str, help: &str) -> Failure {
    error_with_help(message, help);
    Failure::Unwritten
}

/// Reports why a text is not an instance or not a plan.
pub fn unreadable(text: &Text, error: &ReadError) -> Failure {
    error_at(&text.name, &text.text, error.range(), &error.message(), error.help());
    Failure::Reported
}

/// Reports that an instance cannot be drawn as a map.
pub fn undrawable(name: &str, error: &LayoutError) -> Failure {
    refuse(
        &format!("`{name}` cannot be drawn as a map: {error}"),
        "a map shows locations as squares of a flat floor; all else works on such an instance",
    )
}

/// Prints where an error of the engine is in the program, if it is in there.
pub fn engine_diagnostics(error: &Error) {
    if let Error::Program(errors) | Error::Unsupported { diagnostics: errors, .. } = error {
        diagnostics(errors);
    }
}

/// Returns the failure for an error of the engine, and prints where that is in the program.
pub fn engine(error: Error) -> Failure {
    engine_diagnostics(&error);
    match error {
        Error::Program(_) | Error::Unsupported { .. } => Failure::Reported,
        Error::Halted(halted) => Failure::Halted(halted),
        Error::NoVariable(_) | Error::Solve(SolveError::Unbounded) => Failure::Input(error.to_string()),
        Error::Solve(SolveError::Backend(SatError::NoThread(_))) => Failure::NoThread(error.to_string()),
        other => Failure::Internal(other.to_string()),
    }
}

/// Returns level numbers as ranges: `1, 3-5`.
pub fn numbers(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// Prints a sentence for people.
pub fn say(sentence: &str) {
    line(&escaped(sentence));
}

/// Prints lines of a file.
pub fn excerpt(lines: &str) {
    line(&escaped(lines));
}

/// Prints a warning without a position, and a help text.
pub fn warning(message: &str, help: &str) {
    let title = Severe::WARNING.primary_title(message);
    line(
        &renderer()
            .render(&[annotate_snippets::Group::with_title(title).element(Severe::HELP.message(help))]),
    );
}

/// Prints a note.
pub fn note(message: &str) {
    line(&renderer().render(&[annotate_snippets::Group::with_title(Severe::NOTE.primary_title(message))]));
}

fn line(text: &str) {
    // Only a renderer may set colours.
    let text = if coloured() { escape::coloured(text) } else { escaped(text) };
    // If standard error is closed, there is no way left to report it.
    let _ = progress::without_line(|| writeln!(std::io::stderr().lock(), "{text}"));
}

fn renderer() -> Renderer {
    if coloured() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// Whether standard error is a terminal that shows colours.
fn coloured() -> bool {
    std::io::stderr().is_terminal() && wants_colour()
}

/// Whether the environment allows colours, see <https://no-color.org>.
pub fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}
