//! The analysis: turns the syntax tree into rules that are ready to be grounded.
//!
//! It replaces constants, expands pools, checks safety and orders rules by their dependencies.

mod aggregate_bounds;
pub mod appearance;
mod binding;
pub mod constants;
mod declarations;
pub mod dependency;
mod directives;
pub mod evaluate;
pub mod facts;
mod foreign_theories;
mod heads;
mod inapplicable;
mod inequalities;
mod intervals;
pub mod lint;
mod merged;
mod namesakes;
pub mod normalize;
mod operator_names;
mod other_parts;
pub mod parts;
mod patterns;
pub mod print;
pub mod projection;
pub mod relax;
pub mod rule;
pub mod safety;
mod scopes;
pub mod sorts;
pub mod steps;
pub mod theory;
pub mod underived;
mod unify;
mod unpool;
mod unused_constants;

pub use binding::{
    assigned, bind, equation, global, is_bound, is_ready, is_scoped, literal_variables, rule_variables,
    Equation,
};
