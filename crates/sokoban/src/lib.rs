//! Sokoban Decision through the groundplan engine.
//!
//! An instance is read and checked to be one ([`Instance`]), grounded and solved under an encoding that is an ordinary
//! logic program ([`decide`], [`optimize`]), and the answer set decoded to a plan ([`witness`]). To compare, the same
//! questions go to state-space engines ([`search_decision`], [`search_optimum`]), which know the rules as a [`space`].
//!
//! ```
//! use groundplan_sokoban::{decide, Answer, Instance, Question};
//!
//! let text = "right(a,b). right(b,c). sokoban(a). box(b). solution(c).";
//! let instance = Instance::read("corridor.lp", text)?;
//! let decision = decide(instance, &Question { steps: Some(2), ..Question::default() })?;
//! let Answer::Plan(plan) = decision.answer else { panic!("one push does it") };
//! assert_eq!(plan[0].to_string(), "push(b,right,c,1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod chain;
mod decide;
mod figures;
mod instance;
mod layout;
pub mod level;
mod optimize;
mod search;
pub mod space;
mod trace;
pub mod witness;

// The shipped encodings, for whoever runs them by other engines.
pub use decide::ENCODING as DECISION_ENCODING;
pub use optimize::ENCODING as OPTIMIZE_ENCODING;

/// The tabled program, for Prolog systems.
pub const TABLED_ENCODING: &str = include_str!("../encodings/tabled.pl");

pub use bound::assignment;
pub use decide::{decide, Answer, DecideError, Decision, Question};
pub use figures::Figures;
pub use groundplan_search::{End, Progress};
pub use instance::{Direction, Instance, InstanceError, Location};
pub use layout::{Layout, LayoutError};
pub use optimize::{optimize, Bounds, Event, Goal, Optimum, Reason};
pub use search::{
    search_decision, search_optimum, NotApplicable, SearchDecision, SearchEngine, SearchFigures,
    SearchLimits, SearchOptimum,
};
pub use trace::{Action, Board, Counts, Trace, TraceError};

/// The examples of the page about embedding, compiled and run with those of the crate.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
