//! Runs the grounder gringo (M. Gebser, R. Kaminski, A. König and T. Schaub, *Advances in gringo Series 3*, LPNMR 2011) as an
//! external program. Its ground program is a second opinion on ours.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use groundplan_certificate::wait_for;

/// The name of the executable.
const GRINGO: &str = "gringo";

/// The polling interval while waiting for gringo to exit.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The result of a run of gringo.
#[derive(Debug)]
pub enum GringoProgram {
    /// The ground program, in aspif.
    Program(String),
    /// gringo rejects the program; its first error message.
    Refused(String),
    /// The run was stopped by the caller.
    Stopped,
}

/// Returns the version of the gringo in `PATH`.
///
/// # Errors
///
/// If it cannot be run; [`io::ErrorKind::NotFound`] if it is not installed.
pub fn version() -> io::Result<String> {
    let output = Command::new(GRINGO).arg("--version").stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().trim_start_matches("gringo version ").to_owned())
}

/// The input of a run of gringo.
#[derive(Debug, Default)]
pub struct GringoTask<'a> {
    /// The input files; `-` stands for `input`.
    pub files: Vec<PathBuf>,
    /// Definitions of constants, `NAME=VALUE`.
    pub constants: &'a [String],
    /// The standard input.
    pub input: Option<&'a str>,
    /// Whether gringo's warnings and errors are printed to our standard error. Otherwise warnings are off, and the first error is
    /// returned.
    pub is_heard: bool,
}

impl GringoTask<'_> {
    /// Grounds the part `base`. `stop` is polled and returns whether to give up.
    ///
    /// # Errors
    ///
    /// If gringo cannot be run, or if its output cannot be read.
    pub fn run(&self, stop: &dyn Fn() -> bool) -> io::Result<GringoProgram> {
        // Files instead of pipes, so that neither process waits for the other.
        let (mut input, mut output) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let mut stderr = tempfile::tempfile()?;
        input.write_all(self.input.unwrap_or_default().as_bytes())?;
        input.rewind()?;
        let mut command = Command::new(GRINGO);
        command
            .arg("--output=intermediate")
            .args(self.constants.iter().flat_map(|constant| ["-c", constant.as_str()]))
            .args(self.files.iter().map(|file| as_operand(file)))
            .stdin(Stdio::from(input))
            .stdout(Stdio::from(output.try_clone()?));
        if !self.is_heard {
            command.arg("--warn=none").stderr(Stdio::from(stderr.try_clone()?));
        }
        let mut child = command.spawn()?;
        let Some(status) = wait_for(&mut child, POLL_INTERVAL, stop)? else {
            return Ok(GringoProgram::Stopped);
        };
        if status.success() {
            return read(&mut output).map(GringoProgram::Program);
        }
        let stderr = read(&mut stderr)?;
        let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
        let error = lines.clone().find(|line| line.contains("error")).or_else(|| lines.next());
        Ok(GringoProgram::Refused(error.map_or_else(|| status.to_string(), str::to_owned)))
    }
}

/// Grounds files as they were for a certificate. `stop` is polled and returns whether to give up.
///
/// # Errors
///
/// Why gringo does not ground them.
pub fn ground_again(
    files: Vec<PathBuf>,
    constants: &[String],
    stop: &dyn Fn() -> bool,
) -> Result<String, String> {
    let task = GringoTask { files, constants, input: None, is_heard: false };
    let why = match task.run(stop) {
        Ok(GringoProgram::Program(aspif)) => return Ok(aspif),
        Ok(GringoProgram::Refused(why)) => why,
        Ok(GringoProgram::Stopped) => "it was stopped".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(format!("gringo does not ground it: {why}"))
}

/// Returns a path that gringo does not parse as an option: a name that begins with a dash gets a folder in front.
fn as_operand(file: &Path) -> PathBuf {
    match file.to_string_lossy() {
        name if name != "-" && name.starts_with('-') => Path::new(".").join(file),
        _ => file.to_owned(),
    }
}

fn read(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
