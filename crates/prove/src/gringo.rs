//! The grounder gringo (M. Gebser, R. Kaminski, A. König and T. Schaub, *Advances in gringo Series 3*, LPNMR 2011), run as a
//! program that others wrote: its ground program is the second opinion on ours.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use groundplan_certificate::wait_for;

/// What it is called.
const GRINGO: &str = "gringo";

/// How often to look whether it has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// What a run of gringo comes to.
#[derive(Debug)]
pub enum Grounded {
    /// The ground program, in aspif.
    Program(String),
    /// It does not take the program; its first error.
    Refused(String),
    /// It was ended because that was asked for.
    Stopped,
}

/// The version of the gringo that is on the path.
///
/// # Errors
///
/// When it cannot be run; [`io::ErrorKind::NotFound`] if there is none.
pub fn version() -> io::Result<String> {
    let output = Command::new(GRINGO).arg("--version").stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().trim_start_matches("gringo version ").to_owned())
}

/// What gringo is to ground.
#[derive(Debug, Default)]
pub struct Task<'a> {
    /// The files, `-` for what is given as `input`.
    pub files: Vec<PathBuf>,
    /// Definitions of constants, `NAME=VALUE`.
    pub constants: &'a [String],
    /// What its standard input has.
    pub input: Option<&'a str>,
    /// Whether its warnings and errors go where ours go; else there are no warnings, and the first error is returned.
    pub is_heard: bool,
}

impl Task<'_> {
    /// Grounds `base`. `stop` is asked all the time whether to give up.
    ///
    /// # Errors
    ///
    /// When gringo cannot be run, or what it prints cannot be read.
    pub fn run(&self, stop: &dyn Fn() -> bool) -> io::Result<Grounded> {
        // By files, so that neither side waits for the other.
        let (mut input, mut output) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let mut complaints = tempfile::tempfile()?;
        input.write_all(self.input.unwrap_or_default().as_bytes())?;
        input.rewind()?;
        let mut command = Command::new(GRINGO);
        command
            .arg("--output=intermediate")
            .args(self.constants.iter().flat_map(|constant| ["-c", constant.as_str()]))
            .args(self.files.iter().map(|file| plain(file)))
            .stdin(Stdio::from(input))
            .stdout(Stdio::from(output.try_clone()?));
        if !self.is_heard {
            command.arg("--warn=none").stderr(Stdio::from(complaints.try_clone()?));
        }
        let mut child = command.spawn()?;
        let Some(status) = wait_for(&mut child, GLANCE, stop)? else { return Ok(Grounded::Stopped) };
        if status.success() {
            return read(&mut output).map(Grounded::Program);
        }
        let complaints = read(&mut complaints)?;
        let mut lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
        let error = lines.clone().find(|line| line.contains("error")).or_else(|| lines.next());
        Ok(Grounded::Refused(error.map_or_else(|| status.to_string(), str::to_owned)))
    }
}

/// A name that is not taken for an option: behind a folder, a dash is only a letter.
fn plain(file: &Path) -> PathBuf {
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
