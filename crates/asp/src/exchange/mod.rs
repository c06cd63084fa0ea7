//! Ground programs in the formats of others: text that parses back ([`text`]), aspif in both directions ([`aspif`] and
//! [`AspifSteps`]), DIMACS ([`dimacs`]).

mod aspif;
mod aspif_read;
mod aspif_theory;
mod dimacs;
mod lparse_read;
mod names;
mod scanner;
mod text;
mod theory_definition;

pub use aspif::{aspif, write_aspif};
pub use aspif_read::{is_aspif, AspifSteps, Edge};
pub use dimacs::dimacs;
pub use lparse_read::{is_lparse, read_lparse};
pub use text::text;
