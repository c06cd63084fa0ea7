//! Terms of the syntax tree as patterns for unification: constants are replaced, and pools are expanded.

use rustc_hash::FxHashMap;

use super::unify::Pattern;
use super::{constants, evaluate};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Atom, BinaryOperator, Part, Term, UnaryOperator};

/// How deep constants are followed into each other's definitions. Those that depend on themselves are errors elsewhere.
const MAX_DEPTH: usize = 100;

/// The definitions of constants.
#[derive(Default)]
pub struct PredicateDefinitions<'p> {
    values: FxHashMap<Name, &'p Term>,
}

impl<'p> PredicateDefinitions<'p> {
    /// Returns those of a program. `given` are definitions from outside, which take precedence.
    #[must_use]
    pub fn of(parts: &'p [Part], given: &'p [(Name, Term)]) -> Self {
        // Definitions that contradict each other were reported when the program was ground.
        let written = constants::written(parts.iter(), |_, _| {});
        let mut values: FxHashMap<Name, &Term> =
            written.into_iter().map(|(name, it)| (name, &it.value)).collect();
        values.extend(given.iter().map(|(name, value)| (*name, value)));
        PredicateDefinitions { values }
    }
}

/// Makes the patterns of one statement, in which a variable has one number.
pub struct PatternReader<'p> {
    definitions: &'p PredicateDefinitions<'p>,
    /// The parameters of the statement's part, which have any values.
    parameters: &'p [Name],
    symbols: &'p Symbols,
    variables: Vec<Name>,
    /// The number of variables that have no name so far.
    unnamed: usize,
}

impl<'p> PatternReader<'p> {
    /// Returns a reader for a statement.
    #[must_use]
    pub fn new(
        definitions: &'p PredicateDefinitions<'p>,
        parameters: &'p [Name],
        symbols: &'p Symbols,
    ) -> Self {
        PatternReader { definitions, parameters, symbols, variables: Vec::new(), unnamed: 0 }
    }

