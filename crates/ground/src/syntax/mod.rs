//! The syntax tree: parses a program into it, and prints it as text.
//!
//! [`parse`] reads a program; [`parse_term`] and [`parse_definition`] read arguments of a command line. Every node of the
//! tree prints as text that parses back to the same node ([`Print`]). [`format`](format()) changes only the white space of a
//! text.

pub mod aggregate;
pub mod ast;
mod format;
mod lexer;
mod parser;
mod precedence;
mod print;
pub mod theory;
mod visit;
mod words;

pub use format::{format, tokens, FormatError};
pub(crate) use lexer::unescape;
pub use parser::{
    many_valued, parse, parse_as_written, parse_definition, parse_term, ElementPlace, Parsed, Places,
    MAX_DEPTH, MAX_ERRORS,
};
pub use print::Print;
pub use words::{words, Word, WordKind};
