//! The tests of the crate from outside, one module a subject, in a single binary: what they need is linked once.

mod actions;
mod instances;
mod letters;
mod moves;
mod plans;
mod published;
mod random;
mod rules;
