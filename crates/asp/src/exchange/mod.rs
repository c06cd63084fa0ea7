//! Ground programs in the formats of others: text that parses back ([`text`]), aspif in both directions ([`aspif`] and
//! [`read_aspif`]), DIMACS ([`dimacs`]).

mod aspif;
mod aspif_read;
mod aspif_theory;
mod dimacs;
mod text;
mod theory_definition;

pub use aspif::{aspif, write_aspif};
pub use aspif_read::{is_aspif, read_aspif, Edge};
pub use dimacs::dimacs;
pub use text::text;
