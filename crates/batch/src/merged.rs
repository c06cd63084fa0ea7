//! Jobs with their results, complete or not, and the answers that follow from them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use groundplan_compare::row::Outcome;
use groundplan_compare::task::AnswerFinding;
use groundplan_terminal::exit::Failure;

use crate::job::{Job, JobManifest, QuestionPart};
use crate::part;
use crate::record::{self, JobRecord, RecordFile};
use crate::work::is_about_the_program;

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// The job has a conclusive result.
    Complete,
    /// The job has only results that are not conclusive.
    Failed,
    /// The job has no result.
    Missing,
    /// The job has no conclusive result, and another result makes it unnecessary.
    Needless,
}

impl JobState {
    /// Returns the name of the state, for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            JobState::Complete => "complete",
            JobState::Failed => "failed",
            JobState::Missing => "missing",
            JobState::Needless => "not needed",
        }
    }
}

/// Jobs and their results.
pub struct Merged {
    /// The manifest of each job without its jobs; its folder is what the paths of the job are relative to.
    pub places: Vec<JobManifest>,
    /// The jobs, in the order of the table.
    pub jobs: Vec<Job>,
    /// The result that counts, for each job.
    pub counting: Vec<Option<JobRecord>>,
    /// The state of each job.
    pub states: Vec<JobState>,
    /// All result files of each job.
    pub found: Vec<Vec<RecordFile>>,
    /// The index of each job by its id.
    index: HashMap<String, usize>,
}

impl Merged {
    /// Reads manifests and the results of their jobs.
    ///
    /// # Errors
    ///
    /// When a manifest or a folder of results cannot be read.
    pub fn read(paths: &[PathBuf]) -> Result<Merged, Failure> {
        let (mut jobs, mut known) =
            (Vec::<Job>::new(), HashMap::<PathBuf, HashMap<String, Vec<RecordFile>>>::new());
        let (mut places, mut found, mut index) = (Vec::new(), Vec::new(), HashMap::new());
        for path in paths {
            let mut manifest = JobManifest::read(path)?;
            manifest.jobs.sort_by_key(|job| job.order);
            for job in &manifest.jobs {
                // A manifest written by `--resubmit` repeats jobs of the first one.
                if index.contains_key(&job.id) {
                    continue;
                }
                index.insert(job.id.clone(), jobs.len());
                let folder = manifest.results(job);
                if !known.contains_key(&folder) {
                    known.insert(folder.clone(), record::all(&folder)?);
                }
                let of = known.get_mut(&folder).and_then(|all| all.remove(&job.id));
                found.push(of.unwrap_or_default());
                jobs.push(job.clone());
                places.push(JobManifest { jobs: Vec::new(), ..manifest.clone() });
            }
        }
        let counting = jobs.iter().zip(&found).map(|(job, found)| counting(job, found).cloned()).collect();
        let mut merged = Merged { places, jobs, counting, states: Vec::new(), found, index };
        merged.states = merged.state();
        Ok(merged)
    }

    fn state(&self) -> Vec<JobState> {
        let needless: HashSet<&str> = self
            .jobs
            .iter()
            .filter_map(|job| Some((job, self.answer(job)?)))
            .flat_map(|(job, answer)| part::needless(job, answer, &self.jobs))
            .map(|job| job.id.as_str())
            .chain(
                self.jobs.iter().filter(|job| self.is_within_what_is_known(job)).map(|job| job.id.as_str()),
            )
            .collect();
        let state = |(job, record): (&Job, &Option<JobRecord>)| match record {
            Some(record) if record.conclusive => JobState::Complete,
            _ if needless.contains(job.id.as_str()) => JobState::Needless,
            Some(_) => JobState::Failed,
            None => JobState::Missing,
        };
        self.jobs.iter().zip(&self.counting).map(state).collect()
    }

    /// Whether a job is part of a cube that has an answer as a whole.
    fn is_within_what_is_known(&self, job: &Job) -> bool {
        let Some(QuestionPart::Cube { of, .. }) = &job.part else { return false };
        let whole = self.index.get(of).map(|&index| &self.jobs[index]);
        whole.is_some_and(|whole| self.answer(whole).is_some() || self.is_within_what_is_known(whole))
    }

    /// Returns the answer to a job, if it has one.
    pub fn answer(&self, job: &Job) -> Option<AnswerFinding> {
        let record = self.counting[*self.index.get(&job.id)?]
            .as_ref()
            .filter(|record| record.outcome() == Outcome::Solved)?;
        record.answer()
    }

