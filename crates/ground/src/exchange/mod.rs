//! Ground programs in the formats of others: text that parses back ([`text`]), aspif in both directions ([`aspif`] and
//! [`AspifSteps`]), with the names of all atoms ([`atoms`]), the format of smodels or lparse in both ([`smodels`] and
//! [`read_lparse`]), facts ([`reified`]), DIMACS ([`dimacs`]); formulas in DIMACS and OPB as programs ([`Formula`]).

mod aspif;
mod aspif_read;
mod aspif_theory;
mod atoms;
mod cnf_read;
mod formula;
mod lines;
mod lparse_read;
mod names;
mod opb_read;
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
pub use formula::{formula_format, read_formula, Formula, FormulaFormat};
pub use lparse_read::{is_lparse, read_lparse};
pub use reify::{reified, write_reified, ReifyOptions};
pub use smodels::{smodels, SmodelsError};
pub use text::text;
