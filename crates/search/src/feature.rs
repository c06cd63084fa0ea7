//! Feature-space search (FESS): finds any plan, by progress in several features at a time.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE CoG 2020.
//! The values of its features project each configuration to a cell. A configuration whose features are no better than
//! those of its parent's cell goes into that cell instead. The search takes the cells in turn, and makes the open
//! move of least weight in each. A move weighs 0 if an advisor recommends it and 1 otherwise; its weight is added to
//! that of the configuration it starts from. So every cell is explored as much as any other, and within a cell the
//! advised moves come first. Moves that make the features worse compete with all other moves of the cell they come
//! from.
//!
//! Invariant: each move of a configuration in the table has been made or is open in its cell. So there is no plan at
//! all once no move is open.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, End, Path, Progress, SearchReport, SearchResult};
use crate::table::{Id, StateTable, TableSlot};

/// A move with its weight and rank.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<M> {
    /// 0 if an advisor recommends the move, otherwise 1.
    pub weight: u32,
    /// Orders the moves of one cell that have equal weights; the least comes first.
    pub rank: u64,
    /// The move.
    pub step: M,
}

/// A problem given as states with features, and moves between the states.
pub trait FeatureSpace {
    /// A transition from one state to another, in the form in which open moves are stored.
    type Move: Copy;
    /// An element of a plan. One move may be several actions.
    type Action;
    /// The values of the features; smaller values are nearer to a goal.
    type Features: Copy + Ord + Hash;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Writes the start state into `state`, which has [width](FeatureSpace::width) bytes.
    fn start(&mut self, state: &mut [u8]);

    /// Returns whether the state is a goal.
    fn is_goal(&mut self, state: &[u8]) -> bool;

    /// Returns the features of a state and appends all its moves to `moves`. Returns `None` if no plan leads on from
    /// the state.
    fn moves(&mut self, state: &[u8], moves: &mut Vec<Weighed<Self::Move>>) -> Option<Self::Features>;

    /// Writes the state after a move of `state` into `successor`.
    fn apply(&mut self, state: &[u8], step: Self::Move, successor: &mut [u8]);

    /// Returns the actions of the move that leads from one state to another.
    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<Self::Action>;
}

/// The parent number of the start, which has no parent.
const NONE: Id = Id::MAX;
/// Index of the word stored with a configuration: its parent.
const PARENT: usize = 0;

/// Poll interval: the number of moves between two calls of [`Budget::stop`]. It is short because one move takes
/// longer than an expansion of the other engines.
const POLL: u64 = 16;

/// Time slice: the number of moves that one space makes before the next space takes over.
const SLICE: u64 = 512;

/// Searches for any plan in several spaces of one problem, which take turns in time slices.
///
/// Spaces with different features complement each other: a plan hard to find in one may be easy to find in another.
/// [`Progress::bound`] stays 0, since nothing is proven except that there is no plan.
pub fn feature_search<S: FeatureSpace>(
    spaces: Vec<S>,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&SearchReport<'_, S::Action>),
) -> SearchResult<S::Action> {
    let share = Budget { table_bytes: budget.table_bytes / spaces.len().max(1), ..*budget };
    let mut searches: Vec<FeatureSearch<S>> = spaces.into_iter().map(FeatureSearch::new).collect();
    let mut full = None;
    loop {
        let mut all = Progress::default();
        for search in &mut searches {
            if let Some((end, goal)) = search.run_slice(&share) {
                // The progress of the other spaces is left out.
                let path = goal.map(|goal| search.path(goal));
                let found = SearchResult { end, path, progress: search.progress() };
                match end {
                    End::TableFull => full = Some(found),
                    _ => return found,
                }
            }
            let progress = search.progress();
            all.configurations += progress.configurations;
            all.expanded += progress.expanded;
            all.bytes += progress.bytes;
        }
        if let Some(found) = full {
            return found;
        }
        watch(&SearchReport { progress: all, path: None });
    }
}

/// A cell of the feature space: the open moves of its configurations, ordered by weight and rank.
struct FeatureCell<M, F> {
    features: F,
    open: BTreeMap<(u32, u64), VecDeque<(Id, M)>>,
}

