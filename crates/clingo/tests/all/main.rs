//! The objects of clingo's interface, as a module or library of another language uses them.

mod controls;
mod observers;
mod propagators;
mod statistics;
mod syntax;
mod texts;
