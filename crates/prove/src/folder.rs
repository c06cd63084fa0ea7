//! Writes the folder of one or several certificates atomically: it appears only when it is complete.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use groundplan_certificate::{Bundle, PROOF};

use crate::{Certificate, Ground};

/// Checks that a path does not exist yet and that its parent folder is writable.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] if the path exists, or the error of writing next to it.
pub fn vacant(output: &Path) -> io::Result<()> {
    if output.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    staging(output).map(drop).map_err(nameless)
}

/// Writes certificates about ground programs, and additional files next to them. Returns the total size of the proofs in bytes.
///
/// `stop` is polled at each write and returns whether to give up. If the process is killed during the call, a temporary folder
/// whose name begins with a dot stays behind.
///
/// # Errors
///
/// If a file cannot be written, or if `stop` returned true; nothing is written then.
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
    // It has been renamed.
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

/// Creates a temporary folder next to the output, to be renamed when it is complete.
fn staging(output: &Path) -> io::Result<tempfile::TempDir> {
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".groundplan-certificate-");
    // The usual permissions of a new folder, subject to the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(parent)
}

/// Removes the temporary file name from an error message.
fn nameless(error: io::Error) -> io::Error {
    match (error.raw_os_error(), error.kind()) {
        (Some(number), _) => io::Error::from_raw_os_error(number),
        (None, io::ErrorKind::Other) => error,
        (None, kind) => kind.into(),
    }
}

fn stopped() -> io::Error {
    // `Interrupted` would make writers retry.
    io::Error::other("the writing was stopped")
}

/// A writer that fails once `stop` returns true.
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
