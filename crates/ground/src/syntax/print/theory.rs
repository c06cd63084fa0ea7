//! Prints theories, with blanks around operators, so that none runs into the next.

use std::fmt::{self, Formatter};

use super::literals::condition;
use super::terms::argument_lists;
use super::{separated, Print};
use crate::symbol::Symbols;
use crate::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};

impl Print for TheoryDefinition {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#theory {} {{", symbols.text(self.name))?;
        let mut separator = " ";
        for term in &self.terms {
            write!(f, "{separator}{}", term.display(symbols))?;
            separator = "; ";
        }
        for atom in &self.atoms {
            write!(f, "{separator}{}", atom.display(symbols))?;
            separator = "; ";
        }
        f.write_str(" }.")
    }
}

impl Print for TheoryTermDefinition {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ ", symbols.text(self.name))?;
        separated(&self.operators, "; ", symbols, f)?;
        f.write_str(" }")
    }
}

impl Print for TheoryOperatorDefinition {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let fixity = match self.fixity {
            Fixity::Unary => "unary",
            Fixity::Left => "binary, left",
            Fixity::Right => "binary, right",
        };
        write!(f, "{} : {}, {fixity}", symbols.text(self.operator), self.priority)
    }
}

impl Print for TheoryAtomDefinition {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let elements = symbols.text(self.elements);
        write!(f, "&{}/{} : {elements}, ", symbols.text(self.name), self.arity)?;
        if let Some((operators, term)) = &self.guard {
            let operators: Vec<&str> = operators.iter().map(|&operator| symbols.text(operator)).collect();
            write!(f, "{{ {} }}, {}, ", operators.join(", "), symbols.text(*term))?;
        }
        f.write_str(match self.place {
            TheoryPlace::Head => "head",
            TheoryPlace::Body => "body",
            TheoryPlace::Any => "any",
            TheoryPlace::Directive => "directive",
        })
    }
}

impl Print for TheoryAtom {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "&{}", symbols.text(self.name))?;
        argument_lists(&self.pools, symbols, f)?;
        f.write_str(" { ")?;
        separated(&self.elements, "; ", symbols, f)?;
        f.write_str(" }")?;
        match &self.guard {
            Some((operator, term)) => write!(f, " {} {}", symbols.text(*operator), term.display(symbols)),
            None => Ok(()),
        }
    }
}

impl Print for TheoryElement {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        separated(&self.tuple, ", ", symbols, f)?;
        match (self.tuple.is_empty(), self.condition.is_empty()) {
            (true, true) => f.write_str(": "),
            _ => condition(&self.condition, symbols, f),
        }
    }
}

impl Print for TheoryTerm {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TheoryTerm::Symbol(symbol, _) => write!(f, "{}", symbols.display(*symbol)),
            TheoryTerm::Variable(name, _) => f.write_str(symbols.text(*name)),
            TheoryTerm::Function(name, arguments, _) => {
                write!(f, "{}(", symbols.text(*name))?;
                separated(arguments, ",", symbols, f)?;
                f.write_str(")")
            }
            TheoryTerm::Collection(brackets, terms, _) => {
                let (opening, closing) = brackets.text();
                f.write_str(opening)?;
                separated(terms, ",", symbols, f)?;
                let only = *brackets == Brackets::Tuple && terms.len() == 1;
                f.write_str(if only { "," } else { "" })?;
                f.write_str(closing)
            }
            TheoryTerm::Operation(operands, _) => {
                let mut separator = "";
                for (operators, operand) in operands {
                    for operator in operators {
                        write!(f, "{separator}{}", symbols.text(*operator))?;
                        separator = " ";
                    }
                    f.write_str(separator)?;
                    separator = " ";
                    match operand {
                        TheoryTerm::Operation(..) => write!(f, "({})", operand.display(symbols))?,
                        _ => operand.print(symbols, f)?,
                    }
                }
                Ok(())
            }
        }
    }
}
