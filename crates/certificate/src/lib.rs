//! An independent checker of proofs that a logic program has no answer set, or none that costs so little.
//!
//! It reads a ground program and sets of its atoms, and writes by itself, as a pseudo-Boolean formula, what every answer
//! set of the program satisfies; whatever the sets are. A proof that the formula cannot be satisfied is checked by VeriPB.
//! It shares no code with whatever grounded the program or found the proof, so that its word can be trusted without
//! trusting the finder.
//!
//! In reading order:
//!
//! - [`Program`]: rules, external atoms, assumptions, objectives; `aspif`: how they are read; [`Claim`]: a bound of a cost
//! - [`Constraint`]: inequalities in normal form
//! - [`Axioms`]: what every answer set satisfies, and why; [`sets()`]: how sets of atoms are read; `opb`: how the formula is
//!   written
//! - `scan`: what a proof may consist of; `veripb`: how it is checked; [`wait_for`]: how a program that was
//!   started is waited for, or ended
//! - [`together`]: what a cover and the certificates within its cubes come to
//! - [`Manifest`]: where a certificate comes from; `sources`: which of the files that it names may be opened; [`printable()`]: how
//!   what it says is printed; [`check`]: all of it, and the verdict

#![forbid(unsafe_code)]

mod aspif;
mod axioms;
mod bundle;
mod check;
mod claim;
mod constraint;
mod cubes;
mod error;
mod manifest;
mod opb;
mod printable;
mod program;
mod scan;
mod sets;
mod sources;
mod veripb;
mod wait;

pub use axioms::{Axioms, Origin, Value};
pub use bundle::Bundle;
pub use check::{check, directories, Verdict, Verified};
pub use claim::Claim;
pub use constraint::{Constraint, Lit};
pub use cubes::{together, within, Conclusion, Part};
pub use error::Refusal;
pub use manifest::{
    digest, text_digest, Grounder, Manifest, Source, ATOMS, CLAIM, FORMAT, MANIFEST, PROGRAM, PROOF, SETS,
};
pub use printable::{is_printable, printable};
pub use program::{Atom, Body, External, Program, Rule};
pub use sets::sets;
pub use sources::{difference, without_assumptions, Places, Told};
pub use wait::wait_for;
