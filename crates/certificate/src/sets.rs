//! Parses the sets of atoms whose axioms a proof uses: one set per line, its atoms in ascending order.

use crate::claim::{integer, lines};
use crate::error::Refusal;
use crate::program::Atom;

/// Parses sets of atoms.
///
/// # Errors
///
/// The first line that is no set.
pub fn sets(text: &str) -> Result<Vec<Vec<Atom>>, Refusal> {
    lines(text)?
        .zip(1..)
        .map(|(line, number)| set(line).map_err(|message| Refusal::at(number, message)))
        .collect()
}

fn set(line: &str) -> Result<Vec<Atom>, String> {
    let atom = |word: &str| integer(word).ok_or_else(|| format!("`{word}` is not the number of an atom"));
    let atoms: Vec<Atom> = line.split(' ').map(atom).collect::<Result<_, _>>()?;
    match atoms.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(format!("{} and {} are not in ascending order", pair[0], pair[1])),
        None => Ok(atoms),
    }
}
