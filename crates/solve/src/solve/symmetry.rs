//! Of answer sets that symmetries map to each other a search may leave out all but one. It asks for the symmetries when it
//! has taken a while: what is easy is not worth the look, and answer sets are often found sooner where all of them are looked
//! for.

use std::sync::Arc;

use rustsat::types::{Clause, Lit};

use super::{Search, SolveError};
use crate::symmetry::Symmetries;
use crate::translate::KnownLiteral;
use groundplan_ground::program::{AtomId, Program};
use groundplan_ground::{Pass, Report};

/// What a search does about symmetries.
#[derive(Default, Debug)]
pub(super) struct Breaking {
    /// After how many conflicts it asks for them, if it is to ask.
    due: Option<u64>,
    /// Those that it was given, and what holds as long as it leaves answer sets out.
    given: Option<(Arc<Symmetries>, Lit)>,
}

impl Breaking {
    /// Whether all answer sets are looked for, and will be.
    pub fn is_off(&self) -> bool {
        self.due.is_none() && self.given.is_none()
    }

    /// What is assumed besides what is asked.
    pub fn switch(&self) -> Option<Lit> {
        self.given.as_ref().map(|&(_, switch)| switch)
    }

    /// What was given.
    pub fn given(&self) -> Option<Arc<Symmetries>> {
        self.given.as_ref().map(|(symmetries, _)| Arc::clone(symmetries))
    }

    /// How many conflicts are left until it asks, where there were so many.
    pub fn left(&self, conflicts: u64) -> Option<u64> {
        self.due.map(|due| due.saturating_sub(conflicts))
    }
}

impl Search {
    /// Has questions pause when they have taken a while: see [`Pause::Symmetries`](super::Pause::Symmetries).
    pub fn await_symmetries(&mut self) {
        let is_wanted = !self.is_alone && self.config.passes.has(Pass::Symmetries);
        if is_wanted && self.solver.counts_conflicts() {
            self.breaking.due = Some(self.conflicts().saturating_add(self.config.tuning.symmetry_conflicts));
        }
    }

    /// From now on, only answer sets are looked for that none of the symmetries makes lexicographically larger; but not by a
    /// solver with positive phases, which finds one sooner where there are more.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn break_symmetries(
        &mut self,
        program: &Program,
        symmetries: Arc<Symmetries>,
    ) -> Result<(), SolveError> {
        self.breaking = Breaking::default();
        if symmetries.exchanges.is_empty() {
            return Ok(());
        }
        self.statistics.symmetries = symmetries.exchanges.len();
        let switch = self.translation.activation_literal();
        let mut clauses = Vec::new();
        for exchange in &symmetries.exchanges {
            self.compare(
                program,
                &exchange[..exchange.len().min(self.config.tuning.symmetry_pairs)],
                switch,
                &mut clauses,
            );
        }
        self.breaking.given = Some((symmetries, switch));
        let report = Report { clauses: clauses.len() as i64, ..Report::once() };
        self.statistics.passes.add(Pass::Symmetries, report);
        self.hand_over()?;
        let members = self.config.solver.backend.members().iter();
        for &member in members.filter(|member| !member.has_positive_phases()) {
            self.solver.add_clauses_to(member, &clauses)?;
        }
        Ok(())
    }

    /// All answer sets are looked for again.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn forget_symmetries(&mut self) -> Result<(), SolveError> {
        let switch = std::mem::take(&mut self.breaking).switch();
        switch.map_or(Ok(()), |switch| self.add_clause(&[!switch]))
    }

    /// Where pairs first differ the first of the two is true, as long as a switch holds. That all pairs so far are equal has a
    /// literal of its own, which is true then.
    fn compare(
        &mut self,
        program: &Program,
        pairs: &[(AtomId, AtomId)],
        switch: Lit,
        clauses: &mut Vec<Clause>,
    ) {
        let mut equal = switch;
        for (place, &pair) in pairs.iter().enumerate() {
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
            if place + 1 < pairs.len() {
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
