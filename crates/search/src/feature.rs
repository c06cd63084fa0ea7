//! Feature-space search (FESS): finds any plan, by progress in several features at a time.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE CoG 2020.
//! The values of its features project each configuration to a cell. A configuration whose features are no better than
//! those of its parent's cell goes into that cell instead. The search takes the cells in turn, every second time the one
//! with the best features, and makes the open move of least weight in each. A move weighs 0 if an advisor recommends it
//! and 1 otherwise; its weight is added to that of the configuration it starts from. So every cell is explored as much
//! as any other, and within a cell the advised moves come first. Moves that make the features worse compete with all
//! other moves of the cell they come from.
//!
//! Beside the searches from the start, one may work backwards from the goals ([`BackwardSpace`]). What it has found is
//! the perimeter of the goals: the first move that leads into it completes a plan.
//!
//! Of the moves of a configuration, only the next few are kept. When they have been made, the configuration is
//! expanded again. Most configurations never come to that, and their moves are most of the memory.
//!
//! Invariant: each move of a configuration in the table has been made, or the configuration is open in its cell on
//! behalf of the moves that are left. So there is no plan at all once nothing is open. Under a limit on costs
//! ([`crate::Deepening`]), moves after which plans are too dear count as made, and no plan costs less than they do.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::BinaryHeap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, End, Path, Progress, SearchReport, SearchResult};
use crate::perimeter::{BackwardSpace, Perimeter};
use crate::table::{Id, StateTable, TableSlot};

/// The moves of a state, as a space collects them.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    /// The moves.
    pub list: Vec<Weighed<M>>,
    /// The greatest cost of interest of a plan from the state on.
    room: u32,
    /// The least cost of the plans for which there was no room, by lower bounds; [`u32::MAX`] if there were none.
    beyond: u32,
}

impl<M> Moves<M> {
    /// Returns whether plans from the state on that cost at least `cost` are of interest. If not, the moves that they
    /// begin with may be left out.
    pub fn has_room(&mut self, cost: u32) -> bool {
        if cost > self.room {
            self.beyond = self.beyond.min(cost);
        }
        cost <= self.room
    }

    /// Returns whether plans of any cost are of interest.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.room == u32::MAX
    }

    fn new() -> Self {
        Moves { list: Vec::new(), room: u32::MAX, beyond: u32::MAX }
    }

    /// Removes all moves, for a state that is reached at `cost`, in a search for plans of at most `most`.
    fn clear(&mut self, most: u32, cost: u32) {
        self.list.clear();
        self.room = if most == u32::MAX { most } else { most.saturating_sub(cost) };
        self.beyond = u32::MAX;
    }
}

/// A move with its weight and rank.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<M> {
    /// 0 if an advisor recommends the move, otherwise 1.
    pub weight: u32,
    /// Orders the moves of one cell that have equal weights; the least comes first.
    pub rank: u64,
    /// The [hash](BackwardSpace::hash) of the state after the move. It counts only beside a [`BackwardSpace`].
    pub hash: u64,
    /// The move.
    pub step: M,
}

/// A problem given as states with features, and moves between the states.
pub trait FeatureSpace {
    /// A transition from one state to another, in the form in which open moves are stored.
    type Move: Copy + Ord;
    /// An element of a plan. One move may be several actions.
    type Action;
    /// The values of the features; smaller values are nearer to a goal.
    type Features: Copy + Ord + Hash;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Calls `start` for each state at which a plan may start.
    fn starts(&mut self, start: &mut dyn FnMut(&[u8]));

    /// Returns whether the state is a goal.
    fn is_goal(&mut self, state: &[u8]) -> bool;

    /// Returns the features of a state and appends all its moves to `moves`, but for those that have no
    /// [room](Moves::has_room). Returns `None` if no plan leads on from the state, or none for which there is room.
    ///
    /// It may be called again for a state. It has to give the moves the same weights and ranks then, unless there is
    /// more room; it may find that there is no plan.
    fn moves(&mut self, state: &[u8], moves: &mut Moves<Self::Move>) -> Option<Self::Features>;

