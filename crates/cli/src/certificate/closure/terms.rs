//! Evaluates terms, and matches them against values.

use groundplan::symbol::{Name, Symbol};
use groundplan::syntax::ast::{BinaryOperator, Term, UnaryOperator};

use super::{Evaluator, Fail};

/// The values of variables.
pub(super) type Bindings = [(Name, Symbol)];

/// The largest number of values of an interval.
const LONGEST: i64 = 1 << 20;

impl Evaluator {
    /// Returns the value of a term that has exactly one.
    pub(super) fn value(&mut self, term: &Term, bindings: &Bindings) -> Result<Symbol, Fail> {
        match self.values(term, bindings)?[..] {
            [value] => Ok(value),
            [] => Err(Fail::Undefined),
            _ => Err(Fail::Unsupported),
        }
    }

    /// Returns the values of a term; intervals and pools have several.
    pub(super) fn values(&mut self, term: &Term, bindings: &Bindings) -> Result<Vec<Symbol>, Fail> {
        Ok(match term {
            Term::Symbol(symbol, _) => vec![self.constant(*symbol)],
            Term::Variable(name, _) => {
                let found = bindings.iter().find(|(other, _)| other == name);
                vec![found.ok_or(Fail::Unbound)?.1]
            }
            Term::Anonymous(_) => return Err(Fail::Unbound),
            Term::Function(name, pools, _) => {
                let mut values = Vec::new();
                for pool in pools {
                    let rows = self.rows(pool, bindings)?;
                    values.extend(rows.iter().map(|row| self.symbols.function(*name, row, false)));
                }
                values
            }
            Term::Tuple(terms, _) => {
                self.rows(terms, bindings)?.iter().map(|row| self.symbols.tuple(row)).collect()
            }
            Term::Pool(terms, _) => {
                let mut values = Vec::new();
                for term in terms {
                    values.extend(self.values(term, bindings)?);
                }
                values
            }
            Term::Unary(operator, term, _) => {
                let number = self.number(term, bindings)?;
                let result = match operator {
                    UnaryOperator::Minus => number.checked_neg(),
                    UnaryOperator::Complement => Some(!number),
                    UnaryOperator::Absolute => number.checked_abs(),
                };
                vec![self.symbols.number(result.ok_or(Fail::Unsupported)?)]
            }
            Term::Operation(first, rest, _) => {
                let mut left = self.number(first, bindings)?;
                for (operator, right) in rest {
                    let right = self.number(right, bindings)?;
                    let result = match operator {
                        BinaryOperator::Add => left.checked_add(right),
                        BinaryOperator::Subtract => left.checked_sub(right),
                        BinaryOperator::Multiply => left.checked_mul(right),
                        BinaryOperator::And => Some(left & right),
                        BinaryOperator::Or => Some(left | right),
                        BinaryOperator::Xor => Some(left ^ right),
                        _ => None,
                    };
                    left = result.ok_or(Fail::Unsupported)?;
                }
                vec![self.symbols.number(left)]
            }
            Term::Interval(left, right, _) => {
                let (left, right) = (self.number(left, bindings)?, self.number(right, bindings)?);
                if right.saturating_sub(left) > LONGEST {
                    return Err(Fail::Unsupported);
                }
                (left..=right).map(|number| self.symbols.number(number)).collect()
            }
            Term::Call(..) => return Err(Fail::Unsupported),
        })
    }

    /// Returns all rows of values of a list of terms.
    pub(super) fn rows(&mut self, terms: &[Term], bindings: &Bindings) -> Result<Vec<Vec<Symbol>>, Fail> {
        let mut rows = vec![Vec::new()];
        for term in terms {
            let values = self.values(term, bindings)?;
            rows = rows
                .iter()
                .flat_map(|row: &Vec<Symbol>| values.iter().map(|&value| [&row[..], &[value]].concat()))
                .collect();
        }
        Ok(rows)
    }

    fn number(&mut self, term: &Term, bindings: &Bindings) -> Result<i64, Fail> {
        let value = self.value(term, bindings)?;
        self.symbols.as_number(value).ok_or(Fail::Undefined)
    }

    /// Replaces constants in a symbol by their values.
    pub(super) fn constant(&mut self, symbol: Symbol) -> Symbol {
        if self.constants.is_empty() {
            return symbol;
        }
        let Some((name, arguments, negative)) = self.symbols.as_function(symbol) else { return symbol };
        let arguments = arguments.to_vec();
        match name {
            Some(name) if arguments.is_empty() && !negative => {
                self.constants.get(&name).copied().unwrap_or(symbol)
            }
            name => {
                let arguments: Vec<Symbol> =
                    arguments.into_iter().map(|argument| self.constant(argument)).collect();
                match name {
                    Some(name) => self.symbols.function(name, &arguments, negative),
                    None => self.symbols.tuple(&arguments),
                }
            }
        }
    }

    /// Matches a term against a value, and binds its variables. Returns whether it matches.
    pub(super) fn matches(
        &mut self,
        term: &Term,
        value: Symbol,
        bindings: &mut Vec<(Name, Symbol)>,
    ) -> Result<bool, Fail> {
        let (name, terms) = match term {
            Term::Anonymous(_) => return Ok(true),
            Term::Variable(name, _) => {
                return Ok(match bindings.iter().find(|(other, _)| other == name) {
                    Some(&(_, bound)) => bound == value,
                    None => {
                        bindings.push((*name, value));
                        true
                    }
                });
            }
            Term::Function(name, pools, _) => match &pools[..] {
                [terms] => (Some(*name), terms),
                _ => return Err(Fail::Unsupported),
            },
            Term::Tuple(terms, _) => (None, terms),
            term => return Ok(self.value(term, bindings)? == value),
        };
        let Some((found, arguments, false)) = self.symbols.as_function(value) else { return Ok(false) };
        if found != name || arguments.len() != terms.len() {
            return Ok(false);
        }
        for (term, argument) in terms.iter().zip(arguments.to_vec()) {
            if !self.matches(term, argument, bindings)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
