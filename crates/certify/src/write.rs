//! Proves claims, and writes their certificates completely or not at all.

use std::io;
use std::path::Path;

use groundplan::{Backend, Interrupter};
use groundplan_certificate::Claim;
use groundplan_prove::{Certificate, Claimed, Ground, Limits};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

use crate::ground::unproven;

/// Checks that certificates can be written, and that a folder of this name can be created.
///
/// # Errors
///
/// When this build has no CaDiCaL, the folder exists, or it cannot be created.
pub fn prepare(output: &Path) -> Result<(), Failure> {
    if !Backend::Cadical.is_built() {
        return Err(Failure::Usage(
            "a certificate needs `cadical`, which this build does not have: build it without `--no-default-features`, with a \
             C++ compiler"
                .to_owned(),
        ));
    }
    groundplan_prove::vacant(output).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => report::unwritable(
            &format!("`{}` is there already", output.display()),
            "a certificate is a folder of its own: name one that is not there",
        ),
        _ => unwritable(output, &error),
    })
}

/// Proves a claim about a ground program.
///
/// # Errors
///
/// When the claim does not fit the program, or the program has something that the checker does not support.
pub fn certify(
    ground: &Ground,
    claim: Claim,
    folder: Option<String>,
    interrupter: &Interrupter,
) -> Result<Claimed, Failure> {
    let limits = Limits { interrupter: interrupter.clone(), ..Limits::default() };
    groundplan_prove::certify(ground, claim, folder, &limits).map_err(unproven)
}

/// Writes certificates about ground programs, with additional files beside them. Returns the size of the proofs in
/// bytes. The caller holds the lock of the watchdog, so that the process does not end meanwhile.
///
/// # Errors
///
/// When a file cannot be written; then none is.
pub fn write(
    output: &Path,
    certificates: &[(&Ground, &Certificate)],
    files: &[(&str, String)],
) -> Result<u64, Failure> {
    groundplan_prove::write(output, certificates, files, &|| false)
        .map_err(|error| unwritable(output, &error))
}

/// Returns the message that a certificate is written.
pub fn written_message(output: &Path, claim: &str, size: u64) -> String {
    format!(
        "{claim}: the certificate is in `{}`, its proof has {} KiB",
        output.display(),
        size.div_ceil(1024)
    )
}

fn unwritable(output: &Path, error: &io::Error) -> Failure {
    report::unwritable(
        &format!("cannot write `{}`: {error}", output.display()),
        "name a folder that is not there, in one that can be written to",
    )
}
