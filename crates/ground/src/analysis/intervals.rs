//! Warnings about intervals that are empty whatever the program's constants are: `3..1`.

use crate::diagnostic::{Diagnostic, Lint};
use crate::symbol::Symbols;
use crate::syntax::ast::{BinaryOperator, Statement, Term, UnaryOperator};

/// Returns the warnings about the intervals of a statement.
pub fn empty_intervals(statement: &Statement, symbols: &Symbols) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    statement.terms(&mut |term| {
        term.subterms(&mut |part| {
            let Term::Interval(lower, upper, span) = part else { return };
            let bounds = integer(lower, symbols).zip(integer(upper, symbols));
            let Some((lower, upper)) = bounds.filter(|(lower, upper)| lower > upper) else { return };
            let written = format!("{lower}..{upper}");
            let warning = Diagnostic::warning(format!("the interval `{written}` is empty"), *span)
                .lint(Lint::Interval)
                .help(format!(
                    "it goes from the smaller to the greater integer: did you mean `{upper}..{lower}`?"
                ))
                .correction(&written, &[&format!("{upper}..{lower}")]);
            warnings.push(warning);
        });
    });
    warnings
}

/// Returns the integer that a term of numbers stands for; `None` for a term with anything else in it, such as a constant, and for
/// a power.
pub fn integer(term: &Term, symbols: &Symbols) -> Option<i64> {
    match term {
        Term::Symbol(symbol, _) => symbols.as_number(*symbol),
        Term::Unary(operator, operand, _) => {
            let operand = integer(operand, symbols)?;
            match operator {
                UnaryOperator::Minus => operand.checked_neg(),
                UnaryOperator::Absolute => operand.checked_abs(),
                UnaryOperator::Complement => Some(!operand),
            }
        }
        Term::Operation(first, rest, _) => {
            rest.iter().try_fold(integer(first, symbols)?, |left, (operator, right)| {
                let right = integer(right, symbols)?;
                match operator {
                    BinaryOperator::Add => left.checked_add(right),
                    BinaryOperator::Subtract => left.checked_sub(right),
                    BinaryOperator::Multiply => left.checked_mul(right),
                    BinaryOperator::Divide => left.checked_div(right),
                    _ => None,
                }
            })
        }
        _ => None,
    }
}
