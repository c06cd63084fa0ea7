//! Prints literals and aggregates.

use std::fmt::{self, Formatter};

use super::terms::argument_lists;
use super::{separated, Print};
use crate::symbol::Symbols;
use crate::syntax::ast::{
    Atom, BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, HeadAggregate, Literal, LiteralKind,
    SetAggregate, Sign, Term,
};

impl Print for Atom {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negative { "-" } else { "" })?;
        f.write_str(symbols.text(self.name))?;
        argument_lists(&self.pools, symbols, f)
    }
}

impl Sign {
    /// Returns the negation as it is written, with a space behind it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Sign::Positive => "",
            Sign::Negative => "not ",
            Sign::DoubleNegative => "not not ",
        }
    }
}

impl Print for Literal {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign.text())?;
        match &self.kind {
            LiteralKind::Boolean(value) => write!(f, "#{value}"),
            LiteralKind::Atom(atom) => atom.print(symbols, f),
            LiteralKind::Comparison(first, chain) => {
                first.print(symbols, f)?;
                for (relation, term) in chain {
                    write!(f, " {} ", relation.text())?;
                    term.print(symbols, f)?;
                }
                Ok(())
            }
        }
    }
}

impl Print for ConditionalLiteral {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        self.literal.print(symbols, f)?;
        condition(&self.condition, symbols, f)
    }
}

/// Prints ` : c, d`; nothing for an empty condition.
pub(super) fn condition<T: Print>(literals: &[T], symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    if literals.is_empty() {
        return Ok(());
    }
    f.write_str(" : ")?;
    separated(literals, ", ", symbols, f)
}

/// Prints the literals of a body. A `;` follows a literal with a condition, because a comma would continue the condition.
pub(super) fn body(literals: &[BodyLiteral], symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    for (i, literal) in literals.iter().enumerate() {
        if i > 0 {
            let after_condition = matches!(literals[i - 1], BodyLiteral::Conditional(_));
            f.write_str(if after_condition { "; " } else { ", " })?;
        }
        literal.print(symbols, f)?;
    }
    Ok(())
}

impl Print for BodyLiteral {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BodyLiteral::Literal(literal) => literal.print(symbols, f),
            // Unlike a plain literal, one with an empty condition has local variables.
            BodyLiteral::Conditional(conditional) if conditional.condition.is_empty() => {
                conditional.literal.print(symbols, f)?;
                f.write_str(" :")
            }
            BodyLiteral::Conditional(conditional) => conditional.print(symbols, f),
            BodyLiteral::Aggregate(sign, aggregate) => {
                f.write_str(sign.text())?;
                aggregate.print(symbols, f)
            }
            BodyLiteral::Set(sign, aggregate) => {
                f.write_str(sign.text())?;
                aggregate.print(symbols, f)
            }
            BodyLiteral::Theory(sign, atom) => {
                f.write_str(sign.text())?;
                atom.print(symbols, f)
            }
        }
    }
}

impl Print for SetAggregate {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        guarded(&self.guards, "", &self.elements, symbols, f)
    }
}

impl Print for BodyAggregate {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        guarded(&self.guards, self.function.text(), &self.elements, symbols, f)
    }
}

impl Print for HeadAggregate {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        guarded(&self.guards, self.function.text(), &self.elements, symbols, f)
    }
}

/// Prints `t <= #sum { … } < u`.
fn guarded<T: Print>(
    guards: &Guards,
    function: &str,
    elements: &[T],
    symbols: &Symbols,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if let Some((term, relation)) = &guards.left {
        term.print(symbols, f)?;
        write!(f, " {} ", relation.text())?;
    }
    f.write_str(function)?;
    f.write_str(if function.is_empty() { "{" } else { " {" })?;
    if !elements.is_empty() {
        f.write_str(" ")?;
        separated(elements, "; ", symbols, f)?;
        f.write_str(" ")?;
    }
    f.write_str("}")?;
    if let Some((relation, term)) = &guards.right {
        write!(f, " {} ", relation.text())?;
        term.print(symbols, f)?;
    }
    Ok(())
}

/// An element of an aggregate in a body.
impl Print for (Vec<Term>, Vec<Literal>) {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let (tuple, literals) = self;
        if !tuple.is_empty() {
            separated(tuple, ",", symbols, f)?;
            return condition(literals, symbols, f);
        }
        f.write_str(if literals.is_empty() { ":" } else { ": " })?;
        separated(literals, ", ", symbols, f)
    }
}

/// An element of an aggregate in a head.
impl Print for (Vec<Term>, ConditionalLiteral) {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let (tuple, derived) = self;
        separated(tuple, ",", symbols, f)?;
        f.write_str(if tuple.is_empty() { ": " } else { " : " })?;
        derived.print(symbols, f)
    }
}
