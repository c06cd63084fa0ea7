//! A job: a line of a manifest.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use groundplan_certificate::digest as sha256;
use serde::{Deserialize, Serialize};

use crate::exit::Failure;

/// The version of the lines and of the results.
pub const SCHEMA: u32 = 1;

/// A command to run, and what has to be so before and after.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// [`SCHEMA`].
    pub schema_version: u32,
    /// The first digits of the digest: what results go by.
    pub id: String,
    /// The digest of arguments and inputs: two jobs that agree in it are one.
    pub digest: String,
    /// The lines that travel together, counted from 1.
    pub chunk: u32,
    /// Where its row stands in the table.
    pub order: usize,
    /// What the table says of it.
    pub asked: Asked,
    /// The command line, without the program itself.
    pub arguments: Vec<String>,
    /// Where it runs, seen from the manifest.
    pub directory: String,
    /// What it reads, seen from there.
    pub inputs: Vec<Input>,
    /// What it may use up, where the arguments say so.
    pub limits: Limits,
    /// What it writes besides its result, seen from where it runs.
    pub outputs: Vec<String>,
    /// The folder of results, seen from the manifest.
    pub results: String,
    /// Seconds that it may take.
    pub estimate: f64,
    /// The version of the program that planned it.
    pub groundplan: String,
    /// What it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

/// A question, in the terms of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The file, and `#` and the level's number where there are others.
    pub instance: String,
    /// The command, or what `compare` asks.
    pub question: String,
    /// So many actions.
    pub actions: Option<u32>,
    /// Who is asked.
    pub engine: String,
}

/// A file that is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// Its name in the arguments.
    pub file: String,
    /// Its digest, SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// What a job may use up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// By the clock.
    pub seconds: Option<f64>,
    /// Memory.
    pub mib: Option<u64>,
}

/// What a job is a part of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Part {
    /// One cube of a question: the cubes exclude each other and exhaust it.
    Cube {
        /// What is split: the digits of a job that would answer it as a whole, be it a cube itself.
        of: String,
        /// The same for what was split first.
        question: String,
        /// Which cube, from 0.
        index: usize,
        /// How many there are.
        cubes: usize,
        /// How many were asked for.
        wanted: u32,
        /// What holds in it.
        literals: Vec<String>,
        /// The digest of the ground program that they are about.
        program: String,
    },
    /// One number of actions of a question for the least.
    Horizon {
        /// The question.
        of: String,
        /// No plan has fewer actions: known without a search.
        least: u32,
        /// How many were asked for.
        wanted: u32,
    },
}

impl Part {
    /// The question that it is a part of.
    pub fn question(&self) -> &str {
        match self {
            Part::Cube { question, .. } | Part::Horizon { of: question, .. } => question,
        }
    }
}

impl Job {
    /// Sets digest and id, by what is run.
    pub fn identify(&mut self) {
        self.digest = digest(&self.arguments, &self.inputs);
        self.id = short(&self.digest);
    }

    /// What people call it.
    pub fn name(&self) -> String {
        let Asked { instance, question, actions, engine } = &self.asked;
        let actions = actions.map_or(String::new(), |actions| format!(", {actions} actions"));
        let cube = match &self.part {
            Some(Part::Cube { index, cubes, .. }) => format!(", cube {} of {cubes}", index + 1),
            _ => String::new(),
        };
        format!("{question} {instance} by {engine}{actions}{cube}")
    }

    /// Whether a plan of some length means that there is a longer one: with no-ops there is, by the shipped encoding.
    pub fn is_monotone(&self) -> bool {
        let names = ["--no-noop", "--encoding"];
        self.asked.question == "decide"
            && !self.arguments.iter().any(|word| names.iter().any(|name| word.starts_with(name)))
    }
}

/// The digest of what is run.
pub fn digest(arguments: &[String], inputs: &[Input]) -> String {
    let digests = inputs.iter().flat_map(|input| [&input.file, &input.sha256]);
    let mut told = Vec::new();
    for word in arguments.iter().chain(digests) {
        // Each with its length: no two lists are alike.
        told.extend((word.len() as u64).to_le_bytes());
        told.extend(word.as_bytes());
    }
    // Memory can be read.
    sha256(&mut told.as_slice(), &mut io::sink()).unwrap_or_default()
}

/// The digits of a digest that are enough to tell jobs apart.
pub fn short(digest: &str) -> String {
    digest.chars().take(16).collect()
}

