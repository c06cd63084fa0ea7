//! The folder of certificates, which is written completely or not at all.

use std::io;
use std::path::Path;

use groundplan::Backend;

use crate::{CertifyError, Proven};

/// Checks that claims can be proven, and that a folder of this name can be created.
///
/// # Errors
///
/// [`CertifyError::NoSolver`], [`CertifyError::Exists`] and [`CertifyError::Unwritable`].
pub fn prepare(output: &Path) -> Result<(), CertifyError> {
    if !Backend::Cadical.is_built() {
        return Err(CertifyError::NoSolver);
    }
    groundplan_prove::vacant(output).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => CertifyError::Exists(output.to_owned()),
        _ => CertifyError::Unwritable(output.to_owned(), error),
    })
}

/// Writes certificates, and other files beside them. Returns the size of the proofs in bytes. `stop` is polled and returns whether to
/// give up.
///
/// # Errors
///
/// [`CertifyError::Unwritable`] if a file cannot be written, or `stop` returned true; nothing is written then.
pub fn write(
    output: &Path,
    proven: &[Proven],
    files: &[(&str, String)],
    stop: &dyn Fn() -> bool,
) -> Result<u64, CertifyError> {
    let mut certificates = Vec::new();
    for Proven { ground, certificates: proofs, .. } in proven {
        certificates.extend(proofs.iter().map(|certificate| (ground, certificate)));
    }
    groundplan_prove::write(output, &certificates, files, stop)
        .map_err(|error| CertifyError::Unwritable(output.to_owned(), error))
}
