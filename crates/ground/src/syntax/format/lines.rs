//! The lines of a formatted text, with the comments at their ends.
//!
//! Comments at the ends of lines that follow each other stay in one column if the writer has put them in one. Lines with
//! nothing but a comment belong to them if that comment stands directly below another in the same column.

use super::pieces::{Comment, Pieces};

/// A line without its line break.
#[derive(Default, Debug)]
struct LayoutLine<'a> {
    /// Indentation, words, and comments other than the last; a comment of several lines has line breaks in it.
    code: String,
    /// The comment to the end of the line, with the column where the writer has put it.
    comment: Option<(usize, &'a str)>,
}

/// Lines that grow at their end.
pub(super) struct LayoutLines<'a> {
    pieces: &'a Pieces<'a>,
    lines: Vec<LayoutLine<'a>>,
    /// The number of columns in the last line.
    column: usize,
}

impl<'a> LayoutLines<'a> {
    /// An empty text.
    pub fn new(pieces: &'a Pieces<'a>) -> Self {
        LayoutLines { pieces, lines: vec![LayoutLine::default()], column: 0 }
    }

    /// The number of columns in the last line, without its comment.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The index of the last line.
    pub fn last(&self) -> usize {
        self.lines.len() - 1
    }

    /// Whether there is no text yet.
    pub fn is_empty(&self) -> bool {
        self.lines.len() == 1 && self.is_blank()
    }

    /// Whether there is no text on the last line.
    pub fn is_blank(&self) -> bool {
        self.lines.last().is_some_and(|line| line.code.is_empty() && line.comment.is_none())
    }

    /// Begins a line, behind some blank lines.
    pub fn begin(&mut self, blank: usize, indent: usize) {
        for _ in 0..=blank {
            self.lines.push(LayoutLine::default());
        }
        self.column = 0;
        self.indent(indent);
    }

    fn indent(&mut self, indent: usize) {
        if let Some(line) = self.lines.last_mut() {
            line.code.extend(std::iter::repeat_n(' ', indent));
        }
        self.column += indent;
    }

    /// Appends text to the last line, behind blanks.
    pub fn push(&mut self, space: usize, text: &str) {
        self.indent(space);
        if let Some(line) = self.lines.last_mut() {
            line.code.push_str(text);
        }
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }

    /// Appends the comments in the gap before a piece, and returns whether a line has to begin behind them. Those on lines of
    /// their own are indented, with up to `blank` blank lines kept before each.
    pub fn comments(&mut self, piece: usize, indent: usize, blank: usize) -> bool {
        let comments = self.pieces.comments(piece);
        let Some(last) = comments.last() else { return false };
        let mut ends_line = false;
        for &comment in comments {
            self.comment(comment, ends_line, indent, blank);
            ends_line = comment.is_line;
        }
        last.is_line || self.pieces.get(piece).breaks > 0
    }

    fn comment(&mut self, comment: Comment, ends_line: bool, indent: usize, blank: usize) {
        let text = self.pieces.comment(comment);
        let has_own_line = comment.breaks > 0 || ends_line;
        if has_own_line && !self.is_empty() {
            let above = self.lines.last().and_then(|line| line.comment);
            let column = if comment.is_line { self.pieces.comment_column(comment) } else { 0 };
            if comment.is_line && comment.breaks == 1 && above.is_some_and(|(above, _)| above == column) {
                self.begin(0, 0);
                self.end_with(column, text);
                return;
            }
            self.begin((comment.breaks as usize).saturating_sub(1).min(blank), indent);
            self.push(0, text);
        } else if comment.is_line && !self.is_empty() {
            self.end_with(self.pieces.comment_column(comment), text);
        } else {
            let space = usize::from(!self.is_empty() && !self.ends_with_bracket());
            self.push(space, text);
        }
    }

    fn end_with(&mut self, column: usize, text: &'a str) {
        if let Some(line) = self.lines.last_mut() {
            line.comment = Some((column, text));
        }
    }

    fn ends_with_bracket(&self) -> bool {
        self.lines.last().is_some_and(|line| line.code.ends_with('('))
    }

    /// The whole text, with a line break at its end.
    pub fn finish(mut self) -> String {
        self.align();
        if self.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for line in self.lines {
            text.push_str(&line.code);
            if let Some((_, comment)) = line.comment {
                text.push_str(comment);
            }
            text.push('\n');
        }
        text
    }

    /// Puts blanks before the comments at the ends of lines.
    fn align(&mut self) {
        let column = |line: &LayoutLine<'_>| line.comment.map(|(column, _)| column);
        for run in
            self.lines.chunk_by_mut(|line, next| column(line).is_some() && column(line) == column(next))
        {
            let widest = run.iter().map(|line| width(&line.code)).max().unwrap_or(0);
            for line in run.iter_mut().filter(|line| line.comment.is_some()) {
                let blanks = widest + 1 - width(&line.code);
                line.code.extend(std::iter::repeat_n(' ', blanks));
            }
        }
    }
}

/// The number of columns of the last line of a text.
fn width(text: &str) -> usize {
    text.rsplit('\n').next().map_or(0, |last| last.chars().count())
}
