//! An independent checker of Sokoban Decision plans.
//!
//! It reads the instance and the plan from their texts by itself, replays the rules of the game, and says which push
//! breaks which rule. It shares no code with whatever found the plan, so that its word can be trusted without
//! trusting the finder.
//!
//! In reading order:
//!
//! - `scan`: characters to words; `term`: words to ground terms; `fact`: terms to facts; `intern`: terms to numbers
//! - [`Instance`]: facts to a board; `chain`: `step` and `next` to one line of steps
//! - [`Push`]; [`Plan`]: the pushes of a plan, with or without their steps; `json`: the same as JSON; `lurd`: a plan in
//!   letters
//! - `schedule`: which push happens when; `replay`: the rules of the game; `walk`: a plan in letters, by the same board
//! - [`Competition`], [`MovePlan`], [`check_moves`]: the same for instances and plans of the ASP Competitions since 2013;
//!   `sexpr`, `problem`, `actions`: for problems and plans in PDDL
//! - [`check`]: all of it, and the verdict; [`count`]: what is counted meanwhile
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

/// Judges a plan: first whether each step has the push it needs, then whether each push keeps the rules of the game,
/// then whether the last one reaches the goal. The first violation is the verdict.
///
/// A plan in letters is played move by move instead; it passes for as many actions as it can be cut into, filled up with
/// no-ops where they are allowed. Where its case tells nothing, the map tells pushes from moves, see [`Plan::told_apart`].
///
/// Without steps in the instance and in `rules`, a plan may have any number of actions; steps that it names must then
/// only differ from each other.
pub fn check(instance: &Instance, plan: &Plan, rules: &Rules) -> Verdict {
    match count(instance, plan, rules) {
        Ok(_) => Verdict::Valid { actions: plan.told_apart(instance).actions() },
        Err(violation) => Verdict::Invalid(violation),
    }
}

/// What is counted on a plan, once it has been judged.
///
/// # Errors
/// When [`check`] finds a rule broken.
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

/// The pushes in the order they happen, which is that of the instance's steps; none of a plan in letters.
///
/// # Errors
/// Where a step has too many pushes or too few, or is none.
pub fn in_order<'p>(instance: &Instance, plan: &'p Plan, rules: &Rules) -> Result<Vec<&'p Push>, Violation> {
    if plan.moves().is_some() {
        return Ok(Vec::new());
    }
    Ok(schedule::schedule(instance, plan, rules)?.into_iter().map(|action| action.push).collect())
}
