//! Literals that a claim assumes, and the atoms of a ground program that they name.
//!
//! A literal is a text as every grounder prints it, `p(1)` or `not p(1)`. An atom without a name is `#` and its number in the program
//! of the engine.

use std::collections::HashMap;

use groundplan::{Engine, NamedLiteral};
use groundplan_certificate::{Atom, Lit, Program};
use groundplan_prove::Ground;

use crate::{CertifyError, Inquiry};

impl Inquiry {
    /// Assumes the literals of an option, and records them as the user gave them, in `said`.
    ///
    /// # Errors
    ///
    /// [`CertifyError::Unnamed`] if the ground program does not name an atom, and the errors of reading it.
    pub fn assume(
        &mut self,
        literals: Vec<String>,
        option: &str,
        said: &[String],
    ) -> Result<(), CertifyError> {
        if literals.is_empty() {
            return Ok(());
        }
        let numbers = numbers(&literals, &self.ground)?;
        let arguments = said.iter().flat_map(|text| [option.to_owned(), text.trim().to_owned()]);
        self.ground.grounder.arguments.extend(arguments);
        self.assumed = literals;
        Ok(self.ground.assume(&numbers)?)
    }

    /// As [`Inquiry::assume`], for literals as the user wrote them.
    ///
    /// # Errors
    ///
    /// [`CertifyError::Literal`] if a text is no literal, and the errors of [`Inquiry::assume`].
    pub fn assume_texts(
        &mut self,
        said: &[String],
        option: &str,
        engine: &mut Engine,
    ) -> Result<(), CertifyError> {
        let read = |text: &String| Ok(literal(text.trim(), "to assume", engine)?.to_string());
        let literals = said.iter().map(read).collect::<Result<_, CertifyError>>()?;
        self.assume(literals, option, said)
    }
}

/// Returns the literals of a ground program with these names.
pub fn numbers(literals: &[String], ground: &Ground) -> Result<Vec<Lit>, CertifyError> {
    let program = ground.program()?;
    let names: HashMap<&str, Atom> =
        named_atoms(ground, &program).into_iter().map(|(atom, name)| (name, atom)).collect();
    let number = |text: &String| {
        let (is_negative, name) =
            text.strip_prefix("not ").map_or((false, text.as_str()), |name| (true, name));
        let unnamed = name.strip_prefix('#').and_then(|number| number.parse().ok());
        let atom = match (names.get(name), unnamed) {
            (Some(&atom), None) => atom,
            // Only the program that the engine made has its numbers.
            (_, Some(atom)) if ground.atoms.is_some() && !ground.is_from_source => atom,
            // An atom that the ground program does not contain has no rule, like any unused atom.
            (None, None) if ground.atoms.is_some() => program.unused_atom(),
            _ => return Err(CertifyError::Unnamed(name.to_owned())),
        };
        let literal = Lit::positive(atom);
        Ok(if is_negative { !literal } else { literal })
    };
    literals.iter().map(number).collect()
}

/// Parses a literal, which is needed for a purpose.
pub fn literal(text: &str, purpose: &'static str, engine: &mut Engine) -> Result<NamedLiteral, CertifyError> {
    engine.find_literal(text).map_err(|why| CertifyError::Literal(text.to_owned(), purpose, why))
}

/// Returns the atoms of a ground program that have a name. If several have the same, the first one is the last.
pub fn named_atoms<'a>(ground: &'a Ground, program: &'a Program) -> Vec<(Atom, &'a str)> {
    let numbered = |line: &'a str| {
        let (number, name) = line.split_once(' ')?;
        Some((number.parse().ok()?, name))
    };
    match &ground.atoms {
        Some(atoms) => atoms.lines().filter_map(numbered).collect(),
        None => program.names.iter().rev().map(|(&atom, name)| (atom, name.as_str())).collect(),
    }
}
