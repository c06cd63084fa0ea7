//! Source positions that the syntax tree does not contain, for tools that show a program as it was written.
//!
//! If a program is parsed as written ([`parse_as_written`]), every fact and term is a tree: facts are rules, and only
//! numbers, strings and constants are symbols. Positions that grounding never needs are kept beside the tree, and are found
//! by where a node begins.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Parsed, Parser, Reported};
use crate::diagnostic::{SourceId, Sources, Span};
use crate::symbol::Symbols;
use crate::syntax::ast::{Part, Program, Term};
use crate::syntax::lexer::{block_comment_length, find_comment, may_have_comments, Cursor, Lexeme, Token};

/// Source positions that are not in the syntax tree.
///
/// The methods for positions that every such tree has panic if the tree was not parsed together with them.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The spans of operations with their parentheses, by the start of the right operand.
    operations: FxHashMap<u32, Span>,
    /// For aggregates and theory atoms with signs, by where they begin: a pair, stored as a span, of the start behind the
    /// signs and the end of the first sign.
    signs: FxHashMap<u32, Span>,
    /// The spans of name and arguments of theory atoms, by the start of the atom.
    theory_terms: FxHashMap<u32, Span>,
    /// The positions of the elements of objectives, by the start of the weight.
    elements: FxHashMap<u32, ElementPlace>,
    /// The spans of the parameters of parts, by the start of the part.
    parameters: FxHashMap<u32, Vec<Span>>,
    /// The spans of comments, in the order of the text.
    comments: Vec<Span>,
    /// Whether the value of a constant is being read.
    pub(super) in_constant: bool,
}

/// Parses a program as it was written, and returns it with the positions that the tree does not contain.
///
/// It accepts what [`parse`](super::parse) accepts, except terms that nest too deeply. To tell such a term from a syntax
/// error, call `parse` as well.
///
/// ```
/// use groundplan::diagnostic::Sources;
/// use groundplan::symbol::Symbols;
/// use groundplan::syntax::ast::Statement;
/// use groundplan::syntax::parse_as_written;
///
/// let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
/// let source = sources.add("example.lp", "p(f(1)). % a fact");
/// let (read, places) = parse_as_written(&mut symbols, &sources, source);
/// assert!(matches!(read.program.parts[0].statements[..], [Statement::Rule(_)]));
/// assert_eq!(places.comments()[0].range(), 9..17);
/// ```
pub fn parse_as_written(symbols: &mut Symbols, sources: &Sources, source: SourceId) -> (Parsed, Places) {
    let base = Part::base(symbols.name("base"), source);
    let mut diagnostics = Vec::new();
    let (program, mut places) = match Parser::new(symbols, sources, source, &mut diagnostics) {
        Ok(mut parser) => {
            parser.places = Some(Box::default());
            let program = parser.program(base);
            (program, *parser.places.take().expect("they were set"))
        }
        Err(Reported) => (Program { parts: vec![base] }, Places::default()),
    };
    let span = |range: Range<usize>| Span { source, start: range.start as u32, end: range.end as u32 };
    places.comments = comments(sources.text(source)).into_iter().map(span).collect();
    (Parsed { program, diagnostics }, places)
}

/// The position of an element of an objective.
#[derive(Clone, Copy, Debug)]
pub struct ElementPlace {
    /// The span of weight and priority.
    pub weight: Span,
    /// The span of the whole element.
    pub whole: Span,
    /// The start of the next token.
    pub next: u32,
}

impl Places {
    /// Returns the span of the operation that has this right operand.
    #[must_use]
    pub fn operation(&self, right: &Term) -> Span {
        self.operations[&right.span().start]
    }

    /// For an aggregate or theory atom that begins here and has a sign, returns a pair, stored as a span: its start without
    /// signs, and the end of the first `not`.
    #[must_use]
    pub fn signed(&self, whole: Span) -> Span {
        self.signs[&whole.start]
    }

    /// Returns the span of name and arguments of a theory atom.
    #[must_use]
    pub fn theory_term(&self, atom: Span) -> Span {
        self.theory_terms[&atom.start]
    }

    /// Returns the position of the element of an objective that has this weight.
    #[must_use]
    pub fn element(&self, weight: &Term) -> ElementPlace {
        self.elements[&weight.span().start]
    }

    /// Returns the spans of the parameters of a part that begins here.
    #[must_use]
    pub fn parameters(&self, part: Span) -> &[Span] {
        self.parameters.get(&part.start).map_or(&[], Vec::as_slice)
    }

    /// Returns the spans of comments, in the order of the text.
    #[must_use]
    pub fn comments(&self) -> &[Span] {
        &self.comments
    }

    pub(super) fn add_operation(&mut self, right: &Term, span: Span) {
        self.operations.insert(right.span().start, span);
    }

    pub(super) fn add_theory_term(&mut self, first: Lexeme, span: Span) {
        self.theory_terms.insert(first.start, span);
    }

    pub(super) fn add_element(&mut self, weight: &Term, place: ElementPlace) {
        self.elements.insert(weight.span().start, place);
    }

    pub(super) fn add_parameter(&mut self, part: Lexeme, span: Span) {
        self.parameters.entry(part.start).or_default().push(span);
    }
}

impl Parser<'_> {
    /// Whether the program is parsed as written.
    pub(super) fn as_written(&self) -> bool {
        self.places.is_some()
    }

    /// Records the signs before an aggregate or theory atom, which is next. `first` is the token where its span in the tree
    /// begins.
    pub(super) fn add_signs(&mut self, first: Lexeme, first_sign: Lexeme) {
        let place = Span { source: self.source, start: self.cursor.current.start, end: first_sign.end };
        if let Some(places) = &mut self.places {
            places.signs.insert(first.start, place);
        }
    }
}

/// Returns the bytes of the comments between the tokens of a text.
fn comments(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !may_have_comments(text) {
        return found;
    }
    let mut cursor = Cursor::new(text);
    loop {
        found.extend(comments_in(text, cursor.previous.end as usize..cursor.current.start as usize));
        if cursor.current.token == Token::EndOfText {
            return found;
        }
        cursor.bump();
    }
}

/// Returns the bytes of the comments in a gap between two tokens.
pub(in crate::syntax) fn comments_in(
    text: &str,
    gap: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = gap.start;
    std::iter::from_fn(move || {
        let start = at + find_comment(&text[at..gap.end])?;
        at = start + comment_length(&text[start..gap.end]);
        Some(start..at)
    })
}

/// Returns the length of the comment that a text begins with.
fn comment_length(text: &str) -> usize {
    match text.strip_prefix("%*") {
        Some(rest) => block_comment_length(rest).map_or(text.len(), |length| 2 + length),
        None => text.find(['\r', '\n']).unwrap_or(text.len()),
    }
}
