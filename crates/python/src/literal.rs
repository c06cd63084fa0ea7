//! Conversion between ground literals and clingo's numbers: atoms are numbered from 1, negated literals are negative.

use groundplan::program::{AtomId, Literal};
use pyo3::exceptions::PyRuntimeError;
use pyo3::PyResult;

/// Returns the literal that a number of clingo denotes.
pub fn literal(number: i64) -> PyResult<Literal> {
    let atom = u32::try_from(number.unsigned_abs()).ok().filter(|&atom| atom > 0 && atom < 1 << 31);
    match atom {
        Some(atom) => Ok(Literal::new(AtomId(atom - 1), number < 0)),
        None => Err(PyRuntimeError::new_err(format!(
            "{number} is no literal of a program: they are numbered from 1"
        ))),
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
