//! Sokoban as a good engineer would search it, for plans that are best by any metric: `tabled+`.
//!
//! An action is a whole line, at its price. Where walks cost nothing, a configuration is the boxes and the part of the floor
//! that the sokoban can walk in, told by its first cell; where moves count, the sokoban's place is part of the
//! configuration, and the walk part of the price. Every plan without no-ops is a way through this space at just its costs,
//! and no-ops never make a plan better.
//!
//! Left out are configurations from which no plan leads to the goal: a box on a dead place, too many frozen boxes off
//! storage, no assignment of boxes to storage locations. All of that keeps every plan of every length. With surplus boxes
//! any place may be right for some box, so there no place is dead, and as many boxes as there are too many may be frozen off
//! storage. Where the sokoban is shut out of a corral and walks cost nothing, other pushes than into it are left out too:
//! that keeps for every plan one of as many lines and pushes ([`super::corral`]). The estimate is the cheapest assignment,
//! with walks as far as they are known ([`super::returns`]), and where no box is to spare what pairs of boxes cost beyond it
//! ([`super::excesses`]), or sets of three or four ([`super::groups`]).
//!
//! Where a plan may only have so many actions, their number is part of the configuration.
//!
//! Invariant: between two calls `has_box` is set for the cell that stands for none alone.

use std::sync::{Arc, OnceLock};

use crate::instance::Instance;
use crate::location::Location;
use crate::metric::{Costs, Objective};
use crate::plan::Push;
use crate::space::corners::Corners;
use crate::space::corral::{Corral, Corrals, Position};
use crate::space::distances::Standing;
use crate::space::excesses::Excesses;
use crate::space::fares::Fares;
use crate::space::floor::{opposite, push, Cell, Floor};
use crate::space::freeze::Freeze;
use crate::space::frozen::Frozen;
use crate::space::groups::{Groups, Scratch};
use crate::space::matching::Matching;
use crate::space::pairs::Pairs;
use crate::space::ranked::Ranked;
use crate::space::returns::Returns;
use crate::space::tariff::{Prices, Tariff};
use crate::space::walks::{Lengths, Region, Walk};
use groundplan_search::{StateSpace, Visit};
use late::Late;

mod late;

/// Sokoban with actions that cost what an objective says, and all prunings that keep a best plan.
#[derive(Clone, Debug)]
pub struct Priced {
    floor: Floor,
    code: Ranked,
    tariff: Tariff,
    returns: Returns,
    start: (Vec<Cell>, Cell),
    storages: Vec<Cell>,
    /// How many more boxes than storage locations there are; `None` if there are fewer.
    surplus: Option<usize>,
    /// How many actions a plan may have.
    most: Option<u32>,
    fares: Fares,
    freeze: Freeze,
    frozen: Frozen<Fares>,
    corners: Corners,
    corrals: Corrals,
    has_box: Vec<bool>,
    walk: Walk,
    lengths: Lengths,
    /// Walks that are still to be done.
    onward: Lengths,
    boxes: Vec<Cell>,
    successor: Vec<u8>,
    costs: Vec<i64>,
    moved_costs: Vec<i64>,
    assignment: Matching,
    repaired: Matching,
    /// So many expansions are left until pairs of boxes and better heights, sets of three, sets of four boxes are worth to be
    /// worked out.
    patience: [u32; 3],
    /// Shared with clones, so that it is worked out once.
    late: Arc<OnceLock<Late>>,
    threes: Arc<OnceLock<Option<Groups<3>>>>,
    fours: Arc<OnceLock<Option<Groups<4>>>>,
    excesses: Excesses,
    scratch: Scratch,
}

/// Bytes of the number of actions.
const COUNT: usize = 4;

impl Priced {
    /// The instance as a state space, for plans of at most so many actions; `None` if its floor is too large for the tables
    /// of costs.
    #[must_use]
    pub fn new(instance: &Instance, objective: Objective, most: Option<u32>) -> Option<Self> {
        let cells =
            |locations: &[Location]| locations.iter().map(|location| location.0).collect::<Vec<Cell>>();
        let (boxes, storages) = (cells(&instance.boxes), cells(&instance.storages));
        let start = (boxes, instance.sokoban.0);
        let mut space = Priced::level(Floor::new(instance), start, storages, objective, most)?;
        space.raise(late::EFFORT);
        Some(space)
    }

