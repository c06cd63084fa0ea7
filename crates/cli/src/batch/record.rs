//! A result: a file that appears when it is complete, and never changes.
//!
//! It is called by the job and the attempt, `ID.N.json`. A second result does not take the place of the first, so that
//! nothing is lost where two workers do the same, and can be told.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::NamedTempFile;

use super::job::{Job, SCHEMA};
use super::unfinished;
use crate::compare::row::Outcome;
use crate::compare::task::Finding;
use crate::exit::Failure;

/// A file without a name of a result.
pub type Unfinished = NamedTempFile<File>;

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema_version: u32,
    /// The job's.
    pub id: String,
    /// The job's.
    pub digest: String,
    /// What came of it, in the words of a comparison.
    pub outcome: String,
    /// The answer, in a solver's words.
    pub verdict: Option<String>,
    /// The least number of actions, if that is the answer.
    pub optimum: Option<u32>,
    /// What else is to be said.
    pub remark: String,
    /// Whether running it again is to no purpose.
    pub conclusive: bool,
    /// The exit code; none if a signal ended it.
    pub exit: Option<i32>,
    /// What it printed: an object if it is one, else text.
    pub output: Value,
    /// The end of what it said on standard error.
    pub errors: String,
    /// User and system time.
    pub cpu_seconds: f64,
    /// Time by the clock.
    pub wall_seconds: f64,
    /// The most MiB resident.
    pub peak_mib: f64,
    /// Who ran it.
    pub worker: Worker,
}

/// Who ran a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Worker {
    /// The machine.
    pub host: String,
    /// The version of the program.
    pub groundplan: String,
    /// The job, task and restart by the scheduler, if there was one.
    pub slurm: Option<String>,
}

impl Worker {
    /// This process.
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

impl Record {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<Finding> {
        Finding::from_words(self.verdict.as_deref()?, self.optimum)
    }

    /// What came of it.
    pub fn outcome(&self) -> Outcome {
        Outcome::ALL.into_iter().find(|known| known.name() == self.outcome).unwrap_or(Outcome::Error)
    }

    /// Whether it is about this job.
    pub fn is_of(&self, job: &Job) -> bool {
        self.schema_version == SCHEMA && self.id == job.id && self.digest == job.digest
    }

    /// Writes it beside the others, in a file that is not there yet. Returns the number of the attempt.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, mut file: Unfinished, folder: &Path) -> Result<u32, Failure> {
        let text = serde_json::to_string(self).map_err(anyhow::Error::from)? + "\n";
        let cannot = |error| unwritable(folder, &error);
        // What has a name is on the disk: a machine that fails leaves no empty result behind.
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

/// A file without a name of a result yet, in the folder of results.
///
/// # Errors
///
/// When there can be none.
pub fn begin(folder: &Path) -> Result<Unfinished, Failure> {
    std::fs::create_dir_all(folder)
        .and_then(|()| unfinished::file(folder))
        .map_err(|error| unwritable(folder, &error))
}

fn unwritable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::Internal(format!("cannot write a result into `{}`: {error}", folder.display()))
}

/// A file in a folder of results, under the number of its attempt.
#[derive(Clone, Debug)]
pub struct Found {
    /// The attempt.
    pub attempt: u32,
    /// What it says; or why it says nothing.
    pub record: Result<Record, String>,
}

impl Found {
    /// The result, if it is one of this job.
    pub fn of(&self, job: &Job) -> Option<&Record> {
        self.record.as_ref().ok().filter(|record| record.is_of(job))
    }
}

/// The results of a job, by attempt.
pub fn of(folder: &Path, id: &str) -> Vec<Found> {
    let file = |attempt: u32| (attempt, folder.join(format!("{id}.{attempt}.json")));
    let there = (1..).map(file).take_while(|(_, path)| path.exists());
    there.map(|(attempt, path)| Found { attempt, record: read(&path) }).collect()
}

/// All results in a folder, by the id of their job; none if there is no such folder.
///
/// # Errors
///
/// When it cannot be read.
pub fn all(folder: &Path) -> Result<HashMap<String, Vec<Found>>, Failure> {
    let mut all: HashMap<String, Vec<Found>> = HashMap::new();
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
        all.entry(id.to_owned()).or_default().push(Found { attempt, record });
    }
    for found in all.values_mut() {
        found.sort_by_key(|found| found.attempt);
    }
    Ok(all)
}

fn read(path: &Path) -> Result<Record, String> {
    let text = std::fs::read(path).map_err(|error| error.to_string())?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// The file that says that a job is not needed any more, so that who runs it may stop.
pub fn needless(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.needless"))
}
