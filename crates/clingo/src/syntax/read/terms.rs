//! Conversion of terms.

use groundplan::diagnostic::Span;
use groundplan::symbol::{Name, Symbol};
use groundplan::syntax::ast::{Atom, BinaryOperator, Term, UnaryOperator};

use super::{node_without_place, number, too_deep, Reader};
use crate::error::Result;
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;
use crate::term::Term as Ground;

impl Reader<'_> {
    pub(super) fn terms(&mut self, terms: &[Term]) -> Result<Value> {
        self.list(terms, Reader::term)
    }

    /// Converts a term into the value of an attribute.
    pub(super) fn held(&mut self, term: &Term) -> Result<Value> {
        Ok(Value::Node(self.term(term)?))
    }

    pub(super) fn term(&mut self, term: &Term) -> Result<Node> {
        match term {
            Term::Symbol(symbol, span) => self.symbol(*symbol, *span),
            Term::Variable(name, span) => {
                let name = self.name(*name);
                Ok(self.node(Kind::Variable, *span, [name]))
            }
            Term::Anonymous(span) => Ok(self.node(Kind::Variable, *span, [Value::Text("_".into())])),
            Term::Function(name, lists, span) => self.functions(*name, lists, false, *span),
            Term::Call(name, lists, span) => self.functions(*name, lists, true, *span),
            Term::Tuple(elements, span) => {
                let elements = self.terms(elements)?;
                Ok(self.node(Kind::Function, *span, [Value::Text("".into()), elements, number(false)]))
            }
            Term::Pool(alternatives, span) => {
                let alternatives = self.terms(alternatives)?;
                Ok(self.node(Kind::Pool, *span, [alternatives]))
            }
            Term::Unary(operator, operand, span) => {
                let operand = self.term(operand)?;
                self.unary(*operator, operand, *span)
            }
            Term::Operation(first, rest, _) => self.operation(first, rest),
            Term::Interval(left, right, span) => {
                let values = [self.held(left)?, self.held(right)?];
                Ok(self.node(Kind::Interval, *span, values))
            }
        }
    }

    /// Converts a number, string or constant. The parser represents only deeply nested functions as symbols, and these have
    /// no tree.
    fn symbol(&mut self, symbol: Symbol, span: Span) -> Result<Node> {
        match &self.tree.symbols.as_function(symbol) {
            Some((Some(_), [], _)) | None => {}
            Some(_) => return Err(too_deep(self.tree.source.name())),
        }
        let term = self.terms.of(symbol, &self.tree.symbols);
        self.ground(term, span)
    }

    pub(super) fn ground(&self, term: Ground, span: Span) -> Result<Node> {
        Ok(self.node(Kind::SymbolicTerm, span, [Value::Symbol(term)]))
    }

    pub(super) fn unary(&self, operator: UnaryOperator, operand: Node, span: Span) -> Result<Node> {
        let operator = match operator {
            UnaryOperator::Minus => 0,
            UnaryOperator::Complement => 1,
            UnaryOperator::Absolute => 2,
        };
        Ok(self.node(Kind::UnaryOperation, span, [number(operator), Value::Node(operand)]))
    }

    fn operation(&mut self, first: &Term, rest: &[(BinaryOperator, Term)]) -> Result<Node> {
        let mut left = self.term(first)?;
        for (operator, right) in rest {
            let span = self.tree.places.operation(right);
            let values = [number(binary(*operator)), Value::Node(left), self.held(right)?];
            left = self.node(Kind::BinaryOperation, span, values);
        }
        Ok(left)
    }

    /// Converts a function. Several lists of arguments become a pool of functions with the same location.
    pub(super) fn functions(
        &mut self,
        name: Name,
        lists: &[Vec<Term>],
        external: bool,
        span: Span,
    ) -> Result<Node> {
        if let [arguments] = lists {
            return self.function(name, arguments, external, span);
        }
        let functions =
            self.list(lists, |reader, arguments| reader.function(name, arguments, external, span))?;
        Ok(self.node(Kind::Pool, span, [functions]))
    }

    fn function(&mut self, name: Name, arguments: &[Term], external: bool, span: Span) -> Result<Node> {
        let values = [self.name(name), self.terms(arguments)?, number(external)];
        Ok(self.node(Kind::Function, span, values))
    }

    /// Converts an atom. A classical negation belongs to the location of the function that it precedes.
    pub(super) fn atom(&mut self, atom: &Atom) -> Result<Node> {
        let mut symbol = self.functions(atom.name, &atom.pools, false, atom.span)?;
        if atom.negative {
            symbol = self.unary(UnaryOperator::Minus, symbol, atom.span)?;
        }
        Ok(node_without_place(Kind::SymbolicAtom, [Value::Node(symbol)]))
    }
}

fn binary(operator: BinaryOperator) -> i64 {
    match operator {
        BinaryOperator::Xor => 0,
        BinaryOperator::Or => 1,
        BinaryOperator::And => 2,
        BinaryOperator::Add => 3,
        BinaryOperator::Subtract => 4,
        BinaryOperator::Multiply => 5,
        BinaryOperator::Divide => 6,
        BinaryOperator::Modulo => 7,
        BinaryOperator::Power => 8,
    }
}
