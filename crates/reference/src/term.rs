//! The values of terms, and which values a term can match.

use crate::rule::Term;
use crate::syntax::{Binary, Unary};
use crate::value::Value;

/// Why an evaluation ends early.
#[derive(Clone, Copy)]
pub(crate) enum TermStop {
    /// There is no such instance: a literal is false, or an operation is not defined on its operands.
    NoInstance,
    /// A construct with values that cannot be handled.
    Unsupported(&'static str),
    /// The caller asked for it.
    Asked,
}

/// A number leaves the range of 64-bit integers.
pub(crate) const OVERFLOW: TermStop = TermStop::Unsupported("a number beyond 64 bits");

/// Computes the value of a term. `values` has those of the variables.
///
/// # Errors
///
/// If the term has no value.
pub(crate) fn value(term: &Term, values: &[Value]) -> Result<Value, TermStop> {
    Ok(match term {
        Term::Value(value) => value.clone(),
        Term::Variable(variable) => values[*variable].clone(),
        Term::Any => return Err(TermStop::Unsupported("`_` in a term that is computed")),
        Term::Function(name, arguments) => {
            let arguments: Result<Vec<Value>, _> = arguments.iter().map(|term| value(term, values)).collect();
            Value::function(false, name, arguments?)
        }
        Term::Unary(Unary::Minus, operand) => negative(&value(operand, values)?)?,
        Term::Unary(operator, operand) => {
            let number = value(operand, values)?.number().ok_or(TermStop::NoInstance)?;
            match operator {
                Unary::Complement => Value::Number(!number),
                _ => Value::Number(number.checked_abs().ok_or(OVERFLOW)?),
            }
        }
        Term::Binary(operator, left, right) => {
            let (left, right) = (value(left, values)?, value(right, values)?);
            let (left, right) = left.number().zip(right.number()).ok_or(TermStop::NoInstance)?;
            Value::Number(binary(*operator, left, right)?)
        }
    })
}

/// Applies `-`: to a number, or to a function, whose sign it changes.
pub(crate) fn negative(value: &Value) -> Result<Value, TermStop> {
    match value {
        Value::Number(number) => Ok(Value::Number(number.checked_neg().ok_or(OVERFLOW)?)),
        Value::Function(function) => {
            Ok(Value::function(!function.negative, &function.name, function.arguments.clone()))
        }
        _ => Err(TermStop::NoInstance),
    }
}

fn binary(operator: Binary, left: i64, right: i64) -> Result<i64, TermStop> {
    let result = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide | Binary::Modulo if right == 0 => return Err(TermStop::NoInstance),
        Binary::Divide => left.checked_div(right),
        Binary::Modulo => Some(left.wrapping_rem(right)),
        Binary::And => Some(left & right),
        Binary::Or => Some(left | right),
        Binary::Xor => Some(left ^ right),
        Binary::Power if right < 0 && left == 0 => return Err(TermStop::NoInstance),
        // As in gringo, also for the bases 1 and -1.
        Binary::Power if right < 0 => Some(0),
        Binary::Power => match left {
            0 | 1 => Some(if right == 0 { 1 } else { left }),
            -1 => Some(if right % 2 == 0 { 1 } else { -1 }),
            _ => u32::try_from(right).ok().and_then(|right| left.checked_pow(right)),
        },
    };
    result.ok_or(OVERFLOW)
}

/// A term as it is matched with a value, where some variables have values already.
#[derive(Clone, Debug)]
pub(crate) enum TermPattern {
    Any,
    /// The variable gets the value.
    Bind(usize),
    /// The value is that of the term.
    Equal(Term),
    Function(std::rc::Rc<str>, Vec<TermPattern>),
    /// The pattern matches the value with the other sign.
    Negative(Box<TermPattern>),
}

impl TermPattern {
    /// Makes a pattern of a term, and adds to `bound` the variables that it gives values. Returns `None` for arithmetic on
    /// variables without values.
    pub fn of(term: &Term, bound: &mut [bool]) -> Option<TermPattern> {
        if is_bound(term, bound) {
            return Some(TermPattern::Equal(term.clone()));
        }
        match term {
            Term::Any => Some(TermPattern::Any),
            Term::Variable(variable) => {
                bound[*variable] = true;
                Some(TermPattern::Bind(*variable))
            }
            Term::Function(name, arguments) => {
                let arguments: Option<_> =
                    arguments.iter().map(|term| TermPattern::of(term, bound)).collect();
                Some(TermPattern::Function(name.clone(), arguments?))
            }
            Term::Unary(Unary::Minus, operand) => {
                Some(TermPattern::Negative(Box::new(TermPattern::of(operand, bound)?)))
            }
            Term::Value(_) | Term::Unary(..) | Term::Binary(..) => None,
        }
    }

    /// Whether the pattern matches the value; gives values to its variables.
    ///
    /// # Errors
    ///
    /// All but [`TermStop::NoInstance`], which matches nothing.
    pub fn matches(&self, value: &Value, values: &mut [Value]) -> Result<bool, TermStop> {
        match self {
            TermPattern::Any => Ok(true),
            TermPattern::Bind(variable) => {
                values[*variable] = value.clone();
                Ok(true)
            }
            TermPattern::Equal(term) => match self::value(term, values) {
                Ok(expected) => Ok(expected == *value),
                Err(TermStop::NoInstance) => Ok(false),
                Err(other) => Err(other),
            },
            TermPattern::Function(name, arguments) => {
                let Value::Function(function) = value else { return Ok(false) };
                let has_name = !function.negative && function.name == *name;
                if !has_name || function.arguments.len() != arguments.len() {
                    return Ok(false);
                }
                let mut pairs = arguments.iter().zip(&function.arguments);
                pairs.try_fold(true, |fits, (pattern, argument)| {
                    Ok(fits && pattern.matches(argument, values)?)
                })
            }
            TermPattern::Negative(operand) => match negative(value) {
                Ok(value) => operand.matches(&value, values),
                Err(_) => Ok(false),
            },
        }
    }
}

/// Whether all variables of a term pass a test, which gets `None` for `_`.
pub(crate) fn all_variables(term: &Term, test: impl Fn(Option<usize>) -> bool) -> bool {
    let mut all = true;
    term.variables(&mut |variable| all &= test(variable));
    all
}

/// Whether all variables of a term have values.
pub(crate) fn is_bound(term: &Term, bound: &[bool]) -> bool {
    all_variables(term, |variable| variable.is_some_and(|variable| bound[variable]))
}

/// Whether all variables of a term have values, but for `_`.
pub(crate) fn is_known(term: &Term, bound: &[bool]) -> bool {
    all_variables(term, |variable| variable.is_none_or(|variable| bound[variable]))
}
