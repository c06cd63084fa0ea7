//! Sokoban as a state space for plans that are best by any metric, with strong pruning and estimates: `tabled+`.
//!
//! An action is a whole line, at its price. Where walks cost nothing, a configuration is the boxes and the part of
//! the floor that the sokoban can walk in, represented by its first cell. Where moves count, the place of the sokoban
//! is part of the configuration, and the walk is part of the price. Every plan without no-ops is a path through this
//! space at exactly its costs, and no-ops never make a plan better.
//!
//! The space leaves out configurations from which no plan leads to the goal: with a box on a dead place, with too
//! many frozen boxes off storage, or without an assignment of boxes to storage locations. This keeps every plan of
//! every length. With surplus boxes, any place may be right for some box. Then no place is dead, and as many boxes as
//! there are in surplus may be frozen off storage. Where the sokoban is shut out of a corral and walks cost nothing,
//! pushes other than into the corral are left out too. For every plan this keeps one with as many lines and pushes
//! ([`super::corral`]). The estimate is the cheapest assignment, with walks as far as they are known
//! ([`super::height_prices`]). Without surplus boxes, the excess of pairs is added ([`super::excesses`]). The bound by
//! sets of three or four boxes ([`super::groups`]) is tested when a configuration is expanded.
//!
//! Where a plan may have only a given number of actions, the number of actions done is part of the configuration.
//!
//! Invariant: between two calls, `has_box` is set only for the cell that stands for none.

use std::sync::{Arc, OnceLock};

use crate::instance::Instance;
use crate::location::Location;
use crate::metric::{Costs, Objective};
use crate::plan::Push;
use crate::space::corners::Corners;
use crate::space::corral::{Corral, CorralPosition, Corrals};
use crate::space::distances::Standing;
use crate::space::excesses::Excesses;
use crate::space::fares::Fares;
use crate::space::floor::{opposite, push, Cell, Floor};
use crate::space::freeze::Freeze;
use crate::space::frozen_cache::FrozenCache;
use crate::space::groups::{Groups, Scratch};
use crate::space::height_prices::HeightPrices;
use crate::space::matching::Matching;
use crate::space::pairs::BoxPairs;
use crate::space::ranked::Ranked;
use crate::space::tariff::{Prices, Tariff};
use crate::space::walks::{Reachability, Region, WalkLengths};
use groundplan_search::{StateSpace, Visit};
use late::LateTables;

mod late;

/// Sokoban as a state space in which actions cost what an objective says, with all prunings that keep a best plan.
#[derive(Clone, Debug)]
pub struct Priced {
    floor: Floor,
    /// The encoding of configurations, without the number of actions.
    code: Ranked,
    tariff: Tariff,
    /// The prices of pushes by the heights of cells.
    height_prices: HeightPrices,
    start: (Vec<Cell>, Cell),
    storages: Vec<Cell>,
    /// How many more boxes than storage locations there are; `None` if there are fewer.
    surplus: Option<usize>,
    /// The greatest number of actions of a plan, if it is limited.
    most: Option<u32>,
    fares: Fares,
    freeze: Freeze,
    frozen: FrozenCache<Fares>,
    corners: Corners,
    corrals: Corrals,
    /// For each cell, whether a box is on it.
    has_box: Vec<bool>,
    walk: Reachability,
    lengths: WalkLengths,
    /// The search for the walk to the next push.
    onward: WalkLengths,
    boxes: Vec<Cell>,
    successor: Vec<u8>,
    costs: Vec<i64>,
    moved_costs: Vec<i64>,
    assignment: Matching,
    repaired: Matching,
    /// The number of expansions left until each table is computed: pairs of boxes and better heights, sets of three
    /// boxes, sets of four boxes.
    expansions_left: [u32; 3],
    /// The tables computed during a search, shared with clones so that each is computed once.
    late: Arc<OnceLock<LateTables>>,
    threes: Arc<OnceLock<Option<Groups<3>>>>,
    fours: Arc<OnceLock<Option<Groups<4>>>>,
    excesses: Excesses,
    scratch: Scratch,
}

