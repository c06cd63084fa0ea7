//! Input files that have changed since the plan: results are about the files as they were.

use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;

use groundplan_terminal::words::quantity;
use serde_json::{json, Value};

use crate::job::file_digest;
use crate::merged::Merged;

/// How an input file has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChangeKind {
    /// Its content has changed.
    Changed,
    /// The file no longer exists.
    Gone,
    /// The file cannot be read.
    Unreadable,
}

/// An input file that has changed since the plan.
pub struct Change {
    path: PathBuf,
    kind: ChangeKind,
    /// The number of jobs that read the file, and how many of them have a result.
    jobs: usize,
    results: usize,
}

impl Merged {
    /// Returns the input files that have changed since the plan, each once, sorted by path.
    pub fn changes(&self) -> Vec<Change> {
        let mut planned: BTreeMap<(PathBuf, &str), (usize, usize)> = BTreeMap::new();
        for (index, job) in self.jobs.iter().enumerate() {
            let directory = self.places[index].directory(job);
            for input in &job.inputs {
                let path = directory.join(&input.file).components().collect();
                let (jobs, results) = planned.entry((path, &input.sha256)).or_default();
                *jobs += 1;
                *results += usize::from(self.counting[index].is_some());
            }
        }
        let change = |((path, digest), (jobs, results)): ((PathBuf, &str), (usize, usize))| {
            let kind = match file_digest(&path) {
                Ok(found) if found == digest => return None,
                Ok(_) => ChangeKind::Changed,
                Err(error) if error.kind() == ErrorKind::NotFound => ChangeKind::Gone,
                Err(_) => ChangeKind::Unreadable,
            };
            Some(Change { path, kind, jobs, results })
        };
        planned.into_iter().filter_map(change).collect()
    }
}

impl ChangeKind {
    fn name(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::Gone => "gone",
            ChangeKind::Unreadable => "unreadable",
        }
    }
}

impl Change {
    /// Returns the change as JSON.
    pub fn object(&self) -> Value {
        json!({
            "file": self.path.display().to_string(),
            "state": self.kind.name(),
            "jobs": self.jobs,
            "results": self.results,
        })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.kind {
            ChangeKind::Changed => write!(f, "`{path}` has changed since the plan")?,
            ChangeKind::Gone => write!(f, "`{path}` is gone since the plan")?,
            ChangeKind::Unreadable => {
                write!(f, "`{path}` cannot be read, and may have changed since the plan")?;
            }
        }
        let results = quantity(self.results, "result is", "results are");
        let jobs = quantity(self.jobs, "job", "jobs");
        match self.results {
            0 => write!(f, ": {jobs} planned with it cannot be run"),
            _ => write!(f, ": {results} about the file as it was, of {jobs} planned with it"),
        }
    }
}
