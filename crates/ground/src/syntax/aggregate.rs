//! The aggregate functions: how each is written, and what it makes of its tuples.
//!
//! Where else a new function has to be known is listed in `CONTRIBUTING.md`. A function whose value is neither a sum nor an
//! extreme is a [`Reduction`] too, which grounding and justification compute.

use std::cmp::Ordering;

use crate::symbol::{Symbol, Symbols};

/// An aggregate function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AggregateFunction {
    /// `#count`
    Count,
    /// `#sum`
    Sum,
    /// `#sum+`
    SumPlus,
    /// `#min`
    Min,
    /// `#max`
    Max,
}

/// What a function makes of its tuples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// The sum of their [weights](AggregateFunction::weight).
    Sum,
    /// One of their first terms.
    Extreme(Extreme),
}

/// Which extreme of several terms is the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The least, in the order of terms.
    Least,
    /// The greatest.
    Greatest,
}

impl AggregateFunction {
    /// All functions, in the order of clingo's numbers for them.
    pub const ALL: [AggregateFunction; 5] = [
        AggregateFunction::Count,
        AggregateFunction::Sum,
        AggregateFunction::SumPlus,
        AggregateFunction::Min,
        AggregateFunction::Max,
    ];

    /// Returns the function as it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            AggregateFunction::Count => "#count",
            AggregateFunction::Sum => "#sum",
            AggregateFunction::SumPlus => "#sum+",
            AggregateFunction::Min => "#min",
            AggregateFunction::Max => "#max",
        }
    }

    /// Returns what the function makes of its tuples.
    #[must_use]
    pub fn reduction(self) -> Reduction {
        match self {
            AggregateFunction::Count | AggregateFunction::Sum | AggregateFunction::SumPlus => Reduction::Sum,
            AggregateFunction::Min => Reduction::Extreme(Extreme::Least),
            AggregateFunction::Max => Reduction::Extreme(Extreme::Greatest),
        }
    }

    /// Returns the weight of a tuple in a sum; `None` if the tuple is ignored, or the function is no sum.
    #[must_use]
    pub fn weight(self, tuple: &[Symbol], symbols: &Symbols) -> Option<i64> {
        let number = || symbols.as_number(*tuple.first()?);
        match self {
            AggregateFunction::Count => Some(1),
            AggregateFunction::Sum => number(),
            AggregateFunction::SumPlus => number().filter(|&number| number >= 0),
            AggregateFunction::Min | AggregateFunction::Max => None,
        }
    }

    /// Whether a tuple is left out because its weight is not usable.
    #[must_use]
    pub fn ignores(self, tuple: &[Symbol], symbols: &Symbols) -> bool {
        match self.reduction() {
            Reduction::Sum => self.weight(tuple, symbols).is_none(),
            Reduction::Extreme(_) => tuple.is_empty(),
        }
    }

    /// Whether the value falls in the order of its guards when this tuple is added, so that the aggregate is not monotone in
    /// the tuple's conditions.
    #[must_use]
    pub fn falls_by(self, tuple: &[Symbol], symbols: &Symbols) -> bool {
        match self {
            AggregateFunction::Sum => self.weight(tuple, symbols).is_some_and(|weight| weight < 0),
            AggregateFunction::Count
            | AggregateFunction::SumPlus
            | AggregateFunction::Min
            | AggregateFunction::Max => false,
        }
    }

    /// Returns the function whose ignored tuples offer no atom in a head. An atom with a negative weight is not counted by
    /// `#sum+`, but may be chosen.
    #[must_use]
    pub fn in_head(self) -> Self {
        match self {
            AggregateFunction::SumPlus | AggregateFunction::Sum => AggregateFunction::Sum,
            AggregateFunction::Count | AggregateFunction::Min | AggregateFunction::Max => self,
        }
    }
}

impl Extreme {
    /// Whether a term is more extreme than another, where `order` is how it compares with the other.
    #[must_use]
    pub fn beats(self, order: Ordering) -> bool {
        match self {
            Extreme::Least => order.is_lt(),
            Extreme::Greatest => order.is_gt(),
        }
    }

    /// Returns the extreme of no terms.
    #[must_use]
    pub fn of_nothing(self) -> Symbol {
        match self {
            Extreme::Least => Symbol::SUP,
            Extreme::Greatest => Symbol::INF,
        }
    }
}
