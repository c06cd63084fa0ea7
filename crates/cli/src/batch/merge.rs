//! `groundplan batch merge`: the results put together, whether all are there or not.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::{json, Value};

use super::again;
use super::arguments::MergeArguments;
use super::job::{Job, Manifest, Part};
use super::part;
use super::record::{self, Found, Record};
use super::rows::{self, rows};
use super::work::is_about_the_program;
use crate::compare::arguments::Format;
use crate::compare::results;
use crate::compare::row::{Outcome, Row, COLUMNS};
use crate::compare::task::Finding;
use crate::compare::{answer, ledger};
use crate::exit::{Exit, Failure};
use crate::instance::quantity;
use crate::{output, report};

/// Runs the command.
///
/// # Errors
///
/// When a manifest or a folder of results cannot be read, or something cannot be written.
pub fn run(arguments: &MergeArguments) -> Result<Exit, Failure> {
    let merged = Merged::read(&arguments.manifests)?;
    let rows = rows(&merged);
    let complaints = merged.complaints(&rows);
    match arguments.format {
        Format::Table => output::print(&format!("{}{}", rows::table(&rows), merged.plans()))?,
        Format::Csv => {
            let lines = rows.rows().map(|row| ledger::line(row.fields()));
            output::print(&(ledger::line(COLUMNS) + &lines.collect::<String>()))?;
        }
        Format::Json => output::print(&format!("{}\n", merged.object(&rows, &complaints)))?,
    }
    complaints.iter().for_each(|complaint| report::error(complaint));
    if !arguments.quiet {
        merged.say();
    }
    if let Some(path) = &arguments.resubmit {
        again::write(&merged, path, arguments.quiet)?;
    }
    Ok(if !complaints.is_empty() {
        Exit::None
    } else if merged.is_complete() {
        Exit::Success
    } else {
        Exit::Unknown
    })
}

/// What became of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// There is a result.
    Complete,
    /// There is one that says that nothing came of it.
    Failed,
    /// There is none.
    Missing,
    /// There is none, and another result says that none is needed.
    Needless,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Complete => "complete",
            State::Failed => "failed",
            State::Missing => "missing",
            State::Needless => "not needed",
        }
    }
}

/// Jobs and their results.
pub struct Merged {
    /// Where the paths of jobs begin: a manifest for each job.
    pub places: Vec<Manifest>,
    /// All jobs, in the order of the table.
    pub jobs: Vec<Job>,
    /// Job by job: the one that counts.
    pub counting: Vec<Option<Record>>,
    /// Job by job.
    pub states: Vec<State>,
    /// Job by job: all that there are.
    found: Vec<Vec<Found>>,
    /// Where a job is, by its id.
    index: HashMap<String, usize>,
}

impl Merged {
    /// Reads manifests and the results of their jobs.
    fn read(paths: &[PathBuf]) -> Result<Merged, Failure> {
        let (mut jobs, mut known) =
            (Vec::<Job>::new(), HashMap::<PathBuf, HashMap<String, Vec<Found>>>::new());
        let (mut places, mut found, mut index) = (Vec::new(), Vec::new(), HashMap::new());
        for path in paths {
            let mut manifest = Manifest::read(path)?;
            manifest.jobs.sort_by_key(|job| job.order);
            for job in &manifest.jobs {
                // A manifest of what was missing has jobs of the first.
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
                places.push(Manifest { jobs: Vec::new(), ..manifest.clone() });
            }
        }
        let counting = jobs.iter().zip(&found).map(|(job, found)| counting(job, found).cloned()).collect();
        let mut merged = Merged { places, jobs, counting, states: Vec::new(), found, index };
        merged.states = merged.state();
        Ok(merged)
    }

    fn state(&self) -> Vec<State> {
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
        let state = |(job, record): (&Job, &Option<Record>)| match record {
            Some(record) if record.conclusive => State::Complete,
            _ if needless.contains(job.id.as_str()) => State::Needless,
            Some(_) => State::Failed,
            None => State::Missing,
        };
        self.jobs.iter().zip(&self.counting).map(state).collect()
    }

    /// Whether a job is part of a cube that has an answer as a whole.
    fn is_within_what_is_known(&self, job: &Job) -> bool {
        let Some(Part::Cube { of, .. }) = &job.part else { return false };
        let whole = self.index.get(of).map(|&index| &self.jobs[index]);
        whole.is_some_and(|whole| self.answer(whole).is_some() || self.is_within_what_is_known(whole))
    }

    /// The answer that a job has, if it has one.
    pub fn answer(&self, job: &Job) -> Option<Finding> {
        let record = self.counting[*self.index.get(&job.id)?]
            .as_ref()
            .filter(|record| record.outcome() == Outcome::Solved)?;
        record.answer()
    }

