//! Temporary files and folders of workers, which each worker keeps locked until they are complete.
//!
//! The system drops the lock of a worker that is killed, so a later worker on the same machine removes unlocked
//! files. Other machines are left alone, because some cluster file systems keep locks on one machine only.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{flock, FlockOperation};
use tempfile::{NamedTempFile, TempDir};

/// The prefix of the names.
const PREFIX: &str = ".unfinished-";

/// The prefix of the names of folders in the temporary directory.
const ROOM: &str = "groundplan-batch-";

/// A locked folder, which is removed with its contents when the value is dropped.
pub struct Folder {
    folder: TempDir,
    /// The open folder, which holds the lock.
    _locked: File,
}

impl Folder {
    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Creates a temporary file in a folder, with the usual permissions of new files.
///
/// # Errors
///
/// When it cannot be created.
pub fn file(parent: &Path) -> io::Result<NamedTempFile<File>> {
    let prefix = prefix();
    let open = |name: &Path| File::options().read(true).write(true).create_new(true).open(name);
    loop {
        let file = tempfile::Builder::new().prefix(&prefix).make_in(parent, open)?;
        if is_locked(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Creates a temporary folder in another, for output that is moved into place when it is complete.
///
/// # Errors
///
/// When it cannot be created.
pub fn folder(parent: &Path) -> io::Result<Folder> {
    folder_called(parent, &prefix())
}

/// Creates a temporary folder that is not needed after the worker has ended.
///
/// # Errors
///
/// When it cannot be created.
pub fn room() -> io::Result<Folder> {
    folder_called(&std::env::temp_dir(), ROOM)
}

fn folder_called(parent: &Path, prefix: &str) -> io::Result<Folder> {
    loop {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        match File::open(folder.path()) {
            Ok(locked) if is_locked(&locked, folder.path()) => return Ok(Folder { folder, _locked: locked }),
            // Another worker removed it before it was locked.
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns the prefix of names, with the name of the machine.
fn prefix() -> String {
    let machine = rustix::system::uname().nodename().to_string_lossy().replace('/', "_");
    format!("{PREFIX}{machine}-")
}

/// Locks a new file or folder, and returns whether it still exists: another worker may have removed it before it was
/// locked.
fn is_locked(file: &File, path: &Path) -> bool {
    // On file systems without locks, nothing is removed either.
    let _ = flock(file, FlockOperation::LockExclusive);
    let (Ok(locked), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (locked.dev(), locked.ino()) == (there.dev(), there.ino())
}

/// Removes what dead workers of this machine have left in these folders and in the temporary directory. Errors are
/// ignored.
pub fn sweep<'a>(parents: impl IntoIterator<Item = &'a Path>) {
    let prefix = prefix();
    parents.into_iter().for_each(|parent| remove_unlocked(parent, &prefix));
    remove_unlocked(&std::env::temp_dir(), ROOM);
}

fn remove_unlocked(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        let path: PathBuf = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        if !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        let Ok(file) = File::open(&path) else { continue };
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _ = if kind.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}
