//! Products of two variables: each bound follows from those of the two others.

use rustsat::types::Lit;

use super::bounds::{Bounds, IntegerVariable, View};
use super::Implication;

/// A variable that is the product of two others, which may be one, where a literal is true.
#[derive(Debug)]
pub(super) struct Product {
    pub literal: Lit,
    pub result: IntegerVariable,
    pub factors: [IntegerVariable; 2],
}

/// The least and the greatest value of a variable.
type Range = (i128, i128);

impl Product {
    /// The views whose upper bounds matter.
    pub fn views(&self) -> impl Iterator<Item = View> + '_ {
        let [left, right] = self.factors;
        [self.result, left, right].into_iter().flat_map(|it| [it.view(), it.view().negated()])
    }

    pub fn propagate(&self, is_enforced: bool, bounds: &Bounds, implied: &mut Vec<Implication>) {
        if !is_enforced {
            return;
        }
        let range = |variable: IntegerVariable| {
            let (least, greatest) = bounds.range(variable);
            (i128::from(least), i128::from(greatest))
        };
        let mut imply = |variable: IntegerVariable, (least, greatest): Range| {
            let (known_least, known_greatest) = range(variable);
            let view = variable.view();
            // They are no larger than bounds of the product.
            if least > known_least {
                implied.push(Implication::AtMost(view.negated(), -(least as i64)));
            }
            if greatest < known_greatest {
                implied.push(Implication::AtMost(view, greatest as i64));
            }
        };
        let result = range(self.result);
        let [left, right] = self.factors;
        if left == right {
            imply(self.result, square(range(left)));
            imply(left, root(result, range(left)));
        } else {
            imply(self.result, product(range(left), range(right)));
            imply(left, quotient(result, range(right), range(left)));
            imply(right, quotient(result, range(left), range(right)));
        }
    }

    /// Appends the literals of all bounds that the implication may come from.
    pub fn explain(
        &self,
        implication: &Implication,
        position: usize,
        bounds: &Bounds,
        clause: &mut Vec<Lit>,
    ) {
        let implied = match implication {
            Implication::AtMost(view, _) => Some(view.variable()),
            Implication::Fails => None,
        };
        let views =
            self.views().filter(|view| implied != Some(self.result) || view.variable() != self.result);
        for view in views {
            let (upper, _) = bounds.at(view, position);
            bounds.explain(view, upper, position, clause);
        }
    }
}

fn hull(values: impl IntoIterator<Item = i128>) -> Range {
    values.into_iter().fold((i128::MAX, i128::MIN), |(least, greatest), it| (least.min(it), greatest.max(it)))
}

fn product(left: Range, right: Range) -> Range {
    hull([left.0 * right.0, left.0 * right.1, left.1 * right.0, left.1 * right.1])
}

fn square((least, greatest): Range) -> Range {
    let (smaller, larger) = hull([least.abs(), greatest.abs()]);
    (if least <= 0 && greatest >= 0 { 0 } else { smaller * smaller }, larger * larger)
}

/// The values of a factor, given those of the product, of the other factor, and those known.
fn quotient(product: Range, other: Range, known: Range) -> Range {
    let has_zero = |range: Range| range.0 <= 0 && range.1 >= 0;
    if !has_zero(other) {
        let pairs = [(product.0, other.0), (product.0, other.1), (product.1, other.0), (product.1, other.1)];
        let (_, greatest) = hull(pairs.map(|(product, other)| floored(product, other)));
        let (least, _) = hull(pairs.map(|(product, other)| -floored(-product, other)));
        (least, greatest)
    } else if has_zero(product) {
        known
    } else {
        // Neither of the factors is 0, and none exceeds the product.
        let most = product.0.abs().max(product.1.abs());
        let least = if known.0 == 0 { 1 } else { -most };
        let greatest = if known.1 == 0 { -1 } else { most };
        (least, greatest)
    }
}

/// The greatest integer that is not above a quotient.
fn floored(dividend: i128, divisor: i128) -> i128 {
    if divisor < 0 {
        (-dividend).div_euclid(-divisor)
    } else {
        dividend.div_euclid(divisor)
    }
}

/// The values of a variable, given those of its square and those known.
fn root(square: Range, known: Range) -> Range {
    let most = square.1.max(0).isqrt();
    let least = match square.0.max(0).isqrt() {
        root if root * root < square.0 => root + 1,
        root => root,
    };
    (if known.0 > -least { least } else { -most }, if known.1 < least { -least } else { most })
}
