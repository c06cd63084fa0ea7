//! `groundplan batch work`: runs a job, or the jobs of a chunk, and writes their results.
//!
//! The command runs as in `compare`: in its own process, measured with all its descendants by the operating system.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

use groundplan_compare::competitor::RunLimits;
use groundplan_compare::process::{self, Measured, ProcessEnd};
use groundplan_compare::row::Outcome;
use groundplan_compare::task::AnswerFinding;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::{file, report};
use serde_json::Value;

use crate::arguments::WorkArguments;
use crate::conclude::{conclude, output, Ended};
use crate::job::{file_digest, open, Job, JobManifest, QuestionPart, SCHEMA};
use crate::part;
use crate::record::{self, JobRecord, Worker, MOST_ERRORS};
use crate::unfinished;

/// The poll interval for whether a job is still needed.
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// Runs the command.
///
/// # Errors
///
/// When the manifest is invalid, an input file has changed, or a result cannot be written.
pub fn run(arguments: &WorkArguments) -> Result<Exit, Failure> {
    let manifest = JobManifest::read(&arguments.manifest)?;
    let jobs: Vec<&Job> = match (arguments.line, arguments.chunk) {
        (Some(line), _) => manifest.jobs.get(line as usize - 1).into_iter().collect(),
        (None, chunk) => manifest.jobs.iter().filter(|job| Some(job.chunk) == chunk).collect(),
    };
    if jobs.is_empty() {
        let (lines, chunks) = (manifest.jobs.len(), manifest.chunks());
        return Err(Failure::Usage(format!(
            "`{}` has {lines} lines in {chunks} chunks, counted from 1: there is none of that number",
            manifest.name
        )));
    }
    let places: BTreeSet<PathBuf> = jobs.iter().flat_map(|job| places(&manifest, job)).collect();
    unfinished::sweep(places.iter().map(PathBuf::as_path));
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            process::end_with_descendants(Exit::Unknown);
        }
        process::end_later(Exit::Unknown);
    })
    .map_err(anyhow::Error::from)?;
    for job in jobs {
        if stopped.load(Ordering::SeqCst) {
            return Ok(Exit::Unknown);
        }
        let told = work(&manifest, job, &stopped)?;
        if !arguments.quiet {
            report::say(&format!("{}: {told}", job.name()));
        }
        if stopped.load(Ordering::SeqCst) {
            return Ok(Exit::Unknown);
        }
    }
    Ok(Exit::Success)
}

/// Returns the folders that a job writes to.
fn places(manifest: &JobManifest, job: &Job) -> Vec<PathBuf> {
    let directory = manifest.directory(job);
    let outputs = job.outputs.iter().filter_map(|name| Some(directory.join(name).parent()?.to_owned()));
    std::iter::once(manifest.results(job)).chain(outputs).collect()
}

/// Runs a job that has no conclusive result yet, and returns its outcome in words.
fn work(manifest: &JobManifest, job: &Job, stopped: &Arc<AtomicBool>) -> Result<String, Failure> {
    let folder = manifest.results(job);
    if record::of(&folder, &job.id).iter().any(|found| found.of(job).is_some_and(|record| record.conclusive))
    {
        return Ok("has a result".to_owned());
    }
    if is_needless(&folder, manifest, job) {
        return Ok("is not needed".to_owned());
    }
    let directory = manifest.directory(job);
    check(job, &directory)?;
    // Create the file first, so that a folder that cannot be written to is reported before the job runs.
    let file = record::begin(&folder)?;
    let written = Outputs::new(job, &directory)?;
    let watch = WorkWatch::start(job, &folder, stopped);
    let measured = start(job, &directory, &written, &watch.over);
    watch.end();
    let measured = measured?;
    if matches!(measured.end, ProcessEnd::Interrupted) {
        let needless = !stopped.load(Ordering::SeqCst);
        return Ok(if needless { "is not needed any more" } else { "interrupted" }.to_owned());
    }
    written.keep()?;
    finish(manifest, job, &measured, file)
}

