//! Parses theories: their definitions and atoms.
//!
//! An operator of a theory is a run of the characters in [`OPERATOR`] that is as long as possible, even if these are other
//! tokens elsewhere: `1;-2` has the operator `;-`. Only `.`, `:`, `;` and `:-` by themselves keep their meaning.

use super::diagnose::StatementKind;
use super::{Parse, Parser, MAX_DEPTH};
use crate::diagnostic::Diagnostic;
use crate::symbol::{Name, Symbol};
use crate::syntax::ast::Sign;
use crate::syntax::lexer::{Lexeme, Token};
use crate::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};

/// The characters of which operators consist.
const OPERATOR: &[u8] = b"/!<=>+-*\\?&@|:;~^.";

/// The last term of a collection, and how the collection ends.
#[derive(Clone, Copy, Default)]
struct LastTerm {
    /// Whether a comma follows the last term.
    comma: bool,
    /// Whether the last term is an operation without parentheses around it.
    is_operation: bool,
}

impl Parser<'_> {
    /// `#theory name { … }.`
    pub(super) fn theory_definition(&mut self) -> Parse<TheoryDefinition> {
        let first = self.bump();
        let name = self.expect(Token::Identifier, "the name of the theory")?;
        let name = self.name(name);
        let opening = self.expect(Token::LeftBrace, "`{`")?;
        let (mut terms, mut atoms) = (Vec::new(), Vec::new());
        if self.token() != Token::RightBrace {
            loop {
                if self.token() == Token::Ampersand {
                    atoms.push(self.theory_atom_definition()?);
                } else if atoms.is_empty() {
                    terms.push(self.theory_term_definition()?);
                } else {
                    return Err(self.unexpected("`&` and the name of an atom"));
                }
                if self.accept(Token::Semicolon).is_none() {
                    break;
                }
            }
        }
        self.close(opening, Token::RightBrace, "`;` or `}`")?;
        self.end_statement(StatementKind::Directive, "`.`")?;
        Ok(TheoryDefinition { name, terms, atoms, span: self.since(first) })
    }

    /// `name { + : 1, binary, left; … }`
    fn theory_term_definition(&mut self) -> Parse<TheoryTermDefinition> {
        let first =
            self.expect(Token::Identifier, "the name of a kind of terms, or `&` and that of an atom")?;
        let opening = self.expect(Token::LeftBrace, "`{`")?;
        let mut operators = Vec::new();
        if self.token() != Token::RightBrace {
            loop {
                operators.push(self.theory_operator_definition()?);
                if self.accept(Token::Semicolon).is_none() {
                    break;
                }
            }
        }
        self.close(opening, Token::RightBrace, "`;` or `}`")?;
        Ok(TheoryTermDefinition { name: self.name(first), operators, span: self.since(first) })
    }

    /// `+ : 1, binary, left`
    fn theory_operator_definition(&mut self) -> Parse<TheoryOperatorDefinition> {
        let first = self.cursor.current;
        let Some(operator) = self.theory_operator() else {
            return Err(self.unexpected("an operator such as `+`"));
        };
        self.expect(Token::Colon, "`:` and the operator's priority")?;
        let digits = self.expect(Token::Decimal, "the operator's priority, a number")?;
        let Ok(priority) = self.slice(digits).parse() else {
            let error = Diagnostic::error("this priority is too large", self.span(digits))
                .help("a few small numbers are enough: operators with larger ones bind more strongly");
            return Err(self.report(error));
        };
        self.expect(Token::Comma, "`,` and `unary` or `binary`")?;
        let fixity = if self.word("unary") {
            Fixity::Unary
        } else if self.word("binary") {
            self.expect(Token::Comma, "`,` and `left` or `right`")?;
            if self.word("left") {
                Fixity::Left
            } else if self.word("right") {
                Fixity::Right
            } else {
                return Err(self.unexpected("`left` or `right`"));
            }
        } else {
            return Err(self.unexpected("`unary` or `binary`"));
        };
        Ok(TheoryOperatorDefinition { operator, priority, fixity, span: self.since(first) })
    }

    /// `&name/1 : term, { <=, >= }, term, body`
    fn theory_atom_definition(&mut self) -> Parse<TheoryAtomDefinition> {
        let first = self.bump();
        let name = self.expect(Token::Identifier, "the name of an atom")?;
        let name = self.name(name);
        self.expect(Token::Slash, "`/` and the number of arguments")?;
        let digits = self.expect(Token::Decimal, "the number of arguments")?;
        let Ok(arity) = self.slice(digits).parse() else {
            let error = Diagnostic::error("the arity is too large", self.span(digits));
            return Err(self.report(error));
        };
        self.expect(Token::Colon, "`:` and the kind of the terms in its elements")?;
        let elements = self.expect(Token::Identifier, "the kind of the terms in its elements")?;
        let elements = self.name(elements);
        self.expect(Token::Comma, "`,`")?;
        let mut guard = None;
        if let Some(opening) = self.accept(Token::LeftBrace) {
            let mut operators = Vec::new();
            while self.token() != Token::RightBrace || !operators.is_empty() {
                let Some(operator) = self.theory_operator() else {
                    return Err(self.unexpected("an operator such as `<=`"));
                };
                operators.push(operator);
                if self.accept(Token::Comma).is_none() {
                    break;
                }
            }
            self.close(opening, Token::RightBrace, "`,` or `}`")?;
            self.expect(Token::Comma, "`,` and the kind of the guard's term")?;
            let term = self.expect(Token::Identifier, "the kind of the guard's term")?;
            guard = Some((operators, self.name(term)));
            self.expect(Token::Comma, "`,` and where the atom may stand")?;
        }
        let places = [
            ("head", TheoryPlace::Head),
            ("body", TheoryPlace::Body),
            ("any", TheoryPlace::Any),
            ("directive", TheoryPlace::Directive),
        ];
        let Some(&(_, place)) = places.iter().find(|(word, _)| self.word(word)) else {
            return Err(self.unexpected("`head`, `body`, `any` or `directive`"));
        };
        Ok(TheoryAtomDefinition { name, arity, elements, guard, place, span: self.since(first) })
    }

    /// Advances past a name if it is this word.
    fn word(&mut self, word: &str) -> bool {
        let found = self.token() == Token::Identifier && self.slice(self.cursor.current) == word;
        if found {
            self.bump();
        }
        found
    }

    /// Parses a theory atom with its sign, if the next literal of the body is one.
    pub(super) fn signed_theory_atom(&mut self) -> Parse<Option<(Sign, TheoryAtom)>> {
        if !matches!(self.token(), Token::Not | Token::Ampersand) {
            return Ok(None);
        }
        let start = self.cursor.clone();
        let first = start.current;
        let signs = [Sign::Positive, Sign::Negative, Sign::DoubleNegative];
        let negations = (0..2).take_while(|_| self.accept(Token::Not).is_some()).count();
        if self.token() != Token::Ampersand {
            self.cursor = start;
            return Ok(None);
        }
        self.add_signs(self.cursor.current, first);
        Ok(Some((signs[negations], self.theory_atom()?)))
    }

    /// `&name(t) { u : c; v } <= w`
    pub(super) fn theory_atom(&mut self) -> Parse<TheoryAtom> {
        let first = self.bump();
        let identifier = self.expect(Token::Identifier, "the name of an atom of a theory")?;
        let name = self.name(identifier);
        let pools = self.argument_pools()?.lists;
        let term = self.since(identifier);
        if let Some(places) = &mut self.places {
            places.add_theory_term(first, term);
        }
        let (mut elements, mut guard) = (Vec::new(), None);
        if let Some(opening) = self.accept(Token::LeftBrace) {
            if self.token() != Token::RightBrace {
                loop {
                    elements.push(self.theory_element()?);
                    if self.accept(Token::Semicolon).is_none() {
                        break;
                    }
                }
            }
            self.close(opening, Token::RightBrace, "`;` or `}`")?;
            if let Some(operator) = self.theory_operator() {
                guard = Some((operator, self.guard(operator)?));
            }
        }
        Ok(TheoryAtom { name, pools, elements, guard, span: self.since(first) })
    }

    /// Parses the term of a guard. Signs may have been read as a part of the operator: they are of all that is in parentheses.
    fn guard(&mut self, operator: Name) -> Parse<TheoryTerm> {
        let has_signs = self.symbols.text(operator).ends_with(['-', '+']);
        let (term, is_bare) = self.theory_operation()?;
        let is_whole =
            has_signs && !is_bare && !self.as_written() && matches!(term, TheoryTerm::Operation(..));
        Ok(match term.span() {
            span if is_whole => TheoryTerm::Operation(vec![(Vec::new(), term)], span),
            _ => term,
        })
    }

    fn theory_element(&mut self) -> Parse<TheoryElement> {
        let mut tuple = Vec::new();
        if self.token() != Token::Colon || self.operator_length().is_some() {
            tuple = self.theory_terms()?;
        }
        let condition = if self.accept(Token::Colon).is_some() { self.condition()? } else { Vec::new() };
        Ok(TheoryElement { tuple, condition })
    }

    /// Parses terms separated by commas, at least one.
    fn theory_terms(&mut self) -> Parse<Vec<TheoryTerm>> {
        let mut terms = vec![self.theory_term()?];
        while self.accept(Token::Comma).is_some() {
            terms.push(self.theory_term()?);
        }
        Ok(terms)
    }

    fn theory_term(&mut self) -> Parse<TheoryTerm> {
        Ok(self.theory_operation()?.0)
    }

    /// Parses a term, and returns whether it is an operation without parentheses around it.
    fn theory_operation(&mut self) -> Parse<(TheoryTerm, bool)> {
        let first = self.cursor.current;
        let mut operands: Vec<(Vec<Name>, TheoryTerm)> = Vec::new();
        loop {
            let operators: Vec<Name> = std::iter::from_fn(|| self.theory_operator()).collect();
            if operators.is_empty() && !operands.is_empty() {
                break;
            }
            operands.push((operators, self.theory_operand()?));
        }
        Ok(match operands.as_slice() {
            [(operators, _)] if operators.is_empty() => (operands.swap_remove(0).1, false),
            _ => (TheoryTerm::Operation(operands, self.since(first)), true),
        })
    }

    /// Parses a term without operators outside of parentheses.
    fn theory_operand(&mut self) -> Parse<TheoryTerm> {
        let first = self.cursor.current;
        let span = self.span(first);
        if self.depth == MAX_DEPTH {
            let error = super::terms::too_deep(span);
            return Err(self.report(error));
        }
        let symbol = match first.token {
            Token::Decimal | Token::Prefixed => {
                self.bump();
                let value = self.integer(first, first)?;
                self.symbols.number(value)
            }
            Token::String => {
                self.bump();
                self.string_symbol(first)
            }
            Token::Inf | Token::Sup => {
                self.bump();
                if first.token == Token::Inf {
                    Symbol::INF
                } else {
                    Symbol::SUP
                }
            }
            Token::Variable => {
                self.bump();
                return Ok(TheoryTerm::Variable(self.name(first), span));
            }
            Token::Identifier => {
                self.bump();
                let name = self.name(first);
                if let Some(opening) = self.accept(Token::LeftParenthesis) {
                    let (arguments, _) = self.theory_collection(opening, Token::RightParenthesis, false)?;
                    return Ok(TheoryTerm::Function(name, arguments, self.since(first)));
                }
                self.symbols.constant(name)
            }
            Token::LeftParenthesis => {
                self.bump();
                let (mut terms, last) = self.theory_collection(first, Token::RightParenthesis, true)?;
                if terms.len() == 1 && !last.comma {
                    let mut term = terms.swap_remove(0);
                    if let (true, TheoryTerm::Operation(_, span)) =
                        (last.is_operation && self.as_written(), &mut term)
                    {
                        // As in gringo, the innermost parentheses around an operation belong to it.
                        *span = self.since(first);
                    }
                    return Ok(term);
                }
                return Ok(TheoryTerm::Collection(Brackets::Tuple, terms, self.since(first)));
            }
            Token::LeftBrace => {
                self.bump();
                let (terms, _) = self.theory_collection(first, Token::RightBrace, false)?;
                return Ok(TheoryTerm::Collection(Brackets::Set, terms, self.since(first)));
            }
            Token::LeftBracket => {
                self.bump();
                let (terms, _) = self.theory_collection(first, Token::RightBracket, false)?;
                return Ok(TheoryTerm::Collection(Brackets::List, terms, self.since(first)));
            }
            Token::Anonymous => {
                let error = Diagnostic::error("`_` cannot stand in a term of a theory", span)
                    .help("give the variable a name, and a value by an atom of the body or of the element's condition");
                return Err(self.report(error));
            }
            _ => return Err(self.unexpected("a term of a theory")),
        };
        Ok(TheoryTerm::Symbol(symbol, span))
    }

    /// Parses terms up to a closing bracket. Only in a tuple, a comma may stand before the bracket.
    fn theory_collection(
        &mut self,
        opening: Lexeme,
        closing: Token,
        tuple: bool,
    ) -> Parse<(Vec<TheoryTerm>, LastTerm)> {
        let mut terms = Vec::new();
        let mut last = LastTerm::default();
        while self.token() != closing || (!terms.is_empty() && last.comma && !tuple) {
            self.depth += 1;
            let term = self.theory_operation();
            self.depth -= 1;
            let (term, is_operation) = term?;
            terms.push(term);
            last = LastTerm { comma: self.accept(Token::Comma).is_some(), is_operation };
            if !last.comma {
                break;
            }
        }
        self.close(opening, closing, "`,` or the closing bracket")?;
        Ok((terms, last))
    }

    /// Parses an operator, if one is next.
    fn theory_operator(&mut self) -> Option<Name> {
        if self.token() == Token::Not {
            let lexeme = self.bump();
            return Some(self.name(lexeme));
        }
        let length = self.operator_length()?;
        let lexeme = self.cursor.bump_raw(length);
        self.operators.push(self.span(lexeme));
        Some(self.name(lexeme))
    }

    /// Returns the length in bytes of the operator that is next, if it consists of the characters of operators.
    fn operator_length(&self) -> Option<usize> {
        let text = &self.text[self.cursor.current.start as usize..];
        let length = text.bytes().take_while(|byte| OPERATOR.contains(byte)).count();
        (!matches!(&text[..length], "" | "." | ":" | ";" | ":-")).then_some(length)
    }
}
