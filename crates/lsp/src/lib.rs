//! A language server for logic programs in the language of clingo.
//!
//! [`serve`] answers the messages of one editor, by the Language Server Protocol 3.17, over a [`Connection`]. The caller
//! connects it to standard input and output by [`stdio()`]. Each feature is a module: [`diagnostics`] and [`actions`], [`navigation`],
//! [`rename`], [`hover`] with the [`mod@reference`], [`completion`], [`signature`], [`mod@tokens`], [`formatting`], [`outline`], [`symbols`], [`lens`] and [`why`] with [`run`]. They read the texts of a
//! [`workspace`] by their [`index`].
//!
//! Requests are answered in their order on one thread. Programs are checked and solved on others, which an edit or the
//! editor interrupts.

#![forbid(unsafe_code)]

mod actions;
mod capabilities;
mod check;
mod checker;
mod completion;
mod diagnostics;
mod formatting;
mod hover;
mod index;
mod last_runs;
mod lens;
mod lines;
mod names;
mod navigation;
mod options;
mod outline;
mod predicate;
mod program;
mod reference;
mod rename;
mod requests;
mod run;
mod runs;
mod server;
mod signature;
mod source;
mod stdio;
mod symbols;
mod tokens;
mod why;
mod workspace;

pub use lsp_server::{Connection, ProtocolError};
pub use server::{serve, ServerEnding};
pub use stdio::{stdio, StdioThreads};
