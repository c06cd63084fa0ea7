//! Source positions of statements, and statements quoted on one line.

use std::ops::Range;

use groundplan::diagnostic::{SourceId, Sources, Span};
use groundplan_explain::Words;
use serde_json::{json, Map, Value};

/// The source texts, with the positions where their lines begin.
pub struct Places<'a> {
    sources: &'a Sources,
    /// For each text, the bytes at which its lines begin.
    lines: Vec<Vec<usize>>,
}

impl<'a> Places<'a> {
    /// Finds the lines of all texts.
    pub fn of(sources: &'a Sources) -> Self {
        let starts = |text: &str| {
            let behind = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(behind).collect()
        };
        Places { sources, lines: sources.iter().map(|(_, text)| starts(text)).collect() }
    }

    /// What the comments of the texts say.
    pub fn words(&self) -> Words {
        Words::of(self.sources)
    }

    /// The name of the text.
    pub fn file(&self, span: Span) -> &'a str {
        self.sources.name(span.source)
    }

    /// Line and column, both from 1, the column in characters.
    pub fn position(&self, span: Span) -> (usize, usize) {
        let line = self.line_of(span.source, span.start as usize);
        let start = self.lines[span.source.0 as usize][line - 1];
        let before = &self.sources.text(span.source)[start..span.start as usize];
        (line, before.chars().count() + 1)
    }

    /// The line of a byte of a text, from 1.
    pub fn line_of(&self, source: SourceId, byte: usize) -> usize {
        self.lines[source.0 as usize].partition_point(|&start| start <= byte)
    }

    /// The number of lines of a text. The end of its last line begins no other one.
    pub fn count(&self, source: SourceId) -> usize {
        let lines = &self.lines[source.0 as usize];
        let ends_at_start = lines.last() == Some(&self.sources.text(source).len());
        lines.len() - usize::from(ends_at_start && lines.len() > 1)
    }

    /// The bytes of a line, which counts from 1, without its end.
    pub fn line(&self, source: SourceId, line: usize) -> Range<usize> {
        let lines = &self.lines[source.0 as usize];
        let text = self.sources.text(source);
        let start = lines[line - 1];
        let end = lines.get(line).map_or(text.len(), |&next| next - 1);
        start..start + text[start..end].trim_end_matches('\r').len()
    }

    /// The text as it was written.
    pub fn text(&self, span: Span) -> &'a str {
        &self.sources.text(span.source)[span.range()]
    }

    /// Adds the place and the text of a statement to an object.
    pub fn add(&self, object: &mut Map<String, Value>, span: Span) {
        let (line, column) = self.position(span);
        for (key, value) in [
            ("file", json!(self.file(span))),
            ("line", json!(line)),
            ("column", json!(column)),
            ("text", json!(self.text(span))),
        ] {
            object.insert(key.to_owned(), value);
        }
    }

    /// The place and the text on one line.
    pub fn quoted(&self, span: Span) -> String {
        let (line, column) = self.position(span);
        format!("{}:{line}:{column}: {}", self.file(span), self.on_one_line(span))
    }

    /// The text on one line.
    pub fn on_one_line(&self, span: Span) -> String {
        one_line(self.text(span))
    }
}

/// A statement on one line: without comments, and with one blank for blanks and line ends outside of strings.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_string = false;
    while let Some(character) = rest.next() {
        match character {
            '\\' if in_string => {
                line.push(character);
                line.extend(rest.next());
            }
            '"' => {
                in_string = !in_string;
                line.push(character);
            }
            '%' if !in_string => {
                skip_comment(&mut rest);
                separate(&mut line);
            }
            '#' if !in_string && rest.peek() == Some(&'!') => {
                skip_line(&mut rest);
                separate(&mut line);
            }
            _ if character.is_whitespace() && !in_string => separate(&mut line),
            _ => line.push(character),
        }
    }
    line
}

/// Ends a word with one blank.
fn separate(line: &mut String) {
    if !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
}

/// Skips a comment whose `%` was read: to the end of the line, or to the `*%` that ends a block. Blocks nest.
fn skip_comment(rest: &mut std::iter::Peekable<std::str::Chars>) {
    if rest.next_if_eq(&'*').is_none() {
        return skip_line(rest);
    }
    let mut depth = 1;
    while let Some(character) = rest.next() {
        match character {
            '%' if rest.next_if_eq(&'*').is_some() => depth += 1,
            '*' if rest.next_if_eq(&'%').is_some() => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn skip_line(rest: &mut std::iter::Peekable<std::str::Chars>) {
    while rest.next_if(|&character| character != '\n').is_some() {}
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_statement_is_quoted_without_comments_and_line_ends() {
        let text = "a(X) :-  % why\n\tb(X), #! how\n %* a %* nested *% block *% c(\"x  % y\\\"\").";
        assert_eq!(one_line(text), "a(X) :- b(X), c(\"x  % y\\\"\").");
    }
}
