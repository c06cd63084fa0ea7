//! Why the engine cannot go on.

use groundplan_ground::diagnostic::Diagnostics;
use groundplan_ground::ground::HaltCause;
use groundplan_ground::value::Mismatch;
use groundplan_solve::solve::SolveError;
use groundplan_solve::translate::TranslationError;

/// Why the engine could not do what it was asked for. What is wrong with a text prints with file, line and place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program's text is wrong.
    #[error("{0}")]
    Program(Diagnostics),
    /// The program is ground, but cannot be solved.
    #[error("{diagnostics}")]
    Unsupported {
        /// Why, by the numbers of atoms.
        cause: TranslationError,
        /// Why, in the words of the program.
        diagnostics: Diagnostics,
    },
    /// Grounding was ended by a limit or an interrupt.
    #[error("{0}")]
    Halted(Box<Halted>),
    /// The program has no such part.
    #[error("there is no part `{wanted}`{}", .hint.as_ref().map_or(String::new(), |hint| format!(": {hint}")))]
    UnknownPart {
        /// Name and number of parameters that were asked for, as `name/number`.
        wanted: String,
        /// Which one may be meant, as a question.
        hint: Option<String>,
    },
    /// The ground program has no such predicate, so that none of its atoms is external.
    #[error("the ground program has no predicate `{wanted}`{}", .hint.as_ref().map_or(String::new(), |hint| format!(": {hint}")))]
    UnknownPredicate {
        /// Name and number of arguments that were asked for, as `name/number`.
        wanted: String,
        /// Which one may be meant, as a question.
        hint: Option<String>,
    },
    /// Nothing is ground yet, or facts were added since.
    #[error("{0} is not ground yet: call `ground` before asking for answer sets")]
    NotGround(&'static str),
    /// Something is ground already.
    #[error("statements can be relaxed only before anything is ground")]
    Ground,
    /// It failed before, and what is left is no program. A new engine is needed.
    #[error("the engine cannot be used any more, because it failed before: {cause}")]
    Broken {
        /// What the failure said.
        cause: String,
    },
    /// The deadline or the interrupter came before the answer.
    #[error("the search was ended by its deadline or an interrupt")]
    Interrupted,
    /// It has solved already: backend and loop method are chosen before.
    #[error("backend and loop method cannot be changed once the engine has solved")]
    Solving,
    /// No difference constraint is about this variable.
    #[error("no difference constraint is about the variable `{0}`")]
    NoVariable(String),
    /// The answer set is another engine's.
    #[error("this answer set was found by another engine")]
    Foreign,
    /// No text is missing for an `#include` of this file.
    #[error("no text is missing for `#include \"{0}\"`: it was added already, or the `#include` is another engine's")]
    NoInclude(String),
    /// What an answer set holds is not of the type that was asked for.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// Translation or search failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A grounding that was ended early. It prints with the rule that was growing then.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}\n{diagnostics}", .cause)]
pub struct Halted {
    /// What ended it.
    pub cause: HaltCause,
    /// How many ground rules the rule that was growing has made, facts included; before they are simplified, where it is
    /// recursive.
    pub count: u64,
    /// The rule that was growing, and another that has made most.
    pub diagnostics: Diagnostics,
}
