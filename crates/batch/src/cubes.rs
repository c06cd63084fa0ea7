//! Splits a question into cubes, with one job for each: the cubes exclude each other and cover the question.
//!
//! This is cube and conquer (Heule, Kullmann, Wieringa & Biere: Cube and conquer: guiding CDCL SAT solvers by
//! lookaheads, HVC 2011), with the scheduler of a cluster. `decide --cubes` and `solve --cubes` print the cubes.

use std::path::Path;
use std::process::{Command, Stdio};

use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use serde::Deserialize;

use crate::job::{digest, Job, QuestionPart};

/// The first line that `--cubes` prints.
#[derive(Deserialize)]
struct JobCover {
    /// The digest of the ground program.
    program: String,
    cubes: usize,
}

/// A further line that `--cubes` prints.
#[derive(Deserialize)]
struct Cube {
    cube: usize,
    literals: Vec<String>,
}

/// Splits the question of a job, which may be a cube itself, into at most `wanted` jobs.
///
/// # Errors
///
/// When the command fails, or does not print a list of cubes.
pub fn split(job: &Job, folder: &Path, wanted: u32) -> Result<Vec<Job>, Failure> {
    // The time limit applies to solving, not to splitting.
    let mut line = without(&job.arguments, &["certify", "time-limit"]);
    insert(&mut line, &format!("--cubes={wanted}"));
    let directory = folder.join(&job.directory);
    if let Some(output) = job.outputs.first().map(|output| cover_of(output)) {
        let place = directory.join(&output);
        let parent = place.parent().unwrap_or(&directory);
        std::fs::create_dir_all(parent)
            .map_err(|error| Failure::Unwritable(format!("cannot make `{}`: {error}", parent.display())))?;
        insert(&mut line, &format!("--certify={output}"));
    }
    let program = std::env::current_exe().map_err(anyhow::Error::from)?;
    let output = Command::new(program)
        .args(&line)
        .current_dir(&directory)
        .stdin(Stdio::null())
        .output()
        .map_err(anyhow::Error::from)?;
    if !output.status.success() {
        report::say(String::from_utf8_lossy(&output.stderr).trim_end());
        return Err(Failure::Input(format!("{} cannot be split: `{}` fails", job.name(), line.join(" "))));
    }
    of(job, &String::from_utf8_lossy(&output.stdout), wanted)
}

/// Returns the jobs of the cubes listed in a text.
fn of(job: &Job, text: &str, wanted: u32) -> Result<Vec<Job>, Failure> {
    let refuse = |why: &str| Failure::Internal(format!("the cubes of {} are not told: {why}", job.name()));
    let mut lines = text.lines();
    let cover: JobCover =
        serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| refuse(&error.to_string()))?;
    let cubes: Vec<Cube> = lines
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .map_err(|error| refuse(&error.to_string()))?;
    if cubes.len() != cover.cubes || cubes.iter().enumerate().any(|(index, cube)| cube.cube != index) {
        return Err(refuse(&format!("there are {} where {} are promised", cubes.len(), cover.cubes)));
    }
    if let Some(QuestionPart::Cube { program, .. }) = job.part.as_ref().filter(|_| !cubes.is_empty()) {
        if *program != cover.program {
            return Err(refuse("they are about another ground program than the cube that is split"));
        }
    }
    // The question cannot be split; it is answered as a whole.
    if cubes.len() < 2 {
        return Ok(vec![job.clone()]);
    }
    let question = job.part.as_ref().map_or(&job.id, |part| part.question_of_cube(&job.id)).clone();
    let all: Vec<Vec<String>> = cubes.iter().map(|cube| within(job, &cube.literals)).collect();
    let digest_of_all = digest(&all);
    let jobs = cubes.iter().zip(all).map(|(cube, literals)| {
        let mut part = job.clone();
        part.arguments = without(&job.arguments, &["certify", "cube"]);
        insert(&mut part.arguments, &format!("--cube={}", literals.join(", ")));
        part.part = Some(QuestionPart::Cube {
            of: job.id.clone(),
            question: question.clone(),
            index: cube.cube,
            cubes: cover.cubes,
            wanted,
            literals,
            cover: digest_of_all.clone(),
            program: cover.program.clone(),
        });
        part.outputs = job.outputs.iter().map(|output| format!("{output}-{:05}", cube.cube + 1)).collect();
        for output in &part.outputs {
            insert(&mut part.arguments, &format!("--certify={output}"));
        }
        part.identify();
        part
    });
    Ok(jobs.collect())
}

