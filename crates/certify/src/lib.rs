//! Certificates about programs of the engine: what is claimed, proven, compared and written. The command and the module for Python
//! make them by this crate.
//!
//! In reading order:
//!
//! - [`GroundRequest`]: the ground program that a claim is about, with its sources; `assume`: what the claim assumes
//! - [`Inquiry`]: claims to prove, one after the other, and to compare with the ground program of gringo; [`Decision`]: the outcome
//! - [`prepare`] and [`write()`]: the folder of the certificates
//! - [`Cube`]: a part of a question; [`Split`]: a question split into cubes, which cover it

#![forbid(unsafe_code)]

mod assume;
mod cube;
mod error;
mod ground;
mod inquiry;
mod split;
mod write;

pub use cube::Cube;
pub use error::CertifyError;
pub use ground::{texts, GroundRequest, GroundedBy};
pub use inquiry::{Decision, DecisionLimits, Inquiry, Proven};
pub use split::Split;
pub use write::{prepare, write};