    /// The table of the symbols.
    #[must_use]
    pub fn symbols(&self) -> &'p Symbols {
        self.symbols
    }

    /// Returns the argument lists that an atom stands for.
    pub fn atom(&mut self, atom: &Atom) -> Vec<Vec<Pattern>> {
        atom.pools.iter().flat_map(|arguments| self.lists(arguments, 0)).collect()
    }

    /// A variable of its own. Those with names have even numbers.
    fn unnamed(&mut self) -> Pattern {
        self.unnamed += 1;
        Pattern::Variable(2 * self.unnamed - 1)
    }

    fn named(&mut self, name: Name) -> Pattern {
        let index = self.variables.iter().position(|&known| known == name).unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        });
        Pattern::Variable(2 * index)
    }

    /// Every choice of one pattern for each term.
    fn lists(&mut self, terms: &[Term], depth: usize) -> Vec<Vec<Pattern>> {
        let mut lists = vec![Vec::with_capacity(terms.len())];
        for term in terms {
            let values = self.term(term, depth);
            lists = lists
                .into_iter()
                .flat_map(|list| {
                    values.iter().map(move |value| [list.as_slice(), std::slice::from_ref(value)].concat())
                })
                .collect();
        }
        lists
    }

    /// The patterns of a term, more than one if there are pools in it.
    fn term(&mut self, term: &Term, depth: usize) -> Vec<Pattern> {
        match term {
            Term::Symbol(symbol, _) => vec![self.symbol(*symbol, depth)],
            Term::Variable(name, _) => vec![self.named(*name)],
            Term::Anonymous(_) | Term::Call(..) => vec![self.unnamed()],
            Term::Function(name, pools, _) => {
                let lists: Vec<_> = pools.iter().flat_map(|arguments| self.lists(arguments, depth)).collect();
                lists.into_iter().map(|it| Pattern::function(Some(*name), it, false, self.symbols)).collect()
            }
            Term::Tuple(terms, _) => {
                let lists = self.lists(terms, depth);
                lists.into_iter().map(|it| Pattern::function(None, it, false, self.symbols)).collect()
            }
            Term::Pool(terms, _) => terms.iter().flat_map(|term| self.term(term, depth)).collect(),
            Term::Unary(operator, operand, _) => {
                let operands = self.term(operand, depth);
                operands.into_iter().map(|operand| self.unary(*operator, operand)).collect()
            }
            Term::Operation(first, rest, _) => {
                let mut values = self.term(first, depth);
                for (operator, right) in rest {
                    let operands = self.term(right, depth);
                    let pairs =
                        values.iter().flat_map(|left| operands.iter().map(move |right| (left, right)));
                    values = pairs.map(|(left, right)| self.binary(*operator, left, right)).collect();
                }
                values
            }
            // It has integers only.
            Term::Interval(..) => match self.unnamed() {
                Pattern::Variable(number) => vec![Pattern::Linear(number, 1, 0)],
                other => vec![other],
            },
        }
    }

    /// The pattern of a symbol, in which constants are replaced.
    fn symbol(&mut self, symbol: Symbol, depth: usize) -> Pattern {
        if self.parameters.is_empty() && self.definitions.values.is_empty() {
            return Pattern::ground(symbol, self.symbols);
        }
        match self.symbols.as_function(symbol) {
            None => Pattern::ground(symbol, self.symbols),
            Some((Some(name), [], negative)) => {
                let value = self.constant(name, symbol, depth);
                if negative {
                    self.unary(UnaryOperator::Minus, value)
                } else {
                    value
                }
            }
            // Too deep to be worth it: it may be any term.
            Some(_) if depth > MAX_DEPTH => self.unnamed(),
            Some((name, arguments, negative)) => {
                let arguments = arguments.iter().map(|&argument| self.symbol(argument, depth + 1)).collect();
                Pattern::function(name, arguments, negative, self.symbols)
            }
        }
    }

    /// The value of a constant, which is `symbol` if it stands for itself.
    fn constant(&mut self, name: Name, symbol: Symbol, depth: usize) -> Pattern {
        if let Some(&value) = self.definitions.values.get(&name) {
            if matches!(value, Term::Symbol(value, _) if *value == symbol) {
                return Pattern::ground(symbol, self.symbols);
            }
            if depth <= MAX_DEPTH {
                return self.term(value, depth + 1).pop().unwrap_or_else(|| self.unnamed());
            }
            return self.unnamed();
        }
        if self.parameters.contains(&name) {
            return self.named(name);
        }
        Pattern::ground(symbol, self.symbols)
    }

    fn unary(&mut self, operator: UnaryOperator, operand: Pattern) -> Pattern {
        match (operator, operand) {
            (UnaryOperator::Minus, Pattern::Integer(value)) => self.integer(value.checked_neg()),
            (UnaryOperator::Complement, Pattern::Integer(value)) => Pattern::Integer(!value),
            (UnaryOperator::Absolute, Pattern::Integer(value)) => self.integer(value.checked_abs()),
            (UnaryOperator::Minus, Pattern::Linear(variable, factor, summand)) => {
                self.linear(variable, factor.checked_neg(), summand.checked_neg())
            }
            (UnaryOperator::Minus, Pattern::Function(name @ Some(_), arguments, negative)) => {
                Pattern::function(name, arguments.to_vec(), !negative, self.symbols)
            }
            (UnaryOperator::Minus, Pattern::Ground(symbol)) => match self.symbols.as_function(symbol) {
                Some((name @ Some(_), arguments, negative)) => {
                    let arguments = arguments.iter().map(|&it| Pattern::ground(it, self.symbols)).collect();
                    Pattern::function(name, arguments, !negative, self.symbols)
                }
                _ => self.unnamed(),
            },
            _ => self.unnamed(),
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Pattern, right: &Pattern) -> Pattern {
        if let (Pattern::Integer(left), Pattern::Integer(right)) = (left, right) {
            return self.integer(evaluate::integers(operator, *left, *right).flatten());
        }
        let linear = |pattern: &Pattern| match *pattern {
            Pattern::Variable(variable) => Some((variable, 1, 0)),
            Pattern::Linear(variable, factor, summand) => Some((variable, factor, summand)),
            _ => None,
        };
        match (operator, linear(left), right, linear(right), left) {
            (BinaryOperator::Add, Some((variable, factor, summand)), Pattern::Integer(value), ..)
            | (BinaryOperator::Add, .., Some((variable, factor, summand)), Pattern::Integer(value)) => {
                self.linear(variable, Some(factor), summand.checked_add(*value))
            }
            (BinaryOperator::Subtract, Some((variable, factor, summand)), Pattern::Integer(value), ..) => {
                self.linear(variable, Some(factor), summand.checked_sub(*value))
            }
            (BinaryOperator::Subtract, .., Some((variable, factor, summand)), Pattern::Integer(value)) => {
                self.linear(variable, factor.checked_neg(), value.checked_sub(summand))
            }
            (BinaryOperator::Multiply, Some((variable, factor, summand)), Pattern::Integer(value), ..)
            | (BinaryOperator::Multiply, .., Some((variable, factor, summand)), Pattern::Integer(value))
                if *value != 0 =>
            {
                self.linear(variable, factor.checked_mul(*value), summand.checked_mul(*value))
            }
            _ => self.unnamed(),
        }
    }

    fn integer(&mut self, value: Option<i64>) -> Pattern {
        value.map_or_else(|| self.unnamed(), Pattern::Integer)
    }

    fn linear(&mut self, variable: usize, factor: Option<i64>, summand: Option<i64>) -> Pattern {
        match (factor, summand) {
            (Some(factor), Some(summand)) => Pattern::Linear(variable, factor, summand),
            _ => self.unnamed(),
        }
    }
}
