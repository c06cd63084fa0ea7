//! Clauses over formulas, the form in which the stages state what has to hold.

use super::gates::Edge;

/// A list of clauses over edges.
#[derive(Clone, Default, Debug)]
pub struct Formulas {
    edges: Vec<Edge>,
    ends: Vec<usize>,
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

    /// Iterates over the clauses.
    pub fn iter(&self) -> impl Iterator<Item = &[Edge]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.edges[std::mem::replace(&mut start, end)..end])
    }
}
