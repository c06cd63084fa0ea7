//! The errors of the engine.

use groundplan_ground::diagnostic::Diagnostics;
use groundplan_ground::ground::HaltCause;
use groundplan_ground::value::{FactMismatch, Mismatch};
use groundplan_solve::solve::SolveError;
use groundplan_solve::translate::TranslationError;

/// An error of the engine. Errors in a text print with file, line and column.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text of the program is wrong: it cannot be parsed, analysed or grounded.
    #[error("{0}")]
    Program(Diagnostics),
    /// The program is ground, but cannot be translated for the solver.
    #[error("{diagnostics}")]
    Unsupported {
        /// The cause, in terms of atom numbers.
        cause: TranslationError,
        /// The cause as a message, in terms of the program's text.
        diagnostics: Diagnostics,
    },
    /// Grounding was ended by a limit or an interrupt.
    #[error("{0}")]
    Halted(Box<Halted>),
    /// The program has no part with this name and number of parameters.
    #[error("there is no part `{wanted}`{}", .hint.as_ref().map_or(String::new(), |hint| format!(": {hint}")))]
    UnknownPart {
        /// The part that was asked for, as `name/number of parameters`.
        wanted: String,
        /// A question that suggests a similar part.
        hint: Option<String>,
    },
    /// The ground program has no such predicate, so it has no such external atom.
    #[error("the ground program has no predicate `{wanted}`{}", .hint.as_ref().map_or(String::new(), |hint| format!(": {hint}")))]
    UnknownPredicate {
        /// The predicate that was asked for, as `name/number of arguments`.
        wanted: String,
        /// A question that suggests a similar predicate.
        hint: Option<String>,
    },
    /// A query came before anything was ground, or after facts were added that no grounding has taken up yet.
    #[error("{0} is not ground yet: call `ground` before asking for answer sets")]
    NotGround(&'static str),
    /// Statements cannot be relaxed any more, because something is already ground.
    #[error("statements can be relaxed only before anything is ground")]
    Ground,
    /// The statements were not kept when they were grounded.
    #[error("the statements were not kept: call `keep_statements` before `ground` to explain atoms by them")]
    NotKept,
    /// The engine is unusable because an earlier call failed. Use a new engine.
    #[error("the engine cannot be used any more, because it failed before: {cause}")]
    Broken {
        /// The message of the earlier failure.
        cause: String,
    },
    /// The deadline passed, or the interrupter was called, before the answer was found.
    #[error("the search was ended by its deadline or an interrupt")]
    Interrupted,
    /// [`Engine::try_clone`](crate::Engine::try_clone) was called on an engine that has this and so cannot be copied.
    #[error("an engine with {0} cannot be copied")]
    NotCopied(&'static str),
    /// The engine has solved already, so backend, loop method and propagators can no longer be chosen.
    #[error("backend and loop method cannot be changed once the engine has solved")]
    Solving,
    /// No difference constraint uses this variable.
    #[error("no difference constraint is about the variable `{0}`")]
    NoVariable(String),
    /// The answer set belongs to another engine.
    #[error("this answer set was found by another engine")]
    Foreign,
    /// No `#include` of this file waits for its text: it was added already, or the `#include` belongs to another engine.
    #[error("no text is missing for `#include \"{0}\"`: it was added already, or the `#include` is another engine's")]
    NoInclude(String),
    /// A value in an answer set is not of the type that was asked for.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// An atom in an answer set is no value of the type that was asked for.
    #[error(transparent)]
    Fact(#[from] FactMismatch),
    /// Translation or search failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A grounding that was ended early. Its message shows the rule that was being instantiated.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}\n{diagnostics}", .cause)]
pub struct Halted {
    /// The limit, interrupt or deadline that ended it.
    pub cause: HaltCause,
    /// The number of ground rules, facts included, that the interrupted rule has produced. For a recursive rule they are
    /// counted before simplification.
    pub count: u64,
    /// Diagnostics that show the rule that was being instantiated, and the rule with the most instances if it is another
    /// one.
    pub diagnostics: Diagnostics,
}
