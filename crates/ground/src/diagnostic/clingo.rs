//! The first lines of a message in the form of clingo's messages, which programs that start clingo read:
//! `FILE:LINE:COLUMN: error: syntax error, unexpected .`.
//!
//! Positions are clingo's: columns count bytes from 1, the last one is that behind the text, and every text ends with a line
//! break. Where clingo has words of its own for a message they stand here, and ours follow. Elsewhere our title does.

use std::fmt::Write;

use super::{Diagnostic, Lint, Severity, Sources, Span};

/// A sentence of clingo about a place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The place.
    pub span: Span,
    /// The severity and the sentence. A colon at its end is followed by the text of the place.
    pub sentence: String,
}

/// Returns what stands before a rendered message: whole lines, or the place before its title. It is empty for notes, and for
/// messages without a place.
pub fn opening(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let Some(span) = diagnostic.span.filter(|_| diagnostic.severity != Severity::Note) else {
        return String::new();
    };
    let known = match (diagnostic.lint, diagnostic.wordings.as_slice()) {
        (Some(Lint::Undefined), _) => {
            vec![Wording { span, sentence: "info: atom does not occur in any rule head:".to_owned() }]
        }
        (Some(Lint::Arithmetic), _) => {
            vec![Wording { span, sentence: "info: operation undefined:".to_owned() }]
        }
        (_, wordings) => wordings.to_vec(),
    };
    let mut opening = String::new();
    for Wording { span, sentence } in &known {
        writeln!(opening, "{}: {sentence}", place(*span, sources)).expect("strings grow");
        if sentence.ends_with(':') {
            let words = sources.text(span.source)[span.range()].split_whitespace();
            writeln!(opening, "  {}", words.collect::<Vec<_>>().join(" ")).expect("strings grow");
        }
    }
    match known.is_empty() {
        true => format!("{}: ", place(span, sources)),
        false => opening,
    }
}

/// Returns a place as clingo prints it: `FILE:LINE:COLUMN-COLUMN`, or `FILE:LINE:COLUMN-LINE:COLUMN` over several lines.
fn place(span: Span, sources: &Sources) -> String {
    let text = sources.text(span.source);
    let range = span.range();
    let (line, column) = position(text, range.start);
    // An empty place stands for the character behind it.
    let (last_line, last_column) = match range.is_empty() {
        true => (line, column + 1),
        false => behind(text, range.end),
    };
    let name = match sources.name(span.source) {
        Sources::STANDARD_INPUT => "-",
        name => name,
    };
    match last_line == line {
        true => format!("{name}:{line}:{column}-{last_column}"),
        false => format!("{name}:{line}:{column}-{last_line}:{last_column}"),
    }
}

/// Returns line and column behind the character before an offset.
fn behind(text: &str, offset: usize) -> (usize, usize) {
    let (line, column) = position(text, offset - 1);
    (line, column + 1)
}

/// Returns line and column of an offset, both from 1. The end of the text is the begin of a line.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    match offset == text.len() && start < offset {
        true => (line + 1, 1),
        false => (line, offset - start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;

    #[test]
    fn places_are_those_of_clingo() {
        let mut sources = Sources::new();
        let source = sources.add("t.lp", "a(\"éé\") b.\n b\n :- c.");
        for (start, end, expected) in [
            (10, 11, "t.lp:1:11-12"),
            (14, 15, "t.lp:2:2-3"),
            (14, 22, "t.lp:2:2-3:7"),
            (15, 15, "t.lp:2:3-4"),
            (21, 22, "t.lp:3:6-7"),
            (22, 22, "t.lp:4:1-2"),
        ] {
            assert_eq!(place(Span { source, start, end }, &sources), expected);
        }
    }

    #[test]
    fn our_title_stands_where_clingo_has_no_words() {
        let mut sources = Sources::new();
        let source = sources.add(Sources::STANDARD_INPUT, "a.\n");
        let span = Span { source, start: 0, end: 1 };
        let printed = |diagnostic| {
            let text = Diagnostics::new(vec![diagnostic], sources.clone()).to_string();
            text.lines().take(3).collect::<Vec<_>>().join("|")
        };
        let text = printed(Diagnostic::warning("odd", span));
        assert!(text.starts_with("-:1:1-2: warning: odd| --> <standard input>:1:1"), "{text}");
        let text = printed(Diagnostic::warning("nothing", span).lint(Lint::Undefined));
        assert!(
            text.starts_with("-:1:1-2: info: atom does not occur in any rule head:|  a|warning: nothing"),
            "{text}"
        );
        assert!(printed(Diagnostic::new(Severity::Error, "bad")).starts_with("error: bad"));
    }
}
