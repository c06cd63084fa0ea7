//! The commands of `groundplan` that are about Sokoban: `decide`, `optimize`, `check plan`, `replay` and `convert`.
//!
//! Each has a `run`. `groundplan-cli` mounts them; `groundplan-compare` and `groundplan-batch` read instances as they do. Like
//! `groundplan-terminal` it prints, and ends the process.
//!
//! In reading order:
//!
//! - [`arguments`]; [`selection`]: the options that choose levels; [`instance`]: from an argument to facts
//! - `competition`: instances of competitions; `plan`: plans, as printed and as replayed; [`messages`]: what is wrong with them
//! - [`decide`]: a plan of a given length; [`optimize`]: an optimal plan; `optimum`: its result
//! - [`levels`]: several levels, one after the other; `summary`: their outcomes; `overview`: a table of them; `solved`: the collection with
//!   solutions; `known`: the solutions that level files contain
//! - `obstacles`, `shortfall`, `refusal`: why there is no plan or no answer
//! - `bounds_text`, `stats`, `progress`: bounds, statistics and progress in words
//! - `certify`: certificates that there is no plan; [`certified`]: what a certificate says about plans; `cubes`: the question split
//! - [`check`]: checks plans; [`convert`]: converts instances; `position`: configurations of a plan; `picture`: images; [`replay`]: a plan in the terminal; `page`: plans as
//!   web pages

#![forbid(unsafe_code)]

pub mod arguments;
mod bounds_text;
pub mod certified;
mod certify;
pub mod check;
mod competition;
pub mod convert;
mod cubes;
pub mod decide;
pub mod instance;
mod known;
pub mod levels;
pub mod messages;
mod obstacles;
pub mod optimize;
mod optimum;
mod overview;
mod page;
mod picture;
mod plan;
mod position;
mod progress;
mod refusal;
pub mod replay;
pub mod selection;
mod shortfall;
mod solved;
mod stats;
mod summary;
