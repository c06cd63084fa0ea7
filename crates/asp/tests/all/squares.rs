//! Squares in which no line has a number twice, where counting says what no clause does: those that filling in finds, and the best
//! ones, before and after a row more comes, which may have no room, in every mode.

use std::collections::BTreeSet;

use groundplan::solve::SearchConfig;
use itertools::Itertools as _;
use proptest::prelude::*;

use crate::support::engines::{configured, distinct};
use crate::support::modes;

const COLUMNS: usize = 3;

/// For each cell, row by row, the numbers that it may have, as bits.
#[derive(Clone, Debug)]
struct Square {
    cells: Vec<u8>,
    numbers: usize,
    /// Whether pairs are excluded, not counted.
    by_pairs: bool,
    weights: [i64; COLUMNS],
}

fn squares() -> impl Strategy<Value = Square> {
    let cells = prop::collection::vec(prop::sample::select(vec![7, 7, 7, 3, 5, 6, 1]), COLUMNS * 4);
    (cells, 3..=4_usize, any::<bool>(), prop::array::uniform3(-2..3_i64)).prop_map(
        |(cells, numbers, by_pairs, weights)| {
            // The fourth number is always allowed.
            let cells =
                cells.into_iter().map(|cell: u8| if numbers == 4 { cell | 8 } else { cell }).collect();
            Square { cells, numbers, by_pairs, weights }
        },
    )
}

impl Square {
    fn text(&self) -> String {
        let Square { cells, numbers, by_pairs, weights } = self;
        let may = |number: &usize, cell: usize| cells[cell] >> number & 1 == 1;
        let facts: String = (0..cells.len())
            .cartesian_product(0..*numbers)
            .filter(|&(cell, number)| may(&number, cell))
            .map(|(cell, number)| format!("may({},{},{number}). ", cell / COLUMNS, cell % COLUMNS))
            .chain(weights.iter().enumerate().map(|(column, weight)| format!("weight({column},{weight}). ")))
            .collect();
        let lines = |rows: &str| match by_pairs {
            true => format!(
                ":- cell(R,C,N), cell(R,D,N), C < D, {rows}.
                 :- cell(R,C,N), cell(S,C,N), R > S, {rows}."
            ),
            false => format!(
                ":- may(R,_,N), {rows}, 2 {{ cell(R,C,N) : may(R,C,N) }}.
                 :- may(R,C,N), {rows}, 2 {{ cell(S,C,N) : may(S,C,N), S <= R }}."
            ),
        };
        format!(
            "#show cell/3. {facts}
             {{ cell(R,C,N) : may(R,C,N) }} = 1 :- may(R,C,_), R < 3.
             {}
             #minimize {{ W*N,R,C : cell(R,C,N), weight(C,W) }}.
             #program more.
             {{ cell(R,C,N) : may(R,C,N) }} = 1 :- may(R,C,_), R = 3.
             {}
             #minimize {{ W*N,R,C : cell(R,C,N), weight(C,W), R = 3 }}.",
            lines("R < 3"),
            lines("R = 3"),
        )
    }

    /// The numbers of so many rows, filled in cell by cell.
    fn fillings(&self, rows: usize) -> Vec<Vec<usize>> {
        let mut fillings = vec![Vec::new()];
        for cell in 0..rows * COLUMNS {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            let is_free = |filling: &[usize], number: usize| {
                let seen = filling
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| other / COLUMNS == row || other % COLUMNS == column);
                self.cells[cell] >> number & 1 == 1 && seen.into_iter().all(|(_, &other)| other != number)
            };
            let longer = fillings.iter().flat_map(|filling: &Vec<usize>| {
                let numbers = (0..self.numbers).filter(|&number| is_free(filling, number));
                numbers.map(|number| filling.iter().copied().chain([number]).collect()).collect::<Vec<_>>()
            });
            fillings = longer.collect();
        }
        fillings
    }

    fn cost(&self, filling: &[usize]) -> i64 {
        filling.iter().enumerate().map(|(cell, &number)| self.weights[cell % COLUMNS] * number as i64).sum()
    }

    fn check(&self, config: &SearchConfig) {
        let mut engine = configured(config);
        engine.add_text("square.lp", &self.text()).unwrap();
        for (part, rows) in [("base", 3), ("more", 4)] {
            engine.ground([part]).unwrap();
            let fillings = self.fillings(rows);
            let optimum = engine.query().optimum().unwrap();
            assert!(optimum.proven);
            let found = optimum.model.map(|model| model.costs().iter().sum());
            let best = fillings.iter().map(|filling| self.cost(filling)).min();
            assert_eq!(found, best, "{config:?}");
            let expected: BTreeSet<String> = fillings.iter().map(|filling| shown(filling)).collect();
            assert_eq!(distinct(&mut engine), expected, "{config:?}");
        }
    }
}

fn shown(filling: &[usize]) -> String {
    let cells = filling.iter().enumerate();
    cells.map(|(cell, number)| format!("cell({},{},{number})", cell / COLUMNS, cell % COLUMNS)).join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn squares_are_those_that_filling_in_finds(square in squares(), modes in modes::drawn_for_one()) {
        modes.iter().for_each(|config| square.check(config));
    }
}
