//! What is derived from the axioms before the search: definitions of new variables, and clauses.
//!
//! Invariants: a step rests on axioms and on earlier steps; a new variable is defined by one or two steps in a row, the
//! first that mention it. Definitions are by redundance (S. Gocht and J. Nordström, Certifying Parity Reasoning Efficiently
//! Using Pseudo-Boolean Proofs, AAAI 2021; S. Gocht, R. Martins, J. Nordström and A. Oertel, Certified CNF Translations for
//! Pseudo-Boolean Solving, SAT 2022).

use groundplan_certificate::{Constraint, Lit};

/// Something that a step may rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ref {
    /// The axiom of that index.
    Axiom(u32),
    /// The step of that index.
    Step(u32),
}

/// How a constraint is derived.
#[derive(Debug)]
pub(crate) enum Step {
    /// A clause, by unit propagation on others.
    Clause { clause: Box<[Lit]>, hints: Box<[Ref]> },
    /// Multiples of others added up, without these literals, divided and rounded up.
    Sum { parts: Box<[(u128, Ref)]>, without: Box<[(u64, Lit)]>, finish: Finish },
    /// Half of a new variable's definition, which the literal of that variable satisfies.
    Definition { constraint: Constraint, literal: Lit },
}

impl Step {
    /// What it rests on.
    pub fn uses(&self) -> impl Iterator<Item = Ref> + '_ {
        let (hints, parts): (&[Ref], &[(u128, Ref)]) = match self {
            Step::Clause { hints, .. } => (hints, &[]),
            Step::Sum { parts, .. } => (&[], parts),
            Step::Definition { .. } => (&[], &[]),
        };
        hints.iter().copied().chain(parts.iter().map(|&(_, from)| from))
    }
}

/// What is done to a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Finish {
    /// Nothing.
    Leave,
    /// No coefficient stays above the degree.
    Saturate,
    /// It is divided, and rounded up.
    Divide(u64),
}

/// Steps, and the clauses among what is derived that the solver is given.
#[derive(Default, Debug)]
pub(crate) struct Derivation {
    pub steps: Vec<Step>,
    /// The highest variable so far.
    pub variables: u32,
    /// The literals of the clauses, one after the other.
    pub literals: Vec<Lit>,
    /// Of each clause, where it ends and what it is.
    pub given: Vec<(usize, Ref)>,
}

impl Derivation {
    /// With variables that are there already.
    pub fn over(variables: u32) -> Self {
        Derivation { variables, ..Derivation::default() }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    /// Adds a step.
    pub fn step(&mut self, step: Step) -> Ref {
        let number = u32::try_from(self.steps.len()).expect("fewer steps than memory holds");
        self.steps.push(step);
        Ref::Step(number)
    }

    /// Half of a definition: `literal`, which is new, satisfies it.
    pub fn define(&mut self, terms: Vec<(u64, Lit)>, at_least: u64, literal: Lit) -> Ref {
        self.step(Step::Definition { constraint: Constraint { terms, at_least }, literal })
    }

    /// A clause for the solver that unit propagation on these gives.
    pub fn clause(&mut self, clause: &[Lit], hints: &[Ref]) {
        let step = self.step(Step::Clause { clause: clause.into(), hints: hints.into() });
        self.give(clause, step);
    }

    /// Gives the solver a clause that has been derived.
    pub fn give(&mut self, clause: &[Lit], from: Ref) {
        self.literals.extend_from_slice(clause);
        self.given.push((self.literals.len(), from));
    }

    /// The clauses that the solver is given.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.given.iter().map(move |&(end, _)| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }
}
