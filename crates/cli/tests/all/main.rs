//! The tests of the command as its users meet it, a file for each part of it. They are one program, for each program
//! would link the engine.
//!
//! They run beside each other: none changes what its process shares (environment, folder, signals), and none counts on an
//! idle machine. Those that do are programs of their own:
//!
//! - `batch` starts two nodes of Slurm, and kills workers at moments that it waits for;
//! - `compare` measures the processor time that engines get in fractions of a second;
//! - `limits` and `pipes` say what ends within a second of its limit, an interrupt or a closed pipe;
//! - `page` looks at pages in a browser;
//! - `progress` says what a terminal has shown when an interrupt comes after two seconds.

mod bad_input;
mod certificate;
mod certify;
mod check_plan;
mod clients;
mod clingo;
mod competition;
mod cubes;
mod decide;
mod designing;
mod diagnostics;
mod docs;
mod encodings;
mod engines;
mod escapes;
mod explain;
mod extremes;
mod files;
mod fmt;
mod found;
mod general;
mod ground;
mod help;
mod incremental;
mod integers;
mod letters;
mod levels;
#[cfg(unix)]
mod lsp;
mod metrics;
mod notations;
mod optimize;
mod passes;
mod pictures;
mod profile;
mod purpose;
mod reasons;
mod replay;
mod search;
mod slc;
mod solve;
#[path = "../support/mod.rs"]
mod support;
mod why;
