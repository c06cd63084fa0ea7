//! Certificates and cubes as the commands of `groundplan` make them, whatever a command's question is.
//!
//! `solve`, `explain` and `certify` share this crate with the commands for Sokoban. Like `groundplan-terminal` it prints.
//!
//! In reading order:
//!
//! - [`ground`]: the ground program that a claim is about, and its assumptions
//! - [`mod@write`]: proves a claim, and writes its certificate; [`second`]: asks another grounder about the claim
//! - [`PrintedVerdict`]: a verdict that is printed before its certificate is written
//! - [`cubes`]: a question split into cubes, and the certificate that they are all of it

#![forbid(unsafe_code)]

pub mod cubes;
pub mod ground;
mod printed;
pub mod second;
pub mod write;

pub use printed::PrintedVerdict;
