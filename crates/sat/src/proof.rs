//! A log of CaDiCaL's derivation: the given clauses, and the learned clauses with their antecedents.
//!
//! A learned clause follows from its antecedents by unit propagation, as in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017).
//!
//! Invariants: antecedents are earlier steps, in the order in which they become unit; the last one is false. Given clauses stand
//! in the order in which CaDiCaL read them, including those of the propagator. A clause that CaDiCaL restores after it removed it
//! is no new step: it keeps its number.

use std::ops::Range;

use rustsat::types::Lit;

/// The number of a step, counted from 0.
pub type StepId = u32;

/// All clauses that CaDiCaL was given and that it derived.
#[derive(Clone, Debug, Default)]
pub struct ProofLog {
    literals: Vec<Lit>,
    antecedents: Vec<StepId>,
    /// The end of each step's literals and the end of its antecedents.
    ends: Vec<(usize, usize)>,
    /// Whether the clause of each step was given, indexed by step.
    given: Vec<bool>,
    /// The step of each clause counted from 1, indexed by CaDiCaL's number of the clause; 0 if it has none.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "nothing else logs"))]
    steps: Vec<StepId>,
    /// The first step whose clause is empty.
    refutation: Option<StepId>,
}

/// A clause and its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofStep<'a> {
    /// Its literals.
    pub clause: &'a [Lit],
    /// The origin of the clause: given or derived.
    pub origin: ProofOrigin<'a>,
}

/// The origin of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofOrigin<'a> {
    /// The clause was given by the user of the solver or by the propagator.
    Given,
    /// The clause follows from these steps.
    Derived(&'a [StepId]),
}

impl ProofLog {
    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns a step.
    ///
    /// # Panics
    ///
    /// If there is no step of this number.
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

    /// Returns the step of the empty clause, if it was derived.
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

        // Steps that CaDiCaL deletes stay in the log: the proof writer determines itself when a step is needed last.
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
