//! A pattern database of all sets of three or four boxes: how much they cost together.
//!
//! Let each storage location have a fixed price. The *potential* of a box is the least, over all storage locations,
//! of its cost to reach one minus the price of that location. A plan costs at least the sum of all prices and all
//! potentials. With fixed prices, the cost of a set of boxes, on the floor without any other box and less the prices
//! of the storage locations that it takes, is one number for the places of the boxes and the part of the floor with
//! the sokoban. It is computed backwards from all sets of storage locations at once. The *excess* of a set is how far
//! this cost exceeds the potentials of its boxes. Excesses of sets that share no box add up, as those of pairs do
//! ([`super::pairs`]). A set that can never be brought to storage together leaves no plan of any length. Pairs use the
//! potentials of the configuration's own assignment, which are no worse; fixed prices make room for larger sets.
//!
//! Sources: Culberson, Schaeffer, "Pattern databases", 1998; Felner, Korf, Hanan, "Additive pattern database
//! heuristics", 2004; Junghanns, Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain
//! knowledge", 2001 (penalties of patterns). The prices are dual values of the assignment (Kuhn, 1955).

use std::collections::BTreeMap;

use super::fares::{self, Fares};
use super::floor::{opposite, Cell, Floor};
use super::tariff::Prices;

/// The table is not built if the parts of the floor would need more bytes than this.
const MOST_PARTS: usize = 150_000_000;

/// The table is not built if a configuration has more sets than this, too many to look up.
const MOST_SETS: usize = 5_000;

/// The greatest number of boxes, one bit each in a set.
const MOST_BOXES: usize = u64::BITS as usize;

/// How many bytes of the parts count as one expansion. Computing them takes about twice as long as that.
const AN_EXPANSION: usize = 1_000;

/// The excess of boxes that can never be brought to storage together.
const DEAD: u32 = u32::MAX;

/// The number of a cell on which no box may be.
const NOWHERE: u32 = u32::MAX;

/// The excesses of all sets of `SIZE` boxes.
#[derive(Debug)]
pub(crate) struct Groups<const SIZE: usize> {
    /// The number of cells of the floor.
    cells: usize,
    /// The price of each storage location.
    prices: Vec<i64>,
    /// The sum of the prices.
    sum: i64,
    /// The number of each cell among the places where a box may be, or [`NOWHERE`].
    number: Vec<u32>,
    /// C(number, index + 1), indexed by index in a set, then by number: their sum over a set is the number of the
    /// set.
    binomials: [Vec<u32>; SIZE],
    /// The part of the floor that a cell is in while boxes are on a set of places, indexed by set, then by cell.
    parts: Vec<u8>,
    /// The first state of each set of places. A state is a set with a part of the floor for the sokoban.
    first: Vec<u32>,
    /// The excess of each state, or [`DEAD`].
    excesses: Vec<u32>,
}

/// Reused buffers.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    numbers: Vec<u32>,
    /// Positive excesses with their sets, one bit for each box.
    found: Vec<(u32, u64)>,
}

impl<const SIZE: usize> Groups<SIZE> {
    /// Returns after how many expansions, 1 or more, computing the table is worth its time.
    pub(crate) fn worth_after(places: usize, cells: usize) -> u32 {
        let bytes = binomial(places, SIZE).and_then(|sets| sets.checked_mul(cells));
        bytes.and_then(|bytes| u32::try_from(bytes / AN_EXPANSION).ok()).unwrap_or(u32::MAX).max(1)
    }

    /// Computes the excesses on a floor with as many storage locations as boxes, whose prices are `potentials`.
    ///
    /// Returns `None` if there are too many sets.
    pub(crate) fn new(
        floor: &Floor,
        storages: &[Cell],
        potentials: &[i64],
        fares: &Fares,
        prices: &impl Prices,
    ) -> Option<Self> {
        let cells = floor.none() as usize;
        let mut number = vec![NOWHERE; cells + 1];
        let live: Vec<Cell> = (0..floor.none()).filter(|&cell| !fares.is_dead_place(cell)).collect();
        (0..).zip(&live).for_each(|(index, &cell)| number[cell as usize] = index);
        let sets = binomial(live.len(), SIZE)?;
        let too_many = sets.checked_mul(cells)? > MOST_PARTS || binomial(storages.len(), SIZE)? > MOST_SETS;
        if too_many || !(SIZE..=MOST_BOXES).contains(&storages.len()) {
            return None;
        }
        let binomials = std::array::from_fn(|place| {
            (0..live.len()).map(|number| binomial(number, place + 1).unwrap_or(0) as u32).collect()
        });
        let mut groups = Groups {
            cells,
            sum: potentials.iter().sum(),
            prices: potentials.to_vec(),
            number,
            binomials,
            parts: vec![u8::MAX; sets * cells],
            first: Vec::with_capacity(sets + 1),
            excesses: Vec::new(),
        };
        let states = groups.divide(floor, &live)?;
        groups.work_back(floor, storages, &states, fares, prices);
        Some(groups)
    }

