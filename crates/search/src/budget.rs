//! What a search may cost, and how far it got.

use std::time::Duration;

/// What a search may cost.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Asked every now and then, every few thousand expansions at most: whether to stop, for a deadline or an interrupt.
    pub stop: &'a dyn Fn() -> bool,
    /// The table and the lists that go with it hold no more bytes than this. A small fixed part is held anyway.
    pub table_bytes: usize,
    /// Plans that cost more are of no interest. Mode-directed tabling pays no heed to it.
    pub most: u32,
    /// A plan of this cost or less is good enough, proven cheapest or not. Mode-directed tabling pays no heed to it.
    pub enough: u32,
    /// How many threads expand configurations, 1 or more. Only [`a_star`](crate::a_star) has a use for more than one: the least
    /// cost is the same with any number of them, the plan may be another one.
    pub threads: usize,
    /// For so long one thread is alone.
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

/// How far a search got.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// No plan costs less.
    pub bound: u32,
    /// Configurations tabled.
    pub configurations: usize,
    /// Expansions of configurations; with tabling or an inconsistent estimate one may be expanded several times.
    pub expanded: u64,
    /// Bytes that the table and the lists that go with it hold.
    pub bytes: usize,
}

/// A sequence of actions from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<A> {
    /// What the actions cost together.
    pub cost: u32,
    /// The actions in their order.
    pub actions: Vec<A>,
}

/// What is told as a search goes on.
#[derive(Clone, Debug)]
pub struct Report<'a, A> {
    /// How far it is.
    pub progress: Progress,
    /// A plan, where it is new.
    pub path: Option<&'a Path<A>>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The plan found is a cheapest one.
    Optimal,
    /// The plan found costs no more than [`Budget::enough`].
    Enough,
    /// All configurations are exhausted: there is no plan at any cost.
    Exhausted,
    /// There is no plan that costs [`Budget::most`] or less.
    Bounded,
    /// [`Budget::stop`] said so.
    Stopped,
    /// [`Budget::table_bytes`] are used up.
    TableFull,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Found<A> {
    /// Why it ended.
    pub end: End,
    /// The best plan found, proven cheapest or not.
    pub path: Option<Path<A>>,
    /// How far it got.
    pub progress: Progress,
}

/// How many expansions lie between two questions whether to stop.
pub(crate) const POLL: u64 = 256;

/// How many expansions lie between two reports when nothing else happens.
pub(crate) const REPORT: u64 = 1 << 16;
