//! A job, which is a line of a manifest, and the manifest.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use groundplan_certificate::digest as sha256;
use groundplan_terminal::exit::Failure;
use serde::{Deserialize, Serialize};

/// The version of manifests and results.
pub const SCHEMA: u32 = 1;

/// A command to run, with its inputs, limits and outputs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// [`SCHEMA`].
    pub schema_version: u32,
    /// The first digits of the digest; results are named after it.
    pub id: String,
    /// The digest of arguments, inputs, question and part: jobs with the same digest are the same.
    pub digest: String,
    /// The chunk that the job belongs to, counted from 1: a worker runs all jobs of a chunk.
    pub chunk: u32,
    /// The position of its row in the table.
    pub order: usize,
    /// The number of positions that were planned, so that a line that is missing is noticed; 0 if that is not known.
    #[serde(default)]
    pub planned: usize,
    /// The question, for the table.
    pub asked: JobQuestion,
    /// The command line, without the program itself.
    pub arguments: Vec<String>,
    /// The directory that it runs in, relative to the manifest.
    pub directory: String,
    /// The files that it reads, relative to that directory.
    pub inputs: Vec<JobInput>,
    /// The limits that the arguments set.
    pub limits: JobLimits,
    /// The files and folders that it writes besides its result, relative to the directory that it runs in.
    pub outputs: Vec<String>,
    /// The folder of results, relative to the manifest.
    pub results: String,
    /// The estimated time in seconds.
    pub estimate: f64,
    /// The version of the program that planned the job.
    pub groundplan: String,
    /// The part of a question that the job answers; `None` for a whole question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<QuestionPart>,
}

/// A question, as the table shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobQuestion {
    /// The file, followed by `#` and the number of the level if there are several.
    pub instance: String,
    /// The command, or the question that `compare` asks.
    pub question: String,
    /// The number of actions, if one is asked for.
    pub actions: Option<u32>,
    /// The engine.
    pub engine: String,
}

/// An input file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobInput {
    /// The name of the file in the arguments.
    pub file: String,
    /// The SHA-256 digest of the file in hexadecimal digits.
    pub sha256: String,
}

/// The limits of a job.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct JobLimits {
    /// The wall-clock time in seconds.
    pub seconds: Option<f64>,
    /// The memory in MiB.
    pub mib: Option<u64>,
}

/// The part of a question that a job answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum QuestionPart {
    /// One cube of a question: the cubes exclude each other and cover it.
    Cube {
        /// The id of the job that was split; it may be a cube itself.
        of: String,
        /// The id of the job for the whole question.
        question: String,
        /// The index of the cube, from 0.
        index: usize,
        /// The number of cubes.
        cubes: usize,
        /// The number of cubes that was asked for.
        wanted: u32,
        /// The literals that hold in the cube.
        literals: Vec<String>,
        /// The digest of the literals of all cubes, in their order.
        cover: String,
        /// The digest of the ground program that the literals belong to.
        program: String,
    },
    /// One number of actions of an optimization question.
    Horizon {
        /// The id of the job for the whole question.
        of: String,
        /// A lower bound on the number of actions, known without a search.
        least: u32,
        /// The number of horizons that was asked for.
        wanted: u32,
    },
}

impl QuestionPart {
    /// Returns the id of the whole question.
    pub fn question(&self) -> &str {
        match self {
            QuestionPart::Cube { question, .. } | QuestionPart::Horizon { of: question, .. } => question,
        }
    }

    /// Returns all that the part is, for its digest.
    fn words(&self) -> Vec<String> {
        match self {
            QuestionPart::Cube { of, question, index, cubes, wanted, literals, cover, program } => {
                let mut words = vec!["cube".to_owned(), of.clone(), question.clone()];
                words.extend([index.to_string(), cubes.to_string(), wanted.to_string()]);
                words.extend([cover.clone(), program.clone()]);
                words.extend(literals.iter().cloned());
                words
            }
            QuestionPart::Horizon { of, least, wanted } => {
                vec!["horizon".to_owned(), of.clone(), least.to_string(), wanted.to_string()]
            }
        }
    }
}

impl Job {
    /// Sets digest and id from what the job is.
    pub fn identify(&mut self) {
        self.digest = self.own_digest();
        self.id = short(&self.digest);
    }

    /// Returns the digest of what the job is: its command, its inputs, and the question and part that the answer is taken for.
    fn own_digest(&self) -> String {
        let JobQuestion { instance, question, actions, engine } = &self.asked;
        let asked = [instance.clone(), question.clone(), decimal(*actions), engine.clone()];
        let inputs = self.inputs.iter().flat_map(|input| [input.file.clone(), input.sha256.clone()]);
        let part = self.part.as_ref().map(QuestionPart::words).unwrap_or_default();
        digest(&[self.arguments.clone(), inputs.collect(), asked.to_vec(), part])
    }

    /// Returns why the question or part that the answer is taken for is not that of the command line; `None` if it is.
    fn misread(&self) -> Option<String> {
        let value = |name: &str| -> Option<&str> {
            let mut values =
                self.arguments.iter().filter_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            values.next().filter(|_| values.next().is_none())
        };
        match &self.part {
            Some(QuestionPart::Cube { literals, .. }) if value("--cube") != Some(&literals.join(", ")) => {
                Some("its literals are not those of `--cube`".to_owned())
            }
            Some(QuestionPart::Horizon { .. })
                if value("--actions") != Some(&decimal(self.asked.actions)) =>
            {
                Some("its number of actions is not that of `--actions`".to_owned())
            }
            _ => None,
        }
    }

