//! Programs that cannot be translated.

use thiserror::Error;

use groundplan_ground::program::AtomId;

/// Why a program has no translation.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum TranslationError {
    /// A rule has in its head an atom whose definition was complete in an earlier shot, whether it had rules there or
    /// was found to have none. An atom that is to be defined later must be external. Rules for one that was released, or taken out
    /// by a clean-up, are no error: they exclude what their bodies say.
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
