//! Pattern databases that tell a search under a limit on costs what configurations cost at least.
//!
//! Those of pairs and of sets of three boxes are there from the beginning, those of sets of four once the search has run
//! long enough.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::space::excesses::Excesses;
use crate::space::fares::Fares;
use crate::space::floor::{Cell, Floor};
use crate::space::groups::{Groups, Scratch};
use crate::space::matching::Matching;
use crate::space::pairs::BoxPairs;
use crate::space::tariff::Tariff;

/// How many expansions of A\*, in which [`Groups::worth_after`] counts, take as long as one expansion here.
const EXPANSIONS: u32 = 10;

/// Pattern databases with buffers to use them.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    tables: Arc<Tables>,
    excesses: Excesses,
    scratch: Scratch,
}

/// The pattern databases, shared by the spaces of one search.
#[derive(Debug)]
struct Tables {
    pairs: Option<BoxPairs>,
    threes: Option<Groups<3>>,
    fours: OnceLock<Option<Groups<4>>>,
    /// The number of expansions by all spaces until the sets of four are computed.
    expansions_left: AtomicU32,
    /// The potentials of the storage locations at the start.
    potentials: Vec<i64>,
}

/// A configuration with the cheapest assignment of its boxes.
pub(super) struct Assigned<'a> {
    pub(super) floor: &'a Floor,
    pub(super) storages: &'a [Cell],
    pub(super) tariff: &'a Tariff,
    /// The costs of single boxes, without walls.
    pub(super) fares: &'a Fares,
    pub(super) boxes: &'a [Cell],
    pub(super) sokoban: Cell,
    /// The cells of frozen boxes, which are walls for the assignment.
    pub(super) walls: &'a [Cell],
    pub(super) assignment: &'a Matching,
}

impl Patterns {
    /// Computes the first pattern databases for a search from a configuration with as many boxes as storage locations.
    pub(super) fn new(start: &Assigned<'_>) -> Self {
        let Assigned { floor, storages, tariff, fares, assignment, .. } = *start;
        let potentials = assignment.column_potentials().to_vec();
        let cells = floor.none() as usize;
        let places = (0..floor.none()).filter(|&cell| !fares.is_dead_place(cell)).count();
        let tables = Tables {
            pairs: BoxPairs::new(floor, storages, fares, tariff),
            threes: Groups::new(floor, storages, &potentials, fares, tariff),
            fours: OnceLock::new(),
            expansions_left: AtomicU32::new((Groups::<4>::worth_after(places, cells) / EXPANSIONS).max(1)),
            potentials,
        };
        Patterns { tables: Arc::new(tables), excesses: Excesses::default(), scratch: Scratch::default() }
    }

    /// Counts an expansion, and computes the sets of four if they are due.
    pub(super) fn count(&self, space: &Assigned<'_>) {
        let Tables { fours, expansions_left, potentials, .. } = &*self.tables;
        // One thread searches all spaces in turns.
        let left = expansions_left.load(Ordering::Relaxed);
        if left == 1 {
            let Assigned { floor, storages, tariff, fares, .. } = *space;
            fours.get_or_init(|| Groups::new(floor, storages, potentials, fares, tariff));
        }
        expansions_left.store(left.saturating_sub(1), Ordering::Relaxed);
    }

    /// Returns a lower bound on the cost of a configuration whose assignment costs `least`; `None` if there is no plan
    /// from it.
    pub(super) fn bound(&mut self, space: &Assigned<'_>, least: u32) -> Option<u32> {
        let Assigned { storages, fares, boxes, sokoban, walls, assignment, .. } = *space;
        let Patterns { tables, excesses, scratch } = self;
        let mut bound = least;
        if let Some(pairs) = &tables.pairs {
            bound += excesses.compute(pairs, (boxes, sokoban), storages, walls, assignment)?;
        }
        let groups = match (&tables.threes, tables.fours.get().and_then(Option::as_ref)) {
            (_, Some(fours)) => fours.bound(fares, boxes, sokoban, scratch)?,
            (Some(threes), None) => threes.bound(fares, boxes, sokoban, scratch)?,
            (None, None) => 0,
        };
        Some(bound.max(groups))
    }
}
