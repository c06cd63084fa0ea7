//! State-space search engines, generic over a [`StateSpace`] and independent of any domain.
//!
//! - [`tabling`]: mode-directed tabling, with a subgoal for each state and its least cost as the only answer;
//! - [`a_star`]: best-first search by cost and an admissible estimate;
//! - [`breadth_first`]: search layer by layer, for spaces in which every action costs 1;
//! - [`feature_search`]: search for any plan, by progress in several features at a time, from the start and backwards
//!   from the goals;
//! - [`Deepening`]: such searches for ever cheaper plans, until one is proven cheapest;
//! - [`retrograde`]: the least cost from every state of a small space.
//!
//! States are byte strings of one fixed width. They are stored in one table, an arena with an index over it, and nothing
//! is allocated for a single state. Every engine keeps to its [`Budget`] and reports how far it got; none prints.
//!
//! ```
//! use groundplan_search::{a_star, End, Budget, StateSpace, Visit};
//!
//! /// Counts from 1 to a number by doubling and adding one.
//! #[derive(Clone)]
//! struct Count(u32);
//!
//! impl StateSpace for Count {
//!     type Action = char;
//!     fn width(&self) -> usize {
//!         4
//!     }
//!     fn start(&mut self, state: &mut [u8]) {
//!         state.copy_from_slice(&1u32.to_le_bytes());
//!     }
//!     fn is_goal(&mut self, state: &[u8]) -> bool {
//!         state == self.0.to_le_bytes()
//!     }
//!     fn expand<V: Visit<char>>(&mut self, state: &[u8], visit: &mut V) {
//!         let number = u32::from_le_bytes(state.try_into().expect("four bytes"));
//!         for (action, next) in [('d', number * 2), ('a', number + 1)] {
//!             if next <= self.0 {
//!                 visit.successor(action, 1, &next.to_le_bytes(), || Some(0));
//!             }
//!         }
//!     }
//! }
//!
//! let found = a_star(&mut Count(10), &Budget::default(), &mut |_| ());
//! assert_eq!(found.end, End::Optimal);
//! assert_eq!(found.path.expect("a plan").cost, 4);
//! ```

#![forbid(unsafe_code)]

mod astar;
mod breadth;
mod budget;
mod deepening;
mod exactly;
mod feature;
mod index;
mod path;
mod perimeter;
mod retrograde;
mod space;
mod successors;
mod table;
mod tabling;

pub use astar::a_star;
pub use breadth::breadth_first;
pub use budget::{Budget, End, Path, Progress, SearchReport, SearchResult};
pub use deepening::{Deepened, Deepening};
pub use exactly::Exactly;
pub use feature::{feature_search, FeatureSpace, Moves, Weighed};
pub use perimeter::BackwardSpace;
pub use retrograde::{retrograde, StateCost};
pub use space::{StateSpace, Visit};
pub use tabling::tabling;
