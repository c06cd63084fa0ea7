//! Distances where frozen boxes are walls.
//!
//! A frozen box moves in no plan that leads to the goal: for all others it is a wall, and if it is on a storage location it
//! takes that. Both make distances longer, and some storage locations unreachable: those behind boxes that were brought to
//! theirs too early. Frozen boxes stay frozen, so that what holds for a configuration holds for all that come after it,
//! and every plan is kept.
//!
//! There are few sets of frozen boxes among many configurations; their distances are kept as long as there is room.

use rustc_hash::FxHashMap;

use super::fares::Fares;
use super::floor::{Cell, Floor};
use super::tariff::Prices;

/// So many table entries are kept, of all sets together.
const MOST_ENTRIES: usize = 25_000_000;

/// The distances of sets of frozen boxes, by whatever metric.
#[derive(Clone, Debug)]
pub(crate) struct Frozen<D> {
    known: FxHashMap<Vec<Cell>, D>,
    entries: usize,
}

impl<D> Default for Frozen<D> {
    fn default() -> Self {
        Frozen { known: FxHashMap::default(), entries: 0 }
    }
}

impl<D> Frozen<D> {
    /// The distances where boxes on these cells, in ascending order, are walls; `None` where there is no room for more.
    /// `make` works them out and says how many entries they have.
    pub(crate) fn distances(
        &mut self,
        frozen: &[Cell],
        make: impl FnOnce() -> Option<(D, usize)>,
    ) -> Option<&D> {
        if !self.known.contains_key(frozen) {
            if self.entries >= MOST_ENTRIES {
                return None;
            }
            let (distances, entries) = make()?;
            self.entries += entries;
            self.known.insert(frozen.to_vec(), distances);
        }
        self.known.get(frozen)
    }
}

impl Frozen<Fares> {
    /// The costs with boxes on these cells as walls; those without walls where there are none, or no room for more.
    pub(crate) fn walled<'a>(
        &'a mut self,
        walls: &[Cell],
        (floor, storages): (&Floor, &[Cell]),
        fares: &'a Fares,
        prices: &impl Prices,
    ) -> &'a Fares {
        if walls.is_empty() {
            return fares;
        }
        let make = || {
            let fares = Fares::new(&floor.without(walls), storages, prices)?;
            let entries = fares.entries();
            Some((fares, entries))
        };
        self.distances(walls, make).unwrap_or(fares)
    }
}
