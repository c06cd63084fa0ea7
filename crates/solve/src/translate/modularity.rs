//! Check that no positive cycle leads through two shots.
//!
//! Answer sets of modules combine if every positive cycle stays within one module (Oikarinen & Janhunen, ECAI 2006).
//! Atoms of earlier shots get no new rules, so only an external atom that is defined late can close such a cycle.

use super::error::TranslationError;
use super::tightness::{cyclic_components, positive_graph};
use groundplan_ground::program::{AtomId, Program};

/// Checks the positive cycles among the atoms for which `matters` is true. Fails if an atom of `late` is on a cycle
/// with an atom that is `closed`, because an earlier shot defined it.
pub(super) fn check(
    program: &Program,
    late: &[AtomId],
    matters: impl Fn(AtomId) -> bool,
    closed: impl Fn(AtomId) -> bool,
) -> Result<(), TranslationError> {
    if late.is_empty() {
        return Ok(());
    }
    let graph = positive_graph(program, matters);
    for component in cyclic_components(&graph) {
        let atom = late.iter().find(|atom| component.contains(atom));
        if let (Some(&atom), true) = (atom, component.iter().any(|&old| closed(old))) {
            return Err(TranslationError::CycleAcrossShots { atom });
        }
    }
    Ok(())
}
