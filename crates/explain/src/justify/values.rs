//! The values of the variables of one rule, with a trail to take bindings back.

use fixedbitset::FixedBitSet;
use groundplan_ground::analysis::evaluate::{self, negate};
use groundplan_ground::analysis::is_bound;
use groundplan_ground::analysis::rule::{Term, Variable};
use groundplan_ground::symbol::{Symbol, Symbols};
use groundplan_ground::syntax::ast::{BinaryOperator, UnaryOperator};

/// Variables that get values together, by one literal.
pub type Way = Vec<(Variable, Symbol)>;

/// The values of the variables of one rule.
#[derive(Clone, Debug)]
pub struct VariableValues {
    values: Vec<Symbol>,
    bound: FixedBitSet,
    /// The bound variables, in the order in which they got their values.
    trail: Vec<Variable>,
}

impl VariableValues {
    /// No values for this number of variables.
    pub fn new(variables: usize) -> Self {
        let bound = FixedBitSet::with_capacity(variables);
        VariableValues { values: vec![Symbol::INF; variables], bound, trail: Vec::new() }
    }

    /// The value of a variable, if it has one.
    pub fn get(&self, variable: Variable) -> Option<Symbol> {
        self.bound.contains(variable.index()).then(|| self.values[variable.index()])
    }

    /// The variables that have values.
    pub fn bound(&self) -> &FixedBitSet {
        &self.bound
    }

    /// Whether all variables of a term have values.
    pub fn binds(&self, term: &Term) -> bool {
        is_bound(term, &self.bound)
    }

    /// Gives a variable without a value a value.
    pub fn bind(&mut self, variable: Variable, value: Symbol) {
        self.values[variable.index()] = value;
        self.bound.insert(variable.index());
        self.trail.push(variable);
    }

    /// Gives several variables their values.
    pub fn bind_all(&mut self, way: &[(Variable, Symbol)]) {
        way.iter().for_each(|&(variable, value)| self.bind(variable, value));
    }

    /// A position to return to by [`VariableValues::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all values since a mark.
    pub fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.bound.set(variable.index(), false);
        }
    }

    /// The values since a mark.
    pub fn since(&self, mark: usize) -> Way {
        self.trail[mark..].iter().map(|&variable| (variable, self.values[variable.index()])).collect()
    }

    /// The value of a term whose variables have values; `None` if it is undefined or leaves the range of integers.
    pub fn value(&self, term: &Term, symbols: &mut Symbols) -> Option<Symbol> {
        evaluate::term(term, &self.values, symbols).ok()
    }

    /// The values of several terms; `None` if one has none.
    pub fn all(&self, terms: &[Term], symbols: &mut Symbols) -> Option<Vec<Symbol>> {
        terms.iter().map(|term| self.value(term, symbols)).collect()
    }

    /// Matches a term against a symbol, and gives values to its variables. After a failure some of them may have values.
    pub fn matches(&mut self, term: &Term, symbol: Symbol, symbols: &mut Symbols) -> bool {
        match term {
            Term::Symbol(wanted) => *wanted == symbol,
            Term::Variable(variable) => match self.get(*variable) {
                Some(value) => value == symbol,
                None => {
                    self.bind(*variable, symbol);
                    true
                }
            },
            Term::Function(name, terms) => {
                let Some((found, arguments, false)) = symbols.as_function(symbol) else { return false };
                if found != *name || arguments.len() != terms.len() {
                    return false;
                }
                let arguments = arguments.to_vec();
                terms.iter().zip(arguments).all(|(term, argument)| self.matches(term, argument, symbols))
            }
            Term::Unary(UnaryOperator::Minus, operand, _) if !self.binds(operand) => {
                negate(symbol, symbols).is_some_and(|opposite| self.matches(operand, opposite, symbols))
            }
            Term::Unary(..) | Term::Binary(..) => {
                self.binds(term) && self.value(term, symbols) == Some(symbol)
            }
        }
    }

    /// Gives the only variable without a value in a sum, difference or product the value by which it equals a symbol.
    /// Returns whether there is one.
    pub fn solve(&mut self, term: &Term, value: Symbol, symbols: &mut Symbols) -> bool {
        let Some(mut target) = symbols.as_number(value) else { return false };
        let mut term = term;
        loop {
            let solved = match term {
                Term::Variable(variable) => {
                    self.bind(*variable, symbols.number(target));
                    return true;
                }
                Term::Unary(UnaryOperator::Minus, operand, _) => {
                    target.checked_neg().map(|target| (target, &**operand))
                }
                Term::Binary(operator, left, right, _) => {
                    let (open, known) = if self.binds(left) { (right, left) } else { (left, right) };
                    let known = self.value(known, symbols).and_then(|known| symbols.as_number(known));
                    let solved = known.and_then(|known| match operator {
                        BinaryOperator::Add => target.checked_sub(known),
                        BinaryOperator::Subtract if self.binds(left) => known.checked_sub(target),
                        BinaryOperator::Subtract => target.checked_add(known),
                        BinaryOperator::Multiply if known != 0 && target.checked_rem(known) == Some(0) => {
                            target.checked_div(known)
                        }
                        _ => None,
                    });
                    solved.map(|target| (target, &**open))
                }
                Term::Symbol(_) | Term::Function(..) | Term::Unary(..) => None,
            };
            let Some(next) = solved else { return false };
            (target, term) = next;
        }
    }
}
