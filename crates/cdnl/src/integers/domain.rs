//! Domains with gaps: a bound in a gap moves to its end.

use rustsat::types::Lit;

use super::bounds::{Bounds, IntegerVariable, View};
use super::Implication;

/// The ranges in which a variable has its value where a literal is true.
#[derive(Debug)]
pub(super) struct Domain {
    pub literal: Lit,
    pub variable: IntegerVariable,
    /// In ascending order, with gaps between them.
    pub ranges: Vec<(i64, i64)>,
}

impl Domain {
    pub fn views(&self) -> impl Iterator<Item = View> {
        [self.variable.view(), self.variable.view().negated()].into_iter()
    }

    /// The greatest value up to `value`, and the least from `value` on.
    fn around(&self, value: i64) -> (Option<i64>, Option<i64>) {
        let after = self.ranges.partition_point(|&(least, _)| least <= value);
        let before = after.checked_sub(1).map(|place| self.ranges[place]);
        let below = before.map(|(_, greatest)| greatest.min(value));
        let above =
            if below == Some(value) { below } else { self.ranges.get(after).map(|&(least, _)| least) };
        (below, above)
    }

    pub fn propagate(&self, is_enforced: bool, bounds: &Bounds, implied: &mut Vec<Implication>) {
        let (lower, upper) = bounds.range(self.variable);
        let (Some(greatest), Some(least)) = (self.around(upper).0, self.around(lower).1) else {
            implied.push(Implication::Fails);
            return;
        };
        if greatest < lower || least > upper {
            implied.push(Implication::Fails);
        } else if is_enforced {
            let view = self.variable.view();
            if greatest < upper {
                implied.push(Implication::AtMost(view, greatest));
            }
            if least > lower {
                implied.push(Implication::AtMost(view.negated(), -least));
            }
        }
    }

    pub fn explain(
        &self,
        implication: &Implication,
        position: usize,
        bounds: &Bounds,
        clause: &mut Vec<Lit>,
    ) {
        let view = self.variable.view();
        let (upper, lower) = (bounds.at(view, position).0, -bounds.at(view.negated(), position).0);
        match *implication {
            // Up to the value before the next range, the bound says the same.
            Implication::AtMost(of, value) if of == view => {
                let next = self.around(value + 1).1.map_or(i64::MAX, |least| least - 1);
                bounds.explain(view, next.max(upper), position, clause);
            }
            Implication::AtMost(_, value) => {
                let next = self.around(-value - 1).0.map_or(i64::MAX, |greatest| -greatest - 1);
                bounds.explain(view.negated(), next.max(-lower), position, clause);
            }
            Implication::Fails => {
                // Both bounds are in one gap, which may be before the first range or after the last one.
                let (below, above) = (self.around(upper).0, self.around(lower).1);
                if let Some(above) = above {
                    bounds.explain(view, above - 1, position, clause);
                }
                if let Some(below) = below {
                    bounds.explain(view.negated(), -below - 1, position, clause);
                }
            }
        }
    }
}
