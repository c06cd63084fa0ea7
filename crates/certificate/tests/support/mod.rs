//! What the tests share: random programs, answer sets by definition, proofs by cases, certificates in a directory.

// Not every test uses all of it.
#![allow(dead_code)]

pub mod brute_force;
pub mod bundle;
pub mod cases;
pub mod random;
