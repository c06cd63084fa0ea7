//! Evaluation of single literals over an answer set.

use groundplan_ground::analysis::rule::{Atom, Call, Conditional, Literal, Term, Variable};
use groundplan_ground::analysis::{equation, is_ready, Equation};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::{Relation, Sign};

use super::aggregate::GroundAggregate;
use super::statements::Statement;
use super::values::{VariableValues, Way};
use super::world::{Instances, World};
use crate::Error;

/// The number of candidates up to which the instances of an atom are matched to find out whether there is only one.
const FEW: usize = 8;

/// The ways in which a literal holds.
#[derive(Debug)]
pub enum LiteralWays {
    /// Variables that it needs have no values yet.
    NotReady,
    /// It does not hold.
    None,
    /// It holds, and gives no variable a value.
    Holds,
    /// It holds in these ways, each of which gives variables values.
    Few(Vec<Way>),
    /// It may hold in as many ways as this.
    Many(usize),
    /// It is an aggregate or has conditions, which take time to evaluate.
    Compound,
}

impl From<bool> for LiteralWays {
    fn from(holds: bool) -> Self {
        if holds {
            LiteralWays::Holds
        } else {
            LiteralWays::None
        }
    }
}

/// Ways in which a literal gives one variable a value.
fn single(variable: Variable, values: impl IntoIterator<Item = Symbol>) -> LiteralWays {
    let ways: Vec<Way> = values.into_iter().map(|value| vec![(variable, value)]).collect();
    if ways.is_empty() {
        LiteralWays::None
    } else {
        LiteralWays::Few(ways)
    }
}

