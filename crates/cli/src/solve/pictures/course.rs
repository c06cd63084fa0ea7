//! The course of the bounds of an objective: costs of answer sets and proven lower bounds, with their times.

use std::time::Duration;

use serde_json::{json, Value};

/// The number of points from which every other one is left out; more than a plot has pixels.
const MOST_POINTS: usize = 4096;

/// An event of a search.
#[derive(Clone, Debug)]
struct Point {
    /// The number of the solver call.
    call: u64,
    time: Duration,
    /// Costs or lower bounds, by falling priority.
    values: Vec<i64>,
    /// For costs, the number of the answer set among all.
    answer: Option<u64>,
}

/// The events so far, in order.
#[derive(Debug, Default)]
pub struct Course {
    points: Vec<Point>,
}

impl Course {
    /// Adds the costs of an answer set.
    pub fn upper(&mut self, call: u64, time: Duration, costs: &[i64], answer: u64) {
        self.add(Point { call, time, values: costs.to_vec(), answer: Some(answer) });
    }

    /// Adds proven lower bounds; there may be fewer of them than costs.
    pub fn lower(&mut self, call: u64, time: Duration, bounds: &[i64]) {
        self.add(Point { call, time, values: bounds.to_vec(), answer: None });
    }

    fn add(&mut self, point: Point) {
        if self.points.len() >= MOST_POINTS {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
        self.points.push(point);
    }

    /// The points as JSON; times are in seconds.
    pub fn json(&self) -> Value {
        let points = self.points.iter().map(|point| {
            json!({
                "call": point.call,
                "time": point.time.as_secs_f64(),
                "values": point.values,
                "answer": point.answer,
            })
        });
        points.collect()
    }
}
