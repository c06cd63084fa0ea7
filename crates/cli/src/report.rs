//! Messages on standard error, with the text they are about.

use std::io::{IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level as Severe, Renderer, Snippet};
use groundplan::diagnostic::{Diagnostic, Severity, Sources, Span};
use groundplan::solve::SolveError;
use groundplan::Error;
use groundplan_sokoban::level::{Level, LevelError};
use groundplan_sokoban::LayoutError;

use crate::exit::{Failure, Growing};

/// Lines longer than this are shown around the place only.
const LONG_LINE: usize = 300;

/// Shows the rule that was growing.
pub fn growing(growing: &Growing) {
    let halt = &growing.halt;
    let message = match halt.rule {
        Some(_) => "grounding was ended in the middle of a rule",
        None => "grounding was ended before the first rule",
    };
    diagnostics(&[halt.diagnostic(Severity::Warning, message)], &growing.sources);
}

/// Prints diagnostics.
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Severe::ERROR,
            Severity::Warning => Severe::WARNING,
        };
        let title = level.primary_title(&diagnostic.message);
        let mut places_of_windows = Vec::new();
        let mut group = match diagnostic.span {
            None => annotate_snippets::Group::with_title(title),
            Some(span) => {
                let places: Vec<(Span, &str, AnnotationKind)> =
                    std::iter::once((span, diagnostic.label.as_str(), AnnotationKind::Primary))
                        .chain(
                            diagnostic
                                .related
                                .iter()
                                .filter(|(other, _)| other.source == span.source)
                                .map(|(other, label)| (*other, label.as_str(), AnnotationKind::Context)),
                        )
                        .collect();
                let mut group = annotate_snippets::Group::with_title(title);
                for excerpt in excerpts(sources, &places) {
                    group = group.element(excerpt.snippet);
                    places_of_windows.extend(excerpt.place);
                }
                group
            }
        };
        if let Some(help) = &diagnostic.help {
            group = group.element(Severe::HELP.message(help));
        }
        let mut text = renderer().render(&[group]);
        let mut done = 0;
        for (shown, real) in places_of_windows {
            if let Some(at) = text[done..].find(&shown) {
                let at = done + at;
                text.replace_range(at..at + shown.len(), &real);
                done = at + real.len();
            }
        }
        line(&text);
    }
}

/// Prints an error about a stretch of a text.
pub fn error_at(name: &str, text: &str, range: Range<usize>, message: &str, help: Option<&str>) {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let span = Span { source, start: range.start as u32, end: range.end as u32 };
    let mut diagnostic = Diagnostic::error(message, span);
    diagnostic.help = help.map(str::to_owned);
    diagnostics(&[diagnostic], &sources);
}

/// Says what is wrong with a level, on its map.
pub fn level(name: &str, level: &Level, error: &LevelError) -> Failure {
    let map = level.map();
    let mut snippet =
        Snippet::source(map.trim_end_matches('\n')).line_start(level.line).path(name).fold(false);
    for (index, (place, label)) in error.places().into_iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = level.offset(place);
        snippet = snippet.annotation(kind.span(start..start + 1).label(label));
    }
    let title = format!("level {}: {error}", level.number);
    let group = annotate_snippets::Group::with_title(Severe::ERROR.primary_title(&title))
        .element(snippet)
        .element(Severe::HELP.message(error.help()));
    line(&renderer().render(&[group]));
    Failure::Reported
}

/// Says why a command has no result, unless that was said already.
pub fn failure(failure: &Failure) {
    match failure {
        Failure::Usage(message) | Failure::Input(message) | Failure::Internal(message) => error(message),
        Failure::Halted(rule) => growing(rule),
        Failure::Reported | Failure::Closed => {}
    }
}

/// Prints an error without a place.
pub fn error(message: &str) {
    line(&renderer().render(&[annotate_snippets::Group::with_title(Severe::ERROR.primary_title(message))]));
}

/// Refuses input without a place in a text, and says what to do.
pub fn refuse(message: &str, help: &str) -> Failure {
    let title = Severe::ERROR.primary_title(message);
    line(
        &renderer()
            .render(&[annotate_snippets::Group::with_title(title).element(Severe::HELP.message(help))]),
    );
    Failure::Reported
}

/// Refuses to draw an instance.
pub fn undrawable(name: &str, error: &LayoutError) -> Failure {
    refuse(
        &format!("`{name}` cannot be drawn as a map: {error}"),
        "a map shows locations as squares of a flat floor; all else works on such an instance",
    )
}

/// Says why the engine could not go on.
pub fn engine(error: Error, sources: Box<Sources>) -> Failure {
    match error {
        Error::Program(errors) => {
            diagnostics(&errors, &sources);
            Failure::Reported
        }
        Error::Halted(halt) => Failure::Halted(Growing { halt, sources }),
        Error::Solve(SolveError::Translation(error)) => {
            Failure::Input(format!("this program is not supported: {error}"))
        }
        other => Failure::Internal(other.to_string()),
    }
}

/// Prints a sentence for people.
pub fn say(sentence: &str) {
    line(sentence);
}

/// Warns of what has no place in a text, and says what to do.
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
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

fn renderer() -> Renderer {
    if std::io::stderr().is_terminal() && wants_colour() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// Whether the user has nothing against colour, see <https://no-color.org>.
pub fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

struct Excerpt<'a> {
    snippet: Snippet<'a, annotate_snippets::Annotation<'a>>,
    /// For a part of a long line: file, line and column as counted within the part, and as they are.
    place: Option<(String, String)>,
}

/// The lines around the places, so that a large text is not gone through line by line; places far apart each get an
/// excerpt of their own.
fn excerpts<'a>(sources: &'a Sources, places: &[(Span, &'a str, AnnotationKind)]) -> Vec<Excerpt<'a>> {
    let mut excerpts = Vec::new();
    let mut open: Vec<(Span, &str, AnnotationKind)> = places.to_vec();
    while let Some(&(first, ..)) = open.first() {
        let text = sources.text(first.source);
        let (line_start, line_end) = lines(text, first.range());
        let long = line_end - line_start > LONG_LINE;
        let window = if long { around(text, first.range()) } else { line_start..line_end };
        let (here, elsewhere): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|(span, ..)| window.start <= span.range().start && span.range().end <= window.end);
        open = elsewhere;
        if here.is_empty() {
            // The place itself is longer than what is shown of it.
            break;
        }
        let number = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        let name = sources.name(first.source);
        let place = |from: usize| {
            let column = text[from..first.range().start].chars().count() + 1;
            format!("{name}:{number}:{column}")
        };
        let place = long.then(|| (place(window.start), place(line_start)));
        let mut snippet = Snippet::source(&text[window.clone()]).line_start(number).path(name);
        for (span, label, kind) in here {
            let range = span.range().start - window.start..span.range().end - window.start;
            let annotation = kind.span(range);
            snippet = snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label) });
        }
        excerpts.push(Excerpt { snippet, place });
    }
    excerpts
}

/// Where the lines that a range touches begin and end.
fn lines(text: &str, range: Range<usize>) -> (usize, usize) {
    let start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |newline| range.end + newline);
    (start, end)
}

/// Some characters before and after the beginning of a range.
fn around(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.saturating_sub(LONG_LINE / 3);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (range.end + LONG_LINE / 3).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
