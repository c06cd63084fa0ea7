//! What the tests of translation and search share.

pub mod brute_force;
pub mod clasp;
pub mod engines;
pub mod functions;
pub mod modes;
pub mod random;
pub mod recursive;
