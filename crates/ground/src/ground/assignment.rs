//! Assignments: the values of a rule's variables, and the evaluation of terms under them.

use rustc_hash::FxHashSet;

use super::stop::{Ignored, Stop};
use crate::analysis::evaluate::{self, Failure};
use crate::analysis::rule::{Call, Term, Variable};
use crate::diagnostic::Span;
use crate::function::Functions;
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// A list of symbols, stored inline if it is short.
pub type Arguments = smallvec::SmallVec<[Symbol; FEW]>;

/// The number of symbols that a list stores inline; most argument lists are no longer.
const FEW: usize = 6;

/// A pattern that an argument of a row is matched against.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Matches this symbol.
    Symbol(Symbol),
    /// Matches the value of a variable that has one.
    Check(Variable),
    /// Matches any symbol, and gives it to the variable as its value.
    Bind(Variable),
    /// Matches a function, or a tuple if the name is `None`, whose arguments match the patterns.
    Function(Option<Name>, Vec<Pattern>),
    /// Matches a number, constant or function whose negation matches the pattern.
    Opposite(Box<Pattern>),
    /// Matches the value of a term with arithmetic.
    Value(Term),
}

/// The values of the variables of one rule.
pub struct Assignment<'a> {
    /// The table of all terms.
    pub symbols: &'a mut Symbols,
    /// The external functions that are called by terms such as `@f(X)`.
    functions: &'a mut Functions,
    /// The places where something was left out, each once.
    ignored: &'a mut FxHashSet<(Span, Ignored)>,
    values: Vec<Symbol>,
}

impl<'a> Assignment<'a> {
    /// An assignment for a rule without variables.
    pub fn new(
        symbols: &'a mut Symbols,
        functions: &'a mut Functions,
        ignored: &'a mut FxHashSet<(Span, Ignored)>,
    ) -> Self {
        Assignment { symbols, functions, ignored, values: Vec::new() }
    }

    /// Starts a rule with this number of variables.
    pub fn begin(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(variables, Symbol::INF);
    }

    /// Returns the value of a variable.
    #[inline]
    pub fn get(&self, variable: Variable) -> Symbol {
        self.values[variable.index()]
    }

    /// Gives a variable a value.
    #[inline]
    pub fn set(&mut self, variable: Variable, value: Symbol) {
        self.values[variable.index()] = value;
    }

    /// Records that something is left out.
    pub fn ignore(&mut self, span: Span, ignored: Ignored) {
        self.ignored.insert((span, ignored));
    }

    /// Returns the value of a term; `None` if it is undefined, in which case the instance is left out.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    #[inline]
    pub fn value(&mut self, term: &Term) -> Result<Option<Symbol>, Stop> {
        match term {
            Term::Symbol(symbol) => Ok(Some(*symbol)),
            Term::Variable(variable) => Ok(Some(self.values[variable.index()])),
            _ => self.computed(term),
        }
    }

    #[inline(never)]
    fn computed(&mut self, term: &Term) -> Result<Option<Symbol>, Stop> {
        match evaluate::term(term, &self.values, self.symbols) {
            Ok(value) => Ok(Some(value)),
            Err(Failure::Undefined(span)) => {
                self.ignore(span, Ignored::Instance);
                Ok(None)
            }
            Err(Failure::Overflow(span)) => Err(Stop::overflow(span)),
            Err(Failure::Call(diagnostic)) => Err(Stop::Wrong(diagnostic)),
        }
    }

