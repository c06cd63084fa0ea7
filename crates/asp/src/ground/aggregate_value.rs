//! The value of an aggregate over what only solving decides, and formulas that compare it with a term.
//!
//! Every relation comes down to "the value is at least this" or "at most this". One of the two is monotone in the
//! elements and becomes a disjunction or a sum; the other is its negation, which is right even under recursion: of
//! formulas that an antimonotone aggregate stands for, the strongest refutes all elements at once (Ferraris, TOCL 2011;
//! Gebser, Harrison, Kaminski, Lifschitz & Schaub: Abstract gringo, TPLP 15, 2015). What is neither, `!=` and negative
//! weights, is read classically, which is right without recursion: see [`super::recursion`].

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::assignment::Arguments;
use super::formula::Formula;
use super::stop::Stop;
use super::write::Writer;
use crate::analysis::rule::Aggregate;
use crate::diagnostic::{Diagnostic, Span};
use crate::program::Literal;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{Function, Relation};

/// More values of one aggregate than this are not gone through.
const MOST_VALUES: usize = 1_000_000;

/// A tuple of an aggregate: it counts where one of the conditions holds; without any, everywhere.
pub struct Tuple {
    /// The tuple.
    pub symbols: Arguments,
    /// The conditions.
    pub conditions: Vec<Vec<Literal>>,
}

/// Which of several terms is the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    Least,
    Greatest,
}

/// One side of a term in the order of terms.
#[derive(Clone, Copy)]
enum Bound {
    /// The term itself, and what lies on that side.
    From(Symbol),
    /// What lies on that side.
    Beyond(Symbol),
}

impl Bound {
    /// Where the other side begins.
    fn opposite(self) -> Bound {
        match self {
            Bound::From(term) => Bound::Beyond(term),
            Bound::Beyond(term) => Bound::From(term),
        }
    }
}

/// What the value of an aggregate depends on. `L` tells whether a tuple counts.
pub enum Value<L> {
    /// A number, and what is added to it.
    Number { fixed: i128, open: Vec<(L, i64)> },
    /// The least term, or the greatest: of one that is there in any case, and of others.
    Extreme { extreme: Extreme, certain: Symbol, open: Vec<(L, Symbol)> },
}

impl Extreme {
    /// Whether a term is more extreme than another, in this order to it.
    fn beats(self, order: Ordering) -> bool {
        match self {
            Extreme::Least => order.is_lt(),
            Extreme::Greatest => order.is_gt(),
        }
    }
}

impl<L> Value<L> {
    /// The value over these tuples. `name` makes what tells whether one of its conditions holds.
    ///
    /// # Errors
    ///
    /// When the sum of all weights overflows.
    pub fn of(
        aggregate: &Aggregate,
        tuples: Vec<Tuple>,
        symbols: &Symbols,
        mut name: impl FnMut(Vec<Vec<Literal>>) -> L,
    ) -> Result<Self, Stop> {
        let extreme = match aggregate.function {
            Function::Min => Some((Extreme::Least, Symbol::SUP)),
            Function::Max => Some((Extreme::Greatest, Symbol::INF)),
            Function::Count | Function::Sum | Function::SumPlus => None,
        };
        if let Some((extreme, mut certain)) = extreme {
            let beats = |one: Symbol, other: Symbol| extreme.beats(symbols.compare(one, other));
            for tuple in tuples.iter().filter(|tuple| tuple.conditions.is_empty()) {
                if beats(tuple.symbols[0], certain) {
                    certain = tuple.symbols[0];
                }
            }
            let mut open = Vec::new();
            for tuple in tuples {
                if !tuple.conditions.is_empty() && beats(tuple.symbols[0], certain) {
                    open.push((name(tuple.conditions), tuple.symbols[0]));
                }
            }
            return Ok(Value::Extreme { extreme, certain, open });
        }
        let (mut fixed, mut total) = (0_i128, 0_i128);
        let mut open = Vec::new();
        for tuple in tuples {
            let weight = match aggregate.function {
                Function::Count => 1,
                _ => symbols.as_number(tuple.symbols[0]).expect("other tuples are ignored"),
            };
            total += i128::from(weight).abs();
            if tuple.conditions.is_empty() {
                fixed += i128::from(weight);
            } else if weight != 0 {
                open.push((name(tuple.conditions), weight));
            }
        }
        if i64::try_from(total).is_err() {
            return Err(Stop::overflow(aggregate.span));
        }
        Ok(Value::Number { fixed, open })
    }