    /// Divides the floor into parts for each set. Returns the states, each as the cells of the boxes and one cell of
    /// the part.
    fn divide(&mut self, floor: &Floor, live: &[Cell]) -> Option<Vec<([Cell; SIZE], Cell)>> {
        let none = floor.none();
        let mut states = Vec::new();
        let mut open = Vec::new();
        let mut is_box = vec![false; none as usize + 1];
        is_box[none as usize] = true;
        let mut set: [usize; SIZE] = std::array::from_fn(|place| place);
        while set[SIZE - 1] < live.len() {
            let boxes = set.map(|number| live[number]);
            boxes.iter().for_each(|&cell| is_box[cell as usize] = true);
            let start = self.first.len() * self.cells;
            self.first.push(u32::try_from(states.len()).ok()?);
            let parts = &mut self.parts[start..start + self.cells];
            let mut part = 0u8;
            for cell in 0..none {
                if parts[cell as usize] != u8::MAX || is_box[cell as usize] {
                    continue;
                }
                parts[cell as usize] = part;
                open.push(cell);
                while let Some(cell) = open.pop() {
                    for next in floor.neighbours(cell) {
                        if !is_box[next as usize] && parts[next as usize] == u8::MAX {
                            parts[next as usize] = part;
                            open.push(next);
                        }
                    }
                }
                states.push((boxes, cell));
                part = part.checked_add(1).filter(|&part| part < u8::MAX)?;
            }
            boxes.iter().for_each(|&cell| is_box[cell as usize] = false);
            // The next set, in ascending order of the greatest number, then of the second greatest, and so on.
            let mut place = 0;
            while place + 1 < SIZE && set[place] + 1 == set[place + 1] {
                set[place] = place;
                place += 1;
            }
            set[place] += 1;
        }
        self.first.push(u32::try_from(states.len()).ok()?);
        Some(states)
    }

    /// Returns the state of boxes on different cells, in any order, with the sokoban on another cell; `None` if a box
    /// may not be on its cell.
    fn state(&self, boxes: [Cell; SIZE], sokoban: Cell) -> Option<usize> {
        let mut numbers = boxes.map(|cell| self.number[cell as usize]);
        numbers.sort_unstable();
        if numbers[SIZE - 1] == NOWHERE {
            return None;
        }
        let set: u32 = (0..SIZE).map(|place| self.binomials[place][numbers[place] as usize]).sum();
        Some(self.state_of(set as usize, sokoban))
    }

    /// Returns the state of a set of places with the sokoban on a cell.
    fn state_of(&self, set: usize, sokoban: Cell) -> usize {
        self.first[set] as usize + self.parts[set * self.cells + sokoban as usize] as usize
    }