/// Writes the result, and marks the jobs that it makes unnecessary.
fn finish(
    manifest: &JobManifest,
    job: &Job,
    measured: &Measured,
    file: record::Unfinished,
) -> Result<String, Failure> {
    let folder = manifest.results(job);
    let printed = output(&measured.output);
    let conclusion = conclude(job, Ended::of(measured, &printed));
    let skipped = measured.errors.chars().count().saturating_sub(MOST_ERRORS);
    let result = JobRecord {
        schema_version: SCHEMA,
        id: job.id.clone(),
        digest: job.digest.clone(),
        outcome: conclusion.outcome.name().to_owned(),
        verdict: conclusion.answer.map(|answer| answer.verdict().to_owned()),
        optimum: conclusion.answer.and_then(AnswerFinding::optimum),
        remark: conclusion.remark,
        conclusive: conclusion.conclusive,
        exit: match measured.end {
            ProcessEnd::Ended(status) => status.code(),
            _ => None,
        },
        output: printed,
        errors: measured.errors.chars().skip(skipped).collect(),
        cpu_seconds: measured.cpu.as_secs_f64(),
        wall_seconds: measured.wall.as_secs_f64(),
        peak_mib: measured.peak as f64 / f64::from(1 << 20),
        worker: Worker::here(),
    };
    let attempt = result.write(file, &folder)?;
    if let Some(answer) = conclusion.answer.filter(|_| is_about_the_program(job, &result.output)) {
        mark_needless(manifest, job, answer)?;
    }
    let answer = conclusion.answer.map_or(conclusion.outcome.name().to_owned(), |answer| answer.to_string());
    let again = if attempt > 1 { format!(", result {attempt}") } else { String::new() };
    Ok(match conclusion.outcome {
        Outcome::Error => format!("{answer}: {}{again}", result.remark),
        _ => format!("{answer}, {:.1} s{again}", result.wall_seconds),
    })
}

/// Whether the output is about the ground program that the cube of the job belongs to.
pub fn is_about_the_program(job: &Job, printed: &Value) -> bool {
    match &job.part {
        // The second spelling is that of the JSON format of clingo.
        Some(QuestionPart::Cube { program, .. }) => {
            printed["program"] == **program || printed["Program"] == **program
        }
        _ => true,
    }
}

/// Whether a result of another job makes this job unnecessary: the marker file contains the id of that job.
fn is_needless(folder: &Path, manifest: &JobManifest, job: &Job) -> bool {
    let mark = open(&record::needless(folder, &job.id)).and_then(std::io::read_to_string);
    let Ok(id) = mark else { return false };
    let found = record::of(folder, &id);
    let Some(other) = manifest.jobs.iter().find(|other| other.id == id) else { return false };
    found
        .iter()
        .filter_map(|found| found.of(other)?.answer())
        .any(|answer| part::needless(other, answer, &manifest.jobs).any(|needless| needless.id == job.id))
}

/// Marks the jobs that are no longer needed, and cancels those that wait in the same array.
fn mark_needless(manifest: &JobManifest, job: &Job, answer: AnswerFinding) -> Result<(), Failure> {
    let mut spared = Vec::new();
    for other in part::needless(job, answer, &manifest.jobs) {
        let mark = record::needless(&manifest.results(other), &other.id);
        // A mark only saves work, and a pipe in its place would be waited for.
        if fs::metadata(&mark).is_ok_and(|found| !found.is_file()) {
            continue;
        }
        // The file must be written at once: without an id it would stop a job that is needed.
        file::write(&mark, &job.id)?;
        spared.push(other.chunk);
    }
    crate::slurm::cancel(job.chunk, &spared);
    Ok(())
}

/// Checks that version and input files are those of the plan.
fn check(job: &Job, directory: &Path) -> Result<(), Failure> {
    if job.groundplan != env!("CARGO_PKG_VERSION") {
        return Err(Failure::Input(format!(
            "{}: planned by version {} of groundplan, and this is {}: plan again, or use the other",
            job.name(),
            job.groundplan,
            env!("CARGO_PKG_VERSION")
        )));
    }
    for input in &job.inputs {
        let path = directory.join(&input.file);
        let found = file_digest(&path).map_err(|error| {
            Failure::Input(format!("{}: cannot read `{}`: {error}", job.name(), path.display()))
        })?;
        if found != input.sha256 {
            return Err(Failure::Input(format!(
                "{}: `{}` is not the file that was planned with: plan again",
                job.name(),
                path.display()
            )));
        }
    }
    Ok(())
}

