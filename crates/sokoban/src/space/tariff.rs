//! Prices of lines, pushes and walks: encodes costs by one or two metrics as single numbers.
//!
//! With two metrics, a price is the first metric times a *unit*, plus the second metric. One action costs the second
//! metric at most a known ratio of what it costs the first, so the unit can be chosen greater than the second metric
//! ever becomes. Prices below a limit therefore compare as the objective does. Costs beyond the limit are not
//! searched.

use super::floor::Cell;
use crate::metric::{Costs, Metric, Objective};

/// Prices have to stay below this, the limit of A\*.
const LIMIT: u64 = 1 << 31;

/// The prices of the parts of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tariff {
    /// The price of an action, without its squares.
    pub(crate) line: u32,
    /// The price of each square that the box is pushed.
    pub(crate) push: u32,
    /// The price of each square of the walk.
    pub(crate) walk: u32,
    /// The price of one unit of the first metric.
    unit: u32,
    /// The least number of units that is too large to be counted.
    units: u32,
}

/// Prices of the lines of a box, without walks.
pub(crate) trait Prices {
    /// The price of a line, without its pushes.
    fn line(&self) -> u32;

    /// The price of a push. The sokoban stands on one cell before it, and on `place`, where the box was, after it.
    fn push(&self, sokoban: Cell, place: Cell) -> u32;

    /// Returns whether each line costs 1 and nothing else costs anything.
    fn counts_lines(&self) -> bool;
}

impl Prices for Tariff {
    fn line(&self) -> u32 {
        self.line
    }

    fn push(&self, _: Cell, _: Cell) -> u32 {
        self.push
    }

    fn counts_lines(&self) -> bool {
        self.line == 1 && self.push == 0
    }
}

impl Tariff {
    /// Returns the prices for an objective on a floor of `cells` cells.
    pub(crate) fn new(objective: Objective, cells: usize) -> Self {
        let cells = cells.max(1) as u64;
        // The ratio for one action: a walk enters no cell twice, nor does a box on its line.
        let ratio = match (objective.first, objective.second) {
            (_, None) => 0,
            (Metric::Moves, _) | (Metric::Pushes, Some(Metric::Lines)) => 1,
            (Metric::Lines, Some(Metric::Pushes)) | (Metric::Pushes, _) => cells,
            (Metric::Lines, _) => 2 * cells,
        };
        let units = match ratio {
            0 => LIMIT,
            ratio => (LIMIT / ratio).isqrt().max(1),
        };
        // At most `units - 1` units are counted, and the second metric then stays below one unit.
        let unit = if ratio == 0 { 1 } else { ratio * (units - 1) + 1 };
        let unit = unit as u32;
        let price = |counted: &[Metric]| {
            let first = if counted.contains(&objective.first) { unit } else { 0 };
            first + u32::from(objective.second.is_some_and(|second| counted.contains(&second)))
        };
        Tariff {
            line: price(&[Metric::Lines]),
            push: price(&[Metric::Pushes, Metric::Moves]),
            walk: price(&[Metric::Moves]),
            unit,
            units: units as u32,
        }
    }

    /// Returns the price of a line of `pushes` squares after a walk of `walk` squares.
    pub(crate) fn action(&self, walk: u32, pushes: u32) -> u32 {
        let walk = self.walk.saturating_mul(walk);
        self.push.saturating_mul(pushes).saturating_add(self.line).saturating_add(walk)
    }

    /// Returns the costs that a price stands for. For a price too large to be counted, returns the lower bound of
    /// `units` units.
    pub(crate) fn costs(&self, price: u32) -> Costs {
        if price > self.most(None) {
            return Costs { first: self.units as usize, second: 0 };
        }
        Costs { first: (price / self.unit) as usize, second: (price % self.unit) as usize }
    }

    /// Returns the greatest price of costs that are at most `first` by the first metric, as far as they can be
    /// counted.
    pub(crate) fn most(&self, first: Option<usize>) -> u32 {
        let first = first.and_then(|first| u32::try_from(first).ok()).unwrap_or(u32::MAX);
        let units = u64::from(self.units.min(first.saturating_add(1)));
        (units * u64::from(self.unit) - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Objective> {
        Metric::ALL.into_iter().flat_map(|first| {
            let seconds = Metric::ALL.into_iter().filter(move |&second| second != first).map(Some);
            seconds.chain([None]).map(move |second| Objective { first, second })
        })
    }

    #[test]
    fn prices_stay_below_the_limit_and_keep_both_metrics() {
        for objective in all() {
            for cells in [0, 1, 2, 100, 10_000, 10_000_000] {
                let tariff = Tariff::new(objective, cells);
                assert!(u64::from(tariff.most(None)) < LIMIT, "{objective}, {cells}");
                assert!(tariff.most(Some(0)) <= tariff.most(Some(1)));
                // The dearest action by the second metric, as often as the first one can be counted.
                let cells = cells.max(1) as u32;
                for (walk, pushes) in [(0, 1), (cells - 1, 1), (cells - 1, cells), (0, cells)] {
                    let one = tariff.action(walk, pushes);
                    let costs = tariff.costs(one);
                    let often = (tariff.units - 1) / (costs.first.max(1) as u32);
                    let sum = u64::from(one) * u64::from(often);
                    if objective.second.is_none() || one > tariff.most(None) {
                        continue;
                    }
                    assert!(sum < LIMIT, "{objective}, {cells}");
                    let expected =
                        Costs { first: costs.first * often as usize, second: costs.second * often as usize };
                    assert_eq!(tariff.costs(sum as u32), expected, "{objective}, {cells}");
                }
            }
        }
    }

    #[test]
    fn uncountable_prices_give_a_lower_bound() {
        for objective in all() {
            let tariff = Tariff::new(objective, 60_000);
            for price in [tariff.most(None) + 1, LIMIT as u32, u32::MAX] {
                assert_eq!(
                    tariff.costs(price),
                    Costs { first: tariff.units as usize, second: 0 },
                    "{objective}"
                );
            }
            assert!(tariff.costs(tariff.most(None)).first < tariff.units as usize, "{objective}");
        }
    }

    #[test]
    fn thousands_of_units_are_counted_on_a_usual_level() {
        for objective in all() {
            assert!(Tariff::new(objective, 200).units > 2_000, "{objective}");
        }
    }
}
