//! Options that several commands share. Those that the Python module also has are defined in the front end.

use std::path::PathBuf;

pub use groundplan_frontend::arguments::{passes_without, seconds, Format, LimitArguments, SolverArguments};

/// Parses the name of a file to write.
///
/// # Errors
///
/// When it is `-`, which means standard output elsewhere.
pub fn file_to_write(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => {
            Err("this is written to a file, not to standard output: name one (`./-` if it is called that)"
                .to_owned())
        }
        _ => Ok(text.into()),
    }
}
