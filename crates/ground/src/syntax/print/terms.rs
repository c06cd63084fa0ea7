//! Prints terms.

use std::fmt::{self, Formatter};

use super::{separated, Print};
use crate::symbol::Symbols;
use crate::syntax::ast::{BinaryOperator, Relation, Term, UnaryOperator};
use crate::syntax::precedence::{Infix, PREFIX, WEAKEST};

impl Print for Term {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        operand(self, WEAKEST, symbols, f)
    }
}

/// Prints a term, in parentheses if one of its outermost operators has a lower precedence than `weakest`.
fn operand(term: &Term, weakest: u8, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    match term {
        Term::Symbol(symbol, _) => write!(f, "{}", symbols.display(*symbol)),
        Term::Variable(name, _) => f.write_str(symbols.text(*name)),
        Term::Anonymous(_) => f.write_str("_"),
        Term::Function(name, lists, _) => {
            f.write_str(symbols.text(*name))?;
            argument_lists(lists, symbols, f)
        }
        Term::Call(name, lists, _) => {
            write!(f, "@{}", symbols.text(*name))?;
            match lists.as_slice() {
                [list] if list.is_empty() => f.write_str("()"),
                _ => argument_lists(lists, symbols, f),
            }
        }
        Term::Tuple(terms, _) => {
            f.write_str("(")?;
            separated(terms, ",", symbols, f)?;
            f.write_str(if terms.len() == 1 { ",)" } else { ")" })
        }
        Term::Pool(terms, _) => {
            f.write_str("(")?;
            separated(terms, ";", symbols, f)?;
            f.write_str(")")
        }
        Term::Unary(UnaryOperator::Absolute, inner, _) => {
            f.write_str("|")?;
            operand(inner, WEAKEST, symbols, f)?;
            f.write_str("|")
        }
        Term::Unary(operator, inner, _) => {
            let minus = *operator == UnaryOperator::Minus;
            f.write_str(if minus { "-" } else { "~" })?;
            // A minus directly before digits would be read as part of the number.
            match **inner {
                Term::Symbol(symbol, _)
                    if minus && symbols.as_number(symbol).is_some_and(|number| number >= 0) =>
                {
                    write!(f, "({})", symbols.display(symbol))
                }
                _ => operand(inner, PREFIX, symbols, f),
            }
        }
        Term::Operation(first, rest, _) => operation(first, rest, weakest, symbols, f),
        Term::Interval(left, right, _) => {
            let parentheses = Infix::Interval.strength() < weakest;
            f.write_str(if parentheses { "(" } else { "" })?;
            operand(left, Infix::Interval.left(), symbols, f)?;
            f.write_str("..")?;
            operand(right, Infix::Interval.right(), symbols, f)?;
            f.write_str(if parentheses { ")" } else { "" })
        }
    }
}

/// Prints operators that are applied from the left. What comes before one that binds more strongly is in parentheses.
fn operation(
    first: &Term,
    rest: &[(BinaryOperator, Term)],
    weakest: u8,
    symbols: &Symbols,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let of = |index: usize| Infix::Binary(rest[index].0);
    let closes = |index: usize| {
        let around = if index + 1 < rest.len() { of(index + 1).left() } else { weakest };
        of(index).strength() < around
    };
    for _ in (0..rest.len()).filter(|&index| closes(index)) {
        f.write_str("(")?;
    }
    operand(first, of(0).left(), symbols, f)?;
    for (index, (operator, right)) in rest.iter().enumerate() {
        f.write_str(operator.text())?;
        operand(right, of(index).right(), symbols, f)?;
        if closes(index) {
            f.write_str(")")?;
        }
    }
    Ok(())
}

/// Prints `(t,u;v,w)`; nothing for a single empty list.
pub(super) fn argument_lists(lists: &[Vec<Term>], symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    if let [list] = lists {
        if list.is_empty() {
            return Ok(());
        }
    }
    f.write_str("(")?;
    for (i, list) in lists.iter().enumerate() {
        if i > 0 {
            f.write_str(";")?;
        }
        separated(list, ",", symbols, f)?;
    }
    f.write_str(")")
}

impl BinaryOperator {
    /// Returns the operator as it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "\\",
            BinaryOperator::Power => "**",
            BinaryOperator::And => "&",
            BinaryOperator::Or => "?",
            BinaryOperator::Xor => "^",
        }
    }
}

impl Relation {
    /// Returns the relation as it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        }
    }
}
