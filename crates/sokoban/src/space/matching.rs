//! The cheapest assignment of boxes to storage locations, and its repair when one box moves.
//!
//! Source: Kuhn, "The Hungarian method for the assignment problem", 1955, by shortest augmenting paths. Moving a box
//! changes one row of the costs, and one augmenting path repairs the assignment.

/// The cost of a storage location that a box cannot reach: more than any assignment of boxes to locations they can
/// reach.
pub(crate) const NEVER: i64 = 1 << 32;

/// The row of a column that is not assigned.
const FREE: u32 = u32::MAX;

/// A cheapest assignment of rows to columns, with the potentials that prove it cheapest. There are no fewer columns
/// than rows.
///
/// Invariants: no cost is less than the sum of the potentials of its row and column; the two are equal where the row
/// is assigned to the column. The potentials of free columns are 0, and those of other columns are 0 or less.
#[derive(Clone, Default, Debug)]
pub(crate) struct Matching {
    row_potentials: Vec<i64>,
    column_potentials: Vec<i64>,
    row_of: Vec<u32>,
    least: Vec<i64>,
    before: Vec<u32>,
    seen: Vec<bool>,
}

impl Matching {
    /// Assigns all rows from scratch. `cost(row, column)` is 0 or more.
    pub(crate) fn assign(&mut self, rows: usize, columns: usize, cost: &impl Fn(usize, usize) -> i64) {
        debug_assert!(rows <= columns);
        self.row_potentials.clear();
        self.row_potentials.resize(rows, 0);
        self.column_potentials.clear();
        self.column_potentials.resize(columns, 0);
        self.row_of.clear();
        self.row_of.resize(columns, FREE);
        (0..rows).for_each(|row| self.augment(row, cost));
    }

    /// Copies an assignment whose costs differ in this row only, and repairs it.
    pub(crate) fn repair(&mut self, base: &Matching, row: usize, cost: &impl Fn(usize, usize) -> i64) {
        self.row_potentials.clone_from(&base.row_potentials);
        self.column_potentials.clone_from(&base.column_potentials);
        self.row_of.clone_from(&base.row_of);
        let column = self.row_of.iter_mut().find(|assigned| **assigned == row as u32);
        *column.expect("every row is assigned") = FREE;
        self.augment(row, cost);
    }

    /// The cost of the assignment; `None` if it is [`NEVER`] or more.
    pub(crate) fn total(&self) -> Option<u32> {
        u32::try_from(self.sum()).ok()
    }

    /// The sum of all potentials, which is the cost of the assignment.
    pub(crate) fn sum(&self) -> i64 {
        self.row_potentials.iter().chain(&self.column_potentials).sum()
    }

    /// Returns a lower bound on the cost of the assignment after the costs of this row change, from the old
    /// potentials.
    ///
    /// Returns `None` only if there is no assignment then, but this is not always detected.
    pub(crate) fn least_with(&self, row: usize, costs: impl Iterator<Item = i64>) -> Option<u32> {
        self.least_by(self.sum(), row, self.potential_with(costs)?)
    }

    /// Returns the bound of [`Matching::least_with`] from the sum of all potentials and the new potential of the row.
    pub(crate) fn least_by(&self, sum: i64, row: usize, potential: i64) -> Option<u32> {
        let least = (sum - self.row_potentials[row] + potential).max(0);
        // The potentials may offset a part of `NEVER`, but a real assignment comes nowhere near half of it.
        u32::try_from(least).ok().filter(|_| least < NEVER / 2)
    }

    /// Returns the largest potential that a row may have with these costs.
    pub(crate) fn potential_with(&self, costs: impl Iterator<Item = i64>) -> Option<i64> {
        self.column_potentials.iter().zip(costs).map(|(potential, cost)| cost - potential).min()
    }

    /// The potentials of the rows.
    pub(crate) fn row_potentials(&self) -> &[i64] {
        &self.row_potentials
    }

    /// The potentials of the columns, none of which is more than 0.
    pub(crate) fn column_potentials(&self) -> &[i64] {
        &self.column_potentials
    }