    /// The questions that were split, each with the first job of it.
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

    /// What is known of a question that was split into cubes.
    pub fn of_cubes(&self, question: &str) -> Option<Finding> {
        part::of_cubes(question, &self.jobs, &|job| self.answer(job))
    }

    /// What is known of a question that was split into numbers of actions.
    pub fn of_horizons(&self, question: &str) -> Option<part::Bounds> {
        part::of_horizons(question, &self.jobs, &|job| self.answer(job))
    }

    /// Whether a question that was split has its answer.
    pub fn is_answered(&self, question: &str, job: &Job) -> bool {
        match &job.part {
            Some(Part::Horizon { .. }) => {
                self.of_horizons(question).is_some_and(|bounds| bounds.upper == Some(bounds.lower))
            }
            _ => self.of_cubes(question).is_some(),
        }
    }

    fn is_complete(&self) -> bool {
        let done = |state: &State| matches!(state, State::Complete | State::Needless);
        self.states.iter().all(done)
            && self.questions().iter().all(|(question, job)| self.is_answered(question, job))
    }

    /// What cannot all be true.
    fn complaints(&self, rows: &results::Results) -> Vec<String> {
        let mut complaints = Vec::new();
        for (job, found) in self.jobs.iter().zip(&self.found) {
            let answers = found.iter().filter_map(|found| found.of(job)?.answer());
            let mut answers: Vec<String> = answers.map(|answer| answer.to_string()).collect();
            answers.sort();
            answers.dedup();
            if answers.len() > 1 {
                complaints.push(format!(
                    "{}: results contradict each other: {}",
                    job.name(),
                    answers.join(", ")
                ));
            }
        }
        for row in rows.rows().filter(|row| results::is_accused(row)) {
            complaints.push(format!("{}, {}: {}", row.key.instance, row.key.engine, row.remark));
        }
        complaints.extend(self.gaps());
        complaints.extend(self.overlaps());
        complaints
    }

