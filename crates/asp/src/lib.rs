//! An answer-set solver: it reads a logic program in clingo's language, grounds it and finds its answer sets.
//!
//! [`Engine`] is the entry point: add facts and texts, ground them, and ask [queries](Query). Talks get slots here, no two of one
//! speaker the same:
//!
//! ```
//! use groundplan::{Engine, Fact};
//!
//! #[derive(Fact)]
//! struct Talk { title: String, speaker: String }
//!
//! #[derive(Fact, PartialEq, Debug)]
//! struct At { talk: String, slot: u32 }
//!
//! # fn main() -> Result<(), groundplan::Error> {
//! let talks = [("Grounding", "Ada"), ("Solving", "Ada"), ("Explaining", "Ben")];
//! let talks = talks.map(|(title, speaker)| Talk { title: title.into(), speaker: speaker.into() });
//!
//! let mut engine = Engine::new();
//! engine.add_all(&talks)?; // talk("Grounding","Ada"). talk("Solving","Ada"). talk("Explaining","Ben").
//! engine.add_text("talks.lp", r#"
//!     { at(T, 1..2) } = 1 :- talk(T, _).
//!     :- talk(T, P), talk(U, P), T < U, at(T, S), at(U, S).
//!     :- not at("Solving", 2).
//! "#)?;
//! engine.ground(["base"])?;
//!
//! match engine.query().first()? {
//!     Some(model) => {
//!         let plan: Vec<At> = model.facts().collect::<Result<_, _>>()?;
//!         assert!(plan.contains(&At { talk: "Grounding".into(), slot: 1 }));
//!     }
//!     None => println!("there is no such plan"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! `#[derive(Fact)]` needs the feature `derive`. Without it, [`add_fact`](Engine::add_fact) takes the name of the predicate and a tuple,
//! and [`Model::all`] gives tuples back. [How to embed the
//! engine](https://github.com/groundplan/groundplan/blob/main/docs/embedding.md) goes on from here: enumeration, optimization,
//! assumptions, limits, functions and propagators in Rust.
//!
//! | feature | |
//! |---|---|
//! | `derive` | `#[derive(Fact)]` |
//! | `cadical` | searches with CaDiCaL beside our own solver; needs a C++ compiler |
//! | `varisat` | varisat as a backend |
//! | `render`, on by default | errors with the source text underlined, as rustc prints them |
//!
//! A program passes through these stages: text → syntax tree → analysis → ground program → completion and loops → CNF → SAT
//! → answer set. The crate `groundplan-ground` holds the stages up to the ground program, `groundplan-solve` the others.
//! Each stage is a module of its own and can be used alone. The crate `groundplan-explain` says which statements conflict, and
//! why an atom is true or false.

#![forbid(unsafe_code)]

mod engine;
mod pulse;

/// Ground programs in other formats (aspif, smodels, DIMACS, ...), and formulas read as programs.
pub mod exchange {
    pub use groundplan_ground::exchange::{
        aspif, atoms, formula_format, is_aspif, is_lparse, read_lparse, reified, smodels, text, write_aspif,
        write_reified, write_theory, AspifSteps, Edge, Formula, FormulaFormat, ReifyOptions, SmodelsError,
        TheoryFormat,
    };
    pub use groundplan_solve::translate::dimacs;
}

/// The configuration of the search for answer sets, the kinds of reasoning, and statistics.
pub mod solve {
    pub use groundplan_sat::SatError;
    pub use groundplan_solve::solve::{
        stability, Bound, Decisions, DefaultHeuristic, End, MethodCounts, OriginProfile, Progress, Reasoning,
        SearchConfig, SolveError, Statistics, Threads,
    };
}

pub use engine::{
    AnswerSet, Approximations, Assumed, Axiom, AxiomKind, Axioms, Cleanup, Consequences, Core, Engine, Error,
    GroundSnapshot, Halted, KeptStatements, Loader, Model, Models, NamedLiteral, Optimum, Outcome, Part,
    Profile, Profiler, Projection, Query, Questions, StatementProfile, Times, Ungrounded,
};
#[cfg(feature = "derive")]
pub use groundplan_derive::Fact;
pub use groundplan_ground::analysis::facts;
pub use groundplan_ground::analysis::relax::{RelaxedKind, Soft};
pub use groundplan_ground::ground::{Cost, GroundingTrace, HaltCause, LiteralCost, Suggestion};
pub use groundplan_ground::value::Fact;
pub use groundplan_ground::{diagnostic, program, record, symbol, syntax, value};
pub use groundplan_ground::{Function, Pass, Passes, Report, Reports, Signature, UnknownPass};
pub use groundplan_sat::{Backend, Interrupter, SearchStats, SolverCounts, TagCounts};
pub use groundplan_solve::{propagator, translate, Tuning};
pub use pulse::{Counts, Pulse, Stage};

/// The example in the package's README, compiled as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
