//! The value of an aggregate whose elements only solving decides, and formulas that compare this value with a term.
//!
//! Every comparison is reduced to "the value is at least this" or "the value is at most this". One of the two is
//! monotone in the elements and becomes a disjunction or a sum. The other is its negation, which is right even under
//! recursion: of the formulas that an antimonotone aggregate stands for, the strongest refutes all elements at once
//! (Ferraris, TOCL 2011; Gebser, Harrison, Kaminski, Lifschitz & Schaub: Abstract gringo, TPLP 15, 2015). A
//! comparison that is neither, by `!=` or by negative weights, is read classically, which is right without recursion.
//! With recursion, inequalities are written exactly: see [`super::exact`].

use std::collections::BTreeSet;

use super::assignment::Arguments;
use super::formula::Formula;
use super::stop::Stop;
use super::write::Writer;
use crate::analysis::rule::Aggregate;
use crate::diagnostic::{Diagnostic, ErrorKind, Span};
use crate::program::Literal;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::aggregate::{Extreme, Reduction};
use crate::syntax::ast::Relation;

/// The maximum number of possible values of one aggregate that are enumerated.
const MOST_VALUES: usize = 1_000_000;

/// A tuple of an aggregate. It counts if one of its conditions holds, or always if it has no conditions.
pub struct Tuple {
    /// The terms of the tuple.
    pub symbols: Arguments,
    /// The conditions as conjunctions; any one of them suffices.
    pub conditions: Vec<Vec<Literal>>,
}

/// A range of terms in the order of terms, bounded by one term. The direction comes from the context.
#[derive(Clone, Copy)]
enum TermBound {
    /// The term itself and everything beyond it.
    From(Symbol),
    /// Everything beyond the term, without the term itself.
    Beyond(Symbol),
}

impl TermBound {
    /// The bound of the complement, which extends in the opposite direction.
    fn opposite(self) -> TermBound {
        match self {
            TermBound::From(term) => TermBound::Beyond(term),
            TermBound::Beyond(term) => TermBound::From(term),
        }
    }

    /// Returns whether a term lies within the bound, which extends towards this extreme.
    fn is_reached(self, extreme: Extreme, term: Symbol, symbols: &Symbols) -> bool {
        match self {
            TermBound::From(guard) => term == guard || extreme.beats(symbols.compare(term, guard)),
            TermBound::Beyond(guard) => extreme.beats(symbols.compare(term, guard)),
        }
    }
}

/// A linear inequality: the weights of the literals that hold sum to at least a bound. Weights may be negative.
#[derive(Clone, Debug)]
pub struct Inequality {
    /// The lower bound of the sum.
    pub bound: i128,
    /// The literals with their weights.
    pub elements: Vec<(Literal, i64)>,
}

/// The value of an aggregate as a function of its undecided tuples. `L` represents the condition of a tuple.
pub enum AggregateValue<L> {
    /// A sum: a fixed number, and the undecided tuples with their weights.
    Number { fixed: i128, open: Vec<(L, i64)> },
    /// The least or the greatest term: among a term that is certain to be there and the undecided ones.
    Extreme { extreme: Extreme, certain: Symbol, open: Vec<(L, Symbol)> },
}