/// The bytes of the number of actions in a configuration.
const COUNT: usize = 4;

impl Priced {
    /// Returns the instance as a state space for plans of at most `most` actions.
    ///
    /// Returns `None` if its floor is too large for the tables of costs.
    #[must_use]
    pub fn new(instance: &Instance, objective: Objective, most: Option<u32>) -> Option<Self> {
        let cells =
            |locations: &[Location]| locations.iter().map(|location| location.0).collect::<Vec<Cell>>();
        let (boxes, storages) = (cells(&instance.boxes), cells(&instance.storages));
        let start = (boxes, instance.sokoban.0);
        let mut space = Priced::with_level_heights(Floor::new(instance), start, storages, objective, most)?;
        space.choose_heights(late::EFFORT);
        Some(space)
    }

    /// Returns the instance as a state space in which each line costs 1 and nothing else does.
    #[must_use]
    pub fn lines(instance: &Instance) -> Option<Self> {
        Priced::new(instance, Objective::LINES, None)
    }

    /// Returns the space for boxes and a sokoban on a floor with these storage locations.
    pub(crate) fn on(
        floor: Floor,
        start: (Vec<Cell>, Cell),
        storages: Vec<Cell>,
        objective: Objective,
    ) -> Option<Self> {
        let mut space = Priced::with_level_heights(floor, start, storages, objective, None)?;
        space.choose_heights(late::WINDOW_EFFORT);
        Some(space)
    }

    /// Returns the space with all cells equally high.
    fn with_level_heights(
        floor: Floor,
        (mut boxes, sokoban): (Vec<Cell>, Cell),
        storages: Vec<Cell>,
        objective: Objective,
        most: Option<u32>,
    ) -> Option<Self> {
        let cells = floor.none() as usize;
        let tariff = Tariff::new(objective, cells);
        let fares = Fares::new(&floor, &storages, &tariff)?;
        let surplus = boxes.len().checked_sub(storages.len());
        let freeze = Freeze::new(&floor, &|place| surplus == Some(0) && fares.is_dead_place(place));
        boxes.sort_unstable();
        let code = Ranked::new(cells, boxes.len());
        let mut has_box = vec![false; cells + 1];
        has_box[cells] = true;
        Some(Priced {
            height_prices: HeightPrices::level(&floor, tariff),
            walk: Reachability::new(floor.none()),
            lengths: WalkLengths::new(floor.none()),
            onward: WalkLengths::new(floor.none()),
            successor: vec![0; code.width() + if most.is_some() { COUNT } else { 0 }],
            expansions_left: Priced::thresholds(&floor, &storages, &fares),
            start: (boxes, sokoban),
            storages,
            frozen: FrozenCache::default(),
            corners: Corners::new(&floor),
            corrals: Corrals::new(floor.none()),
            boxes: Vec::new(),
            costs: Vec::new(),
            moved_costs: Vec::new(),
            assignment: Matching::default(),
            repaired: Matching::default(),
            late: Arc::default(),
            threes: Arc::default(),
            fours: Arc::default(),
            excesses: Excesses::default(),
            scratch: Scratch::default(),
            floor,
            code,
            tariff,
            surplus,
            most,
            fares,
            freeze,
            has_box,
        })
    }

    /// The prices of actions.
    pub(crate) fn tariff(&self) -> Tariff {
        self.tariff
    }

    /// Returns a lower bound on the costs of a plan; `None` if there is no plan.
    pub(crate) fn least(&mut self) -> Option<Costs> {
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        self.estimate(&state).map(|price| self.tariff.costs(price))
    }