    /// Returns a name of the job for messages.
    pub fn name(&self) -> String {
        let JobQuestion { instance, question, actions, engine } = &self.asked;
        let actions = actions.map_or(String::new(), |actions| format!(", {actions} actions"));
        let cube = match &self.part {
            Some(QuestionPart::Cube { index, cubes, .. }) => format!(", cube {} of {cubes}", index + 1),
            _ => String::new(),
        };
        format!("{question} {instance} by {engine}{actions}{cube}")
    }

    /// Whether a plan of some length implies a longer one: so it is with no-ops, under the shipped encoding.
    pub fn is_monotone(&self) -> bool {
        let names = ["--no-noop", "--encoding"];
        self.asked.question == "decide"
            && !self.arguments.iter().any(|word| names.iter().any(|name| word.starts_with(name)))
    }
}

fn decimal(number: Option<u32>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// Returns the digest of lists of words.
pub fn digest(lists: &[Vec<String>]) -> String {
    let mut told = Vec::new();
    for list in lists {
        // Include the length of each list and word, so that different lists have different digests.
        told.extend((list.len() as u64).to_le_bytes());
        for word in list {
            told.extend((word.len() as u64).to_le_bytes());
            told.extend(word.as_bytes());
        }
    }
    // Reading from memory cannot fail.
    sha256(&mut told.as_slice(), &mut io::sink()).unwrap_or_default()
}

/// Returns the leading digits of a digest, which are enough to distinguish jobs.
pub fn short(digest: &str) -> String {
    digest.chars().take(16).collect()
}

/// Returns the digest of a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn file_digest(path: &Path) -> io::Result<String> {
    sha256(&mut open(path)?, &mut io::sink())
}

/// Opens a regular file. A pipe is refused, because it might never end.
///
/// # Errors
///
/// When it cannot be opened, or is something else.
pub fn open(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    File::open(path)
}

/// A list of jobs, with the folder that their paths are relative to.
#[derive(Clone, Debug)]
pub struct JobManifest {
    /// The name of the file in messages.
    pub name: String,
    /// The folder of the file, as an absolute path.
    pub folder: PathBuf,
    /// The jobs, one for each line.
    pub jobs: Vec<Job>,
}

impl JobManifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is empty, or a line is not a valid job.
    pub fn read(path: &Path) -> Result<JobManifest, Failure> {
        let name = path.display().to_string();
        let cannot = |error| Failure::Input(format!("cannot read the manifest `{name}`: {error}"));
        let text = open(path).and_then(io::read_to_string).map_err(cannot)?;
        let folder = folder_of(path).map_err(cannot)?;
        let mut jobs: Vec<Job> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let refuse =
                |why: String| Failure::Input(format!("`{name}`, line {}: this is no job: {why}", index + 1));
            let job: Job = serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
            if job.schema_version != SCHEMA {
                return Err(refuse(format!("its version is {}, not {SCHEMA}", job.schema_version)));
            }
            if job.digest != job.own_digest() || job.id != short(&job.digest) {
                return Err(refuse(
                    "its digest is not that of its arguments, inputs, question and part".to_owned(),
                ));
            }
            if let Some(why) = job.misread() {
                return Err(refuse(why));
            }
            jobs.push(job);
        }
        if jobs.is_empty() {
            return Err(Failure::Input(format!("the manifest `{name}` is empty")));
        }
        check_parts(&jobs).map_err(|why| Failure::Input(format!("`{name}`: {why}")))?;
        Ok(JobManifest { name, folder, jobs })
    }

    /// Returns the text of the manifest.
    pub fn text(&self) -> Result<String, Failure> {
        let lines = self.jobs.iter().map(|job| serde_json::to_string(job).map(|line| line + "\n"));
        Ok(lines.collect::<Result<String, _>>().map_err(anyhow::Error::from)?)
    }

    /// Returns the folder for the results of a job.
    pub fn results(&self, job: &Job) -> PathBuf {
        self.folder.join(&job.results)
    }

    /// Returns the directory that a job runs in.
    pub fn directory(&self, job: &Job) -> PathBuf {
        self.folder.join(&job.directory)
    }

    /// The number of chunks.
    pub fn chunks(&self) -> u32 {
        self.jobs.iter().map(|job| job.chunk).max().unwrap_or(0)
    }
}

/// Checks the parts of jobs: each cube has a valid index, and no cube is a part of itself.
fn check_parts(jobs: &[Job]) -> Result<(), String> {
    /// An upper bound on the number of cubes, against invalid input.
    const MOST: usize = 10_000_000;
    let mut whole: HashMap<&str, &str> = HashMap::new();
    for job in jobs {
        let Some(QuestionPart::Cube { of, index, cubes, .. }) = &job.part else { continue };
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

/// Returns the absolute path of the folder of a file, which need not exist.
///
/// # Errors
///
/// When the folder does not exist.
pub fn folder_of(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize()
}

/// Returns a path relative to a folder if one of them contains the other, so that such a tree can be moved as a
/// whole.
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
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let digest = |words: &[&str]| digest(&[list(words), Vec::new()]);
        assert_ne!(digest(&["ab", "c"]), super::digest(&[list(&["ab"]), list(&["c"])]));
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_eq!(digest(&["ab", "c"]), digest(&["ab", "c"]));
    }
}
