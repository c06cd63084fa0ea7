//! Sokoban Decision: reads instances and answers questions about their plans.
//!
//! [`Instance`] reads and checks an instance. [`answer()`] puts a [`Question`] about it to an engine: whether there is
//! a plan of exactly n actions, or which plan is cheapest. The question names its engine ([`EngineName`]):
//! ground-and-solve under an encoding that is an ordinary logic program, a state-space engine that searches a
//! [`space`], or several engines at once.
//!
//! ```
//! use groundplan_sokoban::{answer, Instance, Question, Verdict};
//!
//! let text = "right(a,b). right(b,c). sokoban(a). box(b). solution(c).";
//! let instance = std::sync::Arc::new(Instance::read("corridor.lp", text)?);
//! let answer = answer(instance.clone(), &Question::exactly(1), &mut |_| ())?;
//! let Verdict::Plan(plan) = answer.verdict else { panic!("one push does it") };
//! assert_eq!(plan.atoms(&instance).collect::<Vec<_>>(), ["push(b,right,c,1)"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod answer;
mod ask;
mod bound;
mod chain;
mod cheapest;
pub mod competition;
mod drawing;
mod engines;
mod facts;
mod figures;
mod finder;
mod ground;
mod instance;
mod instance_reader;
mod layout;
pub mod level;
mod location;
mod metric;
mod obstacle;
pub mod page;
mod plan;
mod portfolio;
mod question;
mod rating;
mod search;
mod shorten;
pub mod space;
mod trace;

// The shipped encodings, for users who run them with other engines.
pub use ground::{choices, is_stepwise, texts, Texts, DECISION_ENCODING, OPTIMIZE_ENCODING};
/// The tabled program, for Prolog systems.
pub const TABLED_ENCODING: &str = include_str!("../encodings/tabled.pl");

pub use answer::{Answer, AskError, Bounds, Event, NotApplicable, Reason, Shortfall, Verdict};
pub use ask::answer;
pub use bound::assignment;
pub use drawing::svg;
pub use figures::{Figures, GroundFigures, SearchFigures};
pub use groundplan_search::{End, Progress};
pub use instance::{Instance, InstanceError};
pub use layout::{Layout, LayoutError};
pub use location::{Direction, Location};
pub use metric::{Costs, Metric, NoObjective, Objective};
pub use obstacle::{obstacles, Obstacle};
pub use plan::{Plan, Push, Steps, UnknownName};
pub use question::{EngineName, NoEngine, Question, Wanted};
pub use rating::{LevelFigures, Rating};
pub use trace::{Action, Board, Counts, Trace, TraceError};

/// Compiles and runs the examples of the page about embedding.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
