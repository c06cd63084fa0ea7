//! Messages about levels, solutions and plans, with excerpts of what they are about.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severe, Snippet};
use groundplan_check::ReadError;
use groundplan_sokoban::level::{Level, LevelError, Solution};
use groundplan_sokoban::LayoutError;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::InputText;
use groundplan_terminal::report;

/// Prints the error of a level, marked on its map.
pub(crate) fn level(name: &str, level: &Level, error: &LevelError) -> Failure {
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
    let group = Group::with_title(Severe::ERROR.primary_title(&title))
        .element(snippet)
        .element(Severe::HELP.message(error.help()));
    report::group(group);
    Failure::Reported
}

/// Prints an error about a solution in a level file.
pub(crate) fn solution(
    name: &str,
    solution: &Solution,
    range: Range<usize>,
    message: &str,
    help: Option<&str>,
) {
    // An error at the end is shown at the last character.
    let last = solution.text.char_indices().last().map_or(0, |(at, _)| at);
    let range = if range.is_empty() { last..solution.text.len() } else { range };
    let snippet = Snippet::source(&solution.text)
        .line_start(solution.line)
        .path(name)
        .annotation(AnnotationKind::Primary.span(range));
    let mut group = Group::with_title(Severe::ERROR.primary_title(message)).element(snippet);
    if let Some(help) = help {
        group = group.element(Severe::HELP.message(help));
    }
    report::group(group);
}

/// Reports why a text is not an instance or not a plan.
pub fn unreadable(text: &InputText, error: &ReadError) -> Failure {
    report::error_at(&text.name, &text.text, error.range(), &error.message(), error.help());
    Failure::Reported
}

/// Reports that an instance cannot be drawn as a map.
pub(crate) fn undrawable(name: &str, error: &LayoutError) -> Failure {
    report::refuse(
        &format!("`{name}` cannot be drawn as a map: {error}"),
        "a map shows locations as squares of a flat floor; all else works on such an instance",
    )
}
