//! The pieces of a program's text: its tokens, with the comments and line breaks between them.
//!
//! The lexer skips comments, which stand in the gaps between its tokens. Two kinds of pieces are not the lexer's: operators
//! of theories, which only the parser can tell from other tokens, and scripts, which the engine does not read at all.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, SourceId, Sources, Span};
use crate::syntax::lexer::{block_comment_length, find_comment, Cursor, Token};
use crate::syntax::parser::theory_operators;

/// The columns between two positions of the tabulator.
const TAB: usize = 8;

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    /// A token of the lexer. [`Token::EndOfText`] is the last piece of every text.
    Token(Token),
    /// An operator of a theory.
    Operator,
    /// A script, from `#script` to the dot behind `#end`.
    Script,
}

/// A piece of a text, and the gap before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub kind: PieceKind,
    start: u32,
    end: u32,
    /// The index of the first comment in the gap before it.
    first_comment: u32,
    /// The number of line breaks directly before it, behind the comments.
    pub breaks: u32,
    /// Whether a statement begins with it, or the text ends.
    pub begins_statement: bool,
}

/// A comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    start: u32,
    end: u32,
    /// The number of line breaks directly before it.
    pub breaks: u32,
    /// Whether it goes to the end of its line.
    pub is_line: bool,
}

/// The pieces of a text.
pub(super) struct Pieces<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    comments: Vec<Comment>,
}

impl<'a> Pieces<'a> {
    /// Reads a text. `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// The syntax errors, if there are some.
    pub fn read(name: &str, text: &'a str) -> Result<Self, Diagnostics> {
        let failed = |errors: Vec<Diagnostic>| {
            let mut sources = Sources::new();
            sources.add(name, text);
            Err(Diagnostics::new(errors, sources))
        };
        let scripts = match scripts(text) {
            Ok(scripts) => scripts,
            Err(error) => return failed(vec![error]),
        };
        let mut sources = Sources::new();
        let source = sources.add(name, without(text, &scripts));
        let (operators, mut diagnostics) = theory_operators(&sources, source);
        diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
        if !diagnostics.is_empty() {
            return failed(diagnostics);
        }
        let mut pieces = Pieces { text, pieces: Vec::new(), comments: Vec::new() };
        pieces.collect(&scripts, &operators);
        Ok(pieces)
    }

    fn collect(&mut self, scripts: &[Range<usize>], operators: &[Span]) {
        let mut scripts = scripts.iter().peekable();
        let mut operators = operators.iter().peekable();
        let mut cursor = Cursor::new(self.text);
        let mut ends = Ends { last: None, in_weight: false };
        let mut end = 0;
        loop {
            let start = cursor.current.start as usize;
            let (kind, lexeme) = if let Some(script) = scripts.next_if(|script| script.start == start) {
                (PieceKind::Script, cursor.bump_raw(script.len()))
            } else if let Some(operator) = operators.next_if(|operator| operator.start as usize == start) {
                (PieceKind::Operator, cursor.bump_raw(operator.range().len()))
            } else {
                (PieceKind::Token(cursor.current.token), cursor.bump())
            };
            let first_comment = self.comments.len() as u32;
            let breaks = self.gap(end..start);
            let begins_statement = ends.before(kind);
            self.pieces.push(Piece {
                kind,
                start: lexeme.start,
                end: lexeme.end,
                first_comment,
                breaks,
                begins_statement,
            });
            if kind == PieceKind::Token(Token::EndOfText) {
                return;
            }
            end = lexeme.end as usize;
        }
    }

    /// Collects the comments of a gap. Returns the number of line breaks behind the last one.
    fn gap(&mut self, gap: Range<usize>) -> u32 {
        let mut at = gap.start;
        loop {
            let rest = &self.text[at..gap.end];
            let start = find_comment(rest).map_or(gap.end, |next| at + next);
            let breaks = self.text[at..start].bytes().filter(|&byte| byte == b'\n').count() as u32;
            if start == gap.end {
                return breaks;
            }
            let (length, is_line) = comment(&self.text[start..gap.end]);
            at = start + length;
            let shown = self.text[start..at].trim_end().len();
            self.comments.push(Comment { start: start as u32, end: (start + shown) as u32, breaks, is_line });
        }
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// A piece by its index.
    pub fn get(&self, index: usize) -> Piece {
        self.pieces[index]
    }

    /// The text of a piece.
    pub fn text(&self, index: usize) -> &'a str {
        let Piece { start, end, .. } = self.pieces[index];
        &self.text[start as usize..end as usize]
    }

