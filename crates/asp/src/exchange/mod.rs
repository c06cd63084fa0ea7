//! Ground programs in the formats of others: text that parses back ([`text`]), aspif in both directions ([`aspif`] and
//! [`AspifSteps`]), with the names of all atoms ([`atoms`]), the format of smodels or lparse in both ([`smodels`] and
//! [`read_lparse`]), facts ([`reified`]), DIMACS ([`dimacs`]).

mod aspif;
mod aspif_read;
mod aspif_theory;
mod atoms;
mod dimacs;
mod lines;
mod lparse_read;
mod names;
mod reify;
mod scanner;
mod smodels;
mod text;
mod theory_definition;
mod theory_writer;
mod weights;

pub use aspif::{aspif, write_aspif};
pub use aspif_read::{is_aspif, AspifSteps, Edge};
pub use atoms::atoms;
pub use dimacs::dimacs;
pub use lparse_read::{is_lparse, read_lparse};
pub use reify::{reified, write_reified, ReifyOptions};
pub use smodels::{smodels, SmodelsError};
pub use text::text;
