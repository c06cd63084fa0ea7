//! What is asked of an instance, and what counts as an answer.

use std::fmt;

use groundplan_check::{check, Instance, Plan, Rules, Verdict};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is there a plan of exactly so many actions? Without a number, as many as the instance has steps for.
    Decide(Option<u32>),
    /// What is the least number of actions?
    Optimize,
}

impl Question {
    /// The word for it, which is also the command of `groundplan`.
    pub fn name(self) -> &'static str {
        match self {
            Question::Decide(_) => "decide",
            Question::Optimize => "optimize",
        }
    }

    /// The number of actions that the command line asks for.
    pub fn actions(self) -> Option<u32> {
        match self {
            Question::Decide(actions) => actions,
            Question::Optimize => None,
        }
    }
}

/// What an engine claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The answer.
    pub answer: Answer,
    /// The text of the plan, unless there is none.
    pub plan: Option<String>,
}

/// An answer, without the plan that shows it: two engines that give different ones disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a plan.
    Satisfiable,
    /// There is no plan; to [`Question::Optimize`], of any length.
    Unsatisfiable,
    /// So many actions are the least.
    Optimum(u32),
}

impl Answer {
    /// The answer in a solver's words.
    pub fn verdict(self) -> &'static str {
        match self {
            Answer::Satisfiable => "SATISFIABLE",
            Answer::Unsatisfiable => "UNSATISFIABLE",
            Answer::Optimum(_) => "OPTIMUM FOUND",
        }
    }

    /// The least number of actions, if that is the answer.
    pub fn optimum(self) -> Option<u32> {
        match self {
            Answer::Optimum(actions) => Some(actions),
            Answer::Satisfiable | Answer::Unsatisfiable => None,
        }
    }

    /// The answer in these words.
    pub fn from_words(verdict: &str, optimum: Option<u32>) -> Option<Answer> {
        match (verdict, optimum) {
            ("SATISFIABLE", None) => Some(Answer::Satisfiable),
            ("UNSATISFIABLE", None) => Some(Answer::Unsatisfiable),
            ("OPTIMUM FOUND", Some(actions)) => Some(Answer::Optimum(actions)),
            _ => None,
        }
    }

    /// Whether this is a kind of answer to the question.
    pub fn answers(self, question: Question) -> bool {
        match self {
            Answer::Unsatisfiable => true,
            Answer::Satisfiable => matches!(question, Question::Decide(_)),
            Answer::Optimum(_) => question == Question::Optimize,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Optimum(actions) => write!(f, "{actions}"),
            other => f.write_str(other.verdict()),
        }
    }
}

/// Replays the plan of a claim by the independent checker. Whether there was a plan to replay.
///
/// # Errors
///
/// Which rule the plan breaks, or that there is none where there must be one.
pub fn replay(instance: &Instance, question: Question, claim: &Claim) -> Result<bool, String> {
    let actions = match (claim.answer, question) {
        (Answer::Unsatisfiable, _) => return Ok(false),
        (Answer::Optimum(actions), _) | (Answer::Satisfiable, Question::Decide(Some(actions))) => {
            Some(actions as usize)
        }
        (Answer::Satisfiable, _) => None,
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

    fn claim(answer: Answer, plan: &str) -> Claim {
        Claim { answer, plan: Some(plan.to_owned()) }
    }

    #[test]
    fn a_plan_must_show_the_answer() {
        let push = "push(b,right,c,1).";
        let replay = |question, answer, plan| replay(&corridor(), question, &claim(answer, plan));
        assert_eq!(replay(Question::Optimize, Answer::Optimum(1), push), Ok(true));
        assert!(replay(Question::Optimize, Answer::Optimum(2), push).is_err(), "one action, not two");
        assert!(replay(Question::Optimize, Answer::Optimum(0), "").is_err(), "the goal is not reached");
        assert_eq!(replay(Question::Decide(None), Answer::Satisfiable, push), Ok(true));
        assert_eq!(replay(Question::Decide(Some(1)), Answer::Satisfiable, push), Ok(true));
        assert!(replay(Question::Decide(Some(2)), Answer::Satisfiable, push).is_err());
        assert!(replay(Question::Decide(None), Answer::Satisfiable, "push(b,left,a,1).").is_err());
    }

    #[test]
    fn only_a_denial_needs_no_plan() {
        let none = |answer| replay(&corridor(), Question::Decide(None), &Claim { answer, plan: None });
        assert_eq!(none(Answer::Unsatisfiable), Ok(false));
        assert!(none(Answer::Satisfiable).is_err());
    }
}