    /// The comments in the gap before a piece, if that belongs to a statement.
    pub fn inner_comments(&self, index: usize) -> &[Comment] {
        match self.pieces[index].begins_statement {
            true => &[],
            false => self.comments(index),
        }
    }

    /// The comments in the gap before a piece.
    pub fn comments(&self, index: usize) -> &[Comment] {
        let next = self.pieces.get(index + 1).map_or(self.comments.len(), |next| next.first_comment as usize);
        &self.comments[self.pieces[index].first_comment as usize..next]
    }

    /// The text of a comment.
    pub fn comment(&self, comment: Comment) -> &'a str {
        &self.text[comment.start as usize..comment.end as usize]
    }

    /// The length in bytes of the gap before a piece, which is not the first.
    pub fn gap_length(&self, index: usize) -> usize {
        (self.pieces[index].start - self.pieces[index - 1].end) as usize
    }

    /// The column where a comment begins, from 0. Tabs go to multiples of eight.
    pub fn comment_column(&self, comment: Comment) -> usize {
        self.column(comment.start)
    }

    /// The column where a piece begins, from 0.
    pub fn piece_column(&self, index: usize) -> usize {
        self.column(self.pieces[index].start)
    }

    fn column(&self, at: u32) -> usize {
        let before = &self.text[..at as usize];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        line.chars().fold(0, |column, character| match character {
            '\t' => (column / TAB + 1) * TAB,
            _ => column + 1,
        })
    }

    /// The whole text.
    pub fn source(&self) -> &'a str {
        self.text
    }

    /// The texts of all pieces and comments, in the order of the text.
    pub fn texts(&self) -> impl Iterator<Item = &'a str> + '_ {
        (0..self.len()).flat_map(|index| {
            let comments = self.comments(index).iter().map(|&comment| self.comment(comment));
            comments.chain(std::iter::once(self.text(index)))
        })
    }
}

/// Tells where statements end: behind scripts, dots, and the bracket that may stand behind a dot.
struct Ends {
    last: Option<PieceKind>,
    in_weight: bool,
}

impl Ends {
    /// Whether a statement ends before the next piece, which is of this kind.
    fn before(&mut self, next: PieceKind) -> bool {
        let last = self.last.replace(next);
        let ends = match last {
            None | Some(PieceKind::Script) => true,
            Some(PieceKind::Token(Token::Dot)) => {
                self.in_weight = next == PieceKind::Token(Token::LeftBracket);
                !self.in_weight
            }
            Some(PieceKind::Token(Token::RightBracket)) => std::mem::take(&mut self.in_weight),
            _ => false,
        };
        ends || next == PieceKind::Token(Token::EndOfText)
    }
}

/// Returns the length of the comment that a text begins with, and whether it ends with its line.
fn comment(text: &str) -> (usize, bool) {
    match text.strip_prefix("%*") {
        Some(rest) => (block_comment_length(rest).map_or(text.len(), |length| 2 + length), false),
        None => (text.find('\n').unwrap_or(text.len()), true),
    }
}

/// Returns the ranges of the scripts that stand between statements.
fn scripts(text: &str) -> Result<Vec<Range<usize>>, Diagnostic> {
    let mut scripts = Vec::new();
    if !text.contains("#script") || u32::try_from(text.len()).is_err() {
        return Ok(scripts);
    }
    let mut cursor = Cursor::new(text);
    loop {
        let is_between = matches!(cursor.previous.token, Token::Dot | Token::RightBracket | Token::Script)
            || cursor.previous.end == 0;
        match cursor.current.token {
            Token::EndOfText => return Ok(scripts),
            Token::Script if is_between => {
                let start = cursor.current.start as usize;
                let Some(length) = script_length(&text[start..]) else {
                    let here = Span { source: SourceId(0), start: start as u32, end: cursor.current.end };
                    return Err(Diagnostic::error("this script is never closed", here)
                        .help("a script ends with `#end.`"));
                };
                cursor.bump_raw(length);
                scripts.push(start..start + length);
            }
            _ => {
                cursor.bump();
            }
        }
    }
}

/// Returns the length of the script that a text begins with, the dot behind its `#end` included.
fn script_length(text: &str) -> Option<usize> {
    let end = text.find("#end")? + "#end".len();
    let cursor = Cursor::new(&text[end..]);
    (cursor.current.token == Token::Dot).then_some(end + cursor.current.end as usize)
}

/// Replaces ranges of a text by blanks, so that all places stay the same.
fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges {
        shown.push_str(&text[end..range.start]);
        shown.extend(text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        end = range.end;
    }
    shown + &text[end..]
}
