//! What the clauses of each tag contribute to a search, shared with the thread of the solver.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use groundplan_cdnl::{Stats, TagCounts};

/// What the solvers of the `cdnl` backend say about the clauses of each tag. Clones share their state. The other backends do
/// not say what a clause contributes.
#[derive(Clone, Default, Debug)]
pub struct ClauseProfile {
    /// What each solver said last.
    solvers: Arc<Mutex<Vec<ProfiledSearch>>>,
}

/// What the clauses of each tag contributed to the searches of solvers.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct ProfiledSearch {
    /// The conflicts of these solvers.
    pub conflicts: u64,
    /// What clauses without a tag contributed: those that were learned, and those that propagators gave.
    pub others: TagCounts,
    /// What the clauses of each tag contributed, by tag.
    pub tags: Vec<TagCounts>,
}

/// The place of one solver in a [`ClauseProfile`].
pub(crate) struct ProfileWriter {
    profile: ClauseProfile,
    place: usize,
    /// The time at which it last said something.
    last: Instant,
}

/// How often a solver says what its clauses contribute, while it is called again and again.
const INTERVAL: Duration = Duration::from_millis(200);

impl ClauseProfile {
    /// Returns the sum of what the solvers have said so far. They say it at the end of a call, at
    /// most every 200 ms, and when [`Solver::note_profile`](crate::Solver::note_profile) asks them to.
    #[must_use]
    pub fn total(&self) -> ProfiledSearch {
        let mut total = ProfiledSearch::default();
        for solver in self.lock().iter() {
            total.conflicts += solver.conflicts;
            total.others += solver.others;
            if total.tags.len() < solver.tags.len() {
                total.tags.resize(solver.tags.len(), TagCounts::default());
            }
            total.tags.iter_mut().zip(&solver.tags).for_each(|(sum, &counts)| *sum += counts);
        }
        total
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ProfiledSearch>> {
        self.solvers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a place for one solver.
    pub(crate) fn writer(&self) -> ProfileWriter {
        let mut solvers = self.lock();
        solvers.push(ProfiledSearch::default());
        ProfileWriter { profile: self.clone(), place: solvers.len() - 1, last: Instant::now() }
    }
}

impl ProfileWriter {
    /// Whether what this solver said is out of date.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= INTERVAL
    }

    /// Replaces what this solver said before.
    pub fn write(&mut self, stats: Stats, counts: Vec<TagCounts>) {
        let mut counts = counts.into_iter();
        let others = counts.next().unwrap_or_default();
        let said = ProfiledSearch { conflicts: stats.conflicts, others, tags: counts.collect() };
        self.profile.lock()[self.place] = said;
        self.last = Instant::now();
    }
}