    /// Returns the split questions, each with its first job.
    pub fn questions(&self) -> Vec<(&str, &Job)> {
        let mut questions: Vec<(&str, &Job)> = Vec::new();
        for job in &self.jobs {
            let Some(part) = &job.part else { continue };
            if questions.iter().all(|(known, _)| *known != part.question()) {
                questions.push((part.question(), job));
            }
        }
        questions
    }

    /// Returns the answer to a question that was split into cubes, if it follows from them.
    pub fn of_cubes(&self, question: &str) -> Option<AnswerFinding> {
        part::of_cubes(question, &self.jobs, &|job| self.answer(job))
    }

    /// Returns the bounds on a question that was split into numbers of actions.
    pub fn of_horizons(&self, question: &str) -> Option<part::PartBounds> {
        part::of_horizons(question, &self.jobs, &|job| self.answer(job))
    }

    /// Whether a split question is answered.
    pub fn is_answered(&self, question: &str, job: &Job) -> bool {
        match &job.part {
            Some(QuestionPart::Horizon { .. }) => {
                self.of_horizons(question).is_some_and(|bounds| bounds.upper == Some(bounds.lower))
            }
            _ => self.of_cubes(question).is_some(),
        }
    }

    /// Whether every job is done and every question is answered.
    pub fn is_complete(&self) -> bool {
        let done = |state: &JobState| matches!(state, JobState::Complete | JobState::Needless);
        self.states.iter().all(done)
            && self.unnamed().is_empty()
            && self.questions().iter().all(|(question, job)| self.is_answered(question, job))
    }

    /// Returns the plans of which lines are missing: the folder of their results, and how many lines of how many.
    pub fn unnamed(&self) -> Vec<(String, usize, usize)> {
        let mut known: BTreeMap<(PathBuf, usize), BTreeSet<usize>> = BTreeMap::new();
        for (job, place) in self.jobs.iter().zip(&self.places) {
            let results = place.results(job);
            // Manifests in different folders name the same folder differently.
            let results = results.canonicalize().unwrap_or(results);
            known.entry((results, job.planned)).or_default().insert(job.order);
        }
        let missing = known.into_iter().filter_map(|((results, planned), orders)| {
            let missing = planned.saturating_sub(orders.len());
            (missing > 0).then(|| (results.display().to_string(), missing, planned))
        });
        missing.collect()
    }

    /// Returns the result of a part that has a plan, with the fewest actions if there are several.
    pub fn found_by(&self, question: &str) -> Option<&JobRecord> {
        let found = self.jobs.iter().zip(&self.counting).filter(|(job, _)| {
            job.part.as_ref().is_some_and(|part| part.question() == question)
                && self.answer(job) == Some(AnswerFinding::Satisfiable)
        });
        found.min_by_key(|(job, _)| job.asked.actions).and_then(|(_, record)| record.as_ref())
    }

    /// Returns the progress on a split question, in words.
    pub fn progress(&self, question: &str, job: &Job) -> String {
        match (&job.part, self.of_horizons(question)) {
            (Some(QuestionPart::Horizon { .. }), Some(bounds)) => match bounds.upper {
                Some(upper) => format!("between {} and {upper} actions", bounds.lower),
                None => format!("at least {} actions", bounds.lower),
            },
            _ => {
                let parts = self
                    .jobs
                    .iter()
                    .filter(|job| job.part.as_ref().is_some_and(|part| part.question() == question));
                let (mut all, mut refuted) = (0, 0);
                for part in parts {
                    all += 1;
                    let whole = self.answer(part).or_else(|| self.of_cubes(&part.id));
                    refuted += usize::from(whole == Some(AnswerFinding::Unsatisfiable));
                }
                format!("{refuted} of {all} cubes refuted")
            }
        }
    }

    /// Returns the folder of the manifest of a job.
    pub fn folder(&self, index: usize) -> &Path {
        &self.places[index].folder
    }
}

/// Returns the result that counts: the first solved one, otherwise the first conclusive one, otherwise the last one.
fn counting<'a>(job: &Job, found: &'a [RecordFile]) -> Option<&'a JobRecord> {
    let ours = || {
        let ours = found.iter().filter_map(|found| found.of(job));
        ours.filter(|record| record.answer().is_none() || is_about_the_program(job, &record.output))
    };
    let solved = ours().find(|record| record.outcome() == Outcome::Solved);
    solved.or_else(|| ours().find(|record| record.conclusive)).or_else(|| ours().next_back())
}
