//! What a worker writes before it is complete: a file or a folder of its own, which the worker holds locked.
//!
//! A worker that is killed leaves it, and the system drops the lock: a later worker of the same machine removes what is not
//! locked. Only of the same machine, because some file systems of clusters keep locks on one machine only.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{flock, FlockOperation};
use tempfile::{NamedTempFile, TempDir};

/// What the names begin with.
const PREFIX: &str = ".unfinished-";

/// The same of folders for what nobody needs later.
const ROOM: &str = "groundplan-batch-";

/// A folder, which is removed with all that is in it when the value is dropped.
pub struct Folder {
    folder: TempDir,
    /// Holds the lock.
    _locked: File,
}

impl Folder {
    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A file in a folder, readable for whom the user lets read.
///
/// # Errors
///
/// When there can be none.
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

/// A folder in another, for what is moved there when it is complete.
///
/// # Errors
///
/// When there can be none.
pub fn folder(parent: &Path) -> io::Result<Folder> {
    folder_called(parent, &prefix())
}

/// A folder for what nobody needs when the worker has ended.
///
/// # Errors
///
/// When there can be none.
pub fn room() -> io::Result<Folder> {
    folder_called(&std::env::temp_dir(), ROOM)
}

fn folder_called(parent: &Path, prefix: &str) -> io::Result<Folder> {
    loop {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        match File::open(folder.path()) {
            Ok(locked) if is_locked(&locked, folder.path()) => return Ok(Folder { folder, _locked: locked }),
            // Another worker has removed it before it was locked.
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
}

/// With the name of the machine.
fn prefix() -> String {
    let machine = rustix::system::uname().nodename().to_string_lossy().replace('/', "_");
    format!("{PREFIX}{machine}-")
}

/// Locks what was made, and says whether it is still there: another worker may have removed it before it was locked.
fn is_locked(file: &File, path: &Path) -> bool {
    // Where there are no locks, nothing is removed either.
    let _ = flock(file, FlockOperation::LockExclusive);
    let (Ok(locked), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (locked.dev(), locked.ino()) == (there.dev(), there.ino())
}

/// Removes from these folders, and from the one for temporary files, what workers of this machine have left that are no
/// more. What cannot be removed stays.
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