/// Returns the literals of a cube, including those of the cube that was split.
fn within(job: &Job, literals: &[String]) -> Vec<String> {
    let mut all = match &job.part {
        Some(QuestionPart::Cube { literals, .. }) => literals.clone(),
        _ => Vec::new(),
    };
    let new: Vec<String> = literals.iter().filter(|literal| !all.contains(literal)).cloned().collect();
    all.extend(new);
    all
}

impl QuestionPart {
    /// Returns the id of the whole question for a cube; otherwise `id`.
    fn question_of_cube<'a>(&'a self, id: &'a String) -> &'a String {
        match self {
            QuestionPart::Cube { question, .. } => question,
            QuestionPart::Horizon { .. } => id,
        }
    }
}

/// Inserts an option into a command line: after the name of the command, and before any `--`.
pub fn insert(line: &mut Vec<String>, option: &str) {
    line.insert(1.min(line.len()), option.to_owned());
}

/// Returns a command line without these options and their values.
pub fn without(line: &[String], names: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = line.iter();
    while let Some(word) = words.next() {
        let name =
            word.strip_prefix("--").map(|option| option.split_once('=').map_or(option, |(name, _)| name));
        match name {
            // Everything after `--` is a file.
            Some("") => {
                kept.push(word.clone());
                kept.extend(words.by_ref().cloned());
            }
            Some(name) if names.contains(&name) => {
                if !word.contains('=') {
                    words.next();
                }
            }
            _ => kept.push(word.clone()),
        }
    }
    kept
}

/// Returns the folder of the certificate that the cubes cover the question.
fn cover_of(output: &str) -> String {
    format!("{output}-cover")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{JobLimits, JobQuestion};

    fn job() -> Job {
        let asked = JobQuestion {
            instance: "a".into(),
            question: "decide".into(),
            actions: Some(3),
            engine: "ground".into(),
        };
        let mut job = Job {
            schema_version: 1,
            id: String::new(),
            digest: String::new(),
            chunk: 1,
            order: 0,
            planned: 0,
            asked,
            arguments: ["decide", "a", "--actions=3"].map(str::to_owned).to_vec(),
            directory: ".".into(),
            inputs: Vec::new(),
            limits: JobLimits::default(),
            outputs: Vec::new(),
            results: "results".into(),
            estimate: 1.0,
            groundplan: "0".into(),
            part: None,
        };
        job.identify();
        job
    }

    const TOLD: &str = "{\"program\":\"p\",\"cubes\":2}\n{\"cube\":0,\"literals\":[\"x\"]}\n\
                        {\"cube\":1,\"literals\":[\"not x\"]}\n";

    #[test]
    fn a_cube_is_a_job_of_its_own() {
        let whole = job();
        let cubes = of(&whole, TOLD, 2).expect("cubes");
        assert_eq!(cubes[1].arguments, ["decide", "--cube=not x", "a", "--actions=3"]);
        assert_ne!(cubes[0].id, cubes[1].id);
        let inner = of(&cubes[1], &TOLD.replace('x', "y"), 2).expect("cubes");
        assert_eq!(inner[0].arguments[1], "--cube=not x, y");
        let Some(QuestionPart::Cube { of, question, .. }) = &inner[0].part else { panic!("a cube") };
        assert_eq!((of, question), (&cubes[1].id, &whole.id));
    }

    #[test]
    fn a_cover_with_a_hole_is_refused() {
        let lines: Vec<&str> = TOLD.lines().collect();
        for wrong in
            [lines[0].to_owned(), format!("{}\n{}\n{}", lines[0], lines[1], lines[1]), lines[1].to_owned()]
        {
            assert!(of(&job(), &wrong, 2).is_err(), "{wrong}");
        }
        let cube = of(&job(), TOLD, 2).expect("cubes").remove(0);
        assert!(of(&cube, &TOLD.replace("\"p\"", "\"q\""), 2).is_err(), "another program");
    }
}