    /// The instance as a state space where lines count.
    #[must_use]
    pub fn lines(instance: &Instance) -> Option<Self> {
        Priced::new(instance, Objective::LINES, None)
    }

    /// The same for boxes and a sokoban on a floor with these storage locations.
    pub(crate) fn on(
        floor: Floor,
        start: (Vec<Cell>, Cell),
        storages: Vec<Cell>,
        objective: Objective,
    ) -> Option<Self> {
        let mut space = Priced::level(floor, start, storages, objective, None)?;
        space.raise(late::WINDOW_EFFORT);
        Some(space)
    }

    /// The space on a floor that counts as level.
    fn level(
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
            returns: Returns::level(&floor, tariff),
            walk: Walk::new(floor.none()),
            lengths: Lengths::new(floor.none()),
            onward: Lengths::new(floor.none()),
            successor: vec![0; code.width() + if most.is_some() { COUNT } else { 0 }],
            patience: Priced::patience(&floor, &storages, &fares),
            start: (boxes, sokoban),
            storages,
            frozen: Frozen::default(),
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

    /// What actions cost.
    pub(crate) fn tariff(&self) -> Tariff {
        self.tariff
    }

    /// No plan costs less; `None` if there is none at all.
    pub(crate) fn least(&mut self) -> Option<Costs> {
        let mut state = vec![0; self.width()];
        self.start(&mut state);
        self.estimate(&state).map(|price| self.tariff.costs(price))
    }

    /// The configuration without the number of actions, and that number.
    fn split<'s>(&self, state: &'s [u8]) -> (&'s [u8], u32) {
        let (state, count) = state.split_at(self.code.width());
        (state, count.try_into().map_or(0, u32::from_le_bytes))
    }

    /// Writes the configuration with boxes on these cells, in ascending order, and no actions done.
    pub(crate) fn write(&mut self, boxes: &[Cell], sokoban: Cell, state: &mut [u8]) {
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = true);
        let sokoban = self.canonical(sokoban);
        boxes.iter().for_each(|&cell| self.has_box[cell as usize] = false);
        let (state, count) = state.split_at_mut(self.code.width());
        self.code.write(boxes, sokoban, state);
        count.fill(0);
    }

    /// Where the sokoban is taken to be: on its place if walks cost something, else on the first cell that it reaches.
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
        let Priced { floor, boxes, fares, costs, assignment, has_box, onward, tariff, returns, .. } = self;
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
        // That there is none to be pushed is found out by expanding it.
        let height = lowest_push(onward, (floor, has_box), sokoban, returns, &lost);
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
        Some(returns.bound(assigned, height.map_or_else(|| returns.height(sokoban), |(height, _)| height)))
    }

    fn expand<V: Visit<Push>>(&mut self, state: &[u8], visit: &mut V) {
        let Some(surplus) = self.surplus else { return };
        let (state, count) = self.split(state);
        if self.most.is_some_and(|most| count >= most) {
            return;
        }
        self.wait();
        let sokoban = self.code.read(state, &mut self.boxes);
        let Priced { floor, code, fares, freeze, has_box, walk, lengths, onward, boxes, tariff, .. } = self;
        let Priced { successor, costs, moved_costs, assignment, repaired, storages, most, .. } = self;
        let Priced { corners, corrals, frozen, returns, late, patience, excesses, .. } = self;
        let Priced { threes, fours, scratch, .. } = self;
        // A clone may have them before it is time here: what is expanded does not depend on that.
        let pairs = late.get().and_then(|late| late.pairs.as_ref()).filter(|_| patience[0] == 0);
        let threes = threes.get().and_then(Option::as_ref).filter(|_| patience[1] == 0);
        let fours = fours.get().and_then(Option::as_ref).filter(|_| patience[2] == 0);
        if most.is_some() {
            successor[code.width()..].copy_from_slice(&(count + 1).to_le_bytes());
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = true);
        let region = walk.from(floor, has_box, sokoban);
        if tariff.walk > 0 {
            lengths.until(floor, has_box, sokoban, |_, _| false);
        }
        let position = Position { floor, has_box, reached: &walk.reached, boxes, surplus };
        let corral =
            corrals.find(&position, &|to, from| surplus == 0 && fares.is_dead(fares.standing(to, from)));
        // The corral does not depend on them: whether there is room for them may change.
        let walls = freeze.all(floor, boxes);
        let home = boxes.iter().filter(|&&cell| floor.is_storage(cell)).count();
        let mut parent = Parent {
            walled: frozen.walled(&walls, (floor, storages), fares, returns),
            storages: storages.len(),
            tariff: *tariff,
            sum: 0,
            floor,
            fares,
            returns,
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
        let mut goes_on = total.is_some();
        let mut continues = |total: u32| {
            parent.home == parent.storages || visit.continues(parent.bound(total, onward, has_box))
        };
        if let (Some(pairs), Some(total)) = (pairs, total) {
            let excess = excesses.settle(pairs, (boxes, sokoban), storages, &walls, assignment);
            goes_on = excess.is_some_and(|excess| continues(total.saturating_add(excess)));
        }
        if goes_on && (threes.is_some() || fours.is_some()) {
            let bound = match (threes, fours) {
                (_, Some(fours)) => fours.bound(fares, boxes, sokoban, scratch),
                (Some(threes), None) => threes.bound(fares, boxes, sokoban, scratch),
                (None, None) => Some(0),
            };
            goes_on = bound.is_some_and(continues);
        }
        if goes_on {
            let mut maker = Maker {
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
                // Going there at another time may be a longer walk.
                let elsewhere = tariff.walk == 0 && corral == Corral::Found && !corrals.chosen(from);
                if !elsewhere {
                    maker.push_box(&parent, moved, region, visit);
                }
            }
        }
        boxes.iter().for_each(|&cell| has_box[cell as usize] = false);
    }
}

