//! The tests of the crate from outside, one module a subject, in a single binary: what they need is linked once.

mod features;
mod graphs;
