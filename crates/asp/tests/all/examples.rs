//! The examples, run: each asserts what it shows.

#[path = "../../examples/colouring.rs"]
mod colouring;
#[path = "../../examples/cores.rs"]
mod cores;
#[path = "../../examples/knapsack.rs"]
mod knapsack;
#[path = "../../examples/propagator.rs"]
mod propagator;
#[path = "../../examples/records.rs"]
mod records;
#[path = "../../examples/steps.rs"]
mod steps;

#[test]
fn colouring() {
    colouring::main().unwrap();
}

#[test]
fn cores() {
    cores::main().unwrap();
}

#[test]
fn knapsack() {
    knapsack::main().unwrap();
}

#[test]
fn propagator() {
    propagator::main().unwrap();
}

#[test]
fn records() {
    records::main().unwrap();
}

#[test]
fn steps() {
    steps::main().unwrap();
}
