//! SAT solver backends behind [`rustsat`]'s traits.
//!
//! [`Solver`] is the one type to use: it is made for a [`Backend`], implements
//! [`Solve`](rustsat::solvers::Solve), [`SolveIncremental`](rustsat::solvers::SolveIncremental),
//! [`SolveStats`](rustsat::solvers::SolveStats) and [`Interrupt`](rustsat::solvers::Interrupt), and is `Send`. All backends share
//! these properties:
//!
//! - A solve that is interrupted or passes its deadline returns
//!   [`SolverResult::Interrupted`](rustsat::solvers::SolverResult::Interrupted) within a third of a second. The solver can be
//!   used again afterwards.
//! - Clauses may be added between solves.
//! - A variable that occurs in no clause has a value or is [`DontCare`](rustsat::types::TernaryVal::DontCare); querying it is no
//!   error.
//! - The backend runs in its own thread. The thread receives clauses while the caller produces more, and ends when the solver is
//!   dropped.
//!
//! Some backends also [take](Backend::takes_propagators) a [`Propagator`]; that of [`unfounded`] sets reads rules made of
//! literals. CaDiCaL can log its derivations
//! ([`Solver::log_proof`]).
//!
//! ```
//! use groundplan_sat::{Backend, Solver};
//! use rustsat::{
//!     lit,
//!     solvers::{Solve, SolveIncremental, SolverResult},
//!     types::TernaryVal,
//! };
//!
//! let mut solver = Solver::new(Backend::Cdnl)?;
//! solver.add_binary(lit![0], lit![1])?;
//! assert_eq!(solver.solve_assumps(&[!lit![0]])?, SolverResult::Sat);
//! assert_eq!(solver.lit_val(lit![1])?, TernaryVal::True);
//! assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]])?, SolverResult::Unsat);
//! assert!(!solver.core()?.is_empty());
//! # Ok::<(), anyhow::Error>(())
//! ```

#![deny(unsafe_code)]

mod backend;
mod backend_solver;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "cadical")]
mod cadical_propagator;
mod cdnl;
mod clauses;
mod config;
mod error;
mod exchange;
mod limits;
mod lookahead;
#[cfg(feature = "cadical")]
mod portfolio;
mod process;
mod profile;
mod proof;
mod propagator;
mod solver;
mod trail;
mod tuning;
pub mod unfounded;
#[cfg(feature = "varisat")]
mod varisat;
mod worker;

pub use backend::{Backend, PortfolioMember};
pub use config::{CadicalConfig, Config};
pub use error::SatError;
pub use exchange::Exchange;
pub use groundplan_cdnl::{integers, Aspect, Modification, Options as CdnlOptions, TagCounts};
pub use limits::{Alarm, Interrupter};
pub use lookahead::Lookahead;
pub use profile::{ClauseProfile, ProfiledSearch};
pub use proof::{ProofLog, ProofOrigin, ProofStep, StepId};
pub use propagator::{Propagator, Propagators};
pub use solver::{SearchStats, Solver, SolverCounts};
pub use trail::Trail;
pub use tuning::Tuning;