/// Runs the command of a job.
fn start(job: &Job, directory: &Path, written: &Outputs, stopped: &AtomicBool) -> Result<Measured, Failure> {
    let cannot = |what: &str, error: std::io::Error| Failure::Internal(format!("{what}: {error}"));
    let room = unfinished::room()
        .map_err(|error| Failure::Unwritable(format!("cannot make a temporary folder: {error}")))?;
    let program = std::env::current_exe().map_err(|error| cannot("cannot find this program", error))?;
    let mut command = Command::new(program);
    command.args(job.arguments.iter().map(|word| written.place(word))).current_dir(directory);
    // Temporary files of a killed command are removed with this folder.
    command.stdin(Stdio::null()).env("TMPDIR", room.path());
    process::run(command, room.path(), RunLimits::NONE, stopped)
        .map_err(|error| cannot(&format!("cannot run {}", job.name()), error))
}

/// The outputs of a job besides its result. They are written to temporary folders and moved when the command has
/// ended.
struct Outputs {
    /// The name, the final path and the temporary folder of each output.
    places: Vec<(String, PathBuf, unfinished::Folder)>,
}

impl Outputs {
    fn new(job: &Job, directory: &Path) -> Result<Outputs, Failure> {
        let place = |name: &String| {
            let path = directory.join(name);
            let parent = path.parent().map_or(directory.to_owned(), Path::to_owned);
            let made = fs::create_dir_all(&parent).and_then(|()| unfinished::folder(&parent));
            made.map(|folder| (name.clone(), path, folder)).map_err(|error| {
                Failure::Unwritable(format!("cannot write into `{}`: {error}", parent.display()))
            })
        };
        Ok(Outputs { places: job.outputs.iter().map(place).collect::<Result<_, _>>()? })
    }

    /// Returns a word of the command line, with the path of an output replaced by its temporary one.
    fn place(&self, word: &str) -> String {
        for (name, _, folder) in &self.places {
            if let Some(option) = word.strip_suffix(name.as_str()).filter(|option| option.ends_with('=')) {
                return format!("{option}{}", folder.path().join("output").display());
            }
        }
        word.to_owned()
    }

    /// Moves the outputs into place. An output of another worker that exists already is kept.
    fn keep(self) -> Result<(), Failure> {
        for (_, path, folder) in self.places {
            let written = folder.path().join("output");
            if written.exists() && !path.exists() {
                match fs::rename(&written, &path) {
                    Err(error) if !path.exists() => {
                        return Err(Failure::Unwritable(format!(
                            "cannot write `{}`: {error}",
                            path.display()
                        )));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Polls whether a job is still needed.
struct WorkWatch {
    /// Whether the command is to end: it is no longer needed, or the worker is interrupted.
    over: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl WorkWatch {
    fn start(job: &Job, folder: &Path, stopped: &Arc<AtomicBool>) -> WorkWatch {
        if job.part.is_none() {
            return WorkWatch { over: Arc::clone(stopped), ended: Arc::default() };
        }
        let (over, ended) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let mark = record::needless(folder, &job.id);
        let (stopped, tell, end) = (Arc::clone(stopped), Arc::clone(&over), Arc::clone(&ended));
        std::thread::spawn(move || {
            while !end.load(Ordering::SeqCst) {
                let is_marked = fs::metadata(&mark).is_ok_and(|mark| mark.len() > 0);
                if stopped.load(Ordering::SeqCst) || is_marked {
                    tell.store(true, Ordering::SeqCst);
                    return;
                }
                std::thread::sleep(POLL_INTERVAL);
            }
        });
        WorkWatch { over, ended }
    }

    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
    }
}
