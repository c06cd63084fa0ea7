//! How long a job may take, to have the longest begin first; and which jobs travel together.
//!
//! Longest first is Graham's rule (Bounds on multiprocessing timing anomalies, 1969). The estimate is a line through the
//! logarithms of times of the Microban collection, by the number of configurations and the number of actions; estimates and
//! times have a rank correlation of 0.74.

use std::time::Duration;

use groundplan_sokoban::{assignment, Instance};

use super::job::Job;

/// No chunk has more jobs than this: what it lacks in length by the estimate, it may have in truth.
const MOST_IN_CHUNK: usize = 25;

/// Seconds that a question about an instance may take: the least number of actions, or so many.
pub fn seconds(instance: &Instance, actions: Option<u32>) -> f64 {
    let (places, boxes) = (instance.locations().len(), instance.boxes.len());
    let configurations: f64 =
        (0..boxes.min(places)).map(|chosen| ((places - chosen) as f64 / (chosen + 1) as f64).ln()).sum();
    let actions = actions.map(f64::from).or_else(|| assignment(instance).map(|least| least as f64));
    // Beyond the levels that it was drawn through, the line ends.
    let size = (configurations + actions.unwrap_or(0.0) / 2.0).min(200.0);
    0.01 + (0.061 * size - 4.3).exp()
}

/// Orders jobs, the longest first, and numbers their chunks.
pub fn order(jobs: &mut [Job], chunk: Duration) {
    jobs.sort_by(|one, other| other.estimate.total_cmp(&one.estimate).then(one.order.cmp(&other.order)));
    let (mut number, mut together, mut length) = (0, 0, f64::INFINITY);
    for job in jobs {
        // A part of a question has a chunk of its own: it may be ended at any time.
        if length >= chunk.as_secs_f64() || together == MOST_IN_CHUNK || job.part.is_some() {
            (number, together, length) = (number + 1, 0, 0.0);
        }
        job.chunk = number;
        together += 1;
        length = if job.part.is_some() { f64::INFINITY } else { length + job.estimate };
    }
}
