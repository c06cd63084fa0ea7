//! The progress of an engine, which other threads can read: its current stage and what it has counted so far.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::engine::Times;
use groundplan_ground::GroundingProgress;
use groundplan_solve::solve::Statistics;

/// A handle that reads the progress of an engine from another thread: see [`Engine::pulse`](crate::Engine::pulse). Clones
/// read the same engine.
#[derive(Clone, Default, Debug)]
pub struct Pulse {
    grounding: GroundingProgress,
    conflicts: Arc<AtomicU64>,
    calls: Arc<AtomicU64>,
    state: Arc<Mutex<PulseState>>,
}

#[derive(Clone, Default, Debug)]
struct PulseState {
    counts: Counts,
    /// The start of the current stage of `counts`; `None` if that stage has ended.
    since: Option<Instant>,
}

/// A stage in the work of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Analysis and grounding of parts.
    Grounding,
    /// Translation of the ground program into clauses.
    Translation,
    /// The search for answer sets: a query, from its first answer to its last.
    Search,
}

/// The counts of an engine so far, and the time that its stages took.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Counts {
    /// The current stage, or the last one if none is running; `None` before the first. The time of a running stage is
    /// included in the times below.
    pub stage: Option<Stage>,
    /// The number of ground atoms. It is updated when a grounding is complete.
    pub atoms: usize,
    /// The number of ground rules. During a grounding it includes the rules and facts written so far.
    pub rules: usize,
    /// The number of facts. During a grounding the new facts are counted in `rules` instead.
    pub facts: usize,
    /// The time that reading and grounding took.
    pub times: Times,
    /// The statistics of translation and search. During a search only its time, its number of solver calls and, where the
    /// backend reports them, its conflicts are current; the other numbers are from its start.
    pub search: Statistics,
}

impl Pulse {
    /// The number of ground rules and facts so far. Those of a recursive component are added when it is complete.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.grounding.rules()
    }

    /// The number of conflicts in the solver so far; 0 with a backend that does not count them.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// The component that is being grounded: one of its predicates, its number, and the number of components. `None` while
    /// nothing is grounded.
    #[must_use]
    pub fn component(&self) -> Option<String> {
        self.grounding.component()
    }

    /// The counts and times up to now.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let pulse = engine.pulse();
    /// engine.add_text("example.lp", "{ a; b } = 1. c :- a.")?;
    /// engine.ground(["base"])?;
    /// assert_eq!((pulse.counts().atoms, pulse.counts().search.sat_calls), (3, 0));
    /// assert_eq!(engine.query().models()?.count(), 2);
    /// assert!(pulse.counts().search.sat_calls > 0 && pulse.counts().stage == Some(groundplan::Stage::Search));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn counts(&self) -> Counts {
        let PulseState { mut counts, since } = self.state().clone();
        let Some(since) = since else { return counts };
        let elapsed = since.elapsed();
        match counts.stage {
            Some(Stage::Grounding) => {
                counts = self.with_written(counts);
                counts.times.ground += elapsed;
            }
            Some(Stage::Translation) => counts.search.translation += elapsed,
            Some(Stage::Search) => {
                counts.search.search += elapsed;
                counts.search.conflicts = counts.search.conflicts.map(|known| known.max(self.conflicts()));
                let calls = usize::try_from(self.calls.load(Ordering::Relaxed)).unwrap_or(usize::MAX);
                counts.search.sat_calls = counts.search.sat_calls.max(calls);
            }
            None => {}
        }
        counts
    }

    /// Adds to `counts` the rules that an unfinished grounding has written so far.
    fn with_written(&self, counts: Counts) -> Counts {
        let written = usize::try_from(self.rules()).unwrap_or(usize::MAX);
        Counts { rules: counts.rules.max(written.saturating_sub(counts.facts)), ..counts }
    }

    fn state(&self) -> MutexGuard<'_, PulseState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The progress of the grounding, which the grounder updates.
    pub(crate) fn grounding(&self) -> GroundingProgress {
        self.grounding.clone()
    }

    /// The counter of conflicts, which the solver updates.
    pub(crate) fn conflicts_counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.conflicts)
    }

    /// The counter of solver calls, which the search updates.
    pub(crate) fn calls_counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.calls)
    }

    /// Records the counts so far, and that a stage begins or, with `None`, that the last one has ended.
    pub(crate) fn note(&self, stage: Option<Stage>, counts: Counts) {
        let mut state = self.state();
        let since = stage.map(|_| Instant::now());
        *state = PulseState { counts: Counts { stage: stage.or(state.counts.stage), ..counts }, since };
    }

    /// Records that a grounding was ended early.
    pub(crate) fn note_halt(&self, counts: Counts) {
        self.note(None, self.with_written(counts));
    }

    /// Like [`Pulse::note`], if only the counts of translation and search have changed.
    pub(crate) fn note_search(&self, stage: Option<Stage>, search: Statistics) {
        let counts = self.state().counts.clone();
        self.note(stage, Counts { search, ..counts });
    }
}
