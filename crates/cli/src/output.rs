//! Puts results on standard output and into files.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Error, ErrorKind, IsTerminal, StdoutLock, Write};
use std::path::Path;

use groundplan::diagnostic::Diagnostics;
use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::fs::FileType;
use tempfile::NamedTempFile;

use crate::exit::Failure;
use crate::{progress, report};

/// Prints a result in one go.
///
/// # Errors
///
/// When standard output cannot be written, [`Failure::Closed`] where nobody reads it any more.
pub fn print(text: &str) -> Result<(), Failure> {
    progress::aside(|| {
        let mut stdout = std::io::stdout().lock();
        printed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
    })
}

/// Diagnostics as a result: with colours where standard output is a terminal that shows them.
pub fn rendered(diagnostics: &Diagnostics) -> String {
    if std::io::stdout().is_terminal() && report::wants_colour() {
        diagnostics.styled().to_string()
    } else {
        diagnostics.to_string()
    }
}

/// Prints a large result while it is written.
///
/// # Errors
///
/// As [`print`].
pub fn print_by(write: impl FnOnce(&mut Pieces) -> fmt::Result) -> Result<(), Failure> {
    let mut pieces = Pieces { out: BufWriter::new(std::io::stdout().lock()), failed: None };
    let written = write(&mut pieces);
    let failed = pieces.failed.take().map_or(written.map_err(Error::other), Err);
    printed(failed.and_then(|()| pieces.out.flush()))
}

/// Standard output, for what writes text.
pub struct Pieces {
    out: BufWriter<StdoutLock<'static>>,
    failed: Option<Error>,
}

impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

fn printed(result: std::io::Result<()>) -> Result<(), Failure> {
    result.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Internal(format!("cannot write the result: {error}")),
    })
}

/// Whether standard output is a pipe or a socket, which somebody reads as long as he likes.
pub fn has_reader() -> bool {
    let kind = rustix::fs::fstat(std::io::stdout()).map(|found| FileType::from_raw_mode(found.st_mode));
    matches!(kind, Ok(FileType::Fifo | FileType::Socket))
}

/// Whether who read standard output has gone away, so that nothing printed reaches anybody.
pub fn is_closed() -> bool {
    let stdout = std::io::stdout();
    // What has gone is told without being asked for.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&at_once)).is_ok()
        && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Whether a file could be written there.
///
/// # Errors
///
/// When not, which has been said.
pub fn probe(path: &Path) -> Result<(), Failure> {
    let made = if path.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { beside(path) };
    made.map(drop).map_err(|error| unwritable(path, &error))
}

/// Writes a file, all of it or nothing: what had that name before stays until the new text is complete.
///
/// # Errors
///
/// When it cannot be written, which has been said.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let write = || -> std::io::Result<()> {
        let mut file = beside(path)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        file.persist(path).map(drop).map_err(|error| error.error)
    };
    write().map_err(|error| unwritable(path, &error))
}

/// A file without a name yet, in the folder of another.
fn beside(path: &Path) -> std::io::Result<NamedTempFile> {
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
    report::refuse(
        &format!("cannot write `{}`: {error}", path.display()),
        "name a file in a folder that exists and can be written to",
    )
}
