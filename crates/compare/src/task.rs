//! Questions about an instance, and the answers to them.

use std::fmt;

use groundplan_check::{check, Instance, Plan, Rules, Verdict};

/// A question about an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Asks for a plan of exactly this many actions. Without a number, as many as the steps of the instance allow.
    Decide(Option<u32>),
    /// Asks for the least number of actions.
    Optimize,
}

impl Task {
    /// Returns the name of the question, which is also the command of `groundplan`.
    pub fn name(self) -> &'static str {
        match self {
            Task::Decide(_) => "decide",
            Task::Optimize => "optimize",
        }
    }

    /// Returns the number of actions that the command line asks for.
    pub fn actions(self) -> Option<u32> {
        match self {
            Task::Decide(actions) => actions,
            Task::Optimize => None,
        }
    }
}

/// A claim of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskClaim {
    /// The answer.
    pub answer: AnswerFinding,
    /// The text of the plan, if there is one.
    pub plan: Option<String>,
}

/// An answer without its plan. Two engines with different answers disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFinding {
    /// There is a plan.
    Satisfiable,
    /// There is no plan; for [`Task::Optimize`], of any length.
    Unsatisfiable,
    /// The least number of actions.
    Optimum(u32),
}

impl AnswerFinding {
    /// Returns the answer in the words of solvers.
    pub fn verdict(self) -> &'static str {
        match self {
            AnswerFinding::Satisfiable => "SATISFIABLE",
            AnswerFinding::Unsatisfiable => "UNSATISFIABLE",
            AnswerFinding::Optimum(_) => "OPTIMUM FOUND",
        }
    }

    /// Returns the least number of actions, if that is the answer.
    pub fn optimum(self) -> Option<u32> {
        match self {
            AnswerFinding::Optimum(actions) => Some(actions),
            AnswerFinding::Satisfiable | AnswerFinding::Unsatisfiable => None,
        }
    }

    /// Parses an answer from these words.
    pub fn from_words(verdict: &str, optimum: Option<u32>) -> Option<AnswerFinding> {
        match (verdict, optimum) {
            ("SATISFIABLE", None) => Some(AnswerFinding::Satisfiable),
            ("UNSATISFIABLE", None) => Some(AnswerFinding::Unsatisfiable),
            ("OPTIMUM FOUND", Some(actions)) => Some(AnswerFinding::Optimum(actions)),
            _ => None,
        }
    }

    /// Whether this kind of answer fits the question.
    pub fn answers(self, task: Task) -> bool {
        match self {
            AnswerFinding::Unsatisfiable => true,
            AnswerFinding::Satisfiable => matches!(task, Task::Decide(_)),
            AnswerFinding::Optimum(_) => task == Task::Optimize,
        }
    }
}

impl fmt::Display for AnswerFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerFinding::Optimum(actions) => write!(f, "{actions}"),
            other => f.write_str(other.verdict()),
        }
    }
}

/// Has the independent checker replay the plan of a claim. Returns whether there was a plan to replay.
///
/// # Errors
///
/// The rule that the plan breaks, or that a required plan is missing.
pub fn replay(instance: &Instance, task: Task, claim: &TaskClaim) -> Result<bool, String> {
    let actions = match (claim.answer, task) {
        (AnswerFinding::Unsatisfiable, _) => return Ok(false),
        (AnswerFinding::Optimum(actions), _) | (AnswerFinding::Satisfiable, Task::Decide(Some(actions))) => {
            Some(actions as usize)
        }
        (AnswerFinding::Satisfiable, _) => None,
    };
    let Some(plan) = &claim.plan else { return Err("there is no plan with the answer".to_owned()) };
    let plan = Plan::parse(plan).map_err(|error| error.message())?;
    match check(instance, &plan, &Rules { actions, ..Rules::default() }) {
        Verdict::Valid { .. } => Ok(true),
        Verdict::Invalid(violation) => Err(violation.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corridor() -> Instance {
        let text = "right(a,b). right(b,c). sokoban(a). box(b). solution(c). step(1;2). next(1,2).";
        Instance::parse(text).expect("an instance")
    }

    fn claim(answer: AnswerFinding, plan: &str) -> TaskClaim {
        TaskClaim { answer, plan: Some(plan.to_owned()) }
    }

    #[test]
    fn a_plan_must_show_the_answer() {
        let push = "push(b,right,c,1).";
        let replay = |task, answer, plan| replay(&corridor(), task, &claim(answer, plan));
        assert_eq!(replay(Task::Optimize, AnswerFinding::Optimum(1), push), Ok(true));
        assert!(replay(Task::Optimize, AnswerFinding::Optimum(2), push).is_err(), "one action, not two");
        assert!(replay(Task::Optimize, AnswerFinding::Optimum(0), "").is_err(), "the goal is not reached");
        assert_eq!(replay(Task::Decide(None), AnswerFinding::Satisfiable, push), Ok(true));
        assert_eq!(replay(Task::Decide(Some(1)), AnswerFinding::Satisfiable, push), Ok(true));
        assert!(replay(Task::Decide(Some(2)), AnswerFinding::Satisfiable, push).is_err());
        assert!(replay(Task::Decide(None), AnswerFinding::Satisfiable, "push(b,left,a,1).").is_err());
    }

    #[test]
    fn only_a_denial_needs_no_plan() {
        let none = |answer| replay(&corridor(), Task::Decide(None), &TaskClaim { answer, plan: None });
        assert_eq!(none(AnswerFinding::Unsatisfiable), Ok(false));
        assert!(none(AnswerFinding::Satisfiable).is_err());
    }
}
