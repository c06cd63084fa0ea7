//! The tests of explanations from outside. They are one program, for each program would link the engine.

mod conflicts;
mod justify;
#[path = "../../../asp/tests/all/clingo/random/mod.rs"]
mod random;
mod words;
