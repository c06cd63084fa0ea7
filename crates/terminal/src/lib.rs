//! The commands of `groundplan` as their users meet them: exit codes, messages, files and limits.
//!
//! All crates of the command share this one, which knows nothing of what a command is about. Unlike the libraries that
//! embedders use, it prints, ends the process, and keeps the state of the one terminal that a process has.
//!
//! In reading order:
//!
//! - [`exit`]: exit codes, and the reasons why a command has no result
//! - [`report`]: messages on standard error; [`output`]: results on standard output; [`progress`]: the progress line
//! - [`watchdog`]: limits and interrupts of long work; [`memory`]: the end when there is none left
//! - [`input`]: reads files and standard input; [`mod@file`]: writes files completely or not at all
//! - [`options`]: the options that several commands share
//! - [`certificate`]: writes certificates, behind a verdict that was printed before; [`cubes`]: a question split into cubes
//! - [`colour`]: whether there are colours; [`mod@escape`]: what a terminal obeys, escaped; [`words`]: counts in words

#![deny(unsafe_code)]

pub mod certificate;
pub mod colour;
pub mod cubes;
pub mod escape;
pub mod exit;
pub mod file;
pub mod input;
#[allow(unsafe_code, reason = "an allocator, and the handlers of C and C++")]
pub mod memory;
pub mod options;
pub mod output;
pub mod progress;
pub mod report;
pub mod watchdog;
pub mod words;
