//! Ground programs to make claims about, and where they come from.

use groundplan_certificate::{text_digest, within, Grounder, Lit, Program, Source};

use crate::ProveError;

/// A ground program.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Its text, in aspif.
    pub aspif: String,
    /// The numbers and names of all atoms, where the grounder tells them.
    pub atoms: Option<String>,
    /// What was ground, in order.
    pub sources: Vec<Source>,
    /// Who ground it.
    pub grounder: Grounder,
    /// Files that the certificate takes in, by their names: sources that nobody has else.
    pub files: Vec<(String, String)>,
}

impl Ground {
    /// Adds literals of the program to what is assumed.
    ///
    /// # Errors
    ///
    /// [`ProveError::Unended`].
    pub fn assume(&mut self, literals: &[Lit]) -> Result<(), ProveError> {
        self.aspif = within(&self.aspif, literals).ok_or(ProveError::Unended)?;
        Ok(())
    }

    /// The digest by which the program is known to whoever puts answers about it together.
    #[must_use]
    pub fn digest(&self) -> String {
        text_digest(&self.aspif)
    }

    /// The program as the certificate's checker reads it.
    ///
    /// # Errors
    ///
    /// [`ProveError::Program`] when it has what the checker does not support.
    pub fn program(&self) -> Result<Program, ProveError> {
        Program::parse(&self.aspif).map_err(ProveError::Program)
    }
}
