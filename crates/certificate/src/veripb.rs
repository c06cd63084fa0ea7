//! Runs VeriPB (S. Gocht, J. Nordström and others, <https://gitlab.com/MIAOresearch/software/VeriPB>) and evaluates its output.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::error::Refusal;
use crate::wait::wait_for;

/// The polling interval while waiting for VeriPB to exit.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The size of a file that is written to see whether there was room for the output of VeriPB, in bytes.
const PROBE: usize = 1 << 14;

/// The result of a run of VeriPB.
pub(crate) enum VeripbResult {
    /// VeriPB accepts the proof; its version.
    Accepted(String),
    Refused(Refusal),
    /// The run was stopped by the caller.
    Stopped,
    /// The temporary directory cannot be written, so that what VeriPB said is lost.
    NoRoom(io::Error),
}

/// Checks a proof with VeriPB. Formula and proof are in our temporary directory, which also receives VeriPB's output.
///
/// # Errors
///
/// If VeriPB cannot be run.
pub(crate) fn run(program: &Path, dir: &Path, stop: &dyn Fn() -> bool) -> io::Result<VeripbResult> {
    let (output, complaints) = (dir.join("output"), dir.join("complaints"));
    let files = File::create(&output).and_then(|output| Ok((output, File::create(&complaints)?)));
    let (stdout, stderr) = match files {
        Ok(files) => files,
        Err(error) => return Ok(VeripbResult::NoRoom(error)),
    };
    let mut child = Command::new(program)
        .args(["--opb", "formula.opb", "proof.pbp"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()?;
    let Some(status) = wait_for(&mut child, POLL_INTERVAL, stop)? else { return Ok(VeripbResult::Stopped) };
    let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let result = judge(status.success(), &text(&output)?, &text(&complaints)?);
    let is_refused = matches!(result, VeripbResult::Refused(_));
    Ok(match fs::write(dir.join("probe"), [0; PROBE]) {
        Err(error) if is_refused => VeripbResult::NoRoom(error),
        _ => result,
    })
}

/// Evaluates the exit status and the output of VeriPB. Neither the status 0 nor the verdict suffices alone: a proof without a
/// conclusion has the status 0, and a verdict may come before an error. Apart from the version there must be no other output,
/// because an unproven assumption is reported only by a warning.
fn judge(success: bool, output: &str, complaints: &str) -> VeripbResult {
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
    let refuse = |what: &str| VeripbResult::Refused(Refusal::whole(format!("VeriPB {what}{said}")));
    match version {
        _ if !success => refuse("does not accept the proof"),
        _ if !verdict => refuse("does not say `s VERIFIED UNSATISFIABLE`"),
        _ if other.is_some() => refuse("accepts the proof with a reservation"),
        None => refuse("does not say which version it is"),
        Some(version) => VeripbResult::Accepted(version.to_owned()),
    }
}
