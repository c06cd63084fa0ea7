//! Result files: each appears when it is complete, and never changes.
//!
//! A result file is named after the job and the attempt, `ID.N.json`. A second result does not replace the first, so
//! when two workers run the same job, nothing is lost and both results are visible.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use groundplan_compare::row::Outcome;
use groundplan_compare::task::AnswerFinding;
use groundplan_terminal::exit::Failure;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::conclude::{conclude, Ended};
use crate::job::{open, Job, QuestionPart, SCHEMA};
use crate::unfinished;

/// A result file that has no final name yet.
pub type Unfinished = NamedTempFile<File>;

/// The number of letters of standard error that are kept, from its end.
pub const MOST_ERRORS: usize = 4000;

/// The largest result file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Why a result does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It is of something else.
    Stray(String),
    /// It contradicts itself or its job.
    Contradiction(String),
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobRecord {
    /// [`SCHEMA`].
    pub schema_version: u32,
    /// The id of the job.
    pub id: String,
    /// The digest of the job.
    pub digest: String,
    /// The outcome, by its name in comparisons.
    pub outcome: String,
    /// The answer, in the words of solvers.
    pub verdict: Option<String>,
    /// The least number of actions, if that is the answer.
    pub optimum: Option<u32>,
    /// Further remarks.
    pub remark: String,
    /// Whether there is no point in running the job again.
    pub conclusive: bool,
    /// The exit code; `None` if a signal ended the command.
    pub exit: Option<i32>,
    /// Standard output: a JSON object if it is one, otherwise text.
    pub output: Value,
    /// The end of standard error.
    pub errors: String,
    /// The user and system time in seconds.
    pub cpu_seconds: f64,
    /// The wall-clock time in seconds.
    pub wall_seconds: f64,
    /// The peak resident memory in MiB.
    pub peak_mib: f64,
    /// The worker that ran the job.
    pub worker: Worker,
}

/// The worker that ran a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Worker {
    /// The name of the machine.
    pub host: String,
    /// The version of the program.
    pub groundplan: String,
    /// Job id, task and restart count of the scheduler, if there was one.
    pub slurm: Option<String>,
}

impl Worker {
    /// Returns the description of this process.
    pub fn here() -> Worker {
        let known = |name: &str| std::env::var(name).ok();
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let slurm = known("SLURM_JOB_ID").map(|job| {
            let task = known("SLURM_ARRAY_TASK_ID").map_or(String::new(), |task| format!(" task {task}"));
            let again =
                known("SLURM_RESTART_COUNT").map_or(String::new(), |count| format!(" restart {count}"));
            format!("{job}{task}{again}")
        });
        let host = known("SLURMD_NODENAME").unwrap_or(host);
        Worker { host, groundplan: env!("CARGO_PKG_VERSION").to_owned(), slurm }
    }
}

impl JobRecord {
    /// Returns the answer, if there is one.
    pub fn answer(&self) -> Option<AnswerFinding> {
        AnswerFinding::from_words(self.verdict.as_deref()?, self.optimum)
    }

    /// Returns the outcome.
    pub fn outcome(&self) -> Outcome {
        Outcome::ALL.into_iter().find(|known| known.name() == self.outcome).unwrap_or(Outcome::Error)
    }

    /// Returns why the result does not count for this job; `None` if it does.
    pub fn flaw(&self, job: &Job) -> Option<Flaw> {
        if self.schema_version != SCHEMA || self.id != job.id || self.digest != job.digest {
            return Some(Flaw::Stray("it has another digest".to_owned()));
        }
        let (theirs, planned) = (&self.worker.groundplan, &job.groundplan);
        if theirs != planned {
            return Some(Flaw::Stray(format!("it is from version {theirs}, and was planned with {planned}")));
        }
        if !self.is_consistent(job) {
            return Some(Flaw::Contradiction(
                "its verdict is not that of its exit code and output".to_owned(),
            ));
        }
        let Some(QuestionPart::Cube { literals, .. }) = &job.part else { return None };
        // The second spelling is that of the JSON format of clingo.
        let cube = ["cube", "Cube"].into_iter().find_map(|key| self.output.get(key)?.as_array());
        let is_other = |cube: &Vec<Value>| {
            !cube.iter().map(Value::as_str).eq(literals.iter().map(|it| Some(it.as_str())))
        };
        cube.is_some_and(is_other).then(|| Flaw::Contradiction("it is about another cube".to_owned()))
    }

