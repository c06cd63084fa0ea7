//! Excerpts of source texts: the lines of the statements that a page speaks of, with some lines around them.

use std::collections::BTreeMap;
use std::ops::Range;

use groundplan::diagnostic::{SourceId, Sources, Span};
use indexmap::IndexSet;
use serde_json::{json, Value};

use groundplan_frontend::explain::Places;

/// The number of lines before and after each statement.
const CONTEXT: usize = 2;

/// The number of bytes from which on a line is shown only around its statements, and a statement only at its beginning.
const LONG: usize = 600;

/// The number of bytes around a statement in a long line.
const AROUND: usize = 60;

/// The number of lines of one statement.
const MOST_LINES: usize = 60;

/// The number of bytes of the statements on a page.
const MOST_BYTES: usize = 1 << 20;

/// The bytes that a statement takes beside its text: those around it.
const FRAME: usize = 40;

/// The statements that a page speaks of, each once, and the texts that they stand in.
pub struct Excerpts<'a> {
    sources: &'a Sources,
    places: Places<'a>,
    statements: IndexSet<Span>,
    bytes: usize,
}

/// The part of a line that belongs to a statement, by its number.
struct ExcerptMark {
    range: Range<usize>,
    statement: usize,
}

impl<'a> Excerpts<'a> {
    /// Starts without statements.
    pub fn of(sources: &'a Sources) -> Self {
        Excerpts { sources, places: Places::of(sources), statements: IndexSet::new(), bytes: 0 }
    }

    /// Returns the number of a statement on the page; `None` if there is no room for it.
    pub fn add(&mut self, span: Span) -> Option<usize> {
        if let Some(known) = self.statements.get_index_of(&span) {
            return Some(known);
        }
        if self.bytes > MOST_BYTES {
            return None;
        }
        self.bytes += span.range().len().min(LONG) + FRAME;
        Some(self.statements.insert_full(span).0)
    }

    /// Adds the excerpts to the data of a page: `files`, each with its name, its number of lines, and the lines shown; and
    /// `statements`, each with the number of its file, line, column and text.
    pub fn write(&self, data: &mut Value) {
        let lines = self.lines();
        let files = lines.iter().map(|(&source, lines)| {
            let texts = lines.iter().map(|(&line, marks)| json!([line, self.pieces(source, line, marks)]));
            json!({
                "name": self.sources.name(source),
                "count": self.places.count(source),
                "lines": texts.collect::<Vec<_>>(),
            })
        });
        data["files"] = files.collect();
        let statements = self.statements.iter().map(|&span| {
            let file = lines.keys().position(|&source| source == span.source);
            let (line, column) = self.places.position(span);
            let text = self.places.on_one_line(self.shown(span));
            json!([file, line, column, text])
        });
        data["statements"] = statements.collect();
    }

    /// The lines to show of each text, with the parts of statements in them.
    fn lines(&self) -> BTreeMap<SourceId, BTreeMap<usize, Vec<ExcerptMark>>> {
        let mut all: BTreeMap<SourceId, BTreeMap<usize, Vec<ExcerptMark>>> = BTreeMap::new();
        for (statement, &span) in self.statements.iter().enumerate() {
            let lines = all.entry(span.source).or_default();
            let first = self.places.line_of(span.source, span.start as usize);
            let end = self.places.line_of(span.source, span.range().end.saturating_sub(1));
            let last = end.min(first + MOST_LINES);
            let around = first.saturating_sub(CONTEXT).max(1)..=last + CONTEXT;
            for line in around.take_while(|&line| line <= self.places.count(span.source)) {
                let marks = lines.entry(line).or_default();
                marks.extend(self.mark(span, line).map(|range| ExcerptMark { range, statement }));
            }
        }
        for marks in all.values_mut().flat_map(BTreeMap::values_mut) {
            marks.sort_by_key(|mark| (mark.range.start, mark.range.end));
        }
        all
    }

    /// The part of a line that belongs to a statement, without the blanks before it.
    fn mark(&self, span: Span, line: usize) -> Option<Range<usize>> {
        let line = self.places.line(span.source, line);
        let (start, end) = (line.start.max(span.range().start), line.end.min(span.range().end));
        let text = self.sources.text(span.source).get(start..end)?;
        let start = end - text.trim_start().len();
        (start < end).then_some(start..end)
    }

