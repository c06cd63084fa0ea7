//! What a syntax tree does not say of how a program was written, for whoever shows that to others.
//!
//! A program that is read as written ([`parse_as_written`]) has every fact and term as a tree: facts are rules, and only
//! numbers, strings and constants are symbols. What grounding never asks for is beside the tree, by the place where something
//! begins.

use rustc_hash::FxHashMap;

use super::{Parsed, Parser, Reported};
use crate::diagnostic::{SourceId, Sources, Span};
use crate::symbol::Symbols;
use crate::syntax::ast::{Part, Program, Term};
use crate::syntax::lexer::{block_comment_length, Cursor, Lexeme, Token};

/// Places that are not in the syntax tree. Those that have to be there raise a panic where the tree was not read with them.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Of operations with their parentheses, by where the right operand begins.
    operations: FxHashMap<u32, Span>,
    /// From behind the signs of an aggregate or theory atom to the end of the first sign, by where it begins.
    signs: FxHashMap<u32, Span>,
    /// Of the name and arguments of a theory atom, by where it begins.
    theory_terms: FxHashMap<u32, Span>,
    /// Of the elements of objectives, by where the weight begins.
    elements: FxHashMap<u32, ElementPlace>,
    /// Of the parameters of a part, by where it begins.
    parameters: FxHashMap<u32, Vec<Span>>,
    /// Of comments, in the order of the text.
    comments: Vec<Span>,
    /// Whether what is read is the value of a constant.
    pub(super) in_constant: bool,
}

/// Reads a program as it was written. What it refuses besides what is no program are terms that nest too deeply:
/// whether it was that is known from [`parse`](super::parse).
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
    places.comments = comments(sources.text(source), source);
    (Parsed { program, diagnostics }, places)
}

/// Where an element of an objective stands.
#[derive(Clone, Copy, Debug)]
pub struct ElementPlace {
    /// Its weight and priority.
    pub weight: Span,
    /// All of it.
    pub whole: Span,
    /// Where the next token begins.
    pub next: u32,
}

impl Places {
    /// Where an operation stands that has this right operand.
    #[must_use]
    pub fn operation(&self, right: &Term) -> Span {
        self.operations[&right.span().start]
    }

    /// Of an aggregate or theory atom that begins here and has a sign: where it begins without that, and where the first
    /// `not` has ended.
    #[must_use]
    pub fn signed(&self, whole: Span) -> Span {
        self.signs[&whole.start]
    }

    /// Where name and arguments of a theory atom stand.
    #[must_use]
    pub fn theory_term(&self, atom: Span) -> Span {
        self.theory_terms[&atom.start]
    }

    /// Where the element of an objective stands that has this weight.
    #[must_use]
    pub fn element(&self, weight: &Term) -> ElementPlace {
        self.elements[&weight.span().start]
    }

    /// Where the parameters of a part that begins here stand.
    #[must_use]
    pub fn parameters(&self, part: Span) -> &[Span] {
        self.parameters.get(&part.start).map_or(&[], Vec::as_slice)
    }

    /// Where comments stand, in the order of the text.
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
    /// Whether the program is read as written.
    pub(super) fn as_written(&self) -> bool {
        self.places.is_some()
    }

    /// Remembers the signs before an aggregate or theory atom, which is next and begins with `first` for the tree.
    pub(super) fn add_signs(&mut self, first: Lexeme, first_sign: Lexeme) {
        let place = Span { source: self.source, start: self.cursor.current.start, end: first_sign.end };
        if let Some(places) = &mut self.places {
            places.signs.insert(first.start, place);
        }
    }
}

/// The comments of a text that consists of tokens.
fn comments(text: &str, source: SourceId) -> Vec<Span> {
    let mut found = Vec::new();
    if !text.contains('%') {
        return found;
    }
    let mut cursor = Cursor::new(text);
    loop {
        let (from, to) = (cursor.previous.end as usize, cursor.current.start as usize);
        let mut at = from;
        while let Some(next) = text[at..to].find('%') {
            let start = at + next;
            at = start + comment_length(&text[start..to]);
            found.push(Span { source, start: start as u32, end: at as u32 });
        }
        if cursor.current.token == Token::EndOfText {
            return found;
        }
        cursor.bump();
    }
}

/// How long the comment is that a text begins with.
fn comment_length(text: &str) -> usize {
    match text.strip_prefix("%*") {
        Some(rest) => block_comment_length(rest).map_or(text.len(), |length| 2 + length),
        None => text.find(['\r', '\n']).unwrap_or(text.len()),
    }
}
