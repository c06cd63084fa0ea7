//! Conversion of theory atoms and theory definitions.

use std::sync::Arc;

use groundplan::diagnostic::Span;
use groundplan::program::CALL;
use groundplan::symbol::Name;
use groundplan::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};

use super::{chosen, is_variable, misplaced, NodeWriter};
use crate::error::{Error, Result};
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;
use crate::term::Term as Ground;

const BRACKETS: &[Brackets] = &[Brackets::Tuple, Brackets::Set, Brackets::List];
const FIXITY: &[Fixity] = &[Fixity::Unary, Fixity::Left, Fixity::Right];
const PLACES: &[TheoryPlace] =
    &[TheoryPlace::Head, TheoryPlace::Body, TheoryPlace::Any, TheoryPlace::Directive];

impl NodeWriter<'_> {
    /// Converts `&f(t) { u : c } <= v`.
    pub(super) fn theory_atom(&mut self, node: &Node) -> Result<TheoryAtom> {
        let values = node.values();
        let [term, elements, guard] = &*values else {
            return Err(misplaced(node.kind(), "a theory atom"));
        };
        let atom = self.only(term, NodeWriter::atom)?;
        if atom.negative {
            return Err(Error::runtime("a theory atom has no sign in its name"));
        }
        let elements = self.list(elements, |writer, element| match (element.kind(), &*element.values()) {
            (Kind::TheoryAtomElement, [terms, condition]) => Ok(TheoryElement {
                tuple: writer.list(terms, NodeWriter::theory_term)?,
                condition: writer.condition(condition)?,
            }),
            (kind, _) => Err(misplaced(kind, "an element of a theory atom")),
        })?;
        let guard = self.list(guard, |writer, guard| match (guard.kind(), &*guard.values()) {
            (Kind::TheoryGuard, [Value::Text(operator), term]) => {
                Ok((writer.name_of_operator(operator), writer.only(term, NodeWriter::theory_term)?))
            }
            (kind, _) => Err(misplaced(kind, "the guard of a theory atom")),
        })?;
        let guard = guard.into_iter().next();
        Ok(TheoryAtom { name: atom.name, pools: atom.pools, elements, guard, span: self.span(node) })
    }

    fn theory_term(&mut self, node: &Node) -> Result<TheoryTerm> {
        self.deeper(|writer| writer.theory_term_here(node))
    }

    fn theory_term_here(&mut self, node: &Node) -> Result<TheoryTerm> {
        use Value::{Number, Text};
        let span = self.span(node);
        Ok(match (node.kind(), &*node.values()) {
            (Kind::SymbolicTerm, [Value::Symbol(term)]) => self.theory_symbol(term, span)?,
            (Kind::Variable, [Text(name)]) => {
                self.is_exact &= is_variable(name);
                TheoryTerm::Variable(self.engine.symbols_mut().name(name), span)
            }
            (Kind::TheoryFunction, [Text(name), arguments]) => {
                let arguments = self.list(arguments, NodeWriter::theory_term)?;
                // Without a name, it is still no tuple.
                let name = if name.is_empty() { CALL } else { name };
                TheoryTerm::Function(self.name(name), arguments, span)
            }
            (Kind::TheorySequence, [Number(brackets), terms]) => {
                let brackets = chosen(BRACKETS, *brackets, "kind of brackets")?;
                TheoryTerm::Collection(brackets, self.list(terms, NodeWriter::theory_term)?, span)
            }
            (Kind::TheoryUnparsedTerm, [elements]) => {
                let mut operands = self.list(elements, NodeWriter::operand)?;
                let is_operation = |(index, (operators, _)): (usize, &(Vec<Name>, TheoryTerm))| {
                    index == 0 || !operators.is_empty()
                };
                if operands.is_empty() || !operands.iter().enumerate().all(is_operation) {
                    return Err(Error::runtime("an operator expected between two terms of a theory"));
                }
                match operands.as_slice() {
                    [(operators, _)] if operators.is_empty() => operands.swap_remove(0).1,
                    _ => TheoryTerm::Operation(operands, span),
                }
            }
            (kind, _) => return Err(misplaced(kind, "theory term")),
        })
    }

    fn operand(&mut self, node: &Node) -> Result<(Vec<Name>, TheoryTerm)> {
        match (node.kind(), &*node.values()) {
            (Kind::TheoryUnparsedTermElement, [Value::Texts(operators), term]) => {
                let operators = self.operators(operators);
                Ok((operators, self.only(term, NodeWriter::theory_term)?))
            }
            (kind, _) => Err(misplaced(kind, "an operand of a theory")),
        }
    }

    /// Converts a ground term. Only numbers, strings and constants are symbols in theories. As in clingo, the sign of a
    /// number is a function, and that of a function is lost.
    fn theory_symbol(&mut self, term: &Ground, span: Span) -> Result<TheoryTerm> {
        match term {
            Ground::Function(function) if function.name.is_empty() || !function.arguments.is_empty() => self
                .deeper(|writer| {
                    writer.is_exact &= function.positive;
                    let terms =
                        function.arguments.iter().map(|argument| writer.theory_symbol(argument, span));
                    let terms = terms.collect::<Result<Vec<_>>>()?;
                    Ok(match function.name.is_empty() {
                        true => TheoryTerm::Collection(Brackets::Tuple, terms, span),
                        false => TheoryTerm::Function(writer.name(&function.name), terms, span),
                    })
                }),
            Ground::Function(function) => {
                let name = self.name(&function.name);
                self.is_exact &= function.positive;
                Ok(TheoryTerm::Symbol(self.engine.symbols_mut().constant(name), span))
            }
            Ground::Number(value) if *value < 0 && *value > i64::MIN => {
                let magnitude = TheoryTerm::Symbol(self.engine.symbols_mut().number(-*value), span);
                Ok(TheoryTerm::Function(self.name("-"), vec![magnitude], span))
            }
            _ => Ok(TheoryTerm::Symbol(term.to_symbol(self.engine.symbols_mut()), span)),
        }
    }

    fn operators(&mut self, operators: &[Arc<str>]) -> Vec<Name> {
        operators.iter().map(|operator| self.name_of_operator(operator)).collect()
    }

    /// Converts `#theory t { … }.`
    pub(super) fn theory_definition(
        &mut self,
        name: &str,
        terms: &Value,
        atoms: &Value,
    ) -> Result<TheoryDefinition> {
        let name = self.name(name);
        let terms = self.list(terms, NodeWriter::theory_term_definition)?;
        let atoms = self.list(atoms, NodeWriter::theory_atom_definition)?;
        Ok(TheoryDefinition { name, terms, atoms, span: self.spans.whole })
    }

    fn theory_term_definition(&mut self, node: &Node) -> Result<TheoryTermDefinition> {
        let values = node.values();
        let (Kind::TheoryTermDefinition, [Value::Text(name), operators]) = (node.kind(), &*values) else {
            return Err(misplaced(node.kind(), "a definition of theory terms"));
        };
        let operators = self.list(operators, NodeWriter::operator_definition)?;
        Ok(TheoryTermDefinition { name: self.name(name), operators, span: self.span(node) })
    }

    fn operator_definition(&mut self, node: &Node) -> Result<TheoryOperatorDefinition> {
        let values = node.values();
        let (
            Kind::TheoryOperatorDefinition,
            [Value::Text(name), Value::Number(priority), Value::Number(fixity)],
        ) = (node.kind(), &*values)
        else {
            return Err(misplaced(node.kind(), "a definition of a theory operator"));
        };
        let priority = u32::try_from(*priority)
            .map_err(|_| Error::runtime(format!("{priority} is no priority of an operator")))?;
        Ok(TheoryOperatorDefinition {
            operator: self.name_of_operator(name),
            priority,
            fixity: chosen(FIXITY, *fixity, "kind of operators")?,
            span: self.span(node),
        })
    }

    fn theory_atom_definition(&mut self, node: &Node) -> Result<TheoryAtomDefinition> {
        let values = node.values();
        let (
            Kind::TheoryAtomDefinition,
            [Value::Number(place), Value::Text(name), Value::Number(arity), Value::Text(elements), guard],
        ) = (node.kind(), &*values)
        else {
            return Err(misplaced(node.kind(), "a definition of theory atoms"));
        };
        let guard = self.list(guard, |writer, guard| match (guard.kind(), &*guard.values()) {
            (Kind::TheoryGuardDefinition, [Value::Texts(operators), Value::Text(term)]) => {
                Ok((writer.operators(operators), writer.name(term)))
            }
            (kind, _) => Err(misplaced(kind, "a definition of guards")),
        })?;
        Ok(TheoryAtomDefinition {
            name: self.name(name),
            arity: u32::try_from(*arity)
                .map_err(|_| Error::runtime(format!("{arity} is no number of arguments")))?,
            elements: self.name(elements),
            guard: guard.into_iter().next(),
            place: chosen(PLACES, *place, "place of theory atoms")?,
            span: self.span(node),
        })
    }
}