impl<L> AggregateValue<L> {
    /// The value of an aggregate over these tuples. `name` makes the `L` of a tuple from its conditions.
    ///
    /// # Errors
    ///
    /// If the sum of the absolute weights overflows.
    pub fn of(
        aggregate: &Aggregate,
        tuples: Vec<Tuple>,
        symbols: &Symbols,
        mut name: impl FnMut(Vec<Vec<Literal>>) -> L,
    ) -> Result<Self, Stop> {
        match aggregate.function.reduction() {
            Reduction::Extreme(extreme) => Ok(AggregateValue::extreme(extreme, tuples, symbols, name)),
            Reduction::Sum => {
                let (mut fixed, mut total) = (0_i128, 0_i128);
                let mut open = Vec::new();
                for tuple in tuples {
                    let weight =
                        aggregate.function.weight(&tuple.symbols, symbols).expect("other tuples are ignored");
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
                Ok(AggregateValue::Number { fixed, open })
            }
        }
    }

    fn extreme(
        extreme: Extreme,
        tuples: Vec<Tuple>,
        symbols: &Symbols,
        mut name: impl FnMut(Vec<Vec<Literal>>) -> L,
    ) -> Self {
        let mut certain = extreme.of_nothing();
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
        AggregateValue::Extreme { extreme, certain, open }
    }

    /// Returns the values that the aggregate may have, in ascending order for sums. `span` is the aggregate.
    ///
    /// # Errors
    ///
    /// If there are more than `MOST_VALUES`.
    pub fn possible_values(&self, span: Span, symbols: &mut Symbols) -> Result<Vec<Symbol>, Stop> {
        match self {
            AggregateValue::Number { fixed, open } => {
                let mut sums = BTreeSet::from([*fixed]);
                for &(_, weight) in open {
                    let more: Vec<i128> = sums.iter().map(|sum| sum + i128::from(weight)).collect();
                    sums.extend(more);
                    if sums.len() > MOST_VALUES {
                        let message = format!("this has more than {MOST_VALUES} possible values");
                        return Err(Diagnostic::error(message, span)
                            .kind(ErrorKind::Size)
                            .help("compare it with a bound, or let facts decide more of it")
                            .into());
                    }
                }
                let number = |sum| i64::try_from(sum).expect("the sum of all weights is a 64-bit integer");
                Ok(sums.into_iter().map(|sum| symbols.number(number(sum))).collect())
            }
            AggregateValue::Extreme { certain, open, .. } => {
                let mut values = vec![*certain];
                values.extend(open.iter().map(|&(_, symbol)| symbol));
                values.sort_unstable();
                values.dedup();
                Ok(values)
            }
        }
    }

    /// Returns whether the value may have this relation to a term.
    pub fn may_be(&self, relation: Relation, guard: Symbol, symbols: &Symbols) -> bool {
        match self {
            AggregateValue::Number { .. } => {
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
            AggregateValue::Extreme { certain, open, .. } => {
                let mut values = std::iter::once(*certain).chain(open.iter().map(|&(_, symbol)| symbol));
                values.any(|value| relation.holds(symbols.compare(value, guard)))
            }
        }
    }

    /// The least and the greatest number that a sum may be; `(0, 0)` for an extreme.
    fn range(&self) -> (i128, i128) {
        let AggregateValue::Number { fixed, open } = self else { return (0, 0) };
        open.iter().fold((*fixed, *fixed), |(least, greatest), &(_, weight)| {
            (least + i128::from(weight.min(0)), greatest + i128::from(weight.max(0)))
        })
    }
}

impl AggregateValue<Literal> {
    /// Returns a formula that says that the value has this relation to a term.
    pub fn related(
        &self,
        relation: Relation,
        guard: Symbol,
        symbols: &Symbols,
        writer: &mut Writer,
    ) -> Formula {
        match relation {
            Relation::GreaterEqual => self.above(TermBound::From(guard), symbols, writer),
            Relation::Greater => self.above(TermBound::Beyond(guard), symbols, writer),
            Relation::LessEqual => self.below(TermBound::From(guard), symbols, writer),
            Relation::Less => self.below(TermBound::Beyond(guard), symbols, writer),
            Relation::Equal => {
                let above = self.above(TermBound::From(guard), symbols, writer);
                if above == Formula::Constant(false) {
                    return above;
                }
                let below = self.below(TermBound::From(guard), symbols, writer);
                above.and(below)
            }
            Relation::NotEqual => {
                let above = self.above(TermBound::Beyond(guard), symbols, writer);
                let below = self.below(TermBound::Beyond(guard), symbols, writer);
                match (above, below) {
                    (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                    (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                    (Formula::All(above), Formula::All(below)) => writer.any(vec![above, below]),
                }
            }
        }
    }

    /// The comparison as a disjunction of conjunctions of inequalities.
    pub fn inequalities(&self, relation: Relation, guard: Symbol, symbols: &Symbols) -> Vec<Vec<Inequality>> {
        let least = |bound| self.on_side(Extreme::Greatest, bound, symbols);
        let most = |bound| self.on_side(Extreme::Least, bound, symbols);
        match relation {
            Relation::GreaterEqual => vec![vec![least(TermBound::From(guard))]],
            Relation::Greater => vec![vec![least(TermBound::Beyond(guard))]],
            Relation::LessEqual => vec![vec![most(TermBound::From(guard))]],
            Relation::Less => vec![vec![most(TermBound::Beyond(guard))]],
            Relation::Equal => vec![vec![least(TermBound::From(guard)), most(TermBound::From(guard))]],
            Relation::NotEqual => {
                vec![vec![least(TermBound::Beyond(guard))], vec![most(TermBound::Beyond(guard))]]
            }
        }
    }

    /// The inequality that says that the value is at least a bound (`Greatest`) or at most a bound (`Least`).
    fn on_side(&self, side: Extreme, bound: TermBound, symbols: &Symbols) -> Inequality {
        match self {
            AggregateValue::Number { fixed, open } => {
                let (guard, beyond) = match bound {
                    TermBound::From(guard) => (guard, 0),
                    TermBound::Beyond(guard) => (guard, 1),
                };
                let bound = threshold(guard, self.range(), symbols);
                let sign = if side == Extreme::Greatest { 1 } else { -1 };
                let elements = open.iter().map(|&(literal, weight)| (literal, sign * weight)).collect();
                Inequality { bound: i128::from(sign) * (bound - fixed) + beyond, elements }
            }
            AggregateValue::Extreme { extreme, certain, open } => {
                // In the direction of the extreme, at least one term must lie within the bound. In the other
                // direction, no term may lie beyond the bound.
                let (bound, weight) = if side == *extreme { (bound, 1) } else { (bound.opposite(), -1) };
                let reaching =
                    open.iter().filter(|&&(_, symbol)| bound.is_reached(*extreme, symbol, symbols));
                let certain = i128::from(bound.is_reached(*extreme, *certain, symbols));
                let needed = i128::from(weight == 1);
                let elements = reaching.map(|&(literal, _)| (literal, weight)).collect();
                Inequality { bound: needed - i128::from(weight) * certain, elements }
            }
        }
    }

    /// Returns a formula that says that the value is at least a bound.
    fn above(&self, bound: TermBound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        match self {
            AggregateValue::Number { fixed, open } => {
                let bound = match bound {
                    TermBound::From(guard) => threshold(guard, self.range(), symbols),
                    TermBound::Beyond(guard) => threshold(guard, self.range(), symbols) + 1,
                };
                let mut fixed = *fixed;
                let mut elements = Vec::with_capacity(open.len());
                for &(literal, weight) in open {
                    if weight < 0 {
                        // A negative weight is added to the fixed part, and given back where the literal does not
                        // hold.
                        fixed += i128::from(weight);
                        elements.push((writer.negate(literal), -weight));
                    } else {
                        elements.push((literal, weight));
                    }
                }
                writer.at_least(bound - fixed, &elements)
            }
            AggregateValue::Extreme { extreme: Extreme::Greatest, .. } => {
                self.reaches(bound, symbols, writer)
            }
            AggregateValue::Extreme { extreme: Extreme::Least, .. } => {
                let below = self.below(bound.opposite(), symbols, writer);
                writer.negated(below)
            }
        }
    }

    /// Returns a formula that says that the value is at most a bound.
    fn below(&self, bound: TermBound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        if let AggregateValue::Extreme { extreme: Extreme::Least, .. } = self {
            return self.reaches(bound, symbols, writer);
        }
        let above = self.above(bound.opposite(), symbols, writer);
        writer.negated(above)
    }

    /// Returns a formula that says that some term lies within a bound that extends towards the extreme.
    fn reaches(&self, bound: TermBound, symbols: &Symbols, writer: &mut Writer) -> Formula {
        let AggregateValue::Extreme { extreme, certain, open } = self else {
            unreachable!("numbers are not compared one by one")
        };
        let reaches = |symbol: Symbol| bound.is_reached(*extreme, symbol, symbols);
        if reaches(*certain) {
            return Formula::Constant(true);
        }
        let found = open.iter().filter(|&&(_, symbol)| reaches(symbol));
        writer.any(found.map(|&(literal, _)| vec![literal]).collect())
    }
}

/// Converts a guard to a number. Terms that are not numbers are mapped just below or just above the given range.
fn threshold(guard: Symbol, (least, greatest): (i128, i128), symbols: &Symbols) -> i128 {
    match symbols.as_number(guard) {
        Some(number) => i128::from(number),
        None if guard == Symbol::INF => least - 1,
        None => greatest + 1,
    }
}
