//! The tests of the crate from outside, one module a subject: a single binary, which links once what eighteen would each link for
//! themselves.

mod any;
mod assignment;
mod clingo;
mod competition;
mod corpus;
mod cubes;
mod engines;
mod expected;
mod facts;
mod fields;
mod maps;
mod metrics;
mod microban;
mod optimize;
mod pasted;
mod programs;
mod prunings;
mod random_levels;
mod rating;
mod slc;

mod support;

// The engine's way to ask clingo. These files look for each other beside them.
#[path = "../../../asp/tests/all/clingo/engine.rs"]
mod engine;
#[path = "../../../asp/tests/all/support/functions.rs"]
mod functions;
#[path = "../../../asp/tests/all/clingo/peer.rs"]
mod peer;
