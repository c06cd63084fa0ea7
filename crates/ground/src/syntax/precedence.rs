//! The precedence of operators between terms.
//!
//! Parser and printer share this table, so that printed text parses back.

use super::ast::BinaryOperator;

/// An operator between two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    /// `..`
    Interval,
    Binary(BinaryOperator),
}

/// The precedence of no operator: weaker than all of them.
pub(super) const WEAKEST: u8 = 0;
/// The precedence of prefix operators: stronger than every operator between terms.
pub(super) const PREFIX: u8 = 8;

impl Infix {
    /// Returns the precedence: operators with a higher one are applied first.
    ///
    /// The order is that of gringo, which is that of C except for the bit operators.
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

    /// Returns the lowest precedence that an operator in the left operand may have without parentheses.
    pub fn left(self) -> u8 {
        self.strength() + u8::from(self.groups_right())
    }

    /// Returns the lowest precedence that an operator in the right operand may have without parentheses.
    pub fn right(self) -> u8 {
        self.strength() + u8::from(!self.groups_right())
    }

    /// Whether the operator associates to the right. Only `**` does: `2**3**2` is `2**(3**2)`.
    fn groups_right(self) -> bool {
        self == Infix::Binary(BinaryOperator::Power)
    }
}
