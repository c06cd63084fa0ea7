//! The tests of the crate from outside, one module a subject, in a single binary: what they need is linked once.
//!
//! `process` is one of its own: it writes scripts and starts them, which fails while another test, about to start a program of its
//! own, still has such a script open for writing; `conformance` starts many.

mod conformance;
#[cfg(feature = "cadical")]
mod portfolio;
#[cfg(feature = "cadical")]
mod proof;
mod propagator;

mod formulas;

use std::sync::Mutex;

/// Tests that look at the clock run one at a time.
static CLOCK: Mutex<()> = Mutex::new(());
