//! Feature-space search (FESS): any plan, found by progress in several features at a time.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE CoG 2020.
//! Each configuration is projected to a cell, the values of its features. The search goes round the cells and makes, in each,
//! the move of least weight that is open there; a move weighs nothing where an advisor recommends it, and 1 elsewhere, and
//! its weight is added to that of the configuration it starts from. So every cell is explored as much as any other, and in
//! each what the advisors say comes first.
//!
//! Invariant: a configuration in the table has all its moves made or open in its cell, so that there is no plan at all once
//! no move is open.

use std::collections::{BTreeMap, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, End, Found, Path, Progress, Report, REPORT};
use crate::table::{Id, Slot, Table};

/// A move with what it is thought of.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<M> {
    /// 0 if an advisor recommends it, else 1.
    pub weight: u32,
    /// How far a goal is from where it leads: among moves of one cell with equal weights, the nearest comes first.
    pub estimate: u32,
    /// The move.
    pub step: M,
}

/// A problem as states with features, and moves between them.
pub trait FeatureSpace {
    /// What leads from one state to another, as it is kept while it is open.
    type Move: Copy;
    /// What a plan is made of: a move may be several actions.
    type Action;
    /// The values of the features.
    type Features: Copy + Eq + Hash;

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

/// Looks for any plan. The bound of what it reports is 0: nothing is proven but that there is no plan.
pub fn feature_search<S: FeatureSpace>(
    space: &mut S,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&Report<'_, S::Action>),
) -> Found<S::Action> {
    let mut search: Search<S> = Search {
        table: Table::new(space.width()),
        cells: Vec::new(),
        cell_of: FxHashMap::default(),
        moves: Vec::new(),
        open: 0,
    };
    let mut start = vec![0; space.width()];
    space.start(&mut start);
    let (end, goal) = search.run(space, &start, budget, watch);
    let path = goal.map(|goal| search.path(space, goal));
    Found { end, path, progress: search.progress(0) }
}

/// The open moves of the configurations in a cell, by weight and estimate.
struct Cell<M> {
    open: BTreeMap<(u32, u32), VecDeque<(Id, M)>>,
}

struct Search<S: FeatureSpace> {
    table: Table<1>,
    cells: Vec<Cell<S::Move>>,
    cell_of: FxHashMap<S::Features, usize>,
    moves: Vec<Weighed<S::Move>>,
    /// How many moves are open.
    open: usize,
}

impl<S: FeatureSpace> Search<S> {
    fn run(
        &mut self,
        space: &mut S,
        start: &[u8],
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report<'_, S::Action>),
    ) -> (End, Option<Id>) {
        let mut successor = vec![0; space.width()];
        if let Some(goal) = self.add(space, start, NONE, 0) {
            return (End::Enough, Some(goal));
        }
        let (mut made, mut at) = (0u64, 0);
        while self.open > 0 {
            at = if at + 1 < self.cells.len() { at + 1 } else { 0 };
            let Some((weight, parent, step)) = self.cells[at].pop() else { continue };
            self.open -= 1;
            if made % POLL == 0 && (budget.stop)() {
                return (End::Stopped, None);
            }
            made += 1;
            if made % REPORT == 0 {
                watch(&Report { progress: self.progress(made), path: None });
            }
            if !self.table.has_room(budget.table_bytes.saturating_sub(self.open_bytes())) {
                return (End::TableFull, None);
            }
            space.apply(self.table.state(parent), step, &mut successor);
            if let Some(goal) = self.add(space, &successor, parent, weight) {
                return (End::Enough, Some(goal));
            }
        }
        (End::Exhausted, None)
    }

    /// Tables a configuration that is new, with its moves. Gives it if it is a goal.
    fn add(&mut self, space: &mut S, state: &[u8], parent: Id, weight: u32) -> Option<Id> {
        let Slot::New(id) = self.table.insert(state, || Some([parent])) else { return None };
        if space.is_goal(state) {
            return Some(id);
        }
        self.moves.clear();
        let features = space.moves(state, &mut self.moves)?;
        let cells = &mut self.cells;
        let cell = *self.cell_of.entry(features).or_insert_with(|| {
            cells.push(Cell { open: BTreeMap::new() });
            cells.len() - 1
        });
        for &Weighed { weight: more, estimate, step } in &self.moves {
            cells[cell].open.entry((weight + more, estimate)).or_default().push_back((id, step));
        }
        self.open += self.moves.len();
        None
    }

    fn open_bytes(&self) -> usize {
        self.open * size_of::<(Id, S::Move)>()
    }

    fn progress(&self, made: u64) -> Progress {
        Progress {
            bound: 0,
            configurations: self.table.len(),
            expanded: made,
            bytes: self.table.bytes() + self.open_bytes(),
        }
    }

    fn path(&mut self, space: &mut S, goal: Id) -> Path<S::Action> {
        let mut states = vec![goal];
        while self.table.word(states[states.len() - 1], PARENT) != NONE {
            states.push(self.table.word(states[states.len() - 1], PARENT));
        }
        states.reverse();
        let actions: Vec<S::Action> = (states.windows(2))
            .flat_map(|pair| space.actions(self.table.state(pair[0]), self.table.state(pair[1])))
            .collect();
        Path { cost: actions.len() as u32, actions }
    }
}

impl<M: Copy> Cell<M> {
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
