//! `groundplan batch submit --slurm`: submits a manifest as Slurm job arrays, with one task for each chunk, and a
//! merge job after them.
//!
//! No server is needed: a task runs `groundplan batch work`, and results are files. Slurm requeues a task whose node
//! fails; the task then skips jobs that have a result.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::{output, report};

use crate::arguments::SubmitArguments;
use crate::job::{folder_of, Job, JobManifest};

/// The default of the largest number of tasks in an array: the default of Slurm is an index below 1001.
const MOST_TASKS: u32 = 1000;

/// Seconds added to the time limit of a job, to start, end and write.
const MARGIN: f64 = 15.0;

/// The environment variable for the number of chunks before the first task of the array.
const BEFORE: &str = "GROUNDPLAN_CHUNKS_BEFORE";

/// Runs the command.
///
/// # Errors
///
/// When the manifest is invalid, or the scheduler refuses the jobs.
pub fn run(arguments: &SubmitArguments) -> Result<Exit, Failure> {
    let manifest = JobManifest::read(&arguments.manifest)?;
    let scripts = Scripts::new(&manifest, &arguments.manifest)?;
    let arrays = arrays(manifest.chunks(), most_tasks());
    if arguments.dry_run {
        return print(&scripts, &arrays, arguments).map(|()| Exit::Success);
    }
    let folder = Path::new(&scripts.log);
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::Unwritable(format!("cannot make the folder `{}`: {error}", folder.display()))
    })?;
    let mut numbers = Vec::new();
    for array in &arrays {
        numbers.push(submit(&scripts.work, &array.options(), &arguments.options)?);
    }
    let merge = submit(&scripts.merge, &[after(&numbers)], &arguments.options)?;
    output::print(&format!("{}\n{merge}\n", numbers.join("\n")))?;
    if !arguments.quiet {
        report::say(&format!(
            "submitted as {}; the merge is {merge}, its table {}",
            numbers.join(", "),
            scripts.table
        ));
    }
    Ok(Exit::Success)
}

/// The chunks that are the tasks of one array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Array {
    /// The number of chunks before the first task.
    before: u32,
    tasks: u32,
}

impl Array {
    fn options(self) -> Vec<String> {
        let environment = format!("--export=ALL,{BEFORE}={}", self.before);
        vec![format!("--array=1-{}", self.tasks), environment]
    }
}

fn arrays(chunks: u32, most: u32) -> Vec<Array> {
    let starts = (0..chunks).step_by(most.max(1) as usize);
    starts.map(|before| Array { before, tasks: most.min(chunks - before) }).collect()
}

/// Returns the option that makes a job wait until others have ended in any way.
fn after(numbers: &[String]) -> String {
    format!("--dependency=afterany:{}", numbers.join(":"))
}

/// The scripts to submit.
struct Scripts {
    work: String,
    merge: String,
    /// The folder for the output of workers.
    log: String,
    /// The file for the table of the merge.
    table: String,
}

impl Scripts {
    fn new(manifest: &JobManifest, path: &Path) -> Result<Scripts, Failure> {
        let path = path.canonicalize().map_err(anyhow::Error::from)?;
        let text = |path: &Path| crate::plan::text(path);
        let (file, folder) = (text(&path)?, folder_of(&path).map_err(anyhow::Error::from)?);
        let results = manifest.jobs.first().map_or(folder.clone(), |job| manifest.results(job));
        let log = text(&results.join("log"))?;
        let table = text(&results.join("merge.txt"))?;
        let program = text(&std::env::current_exe().map_err(anyhow::Error::from)?)?;
        let name = text(Path::new(path.file_stem().unwrap_or_default()))?;
        for path in [&log, &name, &table] {
            // Slurm parses quotes and backslashes in `#SBATCH` lines, and `%` in file names, in its own way.
            if path.contains(['"', '\\', '\n', '%']) {
                return Err(Failure::Input(format!(
                    "`{path}`: Slurm takes no quotes, backslashes, percent signs and line feeds in paths: move the manifest"
                )));
            }
        }
        let mut work = format!(
            "#!/bin/sh\n#SBATCH --job-name=\"{name}\"\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"
        );
        // Writing to a string cannot fail.
        let _ = writeln!(work, "#SBATCH --output=\"{log}/%A_%a.txt\"");
        if let Some(minutes) = minutes(&manifest.jobs) {
            let _ = writeln!(work, "#SBATCH --time={minutes}");
        }
        if let Some(mib) = mib(&manifest.jobs) {
            let _ = writeln!(work, "#SBATCH --mem={mib}M");
        }
        let (program, file) = (quoted(&program), quoted(&file));
        let _ = writeln!(
            work,
            "exec {program} batch work {file} --chunk \"$(({BEFORE} + SLURM_ARRAY_TASK_ID))\""
        );
        let merge = format!(
            "#!/bin/sh\n#SBATCH --job-name=\"{name}-merge\"\n#SBATCH --requeue\n#SBATCH --output=\"{table}\"\n\
             exec {program} batch merge {file}\n"
        );
        Ok(Scripts { work, merge, log, table })
    }
}

