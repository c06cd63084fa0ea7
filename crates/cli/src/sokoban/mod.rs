//! The commands for Sokoban: `decide`, `optimize`, `check plan`, `replay` and `convert`.
//!
//! In reading order:
//!
//! - [`arguments`]; [`decide`]: a plan of a given length; [`optimize`]: an optimal plan; [`optimum`]: its result
//! - [`levels`]: several levels, one after the other; [`summary`]: their outcomes; [`solved`]: the collection with
//!   solutions; [`known`]: the solutions that level files contain
//! - [`obstacles`], [`shortfall`], [`refusal`]: why there is no plan or no answer
//! - [`bounds_text`], [`stats`], [`progress`]: bounds, statistics and progress in words
//! - [`check`]: checks plans; [`convert`]: converts instances; [`replay`]: a plan in the terminal; [`page`]: plans as
//!   web pages

pub mod arguments;
mod bounds_text;
mod certify;
pub mod check;
pub mod convert;
mod cubes;
pub mod decide;
mod known;
pub mod levels;
mod obstacles;
pub mod optimize;
mod optimum;
mod page;
mod progress;
pub mod refusal;
pub mod replay;
mod shortfall;
mod solved;
mod stats;
mod summary;
