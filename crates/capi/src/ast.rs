//! Syntax trees: what programs consist of before they are grounded.
//!
//! A pointer to a node is one of its handles: all pointers to a node are equal, and each that a caller owns is counted.
//!
//! In reading order:
//!
//! - `kinds`: the kinds of nodes, and the numbers in their attributes; `constructors`: tables of all attributes
//! - `node`: owning, copying, comparing and printing; `location`: places in texts
//! - `attributes`: reading and changing; `sequences`: the same for lists
//! - `build`: new nodes; `reading`: nodes of texts; `builder`: nodes to programs

mod attributes;
mod build;
mod builder;
mod constructors;
mod kinds;
mod location;
mod node;
mod reading;
mod sequences;

pub use attributes::*;
pub use build::*;
pub use builder::*;
pub use constructors::*;
pub use kinds::*;
pub(crate) use location::place_of;
pub use node::*;
pub use reading::*;
pub use sequences::*;
