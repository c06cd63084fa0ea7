//! The folder of a certificate, or of several: it appears when it is complete, and not at all if anything fails.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use groundplan_certificate::{Bundle, PROOF};

use crate::{Certificate, Ground};

/// Whether there is nothing of this name, and a folder can be written beside it.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] if there is something, or why nothing can be written there.
pub fn vacant(output: &Path) -> io::Result<()> {
    if output.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    staging(output).map(drop).map_err(nameless)
}

/// Writes certificates about ground programs; further files stand beside them. The size of the proofs in bytes.
///
/// `stop` is asked all the time whether to give up. Whoever calls keeps the process from ending meanwhile, or a folder that
/// begins with a dot stays behind.
///
/// # Errors
///
/// When a file cannot be written, or `stop` says so; then none is.
pub fn write(
    output: &Path,
    certificates: &[(&Ground, &Certificate)],
    files: &[(&str, String)],
    stop: &dyn Fn() -> bool,
) -> io::Result<u64> {
    let staging = staging(output).map_err(nameless)?;
    let mut size = 0;
    let written = certificates.iter().try_for_each(|(ground, certificate)| {
        let folder = match &certificate.folder {
            Some(name) => staging.path().join(name),
            None => staging.path().to_owned(),
        };
        fs::create_dir_all(&folder)?;
        size += bundle(&folder, ground, certificate, stop)?;
        Ok(())
    });
    let moved = written
        .and_then(|()| files.iter().try_for_each(|(name, text)| fs::write(staging.path().join(name), text)))
        .and_then(|()| if stop() { Err(stopped()) } else { Ok(()) })
        .and_then(|()| match output.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(staging.path(), output),
        });
    moved.map_err(nameless)?;
    // It has another name now.
    let _ = staging.keep();
    Ok(size)
}

fn bundle(
    folder: &Path,
    ground: &Ground,
    certificate: &Certificate,
    stop: &dyn Fn() -> bool,
) -> io::Result<u64> {
    let Certificate { claim, proof, .. } = certificate;
    for (name, text) in &ground.files {
        fs::write(folder.join(name), text)?;
    }
    let versions = [("groundplan", env!("CARGO_PKG_VERSION")), ("cadical", "3.0.1")];
    let versions: BTreeMap<String, String> =
        versions.into_iter().map(|(name, version)| (name.to_owned(), version.to_owned())).collect();
    let bundle = Bundle {
        aspif: &ground.aspif,
        program: proof.axioms().program(),
        claim,
        sets: proof.sets(),
        atoms: ground.atoms.as_deref(),
        sources: &ground.sources,
        grounder: &ground.grounder,
        versions: &versions,
    };
    bundle.write(folder, |out| proof.write(&mut Stoppable { out, stop }))?;
    Ok(fs::metadata(folder.join(PROOF))?.len())
}

/// A folder beside the one that is to be written, for as long as that is not complete.
fn staging(output: &Path) -> io::Result<tempfile::TempDir> {
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".groundplan-certificate-");
    // As any other folder: readable for whom the user lets read.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(parent)
}

/// The error without the temporary name that it may tell, which is nobody's business.
fn nameless(error: io::Error) -> io::Error {
    match (error.raw_os_error(), error.kind()) {
        (Some(number), _) => io::Error::from_raw_os_error(number),
        (None, io::ErrorKind::Other) => error,
        (None, kind) => kind.into(),
    }
}

fn stopped() -> io::Error {
    // What is `Interrupted` is tried again.
    io::Error::other("the writing was stopped")
}

/// Writes until it is to give up.
struct Stoppable<'a, W> {
    out: &'a mut W,
    stop: &'a dyn Fn() -> bool,
}

impl<W: io::Write> io::Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.stop)() {
            return Err(stopped());
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
