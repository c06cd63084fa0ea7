//! The parser: turns tokens into the syntax tree, by recursive descent with precedence climbing for terms.
//!
//! The grammar is that of gringo (Potassco User Guide, 2.2.0, chapter 3). Invariants:
//!
//! - Every failed [`Parse`] has put a diagnostic into the list, so a caller that gets [`Reported`] only cleans up.
//! - Only terms recurse, and no deeper than [`MAX_DEPTH`], both while they are read and in the resulting tree. So passes
//!   over the tree may recurse freely.
//! - Plain ground facts never become a tree ([`facts`]), unless a program is parsed as written ([`places`]).

mod aggregates;
mod constants;
mod diagnose;
mod directives;
mod facts;
mod foreign;
mod lexical_errors;
mod literals;
mod optimize;
mod places;
mod rewrites;
mod rules;
mod terms;
mod theory;

use super::ast::{Part, Program, Term};
use super::lexer::{Cursor, Lexeme, Token};
use crate::diagnostic::{Diagnostic, ErrorKind, Severity, SourceId, Sources, Span};
use crate::symbol::{Name, Symbols};
pub use constants::many_valued;
use diagnose::StatementKind;
pub(super) use places::comments_in;
pub use places::{parse_as_written, ElementPlace, Places};

/// The maximal nesting depth of terms with variables or operators.
///
/// At this depth, half of a 2 MiB stack is left in a build without optimization. Symbols, and parentheses at the beginning
/// of a term, may nest to any depth, and any number of operators may be applied from the left.
pub const MAX_DEPTH: u32 = 250;

/// The number of errors after which parsing stops, and the maximal number of warnings.
pub const MAX_ERRORS: usize = 20;

/// The mark of an error that has been added to the diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

/// The result of parsing a program.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Every statement that could be parsed. After an error, it is of use only to find more errors.
    pub program: Program,
    /// Errors and warnings, at most [`MAX_ERRORS`] of each.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a program. After an error it continues with the next statement, so that one run finds several errors.
///
/// ```
/// use groundplan::diagnostic::Sources;
/// use groundplan::symbol::Symbols;
/// use groundplan::syntax::{parse, Print};
///
/// let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
/// let source = sources.add("example.lp", "p(1..3). q(X) :- p(X), X != 2.");
/// let read = parse(&mut symbols, &sources, source);
/// assert!(read.diagnostics.is_empty());
/// assert_eq!(read.program.display(&symbols).to_string(), "p(1..3).\nq(X) :- p(X), X != 2.\n");
/// ```
pub fn parse(symbols: &mut Symbols, sources: &Sources, source: SourceId) -> Parsed {
    let base = Part::base(symbols.name("base"), source);
    let mut diagnostics = Vec::new();
    let program = match Parser::new(symbols, sources, source, &mut diagnostics) {
        Ok(mut parser) => parser.program(base),
        Err(Reported) => Program { parts: vec![base] },
    };
    Parsed { program, diagnostics }
}

/// Parses a program for its operators of theories, which are tokens that only the parser can tell: their spans in the order of
/// the text, and the diagnostics of [`parse`].
pub(super) fn theory_operators(sources: &Sources, source: SourceId) -> (Vec<Span>, Vec<Diagnostic>) {
    let mut symbols = Symbols::new();
    let base = Part::base(symbols.name("base"), source);
    let mut diagnostics = Vec::new();
    let operators = match Parser::new(&mut symbols, sources, source, &mut diagnostics) {
        Ok(mut parser) => {
            parser.program(base);
            parser.operators
        }
        Err(Reported) => Vec::new(),
    };
    (operators, diagnostics)
}

/// Parses one term without variables, intervals and pools, such as the value of a `#const`.
///
/// # Errors
///
/// If the text is no such term.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method by its name has one lifetime only")]
pub fn parse_term(
    symbols: &mut Symbols,
    sources: &Sources,
    source: SourceId,
) -> Result<Term, Vec<Diagnostic>> {
    whole(symbols, sources, source, |parser| parser.lone_value())
}

/// Parses `name=term`, the definition of a constant on a command line.
///
/// # Errors
///
/// If the text is no such definition.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method by its name has one lifetime only")]
pub fn parse_definition(
    symbols: &mut Symbols,
    sources: &Sources,
    source: SourceId,
) -> Result<(Name, Term), Vec<Diagnostic>> {
    whole(symbols, sources, source, |parser| parser.definition())
}

/// Parses a text that `read` must consume completely.
fn whole<T>(
    symbols: &mut Symbols,
    sources: &Sources,
    source: SourceId,
    read: impl FnOnce(&mut Parser<'_>) -> Parse<T>,
) -> Result<T, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let result = Parser::new(symbols, sources, source, &mut diagnostics).and_then(|mut parser| {
        let found = read(&mut parser)?;
        parser.expect(Token::EndOfText, "the end of the term")?;
        Ok(found)
    });
    result.map_err(|Reported| diagnostics)
}

struct Parser<'a> {
    symbols: &'a mut Symbols,
    text: &'a str,
    source: SourceId,
    cursor: Cursor<'a>,
    /// The number of terms around the one that is being read.
    depth: u32,
    /// The first token of the statement that is being read.
    statement: Lexeme,
    /// Whether a head is being read, outside of braces.
    in_head: bool,
    /// The last token that separated two literals of the body that is being read.
    separator: Option<Lexeme>,
    diagnostics: &'a mut Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// The next token at the time of the last error.
    error_at: Lexeme,
    buffers: facts::Buffers,
    /// The spans of the operators of theories that have been read.
    operators: Vec<Span>,
    /// The positions that the tree does not contain, if the program is parsed as written.
    places: Option<Box<Places>>,
}

