//! Errors for ground programs that cannot be translated, in terms of the program's text.

use super::{Engine, Error};
use groundplan_ground::diagnostic::{Diagnostic, ErrorKind, Severity};
use groundplan_ground::program::AtomId;
use groundplan_solve::solve::SolveError;
use groundplan_solve::translate::TranslationError;

impl Engine {
    /// Turns an error of the search into an error of the engine, with atoms by their names.
    #[must_use]
    pub fn explain(&self, error: SolveError) -> Error {
        let SolveError::Translation(cause) = error else { return Error::Solve(error) };
        let diagnostic = match cause {
            TranslationError::Redefined { atom } => Diagnostic::new(
                Severity::Error,
                format!("`{}` is defined anew, but was complete in an earlier step", self.name_of(atom)),
            )
            .help(
                "declare it by `#external` in the earlier step, or give each step atoms of its own; one that is false in every \
                 answer set may be defined anew after a search, and in Rust after `Engine::cleanup`",
            ),
            TranslationError::CycleAcrossShots { atom } => Diagnostic::new(
                Severity::Error,
                format!(
                    "the definition of the external atom `{}` depends on itself through an earlier step",
                    self.name_of(atom)
                ),
            )
            .help("let atoms of later steps depend on those of earlier ones, not the other way round"),
        };
        let diagnostics = self.texts.diagnostics(vec![diagnostic.kind(ErrorKind::Step)]);
        Error::Unsupported { cause, diagnostics }
    }

    fn name_of(&self, atom: AtomId) -> String {
        match self.ground_program().atom(atom) {
            Some(atom) => atom.to_string(),
            None => "an aggregate".to_owned(),
        }
    }
}
