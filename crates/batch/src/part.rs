//! Parts of a question: which parts an answer makes unnecessary, and which answers follow for the whole.

use groundplan_compare::task::Finding;

use crate::job::{Job, QuestionPart};

/// Returns the jobs that the answer to this job makes unnecessary.
pub fn needless<'a>(
    job: &'a Job,
    answer: Finding,
    jobs: &'a [Job],
) -> Box<dyn Iterator<Item = &'a Job> + 'a> {
    let Some(part) = &job.part else { return Box::new(std::iter::empty()) };
    let others = jobs.iter().filter(move |other| {
        let same = other.part.as_ref().is_some_and(|other| other.question() == part.question());
        same && other.id != job.id
    });
    match (part, answer) {
        (QuestionPart::Cube { .. }, Finding::Satisfiable) => Box::new(others),
        (QuestionPart::Cube { .. }, _) => Box::new(std::iter::empty()),
        // No-ops extend a plan to any larger number of actions, so one answer also covers larger, or smaller,
        // numbers.
        (QuestionPart::Horizon { .. }, Finding::Unsatisfiable) => {
            Box::new(others.filter(move |other| other.asked.actions < job.asked.actions))
        }
        (QuestionPart::Horizon { .. }, _) => {
            Box::new(others.filter(move |other| other.asked.actions > job.asked.actions))
        }
    }
}

/// Returns the answer to a question that was split into cubes, if it follows from the answers to its jobs.
pub fn of_cubes(of: &str, jobs: &[Job], answer: &dyn Fn(&Job) -> Option<Finding>) -> Option<Finding> {
    let mut refuted: Vec<bool> = Vec::new();
    for job in jobs {
        let Some(QuestionPart::Cube { of: split, index, cubes, .. }) = &job.part else { continue };
        if split != of {
            continue;
        }
        refuted.resize(refuted.len().max(*cubes), false);
        // A cube may itself be split.
        match answer(job).or_else(|| of_cubes(&job.id, jobs, answer)) {
            Some(Finding::Satisfiable) => return Some(Finding::Satisfiable),
            Some(Finding::Unsatisfiable) => refuted[*index] = true,
            _ => {}
        }
    }
    (!refuted.is_empty() && refuted.iter().all(|&refuted| refuted)).then_some(Finding::Unsatisfiable)
}

/// Bounds on the least number of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No plan has fewer actions than this.
    pub lower: u32,
    /// The number of actions of the shortest known plan.
    pub upper: Option<u32>,
}

/// Returns the bounds that follow from the horizons; `None` if the question has none.
pub fn of_horizons(of: &str, jobs: &[Job], answer: &dyn Fn(&Job) -> Option<Finding>) -> Option<Bounds> {
    let mut bounds: Option<Bounds> = None;
    for job in jobs {
        let (Some(QuestionPart::Horizon { of: split, least, .. }), Some(actions)) =
            (&job.part, job.asked.actions)
        else {
            continue;
        };
        if split != of {
            continue;
        }
        let bounds = bounds.get_or_insert(Bounds { lower: *least, upper: None });
        match answer(job) {
            Some(Finding::Unsatisfiable) => bounds.lower = bounds.lower.max(actions.saturating_add(1)),
            Some(_) => bounds.upper = Some(bounds.upper.map_or(actions, |upper| upper.min(actions))),
            None => {}
        }
    }
    bounds
}
