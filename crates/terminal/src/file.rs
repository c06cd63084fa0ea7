//! Writes result files that the command line names.
//!
//! A regular file is written completely or not at all: a new file with the same permissions replaces the old one. A
//! symbolic link stays, and its target is written. Other files, such as devices and named pipes, are written to in
//! place.

use std::fs::{self, File, Metadata};
use std::io::{self, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::Failure;
use crate::report;

/// The largest number of symbolic links that are followed, as in the kernel.
const MOST_LINKS: usize = 40;

/// The kind of file that a path leads to.
enum FileTarget {
    /// Standard output or standard error of this process; writing goes on at its current position.
    #[cfg_attr(not(unix), allow(dead_code))]
    Own(File),
    /// An existing file that is not regular, such as a device or a pipe.
    Special,
    /// A regular file or a new one: its path without symbolic links, and its metadata if it exists.
    Regular(PathBuf, Option<Metadata>),
}

/// Checks that a file could be written there.
///
/// # Errors
///
/// When it could not be written; the reason has been printed.
pub fn probe(path: &Path) -> Result<(), Failure> {
    let probe = || match FileTarget::of(path)? {
        FileTarget::Own(_) => Ok(()),
        FileTarget::Special => writable(path),
        FileTarget::Regular(path, _) => beside(&path).map(drop),
    };
    probe().map_err(|error| unwritable(path, &error))
}

/// Whether a second write replaces the first one. Pipes, devices and standard output get the second text after the
/// first.
pub fn is_replaced(path: &Path) -> bool {
    matches!(FileTarget::of(path), Ok(FileTarget::Regular(..)))
}

/// Writes a file. The previous regular file of that name stays until the new one is complete.
///
/// # Errors
///
/// When it cannot be written; the reason has been printed.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file that need not be text, as [`write()`] does.
///
/// # Errors
///
/// When it cannot be written; the reason has been printed.
pub fn write_bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let write = || match FileTarget::of(path)? {
        FileTarget::Own(mut stream) => stream.write_all(content),
        FileTarget::Special => File::options().write(true).open(path)?.write_all(content),
        FileTarget::Regular(path, before) => replace(&path, before.as_ref(), content),
    };
    write().map_err(|error| unwritable(path, &error))
}

/// Writes a temporary file in the same folder and renames it to `path`.
fn replace(path: &Path, before: Option<&Metadata>, content: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(content)?;
    if let Some(before) = before {
        keep_owner(file.as_file(), before);
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

impl FileTarget {
    fn of(path: &Path) -> io::Result<FileTarget> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(FileTarget::Regular(follow(path), None));
            }
            found => found?,
        };
        if found.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if let Some(own) = own_stream(&found) {
            return Ok(FileTarget::Own(own));
        }
        if !found.is_file() {
            return Ok(FileTarget::Special);
        }
        writable(path)?;
        Ok(FileTarget::Regular(fs::canonicalize(path)?, Some(found)))
    }
}

/// Returns standard output or standard error of this process, if `found` is the same file.
#[cfg(unix)]
fn own_stream(found: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let (stdout, stderr) = (io::stdout(), io::stderr());
    // The stream may be closed.
    let own = |stream: std::os::fd::BorrowedFd<'_>| stream.try_clone_to_owned().map(File::from).ok();
    let mut streams = [stdout.as_fd(), stderr.as_fd()].into_iter().filter_map(own);
    streams.find(|own| own.metadata().is_ok_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino())))
}

/// Outside Unix the streams have no path.
#[cfg(not(unix))]
fn own_stream(_found: &Metadata) -> Option<File> {
    None
}

/// Checks that this user may write to the file.
#[cfg(unix)]
fn writable(path: &Path) -> io::Result<()> {
    use rustix::fs::{access, Access};
    Ok(access(path, Access::WRITE_OK)?)
}

/// Checks that the file is not read-only.
#[cfg(not(unix))]
fn writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.permissions().readonly() {
        true => Err(ErrorKind::PermissionDenied.into()),
        false => Ok(()),
    }
}

/// Gives the file the owner of the one that it replaces, where that is permitted: only root may change it.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::{fchown, MetadataExt};
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
}

/// Outside Unix the folder decides on the owner.
#[cfg(not(unix))]
fn keep_owner(_file: &File, _before: &Metadata) {}

/// Follows symbolic links from a path that does not exist, to the path that would be created.
fn follow(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Creates a temporary file in the folder of `path`.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut refused = None;
    // With the usual permissions, as the umask of the user says; temporary files are private by default.
    let made = tempfile::Builder::new().make_in(folder, |name| {
        let made = File::options().read(true).write(true).create_new(true).open(name);
        made.inspect_err(|error| refused = error.raw_os_error())
    });
    // The error of tempfile names the temporary file, which would only confuse.
    made.map_err(|error| refused.map_or(error, Error::from_raw_os_error))
}

fn unwritable(path: &Path, error: &Error) -> Failure {
    let help = match error.kind() {
        ErrorKind::StorageFull => "name a file where there is room",
        ErrorKind::BrokenPipe => "who reads it has gone: name a file, or a pipe that is read to its end",
        _ => "name a file in a folder that exists and can be written to",
    };
    report::unwritable(&format!("cannot write `{}`: {error}", path.display()), help)
}
