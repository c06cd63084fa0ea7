//! Syntax trees of programs, as in clingo's interface: nodes that a program reads, creates and changes.
//!
//! The engine's parser reads a program as written. [`Reading`] converts what it found into nodes, and [`write()`] converts nodes
//! back for the engine.
//!
//! In reading order:
//!
//! - `kind`: the kinds of nodes with their attributes; `value`: values of attributes; `location`
//! - `node`: nodes; `sequence`: sequences in their attributes; `compare`, `print`, `unpool`: what nodes can do
//! - `read`: texts to nodes; `write`: nodes to the engine's own trees

mod compare;
mod kind;
mod location;
mod node;
mod print;
mod read;
mod sequence;
mod unpool;
mod value;
mod write;

pub use kind::{Field, FieldType, Kind};
pub use location::{Location, Position};
pub use node::{Node, NodeContent};
pub use read::{take_scripts, Listener, Notice, PlacedScript, Reading};
pub use sequence::Sequence;
pub use value::Value;
pub use write::{write, Written};
