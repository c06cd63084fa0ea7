//! An independent checker of proofs that a logic program has no answer set, or none within a cost bound.
//!
//! The checker reads a ground program and sets of its atoms. From these it writes a pseudo-Boolean formula that every answer set
//! of the program satisfies, for any choice of the sets. VeriPB checks the proof that the formula is unsatisfiable. The checker shares
//! no code with the engine's grounder or the prover, so its result does not depend on them. That the ground program is the one of the
//! source texts is shown by `groundplan-reference`.
//!
//! In reading order:
//!
//! - [`Program`]: rules, external atoms, assumptions and objectives; `aspif`: the parser; [`Claim`]: cost bounds and cubes
//! - [`Constraint`]: pseudo-Boolean inequalities in normal form
//! - [`Axioms`]: the constraints that every answer set satisfies, with their origins; [`sets()`]: the parser of sets of atoms;
//!   `opb`: the writer of the formula
//! - `scan`: the accepted sub-language of proofs; `veripb`: runs VeriPB; [`wait_for`]: waits for a child process, or kills it
//! - [`together`]: combines the certificate of a cover with those of its cubes; [`least`]: those of single priorities
//! - [`SourceTexts`]: grounds the source texts by the reference grounder, and compares
//! - [`Groundings`]: does so for certificates, or has another grounder asked again
//! - [`Manifest`]: the origin of a certificate; `sources`: decides which source files may be opened; [`printable()`]: escapes
//!   text for output; [`check`]: the complete check and its verdict; [`Checking`]: several of them, in words and as JSON

#![forbid(unsafe_code)]

mod aspif;
mod axioms;
mod bundle;
mod check;
mod checking;
mod claim;
mod constraint;
mod cubes;
mod error;
mod from_source;
mod grounding;
mod manifest;
mod opb;
mod printable;
mod priorities;
mod program;
mod scan;
mod sets;
mod sources;
mod veripb;
mod wait;

pub use axioms::{Axioms, Origin, Value};
pub use bundle::Bundle;
pub use check::{check, directories, Unavailable, Verdict, Verified};
pub use checking::{labelled_directories, Checked, Checking, Checks, Line};
pub use claim::Claim;
pub use constraint::{Constraint, Lit};
pub use cubes::{together, within, Conclusion, Part};
pub use error::Refusal;
pub use from_source::{SourceComparison, SourceTexts};
pub use grounding::{Grounders, Grounding, Groundings, Named, NoComparison, Regrounded, Same};
pub use groundplan_reference::Text;
pub use manifest::{
    digest, text_digest, Grounder, Manifest, Source, ATOMS, CLAIM, FORMAT, MANIFEST, PROGRAM, PROOF, SETS,
};
pub use printable::{is_printable, listed, listed_sources, printable, quoted, quoted_atom};
pub use priorities::least;
pub use program::{Atom, Body, External, Program, Rule};
pub use sets::sets;
pub use sources::{difference, without_assumptions, SourcePlaces, Told};
pub use wait::wait_for;
