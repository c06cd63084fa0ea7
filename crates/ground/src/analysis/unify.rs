//! Unification of atoms that are not ground: whether they may have an instance in common.
//!
//! Terms with one variable, `m*X+n`, are kept and match integers only. Other arithmetic stands for any term, so the answer is
//! "maybe" more often than needed, as in gringo.

use std::rc::Rc;

use crate::symbol::{Name, Symbol, Symbols};

/// A term as unification sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// An integer.
    Integer(i64),
    /// Any other ground term.
    Ground(Symbol),
    /// A function, or a tuple if there is no name, and whether it is strongly negated. Not ground, unless no symbol of the
    /// table is equal to it.
    Function(Option<Name>, Rc<[Pattern]>, bool),
    /// A variable times an integer other than 0, plus an integer.
    Linear(usize, i64, i64),
    /// A variable.
    Variable(usize),
}

/// What a term begins with. Terms that begin differently are not equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// An integer.
    Integer(i64),
    /// A function by name, number of arguments and sign; without a name, a tuple.
    Function(Option<Name>, usize, bool),
    /// Another term without arguments.
    Other(Symbol),
}

impl Pattern {
    /// Returns the pattern of a ground term.
    #[must_use]
    pub fn ground(symbol: Symbol, symbols: &Symbols) -> Self {
        symbols.as_number(symbol).map_or(Pattern::Ground(symbol), Pattern::Integer)
    }

    /// Returns the pattern of a function. Equal ground terms have equal patterns.
    #[must_use]
    pub fn function(name: Option<Name>, arguments: Vec<Pattern>, negative: bool, symbols: &Symbols) -> Self {
        let ground: Option<Vec<Symbol>> = arguments
            .iter()
            .map(|argument| match argument {
                Pattern::Integer(value) => symbols.find_number(*value),
                Pattern::Ground(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        let known = ground.and_then(|arguments| symbols.find_function(name, &arguments, negative));
        known.map_or_else(|| Pattern::Function(name, arguments.into(), negative), Pattern::Ground)
    }

    /// Returns what it begins with; `None` if that may be anything.
    #[must_use]
    pub fn start(&self, symbols: &Symbols) -> Option<Start> {
        match self {
            Pattern::Integer(value) => Some(Start::Integer(*value)),
            Pattern::Ground(symbol) => Some(match symbols.as_function(*symbol) {
                Some((name, arguments, negative)) => Start::Function(name, arguments.len(), negative),
                None => Start::Other(*symbol),
            }),
            Pattern::Function(name, arguments, negative) => {
                Some(Start::Function(*name, arguments.len(), *negative))
            }
            Pattern::Linear(..) | Pattern::Variable(_) => None,
        }
    }

    /// Whether no variable occurs in it.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        match self {
            Pattern::Integer(_) | Pattern::Ground(_) => true,
            Pattern::Function(_, arguments, _) => arguments.iter().all(Pattern::is_ground),
            Pattern::Linear(..) | Pattern::Variable(_) => false,
        }
    }
}

/// Whether the terms of two lists are pairwise equal for some values of the variables. Those of one list are not those of the
/// other, whatever their numbers.
#[must_use]
pub fn may_be_equal(left: &[Pattern], right: &[Pattern], symbols: &Symbols) -> bool {
    let mut unifier = Unifier { symbols, bindings: Vec::new() };
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| unifier.unify((left, 0), (right, 1)))
}

/// A pattern, and which list it is of.
type Sided<'p> = (&'p Pattern, usize);

/// The values of variables so far.
struct Unifier<'s> {
    symbols: &'s Symbols,
    bindings: Vec<((usize, usize), (Pattern, usize))>,
}

impl Unifier<'_> {
    fn value(&self, variable: (usize, usize)) -> Option<(Pattern, usize)> {
        self.bindings.iter().find(|(bound, _)| *bound == variable).map(|(_, value)| value.clone())
    }

    fn unify(&mut self, left: Sided, right: Sided) -> bool {
        match (left, right) {
            ((Pattern::Variable(variable), side), other) | (other, (Pattern::Variable(variable), side)) => {
                self.bind((*variable, side), other)
            }
            ((Pattern::Linear(variable, factor, summand), side), (other, _))
            | ((other, _), (Pattern::Linear(variable, factor, summand), side)) => match other {
                Pattern::Integer(value) => self.solve((*variable, side), (*factor, *summand), *value),
                // What both may be equal to is not computed.
                Pattern::Linear(..) => true,
                _ => false,
            },
            ((Pattern::Function(name, arguments, negative), side), (other, other_side))
            | ((other, other_side), (Pattern::Function(name, arguments, negative), side)) => {
                let Some((other_name, others, sign)) = self.as_function(other) else { return false };
                let alike = *name == other_name && *negative == sign && arguments.len() == others.len();
                let mut pairs = arguments.iter().zip(&others);
                alike && pairs.all(|(one, other)| self.unify((one, side), (other, other_side)))
            }
            ((one, _), (other, _)) => one == other,
        }
    }

    /// The name, arguments and sign of a function.
    fn as_function(&self, pattern: &Pattern) -> Option<(Option<Name>, Vec<Pattern>, bool)> {
        match pattern {
            Pattern::Function(name, arguments, negative) => Some((*name, arguments.to_vec(), *negative)),
            Pattern::Ground(symbol) => {
                let (name, arguments, negative) = self.symbols.as_function(*symbol)?;
                let arguments = arguments.iter().map(|&argument| Pattern::ground(argument, self.symbols));
                Some((name, arguments.collect(), negative))
            }
            _ => None,
        }
    }

    /// Makes a variable equal to a pattern.
    fn bind(&mut self, variable: (usize, usize), (pattern, side): Sided) -> bool {
        if let Some((value, value_side)) = self.value(variable) {
            return self.unify((&value, value_side), (pattern, side));
        }
        match pattern {
            Pattern::Variable(other) => match self.value((*other, side)) {
                Some((value, value_side)) => return self.bind(variable, (&value, value_side)),
                None if (*other, side) == variable => return true,
                None => {}
            },
            // As between two such terms.
            Pattern::Linear(..) => return true,
            _ => {}
        }
        if self.occurs(variable, (pattern, side)) {
            return false;
        }
        self.bindings.push((variable, (pattern.clone(), side)));
        true
    }

    /// Makes `factor*variable+summand` equal to a value.
    fn solve(&mut self, variable: (usize, usize), (factor, summand): (i64, i64), value: i64) -> bool {
        // What overflows may be equal.
        let Some(difference) = value.checked_sub(summand) else { return true };
        difference.wrapping_rem(factor) == 0
            && self.bind(variable, (&Pattern::Integer(difference.wrapping_div(factor)), 0))
    }

    fn occurs(&self, variable: (usize, usize), (pattern, side): Sided) -> bool {
        match pattern {
            Pattern::Integer(_) | Pattern::Ground(_) => false,
            Pattern::Function(_, arguments, _) => {
                arguments.iter().any(|argument| self.occurs(variable, (argument, side)))
            }
            Pattern::Linear(other, ..) | Pattern::Variable(other) => {
                (*other, side) == variable
                    || self
                        .value((*other, side))
                        .is_some_and(|(value, side)| self.occurs(variable, (&value, side)))
            }
        }
    }
}
