//! What lines, pushes and walks cost a search, as one number each.
//!
//! Of two metrics the first is counted in *units* so large that the second never comes up to one: a square on a way costs
//! the second metric no more than `RATIO` times what its action costs the first, so that costs below a limit compare as the
//! objective does. Beyond the limit nothing is searched, and nothing said.

use super::floor::Cell;
use crate::metric::{Costs, Metric, Objective};

/// Costs have to stay below this, as A\* keeps them.
const LIMIT: u64 = 1 << 31;

/// Prices of the parts of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tariff {
    /// For the action as such.
    pub(crate) line: u32,
    /// For each square that the box is pushed.
    pub(crate) push: u32,
    /// For each square of the walk.
    pub(crate) walk: u32,
    unit: u32,
    /// The least number of units that is too large.
    units: u32,
}

/// What the lines of a box cost, walks apart.
pub(crate) trait Prices {
    /// For the line as such.
    fn line(&self) -> u32;

    /// For a push that the sokoban makes from one cell, off which it comes to the next, where the box was.
    fn push(&self, sokoban: Cell, place: Cell) -> u32;

    /// Whether each line costs one, and nothing else does.
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
    /// Prices on a floor of so many cells.
    pub(crate) fn new(objective: Objective, cells: usize) -> Self {
        let cells = cells.max(1) as u64;
        // Of one action: a walk enters no cell twice, nor does a box on its line.
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
        // At most `units - 1` units are counted, and the second metric with them is less than one.
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

    /// What a line over so many squares after such a walk costs.
    pub(crate) fn action(&self, walk: u32, pushes: u32) -> u32 {
        let walk = self.walk.saturating_mul(walk);
        self.push.saturating_mul(pushes).saturating_add(self.line).saturating_add(walk)
    }

    /// The costs that are so much for a search; of what is more than can be counted, that it costs as many units at least.
    pub(crate) fn costs(&self, price: u32) -> Costs {
        if price > self.most(None) {
            return Costs { first: self.units as usize, second: 0 };
        }
        Costs { first: (price / self.unit) as usize, second: (price % self.unit) as usize }
    }

    /// The most that is counted: all that costs no more than so many by the first metric, as far as can be counted.
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
    fn all_that_is_counted_stays_below_the_limit_and_apart() {
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
    fn what_cannot_be_counted_is_no_more_than_too_much() {
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
    fn a_level_of_the_usual_size_leaves_room_for_thousands() {
        for objective in all() {
            assert!(Tariff::new(objective, 200).units > 2_000, "{objective}");
        }
    }
}