    /// Iterates over assigned rows with their columns, in the order of columns.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let assigned = self.row_of.iter().enumerate().filter(|(_, &row)| row != FREE);
        assigned.map(|(column, &row)| (row as usize, column))
    }

    /// Assigns one more row along a shortest augmenting path.
    fn augment(&mut self, row: usize, cost: &impl Fn(usize, usize) -> i64) {
        let columns = self.row_of.len();
        self.least.clear();
        self.least.resize(columns, i64::MAX);
        self.before.clear();
        self.before.resize(columns, FREE);
        self.seen.clear();
        self.seen.resize(columns, false);
        self.row_potentials[row] = 0;
        let (mut at, mut column) = (row, FREE);
        // The potentials change at the end, by the distance of the last column less that of each column.
        let mut distance = 0;
        let last = loop {
            let mut nearest = (i64::MAX, 0);
            for next in 0..columns {
                if self.seen[next] {
                    continue;
                }
                let way = distance + cost(at, next) - self.row_potentials[at] - self.column_potentials[next];
                if way < self.least[next] {
                    self.least[next] = way;
                    self.before[next] = column;
                }
                if self.least[next] < nearest.0 {
                    nearest = (self.least[next], next);
                }
            }
            distance = nearest.0;
            column = nearest.1 as u32;
            if self.row_of[nearest.1] == FREE {
                break nearest.1;
            }
            self.seen[nearest.1] = true;
            at = self.row_of[nearest.1] as usize;
        };
        self.row_potentials[row] += distance;
        for column in (0..columns).filter(|&column| self.seen[column]) {
            let change = distance - self.least[column];
            self.column_potentials[column] -= change;
            self.row_potentials[self.row_of[column] as usize] += change;
        }
        let mut column = last;
        while self.before[column] != FREE {
            let before = self.before[column] as usize;
            self.row_of[column] = self.row_of[before];
            column = before;
        }
        self.row_of[column] = row as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cheapest(costs: &[Vec<i64>], rows: &[usize]) -> i64 {
        let Some((&row, rest)) = rows.split_first() else { return 0 };
        let mut least = i64::MAX;
        for column in 0..costs.len() {
            let mut without = costs.to_vec();
            for row in &mut without {
                row[column] = row[column].saturating_add(4 * NEVER);
            }
            least = least.min(costs[row][column] + cheapest(&without, rest));
        }
        least
    }

    #[test]
    fn an_assignment_is_cheapest_and_stays_so_when_a_row_changes() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let drawn = (random >> 40) as i64;
            if drawn % 5 == 0 {
                NEVER
            } else {
                drawn % 9
            }
        };
        let (mut base, mut repaired) = (Matching::default(), Matching::default());
        let mut never = 0;
        for round in 0..400 {
            let size = 1 + round % 5;
            let mut costs: Vec<Vec<i64>> = (0..size).map(|_| (0..size).map(|_| next()).collect()).collect();
            let rows: Vec<usize> = (0..size).collect();
            base.assign(size, size, &|row, column| costs[row][column]);
            let expected = cheapest(&costs, &rows);
            assert_eq!(
                base.total().map(i64::from),
                Some(expected).filter(|&total| total < NEVER),
                "{costs:?}"
            );
            costs[round % size] = (0..size).map(|_| next()).collect();
            if base.total().is_some() {
                let least = base.least_with(round % size, costs[round % size].iter().copied());
                let exact = cheapest(&costs, &rows);
                assert!(least.is_none_or(|least| i64::from(least) <= exact), "{costs:?}");
                assert!(least.is_some() || exact >= NEVER, "{costs:?}");
            }
            repaired.repair(&base, round % size, &|row, column| costs[row][column]);
            let expected = cheapest(&costs, &rows);
            never += usize::from(expected >= NEVER);
            assert_eq!(
                repaired.total().map(i64::from),
                Some(expected).filter(|&total| total < NEVER),
                "{costs:?}"
            );
        }
        assert!((20..300).contains(&never), "{never} without an assignment");
    }

    #[test]
    fn columns_may_stay_free() {
        let costs = [[3, 1, NEVER, 9], [2, 1, NEVER, 0]];
        let mut matching = Matching::default();
        matching.assign(2, 4, &|row, column| costs[row][column]);
        assert_eq!(matching.total(), Some(1));
        matching.assign(2, 3, &|row, column| costs[row][column]);
        assert_eq!(matching.total(), Some(3));
        matching.assign(1, 1, &|_, _| NEVER);
        assert_eq!(matching.total(), None);
    }
}
