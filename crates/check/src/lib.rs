//! An independent checker of Sokoban Decision plans.
//!
//! The checker parses the instance and the plan itself and replays the rules of the game. It reports the push and the
//! rule that is broken. It shares no code with the engines that find plans, so its verdict does not depend on their
//! correctness.
//!
//! In reading order:
//!
//! - `scan`: characters to tokens; `term`: tokens to ground terms; `fact`: terms to facts; `intern`: terms to numbers
//! - [`Instance`]: facts to a board; `chain`: `step` and `next` facts to the sequence of steps
//! - [`Push`]; [`Plan`]: the pushes of a plan, with or without steps; `json`: plans as JSON; `lurd`: plans in letters
//! - `schedule`: the order of the pushes; `replay`: the rules of the game; `walk`: plans in letters on the same board
//! - [`Competition`], [`MovePlan`], [`check_moves`]: instances and plans of the ASP Competitions since 2013;
//!   `sexpr`, `problem`, `actions`: problems and plans in PDDL
//! - [`check`]: the verdict on a plan; [`count`]: the counts of a valid plan
//!
//! ```
//! use groundplan_check::{check, Instance, Plan, Rules, Verdict};
//!
//! let instance = Instance::parse(
//!     "right(a,b). right(b,c). box(b). solution(c). sokoban(a). step(1;2). next(1,2).",
//! )?;
//! let plan = Plan::parse("push(b,right,c,1).")?;
//! assert_eq!(check(&instance, &plan, &Rules::default()), Verdict::Valid { actions: 1 });
//!
//! let Verdict::Invalid(violation) = check(&instance, &Plan::parse("push(b,left,a,1).")?, &Rules::default())
//! else {
//!     panic!("the sokoban is on the wrong side of the box");
//! };
//! assert_eq!(violation.rule.name(), "not-reachable");
//! assert_eq!(
//!     violation.message,
//!     "push(b,left,a,1): the sokoban cannot reach c, the cell it must push from"
//! );
//! # Ok::<(), groundplan_check::ReadError>(())
//! ```

#![forbid(unsafe_code)]

mod actions;
mod chain;
mod competition;
mod error;
mod fact;
mod instance;
mod intern;
mod json;
mod lurd;
mod moves;
mod plan;
mod problem;
mod push;
mod replay;
mod scan;
mod schedule;
mod sexpr;
mod term;
mod verdict;
mod walk;

pub use competition::Competition;
pub use error::{Problem, ReadError};
pub use instance::Instance;
pub use moves::{check_moves, MovePlan};
pub use plan::Plan;
pub use push::Push;
pub use verdict::{Counts, Rule, Rules, Verdict, Violation};

/// Checks a plan and returns the verdict, which is the first violation if there is one.
///
/// It first checks that each step has the push it needs, then that each push follows the rules of the game, then that
/// the last one reaches the goal.
///
/// A plan in letters is replayed move by move instead. It is valid for every number of actions that it can be split
/// into, or extended to by no-ops where they are allowed. If all letters have the same case, the map decides which
/// moves are pushes, see [`Plan::told_apart`].
///
/// If neither the instance nor `rules` gives steps, a plan may have any number of actions, and steps that it names only
/// have to be distinct.
pub fn check(instance: &Instance, plan: &Plan, rules: &Rules) -> Verdict {
    match count(instance, plan, rules) {
        Ok(_) => Verdict::Valid { actions: plan.told_apart(instance).actions() },
        Err(violation) => Verdict::Invalid(violation),
    }
}

/// Checks a plan and returns its counts.
///
/// # Errors When [`check`] finds a rule broken.
pub fn count(instance: &Instance, plan: &Plan, rules: &Rules) -> Result<Counts, Violation> {
    let plan = plan.told_apart(instance);
    if let Some(moves) = plan.moves() {
        walk::walk(instance, moves, rules)?;
        let pushes = moves.iter().filter(|step| step.pushes()).count();
        return Ok(Counts { actions: plan.actions(), pushes, moves: moves.len() });
    }
    let actions = schedule::schedule(instance, &plan, rules)?;
    replay::replay(instance, &actions, rules)
}

/// The pushes in the order of the instance's steps; empty for a plan in letters.
///
/// # Errors When a step is unknown, has two pushes, or lacks the push it needs.
pub fn in_order<'p>(instance: &Instance, plan: &'p Plan, rules: &Rules) -> Result<Vec<&'p Push>, Violation> {
    if plan.moves().is_some() {
        return Ok(Vec::new());
    }
    Ok(schedule::schedule(instance, plan, rules)?.into_iter().map(|action| action.push).collect())
}