impl World<'_> {
    /// Evaluates a literal as far as that is quick.
    ///
    /// # Errors
    ///
    /// If an external function fails.
    pub fn quick(
        &mut self,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<LiteralWays, Error> {
        self.ways(literal, statement, values, FEW)
    }

    /// Evaluates a literal.
    ///
    /// # Errors
    ///
    /// If an external function fails, or the work is interrupted.
    pub fn fully(
        &mut self,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<LiteralWays, Error> {
        match self.ways(literal, statement, values, usize::MAX)? {
            LiteralWays::Compound => self.compound(literal, statement, values),
            ways => Ok(ways),
        }
    }

    fn ways(
        &mut self,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
        most: usize,
    ) -> Result<LiteralWays, Error> {
        Ok(match literal {
            Literal::Atom(Sign::Positive, atom) => match self.instances(atom, values, most) {
                Instances::Undefined | Instances::None => LiteralWays::None,
                Instances::One => LiteralWays::Holds,
                Instances::Few(ways) => LiteralWays::Few(ways),
                Instances::Many(count) => LiteralWays::Many(count),
            },
            Literal::Atom(sign, atom) => self.negation(*sign, atom, statement, values),
            Literal::Compare(left, Relation::Equal, right) => match equation(left, right, values.bound()) {
                None => LiteralWays::NotReady,
                Some(equation) => self.solve_equation(equation, left, right, values),
            },
            Literal::Compare(left, relation, right) => {
                if values.binds(left) && values.binds(right) {
                    self.compare(left, *relation, right, values).into()
                } else {
                    LiteralWays::NotReady
                }
            }
            Literal::Range(variable, lower, upper, _) => {
                if values.binds(lower) && values.binds(upper) {
                    self.range(*variable, lower, upper, values, most)
                } else {
                    LiteralWays::NotReady
                }
            }
            Literal::Call(variable, call) => self.call(*variable, call, values)?,
            Literal::Aggregate(..) | Literal::Conditional(_) | Literal::Theory(..) => {
                if is_ready(literal, values.bound(), &statement.global) {
                    LiteralWays::Compound
                } else {
                    LiteralWays::NotReady
                }
            }
        })
    }

    /// Evaluates an atom under `not` or `not not`. An atom with `_` stands for any of its instances.
    fn negation(
        &mut self,
        sign: Sign,
        atom: &Atom,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> LiteralWays {
        let is_known = |variable: Variable| {
            values.get(variable).is_some() || statement.existential.contains(variable.index())
        };
        if !atom.arguments.iter().all(|term| term.all_variables(is_known)) {
            return LiteralWays::NotReady;
        }
        let any = match self.instances(atom, values, usize::MAX) {
            Instances::Undefined => return LiteralWays::None,
            Instances::None => false,
            Instances::One | Instances::Few(_) | Instances::Many(_) => true,
        };
        (any == (sign == Sign::DoubleNegative)).into()
    }

    /// Whether two terms, whose variables have values, are in this relation.
    pub fn compare(
        &mut self,
        left: &Term,
        relation: Relation,
        right: &Term,
        values: &VariableValues,
    ) -> bool {
        match (values.value(left, self.symbols), values.value(right, self.symbols)) {
            (Some(left), Some(right)) => relation.holds(self.symbols.compare(left, right)),
            _ => false,
        }
    }

    fn solve_equation(
        &mut self,
        equation: Equation,
        left: &Term,
        right: &Term,
        values: &mut VariableValues,
    ) -> LiteralWays {
        let (open, known) = match equation {
            Equation::Test => return self.compare(left, Relation::Equal, right, values).into(),
            Equation::MatchLeft | Equation::SolveLeft => (left, right),
            Equation::MatchRight | Equation::SolveRight => (right, left),
        };
        let Some(known) = values.value(known, self.symbols) else { return LiteralWays::None };
        let mark = values.mark();
        let holds = match equation {
            Equation::SolveLeft | Equation::SolveRight => values.solve(open, known, self.symbols),
            _ => values.matches(open, known, self.symbols),
        };
        let way = values.since(mark);
        values.undo(mark);
        if holds {
            LiteralWays::Few(vec![way])
        } else {
            LiteralWays::None
        }
    }

    fn range(
        &mut self,
        variable: Variable,
        lower: &Term,
        upper: &Term,
        values: &VariableValues,
        most: usize,
    ) -> LiteralWays {
        let bounds = [lower, upper]
            .map(|term| values.value(term, self.symbols).and_then(|value| self.symbols.as_number(value)));
        let [Some(lower), Some(upper)] = bounds else { return LiteralWays::None };
        if let Some(value) = values.get(variable) {
            let value = self.symbols.as_number(value);
            return value.is_some_and(|value| lower <= value && value <= upper).into();
        }
        let count = usize::try_from(i128::from(upper) - i128::from(lower) + 1).unwrap_or(0);
        if count > most {
            return LiteralWays::Many(count);
        }
        single(variable, (lower..=upper).map(|value| self.symbols.number(value)))
    }

    fn call(
        &mut self,
        variable: Variable,
        call: &Call,
        values: &VariableValues,
    ) -> Result<LiteralWays, Error> {
        if !call.arguments.iter().all(|term| values.binds(term)) {
            return Ok(LiteralWays::NotReady);
        }
        let Some(found) = self.called(call, values)? else { return Ok(LiteralWays::None) };
        Ok(match values.get(variable) {
            Some(value) => found.contains(&value).into(),
            None => single(variable, found),
        })
    }

    /// The values of an external function; `None` if there is no such function or an argument has no value.
    ///
    /// # Errors
    ///
    /// If the function fails.
    pub fn called(&mut self, call: &Call, values: &VariableValues) -> Result<Option<Vec<Symbol>>, Error> {
        let Some(arguments) = values.all(&call.arguments, self.symbols) else { return Ok(None) };
        let found = self
            .functions
            .call(call.function, &arguments, call.span, self.symbols)
            .map_err(|diagnostic| Error::Unjustified(diagnostic.message))?;
        Ok(found.map(|indexes| indexes.map(|index| self.functions.value(index)).collect()))
    }

    fn compound(
        &mut self,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<LiteralWays, Error> {
        Ok(match literal {
            Literal::Aggregate(sign, aggregate) => {
                let open = aggregate.guards.iter().find_map(|guard| match guard {
                    (Relation::Equal, Term::Variable(variable)) if values.get(*variable).is_none() => {
                        Some(*variable)
                    }
                    _ => None,
                });
                let Some(variable) = open.filter(|_| *sign == Sign::Positive) else {
                    let ground = self.aggregate(aggregate, statement, values)?;
                    return Ok(ground
                        .is_some_and(|it| it.holds(self.symbols) != (*sign == Sign::Negative))
                        .into());
                };
                let tuples = self.tuples(aggregate, statement, values)?;
                let value = GroundAggregate { function: aggregate.function, guards: Vec::new(), tuples };
                let Some(value) = value.value(self.symbols) else { return Ok(LiteralWays::None) };
                let mark = values.mark();
                values.bind(variable, value);
                let ground = self.aggregate(aggregate, statement, values)?;
                values.undo(mark);
                if ground.is_some_and(|ground| ground.holds(self.symbols)) {
                    LiteralWays::Few(vec![vec![(variable, value)]])
                } else {
                    LiteralWays::None
                }
            }
            Literal::Conditional(conditional) => self.unmet(conditional, statement, values)?.is_none().into(),
            Literal::Theory(sign, atom) => {
                // Another theory decides by itself, and what it says is not explained.
                self.theory_literal((*sign, atom), statement, values)?.unwrap_or(true).into()
            }
            _ => LiteralWays::Holds,
        })
    }

    /// The values of the local variables by which a condition holds, but none of its consequents, if there are such.
    ///
    /// # Errors
    ///
    /// If an external function fails, or the work is interrupted.
    pub fn unmet(
        &mut self,
        conditional: &Conditional,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Option<Way>, Error> {
        let mut unmet = None;
        let outer = values.mark();
        self.each_solution(&conditional.condition, statement, values, &mut |world, values| {
            let mut is_met = unmet.is_some();
            for consequent in &conditional.consequents {
                if !is_met {
                    world.each_solution(consequent, statement, values, &mut |_, _| {
                        is_met = true;
                        Ok(())
                    })?;
                }
            }
            if !is_met {
                unmet = Some(values.since(outer));
            }
            Ok(())
        })?;
        Ok(unmet)
    }
}