    /// Computes the excess of each state by Dijkstra's algorithm, backwards from all sets of storage locations.
    fn work_back(
        &mut self,
        floor: &Floor,
        storages: &[Cell],
        states: &[([Cell; SIZE], Cell)],
        fares: &Fares,
        prices: &impl Prices,
    ) {
        let none = floor.none();
        let mut price = vec![None; none as usize];
        for (&storage, &potential) in storages.iter().zip(&self.prices) {
            price[storage as usize] = Some(potential);
        }
        let mut costs = vec![i64::MAX; states.len()];
        let mut open: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
        for (state, (boxes, _)) in states.iter().enumerate() {
            let sum: Option<i64> = boxes.iter().map(|&cell| price[cell as usize]).sum();
            if let Some(sum) = sum {
                costs[state] = -sum;
                open.entry(-sum).or_default().push(state as u32);
            }
        }
        while let Some((cost, layer)) = open.pop_first() {
            for state in layer {
                if costs[state as usize] < cost {
                    continue;
                }
                let (boxes, _) = states[state as usize];
                for moved in 0..SIZE {
                    let is_other = |cell: Cell| (0..SIZE).any(|index| index != moved && boxes[index] == cell);
                    for direction in 0..4 {
                        let mut from = floor.neighbour(boxes[moved], opposite(direction));
                        if from == none || is_other(from) || self.state(boxes, from) != Some(state as usize) {
                            continue;
                        }
                        let mut before = cost + i64::from(prices.line());
                        // A line around a closed loop ends where it began.
                        while from != boxes[moved] {
                            let side = floor.neighbour(from, opposite(direction));
                            if side == none || is_other(side) {
                                break;
                            }
                            before += i64::from(prices.push(side, from));
                            let mut earlier = boxes;
                            earlier[moved] = from;
                            let Some(earlier) = self.state(earlier, side) else { break };
                            if before < costs[earlier] {
                                costs[earlier] = before;
                                open.entry(before).or_default().push(earlier as u32);
                            }
                            if prices.line() == 0 {
                                break;
                            }
                            from = side;
                        }
                    }
                }
            }
        }
        let excess = |(&(boxes, sokoban), &cost): (&([Cell; SIZE], Cell), &i64)| {
            let potentials: Option<i64> =
                boxes.iter().map(|&place| self.potential(fares, place, sokoban)).sum();
            match potentials {
                Some(sum) if cost < i64::MAX => u32::try_from((cost - sum).max(0)).unwrap_or(DEAD - 1),
                _ => DEAD,
            }
        };
        self.excesses = states.iter().zip(&costs).map(excess).collect();
    }

    /// Returns the potential of a box: its least cost to a storage location minus the price of that location.
    fn potential(&self, fares: &Fares, place: Cell, sokoban: Cell) -> Option<i64> {
        let row = fares.row(fares.standing(place, sokoban)).iter().zip(&self.prices);
        let possible = row.filter(|&(&fare, _)| fare != fares::NEVER);
        possible.map(|(&fare, price)| i64::from(fare) - price).min()
    }

    /// Returns a lower bound on the cost of a configuration whose boxes are in ascending order; `None` if there is no
    /// plan from it.
    pub(crate) fn bound(
        &self,
        fares: &Fares,
        boxes: &[Cell],
        sokoban: Cell,
        scratch: &mut Scratch,
    ) -> Option<u32> {
        let Scratch { numbers, found } = scratch;
        let mut total = self.sum;
        for &place in boxes {
            total += self.potential(fares, place, sokoban)?;
        }
        numbers.clear();
        numbers.extend(boxes.iter().map(|&cell| self.number[cell as usize]));
        found.clear();
        if !self.collect(numbers, (0, 0, 0), sokoban, found) {
            return None;
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        let mut chosen = 0;
        for &(excess, set) in found.iter() {
            if set & chosen == 0 {
                chosen |= set;
                total += i64::from(excess);
            }
        }
        u32::try_from(total.max(0)).ok()
    }

    /// Collects the excesses of all sets that extend `set`, which has `place` boxes. Returns false if a set can never
    /// be brought to storage. `index` is the sum of the binomials of the boxes in `set`.
    fn collect(
        &self,
        numbers: &[u32],
        (place, index, set): (usize, usize, u64),
        sokoban: Cell,
        found: &mut Vec<(u32, u64)>,
    ) -> bool {
        let at = |next: usize| index + self.binomials[place][numbers[next] as usize] as usize;
        let first = (u64::BITS - set.leading_zeros()) as usize;
        let end = numbers.len() + place + 1 - SIZE;
        if place + 1 < SIZE {
            return (first..end)
                .all(|next| self.collect(numbers, (place + 1, at(next), set | 1 << next), sokoban, found));
        }
        for next in first..end {
            match self.excesses[self.state_of(at(next), sokoban)] {
                DEAD => return false,
                0 => {}
                excess => found.push((excess, set | 1 << next)),
            }
        }
        true
    }
}

/// Returns the number of sets of `size` among `of` elements; `None` if it overflows.
fn binomial(of: usize, size: usize) -> Option<usize> {
    (0..size)
        .try_fold(1usize, |product, index| Some(product.checked_mul(of.saturating_sub(index))? / (index + 1)))
}
