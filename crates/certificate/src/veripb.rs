//! Runs VeriPB (S. Gocht, J. Nordström and others, <https://gitlab.com/MIAOresearch/software/VeriPB>) and judges what it says.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::error::Refusal;
use crate::wait::wait_for;

/// How long to sleep between looking whether the program has ended.
const NAP: Duration = Duration::from_millis(5);

/// What a run came to.
pub(crate) enum Run {
    /// It accepts the proof; its version.
    Accepted(String),
    Refused(Refusal),
    /// It was ended because that was asked for.
    Stopped,
}

/// Has a proof checked. Formula and proof lie in a directory of our own, which takes what the program prints, too.
///
/// # Errors
///
/// Where the program cannot be run.
pub(crate) fn run(program: &Path, dir: &Path, stop: &dyn Fn() -> bool) -> io::Result<Run> {
    let (output, complaints) = (dir.join("output"), dir.join("complaints"));
    let mut child = Command::new(program)
        .args(["--opb", "formula.opb", "proof.pbp"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&complaints)?)
        .spawn()?;
    let Some(status) = wait_for(&mut child, NAP, stop)? else { return Ok(Run::Stopped) };
    let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(judge(status.success(), &text(&output)?, &text(&complaints)?))
}

/// Both have to be there, the status 0 and the verdict, which alone say too little: a proof without a conclusion has the
/// status 0, and a verdict may come before an error. There may be nothing else either but the version: an assumption that
/// was not proven is mentioned nowhere but in a warning.
fn judge(success: bool, output: &str, complaints: &str) -> Run {
    let mut version = None;
    let mut verdict = false;
    let mut other = complaints.lines().find(|line| !line.trim().is_empty());
    for line in output.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix("Running VeriPB version ") {
            Some(found) if version.is_none() => version = Some(found),
            _ if line == "s VERIFIED UNSATISFIABLE" && !verdict => verdict = true,
            _ => other = other.or(Some(line)),
        }
    }
    let said = other.map(|line| format!(", and says `{line}`")).unwrap_or_default();
    let refuse = |what: &str| Run::Refused(Refusal::whole(format!("VeriPB {what}{said}")));
    match version {
        _ if !success => refuse("does not accept the proof"),
        _ if !verdict => refuse("does not say `s VERIFIED UNSATISFIABLE`"),
        _ if other.is_some() => refuse("accepts the proof with a reservation"),
        None => refuse("does not say which version it is"),
        Some(version) => Run::Accepted(version.to_owned()),
    }
}
