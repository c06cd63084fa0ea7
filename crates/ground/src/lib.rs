//! A parser and grounder for answer-set programs in the language of clingo.
//!
//! A program goes one way: text → syntax tree ([`syntax`]) → rules ([`analysis`]) → ground program ([`ground`], [`program`]),
//! which [`exchange`] writes as text, aspif or in the format of lparse. This crate solves nothing; the crate `groundplan` does,
//! and has one type, `Engine`, for the whole way.

pub mod analysis;
pub mod diagnostic;
pub mod exchange;
pub mod function;
pub mod ground;
mod interrupt;
mod pass;
pub mod program;
mod progress;
mod signature;
pub mod spelling;
pub mod symbol;
pub mod syntax;
pub mod value;

pub use function::Function;
pub use interrupt::Interrupt;
pub use pass::{Pass, Passes, Report, Reports, UnknownPass};
pub use progress::GroundingProgress;
pub use signature::Signature;

/// The example of the page that the package shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