    /// Returns the cost of a move.
    fn cost(&self, step: Self::Move) -> u32;

    /// Writes the state after a move of `state` into `successor`.
    fn apply(&mut self, state: &[u8], step: Self::Move, successor: &mut [u8]);

    /// Returns the actions of the move that leads from one state to another.
    fn actions(&mut self, state: &[u8], successor: &[u8]) -> Vec<Self::Action>;
}

/// The parent number of the start, which has no parent.
pub(crate) const NONE: Id = Id::MAX;
/// Index of the word stored with a configuration: its parent.
pub(crate) const PARENT: usize = 0;
/// Index of the other word stored with a configuration: the cost of the moves to it.
const COST: usize = 1;

/// Poll interval: the number of moves between two calls of [`Budget::stop`]. It is short because one move takes
/// longer than an expansion of the other engines.
pub(crate) const POLL: u64 = 16;

/// Time slice: the number of moves that one space makes before the next space takes over.
pub(crate) const SLICE: u64 = 512;

/// The number of moves of a configuration that are kept when it is expanded first. Each further expansion keeps four
/// times as many.
const KEPT: usize = 4;

/// Searches for any plan, at whatever cost, in several spaces of one problem, which take turns in time slices.
///
/// Spaces with different features complement each other: a plan hard to find in one may be easy to find in another.
/// With `backward`, the same problem backwards, a search from the goals takes its turn too. Equal states have to be
/// equal bytes in all of them. [`Progress::bound`] stays 0, since nothing is proven except that there is no plan.
pub fn feature_search<F: FeatureSpace, B: BackwardSpace>(
    spaces: Vec<F>,
    backward: Option<B>,
    budget: &Budget<'_>,
    watch: &mut dyn FnMut(&SearchReport<'_, F::Action>),
) -> SearchResult<F::Action> {
    // The perimeter has half of the memory.
    let shares = spaces.len().max(1) * if backward.is_some() { 2 } else { 1 };
    let share = Budget { table_bytes: budget.table_bytes / shares, ..*budget };
    let half = Budget { table_bytes: budget.table_bytes / 2, ..*budget };
    let mut searches: Vec<FeatureSearch<F>> =
        spaces.into_iter().map(|space| FeatureSearch::new(space, u32::MAX)).collect();
    let mut perimeter = backward.map(Perimeter::new);
    let mut full = None;
    loop {
        let mut all = Progress::default();
        for search in &mut searches {
            if let Some((end, goal)) = search.run_slice(&share, perimeter.as_mut()) {
                // The progress of the other spaces is left out.
                let path = goal.map(|goal| search.path(goal, perimeter.as_ref()));
                let found = SearchResult { end, path, progress: search.progress() };
                match end {
                    End::TableFull => full = Some(found),
                    _ => return found,
                }
            }
            all.add(&search.progress());
        }
        if let Some(perimeter) = &mut perimeter {
            let met = |state: &[u8]| {
                (searches.iter().enumerate())
                    .find_map(|(index, search)| Some((index, search.table.find(state)?)))
            };
            if let Some((end, meeting)) = perimeter.run_slice(&half, &met) {
                let path = meeting.map(|((index, id), back)| {
                    searches[index].path(ReachedGoal { id, hit: Some((None, back)) }, Some(perimeter))
                });
                return SearchResult { end, path, progress: perimeter.progress() };
            }
            all.add(&perimeter.progress());
        }
        if let Some(found) = full {
            return found;
        }
        watch(&SearchReport { progress: all, path: None });
    }
}

impl Progress {
    /// Adds the counts of another search.
    pub(crate) fn add(&mut self, other: &Progress) {
        self.configurations += other.configurations;
        self.expanded += other.expanded;
        self.bytes += other.bytes;
    }
}

/// A cell of the feature space: its open configurations, ordered by the weight and rank of their next move.
struct FeatureCell<M, F> {
    features: F,
    open: BinaryHeap<Reverse<OpenMoves<M>>>,
}

/// The moves of a configuration that have not been made yet.
struct OpenMoves<M> {
    /// Weight and rank of the next move, or of the last one if none is kept.
    key: (u32, u64),
    /// The configuration.
    id: Id,
    /// The weight of the configuration.
    weight: u32,
    /// The moves that are kept, the next one last.
    kept: Vec<(u32, u64, M)>,
    /// Where there may be more moves than those kept: the last of these, and how many to keep next.
    more: Option<((u32, u64, M), usize)>,
}

/// A goal, or the place where a search meets the perimeter of the goals.
#[derive(Clone, Copy)]
pub(crate) struct ReachedGoal<M> {
    pub(crate) id: Id,
    /// The move that leads from the configuration into the perimeter, if one does, and what is met there.
    hit: Option<(Option<M>, Id)>,
}

/// The search in one space.
pub(crate) struct FeatureSearch<S: FeatureSpace> {
    space: S,
    table: StateTable<2>,
    cells: Vec<FeatureCell<S::Move, S::Features>>,
    /// The index of the cell with given features.
    cell_of: FxHashMap<S::Features, usize>,
    /// Reused buffer for the moves of one configuration.
    moves: Moves<S::Move>,
    /// Reused buffer for the state after a move.
    successor: Vec<u8>,
    /// The number of open configurations.
    open: usize,
    /// The number of moves kept.
    kept: usize,
    /// The number of moves made.
    made: u64,
    /// The index of the cell that made the last move.
    at: usize,
    /// The number of turns that cells have had.
    turns: u64,
    /// The index of the cell whose turn it was last, apart from the turns of the best cell.
    round: usize,
    /// The index of the cell with the best features.
    best: usize,
    /// The greatest cost of a plan that is looked for.
    most: u32,
    /// The least cost of the plans that were left out as dearer than that, by lower bounds.
    beyond: u32,
}

impl<S: FeatureSpace> FeatureSearch<S> {
    pub(crate) fn new(space: S, most: u32) -> Self {
        FeatureSearch {
            table: StateTable::new(space.width()),
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            moves: Moves::new(),
            successor: vec![0; space.width()],
            open: 0,
            kept: 0,
            made: 0,
            at: 0,
            turns: 0,
            round: 0,
            best: 0,
            most,
            beyond: u32::MAX,
            space,
        }
    }

    /// Searches for one time slice. Returns why the search ended, if it did, and the goal if there is one.
    #[allow(clippy::type_complexity)]
    pub(crate) fn run_slice<B: BackwardSpace>(
        &mut self,
        budget: &Budget<'_>,
        mut perimeter: Option<&mut Perimeter<B>>,
    ) -> Option<(End, Option<ReachedGoal<S::Move>>)> {
        if self.table.len() == 0 {
            let mut starts = Vec::new();
            self.space.starts(&mut |start| starts.push(start.to_vec()));
            for start in starts {
                if let Some(goal) = self.add(&start, NONE, (0, 0), perimeter.as_deref_mut()) {
                    return Some((End::Enough, Some(goal)));
                }
            }
        }
        let end = self.made + SLICE;
        while self.made < end {
            if self.open == 0 {
                let end = if self.beyond < u32::MAX { End::Bounded } else { End::Exhausted };
                return Some((end, None));
            }
            self.at = self.next_cell();
            // A move to a known configuration is no use of the turn.
            let mut is_new = false;
            while !is_new && !self.cells[self.at].open.is_empty() {
                let Some((weight, parent, step)) = self.next_move() else { continue };
                if self.made.is_multiple_of(POLL) && (budget.stop)() {
                    return Some((End::Stopped, None));
                }
                self.made += 1;
                if !self.table.has_room(budget.table_bytes.saturating_sub(self.open_bytes())) {
                    return Some((End::TableFull, None));
                }
                let known = self.table.len();
                let mut successor = std::mem::take(&mut self.successor);
                self.space.apply(self.table.state(parent), step, &mut successor);
                let cost = self.table.word(parent, COST).saturating_add(self.space.cost(step));
                let goal = self.add(&successor, parent, (weight, cost), perimeter.as_deref_mut());
                self.successor = successor;
                is_new = self.table.len() > known;
                if let Some(goal) = goal {
                    return Some((End::Enough, Some(goal)));
                }
            }
        }
        None
    }

    /// Returns the index of the cell whose turn it is: every second time that of the best cell.
    fn next_cell(&mut self) -> usize {
        self.turns += 1;
        if self.turns.is_multiple_of(2) {
            return self.best;
        }
        self.round = if self.round + 1 < self.cells.len() { self.round + 1 } else { 0 };
        self.round
    }

    /// Removes and returns the next move of the cell `at`, with the weight of the configuration after it and the
    /// configuration it starts from; `None` if the cell has no open move.
    fn next_move(&mut self) -> Option<(u32, Id, S::Move)> {
        let mut first = self.cells[self.at].open.peek_mut()?;
        let open = &mut first.0;
        let id = open.id;
        if let Some((weight, _, step)) = open.kept.pop() {
            self.kept -= 1;
            let weight = open.weight + weight;
            match open.kept.last() {
                Some(&(more, rank, _)) => open.key = (open.weight + more, rank),
                // The next moves come no earlier than the last one.
                None if open.more.is_some() => {}
                None => {
                    PeekMut::pop(first);
                    self.open -= 1;
                }
            }
            return Some((weight, id, step));
        }
        // No move is kept: the configuration is expanded again.
        let Reverse(mut open) = PeekMut::pop(first);
        self.open -= 1;
        let state = self.table.state(id).to_vec();
        if self.collect(&state, self.table.word(id, COST)).is_some() {
            let (last, keep) = open.more.take().expect("there may be more");
            self.moves.list.retain(|&Weighed { weight, rank, step, .. }| (weight, rank, step) > last);
            self.put(self.at, id, open.weight, keep);
        }
        None
    }

    /// Opens a configuration in a cell on behalf of `moves`, of which some are kept.
    fn put(&mut self, cell: usize, id: Id, weight: u32, keep: usize) {
        let mut kept: Vec<(u32, u64, S::Move)> =
            self.moves.list.iter().map(|&Weighed { weight, rank, step, .. }| (weight, rank, step)).collect();
        let mut more = None;
        if kept.len() > keep {
            kept.select_nth_unstable(keep);
            kept.truncate(keep);
            more = kept.iter().max().map(|&last| (last, 4 * keep));
            kept.shrink_to_fit();
        }
        kept.sort_unstable_by(|one, other| other.cmp(one));
        let Some(&(least, rank, _)) = kept.last() else { return };
        self.open += 1;
        self.kept += kept.len();
        let open = OpenMoves { key: (weight + least, rank), id, weight, kept, more };
        self.cells[cell].open.push(Reverse(open));
    }

    /// Collects the moves of a configuration that is reached at this cost, and returns its features. Returns `None` if no
    /// plan of interest leads on from it.
    fn collect(&mut self, state: &[u8], cost: u32) -> Option<S::Features> {
        self.moves.clear(self.most, cost);
        let features = self.space.moves(state, &mut self.moves);
        self.beyond = self.beyond.min(self.moves.beyond.saturating_add(cost));
        features
    }

    /// Puts a configuration and its moves into the table and its cell, if it is new or reached at a lower cost that
    /// counts. Returns it if it is a goal or one of its moves leads into the perimeter.
    fn add<B: BackwardSpace>(
        &mut self,
        state: &[u8],
        parent: Id,
        (weight, cost): (u32, u32),
        perimeter: Option<&mut Perimeter<B>>,
    ) -> Option<ReachedGoal<S::Move>> {
        let id = match self.table.insert(state, || Some([parent, cost])) {
            TableSlot::New(id) => id,
            // There is more room now for the moves of the configuration.
            TableSlot::Known(id) if self.most < u32::MAX && cost < self.table.word(id, COST) => {
                self.table.set_word(id, PARENT, parent);
                self.table.set_word(id, COST, cost);
                id
            }
            TableSlot::Known(_) | TableSlot::Refused => return None,
        };
        if self.space.is_goal(state) {
            return Some(ReachedGoal { id, hit: None });
        }
        let features = self.collect(state, cost)?;
        if let Some(perimeter) = perimeter {
            if let Some(back) = perimeter.find(state) {
                return Some(ReachedGoal { id, hit: Some((None, back)) });
            }
            let mut successor = vec![0; state.len()];
            for &Weighed { hash, step, .. } in &self.moves.list {
                if perimeter.may_have(hash) {
                    self.space.apply(state, step, &mut successor);
                    if let Some(back) = perimeter.find(&successor) {
                        return Some(ReachedGoal { id, hit: Some((Some(step), back)) });
                    }
                }
            }
        }
        let cells = &mut self.cells;
        // The parent is in the cell that made the move.
        let cell = if parent != NONE && cells[self.at].features <= features {
            self.at
        } else {
            *self.cell_of.entry(features).or_insert_with(|| {
                cells.push(FeatureCell { features, open: BinaryHeap::new() });
                cells.len() - 1
            })
        };
        if cells[cell].features < cells[self.best].features {
            self.best = cell;
        }
        self.put(cell, id, weight, KEPT);
        None
    }

    /// The bytes that the open moves hold, about.
    fn open_bytes(&self) -> usize {
        self.open * size_of::<OpenMoves<S::Move>>() + self.kept * size_of::<(u32, u64, S::Move)>()
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            // Once nothing is open, no plan is cheaper than those that were left out.
            bound: if self.open == 0 { self.beyond } else { 0 },
            configurations: self.table.len(),
            expanded: self.made,
            bytes: self.table.bytes() + self.open_bytes(),
        }
    }

    /// Returns the path from the start to a goal, or into the perimeter and from there to a goal.
    fn path<B: BackwardSpace>(
        &mut self,
        goal: ReachedGoal<S::Move>,
        perimeter: Option<&Perimeter<B>>,
    ) -> Path<S::Action> {
        let mut states = self.states_to(goal.id);
        if let (Some((step, back)), Some(perimeter)) = (goal.hit, perimeter) {
            if step.is_none() {
                // The perimeter begins with the same configuration.
                states.pop();
            }
            states.extend(perimeter.to_goal(back));
        }
        let actions = self.actions(&states);
        Path { cost: actions.len() as u32, actions }
    }

    /// Returns the path from the start to a configuration, at the cost of its moves.
    pub(crate) fn path_to(&mut self, id: Id) -> Path<S::Action> {
        let states = self.states_to(id);
        Path { cost: self.table.word(id, COST), actions: self.actions(&states) }
    }

    /// Returns the states on the path from the start to a configuration.
    fn states_to(&self, id: Id) -> Vec<Vec<u8>> {
        let mut states: Vec<Vec<u8>> = Vec::new();
        let mut at = id;
        while at != NONE {
            states.push(self.table.state(at).to_vec());
            at = self.table.word(at, PARENT);
        }
        states.reverse();
        states
    }

    /// Returns the actions of the moves between successive states.
    fn actions(&mut self, states: &[Vec<u8>]) -> Vec<S::Action> {
        states.windows(2).flat_map(|pair| self.space.actions(&pair[0], &pair[1])).collect()
    }
}

impl<M> OpenMoves<M> {
    fn order(&self) -> (u32, u64, Id) {
        (self.key.0, self.key.1, self.id)
    }
}

impl<M> PartialEq for OpenMoves<M> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl<M> Eq for OpenMoves<M> {}

impl<M> PartialOrd for OpenMoves<M> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for OpenMoves<M> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}
