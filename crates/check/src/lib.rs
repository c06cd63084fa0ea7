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
//! - [`Plan`]: the pushes of a plan, with or without their steps
//! - `schedule`: which push happens when; `replay`: the rules of the game; [`check`]: both, and the verdict
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

mod chain;
mod error;
mod fact;
mod instance;
mod intern;
mod plan;
mod replay;
mod scan;
mod schedule;
mod term;
mod verdict;

pub use error::{Problem, ReadError};
pub use instance::Instance;
pub use plan::{Plan, Push};
pub use verdict::{check, Rule, Rules, Verdict, Violation};
