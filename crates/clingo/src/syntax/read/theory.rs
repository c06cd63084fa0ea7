//! Conversion of theory atoms and theory definitions.

use groundplan::symbol::Name;
use groundplan::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};

use super::{node_without_place, number, Reader};
use crate::error::Result;
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;

impl Reader<'_> {
    /// Converts a theory atom, as `&f(t) { u : c } <= v`. Its location is that of its name and arguments.
    pub(super) fn theory_atom(&mut self, atom: &TheoryAtom) -> Result<Node> {
        let span = self.tree.places.theory_term(atom.span);
        let term = self.functions(atom.name, &atom.pools, false, span)?;
        let elements = self.list(&atom.elements, Reader::theory_element)?;
        let guard = match &atom.guard {
            None => Value::Missing,
            Some((operator, term)) => {
                let values = [self.name(*operator), Value::Node(self.theory_term(term)?)];
                Value::Node(node_without_place(Kind::TheoryGuard, values))
            }
        };
        Ok(self.node(Kind::TheoryAtom, span, [Value::Node(term), elements, guard]))
    }

    fn theory_element(&mut self, element: &TheoryElement) -> Result<Node> {
        let terms = self.list(&element.tuple, Reader::theory_term)?;
        let condition = self.literals(&element.condition)?;
        Ok(node_without_place(Kind::TheoryAtomElement, [terms, condition]))
    }

    fn theory_term(&mut self, term: &TheoryTerm) -> Result<Node> {
        match term {
            TheoryTerm::Symbol(symbol, span) => {
                let term = self.terms.of(*symbol, &self.tree.symbols);
                self.ground(term, *span)
            }
            TheoryTerm::Variable(name, span) => {
                let name = self.name(*name);
                Ok(self.node(Kind::Variable, *span, [name]))
            }
            TheoryTerm::Function(name, arguments, span) => {
                let values = [self.name(*name), self.list(arguments, Reader::theory_term)?];
                Ok(self.node(Kind::TheoryFunction, *span, values))
            }
            TheoryTerm::Collection(brackets, terms, span) => {
                let brackets = match brackets {
                    Brackets::Tuple => 0,
                    Brackets::Set => 1,
                    Brackets::List => 2,
                };
                let terms = self.list(terms, Reader::theory_term)?;
                Ok(self.node(Kind::TheorySequence, *span, [number(brackets), terms]))
            }
            TheoryTerm::Operation(operands, span) => {
                let elements = self.list(operands, |reader, (operators, operand)| {
                    let values = [reader.operators(operators), Value::Node(reader.theory_term(operand)?)];
                    Ok(node_without_place(Kind::TheoryUnparsedTermElement, values))
                })?;
                Ok(self.node(Kind::TheoryUnparsedTerm, *span, [elements]))
            }
        }
    }

    fn operators(&mut self, operators: &[Name]) -> Value {
        Value::Texts(operators.iter().map(|operator| self.shared_name(*operator)).collect())
    }

    /// Converts `#theory t { … }.`
    pub(super) fn theory_definition(&mut self, theory: &TheoryDefinition) -> Result<Node> {
        let values = [
            self.name(theory.name),
            self.list(&theory.terms, Reader::theory_term_definition)?,
            self.list(&theory.atoms, Reader::theory_atom_definition)?,
        ];
        Ok(self.node(Kind::TheoryDefinition, theory.span, values))
    }

    fn theory_term_definition(&mut self, term: &TheoryTermDefinition) -> Result<Node> {
        let values = [self.name(term.name), self.list(&term.operators, Reader::operator_definition)?];
        Ok(self.node(Kind::TheoryTermDefinition, term.span, values))
    }

    fn operator_definition(&mut self, operator: &TheoryOperatorDefinition) -> Result<Node> {
        let fixity = match operator.fixity {
            Fixity::Unary => 0,
            Fixity::Left => 1,
            Fixity::Right => 2,
        };
        let values = [self.name(operator.operator), number(operator.priority), number(fixity)];
        Ok(self.node(Kind::TheoryOperatorDefinition, operator.span, values))
    }

    fn theory_atom_definition(&mut self, atom: &TheoryAtomDefinition) -> Result<Node> {
        let place = match atom.place {
            TheoryPlace::Head => 0,
            TheoryPlace::Body => 1,
            TheoryPlace::Any => 2,
            TheoryPlace::Directive => 3,
        };
        let guard = match &atom.guard {
            None => Value::Missing,
            Some((operators, term)) => {
                let values = [self.operators(operators), self.name(*term)];
                Value::Node(node_without_place(Kind::TheoryGuardDefinition, values))
            }
        };
        let name = self.name(atom.name);
        let elements = self.name(atom.elements);
        let values = [number(place), name, number(atom.arity), elements, guard];
        Ok(self.node(Kind::TheoryAtomDefinition, atom.span, values))
    }
}
