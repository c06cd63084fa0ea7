//! `--resubmit`: writes a manifest of the jobs to run again, and of new ones that follow from the results.

use std::path::Path;
use std::time::Duration;

use groundplan_compare::row::Outcome;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::words::quantity;
use groundplan_terminal::{file, report};

use crate::cubes;
use crate::estimate;
use crate::job::{folder_of, seen_from, Job, JobManifest, QuestionPart};
use crate::merged::{JobState, Merged};
use crate::plan::text;

/// The length of a chunk.
const CHUNK: Duration = Duration::from_secs(10);

/// Writes the manifest, if there is anything to run. It contains the jobs without a conclusive result, the parts of
/// cubes that reached a limit, and larger numbers of actions if all planned ones are refuted.
///
/// # Errors
///
/// When a cube cannot be split, or the file cannot be written.
pub fn write(merged: &Merged, path: &Path, quiet: bool) -> Result<(), Failure> {
    file::probe(path)?;
    let folder = folder_of(path).map_err(anyhow::Error::from)?;
    let mut jobs = Vec::new();
    for (index, job) in merged.jobs.iter().enumerate() {
        match merged.states[index] {
            JobState::Missing | JobState::Failed => jobs.push(moved(job, merged.folder(index), &folder)?),
            JobState::Complete if is_open(merged, index) => {
                let Some(QuestionPart::Cube { wanted, .. }) = job.part else { continue };
                let parts = cubes::split(job, merged.folder(index), wanted)?;
                if let [same] = &parts[..] {
                    report::note(&format!("{} cannot be split: it needs a higher limit", same.name()));
                    continue;
                }
                for part in parts {
                    jobs.push(moved(&part, merged.folder(index), &folder)?);
                }
            }
            JobState::Complete | JobState::Needless => {}
        }
    }
    for (question, job) in merged.questions() {
        let index = merged.jobs.iter().position(|other| other.id == job.id).unwrap_or(0);
        for job in beyond(merged, question, job) {
            jobs.push(moved(&job, merged.folder(index), &folder)?);
        }
    }
    if jobs.is_empty() {
        if !quiet {
            report::say(&format!("nothing is to be run again: `{}` is not written", path.display()));
        }
        return Ok(());
    }
    estimate::order(&mut jobs, CHUNK);
    let manifest = JobManifest { name: String::new(), folder, jobs };
    file::write(path, &manifest.text()?)?;
    if !quiet {
        let jobs = quantity(manifest.jobs.len(), "job", "jobs");
        report::say(&format!("{jobs} to be run are in {}", path.display()));
    }
    Ok(())
}

/// Whether a cube reached a limit and has not been split since.
fn is_open(merged: &Merged, index: usize) -> bool {
    let job = &merged.jobs[index];
    let split = |other: &Job| matches!(&other.part, Some(QuestionPart::Cube { of, .. }) if *of == job.id);
    let limited = merged.counting[index]
        .as_ref()
        .is_some_and(|record| matches!(record.outcome(), Outcome::TimeOut | Outcome::MemoryOut));
    let question = job.part.as_ref().map(QuestionPart::question);
    limited
        && !merged.jobs.iter().any(split)
        && question.is_some_and(|question| !merged.is_answered(question, job))
}

/// Returns the jobs for the next numbers of actions, if all planned ones are refuted.
fn beyond(merged: &Merged, question: &str, first: &Job) -> Vec<Job> {
    let Some(QuestionPart::Horizon { of, wanted, .. }) = &first.part else { return Vec::new() };
    let asked =
        merged.jobs.iter().filter(|job| job.part.as_ref().is_some_and(|part| part.question() == question));
    let last = asked.filter_map(|job| job.asked.actions).max();
    let bounds = merged.of_horizons(question);
    let (Some(last), Some(bounds)) = (last, bounds.filter(|bounds| bounds.upper.is_none())) else {
        return Vec::new();
    };
    if bounds.lower <= last {
        return Vec::new();
    }
    let job = |actions: u32| {
        let mut job = first.clone();
        job.arguments.retain(|word| !word.starts_with("--actions="));
        cubes::insert(&mut job.arguments, &format!("--actions={actions}"));
        job.asked.actions = Some(actions);
        job.part = Some(QuestionPart::Horizon { of: of.clone(), least: bounds.lower, wanted: *wanted });
        job.identify();
        job
    };
    (bounds.lower..bounds.lower.saturating_add(*wanted)).map(job).collect()
}

/// Returns the job with its paths relative to another folder.
fn moved(job: &Job, from: &Path, to: &Path) -> Result<Job, Failure> {
    let seen = |place: &str| -> Result<String, Failure> {
        let place = from.join(place);
        // The folder of results may not exist yet.
        let whole = place.canonicalize().unwrap_or(place);
        text(&seen_from(to, &whole))
    };
    Ok(Job { directory: seen(&job.directory)?, results: seen(&job.results)?, ..job.clone() })
}
