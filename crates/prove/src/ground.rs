//! Ground programs as the subject of claims, with their origin.

use groundplan_certificate::{text_digest, within, Grounder, Lit, Program, Source};

use crate::ProveError;

/// A ground program.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Its text, in aspif.
    pub aspif: String,
    /// The numbers and names of all atoms, if the grounder reports them.
    pub atoms: Option<String>,
    /// The texts that were ground, in order.
    pub sources: Vec<Source>,
    /// The grounder that produced it.
    pub grounder: Grounder,
    /// Source files to be copied into the certificate because they exist nowhere else, by name.
    pub files: Vec<(String, String)>,
}

impl Ground {
    /// Adds literals to the assumptions of the program.
    ///
    /// # Errors
    ///
    /// [`ProveError::Unended`].
    pub fn assume(&mut self, literals: &[Lit]) -> Result<(), ProveError> {
        self.aspif = within(&self.aspif, literals).ok_or(ProveError::Unended)?;
        Ok(())
    }

    /// Returns the digest that identifies the program when certificates are combined.
    #[must_use]
    pub fn digest(&self) -> String {
        text_digest(&self.aspif)
    }

    /// Returns the program as parsed by the certificate's checker.
    ///
    /// # Errors
    ///
    /// [`ProveError::Program`] if the checker does not support it.
    pub fn program(&self) -> Result<Program, ProveError> {
        Program::parse(&self.aspif).map_err(ProveError::Program)
    }
}