/// The digest of a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn file_digest(path: &Path) -> io::Result<String> {
    sha256(&mut std::fs::File::open(path)?, &mut io::sink())
}

/// Jobs, and where their paths begin.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// What messages call the file.
    pub name: String,
    /// The folder of the file, from the root.
    pub folder: PathBuf,
    /// Line by line.
    pub jobs: Vec<Job>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or a line is no job.
    pub fn read(path: &Path) -> Result<Manifest, Failure> {
        let name = path.display().to_string();
        let cannot = |error| Failure::Input(format!("cannot read the manifest `{name}`: {error}"));
        let text = std::fs::read_to_string(path).map_err(cannot)?;
        let folder = folder_of(path).map_err(cannot)?;
        let mut jobs: Vec<Job> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let refuse =
                |why: String| Failure::Input(format!("`{name}`, line {}: this is no job: {why}", index + 1));
            let job: Job = serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
            if job.schema_version != SCHEMA {
                return Err(refuse(format!("its version is {}, not {SCHEMA}", job.schema_version)));
            }
            if job.digest != digest(&job.arguments, &job.inputs) || job.id != short(&job.digest) {
                return Err(refuse("its digest is not that of its arguments and inputs".to_owned()));
            }
            jobs.push(job);
        }
        if jobs.is_empty() {
            return Err(Failure::Input(format!("the manifest `{name}` is empty")));
        }
        check_parts(&jobs).map_err(|why| Failure::Input(format!("`{name}`: {why}")))?;
        Ok(Manifest { name, folder, jobs })
    }

    /// The text that is read.
    pub fn text(&self) -> Result<String, Failure> {
        let lines = self.jobs.iter().map(|job| serde_json::to_string(job).map(|line| line + "\n"));
        Ok(lines.collect::<Result<String, _>>().map_err(anyhow::Error::from)?)
    }

    /// Where the results of a job go.
    pub fn results(&self, job: &Job) -> PathBuf {
        self.folder.join(&job.results)
    }

    /// Where a job runs.
    pub fn directory(&self, job: &Job) -> PathBuf {
        self.folder.join(&job.directory)
    }

    /// The number of chunks.
    pub fn chunks(&self) -> u32 {
        self.jobs.iter().map(|job| job.chunk).max().unwrap_or(0)
    }
}

/// Why the parts of jobs are none: each cube has its place among the others, and what is split is no part of itself.
fn check_parts(jobs: &[Job]) -> Result<(), String> {
    /// More cubes than anybody has machines for.
    const MOST: usize = 10_000_000;
    let mut whole: HashMap<&str, &str> = HashMap::new();
    for job in jobs {
        let Some(Part::Cube { of, index, cubes, .. }) = &job.part else { continue };
        if index >= cubes || *cubes > MOST {
            return Err(format!("{}: there are {cubes} cubes, and it is number {index}", job.name()));
        }
        whole.insert(&job.id, of);
    }
    for &start in whole.keys() {
        let mut steps = std::iter::successors(Some(start), |id| whole.get(id).copied());
        if steps.nth(whole.len() + 1).is_some() {
            return Err("a cube is a part of itself".to_owned());
        }
    }
    Ok(())
}

/// The folder that a file is in or would be in, from the root.
///
/// # Errors
///
/// When it is not there.
pub fn folder_of(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize()
}

/// A path as seen from a folder, where one of them is in the other: such a tree may be moved as a whole.
pub fn seen_from(folder: &Path, path: &Path) -> PathBuf {
    if let Ok(below) = path.strip_prefix(folder) {
        return if below.as_os_str().is_empty() { PathBuf::from(".") } else { below.to_owned() };
    }
    match folder.strip_prefix(path) {
        Ok(way) => way.components().map(|_| "..").collect(),
        Err(_) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short_where_trees_can_be_moved() {
        let seen = |folder: &str, path: &str| seen_from(Path::new(folder), Path::new(path));
        assert_eq!(seen("/a/b", "/a/b"), Path::new("."));
        assert_eq!(seen("/a/b", "/a/b/c/d"), Path::new("c/d"));
        assert_eq!(seen("/a/b/c", "/a"), Path::new("../.."));
        assert_eq!(seen("/a/b", "/x"), Path::new("/x"));
    }

    #[test]
    fn the_digest_knows_where_words_end() {
        let digest =
            |words: &[&str]| digest(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(), &[]);
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_eq!(digest(&["ab", "c"]), digest(&["ab", "c"]));
    }
}
