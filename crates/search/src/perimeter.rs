//! The perimeter of the goals: what a search backwards from them has found.
//!
//! Sources: Dillenburg, Nelson, "Perimeter search", Artificial Intelligence 65, 1994; Manzini, "BIDA*: an improved
//! perimeter search algorithm", Artificial Intelligence 75, 1995. Here the backward search is a feature-space search
//! too, so the perimeter reaches far in a few directions rather than equally far in all.
//!
//! Invariant: every predecessor of an expanded configuration is in the table, and open until it is expanded itself.
//! So there is no plan at all once nothing is open and the start has not been met.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, End, Progress};
use crate::feature::{NONE, PARENT, POLL};
use crate::table::{Id, StateTable, TableSlot};

/// A problem played backwards, from its goals.
pub trait BackwardSpace {
    /// The values of the features; smaller values are nearer to the start.
    type Features: Copy + Ord + Hash;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Calls `goal` for each goal.
    fn goals(&mut self, goal: &mut dyn FnMut(&[u8]));

    /// Returns the features of a state, and calls `visit` for each state from which one move leads to it, with a
    /// weight and a rank as in [`Weighed`](crate::Weighed). Returns `None` if no plan leads to the state.
    ///
    /// States that cannot be reached from the start may be left out.
    fn predecessors(
        &mut self,
        state: &[u8],
        visit: &mut dyn FnMut(u32, u64, &[u8]),
    ) -> Option<Self::Features>;

    /// Returns a number that is the same for equal states, and rarely for others.
    fn hash(&mut self, state: &[u8]) -> u64;
}

/// No backward search.
impl BackwardSpace for Infallible {
    type Features = ();

    fn width(&self) -> usize {
        match *self {}
    }

    fn goals(&mut self, _: &mut dyn FnMut(&[u8])) {
        match *self {}
    }

    fn predecessors(&mut self, _: &[u8], _: &mut dyn FnMut(u32, u64, &[u8])) -> Option<()> {
        match *self {}
    }

    fn hash(&mut self, _: &[u8]) -> u64 {
        match *self {}
    }
}

/// Time slice: the number of expansions before the other searches take over. One takes longer than a move of theirs.
const SLICE: u64 = 64;

/// Time slice as long as no more than [`FEW`] configurations are open: the search may well end soon.
const LONG_SLICE: u64 = 512;
const FEW: usize = 4_096;

/// The number of bits of a filter's index.
const FILTER_BITS: u32 = 25;

/// A backward search, with all that it has found.
pub(crate) struct Perimeter<B: BackwardSpace> {
    space: B,
    /// The configurations, each with the one that follows it on the way to a goal.
    table: StateTable<1>,
    /// One bit for each hash: whether a configuration in the table may have it.
    filter: Vec<u64>,
    cells: Vec<(B::Features, BinaryHeap<Reverse<OpenState>>)>,
    /// The index of the cell with given features.
    cell_of: FxHashMap<B::Features, usize>,
    /// For each configuration, whether it has been expanded.
    is_expanded: Vec<bool>,
    /// The number of open entries.
    open: usize,
    expanded: u64,
    /// The index of the cell that was expanded last.
    at: usize,
    /// Whether the memory is used up.
    is_full: bool,
    /// Reused buffer for the predecessors: weights, ranks and states.
    found: Vec<(u32, u64)>,
    states: Vec<u8>,
}

/// Weight, rank and number of an open configuration.
type OpenState = (u32, u64, Id);

impl<B: BackwardSpace> Perimeter<B> {
    pub(crate) fn new(space: B) -> Self {
        Perimeter {
            table: StateTable::new(space.width()),
            filter: vec![0; 1 << (FILTER_BITS - 6)],
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            is_expanded: Vec::new(),
            open: 0,
            expanded: 0,
            at: 0,
            is_full: false,
            found: Vec::new(),
            states: Vec::new(),
            space,
        }
    }

    /// Returns whether a configuration with this hash may be in the perimeter.
    pub(crate) fn may_have(&self, hash: u64) -> bool {
        let bit = hash >> (64 - FILTER_BITS);
        self.filter[(bit >> 6) as usize] >> (bit & 63) & 1 == 1
    }

    /// Returns the number of a configuration, if it is in the perimeter.
    pub(crate) fn find(&self, state: &[u8]) -> Option<Id> {
        self.table.find(state)
    }

