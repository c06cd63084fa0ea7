//! Symmetry breaking in a search.
//!
//! Of answer sets that symmetries map to each other, a search may exclude all but one. It requests the symmetries only
//! after a number of conflicts: easy questions do not need them, and answer sets are often found sooner without
//! symmetry breaking.

use std::sync::Arc;

use rustsat::types::{Clause, Lit};

use super::{Search, SolveError};
use crate::symmetry::Symmetries;
use crate::translate::KnownLiteral;
use groundplan_ground::program::{AtomId, Program};
use groundplan_ground::{Pass, Report};

/// The state of symmetry breaking in a search.
#[derive(Default, Debug)]
pub(super) struct SymmetryBreaking {
    /// The number of conflicts at which symmetries are requested, if they are to be requested.
    due: Option<u64>,
    /// The symmetries that are broken, and the activation literal of the clauses that break them.
    symmetries: Option<(Arc<Symmetries>, Lit)>,
}

impl SymmetryBreaking {
    /// Whether symmetries are neither broken nor to be requested.
    pub fn is_off(&self) -> bool {
        self.due.is_none() && self.symmetries.is_none()
    }

    /// Returns the activation literal, which must be assumed.
    pub fn activation(&self) -> Option<Lit> {
        self.symmetries.as_ref().map(|&(_, activation)| activation)
    }

    /// Returns the symmetries that are broken.
    pub fn symmetries(&self) -> Option<Arc<Symmetries>> {
        self.symmetries.as_ref().map(|(symmetries, _)| Arc::clone(symmetries))
    }

    /// Returns the number of conflicts left until symmetries are requested, given the conflicts so far.
    pub fn conflicts_left(&self, conflicts: u64) -> Option<u64> {
        self.due.map(|due| due.saturating_sub(conflicts))
    }
}

impl Search {
    /// Makes questions pause after a number of conflicts: see [`Pause::Symmetries`](super::Pause::Symmetries).
    pub fn await_symmetries(&mut self) {
        let is_wanted = !self.is_alone && self.config.passes.has(Pass::Symmetries);
        if is_wanted && self.solver.counts_conflicts() {
            self.breaking.due = Some(self.conflicts().saturating_add(self.config.tuning.symmetry_conflicts));
        }
    }

    /// Breaks symmetries from now on: excludes answer sets that one of them makes lexicographically larger.
    ///
    /// Solvers with positive phases are exempt, because they find an answer set sooner if there are more.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn break_symmetries(
        &mut self,
        program: &Program,
        symmetries: Arc<Symmetries>,
    ) -> Result<(), SolveError> {
        self.breaking = SymmetryBreaking::default();
        if symmetries.exchanges.is_empty() {
            return Ok(());
        }
        self.statistics.symmetries = symmetries.exchanges.len();
        let activation = self.translation.activation_literal();
        let mut clauses = Vec::new();
        for exchange in &symmetries.exchanges {
            self.compare(
                program,
                &exchange[..exchange.len().min(self.config.tuning.symmetry_pairs)],
                activation,
                &mut clauses,
            );
        }
        self.breaking.symmetries = Some((symmetries, activation));
        let report = Report { clauses: clauses.len() as i64, ..Report::once() };
        self.statistics.passes.add(Pass::Symmetries, report);
        self.hand_over()?;
        let members = self.config.solver.backend.members().iter();
        for &member in members.filter(|member| !member.has_positive_phases()) {
            self.solver.add_clauses_to(member, &clauses)?;
        }
        Ok(())
    }

    /// Stops breaking symmetries.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn forget_symmetries(&mut self) -> Result<(), SolveError> {
        let activation = std::mem::take(&mut self.breaking).activation();
        activation.map_or(Ok(()), |activation| self.add_clause(&[!activation]))
    }

    /// Adds clauses for one symmetry: while the activation literal is true, the first atom is true in the first pair
    /// whose atoms differ. An auxiliary literal says that all pairs so far are equal.
    fn compare(
        &mut self,
        program: &Program,
        pairs: &[(AtomId, AtomId)],
        activation: Lit,
        clauses: &mut Vec<Clause>,
    ) {
        let mut equal = activation;
        for (index, &pair) in pairs.iter().enumerate() {
            let [first, second] =
                [pair.0, pair.1].map(|atom| self.translation.assumption(program, atom.positive()));
            let mut clause = |known: &[KnownLiteral], literals: &[Lit]| {
                if known.contains(&KnownLiteral::Constant(true)) {
                    return;
                }
                let open = known.iter().filter_map(|&known| match known {
                    KnownLiteral::Literal(literal) => Some(literal),
                    KnownLiteral::Constant(_) => None,
                });
                clauses.push(open.chain(literals.iter().copied()).collect());
            };
            clause(&[first, negated(second)], &[!equal]);
            if index + 1 < pairs.len() {
                let next = self.translation.activation_literal();
                clause(&[first], &[!equal, next]);
                clause(&[negated(second)], &[!equal, next]);
                equal = next;
            }
        }
    }
}

fn negated(literal: KnownLiteral) -> KnownLiteral {
    match literal {
        KnownLiteral::Constant(value) => KnownLiteral::Constant(!value),
        KnownLiteral::Literal(literal) => KnownLiteral::Literal(!literal),
    }
}
