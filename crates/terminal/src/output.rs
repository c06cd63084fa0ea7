//! Prints results on standard output.

use std::fmt;
use std::io::{BufWriter, Error, ErrorKind, IsTerminal, StdoutLock, Write};

use groundplan::diagnostic::Diagnostics;

use crate::escape::{self, escaped};
use crate::exit::Failure;
use crate::{colour, progress};

/// Prints a result and flushes it.
///
/// # Errors
///
/// When standard output cannot be written; [`Failure::Closed`] if its reader is gone.
pub fn print(text: &str) -> Result<(), Failure> {
    write(text).map_err(|error| failed(&error))
}

/// Prints a result for people and flushes it: what a terminal obeys is escaped.
///
/// # Errors
///
/// The errors of [`print()`].
pub fn show(text: &str) -> Result<(), Failure> {
    print(&escaped(text))
}

/// Prints a text of others, which programs read: it is exact, unless standard output is a terminal.
///
/// # Errors
///
/// The errors of [`print()`].
pub fn copy(text: &str) -> Result<(), Failure> {
    match std::io::stdout().is_terminal() {
        true => show(text),
        false => print(text),
    }
}

/// Prints a result that is no text.
///
/// # Errors
///
/// The errors of [`print()`]; also when standard output is a terminal.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        return Err(Failure::Usage("this is not for a terminal: name a file with `--output`".to_owned()));
    }
    write_bytes(bytes).map_err(|error| failed(&error))
}

/// Writes a result, for callers that report the error themselves.
///
/// # Errors
///
/// When standard output cannot be written.
pub fn write(text: &str) -> std::io::Result<()> {
    write_bytes(text.as_bytes())
}

fn write_bytes(bytes: &[u8]) -> std::io::Result<()> {
    progress::without_line(|| {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(bytes).and_then(|()| stdout.flush())
    })
}

/// Renders diagnostics as a result, with colours if standard output is a terminal that shows them, or they are asked for.
pub fn rendered(diagnostics: &Diagnostics) -> String {
    let is_terminal = std::io::stdout().is_terminal();
    match (is_terminal, colour::is_wanted(is_terminal)) {
        (_, true) => escape::coloured(&diagnostics.for_terminal(true).to_string()),
        (true, false) => escaped(&diagnostics.for_terminal(false).to_string()),
        (false, false) => escaped(&diagnostics.to_string()),
    }
}

/// Prints a large result piece by piece.
///
/// # Errors
///
/// The errors of [`print()`].
pub fn print_by(write: impl FnOnce(&mut StdoutWriter) -> fmt::Result) -> Result<(), Failure> {
    let mut pieces = StdoutWriter { out: BufWriter::new(std::io::stdout().lock()), failed: None };
    let written = write(&mut pieces);
    let failed = pieces.failed.take().map_or(written.map_err(Error::other), Err);
    failed.and_then(|()| pieces.out.flush()).map_err(|error| self::failed(&error))
}

/// Standard output as a [`fmt::Write`].
pub struct StdoutWriter {
    out: BufWriter<StdoutLock<'static>>,
    failed: Option<Error>,
}

impl fmt::Write for StdoutWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// Returns the failure for an error of writing standard output.
pub fn failed(error: &Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Unwritable(format!("cannot write the result: {error}")),
    }
}

/// Whether standard output is a pipe or a socket, so that its reader may go away.
#[cfg(unix)]
pub(crate) fn has_reader() -> bool {
    use rustix::fs::FileType;
    let kind = rustix::fs::fstat(std::io::stdout()).map(|found| FileType::from_raw_mode(found.st_mode));
    matches!(kind, Ok(FileType::Fifo | FileType::Socket))
}

/// Whether the reader of standard output is gone.
#[cfg(unix)]
pub fn is_closed() -> bool {
    use rustix::event::{poll, PollFd, PollFlags, Timespec};
    let stdout = std::io::stdout();
    // Errors and hang-ups are reported without being asked for.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&at_once)).is_ok()
        && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Outside Unix only a failed write tells that the reader is gone.
#[cfg(not(unix))]
pub(crate) fn has_reader() -> bool {
    false
}

/// Outside Unix only a failed write tells that the reader is gone.
#[cfg(not(unix))]
pub fn is_closed() -> bool {
    false
}
