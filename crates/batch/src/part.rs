//! Parts of a question: which parts an answer makes unnecessary, and which answers follow for the whole.

use groundplan_compare::task::AnswerFinding;
use groundplan_terminal::words::quantity;

use crate::job::{digest, Job, QuestionPart};

/// Returns the jobs that the answer to this job makes unnecessary.
pub fn needless<'a>(
    job: &'a Job,
    answer: AnswerFinding,
    jobs: &'a [Job],
) -> Box<dyn Iterator<Item = &'a Job> + 'a> {
    let Some(part) = &job.part else { return Box::new(std::iter::empty()) };
    let others = jobs.iter().filter(move |other| {
        let same = other.part.as_ref().is_some_and(|other| other.question() == part.question());
        same && other.id != job.id
    });
    match (part, answer) {
        (QuestionPart::Cube { .. }, AnswerFinding::Satisfiable) => Box::new(others),
        (QuestionPart::Cube { .. }, _) => Box::new(std::iter::empty()),
        // No-ops extend a plan to any larger number of actions, so one answer also covers larger, or smaller,
        // numbers.
        (QuestionPart::Horizon { .. }, AnswerFinding::Unsatisfiable) => {
            Box::new(others.filter(move |other| other.asked.actions < job.asked.actions))
        }
        (QuestionPart::Horizon { .. }, _) => {
            Box::new(others.filter(move |other| other.asked.actions > job.asked.actions))
        }
    }
}

/// Returns the answer to a question that was split into cubes, if it follows from the answers to its jobs.
pub fn of_cubes(
    of: &str,
    jobs: &[Job],
    answer: &dyn Fn(&Job) -> Option<AnswerFinding>,
) -> Option<AnswerFinding> {
    let cubes = jobs
        .iter()
        .filter(|job| matches!(&job.part, Some(QuestionPart::Cube { of: split, .. }) if split == of));
    let mut all_refuted = true;
    let mut refuted: Vec<&Job> = Vec::new();
    for job in cubes {
        // A cube may itself be split.
        match answer(job).or_else(|| of_cubes(&job.id, jobs, answer)) {
            Some(AnswerFinding::Satisfiable) => return Some(AnswerFinding::Satisfiable),
            Some(AnswerFinding::Unsatisfiable) => refuted.push(job),
            _ => all_refuted = false,
        }
    }
    (all_refuted && flaws_of_cover(&refuted).is_empty() && !refuted.is_empty())
        .then_some(AnswerFinding::Unsatisfiable)
}

/// Returns why these jobs are not the cubes of one cover, each once. They are of the same job, which was split.
pub fn flaws_of_cover(jobs: &[&Job]) -> Vec<String> {
    let mut flaws = Vec::new();
    let Some((first, covered)) = jobs.first().and_then(|job| Some((job, PartCover::of(job)?))) else {
        return flaws;
    };
    let mut places: Vec<Option<&[String]>> = vec![None; covered.cubes];
    for job in jobs {
        let Some(QuestionPart::Cube { index, literals, .. }) = &job.part else { continue };
        match places.get_mut(*index) {
            Some(place) if PartCover::of(job).as_ref() == Some(&covered) => {
                if place.replace(literals).is_some() {
                    flaws.push(format!("{}: another job has the same place", job.name()));
                }
            }
            _ => flaws.push(format!("{}: it is no part of the same cover", job.name())),
        }
    }
    let missing = places.iter().filter(|place| place.is_none()).count();
    if missing > 0 {
        let cubes = quantity(missing, "cube is", "cubes are");
        flaws.push(format!("{}: {cubes} in no manifest, of {}", first.name(), covered.cubes));
    } else if flaws.is_empty() {
        let all: Vec<Vec<String>> = places.into_iter().flatten().map(<[String]>::to_vec).collect();
        if digest(&all) != covered.digest {
            flaws.push(format!("{}: the cubes are not those that the question was split into", first.name()));
        }
    }
    flaws
}

/// What the cubes of one cover have in common.
#[derive(PartialEq, Eq)]
struct PartCover<'a> {
    cubes: usize,
    question: &'a str,
    program: &'a str,
    digest: &'a str,
}

impl<'a> PartCover<'a> {
    fn of(job: &'a Job) -> Option<PartCover<'a>> {
        match &job.part {
            Some(QuestionPart::Cube { cubes, question, program, cover, .. }) => {
                Some(PartCover { cubes: *cubes, question, program, digest: cover })
            }
            _ => None,
        }
    }
}

/// Bounds on the least number of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartBounds {
    /// No plan has fewer actions than this.
    pub lower: u32,
    /// The number of actions of the shortest known plan.
    pub upper: Option<u32>,
}

/// Returns the bounds that follow from the horizons; `None` if the question has none.
pub fn of_horizons(
    of: &str,
    jobs: &[Job],
    answer: &dyn Fn(&Job) -> Option<AnswerFinding>,
) -> Option<PartBounds> {
    let mut bounds: Option<PartBounds> = None;
    for job in jobs {
        let (Some(QuestionPart::Horizon { of: split, least, .. }), Some(actions)) =
            (&job.part, job.asked.actions)
        else {
            continue;
        };
        if split != of {
            continue;
        }
        let bounds = bounds.get_or_insert(PartBounds { lower: *least, upper: None });
        match answer(job) {
            Some(AnswerFinding::Unsatisfiable) => bounds.lower = bounds.lower.max(actions.saturating_add(1)),
            Some(_) => bounds.upper = Some(bounds.upper.map_or(actions, |upper| upper.min(actions))),
            None => {}
        }
    }
    bounds
}
