//! Binary adder encoding of sums (N. Eén and N. Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006, §5.2).
//!
//! The derivation follows S. Gocht, R. Martins, J. Nordström and A. Oertel, Certified CNF Translations for Pseudo-Boolean
//! Solving, SAT 2022. The outputs of each adder are defined over its inputs, and shown to be at least their sum. The sum of these
//! inequalities and the constraint is the same constraint over the digits of the final binary number.

use groundplan_certificate::Lit;

use crate::derivation::{ConstraintRef, Derivation, DerivationStep, SumFinish};
use crate::sum::{Sum, LARGEST};
use crate::ProveError;

/// An upper bound of the size of an adder's inequality `no_less`, which adds up two definitions. The size is twice all weights,
/// because signs may move them into the degree, plus the degrees.
const SIZE: u128 = 43;

/// Encodes a sum.
///
/// # Errors
///
/// If the weights are too large for a proof.
pub(crate) fn write(sum: &Sum, derivation: &mut Derivation) -> Result<(), ProveError> {
    let mut columns: Vec<Vec<Lit>> = Vec::new();
    for &(weight, literal) in &sum.terms {
        for bit in (0..u64::BITS).filter(|bit| weight >> bit & 1 == 1) {
            column(&mut columns, bit as usize).push(literal);
        }
    }
    let mut parts = vec![(1, sum.from)];
    let mut digits: Vec<Option<Lit>> = Vec::new();
    let mut bit = 0;
    while bit < columns.len() {
        // A queue, so that the adders form a balanced tree.
        let mut queue: std::collections::VecDeque<Lit> = std::mem::take(&mut columns[bit]).into();
        while queue.len() > 1 {
            let inputs: Vec<Lit> = queue.drain(..queue.len().min(3)).collect();
            let Adder { digit, carry, no_less } = Adder::write(&inputs, derivation);
            queue.push_back(digit);
            column(&mut columns, bit + 1).push(carry);
            parts.push((1_u128 << bit, no_less));
        }
        digits.push(queue.pop_front());
        bit += 1;
    }
    let size: u128 = parts.iter().skip(1).map(|(factor, _)| factor * SIZE).sum();
    if size + 2 * (sum.total() + u128::from(sum.at_least)) > LARGEST {
        return Err(ProveError::TooHeavy);
    }
    let number =
        DerivationStep::Sum { parts: parts.into(), without: Box::default(), finish: SumFinish::Leave };
    let number = derivation.step(number);
    compare(&digits, sum, number, derivation);
    Ok(())
}

fn column(columns: &mut Vec<Vec<Lit>>, bit: usize) -> &mut Vec<Lit> {
    if columns.len() <= bit {
        columns.resize_with(bit + 1, Vec::new);
    }
    &mut columns[bit]
}

/// A full adder (three inputs) or a half adder (two).
struct Adder {
    digit: Lit,
    carry: Lit,
    /// The inequality that the digit plus twice the carry is at least the sum of the inputs.
    no_less: ConstraintRef,
}

impl Adder {
    /// Adds two or three literals.
    fn write(inputs: &[Lit], derivation: &mut Derivation) -> Adder {
        let count = inputs.len() as u64;
        let (carry, digit) = (derivation.variable(), derivation.variable());
        let true_ones: Vec<(u64, Lit)> = inputs.iter().map(|&input| (1, input)).collect();
        let false_ones: Vec<(u64, Lit)> = inputs.iter().map(|&input| (1, !input)).collect();
        let with = |terms: &[(u64, Lit)], more: &[(u64, Lit)]| [terms, more].concat();
        // The carry is true if two inputs are; the digit is true if inputs and negated carries (counted twice) add up to three.
        let carried = derivation.define(with(&true_ones, &[(2, !carry)]), 2, !carry);
        let not_carried = derivation.define(with(&false_ones, &[(count - 1, carry)]), count - 1, carry);
        let odd = derivation.define(with(&true_ones, &[(2, !carry), (3, !digit)]), 3, !digit);
        let even = derivation.define(with(&false_ones, &[(2, carry), (count, digit)]), count, digit);
        let (often, divisor) = if count == 3 { (2, 3) } else { (1, 2) };
        let no_less = DerivationStep::Sum {
            parts: [(1, even), (often, not_carried)].into(),
            without: Box::default(),
            finish: SumFinish::Divide(divisor),
        };
        let no_less = derivation.step(no_less);
        for omitted in 0..inputs.len() {
            let others = [&inputs[..omitted], &inputs[omitted + 1..]].concat();
            derivation.clause(&[&[!carry][..], &others].concat(), &[carried]);
        }
        for (index, &one) in inputs.iter().enumerate() {
            for &other in &inputs[..index] {
                derivation.clause(&[carry, !one, !other], &[not_carried]);
            }
        }
        for values in 0..1_u32 << inputs.len() {
            let mut clause = vec![if values.count_ones() % 2 == 1 { digit } else { !digit }];
            let inputs = inputs.iter().enumerate();
            clause.extend(inputs.map(|(bit, &input)| if values >> bit & 1 == 1 { !input } else { input }));
            derivation.clause(&clause, &[carried, not_carried, odd, even]);
        }
        Adder { digit, carry, no_less }
    }
}

/// Requires that a binary number reaches the bound, unless one of the literals of `sum.enough` holds. `number` states this in one
/// constraint over all digits.
fn compare(digits: &[Option<Lit>], sum: &Sum, number: ConstraintRef, derivation: &mut Derivation) {
    let bits = digits.len().max((u64::BITS - sum.at_least.leading_zeros()) as usize);
    let digit = |bit: usize| digits.get(bit).copied().flatten();
    let asks = |bit: usize| bit < u64::BITS as usize && sum.at_least >> bit & 1 == 1;
    // Digits of higher bits that are 0 in the bound, and the literals that suffice alone.
    let mut higher = sum.enough.clone();
    for bit in (0..bits).rev() {
        if asks(bit) {
            let clause: Vec<Lit> = higher.iter().copied().chain(digit(bit)).collect();
            derivation.clause(&clause, &[number]);
        } else {
            higher.extend(digit(bit));
        }
    }
}
