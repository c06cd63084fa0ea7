//! Files that the command line names for results: every one is written here.
//!
//! A regular file appears whole or not at all: a new one takes the place of what had that name, with its permissions. A
//! symbolic link stays, and what it leads to is written. What is no regular file, such as a device or a named pipe, is written
//! to and stays what it is.

use std::fs::{self, File, Metadata};
use std::io::{self, Error, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{fchown, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{access, Access};
use tempfile::NamedTempFile;

use crate::exit::Failure;
use crate::report;

/// As many links as the system follows.
const MOST_LINKS: usize = 40;

/// What a path leads to.
enum Place {
    /// Standard output or standard error of this process, which goes on where it is.
    Own(File),
    /// What is no regular file.
    Special,
    /// A regular file, or none yet: its path without links, and what is known of it.
    Regular(PathBuf, Option<Metadata>),
}

/// Whether a file could be written there.
///
/// # Errors
///
/// When not, which has been said.
pub fn probe(path: &Path) -> Result<(), Failure> {
    let probe = || match Place::of(path)? {
        Place::Own(_) => Ok(()),
        Place::Special => Ok(access(path, Access::WRITE_OK)?),
        Place::Regular(path, _) => beside(&path).map(drop),
    };
    probe().map_err(|error| unwritable(path, &error))
}

/// Whether what is written there takes the place of what was written before: a pipe, a device and standard output get a
/// second text after the first.
pub fn is_replaced(path: &Path) -> bool {
    matches!(Place::of(path), Ok(Place::Regular(..)))
}

/// Writes a file. What had that name before stays until the new text is complete, if it is a regular file.
///
/// # Errors
///
/// When it cannot be written, which has been said.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let write = || match Place::of(path)? {
        Place::Own(mut stream) => stream.write_all(text.as_bytes()),
        Place::Special => File::options().write(true).open(path)?.write_all(text.as_bytes()),
        Place::Regular(path, before) => replace(&path, before.as_ref(), text),
    };
    write().map_err(|error| unwritable(path, &error))
}

/// Writes a regular file beside its place, and moves it there.
fn replace(path: &Path, before: Option<&Metadata>, text: &str) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    if let Some(before) = before {
        // Whose file it is, where that may be said: only root gives files away.
        let _ = fchown(file.as_file(), Some(before.uid()), Some(before.gid()));
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Place::Regular(follow(path), None));
            }
            found => found?,
        };
        if found.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        let (stdout, stderr) = (io::stdout(), io::stderr());
        for stream in [stdout.as_fd(), stderr.as_fd()] {
            // It may be closed.
            let Ok(own) = stream.try_clone_to_owned().map(File::from) else { continue };
            if own.metadata().is_ok_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino())) {
                return Ok(Place::Own(own));
            }
        }
        if !found.is_file() {
            return Ok(Place::Special);
        }
        access(path, Access::WRITE_OK)?;
        Ok(Place::Regular(fs::canonicalize(path)?, Some(found)))
    }
}

/// The path of what is not there, without links that lead to it.
fn follow(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// A file without a name yet, in the folder of another.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut refused = None;
    // As any other file: readable for whom the user lets read.
    let made = tempfile::Builder::new().make_in(folder, |name| {
        let made = File::options().read(true).write(true).create_new(true).open(name);
        made.inspect_err(|error| refused = error.raw_os_error())
    });
    // The other error tells the temporary name, which is nobody's business.
    made.map_err(|error| refused.map_or(error, Error::from_raw_os_error))
}

fn unwritable(path: &Path, error: &Error) -> Failure {
    let help = match error.kind() {
        ErrorKind::StorageFull => "name a file where there is room",
        ErrorKind::BrokenPipe => "who reads it has gone: name a file, or a pipe that is read to its end",
        _ => "name a file in a folder that exists and can be written to",
    };
    report::refuse(&format!("cannot write `{}`: {error}", path.display()), help)
}