    /// Splits a state into the configuration without the number of actions, and that number.
    fn split<'s>(&self, state: &'s [u8]) -> (&'s [u8], u32) {
        let (state, count) = state.split_at(self.code.width());
        (state, count.try_into().map_or(0, u32::from_le_bytes))
    }

    /// Writes the configuration with boxes on these cells, which are in ascending order, and no actions done.
    pub(crate) fn write(&mut self, boxes: &[Cell], sokoban: Cell, state: &mut [u8]) {
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let sokoban = self.canonical(sokoban);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let (state, count) = state.split_at_mut(self.code.width());
        self.code.write(boxes, sokoban, state);
        count.fill(0);
    }

    /// Returns the cell that represents the sokoban: its own cell if walks cost something, otherwise the first cell
    /// it reaches.
    fn canonical(&mut self, sokoban: Cell) -> Cell {
        match self.tariff.walk {
            0 => self.walk.from(&self.floor, &self.has_box, sokoban).first,
            _ => sokoban,
        }
    }
}

impl StateSpace for Priced {
    type Action = Push;

    fn width(&self) -> usize {
        self.successor.len()
    }

    fn start(&mut self, state: &mut [u8]) {
        let (boxes, sokoban) = self.start.clone();
        self.write(&boxes, sokoban, state);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.code.read(self.split(state).0, &mut self.boxes);
        self.boxes.iter().filter(|&&cell| self.floor.is_storage(cell)).count() == self.storages.len()
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        let surplus = self.surplus?;
        let sokoban = self.code.read(self.split(state).0, &mut self.boxes);
        let Priced { floor, boxes, fares, costs, assignment, has_box, onward, tariff, height_prices, .. } =
            self;
        let size = boxes.len();
        costs.clear();
        for &place in boxes.iter() {
            costs.extend(fares.costs(fares.standing(place, sokoban), size));
        }
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
        let assigned = assignment.total()?;
        if tariff.walk == 0 {
            return Some(assigned);
        }
        let home = boxes.iter().filter(|&&cell| floor.is_storage(cell)).count();
        if home == self.storages.len() {
            return Some(0);
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        let lost = |to, from| surplus == 0 && fares.is_dead(fares.standing(to, from));
        // If no box can be pushed, the expansion finds that out.
        let height = lowest_push(onward, (floor, has_box), sokoban, height_prices, &lost);
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
        Some(
            height_prices
                .bound(assigned, height.map_or_else(|| height_prices.height(sokoban), |(height, _)| height)),
        )
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let Some(surplus) = self.surplus else { return };
        let (state, count) = self.split(state);
        if self.most.is_some_and(|most| count >= most) {
            return;
        }
        self.compute_due_tables();
        let sokoban = self.code.read(state, &mut self.boxes);
        let Priced { floor, code, fares, freeze, has_box, walk, lengths, onward, boxes, tariff, .. } = self;
        let Priced { successor, costs, moved_costs, assignment, repaired, storages, most, .. } = self;
        let Priced { corners, corrals, frozen, height_prices, late, expansions_left, excesses, .. } = self;
        let Priced { threes, fours, scratch, .. } = self;
        // A clone may have computed them earlier. They are ignored until they are due here, so that results do not
        // depend on it.
        let pairs = late.get().and_then(|late| late.pairs.as_ref()).filter(|_| expansions_left[0] == 0);
        let threes = threes.get().and_then(Option::as_ref).filter(|_| expansions_left[1] == 0);
        let fours = fours.get().and_then(Option::as_ref).filter(|_| expansions_left[2] == 0);
        if most.is_some() {
            successor[code.width()..].copy_from_slice(&(count + 1).to_le_bytes());
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        let region = walk.from(floor, has_box, sokoban);
        if tariff.walk > 0 {
            lengths.until(floor, has_box, sokoban, |_, _| false);
        }
        let position = CorralPosition { floor, has_box, reached: &walk.reached, boxes, surplus };
        let corral =
            corrals.find(&position, &|to, from| surplus == 0 && fares.is_dead(fares.standing(to, from)));
        // The corral must not depend on the walls: whether there is room for their costs may change.
        let walls = freeze.all(floor, boxes);
        let home = boxes.iter().filter(|&&cell| floor.is_storage(cell)).count();
        let mut parent = Parent {
            walled: frozen.walled(&walls, (floor, storages), fares, height_prices),
            storages: storages.len(),
            tariff: *tariff,
            sum: 0,
            floor,
            fares,
            height_prices,
            pairs,
            boxes,
            sokoban,
            surplus,
            home,
        };
        costs.clear();
        if corral != Corral::Dead {
            parent.assign(assignment, costs);
            parent.sum = assignment.sum();
        }
        let total = assignment.total().filter(|_| corral != Corral::Dead);
        let mut is_kept = total.is_some();
        let mut continues = |total: u32| {
            parent.home == parent.storages || visit.continues(parent.bound(total, onward, has_box))
        };
        if let (Some(pairs), Some(total)) = (pairs, total) {
            let excess = excesses.compute(pairs, (boxes, sokoban), storages, &walls, assignment);
            is_kept = excess.is_some_and(|excess| continues(total.saturating_add(excess)));
        }
        if is_kept && (threes.is_some() || fours.is_some()) {
            let bound = match (threes, fours) {
                (_, Some(fours)) => fours.bound(fares, boxes, sokoban, scratch),
                (Some(threes), None) => threes.bound(fares, boxes, sokoban, scratch),
                (None, None) => Some(0),
            };
            is_kept = bound.is_some_and(continues);
        }
        if is_kept {
            let mut expansion = Expansion {
                corners,
                code,
                costs,
                lengths,
                assignment,
                excesses,
                freeze,
                has_box,
                walk,
                onward,
                moved_costs,
                repaired,
                successor,
            };
            for (moved, &from) in boxes.iter().enumerate() {
                // A box outside the corral may wait, except where walks cost something: going there later may be a
                // longer walk.
                let elsewhere = tariff.walk == 0 && corral == Corral::Found && !corrals.chosen(from);
                if !elsewhere {
                    expansion.push_box(&parent, moved, region, visit);
                }
            }
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
    }
}

/// The configuration that is being expanded, and what all its successors share.
#[derive(Clone, Copy)]
struct Parent<'a> {
    floor: &'a Floor,
    fares: &'a Fares,
    /// The costs of single boxes with frozen boxes as walls.
    walled: &'a Fares,
    height_prices: &'a HeightPrices,
    tariff: Tariff,
    pairs: Option<&'a BoxPairs>,
    boxes: &'a [Cell],
    sokoban: Cell,
    surplus: usize,
    /// The number of storage locations.
    storages: usize,
    /// The number of storage locations with a box.
    home: usize,
    /// The sum of all potentials of the assignment.
    sum: i64,
}

impl Parent<'_> {
    /// Returns whether walks cost something.
    fn walks(&self) -> bool {
        self.tariff.walk > 0
    }

    /// Returns whether a box pushed from `from` to `to` is lost.
    fn is_lost(&self, to: Cell, from: Cell) -> bool {
        self.surplus == 0 && self.fares.is_dead(self.fares.standing(to, from))
    }

    /// Assigns the boxes to the storage locations, and writes the costs of the assignment, one row for each box.
    fn assign(&self, assignment: &mut Matching, costs: &mut Vec<i64>) {
        let size = self.boxes.len();
        for &place in self.boxes {
            costs.extend(self.walled.costs(self.walled.standing(place, self.sokoban), size));
        }
        // The assignment starts from scratch, so that its bounds for a successor are the same whenever this is
        // expanded. Otherwise a successor that leads nowhere could be put off by 1 each time.
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
    }

    /// Returns a lower bound on the cost of the configuration with the walk to its first push, if the pushes cost
    /// `total`.
    fn bound(&self, total: u32, onward: &mut WalkLengths, has_box: &[bool]) -> u32 {
        if !self.walks() {
            return total;
        }
        let lost = |to, from| self.is_lost(to, from);
        let lowest = lowest_push(onward, (self.floor, has_box), self.sokoban, self.height_prices, &lost);
        self.height_prices.bound(total, lowest.map_or(0, |(height, _)| height))
    }

    /// Returns the estimate after a line, by repairing the assignment; it is at least `least`.
    fn estimate(
        &self,
        line: &CostLine,
        least: u32,
        (assignment, costs): (&Matching, &[i64]),
        (repaired, moved_costs): (&mut Matching, &mut Vec<i64>),
        (onward, has_box): (&mut WalkLengths, &[bool]),
    ) -> Option<u32> {
        let CostLine { moved, from, to, behind, standing, .. } = *line;
        let size = self.boxes.len();
        moved_costs.clear();
        moved_costs.extend(self.walled.costs(standing, size));
        let cost = |row, column| if row == moved { moved_costs[column] } else { costs[row * size + column] };
        repaired.repair(assignment, moved, &cost);
        let total = repaired.total()?.max(least);
        if !self.walks() {
            return Some(total);
        }
        let storage = |cell| usize::from(self.floor.is_storage(cell));
        if self.home + storage(to) - storage(from) == self.storages {
            return Some(0);
        }
        let lost = |to, from| self.is_lost(to, from);
        let (height, _) = lowest_push(onward, (self.floor, has_box), behind, self.height_prices, &lost)?;
        Some(self.height_prices.bound(total, height))
    }
}

/// A push of a box over one or more squares.
struct CostLine {
    moved: usize,
    from: Cell,
    to: Cell,
    /// The cell of the sokoban after the line.
    behind: Cell,
    direction: usize,
    price: u32,
    /// The standing of the box after the line.
    standing: Standing,
    /// The potential of the box there.
    potential: i64,
}

/// The working state for making the successors of one configuration.
struct Expansion<'a> {
    corners: &'a Corners,
    code: &'a Ranked,
    costs: &'a [i64],
    lengths: &'a WalkLengths,
    assignment: &'a Matching,
    excesses: &'a Excesses,
    freeze: &'a mut Freeze,
    has_box: &'a mut [bool],
    walk: &'a mut Reachability,
    onward: &'a mut WalkLengths,
    moved_costs: &'a mut Vec<i64>,
    repaired: &'a mut Matching,
    successor: &'a mut [u8],
}

