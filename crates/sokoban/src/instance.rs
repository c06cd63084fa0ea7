//! A Sokoban Decision instance: facts read, and checked to be a warehouse floor with a chain of steps.
//!
//! Invariant: neighbours are mutual (`b` is right of `a` exactly when `a` is left of `b`), each cell has at most one in
//! each direction and is none of its own; the one sokoban stands on no box; the steps are one linear chain.

use groundplan::diagnostic::Diagnostics;
use groundplan::symbol::{Symbol, Symbols};
use groundplan::syntax::ast::Facts;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::location::{Direction, Location};

/// An instance.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The terms of the facts.
    pub symbols: Symbols,
    /// The facts as they were given, for the encoding.
    pub facts: Facts,
    /// The terms that are locations, by their numbers.
    pub(crate) locations: IndexSet<Symbol, FxBuildHasher>,
    /// The neighbours of each location, by direction.
    pub neighbours: Vec<[Option<Location>; 4]>,
    /// Where boxes stand at the start, each location once.
    pub boxes: Vec<Location>,
    /// The storage locations, each once.
    pub storages: Vec<Location>,
    /// Where the sokoban stands at the start.
    pub sokoban: Location,
    /// The steps in their order; none if the instance leaves their number open.
    pub steps: Vec<Symbol>,
    /// What is odd about the text, but can be lived with.
    pub warnings: Diagnostics,
}

/// Why a text is no instance.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InstanceError(
    /// What is wrong, in the order of the text.
    pub Diagnostics,
);

impl Instance {
    /// All locations, in the order of their numbers.
    pub fn locations(&self) -> impl ExactSizeIterator<Item = Location> {
        (0..self.locations.len() as u32).map(Location)
    }

    /// The locations by what the facts call them.
    pub(crate) fn locations_by_name(&self) -> FxHashMap<String, Location> {
        self.locations().map(|location| (self.name(location), location)).collect()
    }

    /// The location that is this term, if there is one.
    pub(crate) fn location(&self, term: Symbol) -> Option<Location> {
        self.locations.get_index_of(&term).map(|index| Location(index as u32))
    }

    /// What the facts call a location.
    #[must_use]
    pub fn name(&self, location: Location) -> String {
        self.symbols.display(self.term(location)).to_string()
    }

    /// The term of a location.
    #[must_use]
    pub fn term(&self, location: Location) -> Symbol {
        self.locations[location.index()]
    }

    /// The location next to another.
    #[must_use]
    pub fn neighbour(&self, location: Location, direction: Direction) -> Option<Location> {
        self.neighbours[location.index()][direction as usize]
    }
}
