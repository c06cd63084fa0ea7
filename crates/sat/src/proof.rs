//! What CaDiCaL derives, step by step: the clauses it was given and those it made of them, each with the clauses that it
//! follows from by unit propagation (the antecedents of LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient
//! Certified RAT Verification, CADE 2017).
//!
//! Invariants: a step's antecedents are earlier steps, in the order in which they become units, the last one false; given
//! clauses stand in the order in which CaDiCaL read them, those of the propagator among them. What CaDiCaL puts back after it
//! took it away is no step of its own: it keeps its number.

use std::ops::Range;

use rustsat::types::Lit;

/// The number of a step, from 0.
pub type StepId = u32;

/// Everything that CaDiCaL was given and derived.
#[derive(Clone, Debug, Default)]
pub struct ProofLog {
    literals: Vec<Lit>,
    antecedents: Vec<StepId>,
    /// Of each step, where its literals and its antecedents end.
    ends: Vec<(usize, usize)>,
    /// By step: whether the clause was given.
    given: Vec<bool>,
    /// By CaDiCaL's number of a clause: its step, from 1.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "nothing else logs"))]
    steps: Vec<StepId>,
    /// The first step that is the empty clause.
    refutation: Option<StepId>,
}

/// A clause, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofStep<'a> {
    /// Its literals.
    pub clause: &'a [Lit],
    /// What it follows from, or that it was given.
    pub origin: ProofOrigin<'a>,
}

/// Where a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofOrigin<'a> {
    /// The solver was given it, by its owner or by the propagator.
    Given,
    /// It follows from these steps.
    Derived(&'a [StepId]),
}

impl ProofLog {
    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A step.
    ///
    /// # Panics
    ///
    /// If there is none of this number.
    #[must_use]
    pub fn step(&self, step: StepId) -> ProofStep<'_> {
        let step = step as usize;
        let (literals, antecedents) = self.ranges(step);
        let origin = match self.given[step] {
            true => ProofOrigin::Given,
            false => ProofOrigin::Derived(&self.antecedents[antecedents]),
        };
        ProofStep { clause: &self.literals[literals], origin }
    }

    /// The step that is the empty clause, if it was derived.
    #[must_use]
    pub fn refutation(&self) -> Option<StepId> {
        self.refutation
    }

    fn ranges(&self, step: usize) -> (Range<usize>, Range<usize>) {
        let (start, first) = step.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let (end, last) = self.ends[step];
        (start..end, first..last)
    }
}

#[cfg(feature = "cadical")]
mod tracer {
    use std::sync::{Arc, Mutex, PoisonError};

    use cadical_sys::ProofTracer;

    use super::{Lit, ProofLog, StepId};

    /// Writes the log while CaDiCaL runs.
    pub(crate) struct Logger(pub Arc<Mutex<ProofLog>>);

    impl ProofLog {
        fn add(&mut self, id: i64, clause: &[i32], antecedents: Option<&[i64]>) {
            let step = self.ends.len() as StepId;
            let lit = |&number| Lit::from_ipasir(number).expect("CaDiCaL names variables from 1 up");
            self.literals.extend(clause.iter().map(lit));
            let ProofLog { antecedents: all, steps, .. } = self;
            all.extend(antecedents.unwrap_or_default().iter().map(|&id| steps[id as usize] - 1));
            self.ends.push((self.literals.len(), self.antecedents.len()));
            self.given.push(antecedents.is_none());
            let id = id as usize;
            if self.steps.len() <= id {
                self.steps.resize(id + 1, 0);
            }
            self.steps[id] = step + 1;
            if clause.is_empty() && self.refutation.is_none() {
                self.refutation = Some(step);
            }
        }
    }

    impl Logger {
        fn add(&mut self, id: i64, clause: &[i32], antecedents: Option<&[i64]>) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).add(id, clause, antecedents);
        }
    }

    impl ProofTracer for Logger {
        fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
            if !restored {
                self.add(id, clause, None);
            }
        }

        fn add_derived_clause(
            &mut self,
            id: i64,
            _redundant: bool,
            witness: i32,
            clause: &[i32],
            antecedents: &[i64],
        ) {
            debug_assert_eq!(witness, 0, "only factoring, which is off, needs more than unit propagation");
            self.add(id, clause, Some(antecedents));
        }

        fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
            self.add(id, clause, Some(antecedents));
        }

        // What CaDiCaL forgets stays a step: whoever writes the proof knows better what is needed no more.
        fn delete_clause(&mut self, _id: i64, _redundant: bool, _clause: &[i32]) {}
        fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
        fn strengthen(&mut self, _id: i64) {}
        fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
        fn add_assumption(&mut self, _lit: i32) {}
        fn add_constraint(&mut self, _clause: &[i32]) {}
        fn reset_assumptions(&mut self) {}
        fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
        fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
        fn conclude_unknown(&mut self, _trail: &[i32]) {}
    }
}

#[cfg(feature = "cadical")]
pub(crate) use tracer::Logger;
