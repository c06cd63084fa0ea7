//! Loop methods, which make the models of the completion answer sets where the program is not tight.
//!
//! There is one file for each method. Every method writes, for each atom of a component with cycles, that it is true
//! only if it is supported, in its own form. The other half of the completion, that a true body makes its head true,
//! is written in any case.

mod blocks;
mod component;
mod eliminate;
mod guess;
pub(super) mod lazy;
mod method;
mod order;
mod plan;
mod predict;
mod propagate;
mod rank;
mod shift;
mod stable;

pub use component::{ComponentId, Member};
pub(crate) use component::{LoopComponent, LoopSum};
pub use guess::Guess;
pub(super) use guess::Guesses;
pub use method::{Method, UnknownMethod};
pub(crate) use plan::LoopPlan;
pub(super) use plan::{encode, plan};
pub use predict::Size;
pub(super) use propagate::watch;
pub(super) use shift::Shifts;
pub use shift::StepAtom;
pub(crate) use stable::StabilityCheck;
