//! Estimates the time of jobs, orders them longest first, and groups short ones into chunks.
//!
//! Longest first is Graham's rule (R. L. Graham: Bounds on multiprocessing timing anomalies, SIAM Journal on Applied
//! Mathematics, 1969). The estimate is a linear fit of the logarithm of running times on the Microban collection, by
//! the number of configurations and the number of actions.

use std::time::Duration;

use groundplan_sokoban::{assignment, Instance};

use crate::job::Job;

/// The largest number of jobs in a chunk: estimates may be too low.
const MOST_IN_CHUNK: usize = 25;

/// Returns the estimated time in seconds of a question about an instance. `actions` is the number of actions; `None`
/// asks for the least one.
pub fn seconds(instance: &Instance, actions: Option<u32>) -> f64 {
    let (places, boxes) = (instance.locations().len(), instance.boxes.len());
    let configurations: f64 =
        (0..boxes.min(places)).map(|chosen| ((places - chosen) as f64 / (chosen + 1) as f64).ln()).sum();
    let actions = actions.map(f64::from).or_else(|| assignment(instance).map(|least| least as f64));
    // The fit is not valid for larger instances.
    let size = (configurations + actions.unwrap_or(0.0) / 2.0).min(200.0);
    0.01 + (0.061 * size - 4.3).exp()
}

/// Sorts jobs by estimated time, longest first, and numbers their chunks.
pub fn order(jobs: &mut [Job], chunk: Duration) {
    jobs.sort_by(|one, other| other.estimate.total_cmp(&one.estimate).then(one.order.cmp(&other.order)));
    let (mut number, mut together, mut length) = (0, 0, f64::INFINITY);
    for job in jobs {
        // A part of a question has its own chunk, because it may be cancelled at any time.
        if length >= chunk.as_secs_f64() || together == MOST_IN_CHUNK || job.part.is_some() {
            (number, together, length) = (number + 1, 0, 0.0);
        }
        job.chunk = number;
        together += 1;
        length = if job.part.is_some() { f64::INFINITY } else { length + job.estimate };
    }
}