    /// Whether the answer follows from what the command has left, and the job is not called done where it is not.
    fn is_consistent(&self, job: &Job) -> bool {
        let text = match &self.output {
            Value::String(text) => text.clone(),
            object => object.to_string(),
        };
        let ended = Ended { code: self.exit, text: &text, output: &self.output, errors: &self.errors };
        let again = conclude(job, ended);
        let claims = self.verdict.is_some() || self.outcome() == Outcome::Solved;
        let is_same = self.outcome() == again.outcome
            && self.answer() == again.answer
            && self.verdict.is_some() == again.answer.is_some();
        // How a command without an answer ended is read from messages, of which only the end is kept.
        let are_whole = self.errors.chars().count() < MOST_ERRORS;
        (is_same || !claims) && (again.conclusive || !self.conclusive || !are_whole)
    }

    /// Writes the result under the next free number in the folder, and returns that number.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, mut file: Unfinished, folder: &Path) -> Result<u32, Failure> {
        let text = serde_json::to_string(self).map_err(anyhow::Error::from)? + "\n";
        let cannot = |error| unwritable(folder, &error);
        // Flush to the disk before naming the file, so that a crash of the machine leaves no empty result.
        file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(cannot)?;
        for attempt in 1.. {
            match file.persist_noclobber(folder.join(format!("{}.{attempt}.json", self.id))) {
                Ok(_) => return Ok(attempt),
                Err(refused) if refused.error.kind() == std::io::ErrorKind::AlreadyExists => {
                    file = refused.file;
                }
                Err(refused) => return Err(cannot(refused.error)),
            }
        }
        unreachable!("some number is free")
    }
}

/// Creates a result file without its final name in the folder of results.
///
/// # Errors
///
/// When it cannot be created.
pub fn begin(folder: &Path) -> Result<Unfinished, Failure> {
    std::fs::create_dir_all(folder)
        .and_then(|()| unfinished::file(folder))
        .map_err(|error| unwritable(folder, &error))
}

fn unwritable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::Unwritable(format!("cannot write a result into `{}`: {error}", folder.display()))
}

/// A file in a folder of results, with its attempt number.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// The attempt number.
    pub attempt: u32,
    /// The result, or why the file cannot be read.
    pub record: Result<JobRecord, String>,
}

impl RecordFile {
    /// Returns the result, if it counts for this job.
    pub fn of(&self, job: &Job) -> Option<&JobRecord> {
        self.record.as_ref().ok().filter(|record| record.flaw(job).is_none())
    }

    /// Returns why the result does not count for this job; `None` if it does.
    pub fn flaw(&self, job: &Job) -> Option<Flaw> {
        match &self.record {
            Ok(record) => record.flaw(job),
            Err(error) => Some(Flaw::Stray(error.clone())),
        }
    }
}

/// Returns the results of a job, by attempt.
pub fn of(folder: &Path, id: &str) -> Vec<RecordFile> {
    let file = |attempt: u32| (attempt, folder.join(format!("{id}.{attempt}.json")));
    let there = (1..).map(file).take_while(|(_, path)| path.exists());
    there.map(|(attempt, path)| RecordFile { attempt, record: read(&path) }).collect()
}

/// Returns all results in a folder by the id of their job; none if the folder does not exist.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn all(folder: &Path) -> Result<HashMap<String, Vec<RecordFile>>, Failure> {
    let mut all: HashMap<String, Vec<RecordFile>> = HashMap::new();
    let cannot =
        |error: std::io::Error| Failure::Input(format!("cannot read `{}`: {error}", folder.display()));
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(all),
        entries => entries.map_err(cannot)?,
    };
    for entry in entries {
        let name = entry.map_err(cannot)?.file_name();
        let parts = name.to_str().and_then(|name| name.strip_suffix(".json")?.rsplit_once('.'));
        let Some((id, Ok(attempt))) = parts.map(|(id, attempt)| (id, attempt.parse())) else { continue };
        let record = read(&folder.join(&name));
        all.entry(id.to_owned()).or_default().push(RecordFile { attempt, record });
    }
    for found in all.values_mut() {
        found.sort_by_key(|found| found.attempt);
    }
    Ok(all)
}

fn read(path: &Path) -> Result<JobRecord, String> {
    let mut text = Vec::new();
    // A larger file ends in the middle, and so is no result.
    let read = open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut text));
    read.map_err(|error| error.to_string())?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// Returns the path of the marker file that says that a job is no longer needed, so that its worker can stop.
pub fn needless(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.needless"))
}
