//! n queens by six strategies, from generate and test to constraints with the smallest domain first, with the elementary
//! inferences each takes: one for each call of a predicate that chooses a column, tests two queens, wakes a delayed goal,
//! or takes a column out of a domain.
//!
//!     cargo run --release -p groundplan-search --example n_queens -- 8

/// How the queens are placed, one a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    /// A whole permutation of the columns, then all its pairs.
    GenerateAndTest,
    /// Each queen is tested against those before it as soon as its column is generated, and placed if it is safe.
    GenerateTestAndPlace,
    /// All pairs are posted first, as goals delayed until both of their queens have columns.
    DelayedGoals,
    /// Every queen placed takes the columns it attacks out of the domains of the queens to come.
    DomainReduction,
    /// And a column goes as well that leaves some other queen to come none that is compatible.
    TwoCompatibility,
    /// Domain reduction, the queen with the fewest columns left next.
    SmallestDomainFirst,
}

const STRATEGIES: [Strategy; 6] = [
    Strategy::GenerateAndTest,
    Strategy::GenerateTestAndPlace,
    Strategy::DelayedGoals,
    Strategy::DomainReduction,
    Strategy::TwoCompatibility,
    Strategy::SmallestDomainFirst,
];

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Counts {
    solutions: u64,
    inferences: u64,
}

struct Search {
    n: usize,
    /// Whether the first solution is enough.
    first: bool,
    counts: Counts,
    /// The column of each queen that is placed.
    placed: Vec<Option<usize>>,
    /// The delayed goals: pairs of queens, by queen.
    delayed: Vec<Vec<usize>>,
}

/// Sets of columns, by bit.
type Columns = u32;

fn solve(strategy: Strategy, n: usize, first: bool) -> Counts {
    let delayed = vec![Vec::new(); n];
    let mut search = Search { n, first, counts: Counts::default(), placed: vec![None; n], delayed };
    let all = (1 << n) - 1;
    match strategy {
        Strategy::GenerateAndTest => search.generate(0, all),
        Strategy::GenerateTestAndPlace => search.place(0, all),
        Strategy::DelayedGoals => {
            for one in 0..n {
                for other in 0..one {
                    search.counts.inferences += 1;
                    search.delayed[one].push(other);
                    search.delayed[other].push(one);
                }
            }
            search.wake(0, all);
        }
        _ => search.reduce(strategy, &vec![all; n]),
    }
    search.counts
}

impl Search {
    /// The columns of a set, one inference each time one is chosen.
    fn choose(&mut self, columns: Columns, mut then: impl FnMut(&mut Search, usize)) {
        for column in (0..self.n).filter(|column| columns >> column & 1 == 1) {
            if self.first && self.counts.solutions > 0 {
                return;
            }
            self.counts.inferences += 1;
            then(self, column);
        }
    }

    /// Whether a queen is safe from these queens, up to the first that attacks it: one inference for each.
    fn safe_from(&mut self, row: usize, column: usize, mut others: impl Iterator<Item = usize>) -> bool {
        others.all(|other| {
            let Some(its_column) = self.placed[other] else { return true };
            self.counts.inferences += 1;
            column != its_column && row.abs_diff(other) != column.abs_diff(its_column)
        })
    }

    fn generate(&mut self, row: usize, left: Columns) {
        if row == self.n {
            let columns: Vec<usize> = self.placed.iter().flatten().copied().collect();
            let safe = (0..row).all(|row| self.safe_from(row, columns[row], 0..row));
            self.counts.solutions += u64::from(safe);
            return;
        }
        self.choose(left, |search, column| {
            search.placed[row] = Some(column);
            search.generate(row + 1, left & !(1 << column));
        });
    }

    fn place(&mut self, row: usize, left: Columns) {
        if row == self.n {
            self.counts.solutions += 1;
            return;
        }
        self.choose(left, |search, column| {
            if search.safe_from(row, column, 0..row) {
                search.placed[row] = Some(column);
                search.place(row + 1, left & !(1 << column));
            }
        });
    }

    /// Gives a queen a column and wakes the goals that were delayed until then: they run if both columns are there, and
    /// are delayed again if not.
    fn wake(&mut self, row: usize, all: Columns) {
        if row == self.n {
            self.counts.solutions += 1;
            return;
        }
        self.choose(all, |search, column| {
            search.placed[row] = Some(column);
            let goals = search.delayed[row].clone();
            search.counts.inferences +=
                goals.iter().filter(|&&other| search.placed[other].is_none()).count() as u64;
            if search.safe_from(row, column, goals.into_iter()) {
                search.wake(row + 1, all);
            }
            search.placed[row] = None;
        });
    }

