//! Parses terms.

use smallvec::SmallVec;

use super::{Parse, Parser, MAX_DEPTH};
use crate::diagnostic::{Diagnostic, Span};
use crate::symbol::{Name, Symbol};
use crate::syntax::ast::{BinaryOperator, Term, UnaryOperator};
use crate::syntax::lexer::{unescape, Lexeme, Token};
use crate::syntax::precedence::{Infix, WEAKEST};

/// A term, its height (0 for a symbol or variable), and its span with the parentheses around it.
pub(super) struct BuiltTerm {
    pub term: Term,
    height: u32,
    span: Span,
}

/// The argument lists of a function, and the greatest height of an argument.
pub(super) struct Pools {
    pub lists: Vec<Vec<Term>>,
    height: u32,
}

/// A list of terms between separators.
struct TermList {
    terms: Vec<Term>,
    height: u32,
    /// Whether there is a comma at the end, which makes even a single term a tuple.
    trailing_comma: bool,
    span: Span,
}

impl Parser<'_> {
    pub(super) fn term(&mut self) -> Parse<Term> {
        Ok(self.operation(WEAKEST)?.term)
    }

    /// Parses terms separated by commas, at least one.
    pub(super) fn terms(&mut self) -> Parse<Vec<Term>> {
        let mut terms = vec![self.term()?];
        while self.accept(Token::Comma).is_some() {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    /// Parses a term whose operators outside parentheses have at least the precedence `weakest`.
    fn operation(&mut self, weakest: u8) -> Parse<BuiltTerm> {
        let left = self.operand()?;
        self.operators(left, weakest)
    }

    /// Parses what follows a left operand: operators of at least the precedence `weakest`, with their right operands.
    pub(super) fn operators(&mut self, mut left: BuiltTerm, weakest: u8) -> Parse<BuiltTerm> {
        while let Some(infix) = infix(self.token()).filter(|infix| infix.strength() >= weakest) {
            self.bump();
            let right = self.nested(|parser| parser.operation(infix.right()))?;
            let span = left.span.to(right.span);
            if let Some(places) = &mut self.places {
                places.add_operation(&right.term, span);
            }
            let height = 1 + right.height;
            let (term, height) = match (infix, left.term) {
                (Infix::Binary(operator), Term::Operation(first, mut rest, _)) => {
                    rest.push((operator, right.term));
                    (Term::Operation(first, rest, span), height.max(left.height))
                }
                (Infix::Binary(operator), first) => {
                    let rest = vec![(operator, right.term)];
                    (Term::Operation(Box::new(first), rest, span), height.max(1 + left.height))
                }
                (Infix::Interval, first) => {
                    let term = Term::Interval(Box::new(first), Box::new(right.term), span);
                    (term, height.max(1 + left.height))
                }
            };
            left = self.built(term, height)?;
        }
        Ok(left)
    }

    /// Parses a term with the operators before it, and none behind it.
    fn operand(&mut self) -> Parse<BuiltTerm> {
        let first = self.cursor.current;
        let operator = match first.token {
            Token::Minus => UnaryOperator::Minus,
            Token::Tilde => UnaryOperator::Complement,
            _ => return self.primary(),
        };
        self.bump();
        if operator == UnaryOperator::Minus && matches!(self.token(), Token::Decimal | Token::Prefixed) {
            // A number with its sign is one symbol, because the smallest integer has no positive counterpart.
            let digits = self.bump();
            let value = self.integer(first, digits)?;
            if self.as_written() && value != i64::MIN {
                let magnitude = Term::Symbol(self.symbols.number(-value), self.span(digits));
                let term = Term::Unary(UnaryOperator::Minus, Box::new(magnitude), self.since(first));
                return self.built(term, 0);
            }
            let number = self.symbols.number(value);
            return self.built(Term::Symbol(number, self.since(first)), 0);
        }
        let operand = self.nested(Parser::operand)?;
        self.unary(operator, operand, first)
    }

    /// Builds a term from a prefix operator and its operand, which have been read.
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: BuiltTerm,
        first: Lexeme,
    ) -> Parse<BuiltTerm> {
        let height = operand.height + 1;
        self.built(Term::Unary(operator, Box::new(operand.term), self.since(first)), height)
    }

    fn primary(&mut self) -> Parse<BuiltTerm> {
        let first = self.cursor.current;
        let span = self.span(first);
        let term = match first.token {
            Token::Decimal | Token::Prefixed => {
                self.bump();
                let value = self.integer(first, first)?;
                Term::Symbol(self.symbols.number(value), span)
            }
            Token::Identifier => {
                self.bump();
                return self.function(first);
            }
            Token::String => {
                self.bump();
                Term::Symbol(self.string_symbol(first), span)
            }
            Token::Inf => {
                self.bump();
                Term::Symbol(Symbol::INF, span)
            }
            Token::Sup => {
                self.bump();
                Term::Symbol(Symbol::SUP, span)
            }
            Token::Variable => {
                self.bump();
                Term::Variable(self.name(first), span)
            }
            Token::Anonymous => {
                self.bump();
                Term::Anonymous(span)
            }
            Token::At => return self.call(),
            Token::LeftParenthesis => return self.parenthesized(),
            Token::Bar => return self.absolute(),
            _ => return Err(self.unexpected("a term")),
        };
        self.built(term, 0)
    }

    /// Parses a constant or function whose name has been read.
    fn function(&mut self, name: Lexeme) -> Parse<BuiltTerm> {
        let pools = self.argument_pools()?;
        let span = self.since(name);
        let name = self.name(name);
        self.function_of(name, pools, span)
    }

    /// `@f(t)`
    fn call(&mut self) -> Parse<BuiltTerm> {
        let first = self.bump();
        let name = self.expect(Token::Identifier, "the name of an external function")?;
        let pools = self.argument_pools()?;
        let (name, span) = (self.name(name), self.since(first));
        self.built(Term::Call(name, pools.lists, span), pools.height + 1)
    }

    /// Builds a constant or function: one symbol if all its arguments are symbols.
    pub(super) fn function_of(&mut self, name: Name, pools: Pools, span: Span) -> Parse<BuiltTerm> {
        let plain = !self.as_written() || self.cursor.previous.token == Token::Identifier;
        if let ([arguments], true) = (pools.lists.as_slice(), plain) {
            if let Some(arguments) = all_symbols(arguments) {
                let symbol = self.symbols.function(name, &arguments, false);
                return self.built(Term::Symbol(symbol, span), 0);
            }
        }
        self.built(Term::Function(name, pools.lists, span), pools.height + 1)
    }

    /// Parses the arguments behind a name: nothing, or `(…;…)`.
    pub(super) fn argument_pools(&mut self) -> Parse<Pools> {
        let mut pools = Pools { lists: Vec::new(), height: 0 };
        let Some(opening) = self.accept(Token::LeftParenthesis) else {
            pools.lists.push(Vec::new());
            return Ok(pools);
        };
        loop {
            let list = self.list(false, None)?;
            pools.lists.push(list.terms);
            pools.height = pools.height.max(list.height);
            if self.accept(Token::Semicolon).is_none() {
                break;
            }
        }
        self.close(opening, Token::RightParenthesis, "`,`, `;` or `)`")?;
        Ok(pools)
    }

    /// Parses terms up to `;` or `)`; in a tuple, a comma may stand at the end.
    ///
    /// `left` is the first operand of the first term, if it has been read already.
    fn list(&mut self, tuple: bool, mut left: Option<BuiltTerm>) -> Parse<TermList> {
        let start = left.as_ref().map_or(self.cursor.current.start, |left| left.span.start);
        let ends = |parser: &Self| matches!(parser.token(), Token::Semicolon | Token::RightParenthesis);
        let (mut terms, mut height) = (Vec::new(), 0);
        // `(,)` is the empty tuple, as `()` is.
        let mut trailing_comma = tuple && left.is_none() && self.accept(Token::Comma).is_some();
        if left.is_some() || !trailing_comma && !ends(self) {
            loop {
                let built = match left.take() {
                    Some(left) => self.operators(left, WEAKEST)?,
                    None => self.nested(|parser| parser.operation(WEAKEST))?,
                };
                terms.push(built.term);
                height = built.height.max(height);
                if self.accept(Token::Comma).is_none() {
                    break;
                }
                trailing_comma = tuple && ends(self);
                if trailing_comma {
                    break;
                }
            }
        }
        let end = self.cursor.previous.end;
        // As in gringo, an empty list has its position directly behind the token before it.
        let start = if self.as_written() { start.min(end) } else { start };
        Ok(TermList {
            terms,
            height,
            trailing_comma,
            span: Span { source: self.source, start, end: end.max(start) },
        })
    }

    /// Parses `(t)`, a tuple, or a pool of tuples. Parentheses that directly follow each other are read without recursion.
    fn parenthesized(&mut self) -> Parse<BuiltTerm> {
        let mut openings: SmallVec<[Lexeme; 4]> = SmallVec::new();
        while let Some(opening) = self.accept(Token::LeftParenthesis) {
            openings.push(opening);
        }
        let innermost = openings.pop().expect("the parser is at a parenthesis");
        let innermost = self.alternatives(innermost, None)?;
        openings.into_iter().rev().try_fold(innermost, |left, opening| self.alternatives(opening, Some(left)))
    }

    /// Parses what follows `(`. `left` is the operand behind it, if it has been read already.
    fn alternatives(&mut self, opening: Lexeme, mut left: Option<BuiltTerm>) -> Parse<BuiltTerm> {
        let mut alternatives = Vec::new();
        let mut height = 0;
        loop {
            let list = self.list(true, left.take())?;
            let mut span = list.span;
            if alternatives.is_empty() && self.token() == Token::RightParenthesis && self.keeps_parentheses()
            {
                span = self.span(opening).to(self.here());
            }
            let alternative = self.tuple(list, span)?;
            height = alternative.height.max(height);
            alternatives.push(alternative.term);
            if self.accept(Token::Semicolon).is_none() {
                break;
            }
        }
        self.close(opening, Token::RightParenthesis, "`,`, `;` or `)`")?;
        let span = self.since(opening);
        let mut built = self.pool(alternatives, height, span)?;
        built.span = span;
        Ok(built)
    }

    /// Whether the span of a tuple includes its parentheses. In gringo, it does so only in the values of constants.
    fn keeps_parentheses(&self) -> bool {
        self.places.as_ref().is_none_or(|places| places.in_constant)
    }

    /// Builds a tuple: one symbol if its elements are symbols. A single term is itself unless a comma follows it.
    fn tuple(&mut self, mut list: TermList, span: Span) -> Parse<BuiltTerm> {
        if list.terms.len() == 1 && !list.trailing_comma {
            let term = list.terms.swap_remove(0);
            return self.built(term, list.height);
        }
        if let (Some(elements), false) = (all_symbols(&list.terms), self.as_written()) {
            let symbol = self.symbols.tuple(&elements);
            return self.built(Term::Symbol(symbol, span), 0);
        }
        self.built(Term::Tuple(list.terms, span), list.height + 1)
    }

    /// Builds one term from the alternatives of a pool.
    fn pool(&mut self, mut alternatives: Vec<Term>, height: u32, span: Span) -> Parse<BuiltTerm> {
        if alternatives.len() == 1 {
            return self.built(alternatives.swap_remove(0), height);
        }
        self.built(Term::Pool(alternatives, span), height + 1)
    }

    /// `|t|` or `|t;u|`
    fn absolute(&mut self) -> Parse<BuiltTerm> {
        let opening = self.bump();
        let mut alternatives = Vec::new();
        let mut height = 0;
        let first = self.cursor.current;
        loop {
            let built = self.nested(|parser| parser.operation(WEAKEST))?;
            height = built.height.max(height);
            alternatives.push(built.term);
            if self.accept(Token::Semicolon).is_none() {
                break;
            }
        }
        let is_pool = alternatives.len() > 1;
        let mut operand = self.pool(alternatives, height, self.since(first))?;
        self.close(opening, Token::Bar, "`|`")?;
        if let (true, Term::Pool(_, span)) = (is_pool && self.as_written(), &mut operand.term) {
            // As in gringo, the bars belong to the pool.
            *span = self.since(opening);
        }
        self.unary(UnaryOperator::Absolute, operand, opening)
    }

    /// Returns the value of digits that have been read, negated if the token `first` is a minus.
    pub(super) fn integer(&mut self, first: Lexeme, digits: Lexeme) -> Parse<i64> {
        let text = self.slice(digits);
        let magnitude = match text.get(..2) {
            Some("0x") => u64::from_str_radix(&text[2..], 16),
            Some("0o") => u64::from_str_radix(&text[2..], 8),
            Some("0b") => u64::from_str_radix(&text[2..], 2),
            _ => text.parse(),
        };
        let value = magnitude.ok().and_then(|magnitude| match first.token {
            Token::Minus => 0i64.checked_sub_unsigned(magnitude),
            _ => i64::try_from(magnitude).ok(),
        });
        value.ok_or_else(|| {
            let error = Diagnostic::error("this integer is too large", self.since(first)).help(format!(
                "integers have 64 bits: from {} to {}",
                i64::MIN,
                i64::MAX
            ));
            self.report(error)
        })
    }

    pub(super) fn string_symbol(&mut self, lexeme: Lexeme) -> Symbol {
        let quoted = self.slice(lexeme);
        if quoted.contains('\\') {
            return self.symbols.string(&unescape(quoted));
        }
        self.symbols.string(&quoted[1..quoted.len() - 1])
    }

    /// Parses a term that is one level deeper. At the maximal depth only a symbol is accepted, which needs no recursion.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Parse<BuiltTerm>) -> Parse<BuiltTerm> {
        if self.depth == MAX_DEPTH {
            let first = self.cursor.current;
            return match self.deep_symbol() {
                Some(symbol) if !is_infix(self.token()) => {
                    self.built(Term::Symbol(symbol, self.since(first)), 0)
                }
                _ => {
                    let error = too_deep(self.span(first));
                    Err(self.report(error))
                }
            };
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Returns a term with its height and span, or reports that it is too deep.
    fn built(&mut self, term: Term, height: u32) -> Parse<BuiltTerm> {
        let span = term.span();
        if height > MAX_DEPTH {
            // The position is where it became too deep, because the whole term may be megabytes long.
            let error = too_deep(Span { start: span.end, ..span });
            return Err(self.report(error));
        }
        Ok(BuiltTerm { term, height, span })
    }
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(format!("terms nest more than {MAX_DEPTH} deep here"), span)
        .help("represent long structures by facts, one for each of their parts, rather than by one term")
}

/// Returns the symbols of terms, if all of them are symbols.
pub(super) fn all_symbols(terms: &[Term]) -> Option<Vec<Symbol>> {
    let symbol = |term: &Term| match term {
        Term::Symbol(symbol, _) => Some(*symbol),
        _ => None,
    };
    terms.iter().map(symbol).collect()
}

fn infix(token: Token) -> Option<Infix> {
    Some(Infix::Binary(match token {
        Token::DotDot => return Some(Infix::Interval),
        Token::Caret => BinaryOperator::Xor,
        Token::Question => BinaryOperator::Or,
        Token::Ampersand => BinaryOperator::And,
        Token::Plus => BinaryOperator::Add,
        Token::Minus => BinaryOperator::Subtract,
        Token::Star => BinaryOperator::Multiply,
        Token::Slash => BinaryOperator::Divide,
        Token::Backslash => BinaryOperator::Modulo,
        Token::StarStar => BinaryOperator::Power,
        _ => return None,
    }))
}

/// Whether this token is an operator between two terms.
pub(super) fn is_infix(token: Token) -> bool {
    infix(token).is_some()
}

/// Whether a term can begin with this token.
pub(super) fn starts_term(token: Token) -> bool {
    use Token::{
        Anonymous, At, Bar, Decimal, Identifier, Inf, LeftParenthesis, Minus, Prefixed, String, Sup, Tilde,
        Variable,
    };
    matches!(
        token,
        Anonymous
            | At
            | Bar
            | Decimal
            | Identifier
            | Inf
            | LeftParenthesis
            | Minus
            | Prefixed
            | String
            | Sup
            | Tilde
            | Variable
    )
}