/// The configuration that is expanded, and what is the same for all its successors.
#[derive(Clone, Copy)]
struct Parent<'a> {
    floor: &'a Floor,
    fares: &'a Fares,
    /// The costs with frozen boxes as walls.
    walled: &'a Fares,
    returns: &'a Returns,
    tariff: Tariff,
    pairs: Option<&'a Pairs>,
    boxes: &'a [Cell],
    sokoban: Cell,
    surplus: usize,
    /// How many storage locations there are.
    storages: usize,
    /// How many of them have a box.
    home: usize,
    /// What all potentials of the assignment come to.
    sum: i64,
}

impl Parent<'_> {
    fn walks(&self) -> bool {
        self.tariff.walk > 0
    }

    /// Whether a box that is pushed from there to there is lost.
    fn is_lost(&self, to: Cell, from: Cell) -> bool {
        self.surplus == 0 && self.fares.is_dead(self.fares.standing(to, from))
    }

    /// Assigns the boxes to the storage locations; the costs are box by box.
    fn assign(&self, assignment: &mut Matching, costs: &mut Vec<i64>) {
        let size = self.boxes.len();
        for &place in self.boxes {
            costs.extend(self.walled.costs(self.walled.standing(place, self.sokoban), size));
        }
        // From nothing: what it says of a successor has to be the same whenever this is expanded, or else one that leads
        // nowhere could be put off by one each time.
        assignment.assign(size, size, &|row, column| costs[row * size + column]);
    }

    /// What the configuration costs with the walk to a box, if the pushes cost so much.
    fn bound(&self, total: u32, onward: &mut Lengths, has_box: &[bool]) -> u32 {
        if !self.walks() {
            return total;
        }
        let lost = |to, from| self.is_lost(to, from);
        let lowest = lowest_push(onward, (self.floor, has_box), self.sokoban, self.returns, &lost);
        self.returns.bound(total, lowest.map_or(0, |(height, _)| height))
    }

    /// The estimate after a line, which is `least` or more, by repairing the assignment.
    fn estimate(
        &self,
        line: &Line,
        least: u32,
        (assignment, costs): (&Matching, &[i64]),
        (repaired, moved_costs): (&mut Matching, &mut Vec<i64>),
        (onward, has_box): (&mut Lengths, &[bool]),
    ) -> Option<u32> {
        let Line { moved, from, to, behind, standing, .. } = *line;
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
        let (height, _) = lowest_push(onward, (self.floor, has_box), behind, self.returns, &lost)?;
        Some(self.returns.bound(total, height))
    }
}

/// A push of a box over one or more squares.
struct Line {
    moved: usize,
    from: Cell,
    to: Cell,
    /// Where the sokoban is then.
    behind: Cell,
    direction: usize,
    price: u32,
    /// Where the box is then, told by side.
    standing: Standing,
    /// Its potential there.
    potential: i64,
}

