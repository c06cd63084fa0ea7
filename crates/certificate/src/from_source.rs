//! The proof that a ground program is that of its source texts: the reference grounder makes it, and a checker has it made again.
//!
//! A fast grounder only tells which atoms there are. `certify` grounds the texts over them by [`SourceTexts::ground`], and lists the
//! atoms in the certificate. A checker grounds over these by [`SourceTexts::compare`], and the result has to be the same program,
//! line by line. The comparison has to be trusted, so it is here, with the axioms.

use std::borrow::Cow;
use std::collections::BTreeSet;

use groundplan_reference::{Difference, Error, Ground, Program, Text};

use crate::check::Verified;

/// The texts of a program, with the definitions of constants that were given with them.
#[derive(Debug, Clone)]
pub struct SourceTexts {
    texts: Vec<Text>,
    constants: Vec<String>,
}

/// The result of grounding source texts again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceComparison {
    /// The ground program is that of the texts.
    Same,
    /// The texts are ground to another program.
    OtherProgram(Difference),
    /// The atoms of the certificate are not those of the texts: [`Error::Missing`] or [`Error::Atoms`].
    OtherAtoms(Error),
}

impl SourceTexts {
    /// Returns texts in the order in which they are named, with those that they include. `constants` are definitions
    /// `NAME=VALUE`.
    pub fn new(texts: impl IntoIterator<Item = Text>, constants: &[String]) -> SourceTexts {
        SourceTexts { texts: texts.into_iter().collect(), constants: constants.to_vec() }
    }

    /// Grounds the texts. `atoms` are atoms that may be possible, as `atoms.txt` lists them: the more of them are there, the faster
    /// it is. `stop` is polled and returns whether to give up.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] and [`Error::Stopped`].
    pub fn ground(&self, atoms: &str, stop: &dyn Fn() -> bool) -> Result<Ground, Error> {
        Program::read(&self.texts, &self.constants)?.ground_with(atoms, stop)
    }

    /// Returns the facts of the text with this index as the program has them, with its constants replaced. `None` if the text is not
    /// facts alone.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] and [`Error::Stopped`].
    pub fn facts(&self, text: usize, stop: &dyn Fn() -> bool) -> Result<Option<BTreeSet<String>>, Error> {
        Program::read(&self.texts, &self.constants)?.facts(text, stop)
    }

    /// Grounds the texts over the atoms of a certificate, and compares its ground program with the result. Assumptions are left out,
    /// since they belong to the claim.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] and [`Error::Stopped`]: it is not known whether the program is that of the texts.
    pub fn compare(&self, verified: &Verified, stop: &dyn Fn() -> bool) -> Result<SourceComparison, Error> {
        let program = Program::read(&self.texts, &self.constants)?;
        // Without a list, the atoms are those that the program names.
        let named = || Cow::Owned(verified.program.named_atoms());
        let atoms = verified.atoms.as_deref().map_or_else(named, Cow::Borrowed);
        match program.ground_over(&atoms, stop) {
            Ok(ground) => Ok(match ground.difference(&verified.aspif) {
                None => SourceComparison::Same,
                Some(difference) => SourceComparison::OtherProgram(difference),
            }),
            Err(error @ (Error::Missing { .. } | Error::Atoms { .. })) => {
                Ok(SourceComparison::OtherAtoms(error))
            }
            Err(error) => Err(error),
        }
    }
}
