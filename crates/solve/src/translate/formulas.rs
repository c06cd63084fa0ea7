//! Clauses over formulas, the form in which the stages state what has to hold.

use groundplan_ground::program::RuleOrigins;

use super::gates::Edge;
use super::origins::OriginSets;

/// A list of clauses over edges.
#[derive(Clone, Default, Debug)]
pub struct Formulas {
    edges: Vec<Edge>,
    ends: Vec<usize>,
    /// The origins of the clauses so far, and that of the next ones; both only for a profile.
    origins: RuleOrigins,
    origin: Option<u32>,
    /// The sets of statements that are origins, while clauses are added.
    pub(super) origin_sets: OriginSets,
}

impl Formulas {
    /// Adds a clause.
    pub fn push(&mut self, clause: &[Edge]) {
        self.push_all(clause.iter().copied());
    }

    /// Adds a clause of these edges.
    pub fn push_all(&mut self, clause: impl IntoIterator<Item = Edge>) {
        self.edges.extend(clause);
        self.ends.push(self.edges.len());
    }

    /// Sets the origin of the clauses that are added from now on.
    pub fn set_origin(&mut self, origin: u32) {
        if self.origin != Some(origin) {
            self.origins.extend_to(self.ends.len(), self.origin.unwrap_or(RuleOrigins::NONE));
            self.origin = Some(origin);
        }
    }

    /// Returns the runs of clauses with the same origin: the number of the first clause after each, and the origin. The last one
    /// has no end. There are none if no origin was set.
    pub fn origins(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.origins.runs().chain(self.origin.map(|last| (usize::MAX, last)))
    }

    /// Iterates over the clauses.
    pub fn iter(&self) -> impl Iterator<Item = &[Edge]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.edges[std::mem::replace(&mut start, end)..end])
    }
}
