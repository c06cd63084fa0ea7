//! What is known of a run so far, and what follows from it, in whatever format it is printed.

use groundplan::exchange::Formula;

use super::bounds::ShownBounds;
use super::clasp_statistics::ProgramSizes;
use super::summary::AnswerSummary;
use crate::values::{Aim, Quiet, Shown};
use crate::{Clasp, End};

/// The state of a run, and which parts of it are printed.
pub struct Record {
    /// The formula whose models the answer sets are.
    pub formula: Option<Formula>,
    /// The parts of answers that are printed.
    pub quiet: Quiet,
    /// Whether answers are printed with their number, and with the time at which they were found.
    pub is_numbered: bool,
    pub is_timed: bool,
    /// Whether text formats end with the summary.
    pub summarizes: bool,
    /// The goal of the current call, if there is an objective.
    pub aim: Option<Aim>,
    /// Whether all answers from now on are optimal.
    pub proven: bool,
    /// The number of answers found by the current call or, if optimal ones are enumerated, of those.
    pub number: u64,
    /// Whether the current call found an answer set.
    pub satisfiable: bool,
    /// The costs of the last answer set, if the objective counts.
    pub costs: Option<Vec<i64>>,
    pub bounds: ShownBounds,
    /// The assumptions that excluded all answer sets in the last call.
    pub core: Option<Vec<String>>,
    pub summary: AnswerSummary,
}

/// What is known when a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Satisfiable,
    Unsatisfiable,
    /// The last answer set is optimal.
    Optimum,
    Unknown,
}

impl Verdict {
    /// Returns clasp's words for the verdict.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Satisfiable => "SATISFIABLE",
            Verdict::Unsatisfiable => "UNSATISFIABLE",
            Verdict::Optimum => "OPTIMUM FOUND",
            Verdict::Unknown => "UNKNOWN",
        }
    }
}

impl Record {
    /// Starts a run without answers.
    pub fn new(quiet: Quiet, verbose: u32) -> Self {
        Record {
            formula: None,
            quiet,
            is_numbered: verbose > 0,
            is_timed: false,
            summarizes: true,
            aim: None,
            proven: false,
            number: 0,
            satisfiable: false,
            costs: None,
            bounds: ShownBounds::default(),
            core: None,
            summary: AnswerSummary::new(),
        }
    }

    /// Forgets the last call; `aim` is the goal of the next if there is an objective.
    pub fn begin_call(&mut self, aim: Option<Aim>) {
        self.aim = aim;
        self.proven = false;
        self.number = 0;
        self.satisfiable = false;
        self.core = None;
        self.costs = None;
        self.bounds.clear();
    }

    /// Counts an answer.
    pub fn count(&mut self) {
        self.number += 1;
        self.satisfiable = true;
        self.summary.add_model(self.proven);
    }

    /// Counts an answer set, and keeps its costs if the objective counts.
    pub fn count_model(&mut self, costs: &[i64]) {
        self.count();
        self.costs = self.optimizes().then(|| costs.to_vec());
    }

    /// Records that all answers from now on are optimal.
    pub fn prove(&mut self) {
        self.proven = true;
        self.number = 0;
    }

    /// Whether this part of an answer is held back, since another answer may replace it. If all optimal answer sets are
    /// enumerated, each is printed.
    pub fn holds_back(&self, part: Shown) -> bool {
        part == Shown::Last && !self.proven
    }

    /// Whether there is an objective that is not ignored.
    fn optimizes(&self) -> bool {
        self.aim.is_some_and(|aim| aim != Aim::Ignore)
    }

    /// Whether the last answer set is proven optimal.
    pub fn is_proven(&self, end: End) -> bool {
        end == End::Exhausted || self.proven
    }

    /// Returns the lower and upper bounds if the last answer set is not proven optimal.
    pub fn open_bounds(&self, end: End) -> Option<(&[i64], &[i64])> {
        let costs = self.costs.as_deref().filter(|_| !self.is_proven(end));
        self.bounds.within(costs?)
    }

    /// Whether the summary is printed: clingo leaves it out with `--verbose=0`, but not before statistics.
    pub fn wants_summary(&self, sizes: Option<ProgramSizes>) -> bool {
        self.is_numbered || sizes.is_some()
    }

    /// Returns the number of answer sets and the cost bounds so far, as the continuation of a progress line.
    pub fn progress(&self) -> String {
        let found = match self.summary.models {
            0 => String::new(),
            1 => ", 1 answer set".to_owned(),
            models => format!(", {models} answer sets"),
        };
        match self.costs.as_deref() {
            None => found,
            Some(costs) => format!("{found}, costs {}", self.bounds.text(costs)),
        }
    }

    /// Returns the verdict and the exit code.
    pub fn verdict(&self, end: End) -> (Verdict, Clasp) {
        match end {
            End::Exhausted if self.satisfiable && self.optimizes() => (Verdict::Optimum, Clasp::Exhausted),
            End::Exhausted if self.satisfiable => (Verdict::Satisfiable, Clasp::Exhausted),
            End::Exhausted => (Verdict::Unsatisfiable, Clasp::Unsatisfiable),
            End::Stopped if self.proven => (Verdict::Optimum, Clasp::Satisfiable),
            End::Stopped if self.satisfiable => (Verdict::Satisfiable, Clasp::Satisfiable),
            End::Stopped | End::Unknown => (Verdict::Unknown, Clasp::Unknown),
            End::Interrupted | End::TimeLimit if self.proven => {
                (Verdict::Optimum, Clasp::SatisfiableInterrupted)
            }
            End::Interrupted | End::TimeLimit if self.summary.models > 0 => {
                (Verdict::Satisfiable, Clasp::SatisfiableInterrupted)
            }
            End::Interrupted | End::TimeLimit => (Verdict::Unknown, Clasp::Interrupted),
        }
    }
}
