//! Conversion between ground literals and clingo's numbers: atoms are numbered from 1, negated literals are negative.

use groundplan::program::{AtomId, Literal};

use crate::error::{Error, Result};

/// Returns the literal that a number of clingo denotes.
///
/// # Errors
///
/// Returns [`Error::Runtime`] for 0 and for numbers too large for an atom.
pub fn literal(number: i64) -> Result<Literal> {
    let atom = u32::try_from(number.unsigned_abs()).ok().filter(|&atom| atom > 0 && atom < 1 << 31);
    match atom {
        Some(atom) => Ok(Literal::new(AtomId(atom - 1), number < 0)),
        None => Err(Error::Runtime(format!("{number} is no literal of a program: they are numbered from 1"))),
    }
}

/// Returns the number of clingo that denotes a literal.
pub fn number(literal: Literal) -> i64 {
    let atom = i64::from(literal.atom().0) + 1;
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}
