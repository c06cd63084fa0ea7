//! Aggregates in bodies: evaluated on the spot where all that they look at is decided, literals otherwise.
//!
//! Every relation comes down to "the value is at least this" or "at most this". One of the two is monotone in the
//! elements and becomes a disjunction or a sum; the other is its negation, which is right even under recursion: of
//! formulas that an antimonotone aggregate stands for, the strongest refutes all elements at once (Ferraris, TOCL 2011;
//! Gebser, Harrison, Kaminski, Lifschitz & Schaub: Abstract gringo, TPLP 15, 2015). What is neither, `!=` and negative
//! weights, is read classically, which is right without recursion: see [`super::recursion`].

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::formula::Formula;
use super::instantiate::{overflow, Arguments, Cursor, Entered, Instantiator};
use super::plan::Step;
use super::{Ignored, Stop};
use crate::analysis::rule::{Aggregate, Variable};
use crate::diagnostic::Diagnostic;
use crate::program::{AtomId, Literal};
use crate::symbol::Symbol;
use crate::syntax::ast::{Function, Relation, Sign};

/// More values of one aggregate than this are not gone through.
const MOST_VALUES: usize = 1_000_000;

/// A tuple of an aggregate: it counts where one of the conditions holds; without any, everywhere.
struct Tuple {
    symbols: Arguments,
    conditions: Vec<Vec<Literal>>,
}

/// What the value of an aggregate depends on. `L` tells whether a tuple counts.
enum Value<L> {
    /// A number, and what is added to it.
    Number { fixed: i128, open: Vec<(L, i64)> },
    /// The least term, or the greatest: of one that is there in any case, and of others.
    Extreme { least: bool, certain: Symbol, open: Vec<(L, Symbol)> },
}

