//! Reads and writes ground programs in various formats.
//!
//! - program text that parses back: [`text`];
//! - aspif, read and written: [`AspifSteps`], [`aspif`], with the names of all atoms: [`atoms`];
//! - the format of smodels or lparse, read and written: [`read_lparse`], [`smodels`];
//! - facts: [`reified`];
//! - theory atoms, with numbers for their terms: [`write_theory`];
//! - formulas in DIMACS and OPB, read as programs: [`Formula`].

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
pub use theory_writer::{write_theory, TheoryFormat};