/// Makes successors.
struct Maker<'a> {
    corners: &'a Corners,
    code: &'a Ranked,
    costs: &'a [i64],
    lengths: &'a Lengths,
    assignment: &'a Matching,
    excesses: &'a Excesses,
    freeze: &'a mut Freeze,
    has_box: &'a mut [bool],
    walk: &'a mut Walk,
    onward: &'a mut Lengths,
    moved_costs: &'a mut Vec<i64>,
    repaired: &'a mut Matching,
    successor: &'a mut [u8],
}

impl Maker<'_> {
    /// Pushes a box in all directions. `region` is where the sokoban can walk.
    fn push_box(&mut self, parent: &Parent<'_>, moved: usize, region: Region, visit: &mut impl Visit<Push>) {
        let from = parent.boxes[moved];
        let sides = parent.floor.neighbours(from);
        let pushable = |direction: usize| {
            self.walk.reached(sides[opposite(direction)]) && !self.has_box[sides[direction] as usize]
        };
        if !(0..4).any(pushable) {
            return;
        }
        // Lifted, the box joins the region to what it may shut off.
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
                // Further on it is dead as well, or else it could be pushed on from here.
                break;
            }
            pushes += 1;
            let price = parent.tariff.action(way, pushes);
            let row = walled.costs(standing, boxes.len());
            let Some(potential) = self.assignment.potential_with(row) else { break };
            let line = Line { moved, from, to, behind, direction, price, standing, potential };
            if let Some(least) = self.least_if_wanted(parent, &line, visit) {
                self.show(parent, &line, least, lifted, visit);
            }
            (behind, to) = (to, floor.neighbour(to, direction));
        }
    }

    /// What pairs say of the costs after a line, 0 if nothing, where they are not too much by what is known before it is
    /// made.
    fn least_if_wanted(&self, parent: &Parent<'_>, line: &Line, visit: &mut impl Visit<Push>) -> Option<u32> {
        let Parent { tariff, returns, boxes, .. } = *parent;
        let Line { moved, to, behind, price, potential, .. } = *line;
        let with_walk = |total: u32| match parent.walks() {
            true => returns.bound(total, returns.height(behind)),
            false => total,
        };
        // Where prices are large, that there is no assignment is found out when it is made.
        let open = if tariff.counts_lines() { None } else { Some(0) };
        let least = || self.assignment.least_by(parent.sum, moved, potential).or(open);
        if !visit.wants(price, || least().map(with_walk)) {
            return None;
        }
        // The pairs are looked at where the assignment leaves it open.
        let Some(pairs) = parent.pairs else { return Some(0) };
        let excess = || self.excesses.moved(pairs, boxes, moved, (to, behind), potential, self.assignment);
        let total = least().and_then(|total| Some(total.saturating_add(excess()?)));
        if visit.wants(price, || total.map(with_walk)) {
            total
        } else {
            None
        }
    }

    /// Shows what a line leads to, unless too many boxes are frozen then. It costs `least` or more.
    fn show(
        &mut self,
        parent: &Parent<'_>,
        line: &Line,
        least: u32,
        lifted: Region,
        visit: &mut impl Visit<Push>,
    ) {
        let Parent { floor, boxes, .. } = *parent;
        let Line { moved, from, to, behind, direction, price, .. } = *line;
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
            let Maker { costs, assignment, has_box, onward, moved_costs, repaired, .. } = self;
            let estimate = || {
                parent.estimate(line, least, (assignment, costs), (repaired, moved_costs), (onward, has_box))
            };
            visit.successor(push(from, direction, to), price, self.successor, estimate);
        }
        self.has_box[to as usize] = false;
        self.has_box[from as usize] = true;
    }
}

/// How low the sokoban is when it can push a box that is not lost then, the way there counted as height, and where that
/// is; `None` if it cannot.
fn lowest_push(
    walk: &mut Lengths,
    (floor, has_box): (&Floor, &[bool]),
    sokoban: Cell,
    returns: &Returns,
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
        let height = length + returns.height(cell);
        if lowest.is_none_or(|(lowest, _)| height < lowest) && (0..4).any(pushes) {
            lowest = Some((height, cell));
        }
        // No walk leads lower than straight down.
        lowest.is_some_and(|(lowest, _)| lowest == returns.height(sokoban))
    });
    lowest
}

#[cfg(test)]
mod tests;
