//! Conversion of terms and atoms.

use groundplan::diagnostic::Span;
use groundplan::symbol::{Symbol, SymbolView};
use groundplan::syntax::ast::{Atom, BinaryOperator, Term, UnaryOperator};

use super::{chosen, is_variable, misplaced, only, NodeWriter};
use crate::error::{Error, Result};
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;
use crate::term::Term as Ground;

const UNARY: &[UnaryOperator] = &[UnaryOperator::Minus, UnaryOperator::Complement, UnaryOperator::Absolute];
const BINARY: &[BinaryOperator] = &[
    BinaryOperator::Xor,
    BinaryOperator::Or,
    BinaryOperator::And,
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
    BinaryOperator::Power,
];

impl NodeWriter<'_> {
    /// Converts the terms of a value.
    pub(super) fn terms(&mut self, value: &Value) -> Result<Vec<Term>> {
        self.list(value, NodeWriter::term)
    }

    /// Converts the only term of a value.
    pub(super) fn held(&mut self, value: &Value) -> Result<Term> {
        self.only(value, NodeWriter::term)
    }

    pub(super) fn term(&mut self, node: &Node) -> Result<Term> {
        self.deeper(|writer| writer.term_here(node))
    }

    fn term_here(&mut self, node: &Node) -> Result<Term> {
        use Value::{Number, Text};
        let span = self.span(node);
        Ok(match (node.kind(), &*node.values()) {
            (Kind::Variable, [Text(name)]) if &**name == "_" => Term::Anonymous(span),
            (Kind::Variable, [Text(name)]) => {
                self.is_exact &= is_variable(name);
                Term::Variable(self.engine.symbols_mut().name(name), span)
            }
            (Kind::SymbolicTerm, [Value::Symbol(term)]) => self.ground(term, span)?,
            (Kind::UnaryOperation, [Number(operator), operand]) => {
                let operator = chosen(UNARY, *operator, "operator with one operand")?;
                let operand = self.held(operand)?;
                self.unary(operator, operand, span)
            }
            (Kind::BinaryOperation, _) => self.operation(node)?,
            (Kind::Interval, [left, right]) => {
                Term::Interval(Box::new(self.held(left)?), Box::new(self.held(right)?), span)
            }
            (Kind::Function, [Text(name), arguments, Number(external)]) => {
                let arguments = self.terms(arguments)?;
                match (name.is_empty(), *external) {
                    (true, 0) => self.tuple(arguments, span),
                    (false, 0) => self.function(name, arguments, span),
                    _ => Term::Call(self.name(name), vec![arguments], span),
                }
            }
            (Kind::Pool, [alternatives]) => {
                let mut alternatives = self.terms(alternatives)?;
                match alternatives.len() {
                    0 => self.no_term(span),
                    1 => alternatives.swap_remove(0),
                    _ => Term::Pool(alternatives, span),
                }
            }
            (kind, _) => return Err(misplaced(kind, "a term")),
        })
    }

    /// Returns an operation that has no value.
    fn no_term(&mut self, span: Span) -> Term {
        let symbols = self.engine.symbols_mut();
        let (one, zero) = (symbols.number(1), symbols.number(0));
        let divided = vec![(BinaryOperator::Divide, Term::Symbol(zero, span))];
        Term::Operation(Box::new(Term::Symbol(one, span)), divided, span)
    }

    /// A number with its sign is one symbol.
    fn unary(&mut self, operator: UnaryOperator, operand: Term, span: Span) -> Term {
        if let (UnaryOperator::Minus, Term::Symbol(symbol, _)) = (operator, &operand) {
            let symbols = self.engine.symbols_mut();
            if let SymbolView::Number(value @ 1..) = symbols.view(*symbol) {
                return Term::Symbol(symbols.number(-value), span);
            }
        }
        Term::Unary(operator, Box::new(operand), span)
    }

    /// Converts a chain of operations, each the left operand of the next one, without recursion.
    fn operation(&mut self, last: &Node) -> Result<Term> {
        let whole = self.span(last);
        let mut rest = Vec::new();
        let mut first = last.clone();
        while first.kind() == Kind::BinaryOperation {
            let values = first.values();
            let [Value::Number(operator), left, right] = &*values else {
                return Err(misplaced(first.kind(), "an operation"));
            };
            rest.push((chosen(BINARY, *operator, "operator with two operands")?, self.held(right)?));
            first = only(left)?.clone();
        }
        rest.reverse();
        let first = self.term(&first)?;
        Ok(Term::Operation(Box::new(first), rest, whole))
    }

    fn function(&mut self, name: &str, arguments: Vec<Term>, span: Span) -> Term {
        let name = self.name(name);
        match all_symbols(&arguments) {
            Some(arguments) => {
                Term::Symbol(self.engine.symbols_mut().function(name, &arguments, false), span)
            }
            None => Term::Function(name, vec![arguments], span),
        }
    }

    fn tuple(&mut self, elements: Vec<Term>, span: Span) -> Term {
        match all_symbols(&elements) {
            Some(elements) => Term::Symbol(self.engine.symbols_mut().tuple(&elements), span),
            None => Term::Tuple(elements, span),
        }
    }

    /// Converts a ground term. A classical negation is an operator in syntax trees.
    fn ground(&mut self, term: &Ground, span: Span) -> Result<Term> {
        self.check_names(term);
        if !has_negation(term) {
            return Ok(Term::Symbol(term.to_symbol(self.engine.symbols_mut()), span));
        }
        self.deeper(|writer| writer.ground_with_negation(term, span))
    }

    fn ground_with_negation(&mut self, term: &Ground, span: Span) -> Result<Term> {
        let Ground::Function(function) = term else {
            return Ok(Term::Symbol(term.to_symbol(self.engine.symbols_mut()), span));
        };
        let arguments = function.arguments.iter().map(|argument| self.ground(argument, span));
        let arguments = arguments.collect::<Result<Vec<Term>>>()?;
        if function.name.is_empty() {
            return Ok(self.tuple(arguments, span));
        }
        let term = self.function(&function.name, arguments, span);
        Ok(if function.positive { term } else { Term::Unary(UnaryOperator::Minus, Box::new(term), span) })
    }

    /// Notes whether the names in a ground term read as names.
    fn check_names(&mut self, term: &Ground) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if let Ground::Function(function) = term {
                self.is_exact &= function.name.is_empty() || super::is_identifier(&function.name);
                open.extend(&function.arguments);
            }
        }
    }

    /// Converts the term of an atom: a predicate with its arguments, a pool of them, or a classical negation.
    pub(super) fn atom(&mut self, node: &Node) -> Result<Atom> {
        let span = self.span(node);
        match (node.kind(), &*node.values()) {
            (Kind::SymbolicAtom, [symbol]) => self.only(symbol, NodeWriter::atom),
            (Kind::UnaryOperation, [Value::Number(0), operand]) => {
                let atom = self.deeper(|writer| writer.only(operand, NodeWriter::atom))?;
                Ok(Atom { negative: !atom.negative, span, ..atom })
            }
            (Kind::Function, [Value::Text(name), arguments, Value::Number(0)]) if !name.is_empty() => {
                let arguments = self.terms(arguments)?;
                Ok(Atom { name: self.name(name), pools: vec![arguments], negative: false, span })
            }
            (Kind::Pool, [alternatives]) => {
                let mut atoms = self.list(alternatives, NodeWriter::atom)?.into_iter();
                let first = atoms.next().ok_or_else(|| misplaced(node.kind(), "an atom"))?;
                atoms.try_fold(Atom { span, ..first }, |mut pool, atom| {
                    if (atom.name, atom.negative) != (pool.name, pool.negative) {
                        return Err(Error::runtime("the atoms of a pool have one predicate"));
                    }
                    pool.pools.extend(atom.pools);
                    Ok(pool)
                })
            }
            (Kind::SymbolicTerm, [Value::Symbol(term @ Ground::Function(function))])
                if !function.name.is_empty() =>
            {
                self.check_names(term);
                let arguments = function.arguments.iter().map(|argument| self.ground(argument, span));
                let pools = vec![arguments.collect::<Result<_>>()?];
                Ok(Atom { name: self.name(&function.name), pools, negative: !function.positive, span })
            }
            (kind, _) => Err(misplaced(kind, "an atom")),
        }
    }
}

/// Returns the symbols, if all terms are symbols.
pub(super) fn all_symbols(terms: &[Term]) -> Option<Vec<Symbol>> {
    let symbol = |term: &Term| match term {
        Term::Symbol(symbol, _) => Some(*symbol),
        _ => None,
    };
    terms.iter().map(symbol).collect()
}

/// Whether a classical negation is anywhere in a term.
fn has_negation(term: &Ground) -> bool {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if let Ground::Function(function) = term {
            if !function.positive {
                return true;
            }
            open.extend(&function.arguments);
        }
    }
    false
}
