//! Pseudo-Boolean constraints in normal form: a sum of positive weights of literals that must reach a bound, no variable
//! twice, no weight above the bound (saturation; S. Gocht and J. Nordström, AAAI 2021, call the form normalized).

use std::collections::BTreeMap;
use std::ops::Not;

use crate::error::Refusal;

/// A variable or its negation. Variables are numbered from 1; the atoms of the program keep their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// The literal with a number, negative for a negation as in aspif and DIMACS; `None` for what is none.
    #[must_use]
    pub fn new(number: i32) -> Option<Self> {
        (number != 0 && number != i32::MIN).then_some(Lit(number))
    }

    /// The literal that says that a variable is true.
    ///
    /// # Panics
    ///
    /// Where there is no variable of that number: they end at 2147483647.
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

    /// Whether it is a negation.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The number of the variable, negative for a negation.
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

/// One inequality: the weights of the true literals add up to `at_least` or more.
///
/// Weights are positive and at most `at_least`, which is positive; the literals are in the order of their variables, no
/// variable occurs twice, and all weights together are at most 2^59, which leaves a proof room to calculate. What cannot be
/// satisfied is the sum of nothing that must reach 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Weights and literals.
    pub terms: Vec<(u64, Lit)>,
    /// What the weights of the true literals must reach.
    pub at_least: u64,
}

/// The most that all weights of a constraint come to.
const LARGEST: i128 = 1 << 59;

/// An inequality in normal form, or what is left of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Normal {
    True,
    False,
    Constraint(Constraint),
}

impl Constraint {
    /// What cannot be satisfied.
    pub(crate) fn contradiction() -> Self {
        Constraint { terms: Vec::new(), at_least: 1 }
    }

    /// All weights together.
    pub(crate) fn total(&self) -> u64 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    /// What holds exactly where the constraint does not: weights of false literals that reach what is left.
    pub(crate) fn negated(&self) -> impl Iterator<Item = (i128, Lit)> + '_ {
        self.terms.iter().map(|&(weight, literal)| (i128::from(weight), !literal))
    }
}

/// Brings an inequality into normal form: weights of any sign, literals in any order, any of them several times.
///
/// # Errors
///
/// Where the weights leave the range.
pub(crate) fn normal(
    terms: impl IntoIterator<Item = (i128, Lit)>,
    at_least: i128,
) -> Result<Normal, Refusal> {
    let overflow = || Refusal::whole("weights add up to more than 2^59");
    // With `v` for a true variable and `1 - v` for its negation, the sum is one of weights of variables and a constant.
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
    // A negative weight of `v` is a positive one of its negation, and a constant again.
    for &weight in weights.values().filter(|&&weight| weight < 0) {
        bound = bound.checked_sub(weight).ok_or_else(overflow)?;
    }
    if bound <= 0 {
        return Ok(Normal::True);
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
        return Ok(Normal::False);
    }
    if reachable > LARGEST {
        return Err(overflow());
    }
    let unsigned = |weight: i128| u64::try_from(weight).map_err(|_| overflow());
    let terms: Result<_, Refusal> =
        normal.into_iter().map(|(weight, literal)| Ok((unsigned(weight)?, literal))).collect();
    Ok(Normal::Constraint(Constraint { terms: terms?, at_least: unsigned(bound)? }))
}