impl Instantiator<'_> {
    /// Evaluates an aggregate for the present assignment.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, or there are too many values to go through.
    pub fn aggregate(
        &mut self,
        sign: Sign,
        aggregate: &Aggregate,
        joins: &[Vec<Step>],
        assigned: Option<Variable>,
    ) -> Result<Entered, Stop> {
        let tuples = self.tuples(aggregate, joins)?;
        if self.probing {
            let value = self.value_of(aggregate, tuples, &mut |_, _| ())?;
            return self.probe(sign, aggregate, &value, assigned);
        }
        let exposed = if sign == Sign::Positive { self.exposed(aggregate, &tuples) } else { Vec::new() };
        let value = self.value_of(aggregate, tuples, &mut |this, conditions| {
            let formula = this.any(conditions);
            match formula {
                Formula::All(literals) => this.all(literals),
                Formula::Constant(_) => unreachable!("only tuples with conditions are open"),
            }
        })?;
        let Some(variable) = assigned else {
            let formula = match self.guarded(aggregate, &value)? {
                None => return Ok(Entered::Fails),
                Some(formula) => match sign {
                    Sign::Positive => formula,
                    Sign::Negative => self.negated(formula),
                    Sign::DoubleNegative => {
                        let negated = self.negated(formula);
                        self.negated(negated)
                    }
                },
            };
            return Ok(match formula {
                Formula::Constant(holds) => holds.into(),
                Formula::All(literals) => {
                    if !exposed.is_empty() {
                        self.suspect(aggregate.span, &literals, exposed);
                    }
                    self.body.extend(literals);
                    Entered::Holds
                }
            });
        };
        let mut choices = Vec::new();
        for candidate in self.values(aggregate, &value)? {
            self.go_on()?;
            self.assignment[variable.index()] = candidate;
            match self.guarded(aggregate, &value)? {
                None | Some(Formula::Constant(false)) => {}
                Some(Formula::Constant(true)) => choices.push((candidate, Vec::new())),
                Some(Formula::All(literals)) => {
                    if !exposed.is_empty() {
                        self.suspect(aggregate.span, &literals, exposed.clone());
                    }
                    choices.push((candidate, literals));
                }
            }
        }
        Ok(Entered::Iterates(Cursor::Values(variable, choices.into_iter())))
    }

    /// The tuples of the elements, each once, with their conditions.
    fn tuples(&mut self, aggregate: &Aggregate, joins: &[Vec<Step>]) -> Result<Vec<Tuple>, Stop> {
        let mut known: FxHashMap<Arguments, usize> = FxHashMap::default();
        let mut tuples: Vec<Tuple> = Vec::new();
        let body = self.body.len();
        for (element, join) in aggregate.elements.iter().zip(joins) {
            self.join(join, &mut |this| {
                let Some(symbols) = this.arguments(&element.tuple)? else { return Ok(()) };
                if this.ignores(aggregate.function, &symbols) {
                    this.memory.ignored.insert((element.span, Ignored::Weight));
                    return Ok(());
                }
                let condition = this.body[body..].to_vec();
                match known.get(&symbols) {
                    None => {
                        known.insert(symbols.clone(), tuples.len());
                        let conditions = if condition.is_empty() { Vec::new() } else { vec![condition] };
                        tuples.push(Tuple { symbols, conditions });
                    }
                    Some(&index) if condition.is_empty() => tuples[index].conditions.clear(),
                    Some(&index) if tuples[index].conditions.is_empty() => {}
                    Some(&index) => tuples[index].conditions.push(condition),
                }
                Ok(())
            })?;
        }
        Ok(tuples)
    }

    /// Whether a tuple has no part in the aggregate because of its weight.
    pub(super) fn ignores(&self, function: Function, tuple: &[Symbol]) -> bool {
        let weight = tuple.first().and_then(|&first| self.symbols.as_number(first));
        match function {
            Function::Count => false,
            Function::Sum => weight.is_none(),
            Function::SumPlus => weight.is_none_or(|weight| weight < 0),
            Function::Min | Function::Max => tuple.is_empty(),
        }
    }

    fn value_of<L>(
        &mut self,
        aggregate: &Aggregate,
        tuples: Vec<Tuple>,
        name: &mut dyn FnMut(&mut Self, Vec<Vec<Literal>>) -> L,
    ) -> Result<Value<L>, Stop> {
        if let Function::Min | Function::Max = aggregate.function {
            let least = aggregate.function == Function::Min;
            let mut certain = if least { Symbol::SUP } else { Symbol::INF };
            for tuple in tuples.iter().filter(|tuple| tuple.conditions.is_empty()) {
                if self.beyond(least, tuple.symbols[0], certain) {
                    certain = tuple.symbols[0];
                }
            }
            let mut open = Vec::new();
            for tuple in tuples {
                if !tuple.conditions.is_empty() && self.beyond(least, tuple.symbols[0], certain) {
                    open.push((name(self, tuple.conditions), tuple.symbols[0]));
                }
            }
            return Ok(Value::Extreme { least, certain, open });
        }
        let (mut fixed, mut total) = (0_i128, 0_i128);
        let mut open = Vec::new();
        for tuple in tuples {
            let weight = match aggregate.function {
                Function::Count => 1,
                _ => self.symbols.as_number(tuple.symbols[0]).expect("other tuples are ignored"),
            };
            total += i128::from(weight).abs();
            if tuple.conditions.is_empty() {
                fixed += i128::from(weight);
            } else if weight != 0 {
                open.push((name(self, tuple.conditions), weight));
            }
        }
        if i64::try_from(total).is_err() {
            return Err(overflow(aggregate.span));
        }
        Ok(Value::Number { fixed, open })
    }

    /// Whether a term is strictly less (greater) than another.
    fn beyond(&self, less: bool, left: Symbol, right: Symbol) -> bool {
        let order = self.symbols.compare(left, right);
        if less {
            order.is_lt()
        } else {
            order.is_gt()
        }
    }

    /// That all guards hold; `None` where one has no value.
    fn guarded(&mut self, aggregate: &Aggregate, value: &Value<Literal>) -> Result<Option<Formula>, Stop> {
        let mut all = Formula::Constant(true);
        for (relation, guard) in &aggregate.guards {
            let Some(guard) = self.value(guard)? else { return Ok(None) };
            let formula = self.related(value, *relation, guard);
            all = all.and(formula);
        }
        Ok(Some(all))
    }

    /// That the value has this relation to a term.
    fn related(&mut self, value: &Value<Literal>, relation: Relation, guard: Symbol) -> Formula {
        match relation {
            Relation::GreaterEqual => self.at_or_above(value, guard, false),
            Relation::Greater => self.at_or_above(value, guard, true),
            Relation::LessEqual => self.at_or_below(value, guard, false),
            Relation::Less => self.at_or_below(value, guard, true),
            Relation::Equal => {
                let above = self.at_or_above(value, guard, false);
                if above == Formula::Constant(false) {
                    return above;
                }
                let below = self.at_or_below(value, guard, false);
                above.and(below)
            }
            Relation::NotEqual => {
                match (self.at_or_above(value, guard, true), self.at_or_below(value, guard, true)) {
                    (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                    (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                    (Formula::All(above), Formula::All(below)) => self.any(vec![above, below]),
                }
            }
        }
    }

    /// That the value is at least the guard, or above it if `strict`.
    fn at_or_above(&mut self, value: &Value<Literal>, guard: Symbol, strict: bool) -> Formula {
        match value {
            Value::Number { fixed, open } => {
                let (least, greatest) = value.range();
                let bound = self.threshold(guard, least, greatest) + i128::from(strict);
                let mut fixed = *fixed;
                let mut elements = Vec::with_capacity(open.len());
                for &(literal, weight) in open {
                    if weight < 0 {
                        // It counts from the start, and is given back where it does not.
                        fixed += i128::from(weight);
                        elements.push((self.negate(literal), -weight));
                    } else {
                        elements.push((literal, weight));
                    }
                }
                self.at_least(bound - fixed, &elements)
            }
            Value::Extreme { least: false, certain, open } => self.some(false, *certain, open, guard, strict),
            Value::Extreme { least: true, .. } => {
                let below = self.at_or_below(value, guard, !strict);
                self.negated(below)
            }
        }
    }

    /// That the value is at most the guard, or below it if `strict`.
    fn at_or_below(&mut self, value: &Value<Literal>, guard: Symbol, strict: bool) -> Formula {
        match value {
            Value::Extreme { least: true, certain, open } => self.some(true, *certain, open, guard, strict),
            _ => {
                let above = self.at_or_above(value, guard, !strict);
                self.negated(above)
            }
        }
    }

    /// That some term lies on this side of the guard.
    fn some(
        &mut self,
        less: bool,
        certain: Symbol,
        open: &[(Literal, Symbol)],
        guard: Symbol,
        strict: bool,
    ) -> Formula {
        let reaches =
            |this: &Self, symbol: Symbol| symbol == guard && !strict || this.beyond(less, symbol, guard);
        if reaches(self, certain) {
            return Formula::Constant(true);
        }
        let found = open.iter().filter(|&&(_, symbol)| reaches(self, symbol));
        let found = found.map(|&(literal, _)| vec![literal]).collect();
        self.any(found)
    }

    /// A guard as a number: terms that are none lie beyond all numbers between the two.
    fn threshold(&self, guard: Symbol, least: i128, greatest: i128) -> i128 {
        match self.symbols.as_number(guard) {
            Some(number) => i128::from(number),
            None if guard == Symbol::INF => least - 1,
            None => greatest + 1,
        }
    }

    /// The values that the aggregate may have.
    fn values<L>(&mut self, aggregate: &Aggregate, value: &Value<L>) -> Result<Vec<Symbol>, Stop> {
        match value {
            Value::Number { fixed, open } => {
                let mut sums = BTreeSet::from([*fixed]);
                for &(_, weight) in open {
                    let more: Vec<i128> = sums.iter().map(|sum| sum + i128::from(weight)).collect();
                    sums.extend(more);
                    if sums.len() > MOST_VALUES {
                        let message = format!("this has more than {MOST_VALUES} possible values");
                        return Err(Diagnostic::error(message, aggregate.span)
                            .help("compare it with a bound, or let facts decide more of it")
                            .into());
                    }
                }
                let number = |sum| i64::try_from(sum).expect("the sum of all weights is a 64-bit integer");
                Ok(sums.into_iter().map(|sum| self.symbols.number(number(sum))).collect())
            }
            Value::Extreme { certain, open, .. } => {
                let mut values = vec![*certain];
                values.extend(open.iter().map(|&(_, symbol)| symbol));
                values.sort_unstable();
                values.dedup();
                Ok(values)
            }
        }
    }

    /// Whether the aggregate may hold as far as is known now; it may come to hold later.
    fn probe(
        &mut self,
        sign: Sign,
        aggregate: &Aggregate,
        value: &Value<()>,
        assigned: Option<Variable>,
    ) -> Result<Entered, Stop> {
        if let Some(variable) = assigned {
            let values = self.values(aggregate, value)?;
            let choices: Vec<_> = values.into_iter().map(|value| (value, Vec::new())).collect();
            return Ok(Entered::Iterates(Cursor::Values(variable, choices.into_iter())));
        }
        if sign != Sign::Positive {
            return Ok(Entered::Holds);
        }
        for (relation, guard) in &aggregate.guards {
            let Some(guard) = self.value(guard)? else { return Ok(Entered::Fails) };
            if !self.possible(value, *relation, guard) {
                return Ok(Entered::Fails);
            }
        }
        Ok(Entered::Holds)
    }

    fn possible(&self, value: &Value<()>, relation: Relation, guard: Symbol) -> bool {
        match value {
            Value::Number { .. } => {
                let (least, greatest) = value.range();
                let bound = self.threshold(guard, least, greatest);
                match relation {
                    Relation::Equal => least <= bound && bound <= greatest,
                    Relation::NotEqual => least != bound || greatest != bound,
                    Relation::Less => least < bound,
                    Relation::LessEqual => least <= bound,
                    Relation::Greater => greatest > bound,
                    Relation::GreaterEqual => greatest >= bound,
                }
            }
            Value::Extreme { certain, open, .. } => {
                let mut values = std::iter::once(*certain).chain(open.iter().map(|&(_, symbol)| symbol));
                values.any(|value| super::instantiate::holds(self.symbols.compare(value, guard), relation))
            }
        }
    }

    /// The atoms in which the aggregate is not monotone, of those that are not all known yet and so may depend on it.
    fn exposed(&self, aggregate: &Aggregate, tuples: &[Tuple]) -> Vec<AtomId> {
        let unequal = aggregate.guards.iter().any(|&(relation, _)| relation == Relation::NotEqual);
        let negative = |tuple: &&Tuple| {
            let weight = tuple.symbols.first().and_then(|&first| self.symbols.as_number(first));
            aggregate.function == Function::Sum && weight.is_some_and(|weight| weight < 0)
        };
        let exposed = tuples.iter().filter(|tuple| unequal || negative(tuple));
        self.growing_atoms(exposed.flat_map(|tuple| &tuple.conditions).flatten())
    }
}

impl<L> Value<L> {
    /// The least and the greatest number it may be.
    fn range(&self) -> (i128, i128) {
        let Value::Number { fixed, open } = self else { return (0, 0) };
        open.iter().fold((*fixed, *fixed), |(least, greatest), &(_, weight)| {
            (least + i128::from(weight.min(0)), greatest + i128::from(weight.max(0)))
        })
    }
}
