//! Conversion of theory atoms and theory definitions.

use groundplan::symbol::Name;
use groundplan::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{number, NodeResult, Reader};
use crate::ast::kind::Kind;
use crate::ast::location::Class;
use crate::ast::value::{Sequence, Value};

impl Reader<'_> {
    /// Converts a theory atom, as `&f(t) { u : c } <= v`. Its location is that of its name and arguments.
    pub(super) fn theory_atom(&mut self, atom: &TheoryAtom) -> NodeResult {
        let span = self.places.theory_term(atom.span);
        let term = self.functions(atom.name, &atom.pools, false, span)?;
        let elements = self.list(&atom.elements, Reader::theory_element)?;
        let guard = match &atom.guard {
            None => Value::Missing,
            Some((operator, term)) => {
                let values = vec![self.name(*operator), Value::Node(self.theory_term(term)?)];
                Value::Node(self.node_without_place(Kind::TheoryGuard, values)?)
            }
        };
        self.node(Kind::TheoryAtom, span, vec![Value::Node(term), elements, guard])
    }

    fn theory_element(&mut self, element: &TheoryElement) -> NodeResult {
        let terms = self.list(&element.tuple, Reader::theory_term)?;
        let condition = self.literals(&element.condition)?;
        self.node_without_place(Kind::TheoryAtomElement, vec![terms, condition])
    }

    fn theory_term(&mut self, term: &TheoryTerm) -> NodeResult {
        match term {
            TheoryTerm::Symbol(symbol, span) => {
                let term = self.terms.of(*symbol, self.symbols);
                self.ground(term, *span)
            }
            TheoryTerm::Variable(name, span) => {
                let name = self.name(*name);
                self.node(Kind::Variable, *span, vec![name])
            }
            TheoryTerm::Function(name, arguments, span) => {
                let values = vec![self.name(*name), self.list(arguments, Reader::theory_term)?];
                self.node(Kind::TheoryFunction, *span, values)
            }
            TheoryTerm::Collection(brackets, terms, span) => {
                let brackets = match brackets {
                    Brackets::Tuple => 0,
                    Brackets::Set => 1,
                    Brackets::List => 2,
                };
                let terms = self.list(terms, Reader::theory_term)?;
                self.node(Kind::TheorySequence, *span, vec![number(brackets), terms])
            }
            TheoryTerm::Operation(operands, span) => {
                let elements = self.list(operands, |reader, (operators, operand)| {
                    let values =
                        vec![reader.operators(operators)?, Value::Node(reader.theory_term(operand)?)];
                    reader.node_without_place(Kind::TheoryUnparsedTermElement, values)
                })?;
                self.node(Kind::TheoryUnparsedTerm, *span, vec![elements])
            }
        }
    }

    fn operators(&self, operators: &[Name]) -> PyResult<Value> {
        let texts = operators.iter().map(|operator| self.symbols.text(*operator));
        let list = PyList::new(self.py, texts.collect::<Vec<_>>())?;
        Ok(Value::Texts(Sequence::new(Class::StrSequence, list)?))
    }

    /// Converts `#theory t { … }.`
    pub(super) fn theory_definition(&mut self, theory: &TheoryDefinition) -> NodeResult {
        let values = vec![
            self.name(theory.name),
            self.list(&theory.terms, Reader::theory_term_definition)?,
            self.list(&theory.atoms, Reader::theory_atom_definition)?,
        ];
        self.node(Kind::TheoryDefinition, theory.span, values)
    }

    fn theory_term_definition(&mut self, term: &TheoryTermDefinition) -> NodeResult {
        let values = vec![self.name(term.name), self.list(&term.operators, Reader::operator_definition)?];
        self.node(Kind::TheoryTermDefinition, term.span, values)
    }

    fn operator_definition(&mut self, operator: &TheoryOperatorDefinition) -> NodeResult {
        let fixity = match operator.fixity {
            Fixity::Unary => 0,
            Fixity::Left => 1,
            Fixity::Right => 2,
        };
        let values = vec![self.name(operator.operator), number(operator.priority), number(fixity)];
        self.node(Kind::TheoryOperatorDefinition, operator.span, values)
    }

    fn theory_atom_definition(&mut self, atom: &TheoryAtomDefinition) -> NodeResult {
        let place = match atom.place {
            TheoryPlace::Head => 0,
            TheoryPlace::Body => 1,
            TheoryPlace::Any => 2,
            TheoryPlace::Directive => 3,
        };
        let guard = match &atom.guard {
            None => Value::Missing,
            Some((operators, term)) => {
                let values = vec![self.operators(operators)?, self.name(*term)];
                Value::Node(self.node_without_place(Kind::TheoryGuardDefinition, values)?)
            }
        };
        let name = self.name(atom.name);
        let elements = self.name(atom.elements);
        let values = vec![number(place), name, number(atom.arity), elements, guard];
        self.node(Kind::TheoryAtomDefinition, atom.span, values)
    }
}