    /// The pieces of a line: a text, or a text with the numbers of the statements that it belongs to.
    fn pieces(&self, source: SourceId, line: usize, marks: &[ExcerptMark]) -> Vec<Value> {
        let text = self.sources.text(source);
        let line = self.places.line(source, line);
        let mut pieces = Vec::new();
        let mut waiting = marks.iter().peekable();
        let mut open: Vec<&ExcerptMark> = Vec::new();
        let mut at = line.start;
        for kept in kept(text, &line, marks) {
            if kept.start > at {
                pieces.push(json!("…"));
            }
            at = kept.end;
            for piece in boundaries(&kept, marks).windows(2) {
                open.retain(|mark| mark.range.end > piece[0]);
                open.extend(std::iter::from_fn(|| waiting.next_if(|mark| mark.range.start <= piece[0])));
                let statements: Vec<usize> = open.iter().map(|mark| mark.statement).collect();
                let text = &text[piece[0]..piece[1]];
                pieces.push(if statements.is_empty() { json!(text) } else { json!([text, statements]) });
            }
        }
        if at < line.end {
            pieces.push(json!("…"));
        }
        pieces
    }

    /// The beginning of a long statement; another one as it is.
    fn shown(&self, span: Span) -> Span {
        let end = floor(self.sources.text(span.source), span.range().end.min(span.range().start + LONG));
        Span { end: end as u32, ..span }
    }
}

/// The parts of a line that are shown, in order: all of it, or what lies around its statements.
fn kept(text: &str, line: &Range<usize>, marks: &[ExcerptMark]) -> Vec<Range<usize>> {
    if line.len() <= LONG {
        return vec![line.clone()];
    }
    if marks.is_empty() {
        let beginning = line.start..floor(text, line.start + LONG);
        return vec![beginning];
    }
    let mut kept: Vec<Range<usize>> = Vec::new();
    for ExcerptMark { range, .. } in marks {
        let start = floor(text, range.start.saturating_sub(AROUND).max(line.start));
        let end = floor(text, (range.end.min(range.start + LONG) + AROUND).min(line.end));
        match kept.last_mut().filter(|last| start <= last.end) {
            Some(last) => last.end = last.end.max(end),
            None => kept.push(start..end),
        }
    }
    kept
}

/// The bytes at which a part of a line, or a statement in it, begins or ends.
fn boundaries(part: &Range<usize>, marks: &[ExcerptMark]) -> Vec<usize> {
    let first = marks.partition_point(|mark| mark.range.start < part.start);
    let marks = marks[first..].iter().take_while(|mark| mark.range.start < part.end);
    let mut all: Vec<usize> = marks.flat_map(|mark| [mark.range.start, mark.range.end]).collect();
    all.retain(|&byte| byte < part.end);
    all.extend([part.start, part.end]);
    all.sort_unstable();
    all.dedup();
    all
}

/// The last boundary of a character that does not lie behind this byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data of some statements, given by their texts.
    fn data(text: &str, statements: &[&str]) -> Value {
        let mut sources = Sources::new();
        let source = sources.add("p.lp", text);
        let mut excerpts = Excerpts::of(&sources);
        for statement in statements {
            let start = text.find(statement).expect("it is in the text") as u32;
            excerpts.add(Span { source, start, end: start + statement.len() as u32 });
        }
        let mut data = json!({});
        excerpts.write(&mut data);
        data
    }

    #[test]
    fn lines_around_statements_are_shown_and_others_not() {
        let data = data("1\n2\n3\na. b.\n :- a,\n  b.\r\n7\n8\n9\n", &["b.", ":- a,\n  b."]);
        assert_eq!(
            data["files"][0]["lines"],
            json!([
                [2, ["2"]],
                [3, ["3"]],
                [4, ["a. ", ["b.", [0]]]],
                [5, [" ", [":- a,", [1]]]],
                [6, ["  ", ["b.", [1]]]],
                [7, ["7"]],
                [8, ["8"]],
            ])
        );
        assert_eq!(data["files"][0]["count"], 9);
        assert_eq!(data["statements"], json!([[0, 4, 4, "b."], [0, 5, 2, ":- a, b."]]));
    }

    #[test]
    fn long_lines_are_cut() {
        let facts: Vec<String> = (100..500).map(|number| format!("fäct({number}).")).collect();
        let data = data(&facts.join(" "), &["fäct(300).", "fäct(301).", "fäct(490)."]);
        let line = &data["files"][0]["lines"][0][1];
        let texts: Vec<&str> = line.as_array().expect("pieces").iter().filter_map(Value::as_str).collect();
        assert_eq!(line[2], json!(["fäct(300).", [0]]));
        assert_eq!(texts.iter().filter(|&&text| text == "…").count(), 3, "{line}");
        assert!(line.to_string().len() < 600, "{line}");
    }

    #[test]
    fn parts_of_two_statements_know_both() {
        let data = data("{ a } = 1 :- b.", &["{ a } = 1 :- b.", "{ a } = 1"]);
        assert_eq!(data["files"][0]["lines"][0][1], json!([["{ a } = 1", [1, 0]], [" :- b.", [0]]]));
    }
}
