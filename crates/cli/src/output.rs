//! Prints results on standard output.

use std::io::{ErrorKind, Write};

use crate::exit::Failure;

/// Prints a result in one go. That nobody reads on is no error.
///
/// # Errors
///
/// When standard output cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Internal(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}
