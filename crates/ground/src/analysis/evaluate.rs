//! Arithmetic on symbols: 64-bit integers, with overflow reported and never wrapped.

use super::rule;
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// The reason why a term has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The operation at this position leaves the range of 64-bit integers.
    Overflow(Span),
    /// The operation at this position is not defined on its operands. An instance of a rule with such a term is left out.
    Undefined(Span),
    /// An external function is unknown, or reports an error.
    Call(Box<Diagnostic>),
}

/// Returns the warning that an operation has no value in some instances.
pub fn undefined(span: Span) -> Diagnostic {
    Diagnostic::warning("this has no value for some instances", span)
        .label("undefined")
        .lint(Lint::Arithmetic)
        .help("such instances are left out; add a condition that excludes them")
}

/// Returns the value of a term under an assignment of its variables.
///
/// # Errors
///
/// If an operation in it overflows or is undefined.
pub fn term(term: &rule::Term, assignment: &[Symbol], symbols: &mut Symbols) -> Result<Symbol, Failure> {
    match term {
        rule::Term::Symbol(symbol) => Ok(*symbol),
        rule::Term::Variable(variable) => Ok(assignment[variable.index()]),
        rule::Term::Function(name, arguments) => {
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(self::term(argument, assignment, symbols)?);
            }
            Ok(match name {
                Some(name) => symbols.function(*name, &values, false),
                None => symbols.tuple(&values),
            })
        }
        rule::Term::Unary(operator, operand, span) => {
            let operand = self::term(operand, assignment, symbols)?;
            unary(*operator, operand, *span, symbols)
        }
        rule::Term::Binary(operator, left, right, span) => {
            let left = self::term(left, assignment, symbols)?;
            let right = self::term(right, assignment, symbols)?;
            binary(*operator, left, right, *span, symbols)
        }
    }
}

/// Applies `-` to a term: returns an integer's negative, or a function or tuple with the other sign; `None` for other terms and
/// on overflow.
pub fn negate(symbol: Symbol, symbols: &mut Symbols) -> Option<Symbol> {
    if let Some(value) = symbols.as_number(symbol) {
        return value.checked_neg().map(|value| symbols.number(value));
    }
    symbols.opposite(symbol)
}

pub(super) fn unary(
    operator: UnaryOperator,
    operand: Symbol,
    span: Span,
    symbols: &mut Symbols,
) -> Result<Symbol, Failure> {
    let Some(value) = symbols.as_number(operand) else {
        return match operator {
            UnaryOperator::Minus => negate(operand, symbols).ok_or(Failure::Undefined(span)),
            UnaryOperator::Complement | UnaryOperator::Absolute => Err(Failure::Undefined(span)),
        };
    };
    let result = match operator {
        UnaryOperator::Minus => value.checked_neg(),
        UnaryOperator::Complement => Some(!value),
        UnaryOperator::Absolute => value.checked_abs(),
    };
    result.map(|value| symbols.number(value)).ok_or(Failure::Overflow(span))
}

pub(super) fn binary(
    operator: BinaryOperator,
    left: Symbol,
    right: Symbol,
    span: Span,
    symbols: &mut Symbols,
) -> Result<Symbol, Failure> {
    let (Some(left), Some(right)) = (symbols.as_number(left), symbols.as_number(right)) else {
        return Err(Failure::Undefined(span));
    };
    let value = integers(operator, left, right).ok_or(Failure::Undefined(span))?;
    value.map(|value| symbols.number(value)).ok_or(Failure::Overflow(span))
}

/// Applies an operator to integers: returns `None` if it is undefined, `Some(None)` if it overflows.
#[inline]
pub(crate) fn integers(operator: BinaryOperator, left: i64, right: i64) -> Option<Option<i64>> {
    Some(match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide | BinaryOperator::Modulo if right == 0 => {
            return None;
        }
        BinaryOperator::Divide => left.checked_div(right),
        // The remainder of the smallest integer by -1 is 0, although the machine's division overflows.
        BinaryOperator::Modulo => Some(left.wrapping_rem(right)),
        BinaryOperator::Power => power(left, right)?,
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::Xor => Some(left ^ right),
    })
}

/// Computes `base ** exponent`: returns `None` if it is undefined, `Some(None)` if it overflows.
///
/// With a negative exponent it is 0, even for the bases 1 and -1, as in the common grounders; for the base 0 it is
/// undefined.
fn power(base: i64, exponent: i64) -> Option<Option<i64>> {
    match base {
        0 if exponent < 0 => None,
        _ if exponent < 0 => Some(Some(0)),
        0 | 1 => Some(Some(if exponent == 0 { 1 } else { base })),
        -1 => Some(Some(if exponent % 2 == 0 { 1 } else { -1 })),
        _ => Some(u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))),
    }
}
