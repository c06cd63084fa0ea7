//! A cache of costs on floors where frozen boxes are walls.
//!
//! A frozen box moves in no plan that leads to the goal. For all other boxes it is a wall, and if it is on a storage
//! location it takes that location. Both make distances longer, and make some storage locations unreachable: those
//! behind boxes that were brought to storage too early. Frozen boxes stay frozen, so what holds for a configuration
//! holds for all configurations after it, and every plan is kept.
//!
//! Many configurations share few sets of frozen boxes. The costs of each set are kept as long as there is room.

use rustc_hash::FxHashMap;

use super::fares::Fares;
use super::floor::{Cell, Floor};
use super::tariff::Prices;

/// The greatest number of table entries kept, of all sets together.
const MOST_ENTRIES: usize = 25_000_000;

/// The costs for each set of frozen boxes, by any metric.
#[derive(Clone, Debug)]
pub(crate) struct FrozenCache<D> {
    /// The costs by the cells of the frozen boxes, in ascending order.
    costs: FxHashMap<Vec<Cell>, D>,
    /// The number of table entries kept.
    entries: usize,
}

impl<D> Default for FrozenCache<D> {
    fn default() -> Self {
        FrozenCache { costs: FxHashMap::default(), entries: 0 }
    }
}

impl<D> FrozenCache<D> {
    /// Returns the costs with walls on these cells, which are in ascending order; `None` if there is no room for
    /// more.
    ///
    /// `make` computes them and returns how many entries they have.
    pub(crate) fn get_or_compute(
        &mut self,
        frozen: &[Cell],
        make: impl FnOnce() -> Option<(D, usize)>,
    ) -> Option<&D> {
        if !self.costs.contains_key(frozen) {
            if self.entries >= MOST_ENTRIES {
                return None;
            }
            let (costs, entries) = make()?;
            self.entries += entries;
            self.costs.insert(frozen.to_vec(), costs);
        }
        self.costs.get(frozen)
    }
}

impl FrozenCache<Fares> {
    /// Returns the costs with boxes on these cells as walls. Returns `fares` if there are none, or no room for more.
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
        self.get_or_compute(walls, make).unwrap_or(fares)
    }
}
