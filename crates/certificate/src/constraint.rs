//! Pseudo-Boolean constraints in normal form: a sum of positive weights of true literals is at least a bound.
//!
//! No variable occurs twice, and no weight exceeds the bound (saturation). S. Gocht and J. Nordström, AAAI 2021, call the form
//! normalized.

use std::collections::BTreeMap;
use std::ops::Not;

use crate::error::Refusal;

/// A variable or its negation. Variables are numbered from 1; program atoms keep their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// Returns the literal of a number, negative for a negation as in aspif and DIMACS. `None` for 0 and `i32::MIN`.
    #[must_use]
    pub fn new(number: i32) -> Option<Self> {
        (number != 0 && number != i32::MIN).then_some(Lit(number))
    }

    /// Returns the positive literal of a variable.
    ///
    /// # Panics
    ///
    /// If the variable is 0 or above 2147483647.
    #[must_use]
    pub fn positive(variable: u32) -> Self {
        let number = i32::try_from(variable).expect("variables are numbered up to 2147483647");
        Lit::new(number).expect("variables are numbered from 1")
    }

    /// The variable.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether the literal is negated.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The number of the variable, negated for a negative literal.
    #[must_use]
    pub fn number(self) -> i32 {
        self.0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// An inequality: the weights of the true literals add up to at least `at_least`.
///
/// Weights are positive and at most `at_least`, which is positive. Literals are in ascending order of variables, and no variable
/// occurs twice. All weights add up to at most 2^59, which leaves room for the arithmetic of a proof. The unsatisfiable
/// constraint is the empty sum with bound 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Weights and literals.
    pub terms: Vec<(u64, Lit)>,
    /// The bound that the weights of the true literals must reach.
    pub at_least: u64,
}

/// The maximum total weight of a constraint.
const LARGEST: i128 = 1 << 59;

/// An inequality in normal form, unless it is trivially true or false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NormalForm {
    True,
    False,
    Constraint(Constraint),
}

impl Constraint {
    /// Returns the unsatisfiable constraint.
    pub(crate) fn contradiction() -> Self {
        Constraint { terms: Vec::new(), at_least: 1 }
    }

    /// The total weight.
    pub(crate) fn total(&self) -> u64 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    /// Returns the terms of the constraint's negation; the bound is the total weight minus `at_least` plus 1.
    pub(crate) fn negated(&self) -> impl Iterator<Item = (i128, Lit)> + '_ {
        self.terms.iter().map(|&(weight, literal)| (i128::from(weight), !literal))
    }
}

/// Brings an inequality into normal form. Weights may have any sign, and literals may be in any order and repeated.
///
/// # Errors
///
/// If the weights are out of range.
pub(crate) fn normal(
    terms: impl IntoIterator<Item = (i128, Lit)>,
    at_least: i128,
) -> Result<NormalForm, Refusal> {
    let overflow = || Refusal::whole("weights add up to more than 2^59");
    // With `v` for a true variable and `1 - v` for its negation, the sum becomes one over variables plus a constant.
    let mut weights: BTreeMap<u32, i128> = BTreeMap::new();
    let mut bound = at_least;
    for (weight, literal) in terms {
        let signed = if literal.is_negative() { weight.checked_neg().ok_or_else(overflow)? } else { weight };
        if literal.is_negative() {
            bound = bound.checked_sub(weight).ok_or_else(overflow)?;
        }
        let sum = weights.entry(literal.variable()).or_default();
        *sum = sum.checked_add(signed).ok_or_else(overflow)?;
    }
    // A negative weight of `v` becomes a positive weight of its negation plus a constant.
    for &weight in weights.values().filter(|&&weight| weight < 0) {
        bound = bound.checked_sub(weight).ok_or_else(overflow)?;
    }
    if bound <= 0 {
        return Ok(NormalForm::True);
    }
    let mut reachable: i128 = 0;
    let mut normal = Vec::with_capacity(weights.len());
    for (variable, weight) in weights {
        if weight != 0 {
            let literal = if weight < 0 { !Lit::positive(variable) } else { Lit::positive(variable) };
            let weight = weight.checked_abs().ok_or_else(overflow)?.min(bound);
            reachable = reachable.checked_add(weight).ok_or_else(overflow)?;
            normal.push((weight, literal));
        }
    }
    if reachable < bound {
        return Ok(NormalForm::False);
    }
    if reachable > LARGEST {
        return Err(overflow());
    }
    let unsigned = |weight: i128| u64::try_from(weight).map_err(|_| overflow());
    let terms: Result<_, Refusal> =
        normal.into_iter().map(|(weight, literal)| Ok((unsigned(weight)?, literal))).collect();
    Ok(NormalForm::Constraint(Constraint { terms: terms?, at_least: unsigned(bound)? }))
}
