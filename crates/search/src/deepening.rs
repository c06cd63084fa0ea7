//! Deepening feature-space search: finds cheaper and cheaper plans by searches that leave out what costs too much.
//!
//! A search under a limit leaves out each move after which every plan costs more than the limit, by a lower bound. At
//! the lower bound itself it is nearly without choice, and what is left is guided by features. So if there is a plan of
//! that cost, it is often found at once. If such a search ends, the bound rises to the least cost that was left out, as
//! in Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985. Often the cheapest plan costs a little
//! more than what can be proven. Therefore searches at higher limits take turns with the one at the lower bound.
//!
//! Invariant: every plan costs at least `lower`, and only plans that cost less than `upper` are looked for.

use std::convert::Infallible;

use crate::budget::{Budget, End, Path, Progress};
use crate::feature::{FeatureSearch, FeatureSpace};
use crate::perimeter::Perimeter;

/// The number of limits that are searched at a time.
const LIMITS: usize = 3;

/// A search for cheapest plans, by feature-space searches under several limits on costs.
pub struct Deepening<F: FeatureSpace> {
    spaces: Vec<F>,
    lower: u32,
    upper: u32,
    /// The searches by limit, those at the lowest limit first.
    searches: [Option<LimitedSearch<F>>; LIMITS],
    /// The index of the limit whose turn it is next.
    next: usize,
}

/// What a time slice of a [`Deepening`] has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deepened<A> {
    /// Nothing yet.
    Open,
    /// The lower bound has risen.
    Bound,
    /// A plan cheaper than those before.
    Cheaper(Path<A>),
    /// No plan is cheaper than those before.
    Proven,
    /// The search was stopped, or the memory is used up.
    Ended(End),
}

/// The searches of all spaces under one limit.
struct LimitedSearch<F: FeatureSpace> {
    most: u32,
    /// No search if the memory is used up.
    searches: Vec<FeatureSearch<F>>,
}

impl<F: FeatureSpace + Clone> Deepening<F> {
    /// A search by several spaces of one problem for plans that cost less than `upper`.
    #[must_use]
    pub fn new(spaces: Vec<F>, upper: u32) -> Self {
        Deepening { spaces, lower: 0, upper, searches: [const { None }; LIMITS], next: 0 }
    }

    /// The lower bound on the cost of plans.
    #[must_use]
    pub fn lower(&self) -> u32 {
        self.lower
    }

    /// Takes in what others have found: that no plan costs less than `lower`, and that only plans which cost less than
    /// `upper` are of interest.
    pub fn learn(&mut self, lower: u32, upper: u32) {
        self.lower = self.lower.max(lower);
        self.upper = self.upper.min(upper);
    }

    /// How far the searches under the present limits are.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let mut all = Progress { bound: self.lower, ..Progress::default() };
        let searches = self.searches.iter().flatten().flat_map(|limited| &limited.searches);
        searches.for_each(|search| all.add(&search.progress()));
        all
    }

    /// Searches under the next limit for one time slice of each space.
    pub fn run_slice(&mut self, budget: &Budget<'_>) -> Deepened<F::Action> {
        if self.lower >= self.upper {
            return Deepened::Proven;
        }
        self.next = (self.next + 1) % LIMITS;
        let Some(most) = self.limit(self.next) else { return Deepened::Open };
        let spaces = &self.spaces;
        let limited = self.searches[self.next].get_or_insert_with(|| LimitedSearch {
            most,
            searches: spaces.iter().map(|space| FeatureSearch::new(space.clone(), most)).collect(),
        });
        let share = Budget { table_bytes: budget.table_bytes / (LIMITS * spaces.len().max(1)), ..*budget };
        let mut is_full = false;
        for search in &mut limited.searches {
            match search.run_slice(&share, None::<&mut Perimeter<Infallible>>) {
                None => {}
                Some((End::TableFull, _)) => is_full = true,
                Some((_, Some(goal))) => {
                    let path = search.path_to(goal.id);
                    self.upper = path.cost;
                    return Deepened::Cheaper(path);
                }
                Some((End::Stopped, None)) => return Deepened::Ended(End::Stopped),
                Some((_, None)) => {
                    self.lower = search.progress().bound.min(self.upper).max(self.lower);
                    return if self.lower >= self.upper { Deepened::Proven } else { Deepened::Bound };
                }
            }
        }
        if is_full {
            limited.searches = Vec::new();
            if (0..LIMITS).all(|index| self.limit(index).is_none() || self.is_full(index)) {
                return Deepened::Ended(End::TableFull);
            }
        }
        Deepened::Open
    }

    /// Returns whether the searches at an index have used up their memory.
    fn is_full(&self, index: usize) -> bool {
        self.searches[index].as_ref().is_some_and(|limited| limited.searches.is_empty())
    }

    /// Returns the limit to search under at an index, if it differs from the others. A search that is under way goes on as
    /// long as its limit is between the bounds.
    fn limit(&mut self, index: usize) -> Option<u32> {
        let between = self.lower..self.upper;
        self.searches[index].take_if(|limited| !between.contains(&limited.most));
        if index == 0 {
            let lowest = Some(self.lower);
            match self.searches.iter().position(|it| it.as_ref().map(|limited| limited.most) == lowest) {
                Some(at) => self.searches.swap(0, at),
                None => self.searches[0] = None,
            }
        }
        if let Some(limited) = &self.searches[index] {
            return Some(limited.most);
        }
        let room = self.upper - 1 - self.lower;
        let limit = self.lower + [0, room / 4, room / 4 * 3 + room % 4][index];
        let is_new = self.searches.iter().flatten().all(|limited| limited.most != limit);
        is_new.then_some(limit)
    }
}
