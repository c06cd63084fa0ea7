//! A parser and grounder for answer-set programs in the language of clingo.
//!
//! A program passes through these stages: text → syntax tree ([`syntax`]) → rules ([`analysis`]) → ground program
//! ([`ground`], [`program`]), which [`exchange`] writes as text, aspif or in the format of lparse. This crate does not
//! solve. The crate `groundplan` does, and its type `Engine` covers all stages.

#![forbid(unsafe_code)]

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

/// The example in the package's README, compiled as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