impl Expansion<'_> {
    /// Pushes a box in all directions. `region` holds the cells that the sokoban can walk to.
    fn push_box(&mut self, parent: &Parent<'_>, moved: usize, region: Region, visit: &mut impl Visit<Push>) {
        let from = parent.boxes[moved];
        let sides = parent.floor.neighbours(from);
        let pushable = |direction: usize| {
            self.walk.reached(sides[opposite(direction)]) && !self.has_box[sides[direction] as usize]
        };
        if !(0..4).any(pushable) {
            return;
        }
        // Lifting the box joins the region to the parts that the box may shut off.
        let lifted = match parent.walks() {
            true => Region::EMPTY,
            false => self.walk.lift(parent.floor, self.has_box, from, region),
        };
        for direction in 0..4 {
            if self.walk.reached(sides[opposite(direction)]) {
                self.push_on(parent, (moved, direction), lifted, visit);
            }
        }
    }

    /// Pushes a box in one direction, square by square.
    fn push_on(
        &mut self,
        parent: &Parent<'_>,
        (moved, direction): (usize, usize),
        lifted: Region,
        visit: &mut impl Visit<Push>,
    ) {
        let Parent { floor, walled, boxes, .. } = *parent;
        let from = boxes[moved];
        let way = match parent.walks() {
            true => self.lengths.length(floor.neighbour(from, opposite(direction))).unwrap_or(0),
            false => 0,
        };
        let (mut behind, mut to, mut pushes) = (from, floor.neighbour(from, direction), 0);
        while !self.has_box[to as usize] {
            let standing = walled.standing(to, behind);
            if parent.surplus == 0 && walled.is_dead(standing) {
                // Places further on are dead as well, or the box could be pushed on from here.
                break;
            }
            pushes += 1;
            let price = parent.tariff.action(way, pushes);
            let row = walled.costs(standing, boxes.len());
            let Some(potential) = self.assignment.potential_with(row) else { break };
            let line = CostLine { moved, from, to, behind, direction, price, standing, potential };
            if let Some(least) = self.least_if_wanted(parent, &line, visit) {
                self.show(parent, &line, least, lifted, visit);
            }
            (behind, to) = (to, floor.neighbour(to, direction));
        }
    }

    /// Returns a lower bound on the estimate after a line, from the assignment and the pairs, or 0 without pairs.
    /// Returns `None` if the line is not wanted.
    fn least_if_wanted(
        &self,
        parent: &Parent<'_>,
        line: &CostLine,
        visit: &mut impl Visit<Push>,
    ) -> Option<u32> {
        let Parent { tariff, height_prices, boxes, .. } = *parent;
        let CostLine { moved, to, behind, price, potential, .. } = *line;
        let with_walk = |total: u32| match parent.walks() {
            true => height_prices.bound(total, height_prices.height(behind)),
            false => total,
        };
        // With large prices, a missing assignment is only detected when the successor is made.
        let open = if tariff.counts_lines() { None } else { Some(0) };
        let least = || self.assignment.least_by(parent.sum, moved, potential).or(open);
        if !visit.wants(price, || least().map(with_walk)) {
            return None;
        }
        // The pairs are computed only if the assignment does not rule the line out.
        let Some(pairs) = parent.pairs else { return Some(0) };
        let excess =
            || self.excesses.after_move(pairs, boxes, moved, (to, behind), potential, self.assignment);
        let total = least().and_then(|total| Some(total.saturating_add(excess()?)));
        if visit.wants(price, || total.map(with_walk)) {
            total
        } else {
            None
        }
    }

    /// Passes on the successor by a line, unless too many boxes are frozen then. The successor costs at least
    /// `least`.
    fn show(
        &mut self,
        parent: &Parent<'_>,
        line: &CostLine,
        least: u32,
        lifted: Region,
        visit: &mut impl Visit<Push>,
    ) {
        let Parent { floor, boxes, .. } = *parent;
        let CostLine { moved, from, to, behind, direction, price, .. } = *line;
        self.has_box[from as usize] = false;
        self.has_box[to as usize] = true;
        let after = boxes.iter().enumerate().map(|(index, &cell)| if index == moved { to } else { cell });
        if self.freeze.lost(floor, self.has_box, after, to) <= parent.surplus {
            let place = if parent.walks() {
                behind
            } else if self.corners.keep_together(floor, self.has_box, to) {
                lifted.without(to)
            } else {
                self.walk.first_from(floor, self.has_box, behind, lifted.without(to))
            };
            let width = self.code.width();
            self.code.write_moved(boxes, moved, to, place, &mut self.successor[..width]);
            let Expansion { costs, assignment, has_box, onward, moved_costs, repaired, .. } = self;
            let estimate = || {
                parent.estimate(line, least, (assignment, costs), (repaired, moved_costs), (onward, has_box))
            };
            visit.successor(push(from, direction, to), price, self.successor, estimate);
        }
        self.has_box[to as usize] = false;
        self.has_box[from as usize] = true;
    }
}