/// Returns the time limit of a chunk in minutes, if all jobs have a limit.
fn minutes(jobs: &[Job]) -> Option<u64> {
    let mut chunks = std::collections::HashMap::new();
    for job in jobs {
        *chunks.entry(job.chunk).or_insert(0.0) += job.limits.seconds? + MARGIN;
    }
    let longest = chunks.into_values().fold(0.0_f64, f64::max);
    Some((longest / 60.0).ceil() as u64)
}

/// Returns the memory limit in MiB, if all jobs have one, with headroom for memory beyond the table space and for the
/// worker.
fn mib(jobs: &[Job]) -> Option<u64> {
    let limits: Option<Vec<u64>> = jobs.iter().map(|job| job.limits.mib).collect();
    limits?.into_iter().max().map(|most| most.saturating_add(most / 8).saturating_add(128))
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn print(scripts: &Scripts, arrays: &[Array], arguments: &SubmitArguments) -> Result<(), Failure> {
    let words = |options: &[String]| {
        let options: Vec<String> =
            options.iter().chain(&arguments.options).map(|word| quoted(word)).collect();
        options.join(" ")
    };
    let mut text = String::new();
    for (index, array) in arrays.iter().enumerate() {
        let _ = writeln!(text, "# array {}: sbatch --parsable {}", index + 1, words(&array.options()));
    }
    let numbers: Vec<String> = (1..=arrays.len()).map(|index| format!("<array {index}>")).collect();
    let after = words(&[after(&numbers)]);
    let _ = write!(text, "{}\n# merge: sbatch --parsable {after}\n{}", scripts.work, scripts.merge);
    output::print(&text)
}

/// Submits a script, and returns the job id.
fn submit(script: &str, options: &[String], more: &[String]) -> Result<String, Failure> {
    let refuse = |why: String| {
        Failure::Input(format!(
            "sbatch: {why}; `--dry-run` prints what it is given, and `groundplan batch run` needs no scheduler"
        ))
    };
    let mut process = Command::new("sbatch")
        .arg("--parsable")
        .args(options)
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| refuse(error.to_string()))?;
    if let Some(mut stdin) = process.stdin.take() {
        // A process that ends without reading prints the reason itself.
        let _ = stdin.write_all(script.as_bytes());
    }
    let output = process.wait_with_output().map_err(|error| refuse(error.to_string()))?;
    if !output.status.success() {
        return Err(refuse(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    // The job id, followed by a semicolon and the cluster if there are several.
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(printed.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Returns the largest number of tasks in an array on this cluster.
fn most_tasks() -> u32 {
    let told = Command::new("scontrol").args(["show", "config"]).stderr(Stdio::null()).output();
    let told = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MaxArraySize")?.split_once('='));
    let index = line.and_then(|(_, size)| size.trim().parse::<u32>().ok());
    // `MaxArraySize` is the first index that is too large.
    index.and_then(|index| index.checked_sub(1)).filter(|&most| most > 0).unwrap_or(MOST_TASKS)
}

/// Cancels the tasks for chunks that are no longer needed, if this process is a task of the same array. Tasks that
/// are not cancelled find their marker files.
pub fn cancel(own: u32, chunks: &[u32]) {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    let (Some(array), Some(last)) = (number("SLURM_ARRAY_JOB_ID"), number("SLURM_ARRAY_TASK_MAX")) else {
        return;
    };
    let before = number(BEFORE).unwrap_or(0);
    let tasks: Vec<String> = chunks
        .iter()
        .filter(|&&chunk| chunk != own)
        .filter_map(|chunk| chunk.checked_sub(before))
        .filter(|task| (1..=last).contains(task))
        .map(|task| format!("{array}_{task}"))
        .collect();
    // A part of a question has its own chunk, so cancelling ends no other job.
    for some in tasks.chunks(100) {
        let _ = Command::new("scancel").args(some).stdin(Stdio::null()).output();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_has_no_more_tasks_than_it_may() {
        let array = |before, tasks| Array { before, tasks };
        assert_eq!(arrays(3, 1000), [array(0, 3)]);
        assert_eq!(arrays(2500, 1000), [array(0, 1000), array(1000, 1000), array(2000, 500)]);
        assert_eq!(arrays(1000, 1000), [array(0, 1000)]);
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
    }
}
