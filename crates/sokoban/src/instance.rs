//! A Sokoban Decision instance: a warehouse floor and a chain of steps, read from facts and checked.
//!
//! Invariant: neighbours are mutual (`b` is right of `a` if and only if `a` is left of `b`); each location has at most
//! one neighbour in each direction, and is not its own; there is exactly one sokoban, and it does not stand on a box;
//! the steps are one linear chain.

use groundplan::diagnostic::Diagnostics;
use groundplan::symbol::{Symbol, Symbols};
use groundplan::syntax::ast::Facts;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::location::{Direction, Location};

/// An instance of Sokoban Decision.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The terms of the facts.
    pub symbols: Symbols,
    /// The facts as they were given, for the encoding.
    pub facts: Facts,
    /// The terms that name locations, indexed by location.
    pub(crate) locations: IndexSet<Symbol, FxBuildHasher>,
    /// The neighbours of each location, by direction.
    pub neighbours: Vec<[Option<Location>; 4]>,
    /// The locations of the boxes at the start, without duplicates.
    pub boxes: Vec<Location>,
    /// The storage locations, without duplicates.
    pub storages: Vec<Location>,
    /// The location of the sokoban at the start.
    pub sokoban: Location,
    /// The steps in order; empty if the instance leaves their number open.
    pub steps: Vec<Symbol>,
    /// Warnings about the text.
    pub warnings: Diagnostics,
}

/// The error for a text that does not describe an instance.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InstanceError(
    /// The errors in the order of the text.
    pub Diagnostics,
);

impl Instance {
    /// All locations, in the order of their numbers.
    pub fn locations(&self) -> impl ExactSizeIterator<Item = Location> {
        (0..self.locations.len() as u32).map(Location)
    }

    /// The locations, keyed by their names in the facts.
    pub(crate) fn locations_by_name(&self) -> FxHashMap<String, Location> {
        self.locations().map(|location| (self.name(location), location)).collect()
    }

    /// The location that is named by this term, if there is one.
    pub(crate) fn location(&self, term: Symbol) -> Option<Location> {
        self.locations.get_index_of(&term).map(|index| Location(index as u32))
    }

    /// The name of a location in the facts.
    #[must_use]
    pub fn name(&self, location: Location) -> String {
        self.symbols.display(self.term(location)).to_string()
    }

    /// The term that names a location.
    #[must_use]
    pub fn term(&self, location: Location) -> Symbol {
        self.locations[location.index()]
    }

    /// The location next to another in a direction, if there is one.
    #[must_use]
    pub fn neighbour(&self, location: Location, direction: Direction) -> Option<Location> {
        self.neighbours[location.index()][direction as usize]
    }
}
