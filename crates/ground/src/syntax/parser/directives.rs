//! Parses statements, which begin with different tokens, and the directives among them.

use super::diagnose::StatementKind;
use super::literals::starts_literal;
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Const, External, Facts, Heuristic, Include, Part, Show, Signature, Statement, Term,
};
use crate::syntax::lexer::{unescape, Token};
use StatementKind::Directive;

impl Parser<'_> {
    /// Parses a statement into the last part, or begins a new part.
    pub(super) fn statement(&mut self, parts: &mut Vec<Part>) -> Parse<()> {
        if self.token() == Token::Program {
            parts.push(self.part()?);
            return Ok(());
        }
        let part = parts.last_mut().expect("the base part, at least");
        let Some(statement) = self.part_statement(&mut part.facts)? else { return Ok(()) };
        let behind = match &statement {
            Statement::Include(include) if !include.builtin => Some(part.behind(include)),
            _ => None,
        };
        part.statements.push(statement);
        parts.extend(behind);
        Ok(())
    }

    fn part_statement(&mut self, facts: &mut Facts) -> Parse<Option<Statement>> {
        Ok(Some(match self.token() {
            Token::WeakIf => Statement::Optimize(self.weak_constraint()?),
            Token::Minimize | Token::Maximize => Statement::Optimize(self.optimize()?),
            Token::Show => Statement::Show(self.show()?),
            Token::Const => Statement::Const(self.constant()?),
            Token::External => Statement::External(self.external()?),
            Token::Defined => self.defined()?,
            Token::Project => self.project()?,
            Token::Edge => self.edge()?,
            Token::Heuristic => Statement::Heuristic(self.heuristic()?),
            Token::Include => Statement::Include(self.include()?),
            Token::Script => return Err(self.script()),
            Token::Theory => Statement::Theory(self.theory_definition()?),
            Token::UnknownDirective | Token::End => return Err(self.unknown_directive()),
            token if token == Token::If || starts_literal(token) => {
                return Ok(self.rule(facts)?.map(Statement::Rule))
            }
            _ => return Err(self.unexpected("a rule or directive")),
        }))
    }

    /// `#program name(parameters).`
    fn part(&mut self) -> Parse<Part> {
        let first = self.bump();
        let name = self.expect(Token::Identifier, "the name of the program part")?;
        let name = self.name(name);
        let mut parameters = Vec::new();
        if let Some(opening) = self.accept(Token::LeftParenthesis) {
            while self.token() != Token::RightParenthesis || !parameters.is_empty() {
                let parameter = self.expect(Token::Identifier, "a constant that names a parameter")?;
                parameters.push(self.name(parameter));
                let place = self.span(parameter);
                if let Some(places) = &mut self.places {
                    places.add_parameter(first, place);
                }
                if self.accept(Token::Comma).is_none() {
                    break;
                }
            }
            self.close(opening, Token::RightParenthesis, "`,` or `)`")?;
        }
        self.end_statement(Directive, "`(` or `.`")?;
        let span = self.since(first);
        Ok(Part { name, parameters, span, goes_on: false, facts: Facts::default(), statements: Vec::new() })
    }

    /// `#show.`, `#show p/n.` or `#show t : b.`
    fn show(&mut self) -> Parse<Show> {
        let first = self.bump();
        if self.accept(Token::Dot).is_some() {
            return Ok(Show::Nothing(self.since(first)));
        }
        if let Some(signature) = self.try_signature()? {
            self.end_statement(Directive, "`.`")?;
            return Ok(Show::Signature(signature, self.since(first)));
        }
        let term = self.term()?;
        let body = self.optional_body(Directive)?;
        Ok(Show::Term(term, body, self.since(first)))
    }

    /// Parses `p/n` or `-p/n`; returns `None` if what follows makes it a term.
    fn try_signature(&mut self) -> Parse<Option<Signature>> {
        let start = self.cursor.clone();
        let is_signature = {
            self.accept(Token::Minus);
            self.accept(Token::Identifier).is_some()
                && self.accept(Token::Slash).is_some()
                && self.accept(Token::Decimal).is_some()
                && self.token() != Token::Colon
                && !super::terms::is_infix(self.token())
        };
        self.cursor = start;
        if is_signature {
            self.signature().map(Some)
        } else {
            Ok(None)
        }
    }

    fn signature(&mut self) -> Parse<Signature> {
        let negative = self.accept(Token::Minus).is_some();
        let name = self.expect(Token::Identifier, "a predicate as in `p/2`")?;
        let name = self.name(name);
        self.expect(Token::Slash, "`/` and the number of arguments")?;
        let digits = self.expect(Token::Decimal, "the number of arguments")?;
        match self.slice(digits).parse() {
            Ok(arity) => Ok(Signature { name, arity, negative }),
            Err(_) => {
                let error = Diagnostic::error("the arity is too large", self.span(digits))
                    .help("write the number of arguments behind the `/`, as in `p/2`");
                Err(self.report(error))
            }
        }
    }

    /// `#const name = term.`
    fn constant(&mut self) -> Parse<Const> {
        let first = self.bump();
        let (name, value) = self.definition()?;
        self.end_statement(Directive, "`.`")?;
        let mut overrides = false;
        if let Some(opening) = self.accept(Token::LeftBracket) {
            let word = self.expect(Token::Identifier, "`default` or `override`")?;
            overrides = match self.slice(word) {
                "default" => false,
                "override" => true,
                other => {
                    let error = Diagnostic::error(
                        format!("expected `default` or `override`, found `{other}`"),
                        self.span(word),
                    );
                    return Err(self.report(error));
                }
            };
            self.close(opening, Token::RightBracket, "`]`")?;
        }
        Ok(Const { name, value, overrides, span: self.since(first) })
    }

    /// `#external a : b. [value]`
    fn external(&mut self) -> Parse<External> {
        let first = self.bump();
        let atom = self.atom()?;
        let body = self.optional_body(Directive)?;
        let mut value = None;
        if let Some(opening) = self.accept(Token::LeftBracket) {
            value = Some(self.term()?);
            self.close(opening, Token::RightBracket, "`]`")?;
        }
        Ok(External { atom, body, value, span: self.since(first) })
    }

    /// `#defined p/n.`
    fn defined(&mut self) -> Parse<Statement> {
        let first = self.bump();
        let signature = self.signature()?;
        self.end_statement(Directive, "`.`")?;
        Ok(Statement::Defined(signature, self.since(first)))
    }

    /// `#project p/n.` or `#project a : b.`
    fn project(&mut self) -> Parse<Statement> {
        let first = self.bump();
        if let Some(signature) = self.try_signature()? {
            self.end_statement(Directive, "`.`")?;
            return Ok(Statement::ProjectSignature(signature, self.since(first)));
        }
        let atom = self.atom()?;
        let body = self.optional_body(Directive)?;
        Ok(Statement::ProjectAtom(atom, body, self.since(first)))
    }

    /// `#edge (u,v;w,x) : b.`
    fn edge(&mut self) -> Parse<Statement> {
        let first = self.bump();
        let opening = self.expect(Token::LeftParenthesis, "`(` and two nodes")?;
        let mut pairs = Vec::new();
        loop {
            let from = self.term()?;
            self.expect(Token::Comma, "`,` and a second node")?;
            pairs.push((from, self.term()?));
            if self.accept(Token::Semicolon).is_none() {
                break;
            }
        }
        self.close(opening, Token::RightParenthesis, "`;` or `)`")?;
        let body = self.optional_body(Directive)?;
        Ok(Statement::Edge(pairs, body, self.since(first)))
    }

    /// `#heuristic a : b. [w@p,m]`
    fn heuristic(&mut self) -> Parse<Heuristic> {
        let first = self.bump();
        let atom = self.atom()?;
        let body = self.optional_body(Directive)?;
        let opening = self.expect(Token::LeftBracket, "`[` with weight and modifier, as in `[1@2,true]`")?;
        let weight = self.term()?;
        let priority: Option<Term> = if self.accept(Token::At).is_some() { Some(self.term()?) } else { None };
        self.expect(Token::Comma, "`,` and a modifier such as `true` or `level`")?;
        let modifier = self.term()?;
        self.close(opening, Token::RightBracket, "`]`")?;
        Ok(Heuristic { atom, body, weight, priority, modifier, span: self.since(first) })
    }

    /// `#include "file".` or `#include <name>.`
    fn include(&mut self) -> Parse<Include> {
        let first = self.bump();
        let (target, builtin) = if self.accept(Token::Less).is_some() {
            let name = self.expect(Token::Identifier, "the name of a module")?;
            self.expect(Token::Greater, "`>`")?;
            (self.slice(name).to_owned(), true)
        } else {
            let quoted = self.expect(Token::String, "a file's name in quotes, or `<incmode>`")?;
            (unescape(self.slice(quoted)), false)
        };
        self.end_statement(Directive, "`.`")?;
        Ok(Include { target, builtin, span: self.since(first) })
    }
}
