//! `groundplan batch merge`: prints the merged results and their contradictions.

use std::collections::{BTreeMap, HashMap};

use groundplan_compare::arguments::Format;
use groundplan_compare::results;
use groundplan_compare::row::{Row, COLUMNS};
use groundplan_compare::task::AnswerFinding;
use groundplan_compare::{answer, ledger};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{escape, output, report};
use serde_json::{json, Value};

use crate::again;
use crate::arguments::MergeArguments;
use crate::changed::Change;
use crate::job::{Job, QuestionPart};
use crate::merged::{JobState, Merged};
use crate::part;
use crate::record::{Flaw, RecordFile};
use crate::rows::{self, rows};
use crate::work::is_about_the_program;

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
        Format::Table => output::show(&format!("{}{}", rows::table(&rows), merged.plans()))?,
        Format::Csv => {
            let lines = rows.rows().map(|row| ledger::line(row.fields()));
            output::print(&(ledger::line(COLUMNS) + &lines.collect::<String>()))?;
        }
        Format::Json => output::print(&escape::json(&merged.object(&rows, &complaints)))?,
    }
    complaints.iter().for_each(|complaint| report::error(complaint));
    if !arguments.quiet {
        merged.say();
        merged.changes().iter().for_each(|change| report::say(&change.to_string()));
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

impl Merged {
    /// Returns the contradictions between results.
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
        for (job, found) in self.jobs.iter().zip(&self.found) {
            for file in found {
                if let Some(Flaw::Contradiction(why)) = file.flaw(job) {
                    complaints.push(format!("{}: result {} does not count: {why}", job.name(), file.attempt));
                }
            }
        }
        for row in rows.rows().filter(|row| results::is_accused(row)) {
            complaints.push(format!("{}, {}: {}", row.key.instance, row.key.engine, row.remark));
        }
        complaints.extend(self.gaps());
        complaints.extend(self.flaws_of_parts());
        complaints
    }

    /// Returns the numbers of actions that are refuted although a smaller one has a plan.
    fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        let answered: Vec<(&Job, u32, AnswerFinding)> = self
            .jobs
            .iter()
            .filter(|job| job.is_monotone() && !matches!(job.part, Some(QuestionPart::Cube { .. })))
            .filter_map(|job| Some((job, job.asked.actions?, self.answer(job)?)))
            .collect();
        let mut fewest: HashMap<&str, u32> = HashMap::new();
        // A plan of 0 actions does not imply longer ones: there may be no box in reach for a no-op.
        for (job, actions, _) in answered
            .iter()
            .filter(|(_, actions, answer)| *answer == AnswerFinding::Satisfiable && *actions > 0)
        {
            let least = fewest.entry(&job.asked.instance).or_insert(*actions);
            *least = (*least).min(*actions);
        }
        for (job, actions, answer) in answered {
            let least = fewest.get(job.asked.instance.as_str());
            if let Some(least) =
                least.filter(|&&least| answer == AnswerFinding::Unsatisfiable && least < actions)
            {
                gaps.push(format!("{}: none, where there is a plan of {least} actions", job.name()));
            }
        }
        gaps
    }

    /// Returns what is wrong with the parts that questions were split into: cubes that are missing or of different covers, and
    /// numbers of actions that are missing.
    fn flaws_of_parts(&self) -> Vec<String> {
        let mut flaws = Vec::new();
        let mut split: Vec<(&str, Vec<&Job>)> = Vec::new();
        let mut ranges: BTreeMap<(&str, u32, u32), (&Job, u32)> = BTreeMap::new();
        for job in &self.jobs {
            match &job.part {
                Some(QuestionPart::Cube { of, .. }) => {
                    match split.iter_mut().find(|(known, _)| *known == of.as_str()) {
                        Some((_, jobs)) => jobs.push(job),
                        None => split.push((of.as_str(), vec![job])),
                    }
                }
                Some(QuestionPart::Horizon { of, least, wanted }) => {
                    ranges.entry((of.as_str(), *least, *wanted)).or_insert((job, 0)).1 += 1;
                }
                None => {}
            }
        }
        flaws.extend(split.iter().flat_map(|(_, jobs)| part::flaws_of_cover(jobs)));
        for ((_, _, wanted), (job, found)) in ranges {
            if found < wanted {
                let missing =
                    quantity((wanted - found) as usize, "number of actions is", "numbers of actions are");
                flaws.push(format!("{}: {missing} in no manifest, of {wanted}", job.asked.instance));
            }
        }
        flaws
    }

    /// Returns the plans of split questions.
    fn plans(&self) -> String {
        let told = |(question, job): &(&str, &Job)| -> Option<String> {
            let plan = answer::plan(&self.found_by(question)?.output)?;
            Some(format!("plan of {}:\n{plan}", job.asked.instance))
        };
        self.questions().iter().filter_map(told).collect()
    }

    /// Prints the number of jobs in each state, with the names of some.
    fn say(&self) {
        const MOST: usize = 4;
        let of =
            |state: JobState| self.jobs.iter().zip(&self.states).filter(move |(_, found)| **found == state);
        let mut told = vec![format!("{} complete", of(JobState::Complete).count())];
        for state in [JobState::Missing, JobState::Failed, JobState::Needless] {
            let count = of(state).count();
            if count > 0 {
                told.push(format!("{count} {}", state.name()));
            }
        }
        let more = self.jobs.iter().zip(&self.found);
        let counted = |(job, found): (&Job, &Vec<RecordFile>)| {
            found.iter().filter(|found| found.of(job).is_some()).count()
        };
        let duplicates: usize = more.clone().map(|both| counted(both).saturating_sub(1)).sum();
        if duplicates > 0 {
            told.push(format!("{}, not counted", quantity(duplicates, "result besides", "results besides")));
        }
        report::say(&format!("{}: {}", quantity(self.jobs.len(), "job", "jobs"), told.join(", ")));
        for state in [JobState::Missing, JobState::Failed] {
            let names: Vec<String> = of(state).take(MOST).map(|(job, _)| job.name()).collect();
            let count = of(state).count();
            let rest = if count > MOST { format!(" and {} others", count - MOST) } else { String::new() };
            if count > 0 {
                report::say(&format!("{}: {}{rest}", state.name(), names.join("; ")));
            }
        }
        for (job, found) in more {
            for stray in found {
                if let Some(Flaw::Stray(why)) = stray.flaw(job) {
                    report::say(&format!("{}: result {} does not count: {why}", job.name(), stray.attempt));
                }
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
        for (place, missing, planned) in self.unnamed() {
            let lines = quantity(missing, "line is", "lines are");
            report::say(&format!("`{place}`: {lines} in no manifest that was named, of {planned} planned"));
        }
        for (question, job) in self.questions() {
            if !self.is_answered(question, job) {
                report::say(&format!("{}: {}", job.asked.instance, self.progress(question, job)));
            }
        }
    }

    /// Returns the merged results as JSON.
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
            "unnamed": self.unnamed().iter().map(|(_, missing, _)| missing).sum::<usize>(),
            "changed": self.changes().iter().map(Change::object).collect::<Vec<_>>(),
            "contradictions": complaints,
            "rows": rows.rows().map(Row::object).collect::<Vec<_>>(),
            "questions": plans.collect::<Vec<_>>(),
            "jobs": jobs.collect::<Vec<_>>(),
        })
    }
}