    /// Numbers of actions that have a plan, and larger ones that have none.
    fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        let answered: Vec<(&Job, u32, Finding)> = self
            .jobs
            .iter()
            .filter(|job| job.is_monotone() && !matches!(job.part, Some(Part::Cube { .. })))
            .filter_map(|job| Some((job, job.asked.actions?, self.answer(job)?)))
            .collect();
        let mut fewest: HashMap<&str, u32> = HashMap::new();
        // One that is solved as it stands may have no box in reach to fill a plan up with.
        for (job, actions, _) in
            answered.iter().filter(|(_, actions, answer)| *answer == Finding::Satisfiable && *actions > 0)
        {
            let least = fewest.entry(&job.asked.instance).or_insert(*actions);
            *least = (*least).min(*actions);
        }
        for (job, actions, answer) in answered {
            let least = fewest.get(job.asked.instance.as_str());
            if let Some(least) = least.filter(|&&least| answer == Finding::Unsatisfiable && least < actions) {
                gaps.push(format!("{}: none, where there is a plan of {least} actions", job.name()));
            }
        }
        gaps
    }

    /// Cubes that take each other's place.
    fn overlaps(&self) -> Vec<String> {
        let mut seen: HashMap<(&str, usize), &Job> = HashMap::new();
        let mut overlaps = Vec::new();
        for job in &self.jobs {
            let Some(Part::Cube { of, index, cubes, program, .. }) = &job.part else { continue };
            let other = *seen.entry((of, *index)).or_insert(job);
            let first = *seen.get(&(of.as_str(), 0)).unwrap_or(&job);
            if other.id != job.id {
                overlaps.push(format!("{}: another job has the same place", job.name()));
            }
            let same = matches!(&first.part,
                Some(Part::Cube { cubes: others, program: theirs, .. }) if others == cubes && theirs == program);
            if !same || index >= cubes {
                overlaps.push(format!("{}: it is no part of the same cover", job.name()));
            }
        }
        overlaps
    }

    /// The plans of questions that were split.
    fn plans(&self) -> String {
        let told = |(question, job): &(&str, &Job)| -> Option<String> {
            let plan = answer::plan(&self.found_by(question)?.output)?;
            Some(format!("plan of {}:\n{plan}", job.asked.instance))
        };
        self.questions().iter().filter_map(told).collect()
    }

    /// The result of a part that found a plan: with the fewest actions, if there are several.
    pub fn found_by(&self, question: &str) -> Option<&Record> {
        let found = self.jobs.iter().zip(&self.counting).filter(|(job, _)| {
            job.part.as_ref().is_some_and(|part| part.question() == question)
                && self.answer(job) == Some(Finding::Satisfiable)
        });
        found.min_by_key(|(job, _)| job.asked.actions).and_then(|(_, record)| record.as_ref())
    }

    /// How many there are of each kind, and which they are.
    fn say(&self) {
        const MOST: usize = 4;
        let of = |state: State| self.jobs.iter().zip(&self.states).filter(move |(_, found)| **found == state);
        let mut told = vec![format!("{} complete", of(State::Complete).count())];
        for state in [State::Missing, State::Failed, State::Needless] {
            let count = of(state).count();
            if count > 0 {
                told.push(format!("{count} {}", state.name()));
            }
        }
        let more = self.jobs.iter().zip(&self.found);
        let counted =
            |(job, found): (&Job, &Vec<Found>)| found.iter().filter(|found| found.of(job).is_some()).count();
        let duplicates: usize = more.clone().map(|both| counted(both).saturating_sub(1)).sum();
        if duplicates > 0 {
            told.push(format!("{}, not counted", quantity(duplicates, "result besides", "results besides")));
        }
        report::say(&format!("{}: {}", quantity(self.jobs.len(), "job", "jobs"), told.join(", ")));
        for state in [State::Missing, State::Failed] {
            let names: Vec<String> = of(state).take(MOST).map(|(job, _)| job.name()).collect();
            let count = of(state).count();
            let rest = if count > MOST { format!(" and {} others", count - MOST) } else { String::new() };
            if count > 0 {
                report::say(&format!("{}: {}{rest}", state.name(), names.join("; ")));
            }
        }
        for (job, found) in more {
            for stray in found.iter().filter(|found| found.of(job).is_none()) {
                let why = match &stray.record {
                    Ok(_) => "it has another digest".to_owned(),
                    Err(error) => error.clone(),
                };
                report::say(&format!("{}: result {} does not count: {why}", job.name(), stray.attempt));
            }
            for foreign in found.iter().filter_map(|found| found.of(job)) {
                if foreign.answer().is_some() && !is_about_the_program(job, &foreign.output) {
                    report::say(&format!(
                        "{}: a result does not count: it is about another ground program",
                        job.name()
                    ));
                }
            }
        }
        for (question, job) in self.questions() {
            if !self.is_answered(question, job) {
                report::say(&format!("{}: {}", job.asked.instance, self.progress(question, job)));
            }
        }
    }

    /// How far a question is that was split.
    pub fn progress(&self, question: &str, job: &Job) -> String {
        match (&job.part, self.of_horizons(question)) {
            (Some(Part::Horizon { .. }), Some(bounds)) => match bounds.upper {
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
                    refuted += usize::from(whole == Some(Finding::Unsatisfiable));
                }
                format!("{refuted} of {all} cubes refuted")
            }
        }
    }

    /// What is printed for programs that read JSON.
    fn object(&self, rows: &results::Results, complaints: &[String]) -> Value {
        let jobs = self.jobs.iter().enumerate().map(|(index, job)| {
            let attempts = self.found[index].iter().filter(|found| found.of(job).is_some()).count();
            json!({
                "id": job.id,
                "name": job.name(),
                "state": self.states[index].name(),
                "results": attempts,
                "strays": self.found[index].len() - attempts,
                "outcome": self.counting[index].as_ref().map(|record| &record.outcome),
                "verdict": self.counting[index].as_ref().and_then(|record| record.verdict.as_ref()),
                "remark": self.counting[index].as_ref().map(|record| &record.remark),
            })
        });
        let questions = self.questions();
        let plans = questions.iter().map(|(question, job)| {
            json!({
                "instance": job.asked.instance,
                "answered": self.is_answered(question, job),
                "found": self.found_by(question).map(|record| &record.output),
            })
        });
        json!({
            "schema_version": 1,
            "command": "batch merge",
            "complete": self.is_complete(),
            "contradictions": complaints,
            "rows": rows.rows().map(Row::object).collect::<Vec<_>>(),
            "questions": plans.collect::<Vec<_>>(),
            "jobs": jobs.collect::<Vec<_>>(),
        })
    }

    /// The folder of a job's manifest.
    pub fn folder(&self, index: usize) -> &Path {
        &self.places[index].folder
    }
}

/// The result that counts: the first that says something, else the last that says that nothing came of it.
fn counting<'a>(job: &Job, found: &'a [Found]) -> Option<&'a Record> {
    let ours = || {
        let ours = found.iter().filter_map(|found| found.of(job));
        ours.filter(|record| record.answer().is_none() || is_about_the_program(job, &record.output))
    };
    let solved = ours().find(|record| record.outcome() == Outcome::Solved);
    solved.or_else(|| ours().find(|record| record.conclusive)).or_else(|| ours().next_back())
}