/// The search in one space.
struct FeatureSearch<S: FeatureSpace> {
    space: S,
    table: StateTable<1>,
    cells: Vec<FeatureCell<S::Move, S::Features>>,
    /// The index of the cell with given features.
    cell_of: FxHashMap<S::Features, usize>,
    /// Reused buffer for the moves of one configuration.
    moves: Vec<Weighed<S::Move>>,
    /// Reused buffer for the state after a move.
    successor: Vec<u8>,
    /// The number of open moves.
    open: usize,
    /// The number of moves made.
    made: u64,
    /// The index of the cell that made the last move.
    at: usize,
}

impl<S: FeatureSpace> FeatureSearch<S> {
    fn new(space: S) -> Self {
        FeatureSearch {
            table: StateTable::new(space.width()),
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            moves: Vec::new(),
            successor: vec![0; space.width()],
            open: 0,
            made: 0,
            at: 0,
            space,
        }
    }

    /// Searches for one time slice. Returns why the search ended, if it did, and the goal if there is one.
    fn run_slice(&mut self, budget: &Budget<'_>) -> Option<(End, Option<Id>)> {
        if self.table.len() == 0 {
            let mut start = vec![0; self.space.width()];
            self.space.start(&mut start);
            if let Some(goal) = self.add(&start, NONE, 0) {
                return Some((End::Enough, Some(goal)));
            }
        }
        let end = self.made + SLICE;
        while self.made < end {
            if self.open == 0 {
                return Some((End::Exhausted, None));
            }
            self.at = if self.at + 1 < self.cells.len() { self.at + 1 } else { 0 };
            let Some((weight, parent, step)) = self.cells[self.at].pop() else { continue };
            self.open -= 1;
            if self.made.is_multiple_of(POLL) && (budget.stop)() {
                return Some((End::Stopped, None));
            }
            self.made += 1;
            if !self.table.has_room(budget.table_bytes.saturating_sub(self.open_bytes())) {
                return Some((End::TableFull, None));
            }
            let mut successor = std::mem::take(&mut self.successor);
            self.space.apply(self.table.state(parent), step, &mut successor);
            let goal = self.add(&successor, parent, weight);
            self.successor = successor;
            if let Some(goal) = goal {
                return Some((End::Enough, Some(goal)));
            }
        }
        None
    }

    /// Puts a new configuration and its moves into the table and its cell. Returns its number if it is a goal.
    fn add(&mut self, state: &[u8], parent: Id, weight: u32) -> Option<Id> {
        let TableSlot::New(id) = self.table.insert(state, || Some([parent])) else { return None };
        if self.space.is_goal(state) {
            return Some(id);
        }
        self.moves.clear();
        let features = self.space.moves(state, &mut self.moves)?;
        let cells = &mut self.cells;
        // The parent is in the cell that made the move.
        let cell = if parent != NONE && cells[self.at].features <= features {
            self.at
        } else {
            *self.cell_of.entry(features).or_insert_with(|| {
                cells.push(FeatureCell { features, open: BTreeMap::new() });
                cells.len() - 1
            })
        };
        for &Weighed { weight: more, rank, step } in &self.moves {
            cells[cell].open.entry((weight + more, rank)).or_default().push_back((id, step));
        }
        self.open += self.moves.len();
        None
    }

    /// The bytes that the open moves hold, about.
    fn open_bytes(&self) -> usize {
        self.open * size_of::<(Id, S::Move)>()
    }

    fn progress(&self) -> Progress {
        Progress {
            bound: 0,
            configurations: self.table.len(),
            expanded: self.made,
            bytes: self.table.bytes() + self.open_bytes(),
        }
    }

    /// Returns the path from the start to `goal`.
    fn path(&mut self, goal: Id) -> Path<S::Action> {
        let mut states = vec![goal];
        while self.table.word(states[states.len() - 1], PARENT) != NONE {
            states.push(self.table.word(states[states.len() - 1], PARENT));
        }
        states.reverse();
        let FeatureSearch { space, table, .. } = self;
        let actions: Vec<S::Action> = (states.windows(2))
            .flat_map(|pair| space.actions(table.state(pair[0]), table.state(pair[1])))
            .collect();
        Path { cost: actions.len() as u32, actions }
    }
}

impl<M: Copy, F> FeatureCell<M, F> {
    /// Removes and returns the first open move of least weight and rank, with its weight and its configuration.
    fn pop(&mut self) -> Option<(u32, Id, M)> {
        let mut least = self.open.first_entry()?;
        let (weight, _) = *least.key();
        let (id, step) = least.get_mut().pop_front().expect("no list is empty");
        if least.get().is_empty() {
            least.remove();
        }
        Some((weight, id, step))
    }
}
