//! The tests of the crate from outside, one module a subject, in a single binary: what they need is linked once.
//!
//! `evasions` is one of its own: it writes scripts and starts them, which fails while another test, about to start a program of its
//! own, still has such a script open for writing; `mutants` and `second_generator` start many.

mod axioms;
mod from_source;
mod mutants;
mod second_generator;

#[path = "../support/mod.rs"]
mod support;
