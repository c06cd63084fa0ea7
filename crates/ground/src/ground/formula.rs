//! Auxiliary atoms for formulas over several literals: conjunctions, disjunctions, negations and sums.
//!
//! An auxiliary atom has no name and is defined by rules of its own; equal definitions share one atom. A formula that
//! can be expressed without a new atom is.

use super::write::Writer;
use crate::program::{AtomId, Body, HeadKind, Literal};

/// A formula in a rule body: a truth constant, or a conjunction of literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// The formula that is always true, or always false.
    Constant(bool),
    /// The conjunction of the literals.
    All(Vec<Literal>),
}

impl Formula {
    /// Returns the conjunction of two formulas.
    #[must_use]
    pub fn and(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Constant(false), _) | (_, Formula::Constant(false)) => Formula::Constant(false),
            (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
            (Formula::All(mut literals), Formula::All(more)) => {
                literals.extend(more);
                Formula::All(literals)
            }
        }
    }
}

impl Writer<'_> {
    /// Returns a literal for `not not atom`: the negation of an auxiliary atom that is defined by `not atom`.
    pub fn double_negation(&mut self, atom: AtomId) -> Literal {
        if let Some(negation) = self.definitions.negations.get(&atom) {
            return negation.negative();
        }
        let negation = self.program.new_atom();
        self.push(HeadKind::Disjunction, &[negation], Body::Conjunction(&[atom.negative()]));
        self.definitions.negations.insert(atom, negation);
        negation.negative()
    }

    /// Returns a literal for `not literal`.
    pub fn negate(&mut self, literal: Literal) -> Literal {
        if literal.is_negative() {
            self.double_negation(literal.atom())
        } else {
            literal.atom().negative()
        }
    }

    /// Returns the negation of a formula.
    pub fn negated(&mut self, formula: Formula) -> Formula {
        match formula {
            Formula::Constant(value) => Formula::Constant(!value),
            Formula::All(literals) => {
                let all = self.all(literals);
                Formula::All(vec![self.negate(all)])
            }
        }
    }

    /// Returns a literal that says that all of the literals hold.
    pub fn all(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        if let [literal] = literals.as_slice() {
            return *literal;
        }
        let bound = literals.len() as i64;
        self.sum(bound, literals.into_iter().map(|literal| (literal, 1)).collect())
    }

    /// Returns a formula that says that at least one of the conjunctions holds.
    pub fn any(&mut self, conjunctions: Vec<Vec<Literal>>) -> Formula {
        if conjunctions.iter().any(Vec::is_empty) {
            return Formula::Constant(true);
        }
        if conjunctions.len() < 2 {
            return conjunctions.into_iter().next().map_or(Formula::Constant(false), Formula::All);
        }
        let mut literals: Vec<Literal> =
            conjunctions.into_iter().map(|literals| self.all(literals)).collect();
        literals.sort_unstable();
        literals.dedup();
        if literals.len() == 1 {
            return Formula::All(literals);
        }
        Formula::All(vec![self.sum(1, literals.into_iter().map(|literal| (literal, 1)).collect())])
    }

    /// Returns a formula that says that the weights of the literals that hold sum to at least `bound`. The weights
    /// must be positive, and their sum must be a 64-bit integer.
    pub fn at_least(&mut self, bound: i128, elements: &[(Literal, i64)]) -> Formula {
        let total: i128 = elements.iter().map(|&(_, weight)| i128::from(weight)).sum();
        if bound <= 0 || bound > total {
            return Formula::Constant(bound <= 0);
        }
        let bound = i64::try_from(bound).expect("at most the sum of the weights");
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        elements.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let least = elements.iter().map(|&(_, weight)| weight).min().expect("a bound above 0 is reached");
        if total - i128::from(least) < i128::from(bound) {
            return Formula::All(elements.into_iter().map(|(literal, _)| literal).collect());
        }
        if least >= bound {
            let conjunctions = elements.into_iter().map(|(literal, _)| vec![literal]).collect();
            return self.any(conjunctions);
        }
        let sum = self.sum(bound, elements);
        if self.program.is_fact(sum.atom()) {
            return Formula::Constant(true);
        }
        Formula::All(vec![sum])
    }

    /// Returns the auxiliary atom of a sum constraint. The elements must be sorted and distinct.
    fn sum(&mut self, bound: i64, elements: Vec<(Literal, i64)>) -> Literal {
        let key = (bound, elements.into_boxed_slice());
        if let Some(known) = self.definitions.sums.get(&key) {
            return known.positive();
        }
        let atom = self.program.new_atom();
        let elements = &key.1;
        let unit = elements.iter().all(|&(_, weight)| weight == 1);
        if unit && bound == elements.len() as i64 {
            let literals: Vec<Literal> = elements.iter().map(|&(literal, _)| literal).collect();
            self.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&literals));
        } else if unit && bound == 1 {
            for &(literal, _) in elements {
                self.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&[literal]));
            }
        } else {
            self.push(HeadKind::Disjunction, &[atom], Body::Sum { bound, elements });
        }
        self.definitions.sums.insert(key, atom);
        atom.positive()
    }
}
