//! The tests of the crate from outside, one module a subject, in a single binary: what they need is linked once.
#![cfg(feature = "cadical")]

mod folder;
mod from_source;
mod plain_programs;
mod random_programs;
mod sums;

mod support;
