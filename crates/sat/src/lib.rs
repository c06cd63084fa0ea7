//! SAT solver backends behind [`rustsat`]'s traits.
//!
//! [`Solver`] is the one type to use: it is made for a [`Backend`], implements
//! [`Solve`](rustsat::solvers::Solve), [`SolveIncremental`](rustsat::solvers::SolveIncremental),
//! [`SolveStats`](rustsat::solvers::SolveStats), [`GetInternalStats`](rustsat::solvers::GetInternalStats) and
//! [`Interrupt`](rustsat::solvers::Interrupt), and is `Send`. What every backend has in common:
//!
//! - A solve that is interrupted or passes its deadline returns
//!   [`SolverResult::Interrupted`](rustsat::solvers::SolverResult::Interrupted) within a third of a second, whatever
//!   the backend is doing, and the solver can be used again afterwards.
//! - Clauses may be added between solves.
//! - A variable that no clause mentions has a value or is
//!   [`DontCare`](rustsat::types::TernaryVal::DontCare); asking for it is no error.
//! - It runs in a thread of its own, which is fed clauses while more are being made, and ends with the solver.
//!
//! Some backends also [take](Backend::takes_propagators) a [`Propagator`], and CaDiCaL logs what it derives
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
//! let mut solver = Solver::new(Backend::Varisat)?;
//! solver.add_binary(lit![0], lit![1])?;
//! assert_eq!(solver.solve_assumps(&[!lit![0]])?, SolverResult::Sat);
//! assert_eq!(solver.lit_val(lit![1])?, TernaryVal::True);
//! assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]])?, SolverResult::Unsat);
//! assert!(!solver.core()?.is_empty());
//! # Ok::<(), anyhow::Error>(())
//! ```

#![deny(unsafe_code)]

mod backend;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "cadical")]
mod cadical_propagator;
mod cdnl;
mod clauses;
mod config;
mod error;
mod limits;
mod lookahead;
#[cfg(feature = "cadical")]
mod portfolio;
mod process;
mod proof;
mod propagator;
mod solver;
mod trail;
mod tuning;
mod varisat;
mod walk;
mod worker;

pub use backend::{Backend, Member};
pub use config::{CadicalConfig, Config};
pub use error::SatError;
pub use groundplan_cdnl::Options as CdnlOptions;
pub use limits::{Alarm, Interrupter};
pub use lookahead::Lookahead;
pub use proof::{ProofLog, ProofOrigin, ProofStep, StepId};
pub use propagator::{Propagator, Propagators};
pub use solver::{SearchStats, Solver, SolverCounts};
pub use trail::Trail;
pub use tuning::Tuning;
pub use walk::{Step, Walk};