    /// Returns the values of several terms; `None` if one is undefined.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    pub fn arguments(&mut self, terms: &[Term]) -> Result<Option<Arguments>, Stop> {
        let mut values = Arguments::from_buf_and_len([Symbol::INF; FEW], terms.len().min(FEW));
        for (index, term) in terms.iter().enumerate() {
            let Some(value) = self.value(term)? else { return Ok(None) };
            if index < FEW {
                values[index] = value;
            } else {
                values.push(value);
            }
        }
        Ok(Some(values))
    }

    /// Calls an external function. Returns the index range of the returned values; `None` if an argument is undefined
    /// or there is no such function.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if the function fails.
    pub fn call(&mut self, call: &Call) -> Result<Option<std::ops::Range<usize>>, Stop> {
        let Some(arguments) = self.arguments(&call.arguments)? else { return Ok(None) };
        let values = self.functions.call(call.function, &arguments, call.span, self.symbols)?;
        if values.is_none() {
            self.ignore(call.span, Ignored::Call(call.function));
        }
        Ok(values)
    }

    /// Returns one of the values of a call by its index.
    pub fn called(&self, index: usize) -> Symbol {
        self.functions.value(index)
    }

    /// Returns whether a symbol matches a pattern. Gives values to the variables that the pattern binds.
    #[inline]
    pub fn matches(&mut self, pattern: &Pattern, symbol: Symbol) -> bool {
        match pattern {
            Pattern::Symbol(wanted) => *wanted == symbol,
            Pattern::Check(variable) => self.values[variable.index()] == symbol,
            Pattern::Bind(variable) => {
                self.values[variable.index()] = symbol;
                true
            }
            _ => self.matches_within(pattern, symbol),
        }
    }

    #[inline(never)]
    fn matches_within(&mut self, pattern: &Pattern, symbol: Symbol) -> bool {
        match pattern {
            Pattern::Symbol(_) | Pattern::Check(_) | Pattern::Bind(_) => self.matches(pattern, symbol),
            Pattern::Function(name, patterns) => {
                let Some((found, arguments, false)) = self.symbols.as_function(symbol) else { return false };
                if found != *name || arguments.len() != patterns.len() {
                    return false;
                }
                (0..patterns.len()).all(|i| {
                    let arguments = self.symbols.as_function(symbol).expect("a function").1;
                    self.matches(&patterns[i], arguments[i])
                })
            }
            Pattern::Opposite(pattern) => {
                evaluate::negate(symbol, self.symbols).is_some_and(|opposite| self.matches(pattern, opposite))
            }
            Pattern::Value(term) => {
                evaluate::term(term, &self.values, self.symbols).is_ok_and(|value| value == symbol)
            }
        }
    }

    /// Gives `variable`, the only variable without a value in `term`, a value such that the term equals `value`.
    /// Returns whether there is one.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    pub fn solve(&mut self, term: &Term, variable: Variable, value: Symbol) -> Result<bool, Stop> {
        let Some(mut target) = self.symbols.as_number(value) else { return Ok(false) };
        let mut term = term;
        loop {
            let has = |side: &Term| !side.all_variables(|other| other != variable);
            let next = match term {
                Term::Variable(_) => {
                    self.values[variable.index()] = self.symbols.number(target);
                    return Ok(true);
                }
                Term::Unary(UnaryOperator::Minus, operand, span) => {
                    (target.checked_neg().ok_or_else(|| Stop::overflow(*span))?, &**operand)
                }
                Term::Binary(operator, left, right, span) => {
                    let (open, known, known_left) =
                        if has(left) { (left, right, false) } else { (right, left, true) };
                    let Some(known) = self.value(known)?.and_then(|known| self.symbols.as_number(known))
                    else {
                        return Ok(false);
                    };
                    let solved = match (operator, known_left) {
                        (BinaryOperator::Add, _) => target.checked_sub(known),
                        (BinaryOperator::Subtract, false) => target.checked_add(known),
                        (BinaryOperator::Subtract, true) => known.checked_sub(target),
                        (BinaryOperator::Multiply, _) if known == 0 || target.wrapping_rem(known) != 0 => {
                            return Ok(false);
                        }
                        (BinaryOperator::Multiply, _) => target.checked_div(known),
                        _ => unreachable!("only sums, differences and products are solved"),
                    };
                    (solved.ok_or_else(|| Stop::overflow(*span))?, &**open)
                }
                _ => unreachable!("only sums, differences and products are solved"),
            };
            (target, term) = next;
        }
    }
}
