//! What the tests of translation and search share.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod brute_force;
pub mod clasp;
pub mod engines;
pub mod modes;
pub mod random;
