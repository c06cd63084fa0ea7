//! What the clauses of each statement contribute to a search, counted for programs that have
//! [origins](groundplan_ground::program::Program::origins).

use std::sync::{Arc, Mutex, PoisonError};

use groundplan_ground::program::RuleOrigins;
use groundplan_sat::{ClauseProfile, TagCounts};

/// The profile of a search. Clones share their state, so that other threads can read it.
#[derive(Clone, Default, Debug)]
pub struct SearchProfiler {
    /// What the solvers say of the clauses, which are tagged by their origins.
    pub(super) solvers: ClauseProfile,
    translated: Arc<Mutex<Translated>>,
}

/// The clauses that the translation wrote.
#[derive(Clone, Default, Debug)]
struct Translated {
    /// By origin, the statements and the number of clauses.
    origins: Vec<(Vec<u32>, u64)>,
    /// The number of clauses without an origin.
    others: u64,
}

/// What the clauses contribute, by their origins.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct SearchProfile {
    /// The origins of clauses.
    pub origins: Vec<OriginProfile>,
    /// All other clauses: those that were learned, those that propagators gave, and those that are there for the question.
    pub others: OriginProfile,
    /// The conflicts of the solvers that count what their clauses contribute. CaDiCaL and other programs do not.
    pub conflicts: u64,
}

/// What the clauses of one origin contribute.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct OriginProfile {
    /// The statements of the ground rules that the clauses are there for: several if the clauses are about atoms that each of
    /// them derives.
    pub statements: Vec<u32>,
    /// The number of clauses that the translation wrote.
    pub clauses: u64,
    /// What they contributed to the search.
    pub counts: TagCounts,
}

impl SearchProfiler {
    /// Returns what was counted so far. The solvers say it at most every 200 ms; see
    /// [`Search::note_profile`](super::Search::note_profile).
    #[must_use]
    pub fn profile(&self) -> SearchProfile {
        let searched = self.solvers.total();
        let translated = self.translated.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let origins = translated.origins.into_iter().enumerate().map(|(origin, (statements, clauses))| {
            let counts = searched.tags.get(origin).copied().unwrap_or_default();
            OriginProfile { statements, clauses, counts }
        });
        let origins = origins.collect();
        let others =
            OriginProfile { statements: Vec::new(), clauses: translated.others, counts: searched.others };
        SearchProfile { origins, others, conflicts: searched.conflicts }
    }

    /// Adds as many clauses that the translation wrote, with their origins.
    pub(super) fn add<'t>(
        &self,
        origins: &RuleOrigins,
        clauses: usize,
        statements: impl Fn(u32) -> &'t [u32],
    ) {
        let mut translated = self.translated.lock().unwrap_or_else(PoisonError::into_inner);
        let Translated { origins: known, others } = &mut *translated;
        let mut start = 0;
        for (end, origin) in origins.runs() {
            let count = (end - std::mem::replace(&mut start, end)) as u64;
            if origin == RuleOrigins::NONE {
                *others += count;
                continue;
            }
            let new = known.len() as u32..=origin;
            known.extend(new.map(|origin| (statements(origin).to_vec(), 0)));
            known[origin as usize].1 += count;
        }
        *others += (clauses - start) as u64;
    }
}