    /// The values that it may have; `span` is the aggregate.
    ///
    /// # Errors
    ///
    /// When there are too many to go through.
    pub fn possible_values(&self, span: Span, symbols: &mut Symbols) -> Result<Vec<Symbol>, Stop> {
        match self {
            Value::Number { fixed, open } => {
                let mut sums = BTreeSet::from([*fixed]);
                for &(_, weight) in open {
                    let more: Vec<i128> = sums.iter().map(|sum| sum + i128::from(weight)).collect();
                    sums.extend(more);
                    if sums.len() > MOST_VALUES {
                        let message = format!("this has more than {MOST_VALUES} possible values");
                        return Err(Diagnostic::error(message, span)
                            .help("compare it with a bound, or let facts decide more of it")
                            .into());
                    }
                }
                let number = |sum| i64::try_from(sum).expect("the sum of all weights is a 64-bit integer");
                Ok(sums.into_iter().map(|sum| symbols.number(number(sum))).collect())
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

    /// Whether it may have this relation to a term.
    pub fn may_be(&self, relation: Relation, guard: Symbol, symbols: &Symbols) -> bool {
        match self {
            Value::Number { .. } => {
                let (least, greatest) = self.range();
                let bound = threshold(guard, (least, greatest), symbols);
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
                values.any(|value| relation.holds(symbols.compare(value, guard)))
            }
        }
    }

    /// The least and the greatest number it may be.
    fn range(&self) -> (i128, i128) {
        let Value::Number { fixed, open } = self else { return (0, 0) };
        open.iter().fold((*fixed, *fixed), |(least, greatest), &(_, weight)| {
            (least + i128::from(weight.min(0)), greatest + i128::from(weight.max(0)))
        })
    }
}

impl Value<Literal> {
    /// That it has this relation to a term.
    pub fn related(
        &self,
        relation: Relation,
        guard: Symbol,
        symbols: &Symbols,
        writer: &mut Writer,
    ) -> Formula {
        match relation {
            Relation::GreaterEqual => self.above(Bound::From(guard), symbols, writer),
            Relation::Greater => self.above(Bound::Beyond(guard), symbols, writer),
            Relation::LessEqual => self.below(Bound::From(guard), symbols, writer),
            Relation::Less => self.below(Bound::Beyond(guard), symbols, writer),
            Relation::Equal => {
                let above = self.above(Bound::From(guard), symbols, writer);
                if above == Formula::Constant(false) {
                    return above;
                }
                let below = self.below(Bound::From(guard), symbols, writer);
                above.and(below)
            }
            Relation::NotEqual => {
                let above = self.above(Bound::Beyond(guard), symbols, writer);
                let below = self.below(Bound::Beyond(guard), symbols, writer);
                match (above, below) {
                    (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                    (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                    (Formula::All(above), Formula::All(below)) => writer.any(vec![above, below]),
                }
            }
        }
    }

    /// That it lies above a bound.
    fn above(&self, bound: Bound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        match self {
            Value::Number { fixed, open } => {
                let bound = match bound {
                    Bound::From(guard) => threshold(guard, self.range(), symbols),
                    Bound::Beyond(guard) => threshold(guard, self.range(), symbols) + 1,
                };
                let mut fixed = *fixed;
                let mut elements = Vec::with_capacity(open.len());
                for &(literal, weight) in open {
                    if weight < 0 {
                        // It counts from the start, and is given back where it does not.
                        fixed += i128::from(weight);
                        elements.push((writer.negate(literal), -weight));
                    } else {
                        elements.push((literal, weight));
                    }
                }
                writer.at_least(bound - fixed, &elements)
            }
            Value::Extreme { extreme: Extreme::Greatest, .. } => self.reaches(bound, symbols, writer),
            Value::Extreme { extreme: Extreme::Least, .. } => {
                let below = self.below(bound.opposite(), symbols, writer);
                writer.negated(below)
            }
        }
    }

    /// That it lies below a bound.
    fn below(&self, bound: Bound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        if let Value::Extreme { extreme: Extreme::Least, .. } = self {
            return self.reaches(bound, symbols, writer);
        }
        let above = self.above(bound.opposite(), symbols, writer);
        writer.negated(above)
    }

    /// That some term lies on that side of a bound on which the extreme one lies.
    fn reaches(&self, bound: Bound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        let Value::Extreme { extreme, certain, open } = self else {
            unreachable!("numbers are not compared one by one")
        };
        let reaches = |symbol: Symbol| match bound {
            Bound::From(guard) => symbol == guard || extreme.beats(symbols.compare(symbol, guard)),
            Bound::Beyond(guard) => extreme.beats(symbols.compare(symbol, guard)),
        };
        if reaches(*certain) {
            return Formula::Constant(true);
        }
        let found = open.iter().filter(|&&(_, symbol)| reaches(symbol));
        writer.any(found.map(|&(literal, _)| vec![literal]).collect())
    }
}

/// A guard as a number: terms that are none lie beyond all numbers between the two.
fn threshold(guard: Symbol, (least, greatest): (i128, i128), symbols: &Symbols) -> i128 {
    match symbols.as_number(guard) {
        Some(number) => i128::from(number),
        None if guard == Symbol::INF => least - 1,
        None => greatest + 1,
    }
}
