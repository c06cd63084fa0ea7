//! Feature-space search (FESS): any plan, found by progress in several features at a time.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE CoG 2020.
//! Each configuration is projected to a cell, the values of its features, or to the cell of its parent where it is no nearer to
//! a goal than that. The search goes round the cells and makes, in each, the move of least weight that is open there; a move
//! weighs nothing where an advisor recommends it, and 1 elsewhere, and its weight is added to that of the configuration it
//! starts from. So every cell is explored as much as any other, and in each what the advisors say comes first; what makes
//! things worse competes with all else in the cell that it comes from.
//!
//! Invariant: a configuration in the table has all its moves made or open in its cell, so that there is no plan at all once
//! no move is open.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, End, Found, Path, Progress, Report};
use crate::table::{Id, Slot, Table};

/// A move with what it is thought of.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<M> {
    /// 0 if an advisor recommends it, else 1.
    pub weight: u32,
    /// Among moves of one cell with equal weights, the one of least rank comes first.
    pub rank: u64,
    /// The move.
    pub step: M,
}

/// A problem as states with features, and moves between them.
pub trait FeatureSpace {
    /// What leads from one state to another, as it is kept while it is open.
    type Move: Copy;
    /// What a plan is made of: a move may be several actions.
    type Action;
    /// The values of the features; what is less is nearer to a goal.
    type Features: Copy + Ord + Hash;

    /// Bytes of a state.
    fn width(&self) -> usize;

    /// Writes the start state into `state`, which has that width.
    fn start(&mut self, state: &mut [u8]);

    /// Whether the state is a goal.
    fn is_goal(&mut self, state: &[u8]) -> bool;

    /// The features of a state with all its moves, put at the end of `moves`; `None` if there is no plan from it.
    fn moves(&mut self, state: &[u8], moves: &mut Vec<Weighed<Self::Move>>) -> Option<Self::Features>;

    /// Makes a move that a state has.
    fn apply(&mut self, state: &[u8], step: Self::Move, successor: &mut [u8]);

    /// The actions of a move that leads from a state to another one.
    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<Self::Action>;
}

/// The parent of the start.
const NONE: Id = Id::MAX;
const PARENT: usize = 0;

/// How many moves lie between two questions whether to stop: one takes longer than an expansion elsewhere.
const POLL: u64 = 16;

/// How many moves a space makes before it is another one's turn.
const TURN: u64 = 512;

/// Looks for any plan in several spaces of one problem, which take turns: what its features tell one of them nothing of may be
/// near in another. The bound of what it reports is 0: nothing is proven but that there is no plan.
pub fn feature_search<S: FeatureSpace>(
    spaces: Vec<S>,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&Report<'_, S::Action>),
) -> Found<S::Action> {
    let share = Budget { table_bytes: budget.table_bytes / spaces.len().max(1), ..*budget };
    let mut searches: Vec<Search<S>> = spaces.into_iter().map(Search::new).collect();
    let mut full = None;
    loop {
        let mut all = Progress::default();
        for search in &mut searches {
            if let Some((end, goal)) = search.turn(&share) {
                // What the others have counted is left out.
                let path = goal.map(|goal| search.path(goal));
                let found = Found { end, path, progress: search.progress() };
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
        watch(&Report { progress: all, path: None });
    }
}

/// The open moves of the configurations in a cell, by weight and rank.
struct Cell<M, F> {
    features: F,
    open: BTreeMap<(u32, u64), VecDeque<(Id, M)>>,
}

struct Search<S: FeatureSpace> {
    space: S,
    table: Table<1>,
    cells: Vec<Cell<S::Move, S::Features>>,
    cell_of: FxHashMap<S::Features, usize>,
    moves: Vec<Weighed<S::Move>>,
    successor: Vec<u8>,
    /// How many moves are open.
    open: usize,
    /// How many have been made.
    made: u64,
    /// The cell whose turn it was last.
    at: usize,
}

impl<S: FeatureSpace> Search<S> {
    fn new(space: S) -> Self {
        Search {
            table: Table::new(space.width()),
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

    /// Goes on for a while; how it ended, if it did, with the goal if there is one.
    fn turn(&mut self, budget: &Budget<'_>) -> Option<(End, Option<Id>)> {
        if self.table.len() == 0 {
            let mut start = vec![0; self.space.width()];
            self.space.start(&mut start);
            if let Some(goal) = self.add(&start, NONE, 0) {
                return Some((End::Enough, Some(goal)));
            }
        }
        let end = self.made + TURN;
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

    /// Tables a configuration that is new, with its moves. Gives it if it is a goal.
    fn add(&mut self, state: &[u8], parent: Id, weight: u32) -> Option<Id> {
        let Slot::New(id) = self.table.insert(state, || Some([parent])) else { return None };
        if self.space.is_goal(state) {
            return Some(id);
        }
        self.moves.clear();
        let features = self.space.moves(state, &mut self.moves)?;
        let cells = &mut self.cells;
        // The parent is in the cell whose turn it is.
        let cell = if parent != NONE && cells[self.at].features <= features {
            self.at
        } else {
            *self.cell_of.entry(features).or_insert_with(|| {
                cells.push(Cell { features, open: BTreeMap::new() });
                cells.len() - 1
            })
        };
        for &Weighed { weight: more, rank, step } in &self.moves {
            cells[cell].open.entry((weight + more, rank)).or_default().push_back((id, step));
        }
        self.open += self.moves.len();
        None
    }

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

    fn path(&mut self, goal: Id) -> Path<S::Action> {
        let mut states = vec![goal];
        while self.table.word(states[states.len() - 1], PARENT) != NONE {
            states.push(self.table.word(states[states.len() - 1], PARENT));
        }
        states.reverse();
        let Search { space, table, .. } = self;
        let actions: Vec<S::Action> = (states.windows(2))
            .flat_map(|pair| space.actions(table.state(pair[0]), table.state(pair[1])))
            .collect();
        Path { cost: actions.len() as u32, actions }
    }
}

impl<M: Copy, F> Cell<M, F> {
    /// The first of the open moves of least weight.
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
