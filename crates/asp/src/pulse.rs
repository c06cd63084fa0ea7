//! What an engine is doing, for whoever looks on from another thread: which stage it is in, how far, and what it has counted so
//! far.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::engine::Times;
use groundplan_ground::GroundingProgress;
use groundplan_solve::solve::Statistics;

/// What an engine is doing: see [`Engine::pulse`](crate::Engine::pulse). Clones look at the same engine.
#[derive(Clone, Default, Debug)]
pub struct Pulse {
    grounding: GroundingProgress,
    conflicts: Arc<AtomicU64>,
    calls: Arc<AtomicU64>,
    state: Arc<Mutex<State>>,
}

#[derive(Clone, Default, Debug)]
struct State {
    counts: Counts,
    /// When the stage of `counts` began; `None` where it has ended.
    since: Option<Instant>,
}

/// What an engine is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Analysis and grounding.
    Grounding,
    /// Translation into clauses.
    Translation,
    /// A query, from its first answer to its last.
    Search,
}

/// What an engine has counted so far, and how long its stages took.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Counts {
    /// The stage that it is in or was in last; `None` before the first. The time of one under way counts up to now.
    pub stage: Option<Stage>,
    /// Ground atoms. Those of a grounding that has not come to its end are left out.
    pub atoms: usize,
    /// Ground rules. Those of a grounding that has not come to its end count, its facts included.
    pub rules: usize,
    /// Facts. Those of a grounding that has not come to its end are among the rules.
    pub facts: usize,
    /// How long reading and grounding took.
    pub times: Times,
    /// What translation and search have counted. Of a search under way there are its time, its calls of the solver, and its
    /// conflicts where the backend tells them; the other numbers are those of its beginning.
    pub search: Statistics,
}

impl Pulse {
    /// How many rules and facts were grounded; those of a component that depends on itself when it is done with them.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.grounding.rules()
    }

    /// How many conflicts the solver has met, where it counts them.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// What is being grounded: one of its predicates, and which component of how many it is. `None` where nothing is.
    #[must_use]
    pub fn component(&self) -> Option<String> {
        self.grounding.component()
    }

    /// What was counted so far.
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
        let State { mut counts, since } = self.state().clone();
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

    /// With the rules that a grounding which has not come to its end has written or seen.
    fn with_written(&self, counts: Counts) -> Counts {
        let written = usize::try_from(self.rules()).unwrap_or(usize::MAX);
        Counts { rules: counts.rules.max(written.saturating_sub(counts.facts)), ..counts }
    }

    fn state(&self) -> MutexGuard<'_, State> {
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

    /// A stage begins or, with `None`, the last one has ended: this was counted so far.
    pub(crate) fn note(&self, stage: Option<Stage>, counts: Counts) {
        let mut state = self.state();
        let since = stage.map(|_| Instant::now());
        *state = State { counts: Counts { stage: stage.or(state.counts.stage), ..counts }, since };
    }

    /// A grounding was ended early.
    pub(crate) fn note_halt(&self, counts: Counts) {
        self.note(None, self.with_written(counts));
    }

    /// The same as [`Pulse::note`] where only translation and search have counted.
    pub(crate) fn note_search(&self, stage: Option<Stage>, search: Statistics) {
        let counts = self.state().counts.clone();
        self.note(stage, Counts { search, ..counts });
    }
}
