//! Ground programs as the subject of claims, with their origin.

use groundplan_certificate::{text_digest, within, Grounder, Lit, Program, Source, SourceTexts};

use crate::ProveError;

/// A ground program.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Its text, in aspif.
    pub aspif: String,
    /// The numbers and names of all atoms, if the grounder reports them.
    pub atoms: Option<String>,
    /// Whether the reference grounder made it of the source texts. Then no other grounder has to be asked.
    pub is_from_source: bool,
    /// The texts that were ground, in order.
    pub sources: Vec<Source>,
    /// The grounder that produced it.
    pub grounder: Grounder,
    /// Source files to be copied into the certificate because they exist nowhere else, by name.
    pub files: Vec<(String, String)>,
}

impl Ground {
    /// Replaces the program by that of the reference grounder, which a checker can repeat from the source texts. Atoms keep their
    /// numbers. If the reference does not know a construct, or `stop` returns true, the program stays as it is, and the proofs are
    /// about that program.
    pub fn ground_from_source(&mut self, texts: &SourceTexts, stop: &dyn Fn() -> bool) {
        let names = match &self.atoms {
            Some(atoms) => atoms.clone(),
            None => self.program().map(|program| program.named_atoms()).unwrap_or_default(),
        };
        if let Ok(found) = texts.ground(&names, stop) {
            self.aspif = found.aspif;
            self.atoms = Some(found.atoms);
            self.is_from_source = true;
        }
    }

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
