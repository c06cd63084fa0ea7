//! How strongly the operators between terms bind.
//!
//! Parser and printer share this one table, so that what is printed parses back.

use super::ast::BinaryOperator;

/// An operator between two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    /// `..`
    Interval,
    Binary(BinaryOperator),
}

/// Binds more weakly than every operator.
pub(super) const WEAKEST: u8 = 0;
/// Binds more strongly than every operator between terms, as the operators before a term do.
pub(super) const PREFIX: u8 = 8;

impl Infix {
    /// The stronger binds first: the order of gringo, which is that of C but for the bit operators.
    pub fn strength(self) -> u8 {
        match self {
            Infix::Interval => 1,
            Infix::Binary(BinaryOperator::Xor) => 2,
            Infix::Binary(BinaryOperator::Or) => 3,
            Infix::Binary(BinaryOperator::And) => 4,
            Infix::Binary(BinaryOperator::Add | BinaryOperator::Subtract) => 5,
            Infix::Binary(BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo) => 6,
            Infix::Binary(BinaryOperator::Power) => 7,
        }
    }

    /// The weakest operator that may stand in the left operand without parentheses.
    pub fn left(self) -> u8 {
        self.strength() + u8::from(self.groups_right())
    }

    /// The weakest operator that may stand in the right operand without parentheses.
    pub fn right(self) -> u8 {
        self.strength() + u8::from(!self.groups_right())
    }

    /// Only `**` does: `2**3**2` is `2**(3**2)`.
    fn groups_right(self) -> bool {
        self == Infix::Binary(BinaryOperator::Power)
    }
}
