//! The error for programs that cannot be translated.

use thiserror::Error;

use groundplan_ground::program::AtomId;

/// The reason why a program cannot be translated.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum TranslationError {
    /// A rule has in its head an atom whose definition was complete in an earlier shot, by rules or as an atom without
    /// any. An atom that is to be defined later must be external. Rules for atoms that were released, or removed by a
    /// clean-up, are no error: they forbid their bodies.
    #[error("atom {} was defined, or found to have no definition, in an earlier shot", .atom.0)]
    Redefined {
        /// The atom.
        atom: AtomId,
    },
    /// A rule for an external atom depends positively on an atom of an earlier shot that depends on the external.
    #[error("the definition of external atom {} closes a positive cycle through an earlier shot", .atom.0)]
    CycleAcrossShots {
        /// The external atom.
        atom: AtomId,
    },
}
