//! Linear sums: translates theory terms into sums of variables with integer coefficients.

use crate::analysis::evaluate::integers;
use crate::program::CALL;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::BinaryOperator;

/// The maximum nesting depth of terms.
const DEPTH: u32 = 250;

/// An error message that says what is wrong with a term.
pub(super) type TermError = &'static str;

pub(super) const OVERFLOW: TermError = "its numbers leave the range of 64-bit integers";
pub(super) const NOT_LINEAR: TermError = "it multiplies variables";
const TOO_MANY_FACTORS: TermError = "it multiplies more than two variables";
const BY_ZERO: TermError = "it divides by 0";
const TOO_DEEP: TermError = "its terms nest too deep";
pub(super) const NOT_A_VARIABLE: TermError = "something in it is neither a number nor a variable";

/// What is multiplied by a coefficient.
#[derive(Clone, Copy, Debug)]
pub(super) enum Monomial {
    One,
    Variable(Symbol),
    Product([Symbol; 2]),
}

/// A sum of coefficients with what they multiply.
pub(super) type LinearSum = Vec<(i64, Monomial)>;

/// Adds `factor` times a term to a sum, which may get products of two variables.
pub(super) fn add(
    term: Symbol,
    factor: i64,
    sum: &mut LinearSum,
    symbols: &mut Symbols,
    depth: u32,
) -> Result<(), TermError> {
    if depth > DEPTH {
        return Err(TOO_DEEP);
    }
    if let Some(number) = symbols.as_number(term) {
        sum.push((number.checked_mul(factor).ok_or(OVERFLOW)?, Monomial::One));
        return Ok(());
    }
    let operation = operation(term, symbols);
    match operation.as_ref().map(|(name, operands)| (name.as_str(), operands.as_slice())) {
        Some(("+", &[left, right])) => {
            add(left, factor, sum, symbols, depth + 1)?;
            add(right, factor, sum, symbols, depth + 1)
        }
        Some(("-", &[left, right])) => {
            add(left, factor, sum, symbols, depth + 1)?;
            add(right, factor.checked_neg().ok_or(OVERFLOW)?, sum, symbols, depth + 1)
        }
        Some(("-", &[operand])) => {
            add(operand, factor.checked_neg().ok_or(OVERFLOW)?, sum, symbols, depth + 1)
        }
        Some(("+", &[operand])) => add(operand, factor, sum, symbols, depth + 1),
        Some(("*", &[left, right])) => {
            let (mut one, mut other) = (LinearSum::new(), LinearSum::new());
            add(left, factor, &mut one, symbols, depth + 1)?;
            add(right, 1, &mut other, symbols, depth + 1)?;
            for &(left, multiplied) in &one {
                for &(right, by) in &other {
                    let product = match (multiplied, by) {
                        (Monomial::One, product) | (product, Monomial::One) => product,
                        (Monomial::Variable(left), Monomial::Variable(right)) => {
                            Monomial::Product([left.min(right), left.max(right)])
                        }
                        _ => return Err(TOO_MANY_FACTORS),
                    };
                    sum.push((left.checked_mul(right).ok_or(OVERFLOW)?, product));
                }
            }
            Ok(())
        }
        _ => {
            let value = evaluate(term, symbols, depth)?;
            sum.push(match symbols.as_number(value) {
                Some(number) => (number.checked_mul(factor).ok_or(OVERFLOW)?, Monomial::One),
                None => (factor, Monomial::Variable(value)),
            });
            Ok(())
        }
    }
}

/// Returns the sum with each variable once and without zero coefficients, and the constant part.
pub(super) fn simplified(sum: &LinearSum) -> Result<(Vec<(i64, Symbol)>, i64), TermError> {
    let mut simplified: Vec<(i64, Symbol)> = Vec::new();
    let mut constant = 0_i64;
    for &(coefficient, multiplied) in sum {
        let total = match multiplied {
            Monomial::One => &mut constant,
            Monomial::Product(_) => return Err(NOT_LINEAR),
            Monomial::Variable(variable) => match simplified.iter().position(|&(_, known)| known == variable)
            {
                Some(position) => &mut simplified[position].0,
                None => {
                    simplified.push((0, variable));
                    &mut simplified.last_mut().expect("just added").0
                }
            },
        };
        *total = total.checked_add(coefficient).ok_or(OVERFLOW)?;
    }
    simplified.retain(|&(coefficient, _)| coefficient != 0);
    Ok((simplified, constant))
}

/// Returns the name and the operands of an operation; `None` if the term is not one.
pub(super) fn operation(term: Symbol, symbols: &Symbols) -> Option<(String, Vec<Symbol>)> {
    let (name, arguments, _) = symbols.as_function(term)?;
    let name = symbols.text(name?);
    crate::program::is_operator(name).then(|| (name.to_owned(), arguments.to_vec()))
}

/// Returns the term that names a variable, with the arithmetic inside it evaluated.
pub(super) fn evaluate(term: Symbol, symbols: &mut Symbols, depth: u32) -> Result<Symbol, TermError> {
    if depth > DEPTH {
        return Err(TOO_DEEP);
    }
    let Some((name, arguments, _)) = symbols.as_function(term) else { return Ok(term) };
    if arguments.is_empty() {
        // As in clingcon, a function without arguments is the constant of its name.
        let name =
            name.and_then(|name| symbols.text(name).strip_suffix(CALL)).filter(|name| !name.is_empty());
        let Some(name) = name.map(str::to_owned) else { return Ok(term) };
        let name = symbols.name(&name);
        return Ok(symbols.constant(name));
    }
    let arguments = arguments.to_vec();
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        values.push(evaluate(argument, symbols, depth + 1)?);
    }
    let Some(name) = name else { return Ok(symbols.tuple(&values)) };
    let text = symbols.text(name);
    if !crate::program::is_operator(text) {
        return Ok(symbols.function(name, &values, false));
    }
    let text = text.to_owned();
    let numbers: Option<Vec<i64>> = values.iter().map(|&value| symbols.as_number(value)).collect();
    let value = match (text.as_str(), numbers.as_deref()) {
        ("+", Some(&[left, right])) => left.checked_add(right),
        ("-", Some(&[left, right])) => left.checked_sub(right),
        ("*", Some(&[left, right])) => left.checked_mul(right),
        ("/", Some(&[left, right])) if right != 0 => left.checked_div(right),
        ("\\", Some(&[left, right])) if right != 0 => left.checked_rem(right),
        ("/" | "\\", Some(&[_, 0])) => return Err(BY_ZERO),
        ("**", Some(&[left, right])) => match integers(BinaryOperator::Power, left, right) {
            Some(power) => power,
            None => return Err(BY_ZERO),
        },
        ("-", Some(&[operand])) => operand.checked_neg(),
        ("+", Some(&[operand])) => Some(operand),
        ("-", None) if values.len() == 1 => {
            return crate::analysis::evaluate::negate(values[0], symbols).ok_or(NOT_A_VARIABLE);
        }
        _ => return Err(NOT_A_VARIABLE),
    };
    value.map(|value| symbols.number(value)).ok_or(OVERFLOW)
}