/// Returns the least height from which the sokoban can make its next push, and the cell.
///
/// The length of the walk to the cell counts as height. Pushes after which a box is `lost` are left out. Returns
/// `None` if there is no push.
fn lowest_push(
    walk: &mut WalkLengths,
    (floor, has_box): (&Floor, &[bool]),
    sokoban: Cell,
    height_prices: &HeightPrices,
    lost: &impl Fn(Cell, Cell) -> bool,
) -> Option<(u32, Cell)> {
    let mut lowest: Option<(u32, Cell)> = None;
    walk.until(floor, has_box, sokoban, |cell, length| {
        let pushes = |direction: usize| {
            let place = floor.neighbour(cell, direction);
            if place == floor.none() || !has_box[place as usize] {
                return false;
            }
            let to = floor.neighbour(place, direction);
            !has_box[to as usize] && !lost(to, place)
        };
        let height = length + height_prices.height(cell);
        if lowest.is_none_or(|(lowest, _)| height < lowest) && (0..4).any(pushes) {
            lowest = Some((height, cell));
        }
        // Heights differ by at most 1 between adjacent cells, so no walk gets below the height of its start.
        lowest.is_some_and(|(lowest, _)| lowest == height_prices.height(sokoban))
    });
    lowest
}

#[cfg(test)]
mod tests;