    fn reduce(&mut self, strategy: Strategy, domains: &[Columns]) {
        let open = (0..self.n).filter(|&row| self.placed[row].is_none());
        let next = match strategy {
            Strategy::SmallestDomainFirst => open.min_by_key(|&row| domains[row].count_ones()),
            _ => { open }.next(),
        };
        let Some(row) = next else {
            self.counts.solutions += 1;
            return;
        };
        self.choose(domains[row], |search, column| {
            search.placed[row] = Some(column);
            let mut reduced = domains.to_vec();
            let possible = search.attack(row, column, &mut reduced)
                && (strategy != Strategy::TwoCompatibility || search.compatible(&mut reduced));
            if possible {
                search.reduce(strategy, &reduced);
            }
            search.placed[row] = None;
        });
    }

    /// Takes the columns that a queen attacks out of the domains of those to come; whether each keeps one. One
    /// inference for each column looked for in a domain.
    fn attack(&mut self, row: usize, column: usize, domains: &mut [Columns]) -> bool {
        (0..self.n).filter(|&other| self.placed[other].is_none()).collect::<Vec<_>>().into_iter().all(
            |other| {
                let distance = row.abs_diff(other);
                self.counts.inferences += 3;
                domains[other] &= !attacked(column, distance);
                domains[other] != 0
            },
        )
    }

    /// Takes out columns that have no compatible column in some other domain, until there are none; whether each queen
    /// keeps one. One inference for each column tried against a domain.
    fn compatible(&mut self, domains: &mut [Columns]) -> bool {
        let open: Vec<usize> = (0..self.n).filter(|&row| self.placed[row].is_none()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (&row, &other) in open.iter().flat_map(|row| open.iter().map(move |other| (row, other))) {
                for column in (0..self.n).filter(|_| row != other) {
                    if domains[row] >> column & 1 == 1 {
                        self.counts.inferences += 1;
                        if domains[other] & !attacked(column, row.abs_diff(other)) == 0 {
                            domains[row] &= !(1 << column);
                            changed = true;
                        }
                    }
                }
                if domains[row] == 0 {
                    return false;
                }
            }
        }
        true
    }
}

/// The columns that a queen attacks so many rows further on.
fn attacked(column: usize, distance: usize) -> Columns {
    let left = if distance <= column { 1 << (column - distance) } else { 0 };
    1 << column | 1 << (column + distance) | left
}

fn main() {
    let most = std::env::args().nth(1).and_then(|most| most.parse().ok()).unwrap_or(8).min(14);
    println!("{:<24} {:>3} {:>10} {:>16} {:>16}", "strategy", "n", "solutions", "inferences", "to the first");
    for n in 4..=most {
        // Generate and test is hopeless beyond.
        for strategy in STRATEGIES.into_iter().filter(|&strategy| n <= 8 || strategy != STRATEGIES[0]) {
            let [all, first] = [false, true].map(|first| solve(strategy, n, first));
            let name = format!("{strategy:?}");
            println!(
                "{name:<24} {n:>3} {:>10} {:>16} {:>16}",
                all.solutions, all.inferences, first.inferences
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strategies_find_all_solutions_and_the_first() {
        for (n, solutions) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
            for strategy in STRATEGIES {
                assert_eq!(solve(strategy, n, false).solutions, solutions, "{strategy:?}, {n}");
                assert_eq!(solve(strategy, n, true).solutions, solutions.min(1), "{strategy:?}, {n}");
            }
        }
    }

    #[test]
    fn better_strategies_take_fewer_inferences() {
        let inferences = |strategy, first| solve(strategy, 8, first).inferences;
        for first in [false, true] {
            let [generate, place, _, reduce, ..] = STRATEGIES.map(|strategy| inferences(strategy, first));
            assert!(generate > 5 * place && place > reduce, "{first}: {generate}, {place}, {reduce}");
        }
        let [reduce, smallest] = [3, 5].map(|index| inferences(STRATEGIES[index], false));
        assert!(smallest < reduce, "{smallest}, {reduce}");
    }
}
