//! The objects of clingo's interface, as a module or library of another language uses them.

mod controls;
mod propagators;
mod statistics;
mod syntax;
