//! Parses plain ground facts directly from tokens into symbols.
//!
//! Nearly all of a large instance is facts such as `right(a,b).`, and a tree for each would cost more than everything after
//! it. So every statement is first read as a plain fact. If that fails for any reason, the parser returns to the
//! statement's first token, parses it in full and reports its errors. It returns at most once for each statement, so
//! parsing stays linear.

use super::Parser;
use crate::diagnostic::Span;
use crate::symbol::{Name, Symbol};
use crate::syntax::ast::{Facts, Signature};
use crate::syntax::lexer::Token;

/// Buffers that are kept from fact to fact, so that reading a fact allocates nothing.
#[derive(Default)]
pub(super) struct Buffers {
    /// The finished arguments of the unfinished terms.
    values: Vec<Symbol>,
    /// The unfinished terms around the next one, the innermost last.
    open: Vec<OpenTerm>,
}

/// A function, or a tuple if it has no name, whose arguments are being read.
struct OpenTerm {
    name: Option<Name>,
    first_argument: usize,
}

impl Parser<'_> {
    /// Parses a fact that consists of symbols only. For any other statement it returns false, and neither advances nor
    /// reports.
    pub(super) fn plain_fact(&mut self, facts: &mut Facts) -> bool {
        if !matches!(self.token(), Token::Identifier | Token::Minus) || self.as_written() {
            return false;
        }
        let start = self.cursor.clone();
        if let Some((signature, span)) = self.signed_atom() {
            facts.push(signature, &self.buffers.values, span);
            return true;
        }
        self.cursor = start;
        false
    }

    /// Parses an atom of symbols with its dot. Its arguments are left in the buffer.
    fn signed_atom(&mut self) -> Option<(Signature, Span)> {
        let first = self.cursor.current;
        let negative = self.accept(Token::Minus).is_some();
        let name = self.accept(Token::Identifier)?;
        let name = self.name(name);
        self.buffers.values.clear();
        if self.accept(Token::LeftParenthesis).is_some() {
            self.symbol_arguments()?;
        }
        self.accept(Token::Dot)?;
        let arity = u32::try_from(self.buffers.values.len()).ok()?;
        Some((Signature { name, arity, negative }, self.since(first)))
    }

    /// Parses at least one symbol and the closing parenthesis. The symbols are left in the buffer.
    fn symbol_arguments(&mut self) -> Option<()> {
        loop {
            self.symbol()?;
            if self.accept(Token::Comma).is_none() {
                return self.accept(Token::RightParenthesis).map(|_| ());
            }
        }
    }

    /// Parses a term that is a symbol, of any depth: it has its own stack in place of recursion.
    ///
    /// For any other term it returns `None`, and neither advances nor reports.
    pub(super) fn deep_symbol(&mut self) -> Option<Symbol> {
        let start = self.cursor.clone();
        self.buffers.values.clear();
        if self.symbol().is_none() {
            self.cursor = start;
            return None;
        }
        self.buffers.values.pop()
    }

    /// Parses one symbol, and appends it to the buffer.
    fn symbol(&mut self) -> Option<()> {
        self.buffers.open.clear();
        loop {
            if !self.begin_symbol()? {
                continue;
            }
            // A term is complete: what follows closes terms around it, or begins the next argument.
            while let Some(open) = self.buffers.open.last() {
                let in_tuple = open.name.is_none();
                let trailing = self.accept(Token::Comma).is_some();
                if trailing && !(in_tuple && self.token() == Token::RightParenthesis) {
                    break;
                }
                self.accept(Token::RightParenthesis)?;
                self.close_symbol(trailing);
            }
            if self.buffers.open.is_empty() {
                return Some(());
            }
        }
    }

    /// Parses the beginning of a term. Returns whether the term is complete.
    fn begin_symbol(&mut self) -> Option<bool> {
        let lexeme = self.bump();
        let symbol = match lexeme.token {
            Token::Decimal => self.symbols.number(self.slice(lexeme).parse().ok()?),
            Token::Minus => {
                self.accept(Token::Decimal)?;
                let text = &self.text[lexeme.start as usize + 1..self.cursor.previous.end as usize];
                // There may be blanks between the sign and the digits.
                let magnitude: u64 = text.trim_start().parse().ok()?;
                self.symbols.number(0i64.checked_sub_unsigned(magnitude)?)
            }
            Token::Identifier => {
                let name = self.name(lexeme);
                if self.accept(Token::LeftParenthesis).is_some() {
                    self.open_symbol(Some(name));
                    return Some(false);
                }
                self.symbols.constant(name)
            }
            Token::LeftParenthesis if self.token() == Token::RightParenthesis => {
                self.bump();
                self.symbols.tuple(&[])
            }
            Token::LeftParenthesis => {
                self.open_symbol(None);
                return Some(false);
            }
            Token::String => self.string_symbol(lexeme),
            Token::Inf => Symbol::INF,
            Token::Sup => Symbol::SUP,
            _ => return None,
        };
        self.buffers.values.push(symbol);
        Some(true)
    }

    fn open_symbol(&mut self, name: Option<Name>) {
        let Buffers { values, open } = &mut self.buffers;
        open.push(OpenTerm { name, first_argument: values.len() });
    }

    fn close_symbol(&mut self, trailing_comma: bool) {
        let Buffers { values, open } = &mut self.buffers;
        let open = open.pop().expect("a term that is being read");
        let arguments = &values[open.first_argument..];
        let symbol = match open.name {
            Some(name) => self.symbols.function(name, arguments, false),
            None if arguments.len() == 1 && !trailing_comma => arguments[0],
            None => self.symbols.tuple(arguments),
        };
        values.truncate(open.first_argument);
        values.push(symbol);
    }
}