impl<'a> Parser<'a> {
    fn new(
        symbols: &'a mut Symbols,
        sources: &'a Sources,
        source: SourceId,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Parse<Self> {
        let text = sources.text(source);
        if u32::try_from(text.len()).is_err() {
            let name = sources.name(source);
            let message = format!("`{name}` is too large: a text may have up to 4 GiB");
            let error = Diagnostic::new(Severity::Error, message).kind(ErrorKind::Size);
            diagnostics.push(error.help("split it into several files"));
            return Err(Reported);
        }
        let cursor = Cursor::new(text);
        Ok(Parser {
            symbols,
            text,
            source,
            statement: cursor.current,
            error_at: cursor.previous,
            cursor,
            depth: 0,
            in_head: false,
            separator: None,
            diagnostics,
            errors: 0,
            warnings: 0,
            buffers: facts::Buffers::default(),
            operators: Vec::new(),
            places: None,
        })
    }

    fn program(&mut self, base: Part) -> Program {
        let mut parts = vec![base];
        while self.errors < MAX_ERRORS {
            let part = parts.last_mut().expect("the base part, at least");
            if self.plain_fact(&mut part.facts) {
                continue;
            }
            if self.token() == Token::EndOfText {
                break;
            }
            self.statement = self.cursor.current;
            self.separator = None;
            self.in_head = false;
            self.depth = 0;
            if self.statement(&mut parts).is_err() {
                self.recover();
            }
        }
        let implied = &parts[0];
        if parts.len() > 1 && implied.facts.is_empty() && implied.statements.is_empty() {
            parts.remove(0);
        }
        Program { parts }
    }

    /// Advances to where the next statement presumably begins.
    fn recover(&mut self) {
        loop {
            let lexeme = self.cursor.current;
            match lexeme.token {
                Token::EndOfText => return,
                token if starts_directive(token) && lexeme.start != self.statement.start => return,
                Token::UnterminatedComment => {
                    if self.error_at.start != lexeme.start {
                        let Reported = self.unexpected("a statement");
                    }
                    self.bump();
                    return;
                }
                // The dot was meant to end the statement, but has become part of the string.
                Token::UnterminatedString if self.slice(lexeme).trim_end().ends_with('.') => {
                    self.bump();
                    return;
                }
                token => {
                    self.bump();
                    let next = self.cursor.current;
                    let fraction = matches!(next.token, Token::Decimal | Token::MalformedNumber)
                        && next.start == lexeme.end;
                    if token == Token::Dot && !fraction {
                        return;
                    }
                }
            }
        }
    }

    fn token(&self) -> Token {
        self.cursor.current.token
    }

    fn bump(&mut self) -> Lexeme {
        self.cursor.bump()
    }

    /// Advances past the next token if it has this kind.
    fn accept(&mut self, token: Token) -> Option<Lexeme> {
        (self.token() == token).then(|| self.bump())
    }

    /// Advances past the next token, which must have this kind.
    fn expect(&mut self, token: Token, expected: &str) -> Parse<Lexeme> {
        match self.accept(token) {
            Some(lexeme) => Ok(lexeme),
            None => Err(self.unexpected(expected)),
        }
    }

    /// Advances past the closing token of a pair.
    fn close(&mut self, opening: Lexeme, closing: Token, expected: &str) -> Parse<Lexeme> {
        match self.accept(closing) {
            Some(lexeme) => Ok(lexeme),
            None => Err(self.unclosed(opening, expected)),
        }
    }

    /// Advances past the dot that ends a statement. If a new statement seems to begin instead, reports the missing dot and
    /// goes on.
    fn end_statement(&mut self, kind: StatementKind, expected: &str) -> Parse<()> {
        if self.accept(Token::Dot).is_some() {
            return Ok(());
        }
        let missing = match self.token() {
            Token::EndOfText => true,
            token => self.on_new_line() && starts_statement(token),
        };
        if !missing {
            return Err(self.unexpected(expected));
        }
        self.missing_dot(kind);
        Ok(())
    }

    /// Whether there is a line break between the last token and the next.
    fn on_new_line(&self) -> bool {
        self.text[self.cursor.previous.end as usize..self.cursor.current.start as usize].contains('\n')
    }

    fn slice(&self, lexeme: Lexeme) -> &'a str {
        &self.text[lexeme.start as usize..lexeme.end as usize]
    }

    fn name(&mut self, lexeme: Lexeme) -> Name {
        self.symbols.name(&self.text[lexeme.start as usize..lexeme.end as usize])
    }

    fn span(&self, lexeme: Lexeme) -> Span {
        Span { source: self.source, start: lexeme.start, end: lexeme.end }
    }

    /// The span from a token to the last one read.
    fn since(&self, first: Lexeme) -> Span {
        Span { source: self.source, start: first.start, end: self.cursor.previous.end.max(first.start) }
    }
}

/// Whether a statement, and nothing else, can begin with this token.
fn starts_directive(token: Token) -> bool {
    use Token::{
        Const, Defined, Edge, External, Heuristic, Include, Maximize, Minimize, Program, Project, Script,
        Show, Theory, WeakIf,
    };
    matches!(
        token,
        Const
            | Defined
            | Edge
            | External
            | Heuristic
            | Include
            | Maximize
            | Minimize
            | Program
            | Project
            | Script
            | Show
            | Theory
            | WeakIf
    )
}

/// Whether a statement is likely to begin with this token if it is the first on its line.
fn starts_statement(token: Token) -> bool {
    use Token::{Aggregate, Decimal, False, Identifier, If, LeftBrace, Minus, Not, UnknownDirective};
    starts_directive(token)
        || matches!(
            token,
            Aggregate(_) | Decimal | False | Identifier | If | LeftBrace | Minus | Not | UnknownDirective
        )
}
