//! The tests of the engine from outside, a file for each subject. They are one program, for each program would link the
//! engine.
//!
//! They run beside each other: none changes what its process shares (environment, folder, signals), and none counts on an
//! idle machine. `threads` does, and is a program of its own: it says what ends within seconds of a limit or an interrupt
//! while up to four threads search.

mod addition;
mod answer_sets;
mod aspif_steps;
mod backends;
mod cleanup;
mod clingo;
mod constraint_only;
mod cubes;
mod engine;
mod error_kinds;
mod examples;
mod exchange;
mod formats;
mod formula_sizes;
mod formulas;
mod functions;
mod ground_programs;
mod grounding_trace;
#[cfg(feature = "cadical")]
mod heuristics;
mod includes;
mod integers;
mod limits;
mod log;
mod long_terms;
mod loops;
mod meanings;
mod optimum;
mod passes;
mod projected;
mod propagators;
mod recursion;
mod scopes;
mod shops;
mod shots;
mod squares;
mod steps;
mod strong_negation;
mod sums;
mod symmetry;
mod syntax;
mod theory;
mod unsupported;
mod warnings;

mod support;
