//! Prints diagnostics in the style of rustc: message, file, lines and underlined text.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::clingo::opening;
use super::{Diagnostic, Diagnostics, Severity, Sources, Span};

/// The length in bytes above which a line is long, so that only the part around the position is shown.
const LONG_LINE: usize = 300;

/// Diagnostics with the renderer that prints them.
pub struct Rendered<'a> {
    pub diagnostics: &'a Diagnostics,
    pub renderer: Renderer,
    /// Whether each message begins as clingo's do.
    pub opens_as_clingo: bool,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            if self.opens_as_clingo {
                f.write_str(&opening(diagnostic, self.diagnostics.sources()))?;
            }
            f.write_str(&render(diagnostic, self.diagnostics.sources(), &self.renderer))?;
        }
        Ok(())
    }
}

fn render(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message));
    let mut places_of_windows = Vec::new();
    if let Some(span) = diagnostic.span {
        // A note reports nothing wrong, so none of its positions is more important than another.
        let other = match diagnostic.severity {
            Severity::Note => AnnotationKind::Primary,
            Severity::Error | Severity::Warning => AnnotationKind::Context,
        };
        let related = diagnostic.related.iter().map(|(place, label)| (*place, label.as_str(), other));
        let places: Vec<(Span, &str, AnnotationKind)> =
            std::iter::once((span, diagnostic.label.as_str(), AnnotationKind::Primary))
                .chain(related)
                .collect();
        for excerpt in excerpts(sources, &places) {
            group = group.element(excerpt.snippet);
            places_of_windows.extend(excerpt.place);
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let mut text = renderer.render(&[group]);
    let mut done = 0;
    for (shown, real) in places_of_windows {
        if let Some(at) = text[done..].find(&shown) {
            let at = done + at;
            text.replace_range(at..at + shown.len(), &real);
            done = at + real.len();
        }
    }
    text
}

struct Excerpt<'a> {
    snippet: Snippet<'a, annotate_snippets::Annotation<'a>>,
    /// For a part of a long line: file, line and column, first as counted within the part, then as in the text.
    place: Option<(String, String)>,
}

/// Returns the lines around the given positions; positions that are far apart get separate excerpts.
///
/// The renderer gets these lines only, so that it does not read a large text line by line.
fn excerpts<'a>(sources: &'a Sources, places: &[(Span, &'a str, AnnotationKind)]) -> Vec<Excerpt<'a>> {
    let mut excerpts = Vec::new();
    let mut open: Vec<(Span, &str, AnnotationKind)> = places.to_vec();
    while let Some(&(first, ..)) = open.first() {
        let text = sources.text(first.source);
        let (line_start, line_end) = lines(text, first.range());
        let long = text[line_start..line_end].split('\n').any(|line| line.len() > LONG_LINE);
        let window =
            if long { around(text, line_start..line_end, first.range()) } else { line_start..line_end };
        let (here, elsewhere): (Vec<_>, Vec<_>) = open.into_iter().enumerate().partition(|(index, place)| {
            let (source, range) = (place.0.source, place.0.range());
            // The first position may be longer than its window.
            *index == 0 || source == first.source && window.start <= range.start && range.end <= window.end
        });
        open = elsewhere.into_iter().map(|(_, place)| place).collect();
        let number = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        let name = sources.name(first.source);
        let place = |from: usize| {
            let column = text[from..first.range().start].chars().count() + 1;
            format!("{name}:{number}:{column}")
        };
        let place = long.then(|| (place(window.start), place(line_start)));
        let mut snippet = Snippet::source(&text[window.clone()]).line_start(number).path(name);
        for (_, (span, label, kind)) in here {
            let range = span.range().start - window.start..span.range().end.min(window.end) - window.start;
            let annotation = kind.span(range);
            snippet = snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label) });
        }
        excerpts.push(Excerpt { snippet, place });
    }
    excerpts
}

/// Returns where the lines that a range touches begin and end.
fn lines(text: &str, range: Range<usize>) -> (usize, usize) {
    let start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |newline| range.end + newline);
    (start, end)
}

/// Returns a window around a range within its lines, on character boundaries.
fn around(text: &str, lines: Range<usize>, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.saturating_sub(LONG_LINE / 3).max(lines.start);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (range.end + LONG_LINE / 3).min(range.start + LONG_LINE).min(lines.end);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
