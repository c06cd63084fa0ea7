//! The budget, progress and result of a search.

use std::time::Duration;

/// The limits of a search in time, memory and cost.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Returns true if the search has to stop, for a deadline or an interrupt. It is called at least every few
    /// thousand expansions.
    pub stop: &'a dyn Fn() -> bool,
    /// The greatest number of bytes for the table and its lists. A small fixed part is allocated in any case.
    pub table_bytes: usize,
    /// Plans that cost more than this are not searched for. Mode-directed tabling ignores it.
    pub most: u32,
    /// The search ends at a plan of this cost or less, whether or not it is proven cheapest. Mode-directed tabling
    /// ignores it.
    pub enough: u32,
    /// The number of threads that expand configurations, 1 or more. Only [`a_star`](crate::a_star) uses more than
    /// one. The least cost is the same with any number of threads; the plan may differ.
    pub threads: usize,
    /// How long one thread searches alone before the other threads are started.
    pub alone: Duration,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget {
            stop: &|| false,
            table_bytes: usize::MAX,
            most: u32::MAX,
            enough: 0,
            threads: 1,
            alone: Duration::ZERO,
        }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Budget { stop: _, table_bytes, most, enough, threads, alone } = self;
        f.debug_struct("Budget")
            .field("table_bytes", table_bytes)
            .field("most", most)
            .field("enough", enough)
            .field("threads", threads)
            .field("alone", alone)
            .finish_non_exhaustive()
    }
}

/// How far a search got: bound, numbers of configurations and expansions, and memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// A lower bound on the cost of a plan.
    pub bound: u32,
    /// The number of configurations in the table.
    pub configurations: usize,
    /// The number of expansions. With tabling or an inconsistent estimate, one configuration may be expanded several
    /// times.
    pub expanded: u64,
    /// The bytes that the table and its lists hold.
    pub bytes: usize,
}

/// A sequence of actions from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<A> {
    /// The sum of the costs of the actions.
    pub cost: u32,
    /// The actions from the start to the goal.
    pub actions: Vec<A>,
}

/// A progress report from a search that is running.
#[derive(Clone, Debug)]
pub struct SearchReport<'a, A> {
    /// How far the search is.
    pub progress: Progress,
    /// The best plan, if it is new since the last report.
    pub path: Option<&'a Path<A>>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The plan found is a cheapest one.
    Optimal,
    /// The plan found costs [`Budget::enough`] or less.
    Enough,
    /// There is no plan at any cost: all configurations were searched.
    Exhausted,
    /// There is no plan that costs [`Budget::most`] or less.
    Bounded,
    /// [`Budget::stop`] returned true.
    Stopped,
    /// [`Budget::table_bytes`] are used up.
    TableFull,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<A> {
    /// Why the search ended.
    pub end: End,
    /// The best plan found, proven cheapest or not.
    pub path: Option<Path<A>>,
    /// How far the search got.
    pub progress: Progress,
}

/// Poll interval: the number of expansions between two calls of [`Budget::stop`].
pub(crate) const POLL: u64 = 256;

/// Report interval: the number of expansions between two reports when neither bound nor plan changes.
pub(crate) const REPORT: u64 = 1 << 16;