    /// Searches for one time slice. Returns why the search ended, if it did, and what it has met: `met` returns what
    /// a state found meets.
    #[allow(clippy::type_complexity)]
    pub(crate) fn run_slice<T>(
        &mut self,
        budget: &Budget<'_>,
        met: &dyn Fn(&[u8]) -> Option<T>,
    ) -> Option<(End, Option<(T, Id)>)> {
        self.is_full |= !self.has_room(budget);
        if self.is_full {
            return None;
        }
        if self.table.len() == 0 {
            self.found.clear();
            self.states.clear();
            let Perimeter { space, found, states, .. } = self;
            space.goals(&mut |state| {
                found.push((0, 0));
                states.extend_from_slice(state);
            });
            for index in 0..self.found.len() {
                if let Some(meeting) = self.insert(index, NONE, met) {
                    return Some((End::Enough, Some(meeting)));
                }
            }
            // The goals are expanded at once, which puts what precedes them into cells.
            for id in 0..self.table.len() as Id {
                if let Some(meeting) = self.expand(id, 0, met) {
                    return Some((End::Enough, Some(meeting)));
                }
            }
        }
        let end = self.expanded + if self.open <= FEW { LONG_SLICE } else { SLICE };
        while self.expanded < end {
            if self.open == 0 {
                return Some((End::Exhausted, None));
            }
            self.at = if self.at + 1 < self.cells.len() { self.at + 1 } else { 0 };
            let Some(Reverse((weight, _, id))) = self.cells[self.at].1.pop() else { continue };
            self.open -= 1;
            if self.expanded.is_multiple_of(POLL) && (budget.stop)() {
                return Some((End::Stopped, None));
            }
            if !self.has_room(budget) {
                self.is_full = true;
                return None;
            }
            if let Some(meeting) = self.expand(id, weight, met) {
                return Some((End::Enough, Some(meeting)));
            }
        }
        None
    }

    /// Expands a configuration of this weight. Returns what is met by a predecessor, if one meets anything.
    fn expand<T>(&mut self, id: Id, weight: u32, met: &dyn Fn(&[u8]) -> Option<T>) -> Option<(T, Id)> {
        if std::mem::replace(&mut self.is_expanded[id as usize], true) {
            return None;
        }
        self.expanded += 1;
        self.found.clear();
        self.states.clear();
        let Perimeter { space, table, found, states, .. } = self;
        let features = space.predecessors(table.state(id), &mut |weight, rank, state| {
            found.push((weight, rank));
            states.extend_from_slice(state);
        })?;
        let cells = &mut self.cells;
        let is_root = self.table.word(id, PARENT) == NONE;
        let cell = if !is_root && cells[self.at].0 <= features {
            self.at
        } else {
            *self.cell_of.entry(features).or_insert_with(|| {
                cells.push((features, BinaryHeap::new()));
                cells.len() - 1
            })
        };
        for index in 0..self.found.len() {
            let before = self.table.len();
            if let Some(meeting) = self.insert(index, id, met) {
                return Some(meeting);
            }
            if self.table.len() > before {
                let (more, rank) = self.found[index];
                self.cells[cell].1.push(Reverse((weight + more, rank, before as Id)));
                self.open += 1;
            }
        }
        None
    }

    /// Puts the state found at `index` into the table, unless it is there. Returns what it meets, if it is new.
    fn insert<T>(&mut self, index: usize, next: Id, met: &dyn Fn(&[u8]) -> Option<T>) -> Option<(T, Id)> {
        let width = self.space.width();
        let state = &self.states[index * width..][..width];
        let TableSlot::New(id) = self.table.insert(state, || Some([next])) else { return None };
        self.is_expanded.push(false);
        let bit = self.space.hash(state) >> (64 - FILTER_BITS);
        self.filter[(bit >> 6) as usize] |= 1 << (bit & 63);
        met(state).map(|met| (met, id))
    }

    /// Returns whether there is room for more configurations.
    fn has_room(&self, budget: &Budget<'_>) -> bool {
        self.table.has_room(budget.table_bytes.saturating_sub(self.open_bytes()))
    }

    /// The bytes that the open configurations hold, about.
    fn open_bytes(&self) -> usize {
        self.open * size_of::<OpenState>() + self.is_expanded.len()
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            bound: 0,
            configurations: self.table.len(),
            expanded: self.expanded,
            bytes: self.table.bytes() + self.open_bytes(),
        }
    }

    /// Returns the configurations from this one to a goal.
    pub(crate) fn to_goal(&self, from: Id) -> Vec<Vec<u8>> {
        let mut states = Vec::new();
        let mut at = from;
        while at != NONE {
            states.push(self.table.state(at).to_vec());
            at = self.table.word(at, PARENT);
        }
        states
    }
}
