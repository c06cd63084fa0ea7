//! The steps derived from the axioms before the search: definitions of new variables, and clauses.
//!
//! Invariants: a step uses only axioms and earlier steps. A new variable is defined by one or two consecutive steps, the first
//! that contain it. Definitions use the redundance rule (S. Gocht and J. Nordström, Certifying Parity Reasoning Efficiently Using
//! Pseudo-Boolean Proofs, AAAI 2021; S. Gocht, R. Martins, J. Nordström and A. Oertel, Certified CNF Translations for
//! Pseudo-Boolean Solving, SAT 2022).

use groundplan_certificate::{Constraint, Lit};

/// A reference to a constraint that a step uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConstraintRef {
    /// The axiom of this index.
    Axiom(u32),
    /// The step of this index.
    Step(u32),
}

/// The derivation of one constraint.
#[derive(Debug)]
pub(crate) enum DerivationStep {
    /// A clause that follows from the hints by unit propagation.
    Clause { clause: Box<[Lit]>, hints: Box<[ConstraintRef]> },
    /// A linear combination of constraints. The literals `without` are removed by weakening; then the result is finished.
    Sum { parts: Box<[(u128, ConstraintRef)]>, without: Box<[(u64, Lit)]>, finish: SumFinish },
    /// One half of the definition of a new variable. `literal`, of that variable, satisfies the constraint.
    Definition { constraint: Constraint, literal: Lit },
}

impl DerivationStep {
    /// Returns the constraints that the step uses.
    pub fn uses(&self) -> impl Iterator<Item = ConstraintRef> + '_ {
        let (hints, parts): (&[ConstraintRef], &[(u128, ConstraintRef)]) = match self {
            DerivationStep::Clause { hints, .. } => (hints, &[]),
            DerivationStep::Sum { parts, .. } => (&[], parts),
            DerivationStep::Definition { .. } => (&[], &[]),
        };
        hints.iter().copied().chain(parts.iter().map(|&(_, from)| from))
    }
}

/// The operation applied to a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SumFinish {
    /// None.
    Leave,
    /// Saturation: coefficients are reduced to the degree.
    Saturate,
    /// Division, rounded up.
    Divide(u64),
}

/// The derivation steps, and the clauses for the solver.
#[derive(Default, Debug)]
pub(crate) struct Derivation {
    pub steps: Vec<DerivationStep>,
    /// The highest variable so far.
    pub variables: u32,
    /// The literals of all clauses for the solver, one clause after the other.
    pub literals: Vec<Lit>,
    /// For each clause for the solver, its end in `literals` and the constraint that it is.
    pub given: Vec<(usize, ConstraintRef)>,
}

impl Derivation {
    /// Returns an empty derivation over existing variables.
    pub fn over(variables: u32) -> Self {
        Derivation { variables, ..Derivation::default() }
    }

    /// Returns a new variable as a positive literal.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    /// Adds a step and returns a reference to it.
    pub fn step(&mut self, step: DerivationStep) -> ConstraintRef {
        let number = u32::try_from(self.steps.len()).expect("fewer steps than memory holds");
        self.steps.push(step);
        ConstraintRef::Step(number)
    }

    /// Adds one half of a definition. `literal`, which is of a new variable, satisfies it.
    pub fn define(&mut self, terms: Vec<(u64, Lit)>, at_least: u64, literal: Lit) -> ConstraintRef {
        self.step(DerivationStep::Definition { constraint: Constraint { terms, at_least }, literal })
    }

    /// Derives a clause by unit propagation on the hints, and gives it to the solver.
    pub fn clause(&mut self, clause: &[Lit], hints: &[ConstraintRef]) {
        let step = self.step(DerivationStep::Clause { clause: clause.into(), hints: hints.into() });
        self.give(clause, step);
    }

    /// Gives the solver a clause that is derived already.
    pub fn give(&mut self, clause: &[Lit], from: ConstraintRef) {
        self.literals.extend_from_slice(clause);
        self.given.push((self.literals.len(), from));
    }

    /// Iterates over the clauses for the solver.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.given.iter().map(move |&(end, _)| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }
}
